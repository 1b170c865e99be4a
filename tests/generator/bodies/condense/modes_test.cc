#include "generator/bodies/condense/modes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/bodies/mesh/lumped.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

// Chain of n unit masses and springs k between them; fixed or free ends.
struct Chain {
  SparseMatrix k, m;
};
Chain chain(Eigen::Index n, double stiffness, bool fixed) {
  Chain c{SparseMatrix(n, n), SparseMatrix(n, n)};
  c.m.setIdentity();
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool end = i == 0 || i == n - 1;
    c.k.coeffRef(i, i) = (end && !fixed ? 1.0 : 2.0) * stiffness;
    if (i > 0) c.k.coeffRef(i, i - 1) = c.k.coeffRef(i - 1, i) = -stiffness;
  }
  return c;
}

// Two copies of the pencil that do not touch: every frequency double.
SparseMatrix doubled(const SparseMatrix& a) {
  SparseMatrix two(2 * a.rows(), 2 * a.cols());
  for (int k = 0; k < a.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(a, k); it; ++it) {
      two.coeffRef(it.row(), it.col()) = it.value();
      two.coeffRef(a.rows() + it.row(), a.cols() + it.col()) = it.value();
    }
  two.makeCompressed();
  return two;
}

void expect_modal(const SparseMatrix& k, const SparseMatrix& m, const Modes& modes) {
  const Eigen::Index p = modes.omega.size();
  const Matrix unit = modes.shapes.transpose() * (m * modes.shapes);
  EXPECT_NEAR((unit - Matrix::Identity(p, p)).cwiseAbs().maxCoeff(), 0.0, 1e-10);
  Matrix square = modes.shapes.transpose() * (k * modes.shapes);
  square.diagonal() -= modes.omega.cwiseAbs2();
  EXPECT_LT(square.cwiseAbs().maxCoeff(), 1e-9 * modes.omega.cwiseAbs2().maxCoeff());
}

TEST(Modes, FixedChainHasItsClosedFormFrequencies) {
  for (const Eigen::Index n : {20, 800}) {  // dense and sparse
    const Chain c = chain(n, 3.0, true);
    const Modes modes = lowest_modes(c.k, c.m, {12, 0.0, false});
    ASSERT_EQ(modes.omega.size(), 12);
    for (int i = 0; i < 12; ++i) {
      const double exact = 2.0 * std::sqrt(3.0) * std::sin((i + 1) * kPi / (2.0 * (n + 1.0)));
      EXPECT_NEAR(modes.omega[i] / exact, 1.0, 1e-9) << "n " << n << " mode " << i;
    }
    EXPECT_EQ(modes.rigid_body_modes, 0);
    expect_modal(c.k, c.m, modes);
  }
}

// A cluster larger than a block of the eigen-solver, which the Sturm count finds incomplete.
TEST(Modes, TwelvefoldFrequenciesAreAllFound) {
  constexpr int kCopies = 12;
  const Chain c = chain(100, 1e6, true);
  SparseMatrix k(100 * kCopies, 100 * kCopies), m(k.rows(), k.cols());
  m.setIdentity();
  for (int copy = 0; copy < kCopies; ++copy)
    for (int j = 0; j < 100; ++j)
      for (SparseMatrix::InnerIterator it(c.k, j); it; ++it)
        k.insert(100 * copy + it.row(), 100 * copy + j) = it.value();
  const Modes modes = lowest_modes(k, m, {2 * kCopies, 0.0, false});
  ASSERT_EQ(modes.omega.size(), 2 * kCopies);
  for (int i = 0; i < 2 * kCopies; ++i) {
    const double exact = 2.0 * 1e3 * std::sin((i / kCopies + 1) * kPi / (2.0 * 101.0));
    EXPECT_NEAR(modes.omega[i] / exact, 1.0, 1e-9) << i;
  }
  expect_modal(k, m, modes);
}

TEST(Modes, UnprovenOnesAreTheSame) {
  const Chain c = chain(700, 2.0, false);
  ModeRequest request{9, 0.0, false};
  const Vector proven = lowest_modes(c.k, c.m, request).omega;
  request.proven = false;
  EXPECT_EQ(lowest_modes(c.k, c.m, request).omega, proven);
}

