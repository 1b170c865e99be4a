#include "generator/define/definition/definition.hpp"

#include <algorithm>
#include <cmath>

#include "generator/define/definition/key_list.hpp"
#include "generator/define/definition/read_sections.hpp"
#include "generator/define/definition/unused_keys.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

// Excitations name inputs; modal data brings its own, known only once the file is read.
void check_input_names(const KeyReader& reader, const Definition& d) {
  if (d.import.modal()) return;
  std::vector<std::string> names;
  for (const InputSpec& input : d.inputs) names.push_back(input.name);
  for (const InterfaceSpec& interface : d.interfaces) {
    const std::vector<std::string> own = film_input_names(interface);
    names.insert(names.end(), own.begin(), own.end());
  }
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
  for (std::size_t i = 0; i < d.excitations.size(); ++i)
    check(d.excitations[i], "excitations." + std::to_string(i));
  if (d.impulse) check_name(d.impulse->input, "impulse");
  if (d.load) check_name(d.load->input, "load");
  for (std::size_t i = 0; i < d.scenarios.size(); ++i) {
    check(d.scenarios[i].excitation, "scenarios." + std::to_string(i));
  }
}

StepSpec read_step(const KeyReader& reader, const Definition& d) {
  StepSpec step;
  reader.fill("step", &step);
  if (!step.size && !d.import.modal()) reader.get<double>("step.size");
  if (step.scheme == StepScheme::generalised_alpha &&
      (d.contact.kind != ContactKind::sliding ||
       d.contact.sliding.law.kind != SlidingKind::bilateral)) {
    throw Error(reader.where("step.scheme"),
                "generalised_alpha steps bilateral sliding contacts alone",
                "set step.scheme = \"moreau_jean\", or contact.kind = \"sliding\" with "
                "contact.law = \"bilateral\"");
  }
  return step;
}

// The friction of a bilateral sliding contact acts against its velocity.
void check_sliding_sense(const KeyReader& reader, const Definition& d) {
  const auto check = [&](const ContactSpec& contact, const std::string& key) {
    const SlidingLaw& law = contact.sliding.law;
    if (contact.kind != ContactKind::sliding || law.kind == SlidingKind::unilateral ||
        law.velocity != 0.0 || law.friction == 0.0)
      return;
    reader.refuse(key, "is 0: nothing says which way the friction of a bilateral contact acts",
                  "give the velocity, its sign counts, or law = \"unilateral\", which can stick");
  };
  check(d.contact, "sliding.velocity");
  for (std::size_t i = 0; i < d.interfaces.size(); ++i)
    check(d.interfaces[i].contact, "interfaces." + std::to_string(i) + ".velocity");
}

// Length of one run: a day of the fastest model.
constexpr double kMostStepsOfARun = 1e11;

void check_lengths(const KeyReader& reader, const Definition& d) {
  if (!d.step.size) return;
  for (std::size_t i = 0; i < d.scenarios.size(); ++i) {
    const double steps = d.scenarios[i].duration / *d.step.size;
    if (steps <= kMostStepsOfARun) continue;
    const std::string entry = "scenarios." + std::to_string(i), key = entry + ".duration";
    throw Error(reader.where(reader.has(key) ? key : entry),
                "'" + key + "' takes " + number_text(steps, 3) + " steps of step.size",
                "shorten it, or take larger steps: at most " + number_text(kMostStepsOfARun));
  }
}

// A step that samples a signal less than twice a period sees another, slower one.
class SampledSignals {
 public:
  SampledSignals(const KeyReader& reader, double step) : reader_(reader), step_(step) {}

  // tables: where the key may stand, the first that has it counts
  void check(const std::vector<std::string>& tables, double frequency,
             const std::string& name = "frequency") const {
    if (std::abs(frequency) < 0.5 / step_) return;
    const auto given = std::find_if(tables.begin(), tables.end(), [&](const std::string& table) {
      return reader_.has(table + "." + name);
    });
    const std::string key = (given == tables.end() ? tables.back() : *given) + "." + name;
    throw Error(reader_.where(key),
                "'" + key + "' leads to " + number_text(std::abs(frequency)) +
                    " Hz, but step.size = " + number_text(step_) + " s resolves less than " +
                    number_text(0.5 / step_) + " Hz: the steps would see a lower frequency",
                "lower it, or take steps of at most " + number_text(0.1 / std::abs(frequency), 3) +
                    " s, ten a period");
  }
  // A half-wave that may begin and end between two steps.
  void check_impulse(const std::string& key, double frequency) const {
    const double lasts = 0.5 / std::abs(frequency);
    if (lasts > step_) return;
    throw Error(reader_.where(key),
                "'" + key + "' makes a half-wave of " + number_text(lasts) +
                    " s, no longer than step.size = " + number_text(step_) +
                    " s: the steps would see a part of it, or nothing",
                "lower it, or take steps of at most " + number_text(0.2 * lasts, 3) +
                    " s, five a half-wave");
  }
  void check(const std::vector<std::string>& tables, const ExcitationSpec& spec,
             double duration) const {
    if (spec.kind == ExcitationKind::none || !spec.frequency) return;
    const double end = *spec.frequency + spec.rate * duration;
    check(tables, *spec.frequency);
    if (spec.kind == ExcitationKind::sweep) check(tables, end, "rate");
  }

