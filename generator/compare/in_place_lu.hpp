// LU factorisation of one small system after another in the same memory, in either precision: what
// a fast full-order step needs. DenseLu is the general one.
#pragma once

#include <vector>

namespace mortise::gen {

// T: float or double.
template <class T>
class InPlaceLu {
 public:
  explicit InPlaceLu(int size)
      : size_(size),
        lu_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)),
        pivots_(static_cast<std::size_t>(size)) {}

  int size() const { return size_; }
  // Column `column` of the matrix, to be filled before factorise().
  T* column(int column) {
    return lu_.data() + static_cast<std::size_t>(column) * static_cast<std::size_t>(size_);
  }
  // With row exchanges, in place. False if a pivot is exactly zero.
  bool factorise();
  // rhs (size) becomes the solution.
  void solve(T* rhs) const;

 private:
  int size_;
  std::vector<T> lu_;
  std::vector<int> pivots_;
};

template <>
bool InPlaceLu<double>::factorise();
template <>
bool InPlaceLu<float>::factorise();
template <>
void InPlaceLu<double>::solve(double* rhs) const;
template <>
void InPlaceLu<float>::solve(float* rhs) const;

}  // namespace mortise::gen
