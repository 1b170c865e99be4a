// The sections of the key table, and the conditions they share.
#pragma once

#include "generator/define/keys/key_list_structure.hpp"

namespace mortise::gen {

// Conditions of keys.
inline constexpr const char* kLine = "film.kind=line";
inline constexpr const char* kPoint = "film.kind=point";
inline constexpr const char* kLubricated = "film.kind=line|point";

// key_list_structure.cc
Keys common_keys();  // of structures and films
Keys structure_general_keys();
Keys condense_keys();
Keys contact_keys();
Keys law_keys();
Keys signal_keys();
Keys channel_keys();
Keys scenario_keys();

// key_list_import.cc
Keys import_keys();

// key_list_film.cc, key_list_film_reduction.cc
Keys film_contact_keys();
Keys film_reduction_keys();

}  // namespace mortise::gen