 private:
  const KeyReader& reader_;
  double step_;
};

void check_signals(const KeyReader& reader, const Definition& d) {
  if (!d.step.size) return;
  const SampledSignals sampled(reader, *d.step.size);
  const bool bolted = d.contact.kind == ContactKind::bolted;  // short pulses arrive whole
  for (std::size_t i = 0; i < d.scenarios.size(); ++i) {
    const ScenarioSpec& s = d.scenarios[i];
    const std::string entry = "scenarios." + std::to_string(i);
    sampled.check({entry, "excitation"}, s.excitation, s.duration);
    for (std::size_t k = 0; k < d.excitations.size(); ++k)
      sampled.check({"excitations." + std::to_string(k)}, d.excitations[k], s.duration);
    if (s.impulse && !bolted) sampled.check_impulse("impulse.frequency", s.impulse->frequency);
    if (s.load) sampled.check({entry + ".load", "load"}, s.load->frequency);
  }
}

// Every section after those it needs.
void read_structure_sections(const KeyReader& reader, Definition* d, SectionErrors* errors) {
  errors->read("import", {}, [&] { d->import = read_import(reader); });
  const bool modal = d->import.modal();
  errors->read("bodies", {"import", "ties"}, [&] { read_bodies(reader, d); });
  errors->read("damping", {}, [&] { d->damping = read_damping(reader, {"damping"}); });
  errors->read("condense", {}, [&] { d->condense = read_condense(reader); });
  errors->read("contact", {"import"}, [&] { d->contact = read_contact(reader, d->import); });
  errors->read("law", {"contact"},
               [&] { d->law = read_law(reader, {"law"}, "contact", d->contact); });
  errors->read("interfaces", {"import", "contact", "law"},
               [&] { d->interfaces = read_interfaces(reader); });
  errors->read("contact", {"contact", "interfaces"}, [&] { check_sliding_sense(reader, *d); });
  errors->read("solver", {}, [&] { reader.fill("solver", &d->solver); });
  errors->read("step", {"import", "contact"}, [&] { d->step = read_step(reader, *d); });
  errors->read("excitation", {}, [&] {
    d->excitation = read_excitation(reader, "excitation");
    d->excitations = read_excitations(reader);
  });
  errors->read("impulse", {}, [&] { d->impulse = reader.fill_if_given<ImpulseSpec>("impulse"); });
  errors->read("load", {}, [&] { d->load = reader.fill_if_given<ScaledLoadSpec>("load"); });
  errors->read("gravity", {"import"}, [&] {
    if (!modal) reader.fill("gravity", d);
  });
  errors->read("initial", {"import", "contact"},
               [&] { d->initial = read_initial(reader, "initial"); });
  errors->read("inputs", {"import"}, [&] { d->inputs = read_inputs(reader, d->import); });
  errors->read("forces", {"import"}, [&] {
    if (!modal) d->forces = read_forces(reader);
  });
  errors->read("forces", {"contact", "gravity"}, [&] {
    if (d->contact.kind == ContactKind::bolted && (!d->forces.empty() || !d->gravity.isZero()))
      throw Error(d->path, "structures with bolted contacts take no constant forces or weight",
                  "give [[inputs]] a default instead");
  });
  errors->read("outputs", {"import", "contact", "interfaces", "output"},
               [&] { d->outputs = read_outputs(reader); });
  errors->read("outputs", {"interfaces", "outputs"}, [&] { check_energies(reader, *d); });
  errors->read("scenarios",
               {"import", "bodies", "damping", "contact", "interfaces", "excitation", "impulse",
                "load", "initial"},
               [&] { d->scenarios = read_scenarios(reader, *d); });
  errors->read("scenarios", {"step", "scenarios"}, [&] { check_lengths(reader, *d); });
  errors->read("scenarios", {"step", "scenarios"}, [&] { check_signals(reader, *d); });
  errors->read("inputs", {"import", "excitation", "impulse", "load", "scenarios"},
               [&] { check_input_names(reader, *d); });
  errors->read("verify", {}, [&] { reader.fill("verify", &d->verify); });
  errors->read("unused",
               {"import", "bodies", "damping", "condense", "contact", "interfaces", "excitation",
                "outputs", "scenarios"},
               [&] { refuse_unused(reader, *d); });
}

