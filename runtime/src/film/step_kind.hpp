// What the step of a film depends on, from what its file has.
#pragma once

#include "mortise/view/film.hpp"

namespace mortise {

inline FilmStepKind step_kind_of(const FilmView& film) {
  if (film.on_bodies) return FilmStepKind::kBorne;
  if (film.transport) return FilmStepKind::kCarried;
  if (film.constants->loaded) return FilmStepKind::kLoaded;
  return film.edge ? FilmStepKind::kEdge : film.paces ? FilmStepKind::kPaced : FilmStepKind::kMet;
}

}  // namespace mortise
