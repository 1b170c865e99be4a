#include "quantities.hpp"

#include <iterator>

#include "laws.hpp"

namespace mortise {

namespace {

struct Row {
  std::uint8_t laws;  // bits, by tag
  OutputIndex index;
  bool of_body, energy;
};

constexpr bool joule(const char* unit) { return unit[0] == 'J' && unit[1] == 0; }

// Null: the schema has no such quantity.
const Row* row_of(std::uint32_t quantity) {
  // names in the schema's lines; those of laws are namespaces elsewhere
  enum Owner { contact, body };
  enum Bit : unsigned {
#define MORTISE_LAW(room, tag, table, feature) room = 1u << (tag),
#define MORTISE_ABSENT_LAW MORTISE_LAW
#include "mortise/law.def"
  };
  static constexpr Row rows[] = {
#define MORTISE_ROW(number, quantity, name, unit, owner, index, laws) \
  {laws, OutputIndex::index, (owner) == body,                         \
   joule(unit) && OutputIndex::index == OutputIndex::none},
      MORTISE_EACH_QUANTITY(MORTISE_ROW)
#undef MORTISE_ROW
  };
  return quantity < std::size(rows) ? rows + quantity : nullptr;
}

}  // namespace

bool is_energy(std::uint32_t quantity) {
  const Row* row = row_of(quantity);
  return row && row->energy;
}

bool wants_energy(const schema::Model& model) {
  const auto* rules = model.output_rules();
  for (std::uint32_t k = 0; k < count_of(rules); ++k)
    if (is_energy(rules->Get(k)->quantity())) return true;
  return false;
}

std::int32_t output_indices(const ModelView& m, std::uint32_t quantity) {
  const Row* row = row_of(quantity);
  if (!row) return -1;
  if (m.is_assembly() ? !row->of_body && !row->energy : (row->laws >> m.law & 1) == 0) return -1;
  switch (row->index) {
    case OutputIndex::none:
      return 1;
    case OutputIndex::row:  // without modes there is one motion
      return m.dims.modes > 0 ? m.dims.output_rows : 1;
    case OutputIndex::mode:
      return m.dims.modes;
    case OutputIndex::input:
      return m.dims.inputs;
    default:
      return law_of(m).interface_size(m, quantity, row->index);
  }
}

}  // namespace mortise