// A command for structures has no use for a film, and the other way round.
void check_family(const FlatTable& table, Takes takes) {
  const auto film = table.tables.find("film");
  if (film != table.tables.end() && takes == Takes::structures) {
    throw Error(film->second, "[film] makes this the definition of a film contact, no structure",
                "this command takes structures; for film contacts use `mortise full`, `train`, "
                "`build`, or `analyze` with steady, impact or orders");
  }
  if (film == table.tables.end() && takes == Takes::films) {
    throw Error(table.file, "has no [film] table: it does not define a film contact",
                "add [film] with kind = \"line\", \"point\" or \"dry\"; definitions of structures "
                "are for `mortise build`");
  }
}

// "foot.friction=0.2" of an interface "foot", as a running model calls it, is
// "interfaces.foot.friction=0.2". Throws Error where a key of the same name could be meant.
std::string of_interface(const std::string& text, const FlatTable& table) {
  const std::string key = text.substr(0, text.find('='));
  const std::size_t dot = key.find('.');
  const auto list = table.counts.find("interfaces");
  if (dot == std::string::npos || list == table.counts.end()) return text;
  for (int i = 0; i < list->second; ++i) {
    const std::string entry = "interfaces." + std::to_string(i);
    const auto name = table.values.find(entry + ".name");
    if (name == table.values.end() || to_text(name->second.value) != '"' + key.substr(0, dot) + '"')
      continue;
    if (structure_keys().find(entry + key.substr(dot)) == nullptr) return text;
    if (structure_keys().find(key) != nullptr)
      throw Error("--set " + text,
                  "'" + key + "' is a key, and one of interface \"" + key.substr(0, dot) + "\"",
                  "write interfaces." + key + " if the interface is meant, or rename it");
    return "interfaces." + text;
  }
  return text;
}

std::vector<DefinitionSetting> settings_of(const FlatTable& table) {
  std::vector<DefinitionSetting> settings;
  for (const auto& [key, entry] : table.values) settings.push_back({key, to_text(entry.value)});
  return settings;
}

}  // namespace

Definition read_definition(const std::string& path, const std::vector<std::string>& overrides,
                           Takes takes) {
  FlatTable table = read_flat_table(path);
  check_family(table, takes);
  const bool film = table.tables.count("film") != 0;
  SectionErrors errors(path);
  std::vector<std::string> asked;
  asked.reserve(overrides.size());
  for (const std::string& text : overrides)
    errors.read("--set", {}, [&] { asked.push_back(film ? text : of_interface(text, table)); });
  apply_overrides(asked, &table, &errors);
  if (!film) stand_for_lists(&table);
  const KeyReader reader(std::move(table), film ? film_keys() : structure_keys(), &errors);

  Definition d;
  d.path = path;
  errors.read("name", {}, [&] { reader.fill("", &d); });
  if (film) {
    read_film_contact(reader, &d, &errors);
  } else {
    read_structure_sections(reader, &d, &errors);
  }
  errors.throw_if_any();
  for (std::string& warning : dubious_values(reader)) d.notices.push_back(std::move(warning));
  d.settings = settings_of(reader.table());
  return d;
}

std::size_t scenario_index(const Definition& definition, const std::string& name) {
  std::vector<std::string> names;
  for (const ScenarioSpec& scenario : definition.scenarios) {
    names.push_back(scenario.name);
    if (name.empty() || scenario.name == name) return names.size() - 1;
  }
  if (names.empty()) throw Error(definition.path, "there are no scenarios", "add [[scenarios]]");
  throw Error(definition.path, "there is no scenario \"" + name + "\"",
              "the nearest scenario is \"" + nearest(name, names) + "\"");
}

std::vector<std::size_t> chosen_scenarios(const Definition& definition, const std::string& name) {
  if (!name.empty()) return {scenario_index(definition, name)};
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < definition.scenarios.size(); ++i) {
    if (definition.scenarios[i].held_out) chosen.push_back(i);
  }
  if (!chosen.empty()) return chosen;
  throw Error(definition.path, "no scenario is held out for certification",
              "set held_out = true in one of [[scenarios]]");
}

}  // namespace mortise::gen
