// The static sliding state.
#include "generator/simulate/sliding/equilibrium.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/text/error.hpp"
#include "tests/generator/contact/sliding/systems.hpp"

namespace mortise::gen {
namespace {

// Closed form: x = -(mu lambda + kxy y) / kx, y (ky + K) + kxy x = -load, lambda = -K y.
TEST(SlidingEquilibrium, TableSlider) {
  TableSlider t;
  for (const double mu : {0.0, 0.3, -1.0}) {
    t.friction = std::abs(mu);
    ReducedSystem system = t.system();
    if (mu < 0) system.make_lone().as<ReducedSliding>()->law.velocity = -0.2;
    const double signed_mu = mu;  // the sense of sliding turns the friction
    const double y = -t.load / (t.ky + t.table_stiffness -
                                t.kxy * (t.kxy - signed_mu * t.table_stiffness) / t.kx);
    const SlidingGeometryModel geometry(*system.lone().as<ReducedSliding>(), 3);
    const SlidingEquilibrium e = sliding_equilibrium(system, geometry, 0.5, t.friction);
    EXPECT_NEAR(e.force, -t.table_stiffness * y, 1e-12);
    EXPECT_NEAR(geometry.slave_y().dot(e.q), y, 1e-14);
    EXPECT_NEAR(geometry.slave_x().dot(e.q), -(signed_mu * e.force + t.kxy * y) / t.kx, 1e-14);
  }
}

// The upper beam floats in y: its load hangs on the contact alone, up to the friction on the tilted
// segment. Force at 6 mm: an independent prototype.
TEST(SlidingEquilibrium, BeamThatTheContactHolds) {
  const ReducedSystem system = beam_on_beam(0.3);
  const SlidingGeometryModel geometry(*system.lone().as<ReducedSliding>(), system.size());
  EXPECT_NEAR(sliding_equilibrium(system, geometry, 0.006, 0.3).force, 0.1999924, 1e-7);
  const SlidingEquilibrium e = sliding_equilibrium(system, geometry, 0.092, 0.3);
  EXPECT_NEAR(e.force * (e.place.cosine - 0.3 * e.place.sine), 0.2, 1e-9);
  EXPECT_LT(std::abs(e.place.gap), 1e-15);
  EXPECT_LT(std::atan2(e.place.sine, e.place.cosine), -0.02);  // the lower beam hangs down
  EXPECT_LE(e.iterations, 6);
  Vector b;
  geometry.force_row(e.place, 0.3, 1.0, &b);
  const Vector rest =
      system.omega.cwiseAbs2().cwiseProduct(e.q) - system.constant_force - e.force * b;
  EXPECT_LT(rest.norm(), 1e-9 * system.constant_force.norm());
}

TEST(SlidingEquilibrium, RefusesWhatNothingHolds) {
  ReducedSystem system = TableSlider().system();
  system.omega[0] = system.omega[1] = 0.0;  // the slave floats in x too
  const SlidingGeometryModel geometry(*system.lone().as<ReducedSliding>(), 3);
  EXPECT_THROW(sliding_equilibrium(system, geometry, 0.5, 0.2), Error);
  system.interfaces.clear();
  EXPECT_THROW(sliding_equilibrium(system, geometry, 0.5, 0.2), Error);
}

}  // namespace
}  // namespace mortise::gen
