#include "generator/ground/dense/nnls.hpp"

#include <algorithm>
#include <limits>

#include "generator/ground/dense/decompositions.hpp"

namespace mortise::gen {
namespace {

class ActiveSet {
 public:
  ActiveSet(const Matrix& a, const Vector& b)
      : a_(a), b_(b), x_(Vector::Zero(a.cols())), member_(static_cast<std::size_t>(a.cols()), 0) {}

  double residual() const { return (b_ - a_ * x_).norm() / b_.norm(); }
  const Vector& solution() const { return x_; }
  Eigen::Index entries() const { return static_cast<Eigen::Index>(set_.size()); }

  // The column that lowers the residual fastest; -1 if none does.
  Eigen::Index best_column() const {
    const Vector slope = a_.transpose() * (b_ - a_ * x_);
    Eigen::Index best = -1;
    double largest = 1e-14 * b_.norm();
    for (Eigen::Index j = 0; j < slope.size(); ++j) {
      if (member_[static_cast<std::size_t>(j)] != 0 || slope[j] <= largest) continue;
      largest = slope[j];
      best = j;
    }
    return best;
  }

  // Takes out the entry that the fit misses least: without entry j its square grows by
  // x_j^2 / (A^T A)^-1_jj.
  void drop_least() {
    const Eigen::HouseholderQR<Matrix> qr(columns());
    const Eigen::Index n = entries();
    const Matrix inverse =
        qr.matrixQR().topRows(n).triangularView<Eigen::Upper>().solve(Matrix::Identity(n, n));
    std::size_t least = 0;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < set_.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      const double x = x_[set_[k]], grows = x * x / inverse.row(at).squaredNorm();
      if (!(grows < smallest)) continue;
      smallest = grows;
      least = k;
    }
    x_[set_[least]] = 0.0;
    set_.erase(set_.begin() + static_cast<std::ptrdiff_t>(least));
    settle(fit());
  }

  // False if the column cannot take a positive value (rounding: it depends on the set).
  bool enter(Eigen::Index column) {
    member_[static_cast<std::size_t>(column)] = 1;
    set_.push_back(column);
    Vector z = fit();
    if (z[z.size() - 1] <= 0.0) {
      set_.pop_back();
      return false;  // stays marked: never tried again until another one enters
    }
    settle(z);
    return true;
  }

 private:
  Matrix columns() const {
    Matrix part(a_.rows(), entries());
    for (std::size_t k = 0; k < set_.size(); ++k) {
      part.col(static_cast<Eigen::Index>(k)) = a_.col(set_[k]);
    }
    return part;
  }
  Vector fit() const { return least_squares(columns(), b_); }

  // The best positive values of the set, from its fit z; entries that reach zero leave it.
  void settle(Vector z) {
    while ((z.array() <= 0.0).any()) {
      retreat(z);
      z = fit();
    }
    for (std::size_t k = 0; k < set_.size(); ++k) x_[set_[k]] = z[static_cast<Eigen::Index>(k)];
    for (Eigen::Index j = 0; j < x_.size(); ++j) {
      member_[static_cast<std::size_t>(j)] = x_[j] > 0.0 ? 1 : 0;
    }
  }

  // Goes towards z until an entry would become negative; entries that reach zero leave the set.
  void retreat(const Vector& z) {
    double share = 1.0;
    std::size_t leaving = 0;
    for (std::size_t k = 0; k < set_.size(); ++k) {
      const double from = x_[set_[k]], to = z[static_cast<Eigen::Index>(k)];
      if (to > 0.0) continue;
      const double reach = from / (from - to);
      if (reach < share) {
        share = reach;
        leaving = k;
      }
    }
    for (std::size_t k = 0; k < set_.size(); ++k) {
      double& x = x_[set_[k]];
      x += share * (z[static_cast<Eigen::Index>(k)] - x);
    }
    x_[set_[leaving]] = 0.0;
    std::vector<Eigen::Index> kept;
    for (const Eigen::Index j : set_) {
      if (x_[j] > 0.0) kept.push_back(j);
    }
    set_ = kept;
  }

  const Matrix& a_;
  const Vector& b_;
  Vector x_;
  std::vector<Eigen::Index> set_;  // in the order of entry
  std::vector<char> member_;       // in the set, or tried in vain
};

}  // namespace

namespace {

// Adds columns until `enough` says so.
template <class Enough>
void grow(ActiveSet* active, Eigen::Index columns, const Enough& enough) {
  // every set is visited once at most; the bound only guards against cycling by rounding
  for (Eigen::Index k = 0; k < 20 * columns && !enough(); ++k) {
    const Eigen::Index column = active->best_column();
    if (column < 0) break;
    active->enter(column);
  }
}

SparseSolution solution_of(const ActiveSet& active) {
  SparseSolution solution;
  solution.residual = active.residual();
  const Vector& x = active.solution();
  std::vector<double> values;
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    if (x[j] <= 0.0) continue;
    solution.columns.push_back(static_cast<int>(j));
    values.push_back(x[j]);
  }
  solution.values =
      Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
  return solution;
}

}  // namespace

SparseSolution sparse_nnls(const Matrix& a, const Vector& b, double tolerance,
                           Eigen::Index fewest) {
  ActiveSet active(a, b);
  grow(&active, a.cols(),
       [&] { return active.residual() <= tolerance && active.entries() >= fewest; });
  return solution_of(active);
}

SparseSolution sparse_nnls_of(const Matrix& a, const Vector& b, Eigen::Index entries,
                              double growth) {
  ActiveSet active(a, b);
  const auto most = static_cast<Eigen::Index>(growth * static_cast<double>(entries));
  grow(&active, a.cols(), [&] { return active.entries() >= most; });
  while (active.entries() > entries) active.drop_least();
  return solution_of(active);
}

}  // namespace mortise::gen
