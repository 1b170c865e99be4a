// What theory says of each method, on beams and blocks.
#include <gtest/gtest.h>

#include "generator/bodies/condense/choose_condensation.hpp"
#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/mesh/solid_mesh.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/condense/condensed_response.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

// A body with its interface, solved for statics.
struct Solved {
  FullModel model;
  SparseMatrix rows;
  ConstraintModes constraint;

  Component component() const {
    return {model.stiffness,
            model.mass,
            rows,
            rows,
            constraint.shapes,
            constraint.solver.get(),
            constraint.rigid_body_modes};
  }
  CondensedComponent condensed(const std::string& method, Eigen::Index modes,
                               const InterfaceReduction& interface = {}) const {
    CondenseOptions options;
    options.method = method;
    options.modes.count = modes;
    options.characteristic = interface;
    return condense_component(model.stiffness, model.mass, rows, options);
  }
  FullResponse full(double top_hz, const Matrix& inputs = {}) const {
    const Eigen::Index n = model.size();
    return full_response(component(), inputs.size() > 0 ? inputs : Matrix(n, 0), SparseMatrix(0, n),
                         top_hz, {}, 1e-3);
  }
};

Solved solved(FullModel model, const std::vector<Dof>& dofs) {
  Solved s{std::move(model), {}, {}};
  s.rows = dof_interface(s.model, dofs);
  s.constraint = constraint_modes(s.model.stiffness, s.model.mass, s.rows);
  return s;
}

Solved beam(BeamEnd root) {
  FullModel model = build_beam(steel_rod(0.3, 40, root));
  const std::int64_t tip = model.sets.at("TIP")[0], inner = model.sets.at("MASTER")[0];
  return solved(
      std::move(model),
      {{tip, 1}, {tip, 2}, {tip, 3}, {tip, 4}, {tip, 5}, {tip, 6}, {inner, 1}, {inner, 2}});
}

// Loads of the interface in equilibrium, and the elastic answer to them at the interface.
Matrix elastic_statics(const Solved& s, const Matrix& loads) {
  const Matrix rigid =
      s.constraint.rigid_body_modes > 0
          ? lowest_modes(s.model.stiffness, s.model.mass, {s.constraint.rigid_body_modes, 0, false})
                .shapes
          : Matrix(s.model.size(), 0);
  const Component c = s.component();
  return s.rows * ElasticAnswers(c, rigid).of_interface(loads);
}

Matrix compliance_of(const CondensedComponent& c, const Solved& s) {
  const Matrix seen = s.rows * c.shapes(), still = s.rows * c.statics;
  const Eigen::Index elastic = c.modes.omega.size() - c.modes.rigid_body_modes;
  return seen.rightCols(elastic) *
             c.modes.omega.tail(elastic).cwiseAbs2().cwiseInverse().asDiagonal() *
             seen.rightCols(elastic).transpose() +
         still * still.transpose();
}

TEST(ElasticAnswers, OfAHeldBodyAreThoseOfItsStiffness) {
  const Solved s = beam(BeamEnd::clamped);
  const Component c = s.component();
  const Matrix none(s.model.size(), 0);
  const ElasticAnswers elastic(c, none);
  const Eigen::Index m = s.rows.rows();
  const auto k = factorize(s.model.stiffness, "K");
  const Matrix exact = k->solve(Matrix(s.rows.transpose()));
  EXPECT_LT((elastic.of_interface(Matrix::Identity(m, m)) - exact).norm(), 1e-7 * exact.norm());
  const Matrix load = Vector::LinSpaced(s.model.size(), -1.0, 2.0);
  EXPECT_LT((elastic.of(load) - k->solve(load)).norm(), 1e-7 * k->solve(load).norm());
}

// Rows of the same motions, of many entries, neither orthogonal nor of unit length.
Solved mixed(const Solved& s) {
  const Eigen::Index m = s.rows.rows();
  Matrix turn = 2.0 * Matrix::Identity(m, m);
  for (Eigen::Index i = 0; i < m; ++i) turn(i, (i + 1) % m) = 0.1 * static_cast<double>(i + 1);
  Solved other{s.model, SparseMatrix(turn.sparseView()) * s.rows, {}};
  other.constraint = constraint_modes(s.model.stiffness, s.model.mass, other.rows);
  return other;
}

