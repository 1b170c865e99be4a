// Implicitly restarted Lanczos on a shifted and inverted pencil, with deflation.
#include "generator/bodies/condense/shift_invert.hpp"

#include <Spectra/SymGEigsSolver.h>

#include <algorithm>
#include <exception>

#include "generator/ground/numbers/dice.hpp"

namespace mortise::gen {
namespace {

constexpr double kTolerance = 1e-11;
constexpr Eigen::Index kRestarts = 300;

// s (P^T M P - M X (M X)^T): its largest eigenvalues s / (omega^2 + s) belong to the lowest modes
// that are not in X, those of X become zero.
class DeflatedMass {
 public:
  using Scalar = double;
  DeflatedMass(const ShiftInvert& pencil, const Matrix& known)
      : pencil_(pencil), loads_(pencil.mass() * known) {}

  Eigen::Index rows() const { return pencil_.size(); }
  Eigen::Index cols() const { return pencil_.size(); }
  void perform_op(const double* x_in, double* y_out) const {
    const Eigen::Map<const Vector> x(x_in, rows());
    Eigen::Map<Vector> y(y_out, rows());
    y = pencil_.shift() * (pencil_.mass_product(x) - loads_ * (loads_.transpose() * x));
  }

 private:
  const ShiftInvert& pencil_;
  Matrix loads_;
};

class ShiftedStiffness {
 public:
  using Scalar = double;
  explicit ShiftedStiffness(const ShiftInvert& pencil) : pencil_(pencil) {}

  Eigen::Index rows() const { return pencil_.size(); }
  Eigen::Index cols() const { return pencil_.size(); }
  void perform_op(const double* x_in, double* y_out) const {
    Eigen::Map<Vector>(y_out, rows()) =
        pencil_.shifted_product(Eigen::Map<const Vector>(x_in, rows()));
  }
  void solve(const double* x_in, double* y_out) const {
    Eigen::Map<Vector>(y_out, rows()) = pencil_.solve(Eigen::Map<const Vector>(x_in, rows()));
  }

 private:
  const ShiftInvert& pencil_;
};

// Start vector inside the range of the operator, so that massless directions never enter.
Vector start_vector(const ShiftInvert& pencil, int attempt) {
  Dice dice(static_cast<std::uint64_t>(attempt) + 1);
  Vector v(pencil.size());
  for (double& x : v) x = dice.share() - 0.5;
  return pencil.iterate(v);
}

}  // namespace

Matrix lanczos(const ShiftInvert& pencil, const Matrix& known, Eigen::Index wanted, int attempt) {
  const DeflatedMass mass(pencil, known);
  const ShiftedStiffness stiffness(pencil);
  const Eigen::Index basis = std::min(pencil.size(), std::max(2 * wanted + 1, wanted + 24));
  Spectra::SymGEigsSolver<const DeflatedMass, const ShiftedStiffness,
                          Spectra::GEigsMode::RegularInverse>
      solver(mass, stiffness, wanted, basis);
  const Vector start = start_vector(pencil, attempt);
  try {
    solver.init(start.data());
    solver.compute(Spectra::SortRule::LargestAlge, kRestarts, kTolerance,
                   Spectra::SortRule::LargestAlge);
  } catch (const std::exception&) {  // breakdown: the caller tries another start vector
    return Matrix(pencil.size(), 0);
  }
  return solver.eigenvectors();
}

}  // namespace mortise::gen
