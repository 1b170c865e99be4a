#include "generator/judge/certify/contact_errors.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/laws/file_law.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/judge/certify/errors.hpp"
#include "generator/judge/certify/trajectory_errors.hpp"

namespace mortise::gen {
namespace {

// Highest circular frequency with all rows bonded [rad/s]; 0: nothing is left to move.
double closed_omega(const ModelView& view) {
  const Eigen::Index n = view.dims.modes, nr = view.dims.rows;
  const Vector omega = Eigen::Map<const Vector>(view.omega, n);
  const Matrix rows =
      Eigen::Map<const Matrix>(view.contact_rows, view.dims.modes_padded, nr).topRows(n);
  Matrix stiffness = omega.cwiseAbs2().asDiagonal();
  if (view.position.ports > 0) {
    const Eigen::Map<const Matrix> ports(view.position.port_compliance, view.position.ports_padded,
                                         view.position.ports);
    stiffness += rows * MinimumNorm(ports.topLeftCorner(nr, nr)).solve(Matrix(rows.transpose()));
  } else {
    const Matrix free = complement(rows);
    stiffness = (free.transpose() * stiffness * free).eval();
  }
  if (stiffness.size() == 0) return 0.0;
  const SymmetricEigen eigen(stiffness, kEigenvaluesOnly);
  return std::sqrt(std::max(0.0, eigen.eigenvalues().maxCoeff()));
}

// Per recorded time (t x k), row by row.
Matrix curve_of(const std::vector<std::vector<double>>& values) {
  Matrix curve(static_cast<Eigen::Index>(values.size()),
               values.empty() ? 0 : static_cast<Eigen::Index>(values.front().size()));
  for (Eigen::Index t = 0; t < curve.rows(); ++t)
    curve.row(t) = Eigen::Map<const Eigen::RowVectorXd>(values[static_cast<std::size_t>(t)].data(),
                                                        curve.cols());
  return curve;
}

// x(t) - x(t - steps), x = 0 before the first time.
Matrix grown(const Matrix& x, Eigen::Index steps) {
  Matrix y = x;
  const Eigen::Index rest = std::max<Eigen::Index>(0, x.rows() - steps);
  y.bottomRows(rest) -= x.topRows(rest);
  return y;
}

// Means over the last `steps` times.
Matrix moving_mean(const Matrix& x, Eigen::Index steps) {
  Matrix sums = x;
  for (Eigen::Index t = 1; t < x.rows(); ++t) sums.row(t) += sums.row(t - 1);
  return grown(sums, steps) / static_cast<double>(steps);
}

// Largest size; a NaN is the largest of all.
double largest_of(const Vector& x) { return x.allFinite() ? x.cwiseAbs().maxCoeff() : HUGE_VAL; }

// Largest length of the vector of a contact over time.
double peak(const Matrix& curve, Eigen::Index contact) {
  return largest_of(curve.middleCols(3 * contact, 3).rowwise().norm());
}

// Error of the worst contact.
std::optional<double> worst_error(const Matrix& run, const Matrix& reference) {
  const Eigen::Index contacts = reference.cols() / 3;
  double largest = 0.0;
  for (Eigen::Index c = 0; c < contacts; ++c) largest = std::max(largest, peak(reference, c));
  const Matrix off = run - reference;
  std::optional<double> worst;
  for (Eigen::Index c = 0; c < contacts; ++c)
    take_worse(
        relative_error(peak(off, c), std::max(peak(reference, c), kMinorInterface * largest)),
        &worst);
  return worst;
}

}  // namespace

double filter_time(const Instance& model, double least) {
  const ModelView& view = model.model().view();
  if (&file_law(view) != &file_laws_of::unilateral || view.dims.contacts == 0) return 0.0;
  const double omega = closed_omega(view);
  const double periods = omega > 0.0 ? 2.0 * kTwoPi / omega : 0.0;
  return std::max({least, periods, kFilterSteps * view.h});
}

void compare_contacts(const Trajectory& run, const Trajectory& reference, double time,
                      Measured* errors) {
  const std::size_t times = reference.time.size();
  if (times < 2) return;
  const double h = reference.time[1] - reference.time[0];
  const Eigen::Index steps = std::max<Eigen::Index>(1, std::lround(time / h));
  const auto impulse = [&](const Trajectory& t) {
    return moving_mean(curve_of(t.contacts.impulse), steps);
  };
  const Matrix a = impulse(run), b = impulse(reference);
  (*errors)[Measure::force] = worst_error(a, b);
  (*errors)[Measure::filtered_force] = worst_error(grown(a, steps), grown(b, steps));
  const auto energy = [&](const Trajectory& t) {
    return moving_mean(
        Eigen::Map<const Vector>(t.contacts.energy.data(), static_cast<Eigen::Index>(times)),
        steps);
  };
  (*errors)[Measure::remaining_energy] =
      relative_error(largest_of(energy(run) - energy(reference)), reference.largest_energy);
}

ContactLosses contact_losses(const Trajectory& run, double size) {
  const ContactCurves& c = run.contacts;
  if (!(size > 0.0)) return {};
  return {c.friction / size, (run.dissipated_in_contact - c.friction - c.scheme) / size,
          c.scheme / size};
}

}  // namespace mortise::gen
