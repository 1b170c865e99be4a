// Frequency responses against direct solutions.
#include "generator/judge/analyses/frf.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/contact/sliding/systems.hpp"

namespace mortise::gen {
namespace {

// [omega^2 - w^2 + i w d, -b; c^T, 0] [q; lambda] = [force; 0]
Eigen::VectorXcd direct(const ReducedSystem& system, const FrozenRows& rows, const Vector& force,
                        double w) {
  const Eigen::Index n = system.size();
  Eigen::MatrixXcd a = Eigen::MatrixXcd::Zero(n + 1, n + 1);
  for (Eigen::Index i = 0; i < n; ++i)
    a(i, i) = std::complex<double>(std::pow(system.omega[i], 2) - w * w, w * system.damping[i]);
  a.col(n).head(n) = -rows.force.cast<std::complex<double>>();
  a.row(n).head(n) = rows.gap.cast<std::complex<double>>().transpose();
  Eigen::VectorXcd right = Eigen::VectorXcd::Zero(n + 1);
  right.head(n) = force.cast<std::complex<double>>();
  Matrix parts(2 * n + 2, 2 * n + 2);  // real above imaginary
  parts << a.real(), -a.imag(), a.imag(), a.real();
  Vector both(2 * n + 2);
  both << right.real(), right.imag();
  const Vector x = SmallLu(parts).solve(both);
  return x.head(n) + std::complex<double>(0.0, 1.0) * x.segment(n + 1, n);
}

TEST(SlidingFrf, AgreesWithTheSaddlePointSystem) {
  const ReducedSystem system = beam_on_beam(0.3);
  const SlidingGeometryModel geometry(*system.lone().as<ReducedSliding>(), system.size());
  FrfRequest request;
  request.positions = {0.02, 0.0513};
  request.frequencies_hz = {55.0, 3500.0, 10570.0};
  request.force = system.input_forces.col(0);
  request.response = system.output_rows.row(1).transpose();
  for (const bool deformed : {false, true}) {
    request.deformed = deformed;
    const Eigen::MatrixXcd table = sliding_frf(system, request);
    for (int p = 0; p < 2; ++p) {
      const FrozenRows rows = frozen_rows(system, geometry, request.positions[p], 0.3, deformed);
      for (int k = 0; k < 3; ++k) {
        const double w = kTwoPi * request.frequencies_hz[k];
        const std::complex<double> q =
            direct(system, rows, request.force, w).cwiseProduct(request.response).sum();
        EXPECT_LT(std::abs(table(k, p) + w * w * q), 1e-7 * std::abs(table(k, p)));
      }
    }
  }
}

// A force on the rigid pair: (m + M) y'' + (ky + K) y = F where x is uncoupled.
TEST(SlidingFrf, OneCoupledMass) {
  TableSlider t;
  t.kxy = 0.0;
  ReducedSystem system = t.system();
  FrfRequest request;
  request.positions = {0.7};
  request.frequencies_hz = {1.0, 4.0, 9.0};
  request.force = request.response =
      system.lone().as<ReducedSliding>()->slave_rows.row(1).transpose();
  int derivative = 0;
  for (const OutputQuantity kind :
       {OutputQuantity::displacement, OutputQuantity::velocity, OutputQuantity::acceleration}) {
    request.kind = kind;
    const Eigen::MatrixXcd table = sliding_frf(system, request);
    for (int k = 0; k < 3; ++k) {
      const double w = kTwoPi * request.frequencies_hz[k];
      const std::complex<double> iw(0, w);
      const std::complex<double> factor = std::pow(iw, derivative);
      const std::complex<double> y =
          factor / (t.ky + t.table_stiffness - w * w * (t.mass + t.table_mass));
      EXPECT_LT(std::abs(table(k, 0) - y), 1e-12 * std::abs(y));
    }
    ++derivative;
  }
}

TEST(SlidingFrf, Refuses) {
  const ReducedSystem system = TableSlider().system();
  FrfRequest request;
  request.positions = {0.7};
  request.frequencies_hz = {0.0};
  request.force = request.response = Vector::Ones(3);
  EXPECT_THROW(sliding_frf(system, request), Error);
  request.frequencies_hz = {1.0};
  request.force = Vector::Ones(2);
  EXPECT_THROW(sliding_frf(system, request), Error);
}

}  // namespace
}  // namespace mortise::gen
