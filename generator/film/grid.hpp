// Uniform grid of a film.
#pragma once

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

// line: pressure prescribed at both ends. axis: x = 0 is the axis of revolution, pressure
// prescribed at the outer end only.
enum class FilmShape { line, axis };

struct FilmGrid {
  FilmShape shape = FilmShape::line;
  Vector x;              // (n) [b]
  double spacing = 0.0;  // [b]

  Eigen::Index points() const { return x.size(); }
  // Range of the nodes with unknown pressure.
  Eigen::Index first() const { return shape == FilmShape::line ? 1 : 0; }
  Eigen::Index unknowns() const { return points() - 1 - first(); }
  // (n) int P dX = weights . P (line), int P X dX (axis; 2 pi left out): exact for piecewise linear
  // P, around the axis only if P = 0 at the outer end.
  Vector weights() const;
  // Value at X = 0 of nodal values (n): by a cubic through the four nodes around it (line), the
  // first node (axis).
  double central(const Vector& values) const;
};

// n >= 4 equidistant nodes from start to end. axis: start must be 0.
FilmGrid make_grid(FilmShape shape, Eigen::Index points, double start, double end);

}  // namespace mortise::gen
