// Bolted contacts before the first step: preloaded and bent by the modes, nothing has slipped or
// opened.
#include "../at_rest.hpp"
#include "../energy_outputs.hpp"

namespace mortise {

namespace bolted {

namespace {

// The modes, the preload and the inputs' defaults together.
Real sum_at_rest(const ModelView& m, const State& s, std::ptrdiff_t index, const Real* modes,
                 const Real* constant, const Real* inputs) {
  const std::int32_t nu = m.dims.inputs;
  const Real* row = modes + index * m.dims.modes_padded;
  const Real* q = s.at<Real>(m.layout.q[s.current_]);
  Real sum = constant[index];
  for (std::int32_t k = 0; k < nu; ++k)
    sum += inputs[index * nu + k] * m.input_ranges[k].default_value;
  for (std::int32_t j = 0; j < m.dims.modes; ++j) sum += row[j] * q[j];
  return sum;
}

}  // namespace

}  // namespace bolted

Real at_rest::bolted(const ModelView& m, const State& s, const OutputRule& rule) {
  const BoltedView& b = m.bolted;
  const BoltedLayout& layout = m.bolted_layout;
  const BoltedBooks& e = *memory_at_rest<BoltedBooks>(m, s, layout.memory, layout.books);
  Real energy;
  if (baseline::stored_energy(e, rule.quantity, &energy)) return energy;
  switch (rule.quantity) {
    case quantity::displacement:
      return bolted::sum_at_rest(m, s, rule.index, m.output_rows, b.output_constant,
                                 b.output_inputs);
    case quantity::contact_force:
      return bolted::sum_at_rest(m, s, rule.index, b.resultant_modes, b.resultant_constant,
                                 b.resultant_inputs);
    default:
      return 0;
  }
}

}  // namespace mortise
