// What outputs at rest ask of laws: every room answers in its at_rest.cc, apart from its Law, so
// that a target without this call links nothing of it.
#pragma once

#include "mortise/rest.hpp"

namespace mortise {

// An output that only the law knows; 0 if it is none of them.
using LawAtRest = Real (*)(const ModelView&, const State&, const OutputRule&);

// Row `index` of matrix `rows` (np x any) times x (n).
inline Real row_at_rest(const ModelView& m, const Real* rows, std::ptrdiff_t index, const Real* x) {
  const Real* row = rows + index * m.dims.modes_padded;
  Real sum = 0;
  for (std::int32_t j = 0; j < m.dims.modes; ++j) sum += row[j] * x[j];
  return sum;
}

// The copy of a law's memory that belongs to t_n.
template <class T>
const T* memory_at_rest(const ModelView& m, const State& s, const std::uint32_t (&copies)[2],
                        std::uint32_t offset) {
  return reinterpret_cast<const T*>(s.at<unsigned char>(m.layout.law_history) + copies[s.current_] +
                                    offset);
}

namespace at_rest {
#define MORTISE_LAW(room, tag, table, feature) \
  Real room(const ModelView& m, const State& s, const OutputRule& rule);
#define MORTISE_ABSENT_LAW MORTISE_LAW
#include "mortise/law.def"
}  // namespace at_rest

inline LawAtRest at_rest_of(const ModelView& view) {
  switch (view.law) {
#define MORTISE_FIRST_LAW(room, number, table, feature)
#define MORTISE_LAW(room, number, table, feature) \
  case number:                                    \
    return at_rest::room;
#include "mortise/law.def"
    default:
      return at_rest::unilateral;
  }
}

}  // namespace mortise
