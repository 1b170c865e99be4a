#include "generator/pipeline/condensed_model.hpp"

#include "generator/pipeline/interface_json.hpp"
#include "generator/pipeline/matrix_json.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

json of_inputs(const std::vector<InputChannel>& inputs) {
  json result = json::array();
  for (const InputChannel& c : inputs) {
    result.push_back(
        {c.name, c.unit, c.minimum, c.maximum, c.default_value, static_cast<int>(c.hold)});
  }
  return result;
}

json of_outputs(const std::vector<OutputChannel>& outputs) {
  json result = json::array();
  for (const OutputChannel& c : outputs) {
    result.push_back({c.name, c.unit, static_cast<int>(c.quantity), c.index});
  }
  return result;
}

json of_contacts(const std::vector<ContactParameters>& contacts) {
  json result = json::array();
  for (const ContactParameters& c : contacts) result.push_back(c.name);
  return result;
}

void read_channels(const json& value, ReducedSystem* system) {
  for (const json& c : value.at("inputs")) {
    system->inputs.push_back(
        {c.at(0), c.at(1), c.at(2), c.at(3), c.at(4), static_cast<Hold>(c.at(5).get<int>())});
  }
  for (const json& c : value.at("outputs")) {
    system->outputs.push_back(
        {c.at(0), c.at(1), static_cast<OutputQuantity>(c.at(2).get<int>()), c.at(3)});
  }
  for (const json& name : value.at("contacts")) {
    system->contacts.emplace_back();
    system->contacts.back().name = name;
  }
}

}  // namespace

json to_json(const CondensedModel& model) {
  const ReducedSystem& s = model.system;
  json value = {{"omega", of_matrix(s.omega)},
                {"damping", of_matrix(s.damping)},
                {"contact_rows", of_matrix(s.contact_rows)},
                {"contacts", of_contacts(s.contacts)},
                {"inputs", of_inputs(s.inputs)},
                {"input_forces", of_matrix(s.input_forces)},
                {"outputs", of_outputs(s.outputs)},
                {"output_rows", of_matrix(s.output_rows)},
                {"constant_force", of_matrix(s.constant_force)},
                {"initial_q", of_matrix(s.initial_q)},
                {"initial_v", of_matrix(s.initial_v)},
                {"scenario_q", of_vectors(model.scenario_q)},
                {"scenario_v", of_vectors(model.scenario_v)},
                {"clearance_offsets", model.clearance_offsets},
                {"groups", s.groups},
                {"cases", of_cases(model.cases)},
                {"phases", of_phases(model.scenario_phases)},
                {"findings", model.findings}};
  if (s.joint) value["joint"] = of_joint(*s.joint);
  if (s.sliding) value["sliding"] = of_sliding(*s.sliding);
  return value;
}

std::optional<CondensedModel> condensed_model_from(const json& value) {
  try {
    CondensedModel model;
    ReducedSystem& s = model.system;
    s.omega = vector_of(value.at("omega"));
    s.damping = vector_of(value.at("damping"));
    s.contact_rows = matrix_of(value.at("contact_rows"));
    s.input_forces = matrix_of(value.at("input_forces"));
    s.output_rows = matrix_of(value.at("output_rows"));
    s.constant_force = vector_of(value.at("constant_force"));
    s.initial_q = vector_of(value.at("initial_q"));
    s.initial_v = vector_of(value.at("initial_v"));
    read_channels(value, &s);
    s.groups = value.at("groups").get<std::vector<Eigen::Index>>();
    if (value.contains("joint")) s.joint = joint_of(value.at("joint"));
    if (value.contains("sliding")) s.sliding = sliding_of(value.at("sliding"));
    model.cases = cases_of(value.at("cases"));
    model.scenario_phases = phases_of(value.at("phases"));
    model.scenario_q = vectors_of(value.at("scenario_q"));
    model.scenario_v = vectors_of(value.at("scenario_v"));
    model.clearance_offsets = value.at("clearance_offsets").get<std::vector<double>>();
    model.findings = value.at("findings").get<std::vector<std::string>>();
    return model;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace mortise::gen
