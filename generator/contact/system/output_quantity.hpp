// Output quantities as the schema lists them: definitions, full-order runs, model files and reports
// use that table. A new one is a line there, and one where a system evaluates it, here and in the
// runtime.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "mortise_quantities.h"

namespace mortise::gen {

enum class OutputQuantity {
#define MORTISE_QUANTITY(number, quantity, ...) quantity = number,
  MORTISE_EACH_QUANTITY(MORTISE_QUANTITY)
#undef MORTISE_QUANTITY
};

// What the index of an output counts: rows of the output functionals, modes, 3 * contact + axis (0
// normal, 1 and 2 tangents; of a sliding contact 0 is normal, 1 friction; of bolted contacts
// 3 * zone + axis), contacts (bolted: clusters), law points, inputs.
enum class OutputIndex { none, row, mode, contact_axis, contact, point, input };

struct QuantityRow {
  OutputQuantity quantity;
  const char *name, *unit;
  unsigned systems;
  OutputIndex index;
};

// Systems that have a quantity, as bits: unilateral contacts or none, joints, sliding contacts,
// films, bolted contacts; and the table, which names them.
namespace quantity_of {
inline constexpr unsigned unilateral = 1, joint = 2, sliding = 4, film = 8, bolted = 16;
inline constexpr unsigned structure = unilateral | joint | sliding | bolted;
inline constexpr QuantityRow rows[] = {
#define MORTISE_QUANTITY(number, quantity, name, unit, owner, index, systems) \
  {OutputQuantity::quantity, name, unit, systems, OutputIndex::index},
    MORTISE_EACH_QUANTITY(MORTISE_QUANTITY)
#undef MORTISE_QUANTITY
};
}  // namespace quantity_of
inline constexpr auto& kOutputQuantities = quantity_of::rows;

constexpr const QuantityRow& quantity_row(OutputQuantity quantity) {
  return kOutputQuantities[static_cast<std::size_t>(quantity)];
}

// name: of a quantity.
inline const QuantityRow& quantity_row(const std::string& name) {
  return *std::find_if(std::begin(kOutputQuantities), std::end(kOutputQuantities),
                       [&](const QuantityRow& row) { return row.name == name; });
}

// Names of the quantities of structures and of films between their bodies:
// "displacement|velocity|...".
inline const char* structure_quantities() {
  static const std::string all = [] {
    std::string text;
    for (const QuantityRow& row : kOutputQuantities)
      if ((row.systems & quantity_of::structure) != 0 || row.index == OutputIndex::none)
        text += (text.empty() ? "" : "|") + std::string(row.name);
    return text;
  }();
  return all.c_str();
}

// Energies and losses of the whole system since the start.
inline bool is_energy(OutputQuantity quantity) {
  const QuantityRow& row = quantity_row(quantity);
  return row.unit == std::string("J") && row.index == OutputIndex::none;
}

// Kept of every contact since the start, where an output asks for it.
inline bool is_booked(OutputQuantity quantity) {
  return quantity == OutputQuantity::contact_impulse ||
         quantity == OutputQuantity::filtered_force || quantity == OutputQuantity::friction_work;
}

}  // namespace mortise::gen
