// Every tangential law there is, and the one place where a number becomes a law.
#pragma once

#include "point.hpp"

// the headers alone
#define MORTISE_TANGENTIAL_LAW(number, Law)
#include "laws.def"
#undef MORTISE_TANGENTIAL_LAW

namespace mortise::MORTISE_ISA {

// f(law) with an object of the law's type; a number without law is taken for no friction.
template <class F>
MORTISE_INLINE auto with_tangential_law(std::uint32_t number, const F& f) {
  switch (number) {
#define MORTISE_TANGENTIAL_LAW(each, Law) \
  case each:                              \
    return f(Law{});
#include "laws.def"
#undef MORTISE_TANGENTIAL_LAW
    default:
      return f(Frictionless{});
  }
}

#define MORTISE_TANGENTIAL_LAW(number, Law) +1
inline constexpr std::uint32_t kTangentialLaws =
#include "laws.def"
    ;
#undef MORTISE_TANGENTIAL_LAW

// Does a point with this friction force [N] slip at its limit [N]? 0: it has none.
MORTISE_INLINE bool slips_at(Real limit, Real tangent) {
  constexpr Real kSlipMargin = 1e-9;
  return limit > 0 && absolute(tangent) >= limit * (1 - kSlipMargin);
}

}  // namespace mortise::MORTISE_ISA
