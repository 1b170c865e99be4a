#include "generator/bodies/condense/component.hpp"

#include <gtest/gtest.h>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/model/rigid_motion.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

struct Case {
  FullModel model;
  SparseMatrix rows;
};

// Rod with all six motions of its tip as interface.
Case tip_case(BeamEnd root, int elements = 40) {
  Case c{build_beam(steel_rod(0.3, elements, root)), {}};
  const std::vector<Master> masters = {{c.model.sets.at("MASTER")[0], {1, 2, 3}, 1.0},
                                       {c.model.sets.at("TIP")[0], {1, 2, 3, 6}, 1.0}};
  c.rows = RigidMotion(c.model, masters, Vector3(0, 0, 0.3)).rows();
  return c;
}

CondensedComponent basis_of(const Case& c, Eigen::Index count) {
  return condense_component(c.model.stiffness, c.model.mass, c.rows, {{count, 0.0, false}});
}

TEST(CraigBampton, ConstraintModesMoveTheInterfaceByOneAndLoadItOnly) {
  for (const BeamEnd root : {BeamEnd::clamped, BeamEnd::free}) {
    const Case c = tip_case(root);
    const CondensedComponent basis = basis_of(c, 6);
    const Matrix unit = c.rows * basis.constraint_modes;
    EXPECT_LT((unit - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-7);
    EXPECT_LT((c.rows * basis.normal.shapes).cwiseAbs().maxCoeff(), 1e-9);
    // what loads the structure is R^T times a reaction: nothing else is left over
    const Matrix force = c.model.stiffness * basis.constraint_modes;
    const Matrix rows = Matrix(c.rows).transpose();
    const Matrix reaction = least_squares_pivoted(rows, force);
    EXPECT_LT((force - rows * reaction).cwiseAbs().maxCoeff(),
              1e-7 * (c.model.stiffness.diagonal().maxCoeff()));
  }
}

TEST(CraigBampton, ConstraintAndFixedInterfaceModesDecoupleInStiffness) {
  const Case c = tip_case(BeamEnd::clamped);
  const CondensedComponent basis = basis_of(c, 8);
  const Matrix coupling =
      basis.constraint_modes.transpose() * (c.model.stiffness * basis.normal.shapes);
  const Vector psi =
      (basis.constraint_modes.transpose() * c.model.stiffness * basis.constraint_modes)
          .diagonal()
          .cwiseSqrt();
  const Matrix relative =
      psi.cwiseInverse().asDiagonal() * coupling * basis.normal.omega.cwiseInverse().asDiagonal();
  EXPECT_LT(relative.cwiseAbs().maxCoeff(), 1e-6);
}

TEST(CraigBampton, SelectingDofsIsTheClassicalMethod) {
  // Psi = [I; -K_ii^-1 K_ib] for boundary dofs
  const FullModel model = build_beam(steel_rod(0.3, 5, BeamEnd::clamped));
  const std::int64_t tip = model.sets.at("TIP")[0];
  const SparseMatrix rows = dof_interface(model, {{tip, 1}, {tip, 2}, {tip, 3}});
  const CondensedComponent basis =
      condense_component(model.stiffness, model.mass, rows, {{2, 0.0, false}});
  const Matrix k = Matrix(model.stiffness);
  std::vector<Eigen::Index> inner, boundary(3);
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof dof = model.dofs[static_cast<std::size_t>(i)];
    if (dof.node == tip && dof.direction <= 3)
      boundary[static_cast<std::size_t>(dof.direction - 1)] = i;
    else
      inner.push_back(i);
  }
  const Matrix kii = k(inner, inner), kib = k(inner, boundary);
  const Matrix expected = -PivotedCholesky(kii).solve(kib);
  const Matrix found = basis.constraint_modes(inner, Eigen::all);
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-7 * expected.cwiseAbs().maxCoeff());
}

TEST(CraigBampton, FloatingBodyNeedsAnInterfaceThatHoldsIt) {
  const Case c = tip_case(BeamEnd::free);
  EXPECT_EQ(basis_of(c, 4).rigid_body_modes, 6);
  const std::int64_t tip = c.model.sets.at("TIP")[0];
  const SparseMatrix point = dof_interface(c.model, {{tip, 1}, {tip, 2}, {tip, 3}});
  EXPECT_THROW(condense_component(c.model.stiffness, c.model.mass, point, {{4, 0.0, false}}),
               Error);
}

TEST(CraigBampton, SingularMassMatrixIsLegal) {
  const FullModel model =
      import_matrices({"calculix",
                       std::string(MORTISE_TEST_DATA) + "/calculix_cantilever/cant_c3d20r",
                       "",
                       "mm,t,s,N",
                       {}});
  std::vector<Master> masters = masters_of_set(model, "TIP");
  const SparseMatrix rows = RigidMotion(model, masters, Vector3(0.04, 0.003, 0.002)).rows();
  const CondensedComponent basis =
      condense_component(model.stiffness, model.mass, rows, {{8, 0.0, false}});
  EXPECT_EQ(basis.rigid_body_modes, 0);
  EXPECT_LT((rows * basis.constraint_modes - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-9);
  const Matrix& phi = basis.normal.shapes;
  EXPECT_LT((phi.transpose() * (model.mass * phi) - Matrix::Identity(8, 8)).norm(), 1e-9);
  EXPECT_LT((rows * phi).cwiseAbs().maxCoeff(), 1e-9 * phi.cwiseAbs().maxCoeff());
}

TEST(CraigBampton, RefusesDependentRowsByNumber) {
  const FullModel model = build_beam(steel_rod(0.3, 5, BeamEnd::clamped));
  const std::int64_t tip = model.sets.at("TIP")[0];
  const SparseMatrix twice = dof_interface(model, {{tip, 1}, {tip, 2}, {tip, 1}});
  try {
    condense_component(model.stiffness, model.mass, twice, {{}});
    FAIL() << "dependent rows were accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("row 3 of 3"), std::string::npos) << error.what();
  }
  const SparseMatrix point = dof_interface(model, {{tip, 1}});
  EXPECT_THROW(condense_component(0.0 * model.stiffness, model.mass, point, {{}}), Error);
  EXPECT_THROW(condense_component(model.stiffness, model.mass, SparseMatrix(0, model.size()), {{}}),
               Error);
}

TEST(CraigBampton, AttachmentModesAnswerTheirLoadWithTheInterfaceHeld) {
  const Case c = tip_case(BeamEnd::clamped);
  Matrix loads = Matrix::Zero(c.model.size(), 3);
  loads(60, 0) = 1.0;
  loads(60, 1) = -2.0;  // the same pattern again: left out
  loads(91, 2) = 1.0;
  const CondensedComponent basis =
      condense_component(c.model.stiffness, c.model.mass, c.rows, {{4, 0.0, false}, true}, loads);
  EXPECT_EQ(basis.attachment_modes.cols(), 2);
  EXPECT_LT((c.rows * basis.attachment_modes).cwiseAbs().maxCoeff(),
            1e-8 * basis.attachment_modes.cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace mortise::gen
