// Sliding contacts: what the runtime asks of their law.
#include "../laws.hpp"

#include "../hash.hpp"
#include "check.hpp"
#include "mortise/kernel/kernels.hpp"
#include "pipeline.hpp"
#include "sticking.hpp"

namespace mortise {

namespace sliding {

namespace {

template <class T>
T& in_region(const ModelView& m, State& s, std::uint32_t offset) {
  return *reinterpret_cast<T*>(s.at<unsigned char>(m.layout.law_history) + offset);
}
template <class T>
const T& in_region(const ModelView& m, const State& s, std::uint32_t offset) {
  return in_region<T>(m, const_cast<State&>(s), offset);
}

void lay_out(const ModelView& m, LayoutOptions* options) {
  options->law_history_bytes = m.sliding_layout.bytes;
}

// Normal and friction.
std::int32_t interface_size(const ModelView&, std::uint32_t, OutputIndex) { return 2; }

InterfaceShape shape(const ModelView& m) {
  InterfaceShape shape;
  shape.rows = kSlidingRows;
  shape.padded = 8;
  shape.unknowns = m.sliding.unilateral ? kSlidingRows : 1;
  shape.means = m.dims.rows_padded;
  shape.places = 1;
  shape.moving = true;
  return shape;
}

bool indices_in_range(const ModelView& m, const State& s) {
  const auto& now = in_region<SlidingMemory>(m, s, m.sliding_layout.memory[s.current_]);
  return now.segment >= 0 && now.segment < m.sliding.nodes - 1;
}

SlidingSettings& settings_of(const ModelView& m, State& s) {
  return in_region<SlidingSettings>(m, s, m.sliding_layout.settings);
}

void reset(const ModelView& m, State& s) {
  settings_of(m, s).friction = m.sliding.friction;
  settings_of(m, s).velocity = m.sliding.velocity;
  baseline::sliding_start(m, s);
}

void begin(const ModelView& m, const schema::Scenario&, State& s) { baseline::sliding_start(m, s); }

void begin_golden(const ModelView& m, State& s) { baseline::sliding_start(m, s); }

Real* parameter_values(const ModelView& m, State& s, const schema::Parameter& p) {
  SlidingSettings& now = settings_of(m, s);
  return p.kind() == schema::ParameterKind::sliding_friction ? &now.friction : &now.velocity;
}

// The path goes on from where it is.
void set_parameter(const ModelView& m, State& s, const schema::Parameter& p, Real value) {
  SlidingSettings& now = settings_of(m, s);
  now.path += now.velocity * (m.h * static_cast<Real>(now.steps));
  now.steps = 0;
  *parameter_values(m, s, p) = value;
}

void list_events(const ModelView& m, const State& s, EventList* list) {
  const auto& settings = in_region<SlidingSettings>(m, s, m.sliding_layout.settings);
  const auto memory = [&](std::uint32_t copy) -> const SlidingMemory& {
    return in_region<SlidingMemory>(m, s, m.sliding_layout.memory[copy]);
  };
  const auto touches = [&](const SlidingMemory& c) {
    const Real forward = settings.velocity < 0 ? -c.slip : c.slip;
    const bool closed = m.sliding.unilateral ? c.closed != 0 : !(c.normal < 0);
    if (!closed) return Touch::kOpen;
    const bool sticks = m.sliding.unilateral
                            ? baseline::rubs_below(settings.friction * c.normal, c.friction)
                            : settings.friction > 0 && forward < 0;
    return sticks ? Touch::kSticks : Touch::kSlips;
  };
  const SlidingMemory& now = memory(s.current_);
  list->compare(0, touches(memory(1 - s.current_)), touches(now),
                {m.h * now.normal, m.h * now.friction, 0});
}

// A bilateral contact that pulls or whose slip turns around is beyond its law.
Status stops(const ModelView& m) {
  return m.sliding.unilateral ? status::kOk : status::kDETACHED | status::kSTICKING;
}

std::uint64_t hash_operators(std::uint64_t hash, const ModelView& m) {
  const SlidingView& s = m.sliding;
  const std::int64_t np = m.dims.modes_padded;
  hash = hash_reals(hash, m.omega, np);  // read for accelerations
  hash = hash_reals(hash, m.damping, np);
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

std::uint64_t hash_memory(std::uint64_t hash, const ModelView& m, const State& s) {
  const auto& memory = in_region<SlidingMemory>(m, s, m.sliding_layout.memory[s.current_]);
  hash = hash_number(hash, memory.segment);
  const Real numbers[] = {memory.normal, memory.friction, memory.slip, memory.position};
  return hash_reals(hash, numbers, sizeof numbers / sizeof *numbers);
}

constexpr StepFunction kSteps[] = {MORTISE_STEPS(sliding_step)};

constexpr Law make_law() {
  Law law;
  law.tag = 4;
  law.schemes = bit_of(schema::Scheme::moreau_jean) | bit_of(schema::Scheme::generalised_alpha);
  law.check_sizes = check_sizes;
  law.lay_out = lay_out;
  law.interface_size = interface_size;
  law.check_stages = check_stages;
  law.check_numbers = check_numbers;
  law.check_parameter = check_parameter;
  law.shape = shape;
  law.indices_in_range = indices_in_range;
  law.reset = reset;
  law.begin = begin;
  law.begin_golden = begin_golden;
  law.parameter_values = parameter_values;
  law.set_parameter = set_parameter;
  law.rests = baseline::sliding_rests;
  law.rest = baseline::sliding_rest;
  law.list_events = list_events;
  law.stops = stops;
  law.hash_operators = hash_operators;
  law.hash_numbers = hash_law_sizes;
  law.hash_memory = hash_memory;
  law.steps = kSteps;
  return law;
}

}  // namespace

}  // namespace sliding

constexpr Law laws::sliding = sliding::make_law();

void State::restart_sliding(const Model& model) noexcept {
  if (belongs_to(model) && model.view().is_sliding()) baseline::sliding_start(model.view(), *this);
}

bool State::rest_sliding(const Model& model) noexcept {
  return belongs_to(model) && law_of(model).rest(model.view(), *this);
}

}  // namespace mortise
