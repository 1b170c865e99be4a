#include "generator/contact/system/condense.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/mesh/lumped.hpp"
#include "generator/contact/unilateral/cylindrical_tip.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

// Rod with a contact at its tip node, a force at mid-length and everything else attached.
FullSystem rod_system(BeamEnd root) {
  FullSystem s = bare_system(build_beam(steel_rod(0.3, 40, root)));
  const std::int64_t tip = s.model.sets.at("TIP")[0];
  const std::int64_t middle = s.model.sets.at("AXIS")[21];
  s.damping = {{3.0, 2e-7}};
  s.make_lone().make<UnilateralContacts>().points.push_back(
      node_contact(s.model, tip, contact_frame(Vector3(-1, 0, 0)), {"tip", 1e-4, 0.3, 0.5, 0.0}));
  s.inputs.push_back({"force", "N", -1.0, 1.0, 0.0});
  s.input_forces.push_back(translation_row(s.model, middle, Vector3(1, 1, 0)));
  s.outputs.push_back({"tip_x", "m", OutputQuantity::displacement, 0});
  s.output_rows.push_back(translation_row(s.model, tip, Vector3(1, 0, 0)));
  return s;
}

SparseMatrix tip_dofs(const FullModel& model) {
  const std::int64_t tip = model.sets.at("TIP")[0];
  return dof_interface(model, {{tip, 1}, {tip, 2}, {tip, 3}, {tip, 4}, {tip, 5}, {tip, 6}});
}

Condensation condensed(const FullSystem& s, Eigen::Index count) {
  return condense(s, tip_dofs(s.model), {{count, 0.0, false}, false});
}

TEST(Condense, ShapesDiagonaliseMassAndStiffness) {
  const FullSystem s = rod_system(BeamEnd::clamped);
  const Condensation c = condensed(s, 6);
  const Eigen::Index r = c.system.size();
  ASSERT_EQ(r, 12);
  const Matrix mass = c.shapes.transpose() * (s.model.mass * c.shapes);
  EXPECT_LT((mass - Matrix::Identity(r, r)).cwiseAbs().maxCoeff(), 1e-9);
  Matrix stiffness = c.shapes.transpose() * (s.model.stiffness * c.shapes);
  stiffness.diagonal() -= c.system.omega.cwiseAbs2();
  EXPECT_LT(stiffness.cwiseAbs().maxCoeff(), 1e-9 * c.system.omega.cwiseAbs2().maxCoeff());
}

TEST(Condense, StaticResponseAtTheInterfaceIsExact) {
  const FullSystem s = rod_system(BeamEnd::clamped);
  const Condensation c = condensed(s, 2);
  const auto full = factorize(s.model.stiffness, "K");
  const SparseMatrix rows = tip_dofs(s.model);
  for (int i = 0; i < 6; ++i) {
    const Vector load = Vector(SparseMatrix(rows.transpose()).col(i));
    const Vector exact = full->solve(load);
    const Vector q = (c.shapes.transpose() * load).cwiseQuotient(c.system.omega.cwiseAbs2());
    EXPECT_LT((c.shapes * q - exact).norm(), 1e-6 * exact.norm()) << i;
  }
}

TEST(Condense, AttachmentModesMakeTheInputStaticallyExact) {
  const FullSystem s = rod_system(BeamEnd::clamped);
  const Vector load = s.input_forces[0];
  const Vector exact = factorize(s.model.stiffness, "K")->solve(load);
  const auto error = [&](bool attach) {
    const Condensation c = condense(s, tip_dofs(s.model), {{2, 0.0, false}, attach});
    EXPECT_EQ(c.report.attachment_modes, attach ? 1 : 0);
    const Vector q = (c.shapes.transpose() * load).cwiseQuotient(c.system.omega.cwiseAbs2());
    return (c.shapes * q - exact).norm() / exact.norm();
  };
  EXPECT_LT(error(true), 1e-6);
  EXPECT_GT(error(false), 1e-4);
}

