#include "generator/tool/cli/model_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/laws/filled.hpp"
#include "generator/bake/play/output_sense.hpp"
#include "generator/contact/system/output_quantity.hpp"
#include "generator/define/definition/film_contact.hpp"
#include "generator/define/definition/key_list.hpp"
#include "generator/ground/files/matrix_json.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

using nlohmann::json;

struct ErrorPart {
  const char* name;
  Measured ScenarioErrors::*errors;
};

constexpr ErrorPart kParts[] = {{"total", &ScenarioErrors::total},
                                {"reduction", &ScenarioErrors::reduction},
                                {"step", &ScenarioErrors::step},
                                {"reference", &ScenarioErrors::reference}};

std::optional<double> value_of(const flatbuffers::Optional<double>& x) {
  return x ? std::optional<double>(*x) : std::nullopt;
}

// Calls take(entry, index) for the entries of a vector of the file, which may be absent.
template <class Entries, class Take>
void each(const Entries* entries, const Take& take) {
  for (std::uint32_t i = 0; entries != nullptr && i < entries->size(); ++i)
    take(*entries->Get(i), static_cast<std::int32_t>(i));
}

// Takes what was measured of a scenario or of an interface.
template <class Stored, class Errors>
void take_measured(const Stored& stored, Errors* e) {
  each(stored.measured(), [&](const auto& m, int) {
    const auto measure = static_cast<Measure>(m.measure());
    e->total[measure] = value_of(m.total());
    e->reduction[measure] = value_of(m.reduction());
    e->step[measure] = value_of(m.step());
    e->reference[measure] = value_of(m.reference());
  });
}

std::optional<ContactLosses> losses_of(const schema::ContactLosses* stored) {
  if (stored == nullptr) return std::nullopt;
  return ContactLosses{stored->friction(), stored->impact(), stored->scheme()};
}

json losses_json(const std::optional<ContactLosses>& l) {
  if (!l) return nullptr;
  return {{"friction", l->friction}, {"impact", l->impact}, {"scheme", l->scheme}};
}

ScenarioErrors stored_errors(const schema::ScenarioError& stored) {
  ScenarioErrors e;
  e.scenario = stored.scenario()->str();
  take_measured(stored, &e);
  each(stored.interfaces(), [&](const auto& i, int) {
    e.interfaces.emplace_back().interface = i.interface()->str();
    take_measured(i, &e.interfaces.back());
  });
  e.touched = stored.touched();
  e.reference_step = value_of(stored.reference_step());
  e.resolved_until = value_of(stored.resolved_until());
  e.losses = losses_of(stored.losses());
  e.full_losses = losses_of(stored.full_losses());
  return e;
}

}  // namespace

std::optional<CertificateOptions> stored_certificate(const Model& model) {
  const auto* c = model.root()->certificate();
  if (c == nullptr) return std::nullopt;
  CertificateOptions out;
  out.reference = c->reference()->str();
  each(c->errors(), [&](const auto& e, int) { out.errors.push_back(stored_errors(e)); });
  each(c->limits(), [&](const auto& limit, int) {
    out.limits[static_cast<Measure>(limit.measure())] = limit.value();
  });
  out.has_interface = has_interface(model.view());
  out.omega_h = value_of(c->omega_h());
  out.omega_h_carrying = value_of(c->omega_h_carrying());
  out.filter_time = value_of(c->filter_time());
  each(c->warnings(), [&](const auto& w, int) { out.warnings.push_back(w.str()); });
  return out;
}

