// Bolted structures in time: stick modes, energy, schemes.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/dense/cholesky.hpp"
#include "generator/simulate/bolted/bolted_order.hpp"
#include "tests/generator/simulate/bolted/small_beam.hpp"

namespace mortise::gen {
namespace {

const SmallBeam& beam() {
  static const SmallBeam once;
  return once;
}

// With the closed points bonded all is that of the modes: stiffness and loads.
TEST(StickModes, AreThoseOfTheBondedContact) {
  const BoltedSystem& s = beam().system;
  std::vector<Eigen::Index> base;
  for (Eigen::Index p = 0; p < s.points(); ++p)
    if (s.closed()[std::size_t(p)]) base.push_back(p);
  ASSERT_GT(base.size(), 10u);
  ASSERT_LT(base.size(), std::size_t(s.points()));
  Matrix seen(s.points() * 3, s.modes.count() + s.inputs());
  seen << s.structure->points * s.modes.boundary_motions(), s.structure->points * s.boundary_loads;
  Matrix on_base(3 * Eigen::Index(base.size()), seen.cols());
  for (std::size_t k = 0; k < base.size(); ++k)
    on_base.middleRows<3>(3 * Eigen::Index(k)) = seen.middleRows<3>(3 * base[k]);
  const Matrix g = on_base.leftCols(s.modes.count());
  const Matrix held = Cholesky(s.compliance().between(base, base)).solve(on_base);
  Matrix stiffness = s.modes.stiffness + g.transpose() * held.leftCols(s.modes.count());
  const double largest = stiffness.cwiseAbs().maxCoeff();
  stiffness.diagonal() -= s.modes.omega.cwiseAbs2();
  EXPECT_LT(stiffness.cwiseAbs().maxCoeff(), 1e-9 * largest);
  const Matrix loads =
      s.condensed_loads - g.transpose() * held.rightCols(s.inputs()) - s.modal_loads;
  EXPECT_LT(loads.cwiseAbs().maxCoeff(), 1e-9 * s.modal_loads.cwiseAbs().maxCoeff());
}

TEST(ModalFlow, IsExact) {
  const Vector omega = Vector::Constant(2, 300.0), decays = 0.03 * omega;
  Vector eta = Vector::Constant(2, 0.2), velocity = Vector::Constant(2, -7.0);
  Vector twice = eta, twice_velocity = velocity;
  ModalFlow(omega, decays, 2e-3).advance(&eta, &velocity);
  const ModalFlow half(omega, decays, 1e-3);
  half.advance(&twice, &twice_velocity);
  half.advance(&twice, &twice_velocity);
  EXPECT_NEAR(eta[0], twice[0], 1e-15);
  EXPECT_NEAR(velocity[0], twice_velocity[0], 1e-12);
  const double decay = 9.0, rate = 300.0 * std::sqrt(1.0 - 9e-4), t = 2e-3;
  EXPECT_NEAR(eta[0],
              std::exp(-decay * t) *
                  (0.2 * std::cos(rate * t) + (-7.0 + decay * 0.2) / rate * std::sin(rate * t)),
              1e-15);
}

BoltedOrder released(BoltedScheme scheme, double h, double amplitude, int steps) {
  BoltedOrderOptions options;
  options.step = h;
  options.scheme = scheme;
  BoltedOrder order(beam().system, options);
  order.start_from(beam().bent(0, amplitude) + beam().bent(1, 0.5 * amplitude));
  for (int k = 0; k < steps; ++k) EXPECT_TRUE(order.step({}).has_value()) << order.failure();
  return order;
}

TEST(BoltedOrder, LosesWhatFrictionTakes) {
  BoltedOrderOptions options;
  options.step = 5e-5;
  BoltedOrder order(beam().system, options);
  order.start_from(beam().bent(0, 6e-4) + beam().bent(1, 3e-4));
  const double start = order.books().stored;
  int most = 0, least = 1000;
  for (int k = 0; k < 200; ++k) {
    ASSERT_TRUE(order.step({}).has_value()) << order.failure();
    const Vector y = order.outputs();
    const int closed = int(y[y.size() - 2] + y[y.size() - 3]);
    most = std::max(most, closed);
    least = std::min(least, closed);
  }
  const EnergyBooks books = order.books();
  EXPECT_GT(books.dissipated, 1e-3 * start);
  EXPECT_NEAR((start - books.stored) / books.dissipated, 1.0, 0.02);
  EXPECT_GT(most, least);  // points open and close
  EXPECT_EQ(Eigen::Index(BoltedOrder::output_names(beam().system, {"y", "z"}).size()),
            order.outputs().size());
}

// A force held over the step is half a step late: it feeds or damps.
TEST(BoltedOrder, SplittingBeatsAHeldForce) {
  const double fine = released(BoltedScheme::KICK_FLOW_KICK, 2.5e-5, 5e-4, 400).dissipated();
  const auto error = [&](BoltedScheme scheme) {
    return std::abs(released(scheme, 1e-4, 5e-4, 100).dissipated() / fine - 1.0);
  };
  const double split = error(BoltedScheme::KICK_FLOW_KICK);
  EXPECT_LT(split, 0.02);
  EXPECT_LT(error(BoltedScheme::MOREAU_JEAN), 0.1);
  EXPECT_GT(error(BoltedScheme::HELD_FORCE), 3.0 * split);
}

// Work of the inputs is booked.
TEST(BoltedOrder, BooksTheWorkOfForces) {
  BoltedOrderOptions options;
  options.step = 5e-5;
  BoltedOrder order(beam().system, options);
  for (int k = 1; k <= 200; ++k) {
    Vector force(2);
    force << 0.0, 300.0 * std::sin(2500.0 * options.step * k);
    ASSERT_TRUE(order.step(force).has_value()) << order.failure();
  }
  const EnergyBooks books = order.books();
  EXPECT_GT(books.work, 0.0);
  EXPECT_NEAR((books.stored + books.dissipated) / books.work, 1.0, 0.02);
}

}  // namespace
}  // namespace mortise::gen
