// The built-in beam against closed forms of Euler-Bernoulli theory and a published model.
#include "generator/bodies/mesh/beam.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/constants.hpp"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

const Material kBeamSteel{210e9, 0.3, 7850.0};

BeamSpec cantilever(Axis axis, int elements, double length) {
  BeamSpec spec;
  spec.material = kBeamSteel;
  spec.section = rectangular_section(0.004, 0.009);
  spec.axis = axis;
  spec.segments = {{elements, length}};
  return spec;
}

Eigen::Index row_of_set(const FullModel& model, const std::string& set, int direction) {
  const Dof dof{model.sets.at(set).front(), direction};
  return std::find(model.dofs.begin(), model.dofs.end(), dof) - model.dofs.begin();
}

Vector frequencies_hz(const Matrix& stiffness, const Matrix& mass) {
  return pencil_eigen(stiffness, mass).values.cwiseMax(0.0).cwiseSqrt() / (2.0 * kPi);
}

Vector frequencies_hz(const FullModel& model) {
  return frequencies_hz(Matrix(model.stiffness), Matrix(model.mass));
}

TEST(Beam, StaticTipDisplacementsAreExactInEveryOrientation) {
  const double length = 0.3, force = 7.0;
  for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
    BeamSpec spec = cantilever(axis, 3, 0.2);
    spec.segments.push_back({1, 0.1});
    const FullModel model = build_beam(spec);
    const PivotedCholesky factor{Matrix(model.stiffness)};
    const int s = static_cast<int>(axis);
    const int t1 = (s + 1) % 3, t2 = (s + 2) % 3;
    const auto response = [&](int load, int result) {  // 0-based global directions, 3.. rotations
      Vector f = Vector::Zero(model.size());
      f[row_of_set(model, "TIP", load + 1)] = force;
      return Vector(factor.solve(f))[row_of_set(model, "TIP", result + 1)];
    };
    const auto near = [](double value, double expected) {
      EXPECT_NEAR(value, expected, 1e-9 * std::abs(expected));
    };
    const double i1 = std::pow(0.004, 3) * 0.009 / 12.0;
    const double i2 = std::pow(0.009, 3) * 0.004 / 12.0;
    const double cube = std::pow(length, 3), square = length * length;
    near(response(t1, t1), force * cube / (3.0 * 210e9 * i1));
    near(response(t2, t2), force * cube / (3.0 * 210e9 * i2));
    near(response(s, s), force * length / (210e9 * 0.004 * 0.009));
    // right-hand rule: moving along t1 turns about +t2, moving along t2 turns about -t1
    near(response(t1, 3 + t2), force * square / (2.0 * 210e9 * i1));
    near(response(t2, 3 + t1), -force * square / (2.0 * 210e9 * i2));
    near(response(3 + s, 3 + s), force * length / (210e9 / 2.6 * spec.section.torsion));
    EXPECT_EQ(response(t1, t2), 0.0);
  }
}

TEST(Beam, CantileverFrequenciesConvergeToTheClosedForm) {
  BeamSpec spec = cantilever(Axis::x, 40, 0.3);
  spec.section = round_section(0.009);
  const Vector f = frequencies_hz(build_beam(spec));
  const double roots[] = {1.875104068711961, 4.694091132974175, 7.854757438237613};
  for (int i = 0; i < 3; ++i) {
    const double exact = roots[i] * roots[i] / (2.0 * kPi * 0.3 * 0.3) * 0.009 / 4.0 *
                         std::sqrt(kBeamSteel.young / kBeamSteel.density);
    const double error = std::pow(roots[i] / 40.0, 4) / 1440.0;  // of cubic elements
    EXPECT_NEAR(f[2 * i] / exact - 1.0, error, 1e-8 + 1e-2 * error);
    EXPECT_NEAR(f[2 * i + 1] / exact - 1.0, error, 1e-8 + 1e-2 * error);
  }
}