json certificate_json(const CertificateOptions& c) {
  json errors = json::array(), limits = json::object();
  const std::vector<Measure> measures = measures_of(c);
  for (const ScenarioErrors& e : c.errors) {
    json entry = {{"scenario", e.scenario},
                  {"touched", e.touched},
                  {"reference_step_s", e.reference_step},
                  {"resolved_until_s", e.resolved_until},
                  {"losses", losses_json(e.losses)},
                  {"full_losses", losses_json(e.full_losses)}};
    for (const ErrorPart& part : kParts)
      for (const Measure m : measures) entry[part.name][measure_name(m)] = (e.*part.errors)[m];
    for (const InterfaceErrors& i : e.interfaces)
      entry["interfaces"].push_back({{"interface", i.interface},
                                     {"force", i.total[Measure::force]},
                                     {"dissipated_energy", i.total[Measure::dissipated_energy]}});
    errors.push_back(entry);
  }
  for (const Measure m : measures) limits[measure_name(m)] = *c.limits[m];
  const std::vector<std::string> reasons = shortcomings(c);
  return {{"reference", c.reference},
          {"errors", errors},
          {"limits", limits},
          {"omega_h", c.omega_h},
          {"omega_h_carrying", c.omega_h_carrying},
          {"filter_time_s", c.filter_time},
          {"passed", reasons.empty()},
          {"shortcomings", reasons},
          {"warnings", warnings_of(c)}};
}

std::string certificate_table(const CertificateOptions& c) {
  std::string text = "relative errors against the " + c.reference + "\n";
  const auto line = [&](const std::string& scenario, const char* part, const auto& value) {
    text += fmt::format("{:<20} {:<9}", scenario, part);
    for (const Measure m : measures_of(c)) text += fmt::format(" {:>17}", value(m));
    text += "\n";
  };
  line("scenario", "", [](Measure m) { return std::string(measure_name(m)); });
  for (const ScenarioErrors& e : c.errors)
    for (const ErrorPart& part : kParts)
      line(part.errors == &ScenarioErrors::total ? e.scenario : "", part.name,
           [&](Measure m) { return error_number((e.*part.errors)[m]); });
  for (const ScenarioErrors& e : c.errors)
    for (const InterfaceErrors& i : e.interfaces)
      line(i.interface, "total", [&](Measure m) { return error_number(i.total[m]); });
  line("limit", "total", [&](Measure m) { return error_number(c.limits[m]); });
  for (const ScenarioErrors& e : c.errors)
    if (e.losses) text += e.scenario + ": " + losses_text(e) + "\n";
  for (const std::string& warning : warnings_of(c)) text += "warning: " + warning + "\n";
  const std::vector<std::string> reasons = shortcomings(c);
  for (const std::string& reason : reasons) text += "FAILED: " + reason + "\n";
  return text + (reasons.empty() ? "passed\n" : "");
}

namespace {

constexpr const char* kSolverNames[] = {"gauss_seidel", "newton"};

// The JSON of every entry of a vector of the file; make(entry, index).
template <class Entries, class Make>
json list_of(const Entries* entries, const Make& make) {
  json list = json::array();
  each(entries, [&](const auto& entry, std::int32_t i) { list.push_back(make(entry, i)); });
  return list;
}

json provenance_json(const schema::Provenance& p) {
  json settings = json::object();
  each(p.settings(), [&](const auto& s, int) { settings[s.key()->str()] = s.value()->str(); });
  return {{"generator", p.generator()->str()},
          {"definition_hash", p.definition_hash()->str()},
          {"input_hash", p.input_hash()->str()},
          {"reduction", list_of(p.reduction(), [](const auto& line, int) { return line.str(); })},
          {"settings", settings}};
}

}  // namespace

int asked_scenario(const Model& model, const std::string& name) {
  const int index = find_scenario(model, name.c_str());
  if (index >= 0) return index;
  std::vector<std::string> names;
  if (model.root()->scenarios() != nullptr)
    for (const auto* s : *model.root()->scenarios()) names.push_back(s->name()->str());
  throw Error("--scenario " + name, "is not in the model",
              names.empty() ? "the model has no scenarios"
                            : "the nearest is '" + nearest(name, names) + "'");
}

