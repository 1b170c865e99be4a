// Every array that the view of a model points to, with its size: once, for all tests that walk
// them. Those of a film's `numbers` are listed by each_film_array.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "mortise/model.hpp"

namespace mortise::robustness {

struct ViewArray {
  std::string name;
  void* slot;                      // the pointer in the view
  std::int64_t used, ld, columns;  // entries of a column that count, entries in all, columns
  std::size_t bytes_each;          // of an entry
  bool operators;                  // float64 that every step depends on

  std::size_t bytes() const { return bytes_each * static_cast<std::size_t>(ld * columns); }
  const unsigned char* data() const {
    const unsigned char* to;
    std::memcpy(&to, slot, sizeof to);
    return to;
  }
  void point_to(const void* to) const { std::memcpy(slot, &to, sizeof to); }
};

// The view of a model as an assembly; null: it is none.
AssemblyView* assembly_of(ModelView* view);

// Arrays of `view` that are not null and not empty; of an assembly those of its interfaces, too.
std::vector<ViewArray> view_arrays(ModelView* view);

}  // namespace mortise::robustness
