#include "generator/bodies/halfspace/plane_transform.hpp"

#include <algorithm>

namespace mortise::gen {

int fast_length(int least, bool whole_quarters) {
  const auto is_fast = [&](int n) {
    if (whole_quarters && n % 4 != 0) return false;
    for (const int prime : {2, 3, 5})
      while (n % prime == 0) n /= prime;
    return n == 1;
  };
  int n = std::max(least, whole_quarters ? 4 : 2);  // the library knows none of length 1
  while (!is_fast(n)) ++n;
  return n;
}

PlaneTransform::PlaneTransform(int nx, int ny) : nx_(nx), ny_(ny), half_(nx / 2 + 1, ny) {
  rows_.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  rows_.SetFlag(Eigen::FFT<double>::Unscaled);
  columns_.SetFlag(Eigen::FFT<double>::Unscaled);
  line_.resize(static_cast<std::size_t>(nx));
  from_.resize(static_cast<std::size_t>(std::max(nx / 2 + 1, ny)));
  to_.resize(static_cast<std::size_t>(ny));
}

void PlaneTransform::forward(const Matrix& field, Spectrum* spectrum) {
  spectrum->resize(ny_, nx_ / 2 + 1);
  const Eigen::Index used = field.rows();
  std::fill(line_.begin() + used, line_.end(), 0.0);
  for (Eigen::Index j = 0; j < field.cols(); ++j) {
    std::copy_n(field.col(j).data(), used, line_.begin());
    rows_.fwd(half_.col(j).data(), line_.data(), nx_);
  }
  std::fill(from_.begin(), from_.end(), 0.0);
  for (Eigen::Index i = 0; i < half_.rows(); ++i) {
    for (Eigen::Index j = 0; j < field.cols(); ++j)
      from_[static_cast<std::size_t>(j)] = half_(i, j);
    columns_.fwd(spectrum->col(i).data(), from_.data(), ny_);
  }
}

void PlaneTransform::inverse(const Spectrum& spectrum, Matrix* field) {
  for (Eigen::Index i = 0; i < half_.rows(); ++i) {
    columns_.inv(to_.data(), spectrum.col(i).data(), ny_);
    for (Eigen::Index j = 0; j < field->cols(); ++j) half_(i, j) = to_[static_cast<std::size_t>(j)];
  }
  const double scale = 1.0 / (double(nx_) * ny_);
  for (Eigen::Index j = 0; j < field->cols(); ++j) {
    rows_.inv(line_.data(), half_.col(j).data(), nx_);
    for (Eigen::Index i = 0; i < field->rows(); ++i)
      (*field)(i, j) = scale * line_[static_cast<std::size_t>(i)];
  }
}

}  // namespace mortise::gen
