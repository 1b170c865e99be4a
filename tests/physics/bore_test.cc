// A rigid tip in a round bore, as a full system and as a model file: closed forms of an orbit along
// the bore, symmetry, restitution, energy.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/bodies/condense/modes.hpp"
#include "generator/contact/unilateral/cylindrical_tip.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/structure/assembly_order.hpp"
#include "tests/generator/bodies/model/node_cloud.hpp"

namespace mortise::test {
namespace {

using Place = std::complex<double>;  // across the bore: y + i z

constexpr double kBoreClearance = 2.4e-4, kTipMass = 0.5, kTipInertia = 1e3;  // hardly spins

struct BoreCase {
  double restitution = 0.0, friction = 0.0, step = 1e-5;
  double stiffness = 0.0;     // to the ground [N/m]
  double facing_angle = 0.4;  // of angle 0 of the bore from y [rad]: nothing depends on it

  // A node that carries a tip around x. Inputs: forces along y and z; outputs as in `Channel`.
  gen::FullSystem full() const {
    gen::FullSystem s;
    s.model = gen::node_cloud({gen::Vector3::Zero()}, {1, 2, 3, 4, 5, 6});
    for (int i = 0; i < 6; ++i) {
      s.model.mass.coeffRef(i, i) = i < 3 ? kTipMass : kTipInertia;
      s.model.stiffness.coeffRef(i, i) = i < 3 ? stiffness : 0.0;
    }
    gen::CylindricalTip tip;
    tip.axis = gen::Vector3::UnitX();
    tip.toward_wall = gen::Vector3(0, std::cos(facing_angle), std::sin(facing_angle));
    tip.radius = 4.5e-3;
    tip.points = 1;
    tip.wall = gen::WallShape::bushing;
    const gen::RigidMotion motion(s.model, {{1, {}, 1.0}}, gen::Vector3::Zero());
    s.make_lone().make<gen::UnilateralContacts>().points =
        gen::tip_contacts(motion, tip, {"tip", kBoreClearance, friction, restitution, 0.0});
    s.damping = {gen::Rayleigh{}};
    for (const int direction : {1, 2}) {
      gen::SparseRow row(6);
      row.insert(direction) = 1.0;
      s.inputs.push_back({direction == 1 ? "fy" : "fz", "N", -1e9, 1e9, 0.0, gen::Hold::linear});
      s.input_forces.push_back(row);
      s.output_rows.push_back(row);
    }
    using Q = gen::OutputQuantity;
    s.outputs = {{"y", "m", Q::displacement, 0},       {"z", "m", Q::displacement, 1},
                 {"vy", "m/s", Q::velocity, 0},        {"vz", "m/s", Q::velocity, 1},
                 {"normal", "N", Q::contact_force, 0}, {"gap", "m", Q::gap, 0}};
    s.initial_displacement = s.initial_velocity = s.constant_force = gen::Vector::Zero(6);
    return s;
  }
  gen::Instance instance() const {
    const gen::FullSystem s = full();
    gen::Modes modes;
    modes.omega = s.model.stiffness.diagonal().cwiseQuotient(s.model.mass.diagonal()).cwiseSqrt();
    modes.shapes = Matrix(s.model.mass.diagonal().cwiseSqrt().cwiseInverse().asDiagonal());
    gen::BakeOptions options;
    options.name = "bore";
    options.step = step;
    return gen::Instance(gen::bake(gen::project(s, modes, {0}, false), options), "bore");
  }
  using Matrix = gen::Matrix;
};

struct BoreRun {
  explicit BoreRun(const BoreCase& of) : run(of.instance()) {}

  void start(Place place, Place velocity) {
    const double root = std::sqrt(kTipMass);
    run.state().q(run.model())[1] = root * place.real();
    run.state().q(run.model())[2] = root * place.imag();
    run.state().v(run.model())[1] = root * velocity.real();
    run.state().v(run.model())[2] = root * velocity.imag();
  }
  void step(Place force = 0.0) {
    const double u[] = {force.real(), force.imag(), force.real(), force.imag()};
    const Status st = run.step(u, y);
    ASSERT_EQ(st & ~(status::kLIMITED | status::kOUTSIDE_TRAINING), status::kOk);
    farthest = std::max(farthest, std::abs(place()));
  }
  Place place() const { return {y[0], y[1]}; }
  Place velocity() const { return {y[2], y[3]}; }

