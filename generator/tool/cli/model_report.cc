#include "generator/tool/cli/model_report.hpp"

#include <algorithm>
#include <sstream>

#include "generator/define/definition/key_list.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "generator/tool/cli/certificate_report.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

using nlohmann::json;

constexpr const char* kSolverNames[] = {"gauss_seidel", "newton"};
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
                    {"hold", name_of(static_cast<FilmHold>(range.hold))}});
  }
  return list;
}

json outputs_json(const Model& model) {
  json list = json::array();
  for (std::int32_t i = 0; i < model.dims().outputs; ++i) {
    const auto* channel = model.root()->outputs()->Get(static_cast<std::uint32_t>(i));
    list.push_back({{"name", channel->name()->str()},
                    {"unit", channel->unit()->str()},
                    {"quantity", kOutputQuantities[model.view().output_rules[i].quantity].name}});
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

json basis_json(const FilmBasis& b) {
  return {{"shapes", b.modes},
          {"rows", b.rows},
          {"watched", b.watched},
          {"substeps", b.substeps},
          {"iterations", b.iterations},
          {"repeat_iterations", b.repeat_iterations},
          {"age_limit", b.age_limit},
          {"row_limit", b.row_limit},
          {"leave_fraction", b.leave_fraction}};
}

// What only a film has; null for structures.
json film_json(const ModelView& v) {
  if (!v.is_film()) return nullptr;
  const FilmConstants& c = *v.film.constants;
  json bases = json::array();
  for (std::int32_t k = 0; k < v.film.count; ++k) bases.push_back(basis_json(v.film.bases[k]));
  return {{"kind", c.loaded != 0 ? "prescribed load" : "impact"},
          {"frame", c.frame == kFrameLoadScaled ? "load_scaled" : "fixed"},
          {"viscosity_law", name_of(static_cast<ViscosityLaw>(c.viscosity_law))},
          {"jacobian", c.every_stage != 0 ? "every_stage" : "aged"},
          {"scalar", v.film.scalar == 4 ? "float32" : "float64"},
          {"bases", bases},
          {"profile_points", c.profile_points},
          {"trust_limit", c.trust_limit},
          {"load_slope", c.load_slope},
          {"front_limit", v.film.front_limit},
          {"steady_films", v.film.steady.load_count * v.film.steady.speed_count},
          {"landing_gap_m", c.landing_gap * c.film}};
}

// What only a compliant joint has; null for others.
json joint_json(const Model& model) {
  const ModelView& v = model.view();
  if (!v.is_joint()) return nullptr;
  const auto* cases = model.root()->law_as_CompliantJoint()->cases();
  json list = json::array();
  for (std::int32_t k = 0; k < v.joint.cases; ++k) {
    const JointParameters& p = *v.joint.parameters[k];
    list.push_back({{"name", cases->Get(static_cast<std::uint32_t>(k))->name()->str()},
                    {"damper", name_of(static_cast<ImpactDamper>(p.damper))},
                    {"friction_law", name_of(static_cast<TangentialKind>(p.tangential))}});
  }
  return {{"nodes", v.joint.nodes},
          {"rows", v.joint.rows},
          {"points", v.joint.points},
          {"residual_compliance", v.joint.port_compliance != nullptr},
          {"cases", list}};
}

// What only a sliding contact has; null for others.
json sliding_json(const ModelView& v) {
  if (!v.is_sliding()) return nullptr;
  return {{"law", v.sliding.unilateral ? "unilateral" : "bilateral"},
          {"scheme", v.sliding.alpha ? "generalised_alpha" : "moreau_jean"},
          {"target_nodes", v.sliding.nodes},
          {"neighbours", v.sliding.neighbours},
          {"start_m", v.sliding.start},
          {"velocity_m_s", v.sliding.velocity},
          {"friction", v.sliding.friction}};
}

json training_box_json(const schema::Model& root) {
  json box = json::array();
  for (std::uint32_t i = 0; root.training_box() != nullptr && i < root.training_box()->size();
       ++i) {
    const auto* r = root.training_box()->Get(i);
    box.push_back(
        {{"name", r->name()->str()}, {"minimum", r->minimum()}, {"maximum", r->maximum()}});
  }
  return box;
}

}  // namespace

json model_json(const Instance& instance) {
  const Model& model = instance.model();
  const schema::Model& root = *model.root();
  const schema::Solver& solver = *root.solver();
  const schema::Cost& cost = *root.cost();
  const auto certificate = stored_certificate(model);
  const bool film = model.view().is_film();
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
          {"joint", joint_json(model)},
          {"sliding", sliding_json(model.view())},
          {"film", film_json(model.view())},
          {"training_box", training_box_json(root)},
          {"solver", film ? "film" : kSolverNames[static_cast<int>(solver.kind())]},
          {"iteration_cap", cost.iterations_worst()},
          {"tolerance", solver.tolerance()},
          {"flops_per_step", cost.flops_worst()},
          {"flops_per_free_step", cost.flops_free()},
          {"bytes_per_step", cost.bytes_worst()},
          {"certificate", certificate ? certificate_json(*certificate) : json(nullptr)},
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
          {"worst_residual", s.worst_residual},
          {"rate_limited", s.rate_limited},
          {"repeated", s.repeated},
          {"untrusted", s.untrusted},
          {"recovering", s.recovering},
          {"detached", s.detached},
          {"sticking", s.sticking},
          {"off_target", s.off_target},
          {"first_not_sliding", s.first_not_sliding},
          {"rebuilds", s.rebuilds}};
}