TEST(Beam, AxialAndTorsionalFrequencies) {
  BeamSpec spec = cantilever(Axis::z, 50, 0.3);
  spec.section = round_section(0.009);
  const Vector f = frequencies_hz(build_beam(spec));
  const auto closest = [&f](double value) { return (f.array() - value).abs().minCoeff(); };
  const double axial = std::sqrt(210e9 / 7850.0) / (4.0 * 0.3);
  const double torsion = std::sqrt(210e9 / 2.6 / 7850.0) / (4.0 * 0.3);
  EXPECT_LT(closest(axial), 1e-4 * axial);
  EXPECT_LT(closest(torsion), 1e-4 * torsion);
}

TEST(Beam, FreeBeamHasSixRigidModesAndItsMass) {
  BeamSpec spec = cantilever(Axis::y, 8, 0.4);
  spec.root = BeamEnd::free;
  spec.origin = Vector3(0.1, -0.2, 0.3);
  const FullModel model = build_beam(spec);
  EXPECT_EQ(model.size(), 9 * 6);
  Matrix rigid = Matrix::Zero(model.size(), 6);
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    rigid(i, dof.direction - 1) = 1.0;
    if (dof.direction > 3) continue;
    const Vector3 position = model.nodes.at(dof.node);
    for (int axis = 0; axis < 3; ++axis)
      rigid(i, 3 + axis) = Vector3::Unit(axis).cross(position)[dof.direction - 1];
  }
  const double scale = Matrix(model.stiffness).cwiseAbs().maxCoeff();
  EXPECT_LT((model.stiffness * rigid).cwiseAbs().maxCoeff(), 1e-12 * scale);

  // rigid-body mass matrix about the origin: mass, static moment, slender-rod inertia
  const Matrix body = rigid.transpose() * model.mass * rigid;
  const double mass = 7850.0 * 0.004 * 0.009 * 0.4;
  for (int d = 0; d < 3; ++d) EXPECT_NEAR(body(d, d), mass, 1e-12 * mass);
  const double inertia = mass * (0.4 * 0.4 / 12.0 + 0.1 * 0.1 + 0.0 * 0.0);  // about z at centre
  EXPECT_NEAR(body(5, 5), inertia, 1e-12);
  EXPECT_NEAR(body(0, 4), 0.3 * mass, 1e-12);

  EXPECT_LT(frequencies_hz(model)[5], 0.1);
  EXPECT_GT(frequencies_hz(model)[6], 100.0);
}

TEST(Beam, ClampedAtBothEnds) {
  BeamSpec spec = cantilever(Axis::x, 20, 0.5);
  spec.section = round_section(0.01);
  spec.tip = BeamEnd::clamped;
  const double root = 4.730040744862704;
  const double exact = root * root / (2.0 * kPi * 0.25) * 0.01 / 4.0 *
                       std::sqrt(kBeamSteel.young / kBeamSteel.density);
  const double error = std::pow(root / 20.0, 4) / 1440.0;
  EXPECT_NEAR(frequencies_hz(build_beam(spec))[0] / exact - 1.0, error, 1e-8 + 1e-2 * error);
}

TEST(Beam, SectionProperties) {
  EXPECT_DOUBLE_EQ(round_section(0.02).torsion, kPi * std::pow(0.02, 4) / 32.0);
  EXPECT_NEAR(rectangular_section(2.0, 2.0).torsion, 0.140577 * 16.0, 2e-5);
  EXPECT_NEAR(rectangular_section(10.0, 1.0).torsion, 0.312325 * 10.0, 2e-5);
  EXPECT_DOUBLE_EQ(rectangular_section(1.0, 10.0).torsion, rectangular_section(10.0, 1.0).torsion);
}

