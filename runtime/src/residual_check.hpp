// The residual compliance of a law's table in the file.
#pragma once

#include "field_check.hpp"
#include "mortise/view/residual.hpp"

namespace mortise {

inline constexpr Real kMaxCompliance = 1e30;

// Sizes alone. law: a table of the schema with port_compliance; rows: of the interface.
template <class Table>
void size_residual(const Table& law, std::int32_t rows, std::int32_t inputs, ResidualView* view) {
  const bool any = count_of(law.port_compliance()) > 0;
  view->ports = any ? rows + inputs : 0;
  view->ports_padded = padded(any ? view->ports : rows);
}

// Arrays, none of them without ports. rows: of the interface; outputs: output rows.
template <class Table>
bool check_residual(const Table& law, std::int32_t rows, std::int32_t outputs, const FieldCheck& is,
                    ResidualView* view) {
  if (view->ports == 0)
    return is.array(law.output_compliance(), 0, 0, 0, "law.output_compliance") &&
           is.array(law.row_offset(), 0, 0, 0, "law.row_offset") &&
           is.array(law.output_offset(), 0, 0, 0, "law.output_offset");
  const auto ports = static_cast<std::uint64_t>(view->ports);
  const auto pp = static_cast<std::uint64_t>(view->ports_padded);
  const auto nr = static_cast<std::uint64_t>(rows), no = static_cast<std::uint64_t>(outputs);
  const std::uint64_t nop = (no + 7) / 8 * 8;
  const auto array = [&](const flatbuffers::Vector<double>* v, std::uint64_t used, std::uint64_t ld,
                         std::uint64_t columns, const char* field) {
    return is.array(v, used, ld, columns, field, -kMaxCompliance, kMaxCompliance);
  };
  if (!array(law.port_compliance(), ports, pp, ports, "law.port_compliance") ||
      !array(law.output_compliance(), no, nop, ports, "law.output_compliance") ||
      !array(law.row_offset(), nr, pp, 1, "law.row_offset") ||
      !array(law.output_offset(), no, nop, 1, "law.output_offset"))
    return false;
  view->port_compliance = law.port_compliance()->data();
  view->output_compliance = no > 0 ? law.output_compliance()->data() : nullptr;
  view->row_offset = law.row_offset()->data();
  view->output_offset = no > 0 ? law.output_offset()->data() : nullptr;
  return true;
}

}  // namespace mortise
