// Grid of a film: equidistant, or graded towards the places where pressure and gap bend most.
#pragma once

#include <vector>

#include "generator/contact/film/film_case.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// line: pressure prescribed at both ends. axis: x = 0 is the axis of revolution, pressure
// prescribed at the outer end only.
enum class FilmShape { line, axis };

struct FilmGrid {
  FilmShape shape = FilmShape::line;
  Vector x;              // (n) ascending [b]
  double spacing = 0.0;  // mean distance of neighbours [b]
  Vector width;          // (n - 1) x_i+1 - x_i over the mean; exactly 1 if equidistant [-]

  Eigen::Index points() const { return x.size(); }
  bool equidistant() const { return (width.array() == 1.0).all(); }
  // Width of the cell of a node before the last one, from face to face half-way to the neighbours,
  // over the mean spacing; exactly 1 if equidistant. The first node counts as in the middle of its.
  double cell(Eigen::Index i) const { return 0.5 * (width[i > 0 ? i - 1 : 0] + width[i]); }
  // Radius of a cell and of the face to its right, over an equation scaled by the mean spacing.
  // Around an axis the grid is equidistant.
  double cell_factor(Eigen::Index i) const {
    return shape == FilmShape::line ? 1.0 : i == 0 ? spacing / 8.0 : x[i];
  }
  double face_factor(Eigen::Index i) const {
    return shape == FilmShape::line ? 1.0 : x[i] + 0.5 * spacing;
  }
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

// A grid along a line with nodes at x (n >= 4), strictly ascending and finite, else Error.
FilmGrid make_graded_grid(const Vector& x);

// n >= 4 nodes from start to end > start, refined: between neighbours the integral of their density
// is the same. Error if a refinement is not finite or out of range, or the density not positive.
Vector refined_nodes(Eigen::Index points, double start, double end,
                     const std::vector<GridRefinement>& refinements);

}  // namespace mortise::gen
