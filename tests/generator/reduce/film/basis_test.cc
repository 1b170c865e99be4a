#include "generator/reduce/film/basis.hpp"

#include <gtest/gtest.h>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Snapshots made of given positive shapes with a share that decays from shape to shape.
Matrix snapshots_of(const Matrix& shapes, int count) {
  Matrix shares(shapes.cols(), count);
  for (int k = 0; k < count; ++k) {
    for (Eigen::Index j = 0; j < shapes.cols(); ++j) {
      shares(j, k) =
          std::pow(0.1, static_cast<double>(j)) * (1.5 + std::sin(1.0 + 0.7 * k * (j + 1)));
    }
  }
  return shapes * shares;
}

Matrix bumps(int points, int count) {
  Matrix shapes = Matrix::Zero(points, count);
  for (int j = 0; j < count; ++j) {
    for (int i = 1; i + 1 < points; ++i) {
      shapes(i, j) = std::exp(-std::pow((i - points * (j + 1.0) / (count + 1.0)) / 3.0, 2));
    }
  }
  return shapes;
}

TEST(Basis, SpansSnapshotsOfKnownRank) {
  const Matrix shapes = bumps(40, 4), snapshots = snapshots_of(shapes, 25);
  BasisOptions options;
  options.modes = 4;
  const PressureBasis basis = pressure_basis(snapshots, Matrix::Identity(40, 40), options);
  ASSERT_EQ(basis.shapes.cols(), 4);
  EXPECT_LT((basis.shapes.transpose() * basis.shapes - Matrix::Identity(4, 4)).norm(), 1e-12);
  EXPECT_LT(basis.pressure_error, 1e-12);
  EXPECT_LT((basis.shapes * project(basis, snapshots) - snapshots).norm(),
            1e-11 * snapshots.norm());
  EXPECT_LT(basis.singular_values[4], 1e-12 * basis.singular_values[0]);
}

TEST(Basis, ManySnapshotsGiveTheSameAsFew) {
  const Matrix few = snapshots_of(bumps(20, 5), 30);
  Matrix many(20, 90);
  many << few, few, few;
  BasisOptions options;
  options.modes = 3;
  const Matrix unit = Matrix::Identity(20, 20);
  const PressureBasis a = pressure_basis(few, unit, options),
                      b = pressure_basis(many, unit, options);
  EXPECT_LT((a.shapes * a.shapes.transpose() - b.shapes * b.shapes.transpose()).norm(), 1e-9);
  EXPECT_NEAR(a.pressure_error, b.pressure_error, 1e-9);
}

TEST(Basis, RefusesMoreShapesThanThereAre) {
  const Matrix snapshots = snapshots_of(bumps(40, 3), 25);
  BasisOptions options;
  options.modes = 4;
  EXPECT_THROW(pressure_basis(snapshots, Matrix::Identity(40, 40), options), Error);
  options.modes = 1;
  EXPECT_THROW(pressure_basis(Matrix::Zero(40, 5), Matrix::Identity(40, 40), options), Error);
}

TEST(Basis, ErrorChoosesTheSmallestNumber) {
  const Matrix snapshots = snapshots_of(bumps(60, 6), 40), unit = Matrix::Identity(60, 60);
  BasisOptions options;
  options.error = 1e-3;
  const PressureBasis basis = pressure_basis(snapshots, unit, options);
  const auto r = basis.shapes.cols();
  EXPECT_LE(basis.pressure_error, 1e-3);
  options.error = 0.0;
  options.modes = static_cast<int>(r) - 1;
  EXPECT_GT(pressure_basis(snapshots, unit, options).pressure_error, 1e-3);
  // at most as many as asked for
  options.error = 1e-12;
  options.modes = 2;
  EXPECT_EQ(pressure_basis(snapshots, unit, options).shapes.cols(), 2);
}

TEST(Basis, ClipsNegativePressure) {
  Matrix snapshots = snapshots_of(bumps(40, 2), 10);
  snapshots.row(20).array() = -5.0;
  BasisOptions options;
  options.modes = 2;
  const PressureBasis basis = pressure_basis(snapshots, Matrix::Identity(40, 40), options);
  EXPECT_EQ(basis.shapes.row(20).norm(), 0.0);
  EXPECT_EQ(basis.weights[20], 0.0);
}

// A node with little pressure counts as much as one with a lot. Two shapes: without weights, the
// second one is the small change of a strong node, with weights the large one of the weak node.
TEST(Basis, WeightsLiftWeakNodes) {
  Matrix snapshots(3, 8);
  for (int k = 0; k < 8; ++k) {
    snapshots.col(k) << 1.0, 1.0 + 0.01 * std::cos(k), 0.001 * (1.1 + std::sin(2.0 * k));
  }
  BasisOptions options;
  options.modes = 2;
  options.weight_floor = 1e-6;
  const Matrix unit = Matrix::Identity(3, 3);
  const PressureBasis fair = pressure_basis(snapshots, unit, options);
  options.weight_floor = 1e6;
  const PressureBasis plain = pressure_basis(snapshots, unit, options);
  const auto weak_error = [&](const PressureBasis& basis) {
    return (basis.shapes * project(basis, snapshots) - snapshots).row(2).norm();
  };
  EXPECT_LT(weak_error(fair), 0.1 * weak_error(plain));
}

}  // namespace
}  // namespace mortise::gen
