#include <fmt/format.h>

#include <cmath>

#include "generator/bodies/check/check_parts.hpp"
#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/import/raw_export.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kSymmetric = 1e-8;  // relative, of entries
constexpr double kNegative = 1e-8;   // of a matrix with unit diagonal: formats print ten digits
constexpr double kSingular = 1e-5;   // the same; consistent masses stay above 1e-3
constexpr int kSteps = 150;          // of Lanczos: resolves what is 1e-3 apart

// Lowest Ritz value of D^-1/2 A D^-1/2, D the diagonal; rows without diagonal are left out. It is
// an upper bound of the lowest eigenvalue, so a negative one proves A indefinite. The start is the
// same every time.
double lowest_ritz_value(const SparseMatrix& matrix) {
  const Eigen::Index n = matrix.rows();
  Vector scale = matrix.diagonal();
  for (double& d : scale) d = d > 0.0 ? 1.0 / std::sqrt(d) : 0.0;
  Vector before = Vector::Zero(n), own(n);
  for (Eigen::Index i = 0; i < n; ++i)
    own[i] = scale[i] > 0.0 ? std::sin(1.0 + 7.31 * static_cast<double>(i % 100003)) : 0.0;
  if (!(own.norm() > 0.0)) return 1.0;
  own.normalize();
  std::vector<double> alpha, beta;
  for (int step = 0; step < std::min<Eigen::Index>(kSteps, n); ++step) {
    Vector next = scale.cwiseProduct(matrix * scale.cwiseProduct(own).eval());
    alpha.push_back(own.dot(next));
    next -= alpha.back() * own;
    if (!beta.empty()) next -= beta.back() * before;
    const double length = next.norm();
    if (length < 1e-10) break;
    beta.push_back(length);
    before = own;
    own = next / length;
  }
  const auto m = static_cast<Eigen::Index>(alpha.size());
  Matrix small = Matrix::Zero(m, m);
  for (Eigen::Index i = 0; i < m; ++i) {
    small(i, i) = alpha[static_cast<std::size_t>(i)];
    if (i + 1 < m) small(i, i + 1) = small(i + 1, i) = beta[static_cast<std::size_t>(i)];
  }
  return SymmetricEigen(small).eigenvalues()[0];
}

void check_symmetry(const SparseMatrix& matrix, const char* name, CheckReport* report) {
  const SparseMatrix mirror = matrix.transpose();
  const double difference = SparseMatrix(matrix - mirror).norm();
  if (!(difference > kSymmetric * matrix.norm())) return;
  add_finding(
      report, Severity::error, "symmetry",
      fmt::format("{} is not symmetric, by {:.2g} of its size", name, difference / matrix.norm()),
      "leave out follower loads, friction and gyroscopic terms");
}

// A zero on the diagonal in a row that couples, without mass.
void check_multipliers(const CheckedModel& checked, CheckReport* report) {
  const FullModel& model = checked.model;
  std::vector<std::int64_t> nodes;
  for (Eigen::Index j = 0; j < model.size(); ++j) {
    double diagonal = 0.0, most = 0.0;
    for (SparseMatrix::InnerIterator it(model.stiffness, j); it; ++it) {
      if (it.row() == j) diagonal = it.value();
      most = std::max(most, std::abs(it.value()));
    }
    if (diagonal == 0.0 && most > 0.0 && model.mass.col(j).norm() == 0.0)
      nodes.push_back(model.dofs[static_cast<std::size_t>(j)].node);
  }
  if (nodes.empty()) return;
  add_finding(
      report, Severity::error, "lagrange_multipliers",
      fmt::format("{} rows are Lagrange multipliers (no diagonal in K, couplings, no mass): "
                  "labels {}",
                  nodes.size(), list_text(nodes)),
      "constrain by elimination in the exporting code: no connectors or hybrid elements");
}

void count_eigenvalues(const CheckedModel& checked, const CheckRequest& request,
                       CheckReport* report) {
  const FullModel& model = checked.model;
  if (!request.eigenvalues) return;
  if (model.size() > request.largest_factorised) {
    report->not_tested.push_back(fmt::format(
        "motions without energy beyond rigid ones: {} dofs are more than {}, for which K is "
        "factorised",
        model.size(), request.largest_factorised));
    return;
  }
  try {
    const double level = rigid_body_level(model.stiffness, model.mass);
    if (level == 0.0) return;  // masses without any spring
    const SparseMatrix shifted = model.stiffness - level * model.mass;
    const Eigen::Index found = negative_eigenvalues(shifted, "K - tau M");
    if (!report->rigid_motions_known || found <= report->rigid_motions || report->parts > 1) return;
    add_finding(
        report, request.exported ? Severity::warning : Severity::notice, "mechanism",
        fmt::format("{} modes have no frequency, {} of them rigid motions: something can move "
                    "without being strained, or K is indefinite",
                    found, report->rigid_motions),
        "look for hinges, missing ties, hour-glass modes, and a preload beyond buckling");
  } catch (const Error& error) {
    report->not_tested.push_back(std::string("number of modes without frequency: ") + error.what());
  }
}

}  // namespace

void check_definiteness(const CheckedModel& checked, const CheckRequest& request,
                        CheckReport* report) {
  const FullModel& model = checked.model;
  if (!request.exported) return count_eigenvalues(checked, request, report);
  check_symmetry(model.stiffness, "K", report);
  check_symmetry(model.mass, "M", report);
  check_multipliers(checked, report);
  if (!request.eigenvalues) return;
  if (lowest_ritz_value(model.stiffness) < -kNegative)
    add_finding(
        report, Severity::error, "indefinite_stiffness",
        "K has negative eigenvalues: some motions release energy",
        "export without a preload beyond buckling, and check material data and the signs of "
        "springs");
  const double lowest_mass = lowest_ritz_value(model.mass);
  if (lowest_mass < -kNegative)
    add_finding(report, Severity::error, "indefinite_mass",
                "M has negative eigenvalues: some motions have negative kinetic energy",
                "check that the file is complete, and densities and element shapes");
  else if (lowest_mass < kSingular)
    add_finding(report, Severity::notice, "singular_mass",
                "M is singular, as that of elements with reduced integration (C3D20R, C3D8R): some "
                "motions carry no mass",
                "nothing needs to be done: they follow statically");
  count_eigenvalues(checked, request, report);
}

}  // namespace mortise::gen
