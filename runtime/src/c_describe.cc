// The C interface: what a model has, by number and by name, and its law parameters.
#include "c_common.hpp"
#include "parameters.hpp"
#include "training_box.hpp"

namespace {

using mortise::Model;
using mortise::c::as_model;
using mortise::c::as_state;
using mortise::c::hand_out;
using mortise::c::usable;
using mortise::status::kBAD_CALL;
namespace schema = mortise::schema;

static_assert(MORTISE_HOLD_LINEAR == mortise::kHoldLinear, "as in the file");
static_assert(MORTISE_HOLD_CUBIC == mortise::kHoldCubic, "as in the file");

template <class Entry>
using Table = const flatbuffers::Vector<flatbuffers::Offset<Entry>>*;

template <class Entry>
int32_t count_of(Table<Entry> table) {
  return table ? static_cast<int32_t>(table->size()) : 0;
}

template <class Entry>
const Entry* entry_of(Table<Entry> table, int32_t index) {
  return index >= 0 && index < count_of(table) ? table->Get(static_cast<uint32_t>(index)) : nullptr;
}

template <class Entry>
int32_t find_in(Table<Entry> table, const char* name) {
  for (int32_t k = 0; name && k < count_of(table); ++k)
    if (std::strcmp(entry_of(table, k)->name()->c_str(), name) == 0) return k;
  return -1;
}

template <class Entry>
const char* name_of(const Entry* entry) {
  return entry ? entry->name()->c_str() : nullptr;
}

const schema::Model* root_of(const mortise_model* m) { return m ? as_model(m)->root() : nullptr; }

Table<schema::Channel> inputs_of(const mortise_model* m) {
  return root_of(m) ? root_of(m)->inputs() : nullptr;
}
Table<schema::Channel> outputs_of(const mortise_model* m) {
  return root_of(m) ? root_of(m)->outputs() : nullptr;
}
Table<schema::Parameter> parameters_of(const mortise_model* m) {
  return root_of(m) ? root_of(m)->parameters() : nullptr;
}
Table<schema::Scenario> scenarios_of(const mortise_model* m) {
  return root_of(m) ? root_of(m)->scenarios() : nullptr;
}
Table<schema::JointCase> cases_of(const mortise_model* m) {
  return root_of(m) ? mortise::law_of(*as_model(m)).cases(as_model(m)->view()) : nullptr;
}

// Fills what inputs and parameters have in common.
template <class Entry, class Out>
void describe_training(const Model& model, const Entry& entry, Out* out) {
  const schema::Range* range = mortise::box_entry(*model.root(), entry);
  if (!range) return;
  out->trained_minimum = range->minimum();
  out->trained_maximum = range->maximum();
  out->trained = 1;
}

}  // namespace

