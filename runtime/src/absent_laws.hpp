// Verification of laws that a small target is compiled without (MORTISE_NO_FILM and the like):
// their tables are never read, since check.cc refuses them by their tag, so none of it is linked.
// Included before the generated reader.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include "mortise/model.hpp"

namespace mortise::schema {
struct ReynoldsFilm;
struct CompliantJoint;
struct SlidingContact;
}  // namespace mortise::schema

#define MORTISE_ABSENT_LAW(Law)                                                 \
  template <>                                                                   \
  inline bool flatbuffers::Verifier::VerifyTable(const mortise::schema::Law*) { \
    return true;                                                                \
  }
#if defined(MORTISE_NO_FILM)
MORTISE_ABSENT_LAW(ReynoldsFilm)
#endif
#if defined(MORTISE_NO_JOINT)
MORTISE_ABSENT_LAW(CompliantJoint)
#endif
#if defined(MORTISE_NO_SLIDING)
MORTISE_ABSENT_LAW(SlidingContact)
#endif
#undef MORTISE_ABSENT_LAW
