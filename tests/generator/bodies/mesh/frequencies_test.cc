// Frequencies against closed forms of linear elasticity.
#include <gtest/gtest.h>

#include "generator/bodies/condense/modes.hpp"
#include "tests/generator/bodies/mesh/structures.hpp"

namespace mortise::gen {
namespace {

const Material kGlass{70e9, 0.25, 2500.0};

// Spherical Bessel functions of the first kind.
double bessel_1(double x) { return std::sin(x) / (x * x) - std::cos(x) / x; }
double bessel_2(double x) { return 3.0 / x * bessel_1(x) - std::sin(x) / x; }
double bessel_3(double x) { return 5.0 / x * bessel_2(x) - bessel_1(x); }

double bisect(const std::function<double(double)>& f, double low, double high) {
  EXPECT_LT(f(low) * f(high), 0.0);
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (f(low) * f(middle) <= 0.0 ? high : low) = middle;
  }
  return low;
}

// Ratio c_L / c_T.
double wave_ratio(double poisson) {
  return std::sqrt(2.0 * (1.0 - poisson) / (1.0 - 2.0 * poisson));
}
double shear_speed(const Material& m) {
  return std::sqrt(m.young / (2.0 * (1.0 + m.poisson) * m.density));
}

TEST(Frequencies, AxialRodConvergesWithFourthOrder) {
  // Without Poisson's effect the rod's motion is exactly that of the wave equation.
  const Material material{210e9, 0.0, 7850.0};
  const double length = 0.4;
  const double exact = kPi / length * std::sqrt(210e9 / 7850.0);
  std::vector<double> errors;
  for (const int n : {2, 4, 8}) {
    const FullModel model = assemble_plane(
        distorted_rectangle(PlaneState::axisymmetric, 0.0, 0.01, length, 1, n, 0.0), material);
    const Modes modes = lowest_modes(model.stiffness, model.mass, {2, 0.0, false});
    EXPECT_EQ(modes.rigid_body_modes, 1);
    errors.push_back(modes.omega[1] / exact - 1.0);
  }
  // From above; the leading term of quadratic elements is (k h)^4 / 1440.
  EXPECT_NEAR(errors[2] / (std::pow(kPi / 8.0, 4) / 1440.0), 1.0, 0.05);
  for (int i = 0; i < 2; ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_NEAR(std::log2(errors[k] / errors[k + 1]), 4.0, 0.2);
  }
}

TEST(Frequencies, SlenderPlaneBeamBendsAsEulerSays) {
  // Free-free, plane strain: E / (1 - nu^2). Timoshenko's correction at this slenderness: 5e-4.
  const double length = 1.0, height = 0.01;
  const FullModel model = assemble_plane(
      distorted_rectangle(PlaneState::strain, 0.0, length, height, 40, 1, 0.0), kGlass);
  const Modes modes = lowest_modes(model.stiffness, model.mass, {5, 0.0, false});
  ASSERT_EQ(modes.rigid_body_modes, 3);
  const double beta[] = {4.730040744862704, 7.853204624095838};
  for (int i = 0; i < 2; ++i) {
    const double euler =
        beta[i] * beta[i] / (length * length) *
        std::sqrt(kGlass.young / (1.0 - 0.0625) * height * height / (12.0 * kGlass.density));
    EXPECT_NEAR(modes.omega[3 + i] / euler, 1.0, 1.5e-3);
    EXPECT_LT(modes.omega[3 + i], euler);
  }
}

TEST(Frequencies, SphereBreathesAndStretchesAsLambSays) {
  const double radius = 12.7e-3;
  const FullModel model = assemble_plane(sphere_mesh(radius, 1.3777e-3, 15), kGlass);
  const Modes modes = lowest_modes(model.stiffness, model.mass, {16, 0.0, false});
  EXPECT_EQ(modes.rigid_body_modes, 1);
  const double ratio = wave_ratio(kGlass.poisson), speed = shear_speed(kGlass);

  // Lowest mode, prolate to oblate (degree 2); x = k_T R.
  const double stretch = bisect(
      [&](double x) {
        const double y = x / ratio;
        const double t11 = (2.0 - 0.5 * x * x) * bessel_2(y) + 2.0 * y * bessel_3(y);
        const double t13 = 6.0 * (bessel_2(x) - x * bessel_3(x));
        const double t41 = bessel_2(y) - y * bessel_3(y);
        const double t43 = (3.0 - 0.5 * x * x) * bessel_2(x) + x * bessel_3(x);
        return t11 * t43 - t13 * t41;
      },
      2.0, 3.2);
  EXPECT_NEAR(modes.omega[1] * radius / speed / stretch, 1.0, 1e-5);

  // Breathing: the mode with the largest part of the purely radial shape; y = k_L R.
  const double breathe = bisect(
      [&](double y) {
        return y * std::cos(y) - (1.0 - 0.25 * y * y * ratio * ratio) * std::sin(y);
      },
      2.0, 3.0);
  const Vector radial = sample(model, [&](const Vector3& p) {
    const Eigen::Vector2d r(p.x(), p.y() - radius);
    const double length = std::max(r.norm(), 1e-12);
    return Eigen::Vector2d(r / length * bessel_1(std::max(breathe * length / radius, 1e-6)));
  });
  const Vector parts = (modes.shapes.transpose() * (model.mass * radial)).cwiseAbs();
  Eigen::Index mode = 0;
  const double part = parts.maxCoeff(&mode);
  EXPECT_NEAR(part * part / radial.dot(model.mass * radial), 1.0, 1e-6);
  EXPECT_NEAR(modes.omega[mode] * radius / (speed * ratio) / breathe, 1.0, 1e-5);
}

TEST(Frequencies, FreeBodiesHaveTheirRigidBodyModes) {
  const auto rigid = [](const PlaneMesh& mesh) {
    const FullModel model = assemble_plane(mesh, kGlass);
    return lowest_modes(model.stiffness, model.mass, {4, 0.0, false}).rigid_body_modes;
  };
  EXPECT_EQ(rigid(sphere_mesh(kSphereRadius, kContactRadius, 150)), 1);
  EXPECT_EQ(rigid(valve_mesh(usual_tee(), kContactRadius, 150)), 1);
  EXPECT_EQ(rigid(t_profile_mesh(usual_tee(), kContactRadius, 150)), 3);
  EXPECT_EQ(rigid(plate_mesh(75e-3, 12.7e-3, kContactRadius, 150)), 0);
}

}  // namespace
}  // namespace mortise::gen
