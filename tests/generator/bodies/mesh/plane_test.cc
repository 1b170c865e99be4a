// Plane quadrilaterals and the bodies made of them: patch test, rigid motions, beam theory, and
// frequencies of an independent prototype.
#include "generator/bodies/mesh/plane.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

const QuadCorners kDistorted =
    (QuadCorners() << 0.1, 0.0, 1.3, 0.2, 1.0, 1.1, -0.1, 0.7).finished();

PlaneBody plane_cantilever(double density) {
  PlaneBody body;
  body.name = "beam";
  body.length = 1.0;
  body.height = 0.1;
  body.elements_x = 20;
  body.elements_y = 2;
  body.material.young = 2e11;
  body.material.density = density;
  body.supports = {{PlaneEdge::left, {1, 2}}};
  return body;
}

Vector plane_frequencies_hz(const FullModel& model) {
  const PencilEigen modes = pencil_eigen(Matrix(model.stiffness), Matrix(model.mass));
  return modes.values.cwiseMax(0.0).cwiseSqrt() / kTwoPi;
}

double distance_to_closest(const Vector& values, double wanted) {
  return (values.array() - wanted).abs().minCoeff();
}

// Dofs of the motion u = a + G x at the corners.
Eigen::Matrix<double, 8, 1> linear_motion(const QuadCorners& corners, const Eigen::Vector2d& a,
                                          const Eigen::Matrix2d& g) {
  Eigen::Matrix<double, 8, 1> u;
  for (int i = 0; i < 4; ++i) u.segment<2>(2 * i) = a + g * corners.row(i).transpose();
  return u;
}

TEST(Quad, UniformStrainGivesTheForcesOfUniformStressOnADistortedElement) {
  const double width = 0.3;
  const Eigen::Matrix3d d = plane_elasticity({7e10, 0.33, 0.0}, PlaneState::stress);
  Eigen::Matrix2d g;
  g << 1e-3, 4e-4, -2e-4, 3e-4;
  const Eigen::Vector3d stress = d * Eigen::Vector3d(g(0, 0), g(1, 1), g(0, 1) + g(1, 0));
  for (const QuadKind kind : {QuadKind::full, QuadKind::incompatible}) {
    const QuadMatrix k = quad_stiffness(kDistorted, d, width, kind);
    const Eigen::Matrix<double, 8, 1> force =
        k * linear_motion(kDistorted, Eigen::Vector2d(0.1, -0.2), g);
    Eigen::Matrix<double, 8, 1> expected = Eigen::Matrix<double, 8, 1>::Zero();
    for (int i = 0; i < 4; ++i) {  // traction of each side, half to either end
      const int j = (i + 1) % 4;
      const Eigen::Vector2d side = (kDistorted.row(j) - kDistorted.row(i)).transpose();
      const Eigen::Vector2d normal(side.y(), -side.x());
      const Eigen::Vector2d half(0.5 * width * (stress[0] * normal.x() + stress[2] * normal.y()),
                                 0.5 * width * (stress[2] * normal.x() + stress[1] * normal.y()));
      expected.segment<2>(2 * i) += half;
      expected.segment<2>(2 * j) += half;
    }
    EXPECT_LT((force - expected).norm(), 1e-9 * expected.norm());
  }
}

TEST(Quad, OnlyRigidMotionsCostNothing) {
  for (const PlaneState state : {PlaneState::stress, PlaneState::strain})
    for (const QuadKind kind : {QuadKind::full, QuadKind::incompatible}) {
      const QuadMatrix k =
          quad_stiffness(kDistorted, plane_elasticity({2e11, 0.3, 0.0}, state), 1.0, kind);
      const SymmetricEigen eigen(k, kEigenvaluesOnly);
      EXPECT_LT(eigen.eigenvalues().head<3>().cwiseAbs().maxCoeff(), 1e-12 * k.norm());
      EXPECT_GT(eigen.eigenvalues()[3], 1e-3 * k.norm());
      Eigen::Matrix2d turn;
      turn << 0.0, -1.0, 1.0, 0.0;
      EXPECT_LT((k * linear_motion(kDistorted, Eigen::Vector2d(1.0, 2.0), turn)).norm(),
                1e-12 * k.norm());
      EXPECT_EQ((k - k.transpose()).norm(), 0.0);
    }
}

TEST(Quad, ElasticityOfUniaxialStressAndOfHeldThickness) {
  const Eigen::Vector3d uniaxial(1.0, -0.3, 0.0);
  const Eigen::Vector3d stress = plane_elasticity({5.0, 0.3, 0.0}, PlaneState::stress) * uniaxial;
  EXPECT_NEAR(stress[0], 5.0, 1e-14);
  EXPECT_NEAR(stress[1], 0.0, 1e-14);
  // Hooke's law with zero strain in the third direction
  const Eigen::Matrix3d d = plane_elasticity({5.0, 0.3, 0.0}, PlaneState::strain);
  const double lambda = 5.0 * 0.3 / (1.3 * 0.4), shear = 5.0 / 2.6;
  EXPECT_NEAR(d(0, 0), lambda + 2.0 * shear, 1e-14);
  EXPECT_NEAR(d(0, 1), lambda, 1e-14);
  EXPECT_NEAR(d(2, 2), shear, 1e-14);
}

