// `mortise check`: is the model what it should be?
#include <fmt/format.h>

#include "generator/bodies/check/check_model.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/simulate/assemble/named_places.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/failure.hpp"

namespace mortise::gen {
namespace {

struct CheckArguments : DefinitionArguments {
  bool quick = false;
  Eigen::Index largest = CheckRequest().largest_factorised;
};

nlohmann::json numbers_json(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

nlohmann::json findings_json(const std::vector<CheckFinding>& findings) {
  nlohmann::json list = nlohmann::json::array();
  for (const CheckFinding& f : findings)
    list.push_back({{"severity", name_of(f.severity)},
                    {"trap", f.trap},
                    {"what", f.what},
                    {"remedy", f.remedy}});
  return list;
}

nlohmann::json report_json(const CheckReport& report) {
  const ImportReport& facts = report.facts;
  nlohmann::json result = {{"dofs", facts.dofs},
                           {"rotation_dofs", facts.rotation_dofs},
                           {"generalised_dofs", facts.generalised_dofs},
                           {"massless_dofs", facts.massless_dofs},
                           {"nodes", facts.nodes},
                           {"held_nodes", report.held_nodes},
                           {"held_directions", report.held_directions},
                           {"held_sets", report.held_sets},
                           {"total_mass_kg", numbers_json(facts.total_mass)},
                           {"parts", report.parts},
                           {"not_tested", report.not_tested},
                           {"findings", findings_json(report.findings)}};
  if (facts.centre_of_mass) result["centre_of_mass_m"] = numbers_json(*facts.centre_of_mass);
  if (facts.inertia) {
    result["inertia_kg_m2"] = nlohmann::json::array();
    for (int i = 0; i < 3; ++i)
      result["inertia_kg_m2"].push_back(numbers_json(facts.inertia->row(i).transpose()));
  }
  if (facts.box_min) result["box_m"] = {numbers_json(*facts.box_min), numbers_json(*facts.box_max)};
  if (report.rigid_motions_known) result["rigid_motions"] = report.rigid_motions;
  if (report.wave_speed) result["wave_speed_m_s"] = *report.wave_speed;
  return result;
}

std::string triple(const Vector3& v) {
  return number_text(v.x(), 6) + ", " + number_text(v.y(), 6) + ", " + number_text(v.z(), 6);
}

std::string supports_text(const CheckReport& report) {
  std::string text = fmt::format("{} nodes without dofs", report.held_nodes);
  for (const std::string& name : report.held_sets)
    text += (text.back() == 's' ? ": " : ", ") + name;
  if (report.held_directions > 0)
    text += fmt::format("; {} single directions", report.held_directions);
  return text;
}

std::string facts_text(const CheckReport& report) {
  const ImportReport& facts = report.facts;
  std::string text;
  const auto line = [&text](const char* what, const std::string& value) {
    text += fmt::format("{:<24}{}\n", what, value);
  };
  line("dofs", fmt::format("{} ({} rotations, {} generalised, {} without mass)", facts.dofs,
                           facts.rotation_dofs, facts.generalised_dofs, facts.massless_dofs));
  line("nodes",
       fmt::format("{} with coordinates, {} with dofs", facts.nodes, facts.nodes_with_dofs));
  line("held", supports_text(report));
  line("free mass in x, y, z", triple(facts.total_mass) + " kg");
  if (facts.centre_of_mass) line("its centre", triple(*facts.centre_of_mass) + " m");
  if (facts.inertia) {
    line("its inertia xx, yy, zz", triple(facts.inertia->diagonal()) + " kg m2");
    line("            xy, yz, xz",
         triple({(*facts.inertia)(0, 1), (*facts.inertia)(1, 2), (*facts.inertia)(0, 2)}) +
             " kg m2");
  }
  if (facts.box_min) line("bounding box", triple(*facts.box_max - *facts.box_min) + " m");
  if (report.rigid_motions_known)
    line("rigid motions", fmt::format("{} without energy", report.rigid_motions));
  if (report.wave_speed) line("wave speed", number_text(*report.wave_speed, 4) + " m/s");
  line("parts", std::to_string(report.parts));
  for (const std::string& reason : report.not_tested) line("not tested", reason);
  return text;
}

std::string findings_text(const std::vector<CheckFinding>& findings) {
  if (findings.empty()) return "nothing is found to be wrong\n";
  std::string text;
  for (const CheckFinding& f : findings) {
    text += fmt::format("{} [{}]: {}\n", name_of(f.severity), f.trap, f.what);
    if (!f.remedy.empty()) text += "  remedy: " + f.remedy + "\n";
  }
  return text;
}

// A model that is refused has this one finding.
int print_refusal(bool json, const std::string& path, const Error& error) {
  std::vector<CheckFinding> findings;
  for (const Finding& f : findings_of(error))
    findings.push_back({Severity::error, "import", f.where + ": " + f.what, f.remedy});
  return print_result(json, {{"findings", findings_json(findings)}}, findings_text(findings),
                      {{path, findings.front().what, findings.front().remedy}});
}

int run_check(const CheckArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::structures);
  FullModel model;
  try {
    std::vector<std::string> warnings;
    model = import_model(definition.path, definition.name, definition.import, &warnings);
    for (const std::string& warning : warnings) log_warning(warning);
  } catch (const Error& error) {
    return print_refusal(a.json, definition.path, error);
  }
  CheckRequest request = check_request(definition.import);
  request.eigenvalues = !a.quick;
  request.largest_factorised = a.largest;
  CheckReport report = check_model(model, request);
  for (const Finding& missing : missing_places(definition, model))
    report.findings.push_back({Severity::error, "places", missing.what, missing.remedy});
  std::vector<Finding> failures;
  for (const CheckFinding& f : report.findings)
    if (f.severity == Severity::error) failures.push_back({definition.path, f.what, f.remedy});
  return print_result(a.json, report_json(report),
                      facts_text(report) + findings_text(report.findings), failures);
}

}  // namespace

void add_check(CLI::App* app, Command* chosen) {
  add_command<CheckArguments>(
      app, chosen, "check",
      "mass, supports, units, order, connections and definiteness of the imported model, and the "
      "places that its definition names: facts, then "
      "findings with their remedies; 1 if one of them is an error",
      run_check, [](CLI::App* command, CheckArguments* a) {
        add_definition(command, &a->definition);
        command->add_flag("--quick", a->quick,
                          "without what tells signs of eigenvalues, products and a factorisation");
        add_option(command, "--largest", &a->largest,
                   "dofs up to which K is factorised; default 150000", CLI::PositiveNumber);
        add_overrides(command, &a->overrides);
      });
}

}  // namespace mortise::gen
