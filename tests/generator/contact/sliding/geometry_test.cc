// Place of the slave on the deformed chain, and its rows against differences.
#include "generator/contact/sliding/geometry.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/text/error.hpp"
#include "tests/generator/contact/sliding/systems.hpp"

namespace mortise::gen {
namespace {

// Four modes that move the slave and four target nodes in all directions.
ReducedSliding lively_chain() {
  ReducedSliding s;
  s.slave_rows.resize(2, 4);
  s.target_rows.resize(8, 4);
  for (int j = 0; j < 4; ++j) {
    for (int i = 0; i < 2; ++i) s.slave_rows(i, j) = std::cos(1.0 + 2.1 * i + 0.7 * j);
    for (int i = 0; i < 8; ++i) s.target_rows(i, j) = std::sin(0.4 + 1.7 * i + 2.3 * j);
  }
  s.geometry.target_positions = Matrix{{0.0, 1.0, 1.8, 3.0}, {0.0, 0.1, 0.05, 0.2}};
  s.geometry.slave_height = 0.3;
  s.law.friction = 0.4;
  return s;
}

const Vector kState{{0.03, -0.05, 0.02, 0.04}};

TEST(SlidingGeometry, FootAndGapOfATiltedSegment) {
  ReducedSliding s = lively_chain();
  s.geometry.target_positions = Matrix{{0.0, 3.0}, {0.0, 4.0}};  // length 5
  s.target_rows.conservativeResize(4, 4);
  s.geometry.slave_height = 3.0;
  const SlidingGeometryModel geometry(s, 4);
  const ContactPlace p = geometry.undeformed(1.0);
  EXPECT_NEAR(p.share, (1.0 * 0.6 + 3.0 * 0.8) / 5.0, 1e-15);
  EXPECT_NEAR(p.gap, -1.0 * 0.8 + 3.0 * 0.6, 1e-15);
  EXPECT_NEAR(p.length, 5.0, 1e-15);
}

TEST(SlidingGeometry, RowOfTheGapIsItsDerivative) {
  const SlidingGeometryModel geometry(lively_chain(), 4);
  for (const double path : {0.45, 1.3, 2.2}) {
    const ContactPlace p = geometry.find(kState, path);
    Vector row;
    geometry.gap_row(p, &row);
    const double h = 1e-6;
    for (int i = 0; i < 4; ++i) {
      const Vector step = h * Vector::Unit(4, i);
      const double slope = (geometry.follow(kState + step, path, p.segment, 0).gap -
                            geometry.follow(kState - step, path, p.segment, 0).gap) /
                           (2 * h);
      EXPECT_NEAR(row[i], slope, 1e-9);
    }
    const double drift = (geometry.follow(kState, path + h, p.segment, 0).gap -
                          geometry.follow(kState, path - h, p.segment, 0).gap) /
                         (2 * h);
    EXPECT_NEAR(p.normal().x(), drift, 1e-9);
  }
}

TEST(SlidingGeometry, ForceTurnsWithTheSegmentAndTravelsWithTheFoot) {
  const SlidingGeometryModel geometry(lively_chain(), 4);
  for (const double direction : {1.0, -1.0}) {
    const ContactPlace p = geometry.find(kState, 1.3);
    const auto d = geometry.force_derivative(p, 0.4, direction);
    const Matrix whole = d.left * d.right.transpose();
    const double h = 1e-6;
    for (int i = 0; i < 4; ++i) {
      const Vector step = h * Vector::Unit(4, i);
      Vector above, below;
      geometry.force_row(geometry.follow(kState + step, 1.3, p.segment, 0), 0.4, direction, &above);
      geometry.force_row(geometry.follow(kState - step, 1.3, p.segment, 0), 0.4, direction, &below);
      EXPECT_LT((whole.col(i) - (above - below) / (2 * h)).norm(), 1e-8);
    }
  }
}

// Eq. 39-40: on a flat chain the slave gets lambda (-mu, 1), its foot the opposite, shared.
TEST(SlidingGeometry, ForcesOfAFlatChain) {
  ReducedSliding s = lively_chain();
  s.geometry.target_positions.row(1).setZero();
  const SlidingGeometryModel geometry(s, 4);
  const ContactPlace p = geometry.undeformed(1.2);
  EXPECT_EQ(p.segment, 1);
  EXPECT_NEAR(p.share, 0.25, 1e-12);
  Vector b;
  geometry.force_row(p, 0.4, 1.0, &b);
  const auto node = [&](int k) -> Vector {
    return (-0.4 * s.target_rows.row(2 * k) + s.target_rows.row(2 * k + 1)).transpose();
  };
  const Vector slave = (-0.4 * s.slave_rows.row(0) + s.slave_rows.row(1)).transpose();
  EXPECT_LT((b - (slave - 0.75 * node(1) - 0.25 * node(2))).norm(), 1e-12);
}

TEST(SlidingGeometry, WalksToTheSegmentOfTheFootButNotFurtherThanAllowed) {
  const SlidingGeometryModel geometry(lively_chain(), 4);
  const Vector zero = Vector::Zero(4);
  EXPECT_EQ(geometry.find(zero, 2.5).segment, 2);
  EXPECT_EQ(geometry.follow(zero, 2.5, 0, 2).segment, 2);
  EXPECT_EQ(geometry.follow(zero, 2.5, 0, 1).segment, 1);
  EXPECT_EQ(geometry.follow(zero, 0.2, 2, 2).segment, 0);
  // above the ridge at node 1 neither segment has the foot inside: one of them keeps it
  const ContactPlace ridge = geometry.find(zero, 0.995);
  EXPECT_LE(ridge.segment, 1);
  EXPECT_NEAR(ridge.segment == 0 ? ridge.share : ridge.share + 1, 1.0, 0.05);
}

// The slip is the velocity along the segment relative to the material point under the slave.
TEST(SlidingGeometry, SlipVelocity) {
  const ReducedSliding s = lively_chain();
  const SlidingGeometryModel geometry(s, 4);
  const ContactPlace p = geometry.find(kState, 1.3);
  const Vector v{{0.2, -0.4, 0.7, 0.1}};
  const Vector2 slave = Vector2(0.5, 0.0) + s.slave_rows * v;
  const Vector2 foot = (1 - p.share) * (s.target_rows.middleRows(2 * p.segment, 2) * v) +
                       p.share * (s.target_rows.middleRows(2 * p.segment + 2, 2) * v);
  EXPECT_NEAR(geometry.slip_velocity(p, v, 0.5), p.tangent().dot(slave - foot), 1e-14);
}

TEST(SlidingGeometry, RefusesWhatIsNoChainOrIsLeft) {
  ReducedSliding s = lively_chain();
  EXPECT_THROW(SlidingGeometryModel(s, 5), Error);
  const SlidingGeometryModel geometry(s, 4);
  EXPECT_THROW(geometry.undeformed(3.2), Error);
  EXPECT_THROW(geometry.undeformed(-0.2), Error);
  s.law.friction = -0.1;
  EXPECT_THROW(SlidingGeometryModel(s, 4), Error);
  s = lively_chain();
  s.geometry.target_positions(0, 2) = 0.9;
  EXPECT_THROW(SlidingGeometryModel(s, 4), Error);
  s = lively_chain();
  s.slave_rows(0, 0) = std::nan("");
  EXPECT_THROW(SlidingGeometryModel(s, 4), Error);
}

}  // namespace
}  // namespace mortise::gen
