#include "../at_rest.hpp"

#include "mortise/kernel/kernels.hpp"

namespace mortise {

Real at_rest::unilateral(const ModelView& m, const State& s, const OutputRule& rule) {
  if (rule.quantity != kOutputGap) return 0;
  const auto along = [&](const Real* rows) {
    return row_at_rest(m, rows, std::ptrdiff_t{3} * rule.index, s.at<Real>(m.layout.q[s.current_]));
  };
  const Real clearance = s.at<Real>(m.layout.clearance)[rule.index], facing = along(m.contact_rows);
  if (!m.bore_rows) return clearance + facing;
  const Real side = along(m.bore_rows);
  return clearance - baseline::square_root(facing * facing + side * side);
}

}  // namespace mortise
