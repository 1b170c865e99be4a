// Factor and lowest modes by CHOLMOD's supernodal Cholesky and Spectra's Lanczos:
//   mortise_peer_cholmod EXPORT.sti MODES
#include <Spectra/SymGEigsShiftSolver.h>

#include <Eigen/CholmodSupport>
#include <chrono>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "tests/bench/peer_case.hpp"

namespace mortise::gen {
namespace {

class Inverse {
 public:
  using Scalar = double;
  explicit Inverse(const SparseMatrix& matrix) { solver_.compute(matrix); }
  Eigen::Index rows() const { return solver_.rows(); }
  Eigen::Index cols() const { return solver_.cols(); }
  void set_shift(double) {}  // zero: the body is held
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Vector>(out, rows()) = solver_.solve(Eigen::Map<const Vector>(in, rows()));
  }

 private:
  Eigen::CholmodSupernodalLLT<SparseMatrix> solver_;
};

class Product {
 public:
  using Scalar = double;
  explicit Product(const SparseMatrix& matrix) : matrix_(matrix) {}
  Eigen::Index rows() const { return matrix_.rows(); }
  Eigen::Index cols() const { return matrix_.cols(); }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Vector>(out, rows()) = matrix_ * Eigen::Map<const Vector>(in, rows());
  }

 private:
  const SparseMatrix& matrix_;
};

}  // namespace

int run_peer(const std::string& path, int modes) {
  const PeerCase c = peer_case(path);
  const auto start = std::chrono::steady_clock::now();
  Inverse inverse(c.stiffness);
  Product mass(c.mass);
  Spectra::SymGEigsShiftSolver<Inverse, Product, Spectra::GEigsMode::ShiftInvert> solver(
      inverse, mass, modes, 2 * modes + 1, 0.0);
  solver.init();
  solver.compute(Spectra::SortRule::LargestMagn, 300, 1e-10);
  std::vector<double> hz;
  const Vector squares = solver.eigenvalues().reverse();
  for (const double square : squares) hz.push_back(std::sqrt(square) / kTwoPi);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  print_peer(taken.count(), hz);
  return solver.info() == Spectra::CompInfo::Successful ? 0 : 1;
}

}  // namespace mortise::gen

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: mortise_peer_cholmod EXPORT.sti MODES\n"), 2;
  return mortise::gen::run_peer(argv[1], std::atoi(argv[2]));
}
