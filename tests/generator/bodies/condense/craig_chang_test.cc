#include "generator/bodies/condense/component.hpp"

#include <gtest/gtest.h>

#include "generator/bodies/condense/interface_rows.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

struct Rod {
  FullModel model;
  SparseMatrix rows;  // all motions of the tip, and two translations of an inner node
  Matrix psi;
};

Rod rod(BeamEnd root, int elements = 40) {
  Rod r{build_beam(steel_rod(0.3, elements, root)), {}, {}};
  const std::int64_t tip = r.model.sets.at("TIP")[0], inner = r.model.sets.at("MASTER")[0];
  r.rows = dof_interface(
      r.model,
      {{tip, 1}, {tip, 2}, {tip, 3}, {tip, 4}, {tip, 5}, {tip, 6}, {inner, 1}, {inner, 2}});
  r.psi = constraint_modes(r.model.stiffness, r.model.mass, r.rows).shapes;
  return r;
}

Modes normal_modes(const Rod& r, const ModeRequest& request) {
  return craig_chang({r.model.stiffness, r.model.mass, r.rows, r.rows, r.psi}, request);
}

// Modes of the body in the span of [Psi, Phi].
Modes reduced_modes(const Rod& r, const Matrix& phi) {
  Matrix span(r.model.size(), r.psi.cols() + phi.cols());
  span << r.psi, phi;
  Modes modes = dense_modes(span.transpose() * (r.model.stiffness * span),
                            span.transpose() * (r.model.mass * span),
                            rigid_body_level(r.model.stiffness, r.model.mass));
  modes.shapes = span * modes.shapes;
  return modes;
}

TEST(CraigChang, ModesRestAtTheInterfaceAndAreOrthonormal) {
  for (const BeamEnd root : {BeamEnd::clamped, BeamEnd::free}) {
    const Rod r = rod(root);
    const Modes phi = normal_modes(r, {12, 0.0, false});
    const Eigen::Index p = phi.omega.size();
    EXPECT_LT((r.rows * phi.shapes).cwiseAbs().maxCoeff(), 1e-6 * phi.shapes.cwiseAbs().maxCoeff());
    const Matrix mass = phi.shapes.transpose() * (r.model.mass * phi.shapes);
    EXPECT_LT((mass - Matrix::Identity(p, p)).norm(), 1e-8);
    const Matrix stiffness = phi.shapes.transpose() * (r.model.stiffness * phi.shapes);
    const Matrix square = phi.omega.cwiseAbs2().asDiagonal();
    EXPECT_LT((stiffness - square).norm(), 1e-8 * square.norm());
  }
}

TEST(CraigChang, FreeInterfaceModesAreKeptExactly) {
  for (const BeamEnd root : {BeamEnd::clamped, BeamEnd::free}) {
    const Rod r = rod(root);
    const Modes free = lowest_modes(r.model.stiffness, r.model.mass, {12, 0.0, false});
    const Modes found = reduced_modes(r, normal_modes(r, {12, 0.0, false}).shapes);
    EXPECT_EQ(found.rigid_body_modes, free.rigid_body_modes);
    for (Eigen::Index i = free.rigid_body_modes; i < 12; ++i) {
      EXPECT_NEAR(found.omega[i] / free.omega[i], 1.0, 1e-8) << i;
    }
  }
}

TEST(CraigChang, AgreesWithCraigBamptonBelowTheCutOff) {
  const Rod r = rod(BeamEnd::clamped);
  const ModeRequest request{0, 2e4, false};
  const Modes fixed = condense_component(r.model.stiffness, r.model.mass, r.rows, {request}).normal;
  const Modes bampton = reduced_modes(r, fixed.shapes);
  const Modes chang = reduced_modes(r, normal_modes(r, request).shapes);
  const double limit = 0.5 * 6.283185307179586 * request.cutoff_hz;
  ASSERT_GT((chang.omega.array() < limit).count(), 8);
  for (Eigen::Index i = 0; chang.omega[i] < limit; ++i) {
    EXPECT_NEAR(bampton.omega[i] / chang.omega[i], 1.0, 5e-3) << i;
    EXPECT_GT(bampton.omega[i], (1.0 - 1e-7) * chang.omega[i]) << i;  // from above (Rayleigh)
  }
}

TEST(CraigChang, RigidBodyModesVanish) {
  const Rod r = rod(BeamEnd::free);
  EXPECT_EQ(normal_modes(r, {6, 0.0, false}).omega.size(), 0);
  const Modes phi = normal_modes(r, {10, 0.0, false});
  EXPECT_EQ(phi.omega.size(), 4);
  EXPECT_EQ(phi.rigid_body_modes, 0);
  EXPECT_GT(phi.omega[0], 0.0);
}

TEST(CraigChang, DependentModesAreLeftOutAndTheRestAreTheFixedInterfaceModes) {
  // all free modes contain all motions: n - m remain beside the constraint modes
  const Rod r = rod(BeamEnd::clamped, 4);
  const Modes phi = normal_modes(r, {0, 0.0, true});
  ASSERT_EQ(phi.omega.size(), r.model.size() - r.rows.rows());
  const Modes fixed = lowest_modes(r.model.stiffness, r.model.mass, {0, 0.0, true}, r.rows);
  for (Eigen::Index i = 0; i < phi.omega.size(); ++i) {
    EXPECT_NEAR(phi.omega[i] / fixed.omega[i], 1.0, 1e-6) << i;
  }
}

TEST(CraigChang, WithoutModesThereAreNone) {
  const Rod r = rod(BeamEnd::clamped);
  const Modes none = normal_modes(r, {});
  EXPECT_EQ(none.omega.size(), 0);
  EXPECT_EQ(none.shapes.rows(), r.model.size());
}

}  // namespace
}  // namespace mortise::gen
