// The numerics of films for one instruction set, and how films of an assembly use them; compiled
// once per set with -DMORTISE_ISA=<name>.
#if !defined(MORTISE_ONE_FILM)
#include "kinds.hpp"
#if !defined(MORTISE_NO_ASSEMBLY)
#include "carried_member.hpp"
#include "stepped_member.hpp"
#endif

namespace mortise::MORTISE_ISA {

const FilmFunctions& film_functions(const FilmView& film) {
  static constexpr FilmFunctions kCarried[] = {functions_of_carried<double>(),
                                               functions_of_carried<float>()};
  static constexpr FilmFunctions kEdge[] = {functions_with_edge<double>(),
                                            functions_with_edge<float>()};
  static constexpr FilmFunctions kWide[] = {functions_of_stepped<double, 4>(),
                                            functions_of_stepped<float, 4>()};
  static constexpr FilmFunctions kNarrow[] = {functions_of_stepped<double, 3>(),
                                              functions_of_stepped<float, 3>()};
  const int single = film.scalar == 4 ? 1 : 0;
  if (film.transport) return kCarried[single];
  if (film.edge) return kEdge[single];
  return film.constants->stencil == 4 ? kWide[single] : kNarrow[single];
}

#if !defined(MORTISE_NO_ASSEMBLY)
const FilmMemberFunctions& film_member_functions(const FilmView& film) {
  static constexpr FilmMemberFunctions kCarried[] = {member_functions_of<CarriedMember<double>>(),
                                                     member_functions_of<CarriedMember<float>>()};
  static constexpr FilmMemberFunctions kWide[] = {member_functions_of<FilmMember<double, 4>>(),
                                                  member_functions_of<FilmMember<float, 4>>()};
  static constexpr FilmMemberFunctions kNarrow[] = {member_functions_of<FilmMember<double, 3>>(),
                                                    member_functions_of<FilmMember<float, 3>>()};
  const int single = film.scalar == 4 ? 1 : 0;
  if (film.on_bodies) return kCarried[single];
  return film.constants->stencil == 4 ? kWide[single] : kNarrow[single];
}
#endif

}  // namespace mortise::MORTISE_ISA
#endif
