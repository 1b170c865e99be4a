// What of a film's kind its step asks for. A runtime for a single model (MORTISE_ONE_FILM,
// one_kind.hpp) knows most of it when it is compiled.
#pragma once

#include "mortise/view/film.hpp"

namespace mortise::MORTISE_ISA {

#if defined(MORTISE_ONE_FILM)
constexpr bool is_carried(FilmStepKind) { return MORTISE_FILM_CARRIED != 0; }
constexpr bool has_edge(FilmStepKind) { return MORTISE_FILM_EDGE != 0; }
#else
// The fluid carries it through the contact.
constexpr bool is_carried(FilmStepKind kind) {
  return kind == FilmStepKind::kCarried || kind == FilmStepKind::kBorne;
}
constexpr bool has_edge(FilmStepKind kind) { return kind == FilmStepKind::kEdge; }
#endif

// Bodies of an assembly bear it.
constexpr bool is_borne(FilmStepKind kind) {
  return is_carried(kind) && kind == FilmStepKind::kBorne;
}
// It holds a load, or bodies that move: prescribed, or what bodies leave of it.
constexpr bool is_loaded(FilmStepKind kind) {
  return is_carried(kind) || (!has_edge(kind) && kind == FilmStepKind::kLoaded);
}
// Bases take turns within a step.
constexpr bool is_paced(FilmStepKind kind) {
  return has_edge(kind) || (!is_carried(kind) && kind == FilmStepKind::kPaced);
}

}  // namespace mortise::MORTISE_ISA
