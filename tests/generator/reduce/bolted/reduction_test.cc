// Reduced bolted contacts against the full ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "generator/ground/text/error.hpp"
#include "generator/reduce/bolted/clusters.hpp"
#include "generator/reduce/bolted/k_means.hpp"
#include "generator/reduce/bolted/reduce_bolted.hpp"
#include "generator/reduce/bolted/reduced_backbone.hpp"
#include "generator/reduce/bolted/reduced_stepper.hpp"
#include "generator/reduce/bolted/shape_sensitivity.hpp"
#include "generator/simulate/bolted/bolted_order.hpp"
#include "tests/generator/simulate/bolted/small_beam.hpp"

namespace mortise::gen {
namespace {

const SmallBeam& beam() {
  static const SmallBeam once;
  return once;
}

BoltedReductionOptions small_options(int closed = 16, int open = 6) {
  BoltedReductionOptions options;
  options.closed_clusters = closed;
  options.open_clusters = open;
  options.training.steps = 16;
  options.training.random_steps = 80;
  options.seeds = 1;
  options.largest_error = 0.2;
  return options;
}

struct Ringing {
  Matrix eta;
  double dissipated = 0.0;
};

Ringing full_ringing(const Vector& eta, const Vector& force, int steps) {
  BoltedOrderOptions options;
  options.step = 1e-4;
  BoltedOrder order(beam().system, options);
  order.start_from(eta);
  order.set_inputs(force);
  Ringing r;
  r.eta.resize(eta.size(), steps);
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(order.step(force).has_value()) << order.failure();
    r.eta.col(k) = order.eta();
  }
  r.dissipated = order.dissipated();
  return r;
}

Ringing reduced_ringing(const ReducedBolted& reduced, const Vector& eta, const Vector& force,
                        int steps, const ReducedContactOptions& options) {
  ReducedBoltedStepper stepper(reduced, 1e-4, options);
  stepper.start_from(eta);
  Ringing r;
  r.eta.resize(eta.size(), steps);
  for (int k = 0; k < steps; ++k) {
    stepper.step(force, force);
    r.eta.col(k) = stepper.eta();
  }
  EXPECT_EQ(stepper.capped(), 0);
  r.dissipated = stepper.dissipated();
  return r;
}

TEST(KMeans, GroupsWhatIsClose) {
  Matrix places(2, 9);
  for (int k = 0; k < 9; ++k) places.col(k) << 10.0 * (k % 3) + 0.1 * k, 0.0;
  const std::vector<int> group = k_means(places, Vector::Ones(9), 3, 1);
  for (int k = 3; k < 9; ++k) EXPECT_EQ(group[std::size_t(k)], group[std::size_t(k - 3)]);
  EXPECT_EQ(std::set<int>(group.begin(), group.end()).size(), 3u);
  EXPECT_THROW(k_means(places, Vector::Ones(9), 10, 1), Error);
}

// Every point for itself: nothing is lost.
TEST(TractionProjector, OfAllPointsIsTheFullModel) {
  const BoltedSystem& s = beam().system;
  std::vector<int> labels(std::size_t(s.points()));
  std::iota(labels.begin(), labels.end(), 0);
  const ReducedBolted reduced =
      TractionProjector(s).project(cluster_shapes(s, labels, Vector::Ones(s.points())));
  ASSERT_EQ(Eigen::Index(reduced.clusters.size()), s.points());
  const Vector eta = beam().bent(0, 4e-4) + beam().bent(1, 3e-4);
  const Vector force = Vector::Constant(2, 30.0);
  const Ringing full = full_ringing(eta, force, 60);
  const Ringing same = reduced_ringing(reduced, eta, force, 60, {1e-9, 1000000});
  EXPECT_LT((same.eta - full.eta).norm(), 1e-5 * full.eta.norm());
  EXPECT_NEAR(same.dissipated / full.dissipated, 1.0, 1e-4);
}

TEST(ReduceBolted, FollowsMotionsItHasNotSeen) {
  const BoltedReduction reduction = reduce_bolted(beam().system, small_options());
  EXPECT_EQ(reduction.candidate_errors.size(), 6u);
  const Vector eta = 0.7 * (beam().bent(0, 4e-4) + beam().bent(1, 1e-4));
  const Vector none = Vector::Zero(2);
  const Ringing full = full_ringing(eta, none, 150);
  const Ringing few = reduced_ringing(reduction.reduced, eta, none, 150, {});
  EXPECT_LT((few.eta - full.eta).norm(), 0.05 * full.eta.norm());
  // the loss is that of all points, the nearer the more clusters there are
  const BoltedReduction finer = reduce_bolted(beam().system, small_options(22, 12));
  const Ringing more = reduced_ringing(finer.reduced, eta, none, 150, {});
  EXPECT_LT(finer.force_error, 0.5 * reduction.force_error);
  EXPECT_LT(std::abs(more.dissipated / full.dissipated - 1.0),
            0.5 * std::abs(few.dissipated / full.dissipated - 1.0));
  EXPECT_NEAR(more.dissipated / full.dissipated, 1.0, 0.1);
  EXPECT_EQ(reduction.reduced.trained_modes.size(), 8);
  EXPECT_GT(reduction.reduced.trained_contact.maxCoeff(), 0.0);
  BoltedReductionOptions strict = small_options();
  strict.closed_clusters = strict.open_clusters = 2;
  strict.largest_error = 0.01;
  EXPECT_THROW(reduce_bolted(beam().system, strict), Error);
}

// Shapes as the pressure is, and fitted: the forces on paths that neither has seen.
TEST(ReduceBolted, FittedShapesAreNearer) {
  BoltedReductionOptions options = small_options();
  options.fit_rounds = 0;
  options.largest_error = 1.0;
  const BoltedReduction before = reduce_bolted(beam().system, options);
  EXPECT_EQ(before.fitted.minCoeff(), 1.0);
  options.fit_rounds = 30;
  const BoltedReduction after = reduce_bolted(beam().system, options);
  EXPECT_EQ(after.labels, before.labels);
  EXPECT_LT(after.force_error, 0.8 * before.force_error);
  EXPECT_GT(after.fitted.minCoeff(), 0.1);
  // what the preload gives a cluster of closed points is theirs, whatever its shape
  EXPECT_LT((after.reduced.constant.head(48) - before.reduced.constant.head(48)).norm(),
            1e-12 * before.reduced.constant.norm());
}

// The slope of the fit's cost by every weight, against differences of it.
TEST(ShapeSensitivity, IsTheDerivative) {
  const BoltedSystem& s = beam().system;
  BoltedTraining training = small_options().training;
  training.amplitudes = training_amplitudes(s, training);
  const std::vector<TrainingPath> paths = training_paths(s, training, training.amplitudes);
  const BoltedSnapshots seen = follow(s, paths.back());
  const PointHistory history = point_history(s, {seen});
  const TractionShapes shapes =
      cluster_shapes(s, cluster_labels(s, history, 12, 5, 1.5, 1), history.pressure);
  const CondensedPoints points = condense_points(s, shapes);
  const auto moved = [&](Eigen::Index point, double by) {
    WeightedClusters c = weighted_clusters(s, points, shapes);
    if (point >= 0) c.weight[point] *= std::exp(by);
    return ShapeSensitivity(points, s, c);
  };
  const ShapeFitSums sums = moved(-1, 0.0).sums(seen);
  EXPECT_NEAR(sums.cost, moved(-1, 0.0).cost(seen), 1e-9 * sums.cost);
  const double largest = sums.slope.cwiseAbs().maxCoeff();
  for (const Eigen::Index point :
       {Eigen::Index(0), points.closed / 2, points.closed, sums.slope.size() - 1}) {
    const double e = 1e-3;
    const double slope = (moved(point, e).cost(seen) - moved(point, -e).cost(seen)) / (4.0 * e);
    EXPECT_NEAR(sums.slope[point], slope, 2e-3 * largest);
  }
  // the same as by the projection of all points
  const ReducedBolted projected = TractionProjector(s).project(shapes);
  const ReducedBolted condensed = moved(-1, 0.0).reduced();
  EXPECT_LT((condensed.pivot - projected.pivot).norm(), 1e-9 * projected.pivot.norm());
  EXPECT_LT((condensed.from_modes - projected.from_modes).norm(),
            1e-9 * projected.from_modes.norm());
}

TEST(ReducedBackbone, IsThatOfTheFullModel) {
  const BoltedSystem& s = beam().system;
  const BoltedReduction reduction = reduce_bolted(s, small_options(22, 12));
  BoltedTraining training = small_options().training;
  training.modes = {0};
  ModalTask task;
  task.omega = s.modes.omega[0];
  task.shape = s.modes.shapes.col(0);
  const double load = training_amplitudes(s, training)[0] * task.omega * task.omega;
  task.loads = {0.5 * load, 0.9 * load};
  CoulombNewton contact(s.structure->compliance(), s.friction);
  contact.set_base(s.preloaded.state);
  const auto full = modal_backbone(*s.structure, s.preloaded, task, &contact);
  ReducedBackboneTask same;
  same.loads = task.loads;
  same.steps = 6;
  const auto few = reduced_backbone(reduction.reduced, same);
  for (std::size_t k = 0; k < full.size(); ++k) {
    EXPECT_NEAR(few[k].frequency_hz / full[k].frequency_hz, 1.0, 0.01);
    EXPECT_NEAR(few[k].damping / full[k].damping, 1.0, 0.1);
  }
}

// From loads that are far off, small and large.
TEST(ReducedBackbone, FindsTheLoadsOfAmplitudes) {
  const BoltedSystem& s = beam().system;
  const BoltedReduction reduction = reduce_bolted(s, small_options());
  ReducedBackboneTask task;
  task.steps = 0;
  Eigen::Index most = 0;
  reduction.reduced.motions.modes.col(0).cwiseAbs().maxCoeff(&most);
  task.sensor = {most};
  const double unit = sensed(reduction.reduced, task.sensor, 0),
               stiffness = s.modes.omega[0] * s.modes.omega[0];
  std::vector<double> amplitudes;
  for (const double share : {0.2, 0.6, 0.95, 1.1}) {
    amplitudes.push_back(share * unit * reduction.amplitudes[0]);
    task.loads.push_back(1.7 * share * stiffness * reduction.amplitudes[0]);
  }
  task.loads = loads_for(reduction.reduced, task, amplitudes);
  const std::vector<BackbonePoint> found = reduced_backbone(reduction.reduced, task);
  for (std::size_t k = 0; k < amplitudes.size(); ++k)
    EXPECT_NEAR(found[k].amplitude / amplitudes[k], 1.0, 2e-3) << k;
}

}  // namespace
}  // namespace mortise::gen
