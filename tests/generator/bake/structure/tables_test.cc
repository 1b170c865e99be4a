// The tables of laws and outputs against the schema that numbers them.
#include <gtest/gtest.h>

#include <set>

#include "generator/contact/joint/laws.hpp"
#include "generator/contact/sliding/sliding.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/contact/unilateral/contact_point.hpp"
#include "mortise/model.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

TEST(Tables, OutputsAreThoseOfTheSchema) {
  const char* const* names = schema::EnumNamesQuantity();
  std::size_t count = 0;
  for (; names[count] != nullptr; ++count) {
    ASSERT_LT(count, std::size(kOutputQuantities));
    const std::string name = names[count];
    EXPECT_EQ(kOutputQuantities[count].name, name == "modal_coordinate" ? "modal" : name);
  }
  EXPECT_EQ(count, std::size(kOutputQuantities));
}

TEST(Tables, LawsAreNamedAsInTheSchema) {
  for (std::size_t k = 0; k < enum_names<TangentialKind>.size(); ++k)
    EXPECT_STREQ(enum_names<TangentialKind>[k], schema::EnumNamesTangentialLaw()[k]);
  EXPECT_EQ(schema::EnumNamesTangentialLaw()[enum_names<TangentialKind>.size()], nullptr);
  for (std::size_t k = 0; schema::EnumNamesImpactDamper()[k] != nullptr; ++k)
    EXPECT_STREQ(enum_names<ImpactDamper>[k], schema::EnumNamesImpactDamper()[k]);
}

// Every number that changes while a model runs has the parameter of its name.
template <class Numbers>
void expect_parameters(const Numbers& numbers, const std::string& prefix) {
  for (const auto& n : numbers) {
    ASSERT_EQ(n.parameter >= 0, n.limits != nullptr) << n.name;
    if (n.parameter < 0) continue;
    const std::string name = n.name, of_schema = schema::EnumNamesParameterKind()[n.parameter];
    const std::string own = name == "impact_damping" ? "damping"
                            : name == "velocity"     ? "speed"
                                                     : name;
    EXPECT_EQ(of_schema, prefix + own);
  }
}

TEST(Tables, NumbersAreParametersOfTheSchema) {
  expect_parameters(joint_numbers(), "joint_");
  expect_parameters(sliding_numbers(), "sliding_");
  expect_parameters(contact_numbers(), "");
  EXPECT_EQ(joint_numbers()[kJointNumbers - 1].parameter,
            static_cast<int>(schema::ParameterKind::joint_viscous));
}

TEST(Tables, FrictionLawsNameKnownNumbers) {
  std::set<std::string> known;
  for (const JointNumber& n : joint_numbers()) EXPECT_TRUE(known.insert(n.name).second) << n.name;
  for (const FrictionLaw& law : kFrictionLaws) {
    for (const char* name : law.numbers) EXPECT_TRUE(name == nullptr || known.count(name)) << name;
  }
}

// A number is written and read where its row says, and nowhere else.
TEST(Tables, NumbersHaveMembersOfTheirOwn) {
  for (const JointNumber& n : joint_numbers()) {
    JointLaw law;
    const double before = n.get(law);
    n.set(&law, before + 3.0);
    EXPECT_FALSE(law == JointLaw()) << n.name;
    n.set(&law, before);
    EXPECT_TRUE(law == JointLaw()) << n.name;
  }
}

}  // namespace
}  // namespace mortise::gen
