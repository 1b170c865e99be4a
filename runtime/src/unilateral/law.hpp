// Unilateral contacts with impacts and friction, and structures without any interface. The step is
// in mortise/kernel/step.hpp, since it is compiled for fixed sizes, too (mortise/fixed.hpp).
#pragma once

#include "../law.hpp"
#include "check.hpp"
#include "pipeline.hpp"

namespace mortise {

namespace unilateral {

// Functions that Law names.
void lay_out(const ModelView& view, LayoutOptions* options);
std::int32_t interface_size(const ModelView& view, std::uint32_t quantity, OutputIndex index);
InterfaceShape shape(const ModelView& view);
bool indices_in_range(const ModelView& view, const State& state);
void start_positions(const ModelView& view, State& state);  // of contacts at position level
void meet_clearance(const ModelView& view, State& state);   // likewise, where one has moved
void reset(const ModelView& view, State& state);
void begin(const ModelView& view, const schema::Scenario& scenario, State& state);
void begin_golden(const ModelView& view, State& state);
Real* parameter_values(const ModelView& view, State& state, const schema::Parameter& parameter);
void set_parameter(const ModelView& view, State& state, const schema::Parameter& parameter,
                   Real value);
Status told(const ModelView& view, const State& state);
void list_events(const ModelView& view, const State& state, EventList* list);
std::uint64_t hash_operators(std::uint64_t hash, const ModelView& view);
std::uint64_t hash_numbers(std::uint64_t hash, const ModelView& view);
std::uint64_t hash_memory(std::uint64_t hash, const ModelView& view, const State& state);

inline constexpr StepFunction kSteps[] = {MORTISE_STEPS(unilateral_step)};

constexpr Law make_law() {
  Law law;
  law.tag = 1;
  law.check_sizes = check_sizes;
  law.lay_out = lay_out;
  law.interface_size = interface_size;
  law.check_stages = check_stages;
  law.check_numbers = check_numbers;
  law.check_parameter = check_parameter;
  law.shape = shape;
  law.check_in_assembly = check_in_assembly;
  law.indices_in_range = indices_in_range;
  law.reset = reset;
  law.begin = begin;
  law.begins_with_inputs = true;
  law.begin_golden = begin_golden;
  law.parameter_values = parameter_values;
  law.set_parameter = set_parameter;
  law.told = told;
  law.list_events = list_events;
  law.hash_operators = hash_operators;
  law.hash_numbers = hash_numbers;
  law.hash_memory = hash_memory;
  law.steps = kSteps;
  return law;
}

}  // namespace unilateral

namespace laws {
inline constexpr Law unilateral = unilateral::make_law();
}  // namespace laws

}  // namespace mortise
