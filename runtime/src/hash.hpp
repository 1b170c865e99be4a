// What the hashes of the self-test are made of.
#pragma once

#include "mortise/selftest.hpp"
#include "mortise_generated.h"

namespace mortise {

// Null counts as no numbers.
inline std::uint64_t hash_reals(std::uint64_t hash, const Real* p, std::int64_t count) {
  return p ? fnv1a(hash, p, static_cast<std::size_t>(count) * sizeof(Real)) : hash;
}

template <class T>
std::uint64_t hash_number(std::uint64_t hash, T x) {
  return fnv1a(hash, &x, sizeof x);
}

inline std::uint64_t hash_residual(std::uint64_t hash, const ResidualView& v,
                                   std::int32_t output_rows) {
  const std::int64_t ports = v.ports, nop = (output_rows + 7) / 8 * 8;
  hash = hash_reals(hash, v.port_compliance, v.ports_padded * ports);
  hash = hash_reals(hash, v.output_compliance, nop * ports);
  hash = hash_reals(hash, v.row_offset, v.ports_padded);
  return hash_reals(hash, v.output_offset, nop);
}

// Records of the file, without padding of their own.
template <class T>
std::uint64_t hash_records(std::uint64_t hash, const flatbuffers::Vector<T>* list,
                           std::size_t record_bytes) {
  return list ? fnv1a(hash, list->Data(), list->size() * record_bytes) : hash;
}

// The sizes of laws that the hash of every model's law holds, whatever its own: for ever these, in
// this order. A law that is not among them hashes its sizes in its room.
std::uint64_t hash_law_sizes(std::uint64_t hash, const ModelView& view);

// What a model hashes of its operators and of its law, also of an interface of an assembly.
std::uint64_t hash_interface_operators(std::uint64_t hash, const ModelView& view);
std::uint64_t hash_interface_numbers(std::uint64_t hash, const ModelView& view);

}  // namespace mortise
