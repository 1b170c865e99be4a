// One reader per section of a definition; read_definition() calls them in turn. Each throws Error
// for missing keys and for keys that contradict each other within its section.
#pragma once

#include "generator/define/definition/definition.hpp"
#include "generator/define/keys/key_reader.hpp"

namespace mortise::gen {

// Enumerators stand in the order of the choices of the key list.
template <class Enum>
Enum read_choice(const KeyReader& reader, const std::string& path) {
  return static_cast<Enum>(reader.choice(path));
}

// The export and, if given, the deck that `file` and `deck` of a table name, relative to the
// definition; what the command line gave is looked for in the working directory first. Throws Error
// if there is none.
void read_files(const KeyReader& reader, const std::string& table, ImportSpec* import);

// The file a key names, relative to the definition; what the command line gave is looked for in
// the working directory first. Throws Error if there is none.
std::string resolve_file(const KeyReader& reader, const std::string& key);

// node / set / near below a table, as they were read. required: Error if none is given.
void check_place(const KeyReader& reader, const std::string& table, const Place& place,
                 bool required);

// [[table]] of node / set / near / directions.
std::vector<MasterSpec> read_masters(const KeyReader& reader, const std::string& table);

// A direction of any length > 0, normalised.
Vector3 read_direction(const KeyReader& reader, const std::string& path);

ImportSpec read_import(const KeyReader& reader);

// tables: that replace single keys before [damping] or [contact], and this one.
DampingSpec read_damping(const KeyReader& reader, const KeyReader::Tables& tables);
JointLaw read_joint_law(const KeyReader& reader, const KeyReader::Tables& tables);
// [[list]]: numbers that vary along the joint.
std::vector<JointField> read_joint_fields(const KeyReader& reader, const std::string& list);

CondenseSpec read_condense(const KeyReader& reader);
ContactSpec read_contact(const KeyReader& reader, const ImportSpec& import);

// What unilateral contacts have where the definition is silent; restitution, until a level is
// chosen, has nothing.
void set_defaults(ContactSpec* contact);

// tables: that replace single keys before [law], and it. table: of the contact's own keys.
LawSpec read_law(const KeyReader& reader, const KeyReader::Tables& tables, const std::string& table,
                 const ContactSpec& contact);

// [[bodies]] stand in for [import], [[interfaces]] for [contact]: sets their kinds. Throws Error
// where both are given.
void stand_for_lists(FlatTable* table);

// Into import.parts and bodies; nothing for another kind of import.
void read_bodies(const KeyReader& reader, Definition* d);
std::vector<InterfaceSpec> read_interfaces(const KeyReader& reader);
// Throws Error for energies among the outputs where interfaces are at position level.
void check_energies(const KeyReader& reader, const Definition& d);

// [excitation], or `spec` with the keys that a scenario's entry replaces.
ExcitationSpec read_excitation(const KeyReader& reader, const std::string& table,
                               ExcitationSpec spec = {});
std::vector<ExcitationSpec> read_excitations(const KeyReader& reader);
InitialSpec read_initial(const KeyReader& reader, const std::string& table);
std::vector<InputSpec> read_inputs(const KeyReader& reader, const ImportSpec& import);
std::vector<ForceSpec> read_forces(const KeyReader& reader);
// The energies that output.energies asks for are the last.
std::vector<OutputSpec> read_outputs(const KeyReader& reader);

// Names of list entries must differ: scripts and files address them by name. Throws Error.
void check_entry_names(const KeyReader& reader, const std::string& list,
                       const std::vector<std::string>& names);

template <class Spec>
std::vector<std::string> names_of(const std::vector<Spec>& specs) {
  std::vector<std::string> names;
  names.reserve(specs.size());
  for (const Spec& spec : specs) names.push_back(spec.name);
  return names;
}

// read(entry) of every entry of a list, with names that differ.
template <class Read>
auto read_named(const KeyReader& reader, const std::string& list, const Read& read) {
  std::vector<decltype(read(list))> specs;
  read_entries(reader.count(list),
               [&](int i) { specs.push_back(read(list + "." + std::to_string(i))); });
  check_entry_names(reader, list, names_of(specs));
  return specs;
}

// base: everything that scenarios inherit, read before.
std::vector<ScenarioSpec> read_scenarios(const KeyReader& reader, const Definition& base);

// Values that are legal, but seldom meant: one sentence for each, with its place, behind
// kWarningMark; they stand among the notices.
constexpr const char* kWarningMark = "warning: ";
std::vector<std::string> dubious_values(const KeyReader& reader);

// Films. They read from `d` what was read before: film and structure first.
// All of them, into definition->film, the scenarios and the notices; name and path stand already.
void read_film_contact(const KeyReader& reader, Definition* definition, SectionErrors* errors);

FilmSpec read_film(const KeyReader& reader);
StructureKind read_structure(const KeyReader& reader, FilmKind kind);
LubricantSpec read_lubricant(const KeyReader& reader);
// Numbers of grid.refine or of a key like it, see refinements_of(); Error if they are none.
void check_refinements(const KeyReader& reader, const std::string& key,
                       const std::vector<double>& numbers);
FilmGridSpec read_film_grid(const KeyReader& reader, const FilmContactSpec& d);
LoadSpec read_load(const KeyReader& reader);
ImpactSpec read_impact(const KeyReader& reader, const FilmContactSpec& d);
FilmStepSpec read_film_step(const KeyReader& reader);

// The following read all of `d` but each other's members.
ReduceSpec read_reduce(const KeyReader& reader, const FilmContactSpec& d);
TrainSpec read_train(const KeyReader& reader, const FilmContactSpec& d);
std::vector<ScenarioSpec> read_film_scenarios(const KeyReader& reader, const FilmContactSpec& d);

// body: "bodies.lower" or "bodies.upper".
BodySpec read_body(const KeyReader& reader, const std::string& body, const FilmContactSpec& d);

}  // namespace mortise::gen
