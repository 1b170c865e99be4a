// The Reynolds equation at some nodes of a grid, evaluated from pressure and gap at their stencils:
// the equations of the schema's table ReynoldsFilm.
#pragma once

#include <array>
#include <vector>

#include "generator/contact/film/lubricant.hpp"
#include "generator/reduce/film/reduced_film.hpp"

namespace mortise::gen {

// Values prescribed to the Reynolds equation at one time, dimensionless.
struct StageDrive {
  double frame = 1.0, frame_rate = 0.0;  // a, da/dT
  double speed = 0.0;                    // u
  double viscosity_factor = 1.0;
};

struct FilmStage : StageDrive {
  double shift = 0.0;  // s; 0: steady
};

class FilmRowSet {
 public:
  // Values at the stencils: column k of row j belongs to node rows[j] - 2 + k, k = 0..3. Where the
  // grid ends before, the first node stands in; the row does not use it.
  using Stencil = Eigen::Array<double, Eigen::Dynamic, 4>;

  // rows: (m) nodes with unknown pressure. gap_floor: gaps count as at least this [-].
  FilmRowSet(const FilmProblemData& problem, std::vector<int> rows, double gap_floor = 0.0);

  Eigen::Index size() const { return static_cast<Eigen::Index>(rows_.size()); }
  const std::vector<int>& rows() const { return rows_; }

  Stencil gather(const Vector& nodal) const;                // (points) -> (m x 4)
  std::array<Matrix, 4> gather(const Matrix& nodal) const;  // (points x k) -> 4 times (m x k)

  // y = rho(P) H at the rows themselves (m).
  Vector content(const Stencil& P, const Stencil& H) const;

  // f (m) and its derivatives for the pressures and gaps of the stencil (m x 4, may be null).
  // start: (m) start value of y.
  // without_flow: (m) the part of f that is no pressure-driven flow: entrainment and squeeze, may
  // be null.
  void evaluate(const Stencil& P, const Stencil& H, const FilmStage& stage, const Vector& start,
                Vector* f, Stencil* by_P, Stencil* by_H, Vector* without_flow = nullptr) const;

 private:
  std::vector<int> rows_;
  std::array<std::vector<int>, 4> nodes_;  // of the columns of the stencils
  Lubricant lubricant_;
  Eigen::ArrayXd left_, right_, d0_, d1_, d2_, ahead_, x_;
  double penalty_, gap_floor_;
};

// All nodes of a problem with unknown pressure, ascending.
std::vector<int> all_rows(const FilmProblemData& problem);

}  // namespace mortise::gen
