#include "generator/reduce/bolted/trained_range.hpp"

#include <algorithm>

#include "generator/reduce/bolted/reduced_contact.hpp"

namespace mortise::gen {
namespace {

constexpr double kLeast = 0.2;  // of the largest of its kind: how far every row counts as seen

// By base or other, normal or tangential.
int kind_of(const ReducedBolted& r, Eigen::Index row) {
  return (r.clusters[static_cast<std::size_t>(row / 3)].base ? 0 : 2) + (row % 3 == 0 ? 0 : 1);
}

// others that never closed in training may reach the force of the largest base cluster
Vector raised(const ReducedBolted& r, const Vector& largest) {
  double most[4] = {0.0, 0.0, 0.0, 0.0}, force = 0.0;
  for (Eigen::Index k = 0; k < largest.size(); ++k) {
    most[kind_of(r, k)] = std::max(most[kind_of(r, k)], largest[k]);
    if (kind_of(r, k) == 0) force = std::max(force, r.constant[k]);
  }
  for (const int other : {2, 3})
    if (most[other] == 0.0) most[other] = force;
  Vector limits = largest;
  for (Eigen::Index k = 0; k < limits.size(); ++k)
    limits[k] = std::max(limits[k], kLeast * most[kind_of(r, k)]);
  return limits;
}

Vector inverse(const Vector& limits) {
  return limits.unaryExpr([](double v) { return v > 0.0 ? 1.0 / v : 0.0; });
}

}  // namespace

void note_trained(const std::vector<BoltedSnapshots>& seen, const Vector& amplitudes,
                  ReducedBolted* reduced) {
  ReducedBolted& r = *reduced;
  std::vector<Matrix> moved;
  Vector largest = Vector::Zero(r.constant.size());
  for (const BoltedSnapshots& path : seen) {
    ReducedContact contact(r, {});
    Matrix x(r.constant.size(), path.eta.cols());
    for (Eigen::Index k = 0; k < path.eta.cols(); ++k) {
      contact.advance(r.constant + r.from_modes * path.eta.col(k));
      x.col(k) = contact.x();
    }
    largest = largest.cwiseMax(x.cwiseAbs().rowwise().maxCoeff());
    moved.push_back(std::move(x));
  }
  const Vector rows = raised(r, largest);
  double modes_most = 0.0, rows_most = 0.0;
  for (std::size_t p = 0; p < seen.size(); ++p) {
    const auto norm = [](const Vector& units, const Matrix& values) {
      return (inverse(units).asDiagonal() * values).colwise().norm().maxCoeff();
    };
    modes_most = std::max(modes_most, norm(amplitudes, seen[p].eta));
    rows_most = std::max(rows_most, norm(rows, moved[p]));
  }
  r.trained_modes = modes_most * amplitudes;
  r.trained_contact = rows_most * rows;
}

}  // namespace mortise::gen