json model_json(const Instance& instance) {
  const Model& model = instance.model();
  const ModelView& view = model.view();
  const FileLaw& law = file_law(view);
  const schema::Model& root = *model.root();
  const schema::Solver& solver = *root.solver();
  const schema::Cost& cost = *root.cost();
  const auto certificate = stored_certificate(model);
  const auto input_json = [&](const auto& channel, std::int32_t i) -> json {
    const auto& range = view.input_ranges[i];
    return {{"name", channel.name()->str()},  {"unit", channel.unit()->str()},
            {"minimum", range.minimum},       {"maximum", range.maximum},
            {"default", range.default_value}, {"hold", name_of(static_cast<FilmHold>(range.hold))}};
  };
  const std::vector<OutputSense> senses = output_senses(instance);
  const auto output_json = [&](const auto& channel, std::int32_t i) -> json {
    return {{"name", channel.name()->str()},
            {"unit", channel.unit()->str()},
            {"quantity", kOutputQuantities[view.output_rules[i].quantity].name},
            {"sense", name_of(senses[static_cast<std::size_t>(i)])}};
  };
  const auto parameter_json = [](const auto& p, int) -> json {
    return {{"name", p.name()->str()},
            {"unit", p.unit()->str()},
            {"minimum", p.minimum()},
            {"maximum", p.maximum()},
            {"default", p.default_value()}};
  };
  const auto scenario_json = [](const auto& s, int) -> json {
    return {{"name", s.name()->str()}, {"duration_s", s.duration()}};
  };
  const auto range_json = [](const auto& r, int) -> json {
    return {{"name", r.name()->str()}, {"minimum", r.minimum()}, {"maximum", r.maximum()}};
  };
  json result = {
      {"name", root.name()->str()},
      {"description", root.description() == nullptr ? "" : root.description()->str()},
      {"schema_version", root.schema_version()},
      {"step_s", model.step_size()},
      {"states", 2 * model.dims().modes},
      {"modes", model.dims().modes},
      {"contacts", model.dims().contacts},
      {"inputs", list_of(root.inputs(), input_json)},
      {"outputs", list_of(root.outputs(), output_json)},
      {"parameters", list_of(root.parameters(), parameter_json)},
      {"scenarios", list_of(root.scenarios(), scenario_json)},
      {"arena_bytes", model.arena_bytes()},
      {"file_bytes", instance.bytes().size()},
      {"view_bytes", instance.view_bytes()},
      {"training_box", list_of(root.training_box(), range_json)},
      {"solver", law.structural ? kSolverNames[static_cast<int>(solver.kind())] : law.name},
      {"iteration_cap", cost.iterations_worst()},
      {"tolerance", solver.tolerance()},
      {"flops_per_step", cost.flops_worst()},
      {"flops_per_free_step", cost.flops_free()},
      {"bytes_per_step", cost.bytes_worst()},
      {"rest_iteration_cap", solver.rest_sweep_cap()},
      {"flops_at_rest", cost.flops_rest()},
      {"certificate", certificate ? certificate_json(*certificate) : json(nullptr)},
      {"provenance", provenance_json(*root.provenance())}};
  // what only models of one law have, null for all others
  for (const FileLaw* other : file_laws())
    if (other->info != nullptr)
      result[other->name] = other == &law ? law.info(view) : json(nullptr);
  return result;
}

void compare_with_definition(const Definition& definition, const std::string& path,
                             const Instance& model) {
  const FileLaw& law = file_law(model.model().view());
  demand(definition.film.has_value() != law.structural, path,
         std::string("is the model of a ") + (law.structural ? "structure" : law.name),
         "give the definition it was built from");
  const json built = model_json(model)["provenance"]["settings"];
  for (const DefinitionSetting& s : definition.settings) {
    const std::string name = s.key.substr(s.key.rfind('.') + 1);
    const bool elsewhere = name == "file" || name == "deck" || s.key.rfind("verify.", 0) == 0;
    const std::string value = built.value(s.key, "");
    if (!elsewhere && value != s.value) {
      log_warning(s.key + " is " + s.value + ", the model was built with " +
                  (value.empty() ? "its default" : value));
    }
  }
}

json statistics_json(const Statistics& s) {
  return {{"steps", s.steps},
          {"steps_in_contact", s.steps_in_contact},
          {"iterations", s.iterations},
          {"iterations_max", s.iterations_max},
          {"rest_iterations", s.rest_iterations},
          {"held", s.held},
          {"rolled_back", s.rolled_back},
          {"capped", s.capped},
          {"limited", s.limited},
          {"fallback", s.fallback},
          {"worst_residual", s.worst_residual},
          {"rate_limited", s.rate_limited},
          {"repeated", s.repeated},
          {"untrusted", s.untrusted},
          {"recovering", s.recovering},
          {"blended", s.blended},
          {"detached", s.detached},
          {"sticking", s.sticking},
          {"off_target", s.off_target},
          {"first_not_sliding", s.first_not_sliding},
          {"rebuilds", s.rebuilds}};
}

