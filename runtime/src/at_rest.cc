#include "at_rest.hpp"

#if !defined(MORTISE_NO_ASSEMBLY)
#include "assembly/pipeline.hpp"
#endif

namespace mortise {

namespace {

Real output_at_rest(const ModelView& m, const State& s, const OutputRule& rule) {
  switch (rule.quantity) {
    case quantity::displacement:
      // these know more of it than the modes
      if (m.is_bolted() || m.position.ports > 0) break;
      return row_at_rest(m, m.output_rows, rule.index, s.at<Real>(m.layout.q[s.current_]));
    case quantity::velocity:
      return row_at_rest(m, m.output_rows, rule.index, s.at<Real>(m.layout.v[s.current_]));
    case quantity::modal_coordinate:
      return s.at<Real>(m.layout.q[s.current_])[rule.index];
    default:
      break;
  }
  return at_rest_of(m)(m, s, rule);
}

}  // namespace

bool outputs_at_rest(const Model& model, const State& state, Real* y) noexcept {
  const ModelView& m = model.view();
  if (!y || !state.belongs_to(model) || m.is_film()) return false;
#if !defined(MORTISE_NO_ASSEMBLY)
  if (m.is_assembly()) {
    baseline::assembly_outputs_at_rest(m, const_cast<State&>(state), y);
    return true;
  }
#endif
  for (std::int32_t k = 0; k < m.dims.outputs; ++k)
    y[k] = output_at_rest(m, state, m.output_rules[k]);
  return true;
}

}  // namespace mortise
