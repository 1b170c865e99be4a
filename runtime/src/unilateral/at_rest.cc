#include "../at_rest.hpp"

#include "../residual.hpp"
#include "mortise/kernel/contact/contact_books.hpp"

namespace mortise {

#if !defined(MORTISE_NO_POSITION)
namespace {

Real position_at_rest(const ModelView& m, const State& s, const OutputRule& rule) {
  const PositionLayout& l = m.position_layout;
  const auto array = [&](std::uint32_t offset) {
    return memory_at_rest<Real>(m, s, l.memory, offset);
  };
  switch (rule.quantity) {
    case quantity::contact_force:
      return array(l.end_force)[rule.index];
    case quantity::gap:
      return s.at<Real>(m.layout.clearance)[rule.index] + array(l.displacement)[3 * rule.index];
    case quantity::displacement:
      return row_at_rest(m, m.output_rows, rule.index, s.at<Real>(m.layout.q[s.current_])) +
             baseline::residual_output(m.position, m.dims.output_rows, rule.index,
                                       array(l.residual));
    default:
      return booked_output(m, s, rule);
  }
}

}  // namespace
#endif

Real at_rest::unilateral(const ModelView& m, const State& s, const OutputRule& rule) {
#if !defined(MORTISE_NO_POSITION)
  if (m.position.ports > 0) return position_at_rest(m, s, rule);
#endif
  if (rule.quantity != quantity::gap) return booked_output(m, s, rule);
  const auto along = [&](const Real* rows) {
    return row_at_rest(m, rows, std::ptrdiff_t{3} * rule.index, s.at<Real>(m.layout.q[s.current_]));
  };
  const Real clearance = s.at<Real>(m.layout.clearance)[rule.index], facing = along(m.contact_rows);
  if (!m.bore_rows) return clearance + facing;
  const Real side = along(m.bore_rows);
  return clearance - baseline::square_root(facing * facing + side * side);
}

}  // namespace mortise