TEST(Modes, RigidBodyModesMayComeOnTop) {
  for (const Eigen::Index n : {10, 120}) {  // dense and sparse
    const Chain c = chain(n, 3.0, false);
    // six bodies: as many rigid-body modes
    SparseMatrix k(6 * n, 6 * n), m(6 * n, 6 * n);
    m.setIdentity();
    for (int body = 0; body < 6; ++body)
      for (Eigen::Index j = 0; j < n; ++j)
        for (SparseMatrix::InnerIterator it(c.k, j); it; ++it)
          k.insert(body * n + it.row(), body * n + j) = (1.0 + 0.1 * body) * it.value();
    ModeRequest request{3, 0.0, false};
    request.elastic = true;
    const Modes modes = lowest_modes(k, m, request);
    ASSERT_EQ(modes.omega.size(), 9) << n;
    EXPECT_EQ(modes.rigid_body_modes, 6);
    for (int i = 0; i < 3; ++i) {
      const double exact =
          2.0 * std::sqrt(3.0 * (1.0 + 0.1 * i)) * std::sin(kPi / (2.0 * static_cast<double>(n)));
      EXPECT_NEAR(modes.omega[6 + i] / exact, 1.0, 1e-9) << n << " " << i;
    }
  }
}

TEST(Modes, FreeChainHasOneRigidBodyMode) {
  for (const Eigen::Index n : {20, 800}) {
    const Chain c = chain(n, 3.0, false);
    const Modes modes = lowest_modes(c.k, c.m, {6, 0.0, false});
    EXPECT_EQ(modes.rigid_body_modes, 1);
    EXPECT_EQ(modes.omega[0], 0.0);
    EXPECT_NEAR(modes.omega[1] / (2.0 * std::sqrt(3.0) * std::sin(kPi / (2.0 * n))), 1.0, 1e-9);
    expect_modal(c.k, c.m, modes);
  }
}

TEST(Modes, EveryDoubleFrequencyIsFoundTwice) {
  const Chain c = chain(400, 1e6, true);
  SparseMatrix k = doubled(doubled(c.k)), m = doubled(doubled(c.m));
  const Modes modes = lowest_modes(k, m, {16, 0.0, false});
  ASSERT_EQ(modes.omega.size(), 16);
  for (int i = 0; i < 16; ++i) {
    const double exact = 2.0 * 1e3 * std::sin((i / 4 + 1) * kPi / (2.0 * 401.0));
    EXPECT_NEAR(modes.omega[i] / exact, 1.0, 1e-9) << i;
  }
  EXPECT_FALSE(modes.splits_multiple);
  EXPECT_TRUE(lowest_modes(k, m, {15, 0.0, false}).splits_multiple);
  expect_modal(k, m, modes);
}

TEST(Modes, CutOffTakesExactlyTheModesBelow) {
  for (const Eigen::Index n : {20, 800}) {
    const Chain c = chain(n, 3.0, true);
    const Vector all = lowest_modes(c.k, c.m, {8, 0.0, false}).frequencies_hz();
    const double between = 0.5 * (all[4] + all[5]);
    EXPECT_EQ(lowest_modes(c.k, c.m, {0, between, false}).omega.size(), 5);
    EXPECT_EQ(lowest_modes(c.k, c.m, {3, between, false}).omega.size(), 3);
    EXPECT_EQ(lowest_modes(c.k, c.m, {9, between, false}).omega.size(), 5);
    EXPECT_EQ(lowest_modes(c.k, c.m, {0, 0.5 * all[0], false}).omega.size(), 0);
    EXPECT_EQ(lowest_modes(c.k, c.m, {}).omega.size(), 0);
  }
}

TEST(Modes, ConstraintsHoldInDenseAndSparse) {
  for (const Eigen::Index n : {21, 801}) {
    // holding the middle mass splits a fixed chain into two equal ones
    const Chain c = chain(n, 3.0, true);
    SparseMatrix row(1, n);
    row.insert(0, n / 2) = 2.0;
    const Modes modes = lowest_modes(c.k, c.m, {6, 0.0, false}, row);
    ASSERT_EQ(modes.omega.size(), 6);
    const double half = n / 2 + 1.0;
    for (int i = 0; i < 6; ++i)
      EXPECT_NEAR(modes.omega[i] / (2.0 * std::sqrt(3.0) * std::sin((i / 2 + 1) * kPi / 2 / half)),
                  1.0, 1e-9);
    EXPECT_LT((row * modes.shapes).cwiseAbs().maxCoeff(), 1e-12);
    expect_modal(c.k, c.m, modes);
  }
}

