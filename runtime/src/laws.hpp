// The law of a model, by the table of laws.
#pragma once

#include "law.hpp"
#include "unilateral/law.hpp"

namespace mortise {

// The law.cc of every room defines it; that of a law which this runtime is compiled without is not
// linked.
namespace laws {
#define MORTISE_DECLARE_LAW(room, tag, table, feature) extern const Law room;
#define MORTISE_FIRST_LAW(room, tag, table, feature)
#define MORTISE_LAW MORTISE_DECLARE_LAW
#define MORTISE_ABSENT_LAW MORTISE_DECLARE_LAW
#include "mortise/law.def"
}  // namespace laws

// The law that stands for kAssembly.
#if defined(MORTISE_NO_ASSEMBLY)
inline constexpr bool kHasAssemblies = false;
#else
inline constexpr bool kHasAssemblies = true;
namespace laws {
extern const Law assembly;
}
#endif

// The law of a tag in the file; the first one for none and for what this runtime lacks, whose files
// fail its checks. The compiler sees through it where there is no other.
inline const Law& law_of(std::uint32_t tag) {
  switch (tag) {
#define MORTISE_FIRST_LAW(room, number, table, feature)
#define MORTISE_LAW(room, number, table, feature) \
  case number:                                    \
    return laws::room;
#include "mortise/law.def"
#if !defined(MORTISE_NO_ASSEMBLY)
    case kAssembly:
      return laws::assembly;
#endif
    default:
      return laws::unilateral;
  }
}
inline const Law& law_of(const ModelView& view) { return law_of(view.law); }
inline const Law& law_of(const Model& model) { return law_of(model.view()); }

// Behind reset() or begin(); forces: of the file that was checked, null or empty for none.
inline void press(const Model& model, const flatbuffers::Vector<double>* forces, State& state) {
  if (forces && forces->size() > 0)
    law_of(model).begin_pressed(model.view(), state, forces->data());
}

}  // namespace mortise
