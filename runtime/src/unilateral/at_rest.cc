#include "../at_rest.hpp"

namespace mortise {

Real at_rest::unilateral(const ModelView& m, const State& s, const OutputRule& rule) {
  if (rule.quantity != kOutputGap) return 0;
  return s.at<Real>(m.layout.clearance)[rule.index] +
         row_at_rest(m, m.contact_rows, std::ptrdiff_t{3} * rule.index,
                     s.at<Real>(m.layout.q[s.current_]));
}

}  // namespace mortise