// Model of Schurzig: clamped beam with a rigid tip region, condensed to 7 master dofs and six
// fixed-interface modes (Craig-Bampton), here densely and directly.
Vector craig_bampton_hz(const FullModel& model, const std::vector<Eigen::Index>& masters,
                        Eigen::Index modes) {
  const Eigen::Index n = model.size(), nb = static_cast<Eigen::Index>(masters.size());
  std::vector<Eigen::Index> order = masters;
  for (Eigen::Index i = 0; i < n; ++i)
    if (std::find(masters.begin(), masters.end(), i) == masters.end()) order.push_back(i);
  Matrix k(n, n), m(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto row = order[static_cast<std::size_t>(i)];
      const auto column = order[static_cast<std::size_t>(j)];
      k(i, j) = model.stiffness.coeff(row, column);
      m(i, j) = model.mass.coeff(row, column);
    }
  const Eigen::Index ni = n - nb;
  const Matrix kii = k.bottomRightCorner(ni, ni), mii = m.bottomRightCorner(ni, ni);
  Matrix basis = Matrix::Zero(n, nb + modes);
  basis.topLeftCorner(nb, nb).setIdentity();
  basis.bottomLeftCorner(ni, nb) = -PivotedCholesky(kii).solve(Matrix(k.bottomLeftCorner(ni, nb)));
  basis.bottomRightCorner(ni, modes) = pencil_eigen(kii, mii).vectors.leftCols(modes);
  return frequencies_hz(basis.transpose() * k * basis, basis.transpose() * m * basis);
}

TEST(Beam, ReproducesTheModelOfSchurzig) {
  std::ifstream file(MORTISE_TEST_DATA "/schurzig.json");
  const auto expected = nlohmann::json::parse(file)["model"];
  BeamSpec spec;
  spec.material = {expected["E"], expected["nu"], expected["rho"]};
  spec.section = round_section(expected["diameter_m"]);
  spec.axis = Axis::z;
  spec.segments = {{25, 0.249}, {2, 0.020}};
  spec.named_stations = {{"TIP_START", 0.249}, {"EXCITATION", 0.13944}};
  const FullModel model = build_beam(spec);
  EXPECT_NEAR(model.nodes.at(model.sets.at("EXCITATION").front()).z(), 0.13944, 1e-12);

  std::vector<Eigen::Index> masters;
  for (int d = 1; d <= 3; ++d) masters.push_back(row_of_set(model, "TIP_START", d));
  for (int d = 1; d <= 3; ++d) masters.push_back(row_of_set(model, "TIP", d));
  masters.push_back(row_of_set(model, "TIP", 6));
  const Vector f = craig_bampton_hz(model, masters, expected["fixed_interface_modes"]);
  ASSERT_EQ(f.size(), expected["n"].get<Eigen::Index>());
  Eigen::Index i = 0;
  for (const double hz : expected["f_Hz"]) EXPECT_NEAR(f[i++], hz, 1e-6 * hz);
}

TEST(Beam, WrongSpecificationsAreToldInWords) {
  const auto expect = [](auto change, const std::string& told) {
    BeamSpec spec = cantilever(Axis::x, 4, 0.3);
    change(spec);
    const std::string text = message_of([&] { build_beam(spec); });
    EXPECT_NE(text.find(told), std::string::npos) << text;
  };
  expect([](BeamSpec& s) { s.material.young = 0.0; }, "Young's modulus");
  expect([](BeamSpec& s) { s.material.density = NAN; }, "density");
  expect([](BeamSpec& s) { s.material.poisson = 0.5; }, "Poisson");
  expect([](BeamSpec& s) { s.section = round_section(0.0); }, "section");
  expect([](BeamSpec& s) { s.segments.clear(); }, "no segment");
  expect([](BeamSpec& s) { s.segments[0].elements = 0; }, "segment 0 has no element");
  expect([](BeamSpec& s) { s.segments[0].length = -1.0; }, "segment 0 has no positive length");
  expect([](BeamSpec& s) { s.first_label = 0; }, "label");
  expect([](BeamSpec& s) { s.origin.y() = NAN; }, "origin");
  expect([](BeamSpec& s) { s.named_stations["A"] = 0.1; }, "no node lies at station A");
  expect([](BeamSpec& s) { s.named_stations["TIP"] = 0.3; }, "TIP is taken");
  expect(
      [](BeamSpec& s) {
        s.segments[0].elements = 1;
        s.tip = BeamEnd::clamped;
      },
      "no free node");
}

}  // namespace
}  // namespace mortise::gen