TEST(InterfaceStiffness, IsTheEnergyOfConstraintModes) {
  const Solved single = beam(BeamEnd::clamped);
  for (const Solved& s : {single, mixed(single), mixed(beam(BeamEnd::free))}) {
    const Matrix& psi = s.constraint.shapes;
    const Matrix energy = psi.transpose() * (s.model.stiffness * psi);
    EXPECT_LT((interface_stiffness(s.model.stiffness, s.rows, psi) - energy).norm(),
              1e-6 * energy.norm());
  }
}

TEST(InterfaceStiffness, ServesMethodsWhoseRowsHaveManyEntries) {
  const Solved s = beam(BeamEnd::clamped), m = mixed(s);
  EXPECT_LT(m.full(2500.0).remainder, 1e-3);
  EXPECT_LT(direct_difference(m.component(), m.full(2500.0), 2), 1e-3);
  const InterfaceReduction nothing_left_out{8, 0.0};
  for (const char* method : {"craig_bampton", "rubin"}) {
    const Vector whole = m.condensed(method, 10).modes.omega;
    EXPECT_LT((m.condensed(method, 10, nothing_left_out).modes.omega - whole).norm(),
              1e-8 * whole.norm())
        << method;
  }
  const Vector massless = s.condensed("massless_boundary", 10).modes.omega;
  EXPECT_LT((m.condensed("massless_boundary", 10).modes.omega - massless).norm(),
            1e-8 * massless.norm());
}

TEST(ElasticAnswers, OfAFloatingBodyBalanceTheInertiaOfItsRigidMotion) {
  const Solved s = beam(BeamEnd::free);
  ASSERT_EQ(s.constraint.rigid_body_modes, 6);
  const Matrix rigid = lowest_modes(s.model.stiffness, s.model.mass, {6, 0, false}).shapes;
  const Component c = s.component();
  const ElasticAnswers elastic(c, rigid);
  Matrix loads(s.model.size(), 2);
  loads << Vector::LinSpaced(s.model.size(), -1.0, 2.0), Vector(s.rows.row(1).transpose());
  const Matrix answers = elastic.of(loads);
  const Matrix inertia = s.model.mass * rigid;
  const Matrix balanced = loads - inertia * (rigid.transpose() * loads);
  EXPECT_LT((s.model.stiffness * answers - balanced).norm(), 1e-6 * balanced.norm());
  EXPECT_LT((inertia.transpose() * answers).norm(), 1e-9 * answers.norm());
  Matrix second = Matrix::Zero(s.rows.rows(), 1);
  second(1, 0) = 1.0;
  EXPECT_LT((elastic.of_interface(second) - answers.col(1)).norm(), 1e-6 * answers.col(1).norm());
}

TEST(CondensationFamily, StaticsAreExactForInterfaceLoadsInEquilibrium) {
  for (const BeamEnd root : {BeamEnd::clamped, BeamEnd::free}) {
    const Solved s = beam(root);
    Matrix loads = Matrix::Identity(8, 8);
    if (root == BeamEnd::free) {  // no net force
      const Matrix rigid =
          s.rows * lowest_modes(s.model.stiffness, s.model.mass, {6, 0, false}).shapes;
      loads = complement_of_independent(rigid);
    }
    const Matrix exact = elastic_statics(s, loads);
    for (const char* method :
         {"craig_bampton", "craig_chang", "rubin", "dual_craig_bampton", "massless_boundary"}) {
      const CondensedComponent c = s.condensed(method, 12);
      const Matrix found = loads.transpose() * compliance_of(c, s) * loads;
      EXPECT_LT((found - loads.transpose() * exact).norm(), 1e-6 * exact.norm())
          << method << " " << static_cast<int>(root);
    }
  }
}

TEST(CondensationFamily, FreeMethodsHaveTheFreeModesExactly) {
  for (const BeamEnd root : {BeamEnd::clamped, BeamEnd::free}) {
    const Solved s = beam(root);
    const Vector exact = lowest_modes(s.model.stiffness, s.model.mass, {12, 0, false}).omega;
    for (const char* method : {"craig_chang", "rubin", "dual_craig_bampton"}) {
      const Modes modes = s.condensed(method, 12).modes;
      EXPECT_EQ(modes.rigid_body_modes, root == BeamEnd::free ? 6 : 0) << method;
      for (Eigen::Index i = 0; i < 12; ++i)
        EXPECT_NEAR(modes.omega[i], exact[i], 1e-7 * exact[i]) << method << " " << i;
    }
  }
}

