#include "generator/bodies/condense/modes.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "generator/bodies/condense/engine.hpp"
#include "generator/bodies/condense/selected_dofs.hpp"
#include "generator/bodies/condense/shift_invert.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/files/long_work.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/sparse/symmetric_product.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {
constexpr Eigen::Index kDenseBelow = 250;   // dofs up to which everything is solved densely
constexpr Eigen::Index kDenseLimit = 2500;  // dofs up to which a dense solution is reasonable
constexpr double kEqual = 1e-6;             // relative distance of omega^2 that separates modes
constexpr double kResidual = 1e-6;
constexpr int kAttempts = 10;
// Shift over the level of rigid-body modes: far above their rounding, far below what is wanted.
constexpr double kShift = 1e3;

void truncate(Modes* modes, Eigen::Index count) {
  if (count >= modes->omega.size()) return;
  const double next = modes->omega[count];
  modes->splits_multiple =
      count > 0 && next - modes->omega[count - 1] <= 0.5 * kEqual * next && next > 0.0;
  modes->omega.conservativeResize(count);
  modes->shapes.conservativeResize(Eigen::NoChange, count);
  modes->rigid_body_modes = std::min(modes->rigid_body_modes, count);
}

Modes all_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                const SparseMatrix& constraints) {
  demand(mass.rows() <= kDenseLimit, "modes",
         "all (or a large part) of the modes of " + std::to_string(mass.rows()) +
             " dofs are asked for",
         "ask for fewer modes or a lower cut-off frequency");
  const double level = rigid_body_level(stiffness, mass);
  if (constraints.rows() == 0) return dense_modes(Matrix(stiffness), Matrix(mass), level);
  const Eigen::Index free = mass.rows() - constraints.rows();
  if (free <= 0) return Modes{Vector(), Matrix(mass.rows(), 0), 0, 0.0, false};
  const Matrix null = complement_of_independent(Matrix(constraints.transpose()));
  Modes modes =
      dense_modes(null.transpose() * (stiffness * null), null.transpose() * (mass * null), level);
  modes.shapes = null * modes.shapes;
  return modes;
}

// One step of inverse iteration and Rayleigh-Ritz on the span of all vectors found so far.
Modes polish(const ShiftInvert& pencil, const Matrix& vectors, double level) {
  const Matrix span = pencil.iterate(vectors);
  const Matrix stiffness = span.transpose() * symmetric_product(pencil.stiffness(), span);
  const Matrix mass = span.transpose() * symmetric_product(pencil.mass(), span);
  Modes modes = dense_modes(stiffness, mass, level);
  modes.shapes = span * modes.shapes;
  return modes;
}

// Smallest number of modes >= count after which omega^2 makes a step; -1 if none is in sight.
Eigen::Index separated(const Vector& square, Eigen::Index count) {
  for (Eigen::Index k = count; k < square.size(); ++k)
    if (square[k] - square[k - 1] > kEqual * square[k]) return k;
  return -1;
}

// By how much one step of inverse iteration leads out of the space of the modes: what it moves
// within them, low ones above all, is rounding.
double largest_residual(const ShiftInvert& pencil, const Modes& modes, Eigen::Index count) {
  const Matrix shapes = modes.shapes.leftCols(count);
  Matrix again = pencil.iterate(shapes);
  again -= modes.shapes * (modes.shapes.transpose() * symmetric_product(pencil.mass(), again));
  double worst = 0.0;
  for (Eigen::Index i = 0; i < count; ++i) {
    const double factor = modes.omega[i] * modes.omega[i] + pencil.shift();
    worst = std::max(worst, factor * again.col(i).norm() / shapes.col(i).norm());
  }
  return worst;
}

// Modes of the free dofs alone, the held ones at rest.
Modes modes_of_part(const SparseMatrix& stiffness, const SparseMatrix& mass,
                    const ModeRequest& request, const std::vector<Eigen::Index>& kept) {
  Modes modes = lowest_modes(submatrix(stiffness, kept), submatrix(mass, kept), request);
  Matrix shapes = Matrix::Zero(mass.rows(), modes.shapes.cols());
  shapes(kept, Eigen::all) = modes.shapes;
  modes.shapes = std::move(shapes);
  return modes;
}

