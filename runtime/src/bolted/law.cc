// Bolted contacts: what the runtime asks of their law.
#include "../laws.hpp"

#include <cstring>

#include "../hash.hpp"
#include "check.hpp"
#include "pipeline.hpp"

namespace mortise {

namespace bolted {

namespace {

template <class T>
T* in_region(const ModelView& m, State& s, std::uint32_t offset) {
  return reinterpret_cast<T*>(s.at<unsigned char>(m.layout.law_history) + offset);
}
template <class T>
const T* in_copy(const ModelView& m, const State& s, std::uint32_t copy, std::uint32_t offset) {
  return in_region<T>(m, const_cast<State&>(s), m.bolted_layout.memory[copy] + offset);
}

void lay_out(const ModelView& m, LayoutOptions* options) {
  options->law_history_bytes = m.bolted_layout.bytes;
}

std::int32_t interface_size(const ModelView& m, std::uint32_t, OutputIndex index) {
  return index == OutputIndex::contact_axis ? 3 * m.bolted.zones : m.bolted.clusters;
}

// Nothing that is remembered is an index.
bool indices_in_range(const ModelView&, const State&) { return true; }

void reset(const ModelView& m, State& s) {
  std::memcpy(in_region<Real>(m, s, m.bolted_layout.friction), m.bolted.friction,
              static_cast<std::size_t>(m.bolted.zones) * sizeof(Real));
  baseline::bolted_start(m, s);
}

void begin(const ModelView& m, const schema::Scenario&, State& s) { baseline::bolted_start(m, s); }

void begin_golden(const ModelView& m, State& s) { baseline::bolted_start(m, s); }

Real* parameter_values(const ModelView& m, State& s, const schema::Parameter&) {
  return in_region<Real>(m, s, m.bolted_layout.friction);
}

void set_parameter(const ModelView& m, State& s, const schema::Parameter& p, Real value) {
  Real* friction = parameter_values(m, s, p);
  for (std::uint32_t k = 0; k < p.contacts(); ++k) friction[p.first_contact() + k] = value;
}

InterfaceShape shape(const ModelView& m) {
  InterfaceShape shape;
  shape.places = m.bolted.clusters;
  shape.kicks = true;
  return shape;
}

// Impulses: force at the end of the step times its length.
void list_events(const ModelView& m, const State& s, EventList* list) {
  const BoltedLayout& l = m.bolted_layout;
  const auto touches = [&](std::uint32_t copy, std::int32_t c) {
    const std::int32_t now = in_copy<std::int32_t>(m, s, copy, l.status)[c];
    return now == kClusterOpen     ? Touch::kOpen
           : now == kClusterSticks ? Touch::kSticks
                                   : Touch::kSlips;
  };
  for (std::int32_t c = 0; c < m.bolted.clusters; ++c) {
    const std::uint32_t rows = c < m.bolted.base ? l.y : l.x;
    const Real* force = in_copy<Real>(m, s, s.current_, rows) + 3 * c;
    list->compare(c, touches(1 - s.current_, c), touches(s.current_, c),
                  {m.h * force[0], m.h * force[1], m.h * force[2]});
  }
}

std::uint64_t hash_operators(std::uint64_t hash, const ModelView& m) {
  const BoltedView& b = m.bolted;
  const std::int64_t np = m.dims.modes_padded, rp = b.rows_padded, nu = m.dims.inputs,
                     no = m.dims.output_rows, n3 = std::int64_t{3} * b.zones;
  hash = hash_reals(hash, b.constant, rp);
  hash = hash_reals(hash, b.from_modes, rp * m.dims.modes);
  hash = hash_reals(hash, b.from_inputs, rp * nu);
  hash = hash_reals(hash, b.pivot, rp * b.rows);
  hash = hash_reals(hash, b.flow, 4 * np);
  hash = hash_reals(hash, b.input_force, np * nu);
  if (b.kick) hash = hash_reals(hash, b.kick, np);
  hash = hash_reals(hash, b.output_constant, no);
  hash = hash_reals(hash, b.output_contact, rp * no);
  hash = hash_reals(hash, b.output_inputs, nu * no);
  hash = hash_reals(hash, b.resultant_constant, n3);
  hash = hash_reals(hash, b.resultant_modes, np * n3);
  hash = hash_reals(hash, b.resultant_contact, rp * n3);
  return hash_reals(hash, b.resultant_inputs, nu * n3);
}

std::uint64_t hash_numbers(std::uint64_t hash, const ModelView& m) {
  const BoltedView& b = m.bolted;
  const std::int32_t sizes[] = {b.clusters, b.base, b.zones, b.substeps, b.update_cap};
  hash = fnv1a(hash, sizes, sizeof sizes);
  hash = fnv1a(hash, b.zone_of, static_cast<std::size_t>(b.clusters) * sizeof *b.zone_of);
  hash = hash_reals(hash, b.friction, b.zones);
  hash = hash_reals(hash, b.stiffness, b.clusters);
  hash = hash_reals(hash, b.trained_modes, m.dims.modes_padded);
  hash = hash_reals(hash, b.trained_contact, b.rows_padded);
  const Real numbers[] = {b.force_scale, b.trust_limit};
  return hash_reals(hash, numbers, sizeof numbers / sizeof *numbers);
}

// What the clusters remember at t_n but for the books.
std::uint64_t hash_memory(std::uint64_t hash, const ModelView& m, const State& s) {
  const BoltedLayout& l = m.bolted_layout;
  for (const std::uint32_t rows : {l.x, l.y, l.anchor})
    hash = hash_reals(hash, in_copy<Real>(m, s, s.current_, rows), m.bolted.rows_padded);
  hash = hash_reals(hash, in_copy<Real>(m, s, s.current_, l.push), m.dims.modes_padded);
  return fnv1a(hash, in_copy<std::int32_t>(m, s, s.current_, l.status),
               static_cast<std::size_t>(m.bolted.clusters) * sizeof(std::int32_t));
}

constexpr StepFunction kSteps[] = {MORTISE_STEPS(bolted_step)};

constexpr Law make_law() {
  Law law;
  law.tag = 5;
  law.schemes = bit_of(schema::Scheme::split);
  law.check_sizes = check_sizes;
  law.lay_out = lay_out;
  law.interface_size = interface_size;
  law.check_stages = check_stages;
  law.check_numbers = check_numbers;
  law.check_parameter = check_parameter;
  law.scheme_in_assembly = schema::Scheme::split;
  law.stages_in_assembly = 0;
  law.shape = shape;
  law.check_in_assembly = check_in_assembly;
  law.indices_in_range = indices_in_range;
  law.reset = reset;
  law.begin = begin;
  law.begins_with_inputs = true;
  law.begin_golden = begin_golden;
  law.parameter_values = parameter_values;
  law.set_parameter = set_parameter;
  law.list_events = list_events;
  law.hash_operators = hash_operators;
  law.hash_numbers = hash_numbers;
  law.hash_memory = hash_memory;
  law.steps = kSteps;
  return law;
}

}  // namespace

}  // namespace bolted

constexpr Law laws::bolted = bolted::make_law();

void State::restart_bolted(const Model& model) noexcept {
  if (belongs_to(model) && model.view().is_bolted()) baseline::bolted_start(model.view(), *this);
}

}  // namespace mortise