TEST(CondensationFamily, RubinSpansCraigChangWhereTheBodyIsHeld) {
  const Solved s = beam(BeamEnd::clamped);
  const Vector a = s.condensed("rubin", 10).modes.omega,
               b = s.condensed("craig_chang", 10).modes.omega;
  ASSERT_EQ(a.size(), b.size());
  EXPECT_LT((a - b).cwiseQuotient(b).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(CondensationFamily, RubinAnswersNetForcesOnAFloatingBody) {
  // quasi-static: with the inertia of the rigid motion the load starts; craig_chang lacks it
  const Solved s = beam(BeamEnd::free);
  const Matrix exact = elastic_statics(s, Matrix::Identity(8, 8));
  const auto error = [&](const char* method) {
    return (compliance_of(s.condensed(method, 8), s) - exact).norm() / exact.norm();
  };
  EXPECT_LT(error("rubin"), 1e-6);
  EXPECT_LT(error("dual_craig_bampton"), 1e-6);
  EXPECT_GT(error("craig_chang"), 1e-4);
}

TEST(CondensationFamily, MasslessBoundaryMovesNoMassWithTheInterface) {
  FullModel rod = build_beam(steel_rod(0.3, 40, BeamEnd::clamped));
  const std::int64_t tip = rod.sets.at("TIP")[0];
  const Solved s = solved(std::move(rod), {{tip, 1}, {tip, 2}, {tip, 3}});
  const CondensedComponent c = s.condensed("massless_boundary", 30);
  const Eigen::Index m = s.rows.rows();
  EXPECT_EQ(c.mass.topRows(m).norm(), 0.0);
  EXPECT_EQ(c.modes.omega.size(), 30);
  EXPECT_EQ(c.statics.cols(), m);
  // coupling of mass is gone with Psi', not thrown away
  const Matrix coupling = c.normal.shapes.transpose() * (s.model.mass * c.constraint_modes);
  EXPECT_LT(coupling.norm(), 1e-9);
  // unit stiffness, and beside the modes
  const Matrix k = c.statics.transpose() * (s.model.stiffness * c.statics);
  EXPECT_LT((k - Matrix::Identity(m, m)).norm(), 1e-6);
  const Matrix beside = c.statics.transpose() * (s.model.stiffness * c.shapes());
  EXPECT_LT(beside.norm(), 1e-6 * c.modes.omega.tail(1)[0]);
  const Vector exact = lowest_modes(s.model.stiffness, s.model.mass, {6, 0, false}).omega;
  double last = 1.0;
  for (const Eigen::Index modes : {8, 16, 32, 64}) {
    const Vector omega = s.condensed("massless_boundary", modes).modes.omega;
    const double error = (omega.head(6) - exact).cwiseQuotient(exact).cwiseAbs().maxCoeff();
    EXPECT_LT(error, last) << modes;
    last = error;
  }
  EXPECT_LT(last, 0.03);
}

TEST(CondensationFamily, MasslessMethodsRefuseWhatTheyCannot) {
  const Solved s = beam(BeamEnd::free);
  EXPECT_THROW(s.condensed("dual_craig_bampton", 3), Error);  // rigid-body modes are left out
  EXPECT_THROW(s.condensed("massless_boundary", 0), Error);
  EXPECT_THROW(s.condensed("dual_craig_bampton", 8, {4, 0.0}), Error);
}

TEST(CharacteristicConstraintModes, AllOfThemAreCraigBampton) {
  const Solved s = beam(BeamEnd::clamped);
  const Vector exact = s.condensed("craig_bampton", 6).modes.omega;
  const CondensedComponent all = s.condensed("craig_bampton", 6, {8, 0.0});
  EXPECT_LT((all.modes.omega - exact).cwiseQuotient(exact).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_EQ(all.interface.kept, 8);
  EXPECT_LT(all.interface.compliance_error, 1e-12);
  double last = 0.0;
  for (Eigen::Index kept = 7; kept >= 2; --kept) {
    const CondensedComponent c = s.condensed("craig_bampton", 6, {kept, 0.0});
    EXPECT_EQ(c.modes.omega.size(), 6 + kept);
    EXPECT_GE(c.interface.frequency_error, last - 1e-12);
    for (Eigen::Index i = 0; i < c.modes.omega.size(); ++i)
      EXPECT_GE(c.modes.omega[i], exact[i] * (1.0 - 1e-9));  // Rayleigh
    last = c.interface.frequency_error;
  }
  EXPECT_GT(last, 1e-6);
  EXPECT_THROW(s.condensed("craig_bampton", 6, {0, 1e-3}), Error);
}

TEST(GivenModes, EveryModeGivesTheBodyBackAndDependentOnesAreRefused) {
  const FullModel model = build_beam(steel_rod(0.3, 6, BeamEnd::clamped));
  const SparseMatrix none(0, model.size());
  CondenseOptions options;
  options.method = "given";
  options.given = Matrix::Identity(model.size(), model.size());
  const Vector exact = lowest_modes(model.stiffness, model.mass, {0, 0, true}).omega;
  const CondensedComponent c = condense_component(model.stiffness, model.mass, none, options);
  EXPECT_LT((c.modes.omega - exact).cwiseQuotient(exact).cwiseAbs().maxCoeff(), 1e-6);
  options.given = Matrix::Random(model.size(), 4);
  options.given.col(3) = 2.0 * options.given.col(0) - options.given.col(1);
  EXPECT_THROW(condense_component(model.stiffness, model.mass, none, options), Error);
  options.given = Matrix::Ones(3, 1);
  EXPECT_THROW(condense_component(model.stiffness, model.mass, none, options), Error);
}

TEST(FullResponse, AgreesWithDirectSolutions) {
  for (const BeamEnd root : {BeamEnd::clamped, BeamEnd::free}) {
    const Solved s = beam(root);
    const FullResponse full = s.full(3000.0);
    EXPECT_LT(full.remainder, 1e-3);
    EXPECT_LT(direct_difference(s.component(), full, 3), 5.0 * full.remainder + 1e-6);
  }
}

TEST(CondensationErrors, VanishWithEveryModeAndFallWithTheirNumber) {
  for (const BeamEnd root : {BeamEnd::clamped, BeamEnd::free}) {
    const Solved s = beam(root);
    const FullResponse full = s.full(3000.0);
    for (const char* method : {"craig_bampton", "rubin"}) {
      const CondensedComponent all = s.condensed(method, s.model.size() - 20);
      const CondensationErrors none = errors_of(response_of(all, full.ports), full);
      EXPECT_LT(none.largest(), 2.0 * full.remainder + 1e-5) << method;
      EXPECT_NEAR(none.frac, 1.0, 1e-6);
      EXPECT_NEAR(lowest_mac(full, s.model.mass, all.modes.omega, all.shapes()), 1.0, 1e-6);
      double last = 1e9;
      for (const Eigen::Index modes : {6, 10, 16, 24}) {
        const CondensationErrors e =
            errors_of(response_of(s.condensed(method, modes), full.ports), full);
        EXPECT_LE(e.frequency, last + 1e-6) << method << modes;
        last = e.frequency;
      }
    }
  }
}

TEST(ChooseCondensation, ItsEstimateIsWhatTheBuildFindsAndNoFewerModesWillDo) {
  for (const BeamEnd root : {BeamEnd::clamped, BeamEnd::free}) {
    const Solved s = beam(root);
    const SparseMatrix none(0, s.model.size());
    for (const double top : {1000.0, 4000.0}) {
      const CondensationChoice choice =
          choose_condensation(s.model.stiffness, s.model.mass, s.rows, false,
                              Matrix(s.model.size(), 0), none, {top, 0.01, {}, false, false});
      const FullResponse full = s.full(top);
      const auto error = [&](const std::string& method, Eigen::Index modes) {
        return errors_of(response_of(s.condensed(method, modes), full.ports), full).largest();
      };
      const CondensationCandidate& c = choice.chosen;
      EXPECT_LT(error(c.method, c.modes), 0.0101) << choice.why;
      Eigen::Index best = 1000;
      for (const char* method : {"craig_bampton", "craig_chang", "rubin"})
        for (Eigen::Index modes = s.constraint.rigid_body_modes; modes < 40; ++modes) {
          const CondensedComponent manual = s.condensed(method, modes);
          if (manual.modes.omega.size() >= best) break;
          if (errors_of(response_of(manual, full.ports), full).largest() > 0.01) continue;
          best = std::min(best, manual.modes.omega.size());
          break;
        }
      EXPECT_LE(static_cast<double>(c.coordinates), 1.3 * static_cast<double>(best)) << choice.why;
    }
  }
}

}  // namespace
}  // namespace mortise::gen
