// Ways to reduce a bolted contact beside clusters.
#include "tests/studies/bolted/other_reductions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/reduce/bolted/clusters.hpp"
#include "generator/reduce/bolted/reduced_backbone.hpp"
#include "tests/generator/simulate/bolted/small_beam.hpp"
#include "tests/studies/bolted/deim.hpp"
#include "tests/studies/bolted/interpolated.hpp"

namespace mortise::gen {
namespace {

const SmallBeam& beam() {
  static const SmallBeam once;
  return once;
}

BoltedReductionOptions small_options() {
  BoltedReductionOptions options;
  options.training.steps = 16;
  options.training.random_steps = 80;
  options.seeds = 1;
  options.largest_error = 0.2;
  return options;
}

std::vector<BoltedSnapshots> small_training(const BoltedReductionOptions& options) {
  std::vector<BoltedSnapshots> seen;
  const Vector amplitudes = training_amplitudes(beam().system, options.training);
  for (const TrainingPath& path : training_paths(beam().system, options.training, amplitudes))
    seen.push_back(follow(beam().system, path));
  return seen;
}

// Points chosen among all carry all: nothing is left to reduce.
TEST(PointShapes, OfAllPointsAreTheFullContact) {
  const BoltedSystem& s = beam().system;
  const std::vector<BoltedSnapshots> seen = small_training(small_options());
  const Vector pressure = point_history(s, seen).pressure;
  const int all = static_cast<int>(s.points());
  TractionProjector projector(s);
  const ReducedBolted deim = projector.project(deim_shapes(s, seen, pressure, all, all));
  EXPECT_LT(force_error(deim, seen).whole, 2e-3);
  const ReducedBolted shared = projector.project(interpolated_shapes(s, seen, pressure, all, all));
  EXPECT_LT(force_error(shared, seen).whole, 2e-3);
}

// What sets them apart: one stays in the cone between its points, the other does not.
TEST(PointShapes, OnlyInterpolationKeepsTheCone) {
  const BoltedSystem& s = beam().system;
  const std::vector<BoltedSnapshots> seen = small_training(small_options());
  const Vector pressure = point_history(s, seen).pressure;
  const TractionShapes kept = interpolated_shapes(s, seen, pressure, 12, 4);
  const TractionShapes left = deim_shapes(s, seen, pressure, 12, 4);
  EXPECT_GE(Matrix(kept.shapes).minCoeff(), 0.0);
  EXPECT_LT(Matrix(left.shapes).minCoeff(), -1e-3);
  ASSERT_EQ(left.clusters.size(), 16u);
  EXPECT_EQ(std::count_if(left.clusters.begin(), left.clusters.end(),
                          [](const TractionCluster& c) { return c.base; }),
            12);
  for (Eigen::Index c = 0; c < 16; ++c) {  // each is one at its own point, zero at the others
    int own = 0;
    for (Eigen::Index p = 0; p < s.points(); ++p) {
      const double here = left.shapes.coeff(int(p), int(c));
      if (std::abs(here - 1.0) < 1e-9) ++own;
    }
    EXPECT_GE(own, 1);
  }
}

TEST(SliderBanks, HaveTheBackboneOfAllPoints) {
  const BoltedSystem& s = beam().system;
  BoltedReductionOptions options = small_options();
  options.training.modes = {0};
  const BoltedReduction jenkins = reduce_by(BoltedMethod::JENKINS, s, options, 12);
  ModalTask task;
  task.omega = s.modes.omega[0];
  task.shape = s.modes.shapes.col(0);
  const double load = jenkins.amplitudes[0] * task.omega * task.omega;
  task.loads = {0.5 * load, 0.9 * load};
  CoulombNewton contact(s.structure->compliance(), s.friction);
  contact.set_base(s.preloaded.state);
  const auto full = modal_backbone(*s.structure, s.preloaded, task, &contact);
  ReducedBackboneTask same;
  same.loads = task.loads;
  same.steps = 6;
  const auto few = reduced_backbone(jenkins.reduced, same);
  for (std::size_t k = 0; k < full.size(); ++k) {
    EXPECT_NEAR(few[k].frequency_hz / full[k].frequency_hz, 1.0, 0.01);
    EXPECT_NEAR(few[k].damping / full[k].damping, 1.0, 0.1);
  }
}

}  // namespace
}  // namespace mortise::gen
