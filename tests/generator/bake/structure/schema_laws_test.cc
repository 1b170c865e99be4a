// Laws have one number in the file, whichever half counts them, and their own numbers a place
// there.
#include <gtest/gtest.h>

#include <set>

#include "generator/contact/film/lubricant_laws.hpp"
#include "generator/contact/joint/laws.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

template <class Enum>
void expect_names(const char* const* names) {
  std::size_t count = 0;
  while (names[count] != nullptr) ++count;
  ASSERT_EQ(enum_names<Enum>.size(), count);
  for (std::size_t i = 0; i < count; ++i) EXPECT_STREQ(enum_names<Enum>[i], names[i]);
}

TEST(SchemaLaws, HaveTheNamesOfTheDefinition) {
  expect_names<TangentialKind>(schema::EnumNamesTangentialLaw());
  expect_names<ViscosityLaw>(schema::EnumNamesViscosityLaw());
  expect_names<DensityLaw>(schema::EnumNamesDensityLaw());
}

TEST(SchemaLaws, OfFrictionHaveNumbersThatStandInPlacesOfTheirOwn) {
  using Kind = schema::ParameterKind;
  for (std::size_t law = 0; law < enum_names<TangentialKind>.size(); ++law) {
    std::set<int> taken;
    for (const JointNumber& n : joint_numbers()) {
      if (n.limits == nullptr || !has_number(static_cast<TangentialKind>(law), n)) continue;
      const bool of_impacts = n.parameter >= static_cast<int>(Kind::joint_impact_exponent);
      EXPECT_GE(n.parameter, static_cast<int>(Kind::joint_stiffness)) << n.name;
      EXPECT_LE(n.parameter,
                static_cast<int>(of_impacts ? Kind::joint_impact_velocity : Kind::joint_viscous))
          << n.name;
      EXPECT_TRUE(taken.insert(n.parameter).second) << n.name;
    }
  }
}

}  // namespace
}  // namespace mortise::gen
