// One reader per section of a definition; read_definition() calls them in turn. Each throws Error
// for missing keys and for keys that contradict each other within its section.
#pragma once

#include "generator/define/definition.hpp"
#include "generator/define/key_reader.hpp"

namespace mortise::gen {

// Enumerators stand in the order of the choices of the key list.
template <class Enum>
Enum read_choice(const KeyReader& reader, const std::string& path) {
  return static_cast<Enum>(reader.choice(path));
}

// Every key that was given, with overrides applied.
std::vector<DefinitionSetting> settings_of(const FlatTable& table);

// The file a key names, relative to the definition; what the command line gave is looked for in
// the working directory first. Throws Error if there is none.
std::string resolve_file(const KeyReader& reader, const std::string& key);

// node / set / near below a table. required: Error if none is given.
Place read_place(const KeyReader& reader, const std::string& table, bool required);

// [[table]] of node / set / near / directions.
std::vector<MasterSpec> read_masters(const KeyReader& reader, const std::string& table);

// A direction of any length > 0, normalised.
Vector3 read_direction(const KeyReader& reader, const std::string& path);

ImportSpec read_import(const KeyReader& reader);
DampingSpec read_damping(const KeyReader& reader);
CondenseSpec read_condense(const KeyReader& reader);
ContactSpec read_contact(const KeyReader& reader, ImportKind import);

// notices: receives the choices made for the user.
LawSpec read_law(const KeyReader& reader, const ContactSpec& contact,
                 std::vector<std::string>* notices);
SolverSpec read_solver(const KeyReader& reader);

ExcitationSpec read_excitation(const KeyReader& reader);
InitialSpec read_initial(const KeyReader& reader, const std::string& table);
std::vector<InputSpec> read_inputs(const KeyReader& reader, ImportKind import);
std::vector<OutputSpec> read_outputs(const KeyReader& reader);
std::vector<ScenarioSpec> read_scenarios(const KeyReader& reader, const Definition& base);

}  // namespace mortise::gen