TEST(Quad, MassMovesAsOneInBothDirections) {
  const QuadMatrix m = quad_mass(kDistorted, 2.0, 0.5);
  double area = 0.0;
  for (int i = 0; i < 4; ++i) {
    const int j = (i + 1) % 4;
    area += 0.5 * (kDistorted(i, 0) * kDistorted(j, 1) - kDistorted(j, 0) * kDistorted(i, 1));
  }
  for (int d = 0; d < 2; ++d) {
    Eigen::Matrix<double, 8, 1> u = Eigen::Matrix<double, 8, 1>::Zero();
    for (int i = 0; i < 4; ++i) u[2 * i + d] = 1.0;
    EXPECT_NEAR(u.dot(m * u), area, 1e-14);
  }
}

TEST(Quad, UnitSquareHasTheTensorProductMass) {
  QuadCorners square;
  square << 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0;
  const QuadMatrix m = quad_mass(square, 36.0, 1.0);
  EXPECT_NEAR(m(0, 0), 4.0, 1e-13);
  EXPECT_NEAR(m(0, 2), 2.0, 1e-13);
  EXPECT_NEAR(m(0, 4), 1.0, 1e-13);
  EXPECT_EQ(m(0, 1), 0.0);
}

TEST(Quad, RefusesCornersThatAreNotConvex) {
  QuadCorners clockwise = kDistorted.colwise().reverse();
  const Eigen::Matrix3d d = plane_elasticity({1.0, 0.3, 0.0}, PlaneState::stress);
  EXPECT_THROW(quad_stiffness(clockwise, d, 1.0, QuadKind::full), Error);
  QuadCorners dented = kDistorted;
  dented.row(2) << 0.3, 0.2;
  EXPECT_THROW(quad_mass(dented, 1.0, 1.0), Error);
}

TEST(Plane, PureBendingOfLongElementsIsExactWithIncompatibleModesOnly) {
  PlaneBody body = plane_cantilever(4000.0);
  body.elements_x = 4;
  body.elements_y = 1;
  body.material.poisson = 0.3;
  // held so that the section may contract
  body.supports = {{PlaneEdge::left, {1}}};
  const auto tip = [&](QuadKind kind) {
    body.element = kind;
    const FullModel model = build_plane("test", {body});
    Vector load = Vector::Zero(model.size());
    const auto row = [&](std::int64_t node, int direction) {
      return std::find(model.dofs.begin(), model.dofs.end(), Dof{node, direction}) -
             model.dofs.begin();
    };
    const auto& right = model.sets.at("beam.right");
    load[row(right[0], 1)] = 1e6;  // a couple of 1e5 N m
    load[row(right[1], 1)] = -1e6;
    Matrix k = model.stiffness;
    const auto held = row(model.sets.at("beam.left")[0], 2);
    k(held, held) += 1e3 * k(held, held);  // no reaction: the load is balanced
    const Vector u = PivotedCholesky(k).solve(load);
    return u[row(right[0], 2)];
  };
  const double exact = 1e5 / (2.0 * 2e11 * std::pow(0.1, 3) / 12.0);  // M L^2 / (2 E I)
  EXPECT_NEAR(tip(QuadKind::incompatible), exact, 1e-7 * exact);
  // bilinear: bending stiffness too large by the energy of the shear that comes with it
  EXPECT_LT(tip(QuadKind::full), 0.5 * exact);
}

// Frequencies of an independent prototype, printed with six digits.
TEST(Plane, FullyIntegratedCantileversHaveTheFrequenciesOfTheReference) {
  const Vector light = plane_frequencies_hz(build_plane("test", {plane_cantilever(4000.0)}));
  const Vector heavy = plane_frequencies_hz(build_plane("test", {plane_cantilever(7800.0)}));
  EXPECT_NEAR(light[0], 120.438, 6e-4);
  EXPECT_NEAR(light[1], 732.361, 6e-4);
  EXPECT_NEAR(distance_to_closest(light, 1768.22), 0.0, 6e-3);
  EXPECT_NEAR(heavy[0], 86.247, 6e-4);
  EXPECT_NEAR(heavy[1], 524.455, 6e-4);
  EXPECT_NEAR(distance_to_closest(heavy, 1266.25), 0.0, 6e-3);
}

TEST(Plane, IncompatibleModesComeNearTheEulerBeam) {
  PlaneBody body = plane_cantilever(4000.0);
  body.height = 0.02;
  body.element = QuadKind::incompatible;
  const Vector f = plane_frequencies_hz(build_plane("test", {body}));
  const double exact =
      std::pow(1.875104068711961, 2) / kTwoPi * 0.02 * std::sqrt(2e11 / (12.0 * 4000.0));
  EXPECT_NEAR(f[0], exact, 2e-3 * exact);
}

