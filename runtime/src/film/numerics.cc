// The numerics of films for one instruction set, and how films of an assembly use them; compiled
// once per set with -DMORTISE_ISA=<name>.
#if !defined(MORTISE_ONE_FILM)
#include "kind.hpp"
#include "kinds.hpp"
#if !defined(MORTISE_NO_ASSEMBLY)
#include "carried_member.hpp"
#include "stepped_member.hpp"
#endif

namespace mortise::MORTISE_ISA {

namespace {

// The functions of a film's kind, scalar and stencil.
template <class Table>
const Table& chosen(const Table (&of_scalar)[2], const FilmView& film) {
  return of_scalar[film.scalar == 4 ? 1 : 0];
}

}  // namespace

const FilmFunctions& film_functions(const FilmView& film) {
  static constexpr FilmFunctions kCarried[] = {functions_of_carried<double>(),
                                               functions_of_carried<float>()};
  static constexpr FilmFunctions kEdge[] = {functions_with_edge<double>(),
                                            functions_with_edge<float>()};
  static constexpr FilmFunctions kWide[] = {functions_of_stepped<double, 4>(),
                                            functions_of_stepped<float, 4>()};
  static constexpr FilmFunctions kNarrow[] = {functions_of_stepped<double, 3>(),
                                              functions_of_stepped<float, 3>()};
  if (is_carried(film.kind)) return chosen(kCarried, film);
  if (has_edge(film.kind)) return chosen(kEdge, film);
  return film.constants->stencil == 4 ? chosen(kWide, film) : chosen(kNarrow, film);
}

#if !defined(MORTISE_NO_ASSEMBLY)
const FilmMemberFunctions& film_member_functions(const FilmView& film) {
  static constexpr FilmMemberFunctions kCarried[] = {member_functions_of<CarriedMember<double>>(),
                                                     member_functions_of<CarriedMember<float>>()};
  static constexpr FilmMemberFunctions kWide[] = {member_functions_of<FilmMember<double, 4>>(),
                                                  member_functions_of<FilmMember<float, 4>>()};
  static constexpr FilmMemberFunctions kNarrow[] = {member_functions_of<FilmMember<double, 3>>(),
                                                    member_functions_of<FilmMember<float, 3>>()};
  if (is_borne(film.kind)) return chosen(kCarried, film);
  return film.constants->stencil == 4 ? chosen(kWide, film) : chosen(kNarrow, film);
}
#endif

}  // namespace mortise::MORTISE_ISA
#endif