TEST(Modes, HeldDofsGiveTheModesOfTheSameRowsMixed) {
  // a row of one entry drops the dof; sums of such rows hold the same dofs by projection
  const Chain c = chain(400, 1e4, false);
  SparseMatrix single(2, 400), mixed(2, 400);
  single.insert(0, 30) = -1.0;
  single.insert(1, 250) = 2.0;
  mixed.insert(0, 30) = mixed.insert(0, 250) = mixed.insert(1, 30) = 1.0;
  mixed.insert(1, 250) = -1.0;
  const Modes a = lowest_modes(c.k, c.m, {9, 0.0, false}, single);
  const Modes b = lowest_modes(c.k, c.m, {9, 0.0, false}, mixed);
  ASSERT_EQ(a.omega.size(), 9);
  EXPECT_LT((a.omega - b.omega).cwiseAbs().maxCoeff(), 1e-9 * a.omega[8]);
  EXPECT_EQ((single * a.shapes).cwiseAbs().maxCoeff(), 0.0);
  EXPECT_LT((Matrix(a.shapes.transpose() * c.m * a.shapes) - Matrix::Identity(9, 9)).norm(), 1e-9);
}

TEST(Modes, MasslessDirectionsFollowStatically) {
  // mass - spring - massless joint - spring - ground: two springs in series
  Matrix k(2, 2), m = Matrix::Zero(2, 2);
  k << 3.0, -3.0, -3.0, 9.0;
  m(0, 0) = 2.0;
  const Modes modes = dense_modes(k, m, 0.0);
  ASSERT_EQ(modes.omega.size(), 1);
  EXPECT_NEAR(modes.omega[0], std::sqrt(2.0 / 2.0), 1e-15);
  EXPECT_NEAR(modes.shapes(1, 0) / modes.shapes(0, 0), 1.0 / 3.0, 1e-15);
}

TEST(Modes, FreeMassHasOnlyZeroFrequencies) {
  LumpedSpec spec;
  spec.masses = {{1, 2.0, {1, 2, 3}, Vector3::Zero()}};
  const FullModel model = build_lumped(spec);
  const Modes modes = lowest_modes(model.stiffness, model.mass, {0, 0.0, true});
  EXPECT_EQ(modes.rigid_body_modes, 3);
  EXPECT_NEAR(modes.shapes.cwiseAbs().maxCoeff(), std::sqrt(0.5), 1e-15);
}

TEST(Modes, RefusesNegativeStiffnessAndMechanisms) {
  for (const Eigen::Index n : {20, 800}) {
    Chain c = chain(n, 3.0, true);
    c.k.coeffRef(5, 5) -= 8.0;
    EXPECT_THROW(lowest_modes(c.k, c.m, {4, 0.0, false}), Error);
    c = chain(n, 3.0, true);
    SparseMatrix keep(n, n);  // one dof without stiffness and mass
    keep.setIdentity();
    keep.coeffRef(7, 7) = 0.0;
    const SparseMatrix k = keep * c.k * keep, m = keep * c.m * keep;
    EXPECT_THROW(lowest_modes(k, m, {4, 0.0, false}), Error);
  }
  EXPECT_THROW(dense_modes(Matrix::Identity(2, 2), Matrix::Zero(2, 2), 0.0), Error);
  EXPECT_THROW(dense_modes(Matrix::Identity(2, 2), -Matrix::Identity(2, 2), 0.0), Error);
}

TEST(Modes, FreeBeamHasSixRigidBodyModes) {
  const FullModel model = build_beam(steel_rod(0.3, 60, BeamEnd::free));
  const Modes sparse = lowest_modes(model.stiffness, model.mass, {16, 0.0, false});
  EXPECT_EQ(sparse.rigid_body_modes, 6);
  // free-free bending of a slender rod: (4.7300 / L)^2 sqrt(E I / rho A) / 2 pi
  const double exact =
      4.730040745 * 4.730040745 / (2 * kPi * 0.09) * std::sqrt(2.1e11 / 7850.0) * 0.00225;
  EXPECT_NEAR(sparse.frequencies_hz()[6] / exact, 1.0, 1e-6);
  EXPECT_NEAR(sparse.frequencies_hz()[7] / exact, 1.0, 1e-6);
  const Modes all = lowest_modes(model.stiffness, model.mass, {0, 0.0, true});
  EXPECT_EQ(all.omega.size(), model.size());
  for (int i = 6; i < 16; ++i) EXPECT_NEAR(sparse.omega[i] / all.omega[i], 1.0, 1e-6) << i;
}

}  // namespace
}  // namespace mortise::gen
