// What the certificate has seen of inputs and parameters.
#pragma once

#include "mortise_generated.h"

namespace mortise {

// The range of an input or a parameter; null: nothing. Files of schema_minor 0 have no number for
// it: found by name.
template <class Named>
const schema::Range* box_entry(const schema::Model& root, const Named& entry) {
  const auto* box = root.training_box();
  if (entry.range() != 0) return box->Get(entry.range() - 1);
  for (std::uint32_t k = 0; root.schema_minor() == 0 && box && k < box->size(); ++k)
    if (box->Get(k)->name()->string_view() == entry.name()->string_view()) return box->Get(k);
  return nullptr;
}

}  // namespace mortise
