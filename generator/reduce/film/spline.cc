#include "generator/reduce/film/spline.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/dense/dense_solver.hpp"

namespace mortise::gen {

Matrix spline_weights(const Vector& knots, const Vector& places) {
  const Eigen::Index n = knots.size();
  const double h = (knots[n - 1] - knots[0]) / static_cast<double>(n - 1);
  // second derivatives, times h^2 / 6, from the samples
  Matrix left = Matrix::Zero(n, n), curvature = Matrix::Zero(n, n);
  for (Eigen::Index k = 1; k + 1 < n; ++k) {
    left.row(k).segment(k - 1, 3) << 1.0, 4.0, 1.0;
    curvature.row(k).segment(k - 1, 3) << 1.0, -2.0, 1.0;
  }
  left.row(0).head(3) << 1.0, -2.0, 1.0;
  left.row(n - 1).tail(3) << 1.0, -2.0, 1.0;
  DenseLu lu;
  lu.factorise(left);
  lu.solve(curvature);
  Matrix weights = Matrix::Zero(places.size(), n);
  for (Eigen::Index i = 0; i < places.size(); ++i) {
    const double at = (places[i] - knots[0]) / h;
    const auto k = std::clamp<Eigen::Index>(static_cast<Eigen::Index>(std::floor(at)), 0, n - 2);
    const double s = at - static_cast<double>(k), r = 1.0 - s;
    weights(i, k) += r;
    weights(i, k + 1) += s;
    weights.row(i) += (r * r * r - r) * curvature.row(k) + (s * s * s - s) * curvature.row(k + 1);
  }
  return weights;
}

Matrix local_cubics(const Vector& knots, const Vector& places) {
  const Eigen::Index n = knots.size();
  const double h = (knots[n - 1] - knots[0]) / static_cast<double>(n - 1);
  Matrix weights = Matrix::Zero(places.size(), n);
  for (Eigen::Index i = 0; i < places.size(); ++i) {
    const double at = (places[i] - knots[0]) / h;
    const auto k = std::clamp<Eigen::Index>(static_cast<Eigen::Index>(std::floor(at)), 1, n - 3);
    weights.block(i, k - 1, 1, 4) = cubic_weights(at - static_cast<double>(k)).transpose();
  }
  return weights;
}

Eigen::Vector4d cubic_weights(double s) {
  const double before = s + 1.0, next = s - 1.0, after = s - 2.0;
  return {-s * next * after / 6.0, before * next * after / 2.0, -before * s * after / 2.0,
          before * s * next / 6.0};
}

Eigen::Vector4d cubic_slopes(double s) {
  const double square = 3.0 * s * s;
  return {-(square - 6.0 * s + 2.0) / 6.0, (square - 4.0 * s - 1.0) / 2.0,
          -(square - 2.0 * s - 2.0) / 2.0, (square - 1.0) / 6.0};
}

Matrix straight_lines(const Vector& x, const Vector& places) {
  Matrix m = Matrix::Zero(places.size(), x.size());
  for (Eigen::Index j = 0; j < places.size(); ++j) {
    const auto next = std::upper_bound(x.begin() + 1, x.end() - 1, places[j]);
    const Eigen::Index i = next - x.begin() - 1;
    const double share = (places[j] - x[i]) / (x[i + 1] - x[i]);
    m(j, i) = 1.0 - share;
    m(j, i + 1) = share;
  }
  return m;
}

}  // namespace mortise::gen