  gen::Instance run;
  double y[6] = {};
  double farthest = 0;
};

// An orbit along the bore without friction: N = m v^2 / r, and neither the circle nor the speed is
// lost, whatever the step.
TEST(Bore, OrbitFeelsItsCentrifugalForce) {
  const double v = 0.1;
  for (const double h : {1e-4, 1e-5}) {
    BoreRun r(BoreCase{0.0, 0.0, h});
    r.start(kBoreClearance, Place(0, v));
    const int steps = static_cast<int>(0.2 / h);
    double normal = 0;
    for (int k = 0; k < steps; ++k) {
      r.step();
      normal += r.y[4] / steps;
      ASSERT_NEAR(std::abs(r.place()), kBoreClearance, 1e-9 * kBoreClearance);
      ASSERT_NEAR(r.y[5], 0.0, 1e-9 * kBoreClearance);
    }
    EXPECT_NEAR(std::abs(r.velocity()), v, 1e-9 * v);
    const double turn = v * h / kBoreClearance;
    EXPECT_NEAR(normal, kTipMass * v * v / kBoreClearance, 0.13 * turn * turn * normal);
    EXPECT_NEAR(std::arg(r.place() * std::exp(Place(0, -v * 0.2 / kBoreClearance))), 0.0,
                0.2 * turn * turn * v * 0.2 / kBoreClearance);
  }
}

// With friction the speed of the orbit falls by dv/dt = -mu v^2 / r.
TEST(Bore, FrictionBrakesTheOrbit) {
  const double v = 0.1, mu = 0.2, time = 0.05;
  BoreRun r(BoreCase{0.0, mu, 1e-5});
  r.start(kBoreClearance, Place(0, v));
  for (int k = 0; k < 5000; ++k) r.step();
  EXPECT_NEAR(std::abs(r.velocity()), v / (1 + mu * v * time / kBoreClearance), 2e-3 * v);
  EXPECT_LE(r.farthest, kBoreClearance * (1 + 1e-3));
}

// Head on, at any angle, and once: the coefficient of restitution.
TEST(Bore, ReboundsByNewton) {
  for (const double e : {0.0, 0.3, 1.0})
    for (const double angle : {0.0, 0.7, 2.0, 4.5}) {
      const Place towards = std::polar(1.0, angle);
      BoreRun r(BoreCase{e, 0.3, 1e-5});
      r.start(0.0, 0.2 * towards);
      while (r.run.state().statistics().steps_in_contact == 0) r.step();
      const Place after = r.velocity() / towards;
      EXPECT_NEAR(after.real(), -e * 0.2, 1e-12);
      EXPECT_NEAR(after.imag(), 0.0, 1e-12);
    }
}

// Pushed round by a turning force, through impacts, slides and rests: never beyond the circle by
// more than what a step goes towards it.
TEST(Bore, StaysInside) {
  for (const double e : {0.0, 0.5})
    for (const double mu : {0.0, 0.3})
      for (const double h : {5e-5, 1e-5}) {
        BoreRun r(BoreCase{e, mu, h});
        double fastest = 0;
        for (int k = 0; k * h < 2.0; ++k) {
          r.step(100.0 * std::polar(1.0, gen::kTwoPi * 70 * k * h) + Place(30, -20));
          fastest = std::max(fastest, std::abs(r.velocity()));
        }
        EXPECT_GT(r.run.state().statistics().steps_in_contact, 100u);
        EXPECT_LE(r.farthest, kBoreClearance + fastest * h) << e << " " << mu << " " << h;
      }
}

// Turned excitation, turned motion: the bore has no corners and no preferred angle.
TEST(Bore, TurnsWithItsExcitation) {
  const Place turn = std::polar(1.0, 1.1);
  BoreRun one(BoreCase{0.3, 0.2, 1e-5}), other(BoreCase{0.3, 0.2, 1e-5});
  for (int k = 0; k < 3000; ++k) {
    const Place force = 100.0 * std::polar(1.0, gen::kTwoPi * 70 * k * 1e-5);
    one.step(force);
    other.step(force * turn);
    ASSERT_NEAR(std::abs(one.place() * turn - other.place()), 0.0, 1e-8 * kBoreClearance) << k;
    ASSERT_NEAR(one.y[4], other.y[4], 1e-5 * (1 + one.y[4])) << k;
  }
  EXPECT_GT(one.run.state().statistics().steps_in_contact, 1000u);
}

// No step makes energy, and without friction and loss nothing takes it.
TEST(Bore, MakesNoEnergy) {
  for (const double e : {0.0, 0.5, 1.0})
    for (const double mu : {0.0, 0.3})
      for (const double h : {2e-4, 1e-5}) {
        BoreCase of{e, mu, h};
        of.stiffness = 1e4;
        BoreRun r(of);
        r.start(Place(1e-4, 5e-5), Place(0.3, 0.2));
        const double start = r.run.energy();
        double last = start;
        for (int k = 0; k < 20000; ++k) {
          r.step();
          ASSERT_LE(r.run.energy(), last * (1 + 1e-12)) << e << " " << mu << " " << h << " " << k;
          last = r.run.energy();
        }
        if (e == 1.0 && mu == 0.0) {
          EXPECT_NEAR(last, start, 1e-9 * start);
        }
        if (mu > 0.0 && e < 1.0) {
          EXPECT_LT(last, 0.9 * start);
        }
      }
}

// The full-order run is independent of the runtime and has the same rule.
TEST(Bore, FullOrderMovesAlike) {
  const BoreCase of{0.3, 0.2, 1e-5};
  const gen::FullSystem system = of.full();
  gen::FullOrderOptions options;
  options.step = of.step;
  gen::AssemblyOrder full(system, options);
  BoreRun r(of);
  for (int k = 0; k < 3000; ++k) {
    const Place force = 100.0 * std::polar(1.0, gen::kTwoPi * 70 * k * of.step);
    r.step(force);
    gen::Vector inputs(2);
    inputs << force.real(), force.imag();
    full.step(inputs);
    const gen::Vector y = full.outputs();
    for (int i : {0, 1, 5}) ASSERT_NEAR(y[i], r.y[i], 1e-7 * kBoreClearance) << k;
    ASSERT_NEAR(y[4], r.y[4], 1e-4 * (1 + r.y[4])) << k;
  }
}

}  // namespace
}  // namespace mortise::test
