// The reduced equations of one basis at its sampled rows:
//   T f(a V b, a^2 (geometry + C V b) + mode_shapes q + H0) = 0,   G b = load.
#pragma once

#include <array>
#include <vector>

#include "generator/reduce/film/reduced_film.hpp"
#include "generator/reduce/film/row_set.hpp"

namespace mortise::gen {

// Unknowns and what belongs to them: b (r), H0 (0 if not loaded), q (n) of the same instant.
struct ReducedPoint {
  Vector b;
  double approach = 0.0;
  Vector q;
};

class BasisEquations {
 public:
  // problem must outlive the object.
  BasisEquations(const FilmProblemData* problem, const ReducedBasis& basis, double gap_floor);

  Eigen::Index modes() const { return shapes_[0].cols(); }                        // r
  Eigen::Index unknowns() const { return modes() + (problem_->loaded ? 1 : 0); }  // u
  const FilmRowSet& rows() const { return rows_; }
  const Vector& load_row() const { return load_row_; }      // (r) G
  const Matrix& excitation() const { return excitation_; }  // (n x r) E V

  // y at the rows (m).
  Vector content(const ReducedPoint& at, double frame) const {
    return rows_.content(stencil_pressure(at.b, frame), stencil_gap(at, frame));
  }

  // Residual of the rows, watched ones included (m), and where wanted (not null) its derivative
  // for the unknowns (m x u), in which q answers to b by `spring` (n).
  void residual(const ReducedPoint& at, const FilmStage& stage, const Vector& start,
                const Vector& spring, Vector* f, Matrix* jacobian) const;

  // T J and the load row (u x u).
  Matrix project(const Matrix& jacobian) const;
  // T f and G b - load (u).
  Vector project(const Vector& f, const Vector& b, double load) const;

 private:
  FilmRowSet::Stencil stencil_gap(const ReducedPoint& at, double frame) const;
  FilmRowSet::Stencil stencil_pressure(const Vector& b, double frame) const;

  const FilmProblemData* problem_;
  FilmRowSet rows_;
  FilmRowSet::Stencil geometry_;
  std::array<Matrix, 4> shapes_, gap_shapes_, mode_shapes_;  // V, C V, mode_shapes at the stencils
  Matrix test_, excitation_;                                 // test: (r x rows that hold) T
  Vector load_row_;
};

}  // namespace mortise::gen
