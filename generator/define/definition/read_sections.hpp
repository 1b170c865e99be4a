// One reader per section of a definition; read_definition() calls them in turn. Each throws Error
// for missing keys and for keys that contradict each other within its section.
#pragma once

#include "generator/define/definition/definition.hpp"
#include "generator/define/keys/key_chain.hpp"
#include "generator/define/keys/key_reader.hpp"

namespace mortise::gen {

// Enumerators stand in the order of the choices of the key list.
template <class Enum>
Enum read_choice(const KeyReader& reader, const std::string& path) {
  return static_cast<Enum>(reader.choice(path));
}

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
std::vector<PlaneBodySpec> read_plane(const KeyReader& reader);

// keys: [damping], or a table that replaces single keys of it before it.
DampingSpec read_damping(const KeyChain& keys);
CondenseSpec read_condense(const KeyReader& reader);
ContactSpec read_contact(const KeyReader& reader, const ImportSpec& import);

// keys: [contact], or a table that replaces law values of it before it.
JointLaw read_joint_law(const KeyChain& keys);
JointSpec read_joint(const KeyReader& reader);
SlidingSpec read_sliding(const KeyReader& reader);

// notices: receives the choices made for the user.
LawSpec read_law(const KeyReader& reader, const ContactSpec& contact,
                 std::vector<std::string>* notices);
SolverSpec read_solver(const KeyReader& reader);

ExcitationSpec read_excitation(const KeyReader& reader);
// The excitation of a scenario: `base` with the keys that the entry replaces.
ExcitationSpec read_excitation_of(const KeyReader& reader, const std::string& entry,
                                  const ExcitationSpec& base);
std::optional<ImpulseSpec> read_impulse(const KeyReader& reader);
std::optional<ScaledLoadSpec> read_scaled_load(const KeyReader& reader);
InitialSpec read_initial(const KeyReader& reader, const std::string& table);
std::vector<InputSpec> read_inputs(const KeyReader& reader, const ImportSpec& import);
std::vector<ForceSpec> read_forces(const KeyReader& reader);
// The energies that output.energies asks for are the last.
std::vector<OutputSpec> read_outputs(const KeyReader& reader);

// Names of list entries must differ: scripts and files address them by name. Throws Error.
void check_entry_names(const KeyReader& reader, const std::string& list,
                       const std::vector<std::string>& names);

// base: everything that scenarios inherit, read before.
std::vector<ScenarioSpec> read_scenarios(const KeyReader& reader, const Definition& base);

}  // namespace mortise::gen
