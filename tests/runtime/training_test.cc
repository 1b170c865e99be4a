// How far inputs and parameters lie outside of what the certificate has seen.
#include <gtest/gtest.h>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "mortise/training.hpp"
#include "tests/robustness/joint_models.hpp"
#include "tests/robustness/seed_models.hpp"

namespace mortise {
namespace {

void step_with(gen::Instance* run, double value) {
  const std::vector<double> u(static_cast<std::size_t>(run->model().input_values()), value);
  (void)run->step(u.data(), nullptr);
}

// force: trained in [-10, 10]; drive: the file does not say.
TEST(TrainingDistance, OfInputsCountsInWidths) {
  gen::Instance run(robustness::make_seed_model("several"), "several");
  const Model& m = run.model();
  TrainedRange range{};
  ASSERT_TRUE(trained_range_of_input(m, 0, &range));
  EXPECT_EQ(range.minimum, -10.0);
  EXPECT_EQ(range.maximum, 10.0);
  for (const std::int32_t none : {-1, 1, 2}) EXPECT_FALSE(trained_range_of_input(m, none, &range));
  step_with(&run, 9.0);
  EXPECT_EQ(input_distance(m, run.state(), 0), 0.0);
  EXPECT_EQ(training_distance(m, run.state()).input, -1);
  step_with(&run, 20.0);
  EXPECT_DOUBLE_EQ(input_distance(m, run.state(), 0), 0.5);
  EXPECT_EQ(input_distance(m, run.state(), 1), 0.0);
  const TrainingDistance far = training_distance(m, run.state());
  EXPECT_DOUBLE_EQ(far.distance, 0.5);
  EXPECT_EQ(far.input, 0);
  EXPECT_EQ(far.parameter, -1);
  step_with(&run, -30.0);
  EXPECT_DOUBLE_EQ(input_distance(m, run.state(), 0), 1.0);
}

TEST(TrainingDistance, OfParametersCountsInWidths) {
  gen::Instance run(robustness::make_seed_model("several"), "several");
  const Model& m = run.model();
  const std::int32_t id = find_parameter(m, "contact.friction.0");
  TrainedRange range{};
  ASSERT_TRUE(trained_range_of_parameter(m, id, &range));
  EXPECT_EQ(range.maximum, 0.5);
  EXPECT_FALSE(trained_range_of_parameter(m, find_parameter(m, "contact.friction.1"), &range));
  ASSERT_EQ(set_parameter(m, run.state(), id, 1.0), status::kOUTSIDE_TRAINING);
  EXPECT_DOUBLE_EQ(parameter_distance(m, run.state(), id), 1.0);
  EXPECT_EQ(training_distance(m, run.state()).parameter, id);
  EXPECT_EQ(set_parameter(m, run.state(), id, 0.5), status::kOk);
  EXPECT_EQ(training_distance(m, run.state()).distance, 0.0);
}

// What inputs with a linear hold run through is judged at both ends.
TEST(TrainingDistance, LooksAtBothEndsOfAStep) {
  gen::Instance run(robustness::make_seed_model("joint"), "joint");
  const Model& m = run.model();
  for (const auto& [start, end] : {std::pair(3e3, 0.0), std::pair(0.0, 3e3)}) {
    const double u[2] = {start, end};
    (void)run.step(u, nullptr);
    EXPECT_DOUBLE_EQ(input_distance(m, run.state(), 0), 1.0);
  }
}

// Contacts that differ have parameters of their own, which share the entry of their kind.
TEST(TrainingDistance, OfSingleContactsIsThatOfTheirKind) {
  using robustness::joint_law;
  gen::ReducedSystem s = robustness::joint_system(
      joint_law(gen::TangentialKind::none, gen::ImpactDamper::clamped), false, false);
  s.interfaces.clear();
  s.make_lone().make<gen::ReducedContacts>().rows = gen::Matrix::Random(6, s.omega.size());
  s.make_lone().make<gen::ReducedContacts>().points = {{"one", 0.0, 0.1, 0.2, 0.0},
                                                       {"two", 1e-3, 0.1, 0.2, 0.0}};
  s.outputs.resize(1);
  gen::BakeOptions o;
  o.name = "two_walls";
  o.step = 1e-4;
  o.provenance.definition_hash = o.provenance.input_hash = "0";
  o.training_box = {{"contact.clearance", 0.0, 1e-3}, {"contact.friction", 0.1, 0.1}};
  gen::Instance run(gen::bake(s, o), "two_walls");
  const Model& m = run.model();
  const std::int32_t wall = find_parameter(m, "contact.clearance.1");
  ASSERT_GE(wall, 0);
  EXPECT_EQ(set_parameter(m, run.state(), wall, 2e-3), status::kOUTSIDE_TRAINING);
  EXPECT_DOUBLE_EQ(parameter_distance(m, run.state(), wall), 1.0);
  EXPECT_EQ(set_parameter(m, run.state(), wall, 5e-4), status::kOk);
  // a range without width: over the size of its number
  const std::int32_t friction = find_parameter(m, "contact.friction");
  ASSERT_GE(friction, 0);
  EXPECT_EQ(set_parameter(m, run.state(), friction, 0.3), status::kOUTSIDE_TRAINING);
  EXPECT_NEAR(parameter_distance(m, run.state(), friction), 2.0, 1e-12);
}

}  // namespace
}  // namespace mortise