// The lowest `count` modes; proven: complete by a Sturm count in the next gap of the spectrum.
Modes sparse_modes(const ShiftInvert& pencil, const ModeRequest& request, double level) {
  Eigen::Index count = request.count;
  const LongWork work(std::to_string(count) + " modes of " + std::to_string(pencil.size()) +
                      " unknowns");
  Modes modes;
  modes.shapes = Matrix(pencil.size(), 0);
  Eigen::Index wanted = count + 4;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const Matrix fresh = condensation_engine().lanczos(pencil, modes.shapes, wanted, attempt);
    Matrix vectors(pencil.size(), modes.shapes.cols() + fresh.cols());
    vectors << modes.shapes, fresh;
    modes = polish(pencil, vectors, level);
    const Vector square = modes.omega.cwiseAbs2();
    if (request.elastic) count = request.count + modes.rigid_body_modes;
    const Eigen::Index k = separated(square, count);
    wanted = std::max<Eigen::Index>(4, count + 2 - square.size());
    if (k < 0) continue;
    const Eigen::Index below =
        request.proven ? count_below(pencil.stiffness(), pencil.mass(), pencil.constraints(),
                                     0.5 * (square[k - 1] + square[k]))
                       : k;
    if (below > k) {
      wanted = std::max<Eigen::Index>(2, below - k + 1);
      continue;
    }
    modes.residual = largest_residual(pencil, modes, k);
    if (below < k || !(modes.residual < kResidual)) break;
    truncate(&modes, count);
    return modes;
  }
  throw Error("modes", "the eigen-solver did not find a verified set of modes",
              "ask for a few more or fewer modes, or check the matrices' conditioning");
}

}  // namespace

Vector Modes::frequencies_hz() const { return omega / kTwoPi; }

double rigid_body_level(const SparseMatrix& stiffness, const SparseMatrix& mass) {
  const Vector k = stiffness.diagonal();
  const Vector m = mass.diagonal();
  std::vector<double> ratios;
  for (Eigen::Index i = 0; i < m.size(); ++i)
    if (m[i] > 0.0 && k[i] > 0.0) ratios.push_back(k[i] / m[i]);
  if (ratios.empty()) {
    if (m.size() > 0 && m.maxCoeff() > 0.0) return 0.0;  // masses without any spring
    throw Error("modes", "there is no dof with mass", "check the mass matrix and the densities");
  }
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::nth_element(ratios.begin(), middle, ratios.end());
  return 1e-13 * *middle;
}

Modes lowest_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                   const ModeRequest& request, const SparseMatrix& constraints,
                   const HeldStatics* statics) {
  const Eigen::Index n = mass.rows();
  if (request.count == 0 && request.cutoff_hz == 0.0 && !request.all)
    return Modes{Vector(), Matrix(n, 0), 0, 0.0, false};
  if (constraints.rows() > 0 && statics == nullptr) {
    const std::vector<Eigen::Index> kept = free_dofs(constraints);
    if (!kept.empty()) return modes_of_part(stiffness, mass, request, kept);
  }
  const double cutoff = kTwoPi * request.cutoff_hz;
  const bool small = n <= kDenseBelow || request.all || 4 * request.count > n;
  if (!small) {
    Eigen::Index count = request.count;
    if (cutoff > 0.0) {
      const Eigen::Index below = count_below(stiffness, mass, constraints, cutoff * cutoff);
      count = count > 0 ? std::min(count, below) : below;
    }
    if (count == 0) return Modes{Vector(), Matrix(n, 0), 0, 0.0, false};
    if (4 * count <= n) {
      ModeRequest counted = request;
      counted.count = count;
      const double level = rigid_body_level(stiffness, mass);
      return statics != nullptr
                 ? sparse_modes({stiffness, mass, constraints, *statics}, counted, level)
                 : sparse_modes({stiffness, mass, constraints, kShift * level}, counted, level);
    }
  }
  if (statics != nullptr) return lowest_modes(stiffness, mass, request, constraints);
  Modes modes = all_modes(stiffness, mass, constraints);
  Eigen::Index count = modes.omega.size();
  if (cutoff > 0.0) count = (modes.omega.array() < cutoff).count();
  const Eigen::Index rigid = request.elastic ? modes.rigid_body_modes : 0;
  if (request.count > 0) count = std::min(count, request.count + rigid);
  truncate(&modes, count);
  return modes;
}

}  // namespace mortise::gen
