#include "generator/cli/model_report.hpp"

#include <sstream>

#include "mortise_generated.h"

namespace mortise::gen {
namespace {

using nlohmann::json;

constexpr const char* kSolverNames[] = {"gauss_seidel", "newton"};
constexpr const char* kQuantityNames[] = {"displacement", "velocity", "modal", "contact_force",
                                          "gap"};

json inputs_json(const Model& model) {
  json list = json::array();
  for (std::int32_t i = 0; i < model.dims().inputs; ++i) {
    const auto* channel = model.root()->inputs()->Get(static_cast<std::uint32_t>(i));
    const auto& range = model.view().input_ranges[i];
    list.push_back({{"name", channel->name()->str()},
                    {"unit", channel->unit()->str()},
                    {"minimum", range.minimum},
                    {"maximum", range.maximum},
                    {"default", range.default_value},
                    {"hold", range.hold == kHoldLinear ? "linear" : "zero_order"}});
  }
  return list;
}

json outputs_json(const Model& model) {
  json list = json::array();
  for (std::int32_t i = 0; i < model.dims().outputs; ++i) {
    const auto* channel = model.root()->outputs()->Get(static_cast<std::uint32_t>(i));
    list.push_back({{"name", channel->name()->str()},
                    {"unit", channel->unit()->str()},
                    {"quantity", kQuantityNames[model.view().output_rules[i].quantity]}});
  }
  return list;
}

json parameters_json(const Model& model) {
  json list = json::array();
  const auto* parameters = model.root()->parameters();
  for (std::uint32_t i = 0; parameters != nullptr && i < parameters->size(); ++i) {
    const auto* p = parameters->Get(i);
    list.push_back({{"name", p->name()->str()},
                    {"unit", p->unit()->str()},
                    {"minimum", p->minimum()},
                    {"maximum", p->maximum()},
                    {"default", p->default_value()}});
  }
  return list;
}

json scenarios_json(const Model& model) {
  json list = json::array();
  const auto* scenarios = model.root()->scenarios();
  for (std::uint32_t i = 0; scenarios != nullptr && i < scenarios->size(); ++i) {
    list.push_back({{"name", scenarios->Get(i)->name()->str()},
                    {"duration_s", scenarios->Get(i)->duration()}});
  }
  return list;
}

json provenance_json(const Model& model) {
  const auto* p = model.root()->provenance();
  json settings = json::object();
  for (std::uint32_t i = 0; p->settings() != nullptr && i < p->settings()->size(); ++i) {
    settings[p->settings()->Get(i)->key()->str()] = p->settings()->Get(i)->value()->str();
  }
  json reduction = json::array();
  for (std::uint32_t i = 0; p->reduction() != nullptr && i < p->reduction()->size(); ++i) {
    reduction.push_back(p->reduction()->Get(i)->str());
  }
  return {{"generator", p->generator()->str()},
          {"definition_hash", p->definition_hash()->str()},
          {"input_hash", p->input_hash()->str()},
          {"reduction", reduction},
          {"settings", settings}};
}

// Upper bound of interface iterations of one step.
std::uint32_t iteration_cap(const schema::Solver& solver) {
  if (solver.kind() == schema::SolverKind::projected_gauss_seidel) return solver.sweep_cap();
  return solver.sweep_cap() + solver.newton_cap() + solver.tail_sweeps();
}

}  // namespace

json certificate_json(const Model& model) {
  const auto* c = model.root()->certificate();
  if (c == nullptr) return nullptr;
  json errors = json::array();
  bool passed = true;
  for (std::uint32_t i = 0; i < c->errors()->size(); ++i) {
    const auto* e = c->errors()->Get(i);
    passed = passed && e->displacement() <= c->limit_displacement() &&
             e->velocity() <= c->limit_velocity() && e->force() <= c->limit_force() &&
             e->dissipated_energy() <= c->limit_dissipated_energy();
    errors.push_back({{"scenario", e->scenario()->str()},
                      {"displacement", e->displacement()},
                      {"velocity", e->velocity()},
                      {"force", e->force()},
                      {"dissipated_energy", e->dissipated_energy()}});
  }
  return {{"reference", c->reference()->str()},
          {"errors", errors},
          {"limits",
           {{"displacement", c->limit_displacement()},
            {"velocity", c->limit_velocity()},
            {"force", c->limit_force()},
            {"dissipated_energy", c->limit_dissipated_energy()}}},
          {"passed", passed}};
}

json model_json(const Instance& instance) {
  const Model& model = instance.model();
  const schema::Model& root = *model.root();
  const schema::Solver& solver = *root.solver();
  const schema::Cost& cost = *root.cost();
  return {{"name", root.name()->str()},
          {"description", root.description() == nullptr ? "" : root.description()->str()},
          {"schema_version", root.schema_version()},
          {"step_s", model.step_size()},
          {"states", 2 * model.dims().modes},
          {"modes", model.dims().modes},
          {"contacts", model.dims().contacts},
          {"inputs", inputs_json(model)},
          {"outputs", outputs_json(model)},
          {"parameters", parameters_json(model)},
          {"scenarios", scenarios_json(model)},
          {"arena_bytes", model.arena_bytes()},
          {"file_bytes", instance.bytes().size()},
          {"solver", kSolverNames[static_cast<int>(solver.kind())]},
          {"iteration_cap", iteration_cap(solver)},
          {"tolerance", solver.tolerance()},
          {"flops_per_step", cost.flops_worst()},
          {"flops_per_free_step", cost.flops_free()},
          {"bytes_per_step", cost.bytes_worst()},
          {"certificate", certificate_json(model)},
          {"provenance", provenance_json(model)}};
}

json statistics_json(const Statistics& s) {
  return {{"steps", s.steps},
          {"steps_in_contact", s.steps_in_contact},
          {"iterations", s.iterations},
          {"iterations_max", s.iterations_max},
          {"held", s.held},
          {"rolled_back", s.rolled_back},
          {"capped", s.capped},
          {"limited", s.limited},
          {"fallback", s.fallback},
          {"worst_residual", s.worst_residual}};
}

std::string model_text(const Instance& instance) {
  const json m = model_json(instance);
  std::ostringstream text;
  text << m["name"].get<std::string>() << ": " << m["description"].get<std::string>() << "\n"
       << "  step        " << m["step_s"] << " s, " << m["modes"] << " modes, " << m["contacts"]
       << " contacts\n"
       << "  size        file " << m["file_bytes"] << " bytes, state " << m["arena_bytes"]
       << " bytes\n"
       << "  solver      " << m["solver"].get<std::string>() << ", at most " << m["iteration_cap"]
       << " iterations, " << m["flops_per_step"] << " flops per step\n";
  for (const json& c : m["inputs"]) {
    text << "  input       " << c["name"].get<std::string>() << " [" << c["unit"].get<std::string>()
         << "], " << c["hold"].get<std::string>() << ", " << c["minimum"] << " .. " << c["maximum"]
         << "\n";
  }
  for (const json& c : m["outputs"]) {
    text << "  output      " << c["name"].get<std::string>() << " [" << c["unit"].get<std::string>()
         << "]\n";
  }
  for (const json& p : m["parameters"]) {
    text << "  parameter   " << p["name"].get<std::string>() << " = " << p["default"] << " ["
         << p["unit"].get<std::string>() << "]\n";
  }
  for (const json& s : m["scenarios"]) {
    text << "  scenario    " << s["name"].get<std::string>() << ", " << s["duration_s"] << " s\n";
  }
  if (m["certificate"].is_null()) {
    text << "  certificate none\n";
  } else {
    for (const json& e : m["certificate"]["errors"]) {
      text << "  certificate " << e["scenario"].get<std::string>() << ": displacement "
           << e["displacement"] << ", velocity " << e["velocity"] << ", force " << e["force"]
           << ", energy " << e["dissipated_energy"] << "\n";
    }
  }
  return text.str();
}

}  // namespace mortise::gen
