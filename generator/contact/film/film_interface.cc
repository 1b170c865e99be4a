#include "generator/contact/film/film_interface.hpp"

namespace mortise::gen {

std::vector<SparseRow*> rows_of(FilmBetween* film) { return {&film->opening}; }

std::string fault_of(const FilmBetween&) { return ""; }

FilmPlace project(const FilmBetween& film, const Matrix& shapes, bool) {
  FilmPlace place;
  place.opening = shapes.transpose() * film.opening;
  place.clearance = film.clearance;
  place.width = film.width;
  return place;
}

std::vector<Matrix*> rows_of(FilmPlace* film) { return {&film->gaps}; }

bool fits(const FilmPlace& film, Eigen::Index n) {
  return film.forces.rows() == n && film.forces.cols() == film.gaps.rows() &&
         film.opening.size() == n;
}

// Nothing is as stiff as a closed one.
RowUnknowns unknowns_of(const FilmPlace& film) {
  RowUnknowns u = rigid_unknowns(film.opening.transpose());
  u.step_rows = u.step_unknowns = 0;
  return u;
}

}  // namespace mortise::gen
