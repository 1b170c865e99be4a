// A film as one interface of an assembly, whatever its kind, scalar and stencil: its running step,
// a table of the functions of FilmMember or CarriedMember, and room for one of them.
#pragma once

#include <new>

#include "member.hpp"

namespace mortise::MORTISE_ISA {

// DO(result, function, parameters) of each, as the members have it.
#define MORTISE_FILM_MEMBER(DO)                            \
  DO(Status, begin, (void*))                               \
  DO(bool, in_film, (void*))                               \
  DO(void, begin_attempt, (void*, bool))                   \
  DO(void, add_force, (void*, Real*))                      \
  DO(bool, solve_stage, (void*, int, const Real*))         \
  /* ---- of a film that shares bodies with others */      \
  DO(void, begin_stage, (void*, int))                      \
  DO(void, find_correction, (void*, int, const Real*))     \
  DO(bool, allowed_share, (void*, int, Real, Real*))       \
  DO(void, take_correction, (void*, Real))                 \
  DO(void, end_stage, (void*, int, const Real*, bool))     \
  DO(Real, opening_of, (void*, const Real*))               \
  DO(void, add_correction, (void*, int, Real*))            \
  DO(void, add_answer, (void*, int, Real*))                \
  DO(void, add_late_answer, (void*, Real*))                \
  DO(Real, first_opening, (void*, int))                    \
  /* ---- after a pass, and how it follows columns */      \
  DO(Real, change, (void*))                                \
  DO(bool, is_linear, (void*))                             \
  DO(void, prepare_response, (void*, int, int))            \
  DO(void, respond, (void*, int, int, const Real*, Real*)) \
  DO(void, respond_as_one, (void*, int, int, Real, Real*)) \
  DO(void, carry, (void*, int, const Real*))               \
  DO(void, follow, (void*, int, Real))                     \
  /* ---- the end of a step */                             \
  DO(Real, end, (void*))                                   \
  DO(bool, untrusted, (void*))                             \
  DO(void, stop, (void*))                                  \
  DO(Real, output, (void*, const OutputRule&))

struct FilmMemberFunctions {
  void (*make)(void* room, MemberRun& run);
#define MORTISE_FUNCTION(result, function, parameters) result(*function) parameters;
  MORTISE_FILM_MEMBER(MORTISE_FUNCTION)
#undef MORTISE_FUNCTION
};

// Functions of a model's film (numerics.cc).
const FilmMemberFunctions& film_member_functions(const FilmView& film);

class AnyFilmMember {
 public:
  // [byte]
  static constexpr std::size_t kRoom = 432, kAlignment = 8;

  AnyFilmMember(const ModelView& m, State& s, unsigned char* arrays, std::ptrdiff_t stride)
      : run_(m, s, arrays, stride), functions_(film_member_functions(m.film)) {
    functions_.make(room_, run_);
  }

  AnyFilmMember(const AnyFilmMember&) = delete;  // the room refers to the run
  AnyFilmMember& operator=(const AnyFilmMember&) = delete;

  MemberRun& run() { return run_; }

#define MORTISE_FUNCTION(result, function, parameters) \
  template <class... Arguments>                        \
  result function(const Arguments&... arguments) {     \
    return functions_.function(room_, arguments...);   \
  }
  MORTISE_FILM_MEMBER(MORTISE_FUNCTION)
#undef MORTISE_FUNCTION

 private:
  MemberRun run_;
  const FilmMemberFunctions& functions_;
  alignas(kAlignment) unsigned char room_[kRoom];
};

template <class Member>
constexpr FilmMemberFunctions member_functions_of() {
  static_assert(sizeof(Member) <= AnyFilmMember::kRoom &&
                alignof(Member) <= AnyFilmMember::kAlignment);
  FilmMemberFunctions f{};
  f.make = [](void* room, MemberRun& run) { new (room) Member(run); };
#define MORTISE_FUNCTION(result, function, parameters)                       \
  f.function = [](void* room, auto... arguments) -> result {                 \
    return std::launder(static_cast<Member*>(room))->function(arguments...); \
  };
  MORTISE_FILM_MEMBER(MORTISE_FUNCTION)
#undef MORTISE_FUNCTION
  return f;
}

}  // namespace mortise::MORTISE_ISA
