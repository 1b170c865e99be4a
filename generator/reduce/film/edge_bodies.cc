#include "generator/reduce/film/edge_bodies.hpp"

#include <fmt/format.h>

#include "generator/bodies/halfspace/kernels.hpp"
#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kPolynomials = 5;
constexpr double kMostBending = 0.02;

}  // namespace

EdgeBodies::EdgeBodies(const FilmProblemData* problem, double contact)
    : p_(*problem),
      factor_(8.0 * problem->scales.radius * problem->scales.pressure /
              (kPi * problem->scales.modulus * problem->scales.length)) {
  const Matrix& modes = p_.modes.shapes;
  const Matrix uneven = modes.rowwise() - modes.row(0);
  if (uneven.cwiseAbs().maxCoeff() == 0.0) return;
  const Eigen::Index within = (p_.x.array() <= contact).count();
  bending_ = uneven.topRows(within).cwiseAbs().maxCoeff() / modes.cwiseAbs().maxCoeff();
  demand(
      bending_ < kMostBending, "reduce.rebound",
      fmt::format("modes of the bodies bend the contact by {:.2g} of what they open it", bending_),
      "set reduce.rebound = \"fixed\", or lower bodies.*.cutoff_hz");

  const Vector root = p_.weights.cwiseMax(0.0).cwiseSqrt();
  const Matrix shapes = polynomials(p_.x);
  const auto fit = [&](const Matrix& values) {
    return least_squares(root.asDiagonal() * shapes, root.asDiagonal() * values);
  };
  shape_ = fit(p_.geometry - 0.5 * p_.x.cwiseAbs2());
  // the difference of Green's functions, seen through pressures that are smooth
  const Matrix apart = p_.compliance - point_compliance(p_.x, factor_);
  const Matrix squares = shapes.transpose() * (p_.weights.asDiagonal() * shapes);
  softness_ = fit(apart * shapes) * pseudo_inverse(thin_svd(squares));
  const Vector spot = (1.0 - (p_.x / contact).array().square()).cwiseMax(0.0).sqrt();
  const Vector rest =
      apart * spot - shapes * (softness_ * (shapes.transpose() * p_.weights.cwiseProduct(spot)));
  left_ = rest.cwiseAbs().maxCoeff() / (p_.compliance * spot).maxCoeff();
}

// Legendre's in 2 (X / end)^2 - 1, orthogonal over the film around its axis.
Matrix EdgeBodies::polynomials(const Vector& x) const {
  const Vector t = 2.0 * (x / p_.x[p_.x.size() - 1]).array().square() - 1.0;
  Matrix all(x.size(), kPolynomials);
  all.col(0).setOnes();
  all.col(1) = t;
  for (Eigen::Index k = 2; k < kPolynomials; ++k) {
    const auto order = static_cast<double>(k);
    all.col(k) = ((2.0 * order - 1.0) / order) * t.cwiseProduct(all.col(k - 1)) -
                 ((order - 1.0) / order) * all.col(k - 2);
  }
  return all;
}

Vector EdgeBodies::geometry(const Vector& x) const {
  Vector all = 0.5 * x.array().square();
  if (!half_spaces()) all += polynomials(x) * shape_;
  return all;
}

Matrix EdgeBodies::compliance(const Vector& x, const Vector& weights) const {
  Matrix all = point_compliance(x, factor_);
  if (half_spaces()) return all;
  const Matrix shapes = polynomials(x);
  return all + shapes * (softness_ * (shapes.transpose() * weights.asDiagonal()));
}

}  // namespace mortise::gen