TEST(Condense, FloatingBodyKeepsItsMassAndSixZeroModes) {
  const FullSystem s = rod_system(BeamEnd::free);
  const Condensation c = condensed(s, 4);
  EXPECT_EQ(c.report.rigid_body_modes, 6);
  EXPECT_EQ(c.system.omega.head(6).maxCoeff(), 0.0);
  EXPECT_GT(c.system.omega[6], 1e3);
  EXPECT_TRUE(c.report.warnings.empty());
  const double mass = 7850.0 * 3.14159265358979 * 0.0045 * 0.0045 * 0.3;
  EXPECT_NEAR(c.report.mass / mass, 1.0, 1e-12);
  for (int d = 1; d <= 3; ++d) {  // a translation loses no kinetic energy
    Vector unit = Vector::Zero(s.model.size());
    for (std::size_t i = 0; i < s.model.dofs.size(); ++i)
      if (s.model.dofs[i].direction == d) unit[static_cast<Eigen::Index>(i)] = 1.0;
    const Vector q = c.shapes.transpose() * (s.model.mass * unit);
    EXPECT_NEAR(q.squaredNorm() / mass, 1.0, 1e-8) << d;
    EXPECT_LT((c.shapes * q - unit).cwiseAbs().maxCoeff(), 1e-6) << d;
  }
}

TEST(Condense, FrequenciesConvergeFromAboveWithEveryMode) {
  for (const BeamEnd root : {BeamEnd::clamped, BeamEnd::free}) {
    const FullSystem s = rod_system(root);
    const Vector exact = lowest_modes(s.model.stiffness, s.model.mass, {14, 0.0, false}).omega;
    Vector last = Vector::Constant(14, 1e300);
    for (const Eigen::Index count : {8, 10, 13, 16, 24}) {
      const Vector omega = condensed(s, count).system.omega.head(14);
      for (int i = 0; i < 14; ++i) {
        EXPECT_LE(omega[i], last[i] * (1 + 1e-6)) << i;
        EXPECT_GE(omega[i], exact[i] * (1 - 1e-6)) << i;
      }
      last = omega;
    }
    EXPECT_NEAR(last[7] / exact[7], 1.0, 2e-4);
  }
}

TEST(Condense, ProjectsEverythingThatIsAttached) {
  FullSystem s = rod_system(BeamEnd::clamped);
  s.constant_force = Vector::LinSpaced(s.model.size(), -1.0, 1.0);
  const Condensation first = condensed(s, 6);
  // initial values inside the span come back exactly
  const Vector q = Vector::LinSpaced(first.system.size(), 1.0, 2.0);
  s.initial_displacement = first.shapes * q;
  s.initial_velocity = -2.0 * (first.shapes * q);
  const Condensation c = condensed(s, 6);
  const ReducedSystem& r = c.system;
  EXPECT_LT((r.initial_q - q).norm(), 1e-8);
  EXPECT_LT((r.initial_v + 2.0 * q).norm(), 1e-8);
  EXPECT_LT((r.constant_force - c.shapes.transpose() * s.constant_force).norm(), 1e-12);
  const Vector u = c.shapes * q;
  EXPECT_NEAR(r.lone().contacts().rows.row(0).dot(q), s.lone().contacts().points[0].normal.dot(u),
              1e-10);
  EXPECT_NEAR(r.lone().contacts().rows.row(1).dot(q), s.lone().contacts().points[0].tangent1.dot(u),
              1e-10);
  EXPECT_NEAR(r.lone().contacts().rows.row(2).dot(q), s.lone().contacts().points[0].tangent2.dot(u),
              1e-10);
  EXPECT_NEAR(r.output_rows.row(0).dot(q), s.output_rows[0].dot(u), 1e-10);
  EXPECT_NEAR(r.input_forces.col(0).dot(q), s.input_forces[0].dot(u), 1e-10);
  EXPECT_EQ(r.lone().contacts().points[0].name, "tip");
  for (Eigen::Index i = 0; i < r.size(); ++i)
    EXPECT_DOUBLE_EQ(r.damping[i], 3.0 + 2e-7 * r.omega[i] * r.omega[i]);
}