namespace {

// How an output is to be read that does not belong to the end of a step.
const char* sense_text(const json& sense) {
  if (sense == name_of(OutputSense::step_mean)) return ", mean over a step";
  return sense == name_of(OutputSense::impulse_over_step) ? ", impulse of a step over its length"
                                                          : "";
}

// Unit of an input or parameter by its name, else that of the key of a definition.
std::string unit_of(const json& m, const std::string& name) {
  for (const char* list : {"inputs", "parameters"}) {
    for (const json& entry : m[list]) {
      if (entry["name"] == name) return entry["unit"].get<std::string>();
    }
  }
  const Key* key = structure_keys().find(name);
  return key != nullptr && *key->unit != '\0' && std::string(key->unit) != "-" ? key->unit : "1";
}

// Parameters that scenarios show at one value, beside what the file accepts.
std::string one_value_text(const json& m) {
  std::string text;
  for (const json& p : m["parameters"]) {
    const auto& box = m["training_box"];
    const auto shown = std::find_if(box.begin(), box.end(),
                                    [&](const json& range) { return range["name"] == p["name"]; });
    const bool wide = shown != box.end() && (*shown)["minimum"] < (*shown)["maximum"];
    if (!wide && p["minimum"] < p["maximum"])
      text +=
          filled("  judged at one value: {name} = {default}, accepts {minimum} .. {maximum}\n", p);
  }
  return text;
}

std::string certificate_text(const Model& model) {
  const auto certificate = stored_certificate(model);
  if (!certificate) return "  certificate none\n";
  std::string text;
  for (const ScenarioErrors& e : certificate->errors) {
    text += "  certificate " + e.scenario + ": " + errors_text(*certificate, e) + "\n";
    if (e.losses) text += "  certificate " + e.scenario + ": " + losses_text(e) + "\n";
  }
  for (const std::string& warning : warnings_of(*certificate))
    text += "  warning     " + warning + "\n";
  for (const std::string& reason : shortcomings(*certificate))
    text += "  certificate FAILED: " + reason + "\n";
  return text;
}

}  // namespace

std::string model_text(const Instance& instance) {
  const json m = model_json(instance);
  const FileLaw& law = file_law(instance.model().view());
  std::string text = filled("{name}: {description}\n  step        {step_s} s", m);
  if (law.structural) text += filled(", {modes} modes", m);
  if (m["contacts"] > 0) text += filled(", {contacts} contacts", m);
  text += filled(
      "\n  size        file {file_bytes} bytes, opened {view_bytes}, state {arena_bytes}\n", m);
  text += filled("  solver      {solver}, at most {iteration_cap} iterations", m);
  text += law.repeats_steps ? " with a repetition" : "";
  text += filled(", {flops_per_step} flops per step\n", m);
  if (m["flops_at_rest"] > 0)
    text += filled(
        "  at rest     at most {rest_iteration_cap} iterations, {flops_at_rest} flops, where it "
        "starts and where a clearance is set\n",
        m);
  if (law.info_text != nullptr) text += law.info_text(m[law.name]);
  text +=
      all_filled("  input       {name} [{unit}], {hold}, {minimum} .. {maximum}\n", m["inputs"]);
  for (const json& output : m["outputs"])
    text += filled("  output      {name} [{unit}]", output) + sense_text(output["sense"]) + "\n";
  text += all_filled("  parameter   {name} = {default} [{unit}]\n", m["parameters"]);
  for (const json& range : m["training_box"])
    text += filled("  trained     {name}, {minimum} .. {maximum} [", range) +
            unit_of(m, range["name"]) + "]\n";
  text += one_value_text(m);
  for (const json& line : m["provenance"]["reduction"])
    text += "  made        " + line.get<std::string>() + "\n";
  text += all_filled("  scenario    {name}, {duration_s} s\n", m["scenarios"]);
  return text + certificate_text(instance.model());
}

}  // namespace mortise::gen
