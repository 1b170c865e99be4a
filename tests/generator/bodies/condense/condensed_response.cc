#include "tests/generator/bodies/condense/condensed_response.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bodies/condense/engine.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

constexpr double kSameMode = 1e-3;  // relative difference of frequencies that share a shape

}  // namespace

PortResponse response_of(const CondensedComponent& condensed, const Ports& ports) {
  PortResponse r;
  r.pushed = ports.pushed;
  r.square = condensed.modes.omega.cwiseAbs2();
  r.rigid_body_modes = condensed.modes.rigid_body_modes;
  r.shapes = ports.rows * condensed.shapes();
  if (condensed.statics.cols() > 0) {
    const Matrix seen = ports.rows * condensed.statics;
    r.compliance = seen * seen.topRows(r.pushed).transpose();
  }
  return r;
}

double lowest_mac(const FullResponse& full, const SparseMatrix& mass, const Vector& omega,
                  const Matrix& shapes) {
  const Eigen::Index count = full.modes_in_band();
  const Matrix weighted = mass * full.modes.shapes.leftCols(count);
  const Matrix cross = product(weighted.transpose(), shapes);
  Vector square(shapes.cols());
  for (Eigen::Index j = 0; j < square.size(); ++j)
    square[j] = shapes.col(j).dot(mass * shapes.col(j));
  double lowest = 1.0;
  for (Eigen::Index i = 0; i < count; ++i) {
    double sum = 0.0;
    for (Eigen::Index j = 0; j < square.size(); ++j) {
      const bool same = j == i || std::abs(omega[j] - full.modes.omega[i]) <=
                                      kSameMode * std::max(full.modes.omega[i], omega[j]);
      if (same && square[j] > 0.0) sum += cross(i, j) * cross(i, j) / square[j];
    }
    lowest = std::min(lowest, sum);
  }
  return lowest;
}

double direct_difference(const Component& c, const FullResponse& full, int count) {
  const Ports& ports = full.ports;
  const Matrix loads = ports.rows.topRows(ports.pushed).transpose();
  double worst = 0.0, whole = 0.0;
  for (const double omega : full.band.omega)
    whole += full.response.at(omega, full.band.damping).squaredNorm();
  whole = std::sqrt(whole / static_cast<double>(full.band.omega.size()));
  for (int k = 0; k < count; ++k) {
    // the middle of the widest gap of the spectrum about the k-th part of the band
    const double low = kTwoPi * full.band.top_hz * k / count;
    const double high = kTwoPi * full.band.top_hz * (k + 1) / count;
    std::vector<double> marks = {low, high};
    for (const double omega : full.modes.omega)
      if (omega > low && omega < high) marks.push_back(omega);
    std::sort(marks.begin(), marks.end());
    double at = high, gap = 0.0;
    for (std::size_t i = 1; i < marks.size(); ++i)
      if (marks[i] - marks[i - 1] > gap) {
        gap = marks[i] - marks[i - 1];
        at = 0.5 * (marks[i] + marks[i - 1]);
      }
    const SparseMatrix dynamic = c.stiffness - at * at * c.mass;
    const Matrix direct =
        ports.rows * condensation_engine().factorize(dynamic, "K - omega^2 M")->solve(loads);
    const PortResponse& r = full.response;
    const Matrix modal = r.shapes * (r.square.array() - at * at).inverse().matrix().asDiagonal() *
                             r.shapes.topRows(r.pushed).transpose() +
                         r.compliance + at * at * r.second;
    worst = std::max(worst, (modal - direct).norm() / whole);
  }
  return worst;
}

}  // namespace mortise::gen
