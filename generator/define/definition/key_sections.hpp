// The sections of the key table in the order of the printed reference, and the conditions they
// share.
#pragma once

#include "generator/bodies/import/importer.hpp"
#include "generator/define/keys/key_parts.hpp"

namespace mortise::gen {

// Conditions of keys.
inline const std::string kPhysical = "import.kind=" + physical_kinds();
inline constexpr const char* kBolted = "contact.kind=bolted";
inline constexpr const char* kJoint = "contact.kind=joint";
// Systems that keep books of their energy.
inline constexpr const char* kBooks = "contact.kind=joint|interfaces";
inline constexpr const char* kInterfaces = "contact.kind=interfaces";
inline constexpr const char* kLine = "film.kind=line";
inline constexpr const char* kPoint = "film.kind=point";
inline constexpr const char* kLubricated = "film.kind=line|point";

// key_list_structure.cc
void common_keys(KeyRows& k);  // of structures and films
void structure_general_keys(KeyRows& k);
void condense_keys(KeyRows& k);
void contact_keys(KeyRows& k);
void law_keys(KeyRows& k);
void signal_keys(KeyRows& k);
void channel_keys(KeyRows& k);
void scenario_keys(KeyRows& k);

// key_list_import.cc
void import_keys(KeyRows& k);

// key_list_assembly.cc
void assembly_keys(KeyRows& k);

// key_list_joint.cc
// Law values of a joint. condition: when they are legal. replaces: they stand in for those of
// [contact] and have no defaults.
void law_value_keys(const std::string& table, const std::string& condition, bool replaces,
                    KeyRows& k);
// [[list]]: numbers of a joint's law that vary along it.
void field_keys(const std::string& list, const char* condition, KeyRows& k);
void joint_keys(KeyRows& k);
void sliding_keys(KeyRows& k);
void bolted_keys(KeyRows& k);  // key_list_bolted.cc
void case_keys(KeyRows& k);    // what a scenario or a phase of it may replace
// The keys of [damping], which scenarios may replace. only_if: condition of every one of them.
void damping_keys(const std::string& table, const std::string& only_if,
                  const char* interface_default, KeyRows& k);

// key_list_film.cc, key_list_film_reduction.cc
void film_contact_keys(KeyRows& k);
void film_reduction_keys(KeyRows& k);

}  // namespace mortise::gen
