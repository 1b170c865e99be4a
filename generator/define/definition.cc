#include "generator/define/definition.hpp"

#include <algorithm>

#include "generator/define/dubious_values.hpp"
#include "generator/define/nearest.hpp"
#include "generator/define/read_sections.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

// Excitations name inputs; modal data brings its own, known only once the file is read.
void check_input_names(const KeyReader& reader, const Definition& d) {
  if (d.import.kind == ImportKind::modal) return;
  std::vector<std::string> names;
  for (const InputSpec& input : d.inputs) names.push_back(input.name);
  const auto check_name = [&](const std::string& input, const std::string& table) {
    if (names.empty()) {
      throw Error(reader.where(table), "'" + table + "' excites, but the model has no inputs",
                  "add [[inputs]] with a place and a direction");
    }
    if (input.empty() || std::count(names.begin(), names.end(), input) != 0) return;
    throw Error(reader.where(table), "'" + table + "' names the unknown input \"" + input + "\"",
                "the nearest input is \"" + nearest(input, names) + "\"");
  };
  const auto check = [&](const ExcitationSpec& e, const std::string& table) {
    if (e.kind != ExcitationKind::none || !e.input.empty()) check_name(e.input, table);
  };
  check(d.excitation, "excitation");
  if (d.impulse) check_name(d.impulse->input, "impulse");
  if (d.load) check_name(d.load->input, "load");
  for (std::size_t i = 0; i < d.scenarios.size(); ++i) {
    check(d.scenarios[i].excitation, "scenarios." + std::to_string(i));
  }
}

StepSpec read_step(const KeyReader& reader, const Definition& d) {
  StepSpec step;
  step.size = reader.find<double>("step.size");
  if (!step.size && d.import.kind != ImportKind::modal) reader.get<double>("step.size");
  step.scheme = read_choice<StepScheme>(reader, "step.scheme");
  if (step.scheme == StepScheme::generalised_alpha) {
    step.spectral_radius = reader.get<double>("step.spectral_radius");
    if (d.contact.kind != ContactKind::sliding ||
        d.contact.sliding.law.kind != SlidingKind::bilateral) {
      throw Error(reader.where("step.scheme"),
                  "generalised_alpha steps bilateral sliding contacts alone",
                  "set step.scheme = \"moreau_jean\", or contact.kind = \"sliding\" with "
                  "contact.law = \"bilateral\"");
    }
  }
  step.damp_fast_modes = reader.get<double>("step.damp_fast_modes");
  return step;
}

// Every section after those it needs.
void read_structure_sections(const KeyReader& reader, Definition* d, SectionErrors* errors) {
  errors->read("name", {}, [&] { d->name = reader.get<std::string>("name"); });
  errors->read("description", {}, [&] { d->description = reader.get<std::string>("description"); });
  errors->read("import", {}, [&] { d->import = read_import(reader); });
  const bool modal = d->import.kind == ImportKind::modal;
  errors->read("damping", {}, [&] { d->damping = read_damping({reader, {"damping"}}); });
  errors->read("condense", {}, [&] { d->condense = read_condense(reader); });
  errors->read("contact", {"import"}, [&] { d->contact = read_contact(reader, d->import.kind); });
  errors->read("law", {"contact"}, [&] { d->law = read_law(reader, d->contact, &d->notices); });
  errors->read("solver", {}, [&] { d->solver = read_solver(reader); });
  errors->read("step", {"import", "contact"}, [&] { d->step = read_step(reader, *d); });
  errors->read("excitation", {}, [&] { d->excitation = read_excitation(reader); });
  errors->read("impulse", {}, [&] { d->impulse = read_impulse(reader); });
  errors->read("load", {}, [&] { d->load = read_scaled_load(reader); });
  errors->read("gravity", {"import"}, [&] {
    if (!modal) d->gravity = reader.get<Vector3>("gravity.acceleration");
  });
  errors->read("initial", {"import", "contact"},
               [&] { d->initial = read_initial(reader, "initial"); });
  errors->read("inputs", {"import"}, [&] { d->inputs = read_inputs(reader, d->import.kind); });
  errors->read("forces", {"import"}, [&] {
    if (!modal) d->forces = read_forces(reader);
  });
  errors->read("outputs", {"import", "contact", "output"},
               [&] { d->outputs = read_outputs(reader); });
  errors->read("scenarios",
               {"import", "damping", "contact", "excitation", "impulse", "load", "initial"},
               [&] { d->scenarios = read_scenarios(reader, *d); });
  errors->read("inputs", {"import", "excitation", "impulse", "load", "scenarios"},
               [&] { check_input_names(reader, *d); });
  errors->read("verify", {}, [&] {
    d->verify = {reader.get<double>("verify.displacement"), reader.get<double>("verify.velocity"),
                 reader.get<double>("verify.force"),
                 reader.get<double>("verify.dissipated_energy")};
  });
}

}  // namespace

std::vector<DefinitionSetting> settings_of(const FlatTable& table) {
  std::vector<DefinitionSetting> settings;
  for (const auto& [key, entry] : table.values) settings.push_back({key, to_text(entry.value)});
  return settings;
}

Definition read_definition(const std::string& path, const std::vector<std::string>& overrides) {
  FlatTable table = read_flat_table(path);
  if (const auto film = table.tables.find("film"); film != table.tables.end()) {
    throw Error(film->second, "[film] makes this the definition of a film contact, no structure",
                "this command takes structures; for film contacts use `mortise full`, `train`, "
                "`build`, or `analyze` with steady, impact or orders");
  }
  SectionErrors errors(path);
  apply_overrides(overrides, &table, &errors);
  const KeyReader reader(std::move(table), structure_keys(), &errors);

  Definition d;
  d.path = path;
  read_structure_sections(reader, &d, &errors);
  errors.throw_if_any();
  for (std::string& warning : dubious_values(reader)) d.notices.push_back(std::move(warning));
  d.settings = settings_of(reader.table());
  return d;
}

}  // namespace mortise::gen
