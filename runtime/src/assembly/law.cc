// Assemblies: what the runtime asks of a law, asked of the law of every interface.
#if !defined(MORTISE_NO_ASSEMBLY)
#include <cstring>

#include "../hash.hpp"
#include "../laws.hpp"
#include "check.hpp"
#include "pipeline.hpp"
#include "places.hpp"

namespace mortise {

namespace assembly {

namespace {

const AssemblyView& assembly_of(const ModelView& m) { return static_cast<const AssemblyView&>(m); }

// visit(law, view, state) of every interface.
template <class AnyState, class Visit>
void each_interface(const ModelView& view, AnyState& s, const Visit& visit) {
  const AssemblyView& m = assembly_of(view);
  for (std::int32_t k = 0; k < m.interfaces; ++k)
    visit(law_of(m.interface[k]), m.interface[k], state_of(m, s, k));
}

void lay_out(const ModelView& m, LayoutOptions* options) {
  options->law_history_bytes = assembly_of(m).parts.bytes;
}

// The header of an interface's state is that of the assembly's where a step relies on it.
bool indices_in_range(const ModelView& m, const State& s) {
  bool good = true;
  each_interface(m, s, [&](const Law& law, const ModelView& own, const State& part) {
    good = good && part.current_ == s.current_ && law.indices_in_range(own, part);
  });
  return good;
}

void reset(const ModelView& m, State& s) {
  each_interface(m, s, [&](const Law& law, const ModelView& own, State& part) {
    part.magic_ = s.magic_;
    part.fingerprint_ = s.fingerprint_;
    part.bytes_ = own.layout.bytes;
    part.cached_contacts_ = -1;
    law.reset(own, part);
  });
  baseline::assembly_start(m, s);
}

void begin_golden(const ModelView& m, State& s) {
  each_interface(m, s, [&](const Law& law, const ModelView& own, State& part) {
    if (own.is_film()) law.reset(own, part);  // the film that belongs to this motion
    law.begin_golden(own, part);
  });
  baseline::assembly_start(m, s);
}
void begin(const ModelView& m, const schema::Scenario&, State& s) { begin_golden(m, s); }

// Joints with their part of the pressure.
void begin_pressed(const ModelView& m, State& s, const Real* next) {
  each_interface(m, s, [&](const Law& law, const ModelView& own, State& part) {
    const std::int32_t points = law.pressures(own);
    if (points > 0) law.begin_pressed(own, part, next);
    next += points;
  });
  baseline::assembly_start(m, s);
}

std::int32_t pressures(const ModelView& view) {
  const AssemblyView& m = assembly_of(view);
  std::int32_t sum = 0;
  for (std::int32_t k = 0; k < m.interfaces; ++k)
    sum += law_of(m.interface[k]).pressures(m.interface[k]);
  return sum;
}

Real* parameter_values(const ModelView& view, State& s, const schema::Parameter& p) {
  const AssemblyView& m = assembly_of(view);
  const auto k = static_cast<std::int32_t>(p.interface());
  return law_of(m.interface[k]).parameter_values(m.interface[k], state_of(m, s, k), p);
}

void set_parameter(const ModelView& view, State& s, const schema::Parameter& p, Real value) {
  const AssemblyView& m = assembly_of(view);
  const auto k = static_cast<std::int32_t>(p.interface());
  law_of(m.interface[k]).set_parameter(m.interface[k], state_of(m, s, k), p, value);
}

// What solves since the last step have to say.
Status told(const ModelView& m, const State& s) {
  Status all = status::kOk;
  each_interface(m, s, [&](const Law& law, const ModelView& own, const State& part) {
    all |= law.told(own, part);
  });
  return all;
}

// Contacts and points count on from one interface to the next.
void list_events(const ModelView& m, const State& s, EventList* list) {
  each_interface(m, s, [&](const Law& law, const InterfaceView& own, const State& part) {
    law.list_events(own, part, list);
    list->next_interface(own.shape.places);
  });
}

// What every interface stops at that may stop at all: the statuses of a step do not say whose they
// are, and what ends one law is an event of another.
Status stops(const ModelView& view) {
  const AssemblyView& m = assembly_of(view);
  Status all = ~status::kOk;
  bool any = false;
  for (std::int32_t k = 0; k < m.interfaces; ++k) {
    if (!m.interface[k].shape.moving) continue;
    all &= law_of(m.interface[k]).stops(m.interface[k]);
    any = true;
  }
  return any ? all : status::kOk;
}

std::uint64_t hash_operators(std::uint64_t hash, const ModelView& view) {
  const AssemblyView& m = assembly_of(view);
  for (std::int32_t k = 0; k < m.interfaces; ++k)
    hash = hash_interface_operators(hash, m.interface[k]);
  for (std::int32_t to = 0; to < m.interfaces; ++to) {
    for (std::int32_t from = 0; from < m.interfaces; ++from)
      hash = hash_reals(hash, m.coupling.at(to, from),
                        std::int64_t{m.interface[to].shape.padded} * m.interface[from].shape.rows);
  }
  return hash;
}

std::uint64_t hash_numbers(std::uint64_t hash, const ModelView& view) {
  const AssemblyView& m = assembly_of(view);
  for (std::int32_t k = 0; k < m.interfaces; ++k) {
    hash = hash_interface_numbers(hash, m.interface[k]);
    hash = hash_number(hash, m.interface[k].first_mode);
  }
  for (std::int32_t g = 0; g < m.groups; ++g) {
    const GroupView& group = m.group[g];
    const std::int32_t caps[] = {group.sweep_cap, group.newton_cap, group.tail_sweeps};
    hash = fnv1a(hash, group.interface,
                 static_cast<std::size_t>(group.count) * sizeof *group.interface);
    hash = fnv1a(hash, caps, sizeof caps);
    hash = hash_number(hash, group.tolerance);
  }
  return hash_records(hash, m.root->output_interfaces(), sizeof(std::uint32_t));
}

std::uint64_t hash_memory(std::uint64_t hash, const ModelView& m, const State& s) {
  each_interface(m, s, [&](const Law& law, const ModelView& own, const State& part) {
    hash = law.hash_memory(hash, own, part);
  });
  return hash;
}

constexpr StepFunction kSteps[] = {MORTISE_STEPS(assembly_step)};

constexpr Law make_law() {
  Law law;
  law.tag = kAssembly;
  law.check_sizes = check_sizes;
  law.lay_out = lay_out;
  law.interface_output_indices = interface_output_indices;
  law.check_stages = check_stages;
  law.check_parameter = check_parameter;
  law.indices_in_range = indices_in_range;
  law.reset = reset;
  law.begin = begin;
  law.begins_with_inputs = true;
  law.pressures = pressures;
  law.begin_pressed = begin_pressed;
  law.begin_golden = begin_golden;
  law.parameter_values = parameter_values;
  law.set_parameter = set_parameter;
  law.told = told;
  law.list_events = list_events;
  law.stops = stops;
  law.hash_operators = hash_operators;
  law.hash_numbers = hash_numbers;
  law.hash_memory = hash_memory;
  law.steps = kSteps;
  return law;
}

}  // namespace

}  // namespace assembly

constexpr Law laws::assembly = mortise::assembly::make_law();

}  // namespace mortise
#endif
