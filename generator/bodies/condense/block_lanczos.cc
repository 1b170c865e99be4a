// Block Lanczos on a shifted and inverted pencil, reorthogonalised, restarted with what it has
// found (thick restart), with deflation.
//
//   Op = P (K + s M)^-1 P^T M   is self-adjoint in the product x^T M y; its largest eigenvalues
//   1 / (omega^2 + s) belong to the lowest modes
//
// A block finds the modes of a cluster together, and one pass through the factor serves all of it.
#include "generator/bodies/condense/shift_invert.hpp"

#include <algorithm>

#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/sparse/symmetric_product.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kBlock = 8;
constexpr double kConverged = 1e-9;  // residual of a Ritz pair over its value
// Squared lengths that are rounding: of what is new to the basis, of a direction in the block.
constexpr double kNothingNew = 1e-26;
constexpr double kDependentInBlock = 1e-13;
constexpr int kMostRestarts = 100;

struct RitzPairs {
  Vector value;  // descending
  Matrix vector;
};

RitzPairs ritz(const Matrix& projected) {
  const SymmetricEigen eigen(0.5 * (projected + projected.transpose()));
  return {eigen.eigenvalues().reverse(), eigen.eigenvectors().rowwise().reverse()};
}

// An M-orthonormal basis that grows block by block, orthogonal to `known` too.
class KrylovSpace {
 public:
  KrylovSpace(const ShiftInvert& pencil, const Matrix& known, Eigen::Index most)
      : pencil_(pencil),
        known_(known),
        known_load_(pencil.mass() * known),
        vectors_(pencil.size(), most),
        loads_(pencil.size(), most) {}

  Eigen::Index size() const { return size_; }
  Eigen::Index room() const { return vectors_.cols() - size_; }
  auto vectors() const { return vectors_.leftCols(size_); }
  auto loads() const { return loads_.leftCols(size_); }
  // The block added last, under the mass.
  auto last_loads() const { return loads_.middleCols(size_ - last_, last_); }
  Eigen::Index last() const { return last_; }

  // Takes what is new in the columns of w. Returns B (last() x columns of w), their parts along the
  // new vectors.
  Matrix extend(Matrix w) {
    remove_known(&w);
    const double inside = remove_basis(&w);
    remove_known(&w);
    Matrix load = symmetric_product(pencil_.mass(), w);
    Matrix coefficients = Matrix::Identity(w.cols(), w.cols());
    last_ = 0;
    for (int pass = 0; pass < 2; ++pass) {
      const Matrix gram = w.transpose() * load;
      const SymmetricEigen eigen(0.5 * (gram + gram.transpose()));
      const Vector& square = eigen.eigenvalues();
      const double largest = square[square.size() - 1];
      const double least =
          std::max(kNothingNew * (pass == 0 ? inside + largest : 0.0), kDependentInBlock * largest);
      const Eigen::Index kept = std::min(room(), (square.array() > least).count());
      if (kept == 0) return Matrix(0, w.cols());
      const Vector length = square.tail(kept).cwiseSqrt();
      const Matrix turn = eigen.eigenvectors().rightCols(kept);
      coefficients = length.asDiagonal() * (turn.transpose() * coefficients);
      const Matrix scaled = turn * length.cwiseInverse().asDiagonal();
      w = w * scaled;
      if (pass == 0) {
        remove_basis(&w);
        load = symmetric_product(pencil_.mass(), w);
      } else {
        load = load * scaled;
      }
    }
    last_ = w.cols();
    vectors_.middleCols(size_, last_) = w;
    loads_.middleCols(size_, last_) = load;
    size_ += last_;
    return coefficients;
  }

  // Only the combinations `turn` (size() - last() x k) of all but the last block, and that block.
  void restart(const Matrix& turn) {
    const Eigen::Index old = size_ - last_;
    for (Matrix* m : {&vectors_, &loads_}) {
      const Matrix kept = m->leftCols(old) * turn;
      const Matrix last = m->middleCols(old, last_);
      m->leftCols(kept.cols()) = kept;
      m->middleCols(kept.cols(), last_) = last;
    }
    size_ = turn.cols() + last_;
  }

 private:
  // Returns the largest squared length of what it removes from a column.
  double remove_basis(Matrix* w) const {
    if (size_ == 0) return 0.0;
    const Matrix share = loads().transpose() * *w;
    *w -= vectors() * share;
    return share.colwise().squaredNorm().maxCoeff();
  }
  void remove_known(Matrix* w) const {
    if (known_.cols() > 0) *w -= known_ * (known_load_.transpose() * *w);
  }

  const ShiftInvert& pencil_;
  const Matrix& known_;
  Matrix known_load_;
  Matrix vectors_, loads_;  // (n x room), columns from size_ on are free; loads = M vectors
  Eigen::Index size_ = 0, last_ = 0;
};

// Inside the range of the operator, so that massless directions never enter.
Matrix start_block(const ShiftInvert& pencil, int attempt) {
  Dice dice(static_cast<std::uint64_t>(attempt) + 1);
  Matrix v(pencil.size(), kBlock);
  for (double& x : v.reshaped()) x = dice.share() - 0.5;
  return pencil.iterate(v);
}

// Have the first `wanted` Ritz pairs converged? rest: (b x k) what leads out of the space.
bool converged(const RitzPairs& pairs, const Matrix& rest, Eigen::Index wanted) {
  if (pairs.value.size() < wanted) return false;
  for (Eigen::Index i = 0; i < wanted; ++i)
    if (!((rest * pairs.vector.col(i)).norm() <= kConverged * pairs.value[i])) return false;
  return true;
}

}  // namespace

Matrix lanczos(const ShiftInvert& pencil, const Matrix& known, Eigen::Index wanted, int attempt) {
  const Eigen::Index most =
      std::min(pencil.size() - known.cols(), 2 * wanted + 8 * kBlock) + kBlock;
  KrylovSpace space(pencil, known, most);
  space.extend(start_block(pencil, attempt));
  Matrix projected(0, 0);  // Op seen by all vectors but the last block
  for (int restarts = 0; restarts < kMostRestarts && space.last() > 0;) {
    const Eigen::Index old = projected.rows(), fresh = space.last();
    const Matrix image = pencil.motion(space.last_loads());
    const Matrix seen = space.loads().transpose() * image;  // (old + fresh) x fresh
    projected.conservativeResize(old + fresh, old + fresh);
    projected.rightCols(fresh) = seen;
    projected.bottomRows(fresh) = seen.transpose();
    const Matrix leads = space.extend(image);
    Matrix rest = Matrix::Zero(leads.rows(), projected.rows());
    rest.rightCols(fresh) = leads;
    const RitzPairs pairs = ritz(projected);
    const bool done = space.last() == 0 || converged(pairs, rest, wanted);
    if (done) {
      const Eigen::Index found = std::min(wanted, pairs.value.size());
      return space.vectors().leftCols(projected.rows()) * pairs.vector.leftCols(found);
    }
    if (space.room() >= kBlock) continue;
    ++restarts;
    const Eigen::Index kept = std::min(wanted + kBlock, pairs.value.size());
    space.restart(pairs.vector.leftCols(kept));
    projected = pairs.value.head(kept).asDiagonal();
  }
  return Matrix(pencil.size(), 0);
}

}  // namespace mortise::gen
