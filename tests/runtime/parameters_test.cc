// Law parameters of a running instance: ranges, reach, the moment they take effect.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "generator/bake/play/instance.hpp"
#include "mortise_generated.h"
#include "tests/robustness/seed_models.hpp"

namespace mortise {
namespace {

gen::Instance several() { return {robustness::make_seed_model("several"), "several"}; }

TEST(Parameters, AreFoundByNameOnly) {
  const gen::Instance run = several();
  EXPECT_GE(find_parameter(run.model(), "contact.friction.2"), 0);
  EXPECT_EQ(find_parameter(run.model(), "contact.friction"), -1);  // the contacts differ
  EXPECT_EQ(find_parameter(run.model(), "contact.friction.9"), -1);
  EXPECT_EQ(find_parameter(run.model(), ""), -1);
  EXPECT_EQ(find_parameter(run.model(), nullptr), -1);
}

TEST(Parameters, StayInTheirRange) {
  gen::Instance run = several();
  const Model& m = run.model();
  const auto* table = m.root()->parameters();
  for (std::uint32_t k = 0; k < table->size(); ++k) {
    const schema::Parameter& p = *table->Get(k);
    const auto id = static_cast<std::int32_t>(k);
    const std::vector<unsigned char> before(
        reinterpret_cast<const unsigned char*>(&run.state()),
        reinterpret_cast<const unsigned char*>(&run.state()) + m.arena_bytes());
    for (const Real bad :
         {std::nextafter(p.minimum(), -1e300), std::nextafter(p.maximum(), 1e300),
          std::numeric_limits<Real>::infinity(), -std::numeric_limits<Real>::infinity(),
          std::numeric_limits<Real>::quiet_NaN()})
      EXPECT_EQ(set_parameter(m, run.state(), id, bad), status::kBAD_CALL) << p.name()->str();
    EXPECT_EQ(std::memcmp(before.data(), &run.state(), before.size()), 0) << p.name()->str();
    for (const Real good : {p.minimum(), p.maximum(), p.default_value()})
      EXPECT_EQ(set_parameter(m, run.state(), id, good) & status::kBAD_CALL, 0u) << p.name()->str();
  }
  for (const std::int32_t id : {-1, static_cast<std::int32_t>(table->size()), 1 << 30})
    EXPECT_EQ(set_parameter(m, run.state(), id, 0.1), status::kBAD_CALL);
}

TEST(Parameters, ReachExactlyTheirContacts) {
  gen::Instance run = several();
  const Model& m = run.model();
  const std::int32_t id = find_parameter(m, "contact.clearance.2");
  ASSERT_GE(id, 0);
  EXPECT_EQ(set_parameter(m, run.state(), id, 0.125) & status::kBAD_CALL, 0u);
  const auto* law = m.root()->law_as_SignoriniCoulomb();
  for (unsigned c = 0; c < 4; ++c)
    EXPECT_EQ(run.state().clearance(m)[c], c == 2 ? 0.125 : law->clearance()->Get(c));
  run.state().reset(m);
  EXPECT_EQ(run.state().clearance(m)[2], law->clearance()->Get(2));
}

TEST(Parameters, SayWhenTheyLeaveTheTrainingBox) {
  gen::Instance run = several();
  const Model& m = run.model();
  const std::int32_t id = find_parameter(m, "contact.friction.0");
  ASSERT_GE(id, 0);
  const std::vector<double> u(static_cast<std::size_t>(m.input_values()), 0.0);
  EXPECT_EQ(set_parameter(m, run.state(), id, 0.5), status::kOk);
  EXPECT_EQ(run.step(u.data(), nullptr) & status::kOUTSIDE_TRAINING, 0u);
  EXPECT_EQ(set_parameter(m, run.state(), id, 0.75), status::kOUTSIDE_TRAINING);
  EXPECT_NE(run.step(u.data(), nullptr) & status::kOUTSIDE_TRAINING, 0u);
  EXPECT_EQ(set_parameter(m, run.state(), id, 0.25), status::kOk);
  EXPECT_EQ(run.step(u.data(), nullptr) & status::kOUTSIDE_TRAINING, 0u);
}

// A contact moved out of reach stops acting in the very next step.
TEST(Parameters, TakeEffectAtTheNextStep) {
  gen::Instance run(robustness::make_seed_model("single"), "single");
  const Model& m = run.model();
  const double u[1] = {0.0};
  for (int k = 0; k < 2000 && run.state().statistics().last_active == 0; ++k)
    (void)run.step(u, nullptr);
  ASSERT_EQ(run.state().statistics().last_active, 1u);
  const std::int32_t id = find_parameter(m, "contact.clearance");
  ASSERT_GE(id, 0);
  ASSERT_EQ(set_parameter(m, run.state(), id, 1.0) & status::kBAD_CALL, 0u);
  (void)run.step(u, nullptr);
  EXPECT_EQ(run.state().statistics().last_active, 0u);
  EXPECT_EQ(run.state().lambda(m)[0], 0.0);
}

}  // namespace
}  // namespace mortise
