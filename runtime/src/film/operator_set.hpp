// Numbers of the operator sets that kept gaps and factorisations were made with: of a basis, for a
// step of one substep, of half of one, or of 2, 4, .. of them.
#pragma once

#include "limits.hpp"
#include "mortise/view/film.hpp"

namespace mortise {

// doublings: of the substep; -1: half of it.
inline std::int32_t operator_set(std::int32_t basis, std::int32_t doublings) {
  constexpr auto kBases = static_cast<std::int32_t>(kMaxFilmBases),
                 kLengths = static_cast<std::int32_t>(kMaxFilmLengths);
  return doublings > 0 ? 2 * kBases + basis * kLengths + doublings
                       : 1 + 2 * basis + (doublings < 0 ? 1 : 0);
}

// Operators of a step of 2^doublings substeps; -1: of half of one.
//   lengths  of the basis, where steps are longer than a substep
inline FilmLength operators_of(const FilmBasis& b, const FilmLength* lengths,
                               std::int32_t doublings) {
  if (doublings > 0) return lengths[doublings - 1];
  return doublings < 0 ? FilmLength{b.gap_shapes_half, b.modal_half, 2 * b.shift}
                       : FilmLength{b.gap_shapes, b.modal, b.shift};
}

// The basis of one; -1 if this film has no such set.
inline std::int32_t basis_of_operator_set(const FilmView& film, std::int32_t number) {
  constexpr auto kBases = static_cast<std::int32_t>(kMaxFilmBases),
                 kLengths = static_cast<std::int32_t>(kMaxFilmLengths);
  if (number > 0 && number <= 2 * film.count) return (number - 1) / 2;
  if (!film.paces || number <= 2 * kBases) return -1;
  const std::int32_t longer = number - 2 * kBases - 1, basis = longer / kLengths;
  if (basis >= film.count) return -1;
  return longer % kLengths < static_cast<std::int32_t>(film.paces[basis].lengths) ? basis : -1;
}

}  // namespace mortise
