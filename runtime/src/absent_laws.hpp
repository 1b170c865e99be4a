// Verification of laws that a small target is compiled without (law.def): their tables are never
// read, since check.cc refuses them by their tag, so none of it is linked. Included before the
// generated reader.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include "mortise/model.hpp"

#define MORTISE_ABSENT_LAW(room, tag, table, feature)                             \
  namespace mortise::schema {                                                     \
  struct table;                                                                   \
  }                                                                               \
  template <>                                                                     \
  inline bool flatbuffers::Verifier::VerifyTable(const mortise::schema::table*) { \
    return true;                                                                  \
  }
#include "mortise/law.def"

// Likewise what only assemblies have.
#if defined(MORTISE_NO_ASSEMBLY)
#define MORTISE_ABSENT_LIST(table)                                                               \
  namespace mortise::schema {                                                                    \
  struct table;                                                                                  \
  }                                                                                              \
  template <>                                                                                    \
  inline bool flatbuffers::Verifier::VerifyVector(const Vector<Offset<mortise::schema::table>>*) \
      const {                                                                                    \
    return true;                                                                                 \
  }                                                                                              \
  template <>                                                                                    \
  inline bool flatbuffers::Verifier::VerifyVectorOfTables(                                       \
      const Vector<Offset<mortise::schema::table>>*) {                                           \
    return true;                                                                                 \
  }
MORTISE_ABSENT_LIST(Interface)
MORTISE_ABSENT_LIST(Group)
MORTISE_ABSENT_LIST(Coupling)
MORTISE_ABSENT_LIST(InterfaceError)
#undef MORTISE_ABSENT_LIST
#endif