namespace {

void describe_film(const json& film, std::ostringstream* text) {
  *text << "  film        " << film["kind"].get<std::string>() << ", "
        << film["scalar"].get<std::string>() << ", Jacobian " << film["jacobian"].get<std::string>()
        << ", profile of " << film["profile_points"] << " points, trusted to a residual of "
        << film["trust_limit"] << "\n";
  for (const json& b : film["bases"]) {
    *text << "  basis       " << b["shapes"] << " shapes, " << b["rows"] << " rows, "
          << b["watched"] << " of them watched, " << b["substeps"] << " substep(s), at most "
          << b["iterations"] << " iteration(s) per stage, " << b["repeat_iterations"]
          << " if repeated";
    if (film["kind"] == "impact") *text << ", left at " << b["leave_fraction"] << " of the peak";
    *text << "\n";
  }
}

void describe_joint(const json& joint, std::ostringstream* text) {
  *text << "  joint       " << joint["nodes"] << " pairs of nodes, " << joint["points"]
        << " law points, " << joint["rows"] << " rows"
        << (joint["residual_compliance"] ? ", residual compliance" : "") << "\n";
  for (const json& c : joint["cases"])
    *text << "  case        " << c["name"].get<std::string>() << ": impact "
          << c["damper"].get<std::string>() << ", friction " << c["friction_law"].get<std::string>()
          << "\n";
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

void describe_training(const json& m, std::ostringstream* text) {
  for (const json& range : m["training_box"]) {
    const auto name = range["name"].get<std::string>();
    *text << "  trained     " << name << ", " << range["minimum"] << " .. " << range["maximum"]
          << " [" << unit_of(m, name) << "]\n";
  }
}

void describe_sliding(const json& sliding, std::ostringstream* text) {
  *text << "  sliding     " << sliding["law"].get<std::string>() << ", "
        << sliding["scheme"].get<std::string>() << ", " << sliding["target_nodes"]
        << " target nodes, from " << sliding["start_m"] << " m with " << sliding["velocity_m_s"]
        << " m/s, friction " << sliding["friction"] << "\n";
}

}  // namespace

std::string model_text(const Instance& instance) {
  const json m = model_json(instance);
  std::ostringstream text;
  text << m["name"].get<std::string>() << ": " << m["description"].get<std::string>() << "\n"
       << "  step        " << m["step_s"] << " s";
  if (m["film"].is_null()) text << ", " << m["modes"] << " modes";
  if (m["contacts"] > 0) text << ", " << m["contacts"] << " contacts";
  text << "\n"
       << "  size        file " << m["file_bytes"] << " bytes, state " << m["arena_bytes"]
       << " bytes\n"
       << "  solver      " << m["solver"].get<std::string>() << ", at most " << m["iteration_cap"]
       << (m["film"].is_null() ? " iterations, " : " iterations with a repetition, ")
       << m["flops_per_step"] << " flops per step\n";
  if (!m["joint"].is_null()) describe_joint(m["joint"], &text);
  if (!m["sliding"].is_null()) describe_sliding(m["sliding"], &text);
  if (!m["film"].is_null()) describe_film(m["film"], &text);
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
  describe_training(m, &text);
  for (const json& line : m["provenance"]["reduction"]) {
    text << "  made        " << line.get<std::string>() << "\n";
  }
  for (const json& s : m["scenarios"]) {
    text << "  scenario    " << s["name"].get<std::string>() << ", " << s["duration_s"] << " s\n";
  }
  if (m["certificate"].is_null()) {
    text << "  certificate none\n";
  } else {
    const auto certificate = stored_certificate(instance.model());
    for (const ScenarioErrors& e : certificate->errors) {
      text << "  certificate " << e.scenario << ": " << errors_text(*certificate, e) << "\n";
    }
    for (const std::string& warning : warnings_of(*certificate))
      text << "  warning     " << warning << "\n";
    for (const std::string& reason : shortcomings(*certificate))
      text << "  certificate FAILED: " << reason << "\n";
  }
  return text.str();
}

}  // namespace mortise::gen
