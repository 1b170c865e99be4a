#include "mortise/selftest.hpp"

#include <cstring>

#include "mortise_generated.h"

namespace mortise {

std::uint64_t fnv1a(std::uint64_t hash, const void* bytes, std::size_t size) noexcept {
  const auto* p = static_cast<const unsigned char*>(bytes);
  for (std::size_t k = 0; k < size; ++k) hash = (hash ^ p[k]) * 1099511628211ull;
  return hash;
}

namespace {

std::uint64_t hash_reals(std::uint64_t hash, const Real* p, std::int64_t count) {
  return p ? fnv1a(hash, p, static_cast<std::size_t>(count) * sizeof(Real)) : hash;
}

std::uint64_t hash_film(std::uint64_t hash, const ModelView& m) {
  const auto size = [](std::uint64_t n) { return static_cast<std::size_t>(n); };
  hash = fnv1a(hash, m.film.constants, sizeof *m.film.constants);
  hash = fnv1a(hash, m.film.bases, size(m.film.count) * sizeof *m.film.bases);
  return fnv1a(hash, m.film.numbers, m.root->law_as_ReynoldsFilm()->numbers()->size());
}

std::uint64_t hash_sliding(std::uint64_t hash, const ModelView& m) {
  const SlidingView& s = m.sliding;
  const std::int64_t np = m.dims.modes_padded;
  hash = hash_reals(hash, s.slave_rows, 2 * np);
  hash = hash_reals(hash, s.target_rows, 2 * np * s.nodes);
  hash = hash_reals(hash, s.positions, std::int64_t{2} * s.nodes);
  for (const Real* vector : {s.from_auxiliary, s.from_acceleration, s.constant_force})
    hash = hash_reals(hash, vector, np);
  hash = hash_reals(hash, s.input_force, np * m.dims.inputs);
  const Real numbers[] = {s.slave_height, s.start, s.velocity, s.friction,
                          s.feedback,     s.beta,  s.gamma};
  return hash_reals(hash, numbers, sizeof numbers / sizeof *numbers);
}

std::uint64_t hash_joint(std::uint64_t hash, const ModelView& m) {
  const JointView& j = m.joint;
  const std::int64_t np = m.dims.modes_padded, nrp = j.rows_padded;
  const auto size = [](std::int32_t n) { return static_cast<std::size_t>(n); };
  hash = hash_reals(hash, j.row, np * j.rows);
  hash = fnv1a(hash, j.point, size(j.points) * sizeof *j.point);
  for (std::int32_t k = 0; k < j.cases; ++k)
    hash = fnv1a(hash, j.parameters[k], sizeof *j.parameters[k]);
  hash = fnv1a(hash, j.stage_of, size(j.cases) * sizeof *j.stage_of);
  hash = hash_reals(hash, j.port_compliance, std::int64_t{j.ports_padded} * j.ports);
  const std::int64_t nop = (m.dims.output_rows + 7) / 8 * 8;
  hash = hash_reals(hash, j.output_compliance, nop * j.ports);
  hash = hash_reals(hash, j.row_offset, j.ports_padded);
  hash = hash_reals(hash, j.output_offset, nop);
  for (std::int32_t k = 0; k < j.stages; ++k) {
    const JointStage& s = j.stage[k];
    hash = hash_reals(hash, s.from_velocity, np);
    hash = hash_reals(hash, s.from_position, np);
    hash = hash_reals(hash, s.constant, np);
    hash = hash_reals(hash, s.from_input, np * m.dims.inputs);
    hash = hash_reals(hash, s.admittance, np);
    hash = hash_reals(hash, s.compliance, nrp * j.rows);
    hash = hash_reals(hash, s.point_compliance, std::int64_t{2} * j.points);
    hash = hash_reals(hash, s.damping, np);
    hash = hash_reals(hash, &s.residual_keep, 1);
    hash = hash_reals(hash, &s.residual_gain, 1);
  }
  return hash;
}

// What the joint remembers at t_n but for the energies.
std::uint64_t hash_joint_memory(std::uint64_t hash, const ModelView& m, const State& state) {
  const unsigned char* region = state.at<unsigned char>(m.layout.law_history);
  return fnv1a(hash, region + m.joint_layout.memory[state.current_], m.joint_layout.energies);
}

std::uint64_t hash_sliding_memory(std::uint64_t hash, const ModelView& m, const State& state) {
  const auto& memory = *reinterpret_cast<const SlidingMemory*>(
      state.at<unsigned char>(m.layout.law_history) + m.sliding_layout.memory[state.current_]);
  hash = fnv1a(hash, &memory.segment, sizeof memory.segment);
  const Real numbers[] = {memory.normal, memory.friction, memory.slip, memory.position};
  return hash_reals(hash, numbers, sizeof numbers / sizeof *numbers);
}

// b, H0 and y of the basis in use; the first one in flight.
std::uint64_t hash_film_memory(std::uint64_t hash, const ModelView& m, const State& state) {
  const FilmLayout& l = m.film_layout;
  const FilmBasis& b = m.film.bases[state.film_.basis < 0 ? 0 : state.film_.basis];
  const auto scalar = static_cast<std::size_t>(m.film.scalar);
  const unsigned char* memory = state.at<unsigned char>(m.layout.film_history) + l.memory[0];
  hash = fnv1a(hash, memory + l.unknowns, (b.modes + m.film.constants->loaded) * scalar);
  return fnv1a(hash, memory + l.content, b.rows * scalar);
}

template <class T>
std::uint64_t hash_number(std::uint64_t hash, T x) {
  return fnv1a(hash, &x, sizeof x);
}

// Records of the file, without padding of their own.
template <class T>
std::uint64_t hash_records(std::uint64_t hash, const flatbuffers::Vector<T>* list,
                           std::size_t record_bytes) {
  return list ? fnv1a(hash, list->Data(), list->size() * record_bytes) : hash;
}

std::uint64_t hash_contact_law(std::uint64_t hash, const schema::SignoriniCoulomb& law) {
  for (const auto* each :
       {law.clearance(), law.friction(), law.restitution(), law.restitution_tangential()})
    hash = hash_records(hash, each, sizeof(Real));
  hash = hash_number(hash, static_cast<std::uint32_t>(law.friction_velocity()));
  hash = hash_number(hash, static_cast<std::uint32_t>(law.restitution_rule()));
  hash = hash_number(hash, static_cast<std::uint32_t>(law.activation()));
  const Real numbers[] = {law.activation_threshold(), law.activation_hysteresis(),
                          law.restitution_threshold()};
  return hash_reals(hash, numbers, sizeof numbers / sizeof *numbers);
}

std::uint64_t hash_law_sizes(std::uint64_t hash, const ModelView& m) {
  const SlidingView& s = m.sliding;
  const std::int32_t sizes[] = {m.joint.nodes, m.joint.tangential, m.joint.memory, s.neighbours,
                                s.unilateral,  s.slave_begin,      s.slave_end,    s.target_begin,
                                s.target_end,  m.film.scalar,      m.film.count};
  hash = fnv1a(hash, sizes, sizeof sizes);
  const auto nu = static_cast<std::size_t>(m.dims.inputs);
  return m.is_film() ? fnv1a(hash, m.film.roles, nu * sizeof *m.film.roles) : hash;
}

// Steady films to start anew from, and which kinks of the load are told.
std::uint64_t hash_film_signals(std::uint64_t hash, const ModelView& m) {
  const SteadyFilms& t = m.film.steady;
  const FilmConstants& c = *m.film.constants;
  const std::int64_t unknowns = m.film.bases[0].modes + c.loaded;
  hash = hash_number(hash, m.film.front_limit);
  hash = hash_reals(hash, t.loads, t.load_count);
  hash = hash_reals(hash, t.speeds, t.speed_count);
  return hash_reals(hash, t.films, t.load_count * t.speed_count * unknowns);
}

std::uint64_t hash_parameters(std::uint64_t hash, const schema::Model& root) {
  for (std::uint32_t k = 0; root.parameters() && k < root.parameters()->size(); ++k) {
    const schema::Parameter& p = *root.parameters()->Get(k);
    const std::uint32_t target[] = {static_cast<std::uint32_t>(p.kind()), p.first_contact(),
                                    p.contacts(), p.range()};
    const Real values[] = {p.minimum(), p.maximum(), p.default_value()};
    hash = fnv1a(hash, target, sizeof target);
    hash = fnv1a(hash, values, sizeof values);
  }
  return hash;
}

}  // namespace

std::uint64_t hash_law(const Model& model) noexcept {
  const ModelView& m = model.view();
  const schema::Model& root = *model.root();
  const schema::Solver& solver = *root.solver();
  std::uint64_t h = kFnvStart;
  h = hash_reals(h, m.omega, m.dims.modes_padded);
  h = hash_reals(h, m.damping, m.dims.modes_padded);
  if (const schema::SignoriniCoulomb* law = root.law_as_SignoriniCoulomb())
    h = hash_contact_law(h, *law);
  h = hash_law_sizes(h, m);
  if (m.is_film()) h = hash_film_signals(h, m);
  const std::uint32_t choices[] = {static_cast<std::uint32_t>(root.scheme()),
                                   static_cast<std::uint32_t>(root.law_type()),
                                   static_cast<std::uint32_t>(solver.kind()),
                                   solver.sweep_cap(),
                                   solver.newton_cap(),
                                   solver.tail_sweeps()};
  h = fnv1a(h, choices, sizeof choices);
  h = hash_number(h, solver.tolerance());
  h = hash_records(h, root.input_ranges(), sizeof(InputRange));
  h = hash_records(h, root.output_rules(), sizeof(OutputRule));
  return hash_parameters(h, root);
}

std::uint64_t hash_operators(const Model& model) noexcept {
  const ModelView& m = model.view();
  const Dims& d = m.dims;
  const std::int64_t np = d.modes_padded, nr = d.rows, nrp = d.rows_padded;
  std::uint64_t h = kFnvStart;
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
  if (m.is_joint() || m.is_sliding()) {  // read for energies and accelerations
    h = hash_reals(h, m.omega, np);
    h = hash_reals(h, m.damping, np);
  }
  if (m.is_film()) h = hash_film(h, m);
  if (m.is_joint()) h = hash_joint(h, m);
  if (m.is_sliding()) h = hash_sliding(h, m);
  return fnv1a(h, &m.h, sizeof m.h);
}

std::uint64_t hash_step(std::uint64_t hash, const Model& model, const State& state, const Real* y,
                        Status status) noexcept {
  const Dims& d = model.dims();
  hash = hash_reals(hash, state.q(model), d.modes);
  hash = hash_reals(hash, state.v(model), d.modes);
  hash = hash_reals(hash, y, d.outputs);
  if (model.view().is_film()) hash = hash_film_memory(hash, model.view(), state);
  if (model.view().is_joint()) hash = hash_joint_memory(hash, model.view(), state);
  if (model.view().is_sliding()) hash = hash_sliding_memory(hash, model.view(), state);
  return fnv1a(hash, &status, sizeof status);
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
  if (model.view().is_joint()) state.restart_joint(model, nullptr);
  if (model.view().is_sliding()) state.restart_sliding(model);
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
