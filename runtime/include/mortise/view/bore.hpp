// Where the operators of contacts in a bore, made anew in every step, lie in a state.
#pragma once

#include <cstdint>

#include "mortise/view/carver.hpp"

namespace mortise {

// Byte offsets from the start of the law's region.
struct BoreLayout {
  std::uint32_t rows;       // (np x nr) as ModelView::contact_rows
  std::uint32_t delassus;   // (nrp x nr)
  std::uint32_t local;      // (16 x nc)
  std::uint32_t curvature;  // (nc)
  std::uint32_t bytes;
};

template <class AnyCarver = Carver>
BoreLayout lay_out_bores(std::int32_t modes_padded, std::int32_t contacts,
                         AnyCarver region = AnyCarver()) noexcept {
  const auto np = static_cast<std::uint64_t>(modes_padded);
  const auto nc = static_cast<std::uint64_t>(contacts), nr = 3 * nc;
  BoreLayout l{};
  l.rows = region.take(np * nr, 8);
  l.delassus = region.take((nr + 7) / 8 * 8 * nr, 8);
  l.local = region.take(16 * nc, 8);
  l.curvature = region.take(nc, 8);
  l.bytes = static_cast<std::uint32_t>(region.bytes());
  return l;
}

}  // namespace mortise
