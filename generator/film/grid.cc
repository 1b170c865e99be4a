#include "generator/film/grid.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

Vector FilmGrid::weights() const {
  if (shape == FilmShape::line) {
    Vector w = Vector::Constant(points(), spacing);
    w[0] = w[points() - 1] = 0.5 * spacing;
    return w;
  }
  Vector w = spacing * x;
  w[0] = spacing * spacing / 6.0;
  w[points() - 1] *= 0.5;
  return w;
}

double FilmGrid::central(const Vector& values) const {
  if (shape == FilmShape::axis) return values[0];
  const double at = -x[0] / spacing;
  const auto left =
      std::clamp<Eigen::Index>(static_cast<Eigen::Index>(std::floor(at + 1e-9)), 1, points() - 3);
  const double s = at - static_cast<double>(left);
  return values[left - 1] * (-s * (s - 1.0) * (s - 2.0) / 6.0) +
         values[left] * ((s + 1.0) * (s - 1.0) * (s - 2.0) / 2.0) +
         values[left + 1] * (-(s + 1.0) * s * (s - 2.0) / 2.0) +
         values[left + 2] * ((s + 1.0) * s * (s - 1.0) / 6.0);
}

FilmGrid make_grid(FilmShape shape, Eigen::Index points, double start, double end) {
  FilmGrid grid;
  grid.shape = shape;
  grid.spacing = (end - start) / static_cast<double>(points - 1);
  grid.x = Vector::LinSpaced(points, start, end);
  if (shape == FilmShape::axis) grid.x[0] = 0.0;
  return grid;
}

}  // namespace mortise::gen
