#include "mortise/selftest.hpp"

#include <cstring>

#include "hash.hpp"
#include "laws.hpp"

namespace mortise {

std::uint64_t fnv1a(std::uint64_t hash, const void* bytes, std::size_t size) noexcept {
  const auto* p = static_cast<const unsigned char*>(bytes);
  for (std::size_t k = 0; k < size; ++k) hash = (hash ^ p[k]) * 1099511628211ull;
  return hash;
}

std::uint64_t hash_law_sizes(std::uint64_t hash, const ModelView& m) {
  const SlidingView& s = m.sliding;
  const std::int32_t sizes[] = {m.joint.nodes, m.joint.tangential, m.joint.memory, s.neighbours,
                                s.unilateral,  s.slave_begin,      s.slave_end,    s.target_begin,
                                s.target_end,  m.film.scalar,      m.film.count};
  return fnv1a(hash, sizes, sizeof sizes);
}

namespace {

std::uint64_t hash_parameters(std::uint64_t hash, const schema::Model& root) {
  for (std::uint32_t k = 0; root.parameters() && k < root.parameters()->size(); ++k) {
    const schema::Parameter& p = *root.parameters()->Get(k);
    const std::uint32_t target[] = {static_cast<std::uint32_t>(p.kind()), p.first_contact(),
                                    p.contacts(), p.range()};
    const Real values[] = {p.minimum(), p.maximum(), p.default_value()};
    hash = fnv1a(hash, target, sizeof target);
    hash = fnv1a(hash, values, sizeof values);
    if (kHasAssemblies && p.interface() > 0) hash = hash_number(hash, p.interface());
  }
  return hash;
}

}  // namespace

std::uint64_t hash_interface_numbers(std::uint64_t h, const ModelView& m) {
  const schema::Model& root = *m.root;
  const schema::Solver& solver = *root.solver();
  h = hash_reals(h, m.omega, m.dims.modes_padded);
  h = hash_reals(h, m.damping, m.dims.modes_padded);
  h = law_of(m).hash_numbers(h, m);
  const std::uint32_t choices[] = {static_cast<std::uint32_t>(root.scheme()),
                                   static_cast<std::uint32_t>(root.law_type()),
                                   static_cast<std::uint32_t>(solver.kind()),
                                   solver.sweep_cap(),
                                   solver.newton_cap(),
                                   solver.tail_sweeps()};
  h = fnv1a(h, choices, sizeof choices);
  h = hash_number(h, solver.tolerance());
  if (solver.rest_sweep_cap() > 0) h = hash_number(h, solver.rest_sweep_cap());
  h = hash_records(h, root.input_ranges(), sizeof(InputRange));
  return hash_records(h, root.output_rules(), sizeof(OutputRule));
}

std::uint64_t hash_law(const Model& model) noexcept {
  return hash_parameters(hash_interface_numbers(kFnvStart, model.view()), *model.root());
}

std::uint64_t hash_operators(const Model& model) noexcept {
  return hash_interface_operators(kFnvStart, model.view());
}

std::uint64_t hash_interface_operators(std::uint64_t h, const ModelView& m) {
  const Dims& d = m.dims;
  const std::int64_t np = d.modes_padded, nr = d.rows, nrp = d.rows_padded;
  h = hash_reals(h, m.from_velocity, np);
  h = hash_reals(h, m.from_position, np);
  h = hash_reals(h, m.constant, np);
  h = hash_reals(h, m.from_input, np * d.inputs);
  h = hash_reals(h, m.admittance, np);
  h = hash_reals(h, m.delassus, nrp * nr);
  h = hash_reals(h, m.delassus_inverse, nrp * nr);
  h = hash_reals(h, m.local_contacts, std::int64_t{16} * d.contacts);
  h = hash_reals(h, m.contact_rows, np * nr);
  h = hash_reals(h, m.output_rows, np * d.output_rows);
  h = hash_reals(h, m.initial_q, np);
  h = hash_reals(h, m.initial_v, np);
  h = law_of(m).hash_operators(h, m);
  return fnv1a(h, &m.h, sizeof m.h);
}

std::uint64_t hash_step(std::uint64_t hash, const Model& model, const State& state, const Real* y,
                        Status status) noexcept {
  const Dims& d = model.dims();
  hash = hash_reals(hash, state.q(model), d.modes);
  hash = hash_reals(hash, state.v(model), d.modes);
  hash = hash_reals(hash, y, d.outputs);
  hash = law_of(model).hash_memory(hash, model.view(), state);
  return fnv1a(hash, &status, sizeof status);
}

void begin_selftest(const Model& model, State& state) noexcept {
  if (state.belongs_to(model)) law_of(model).begin_golden(model.view(), state);
}

SelfTest run_selftest(const Model& model, State& state) noexcept {
  SelfTest result;
  const schema::Golden* g = model.root()->golden();
  if (!g || !state.belongs_to(model)) return result;
  const Dims& d = model.dims();
  const auto reals = [](std::int32_t n) { return static_cast<std::size_t>(n) * sizeof(Real); };
  state.reset(model);
  std::memcpy(state.q(model), g->q()->data(), reals(d.modes_padded));
  std::memcpy(state.v(model), g->v()->data(), reals(d.modes_padded));
  for (std::int32_t i = 0; i < d.contacts; ++i)
    state.set_clearance(model, i, g->clearance()->Get(static_cast<std::uint32_t>(i)));
  law_of(model).begin_golden(model.view(), state);
  result.operator_hash = hash_operators(model);
  result.operators_match = result.operator_hash == g->operator_hash();
  result.law_matches = model.root()->schema_minor() < 1 || hash_law(model) == g->law_hash();
  result.expected = g->hash();
  const Real* u = d.inputs > 0 ? g->inputs()->data() : nullptr;
  Real* y = state.at<Real>(model.view().layout.outputs);
  std::uint64_t hash = fnv1a(kFnvStart, &result.operator_hash, sizeof result.operator_hash);
  for (std::uint32_t k = 1; k <= g->steps(); ++k) {
    const Status st = step(model, state, u, y);
    hash = hash_step(hash, model, state, y, st);
    if (k % g->every() == 0 && result.first_bad_step < 0 &&
        g->checkpoints()->Get(k / g->every() - 1) != hash)
      result.first_bad_step = static_cast<std::int32_t>(k);
  }
  result.hash = hash;
  result.passed = hash == g->hash() && result.operators_match && result.law_matches;
  state.reset(model);
  return result;
}

}  // namespace mortise