extern "C" {

int32_t mortise_parameters(const mortise_model* m) { return count_of(parameters_of(m)); }
int32_t mortise_scenarios(const mortise_model* m) { return count_of(scenarios_of(m)); }
int32_t mortise_cases(const mortise_model* m) { return count_of(cases_of(m)); }

const char* mortise_input_name(const mortise_model* m, int32_t index) {
  return name_of(entry_of(inputs_of(m), index));
}
const char* mortise_output_name(const mortise_model* m, int32_t index) {
  return name_of(entry_of(outputs_of(m), index));
}

uint32_t mortise_input_describe(const mortise_model* m, int32_t index, mortise_input* out,
                                size_t size) {
  const schema::Channel* channel = entry_of(inputs_of(m), index);
  if (!channel) return kBAD_CALL;
  const mortise::InputRange& range = as_model(m)->view().input_ranges[index];
  mortise_input input{};
  input.name = channel->name()->c_str();
  input.unit = channel->unit()->c_str();
  input.minimum = range.minimum;
  input.maximum = range.maximum;
  input.default_value = range.default_value;
  input.hold = static_cast<int32_t>(range.hold);
  describe_training(*as_model(m), *channel, &input);
  return hand_out(input, out, size);
}

uint32_t mortise_output_describe(const mortise_model* m, int32_t index, mortise_output* out,
                                 size_t size) {
  const schema::Channel* channel = entry_of(outputs_of(m), index);
  if (!channel) return kBAD_CALL;
  const mortise::OutputRule& rule = as_model(m)->view().output_rules[index];
  mortise_output output{};
  output.name = channel->name()->c_str();
  output.unit = channel->unit()->c_str();
  output.quantity = schema::EnumNameQuantity(static_cast<schema::Quantity>(rule.quantity));
  return hand_out(output, out, size);
}

uint32_t mortise_parameter_describe(const mortise_model* m, int32_t id, mortise_parameter* out,
                                    size_t size) {
  const schema::Parameter* from = entry_of(parameters_of(m), id);
  if (!from) return kBAD_CALL;
  mortise_parameter parameter{};
  parameter.name = from->name()->c_str();
  parameter.unit = from->unit()->c_str();
  parameter.minimum = from->minimum();
  parameter.maximum = from->maximum();
  parameter.default_value = from->default_value();
  parameter.contacts = static_cast<int32_t>(from->contacts());
  describe_training(*as_model(m), *from, &parameter);
  return hand_out(parameter, out, size);
}

uint32_t mortise_scenario_describe(const mortise_model* m, int32_t index, mortise_scenario* out,
                                   size_t size) {
  const schema::Scenario* from = entry_of(scenarios_of(m), index);
  if (!from) return kBAD_CALL;
  return hand_out(mortise_scenario{from->name()->c_str(), from->duration()}, out, size);
}

uint32_t mortise_case_describe(const mortise_model* m, int32_t id, mortise_case* out, size_t size) {
  const schema::JointCase* from = entry_of(cases_of(m), id);
  return from ? hand_out(mortise_case{from->name()->c_str()}, out, size) : kBAD_CALL;
}

int32_t mortise_input_find(const mortise_model* m, const char* name) {
  return find_in(inputs_of(m), name);
}
int32_t mortise_output_find(const mortise_model* m, const char* name) {
  return find_in(outputs_of(m), name);
}
int32_t mortise_parameter_find(const mortise_model* m, const char* name) {
  return find_in(parameters_of(m), name);
}
int32_t mortise_scenario_find(const mortise_model* m, const char* name) {
  return find_in(scenarios_of(m), name);
}
int32_t mortise_case_find(const mortise_model* m, const char* name) {
  return find_in(cases_of(m), name);
}

uint32_t mortise_parameter_set(const mortise_model* m, mortise_state* s, int32_t id, double value) {
  return usable(m, s) ? mortise::set_parameter(*as_model(m), *as_state(s), id, value) : kBAD_CALL;
}

uint32_t mortise_parameter_get(const mortise_model* m, const mortise_state* s, int32_t id,
                               double* value) {
  const schema::Parameter* parameter = entry_of(parameters_of(m), id);
  if (!usable(m, s) || !parameter || !value) return kBAD_CALL;
  *value = *mortise::values_of(*as_model(m), *as_state(s), *parameter);
  return mortise::status::kOk;
}

uint32_t mortise_set_parameter(const mortise_model* m, mortise_state* s, const char* name,
                               double value) {
  return mortise_parameter_set(m, s, mortise_parameter_find(m, name), value);
}

uint32_t mortise_case_set(const mortise_model* m, mortise_state* s, int32_t id) {
  return usable(m, s) ? mortise::set_operating_case(*as_model(m), *as_state(s), id) : kBAD_CALL;
}

int32_t mortise_case_current(const mortise_model* m, const mortise_state* s) {
  if (!usable(m, s) || !cases_of(m)) return -1;
  return static_cast<int32_t>(as_state(s)->joint_case_);
}

}  // extern "C"