TEST(Plane, FrequenciesDoNotDependOnPlaceAndAngle) {
  PlaneBody body = plane_cantilever(4000.0);
  body.material.poisson = 0.3;
  body.element = QuadKind::incompatible;
  const Vector straight = plane_frequencies_hz(build_plane("test", {body}));
  body.angle = 0.7;
  body.origin_x = 3.0;
  body.origin_y = -2.0;
  const FullModel model = build_plane("test", {body});
  const Vector turned = plane_frequencies_hz(model);
  EXPECT_LT((turned - straight).norm(), 1e-9 * straight.norm());
  // corner right, top
  const Vector3 corner = model.nodes.at(model.sets.at("beam.right").back());
  EXPECT_NEAR(corner.x(), 3.0 + std::cos(0.7) - 0.1 * std::sin(0.7), 1e-14);
  EXPECT_NEAR(corner.y(), -2.0 + std::sin(0.7) + 0.1 * std::cos(0.7), 1e-14);
}

TEST(Plane, BodiesAreSubstructuresWithTheirOwnSets) {
  PlaneBody upper = plane_cantilever(4000.0), lower = plane_cantilever(7800.0);
  upper.name = "upper";
  upper.origin_y = 0.1;
  upper.width = 0.5;
  lower.name = "lower";
  lower.supports = {{PlaneEdge::right, {2}}};
  const FullModel model = build_plane("pair", {lower, upper});
  ASSERT_EQ(model.substructures.size(), 2U);
  EXPECT_EQ(model.substructures[0].name, "lower");
  EXPECT_EQ(model.substructures[0].size, 2 * 63 - 3);
  EXPECT_EQ(model.substructures[1].first, model.substructures[0].size);
  EXPECT_EQ(model.substructures[1].size, 2 * 60);
  EXPECT_EQ(model.nodes.size(), 126U);
  EXPECT_EQ(model.dofs[static_cast<std::size_t>(model.substructures[1].first)], (Dof{65, 1}));
  const auto& top = model.sets.at("lower.top");
  ASSERT_EQ(top.size(), 21U);
  EXPECT_EQ(top.front(), 43);
  EXPECT_EQ(top.back(), 63);
  EXPECT_EQ(model.sets.at("upper.left"), (std::vector<std::int64_t>{64, 85, 106}));
  EXPECT_EQ(model.sets.at("upper").size(), 63U);
  EXPECT_NEAR(model.nodes.at(63).y(), 0.1, 1e-15);

  // nothing connects them, and each moves with its own mass
  const Eigen::Index first = model.substructures[1].first;
  const Matrix mass = model.mass;
  EXPECT_EQ(mass.bottomLeftCorner(model.size() - first, first).norm(), 0.0);
  EXPECT_EQ(Matrix(model.stiffness).bottomLeftCorner(model.size() - first, first).norm(), 0.0);
  Vector x = Vector::Zero(model.size());
  for (Eigen::Index i = 0; i < first; ++i)
    if (model.dofs[static_cast<std::size_t>(i)].direction == 1) x[i] = 1.0;
  EXPECT_NEAR(x.dot(mass * x), 7800.0 * 0.1, 1e-9);
  EXPECT_LT((model.stiffness * x).norm(), 1e-12 * 2e11);  // held across only
}

TEST(Plane, BadBodiesAreNamed) {
  const auto message = [](const std::vector<PlaneBody>& bodies) {
    try {
      build_plane("test", bodies);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const PlaneBody good = plane_cantilever(4000.0);
  const auto broken = [&](auto change) {
    PlaneBody body = good;
    change(body);
    return message({body});
  };
  const auto names = [](const std::string& text, std::initializer_list<const char*> parts) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](const char* part) { return text.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(names(broken([](PlaneBody& b) { b.length = -1.0; }), {"beam", "length"}));
  EXPECT_TRUE(names(broken([](PlaneBody& b) { b.elements_y = 0; }), {"beam", "element"}));
  EXPECT_TRUE(names(broken([](PlaneBody& b) { b.material.poisson = 0.6; }), {"beam", "Poisson"}));
  EXPECT_TRUE(names(broken([](PlaneBody& b) {
                      b.material.poisson = 0.5;
                      b.state = PlaneState::strain;
                    }),
                    {"beam", "Poisson", "strain"}));
  EXPECT_TRUE(names(broken([](PlaneBody& b) { b.material.density = NAN; }), {"beam", "density"}));
  EXPECT_TRUE(
      names(broken([](PlaneBody& b) { b.supports[0].directions = {3}; }), {"beam", "direction 3"}));
  EXPECT_TRUE(names(broken([](PlaneBody& b) {
                      b.elements_x = 1;
                      b.supports.push_back({PlaneEdge::right, {1, 2}});
                    }),
                    {"beam", "every node"}));
  EXPECT_TRUE(names(broken([](PlaneBody& b) { b.elements_x = b.elements_y = 2000000; }),
                    {"beam", "nodes"}));
  EXPECT_TRUE(names(message({good, good}), {"beam", "taken"}));
  EXPECT_TRUE(names(message({}), {"test", "no plane body"}));
}

}  // namespace
}  // namespace mortise::gen