TEST(Condense, WallNormalMovesOneModeOfEachPair) {
  const FullSystem s = rod_system(BeamEnd::clamped);
  const Condensation c = condensed(s, 6);
  ASSERT_EQ(c.system.omega[0], c.system.omega[1]);
  EXPECT_GT(std::abs(c.system.lone().contacts().rows(0, 0)), 1.0);
  EXPECT_LT(std::abs(c.system.lone().contacts().rows(0, 1)),
            1e-8 * std::abs(c.system.lone().contacts().rows(0, 0)));
}

TEST(CondenseModal, SmallSystemsKeepAllTheirModes) {
  LumpedSpec spec;
  spec.masses = {{1, 2.0, {1}, Vector3::Zero()}, {2, 3.0, {1}, Vector3(1, 0, 0)}};
  spec.springs = {{Spring::kGround, 1, 1, 100.0}, {1, 2, 1, 50.0}};
  FullSystem s = bare_system(build_lumped(spec));
  ContactPoint floor;  // frictionless: no tangents
  floor.parameters.name = "floor";
  floor.normal = translation_row(s.model, 2, Vector3(1, 0, 0));
  s.make_lone().make<UnilateralContacts>().points.push_back(floor);
  const Condensation c = condense_modal(s, {0, 0.0, true});
  EXPECT_EQ(c.report.method, "full");
  // omega^2 of [150 -50; -50 50] against diag(2, 3)
  const double trace = 75.0 + 50.0 / 3.0, det = (150.0 * 50.0 - 2500.0) / 6.0;
  const double root = std::sqrt(trace * trace / 4 - det);
  EXPECT_NEAR(c.system.omega[0], std::sqrt(trace / 2 - root), 1e-13);
  EXPECT_NEAR(c.system.omega[1], std::sqrt(trace / 2 + root), 1e-13);
  EXPECT_EQ(c.system.lone().contacts().rows.row(1).norm(), 0.0);
  EXPECT_NEAR(c.system.lone().contacts().rows.row(0).squaredNorm(), 1.0 / 3.0,
              1e-14);  // n^T M^-1 n
  const Condensation one = condense_modal(s, {1, 0.0, false});
  EXPECT_EQ(one.report.method, "modes");
  EXPECT_EQ(one.system.size(), 1);
  EXPECT_THROW(condense_modal(s, {}), Error);
  EXPECT_THROW(condense_modal(s, {0, 1e-3, false}), Error);
}

TEST(CondenseModal, EqualInputGivesEqualBits) {
  const FullSystem s = rod_system(BeamEnd::clamped);
  const Condensation a = condensed(s, 8), b = condensed(s, 8);
  EXPECT_EQ(a.system.omega, b.system.omega);
  EXPECT_EQ(a.shapes, b.shapes);
}

TEST(Condense, RefusesPartsOfAnotherModel) {
  FullSystem s = rod_system(BeamEnd::clamped);
  s.constant_force = Vector::Zero(3);
  EXPECT_THROW(condensed(s, 2), Error);
  s = rod_system(BeamEnd::clamped);
  s.input_forces.clear();
  EXPECT_THROW(condensed(s, 2), Error);
  s = rod_system(BeamEnd::clamped);
  s.make_lone().make<UnilateralContacts>().points[0].tangent2.resize(5);
  EXPECT_THROW(condensed(s, 2), Error);
}

TEST(Rayleigh, MeetsTheRatioAtBothFrequencies) {
  const Rayleigh d = rayleigh_from_ratio(0.01, 565.0, 3543.0);
  for (const double w : {565.0, 3543.0})
    EXPECT_NEAR((d.alpha + d.beta * w * w) / (2.0 * w), 0.01, 1e-16);
  EXPECT_THROW(rayleigh_from_ratio(0.01, 5.0, 5.0), Error);
  EXPECT_THROW(rayleigh_from_ratio(0.01, 0.0, 5.0), Error);
  EXPECT_THROW(rayleigh_from_ratio(-0.01, 1.0, 5.0), Error);
}

}  // namespace
}  // namespace mortise::gen
