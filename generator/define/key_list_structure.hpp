// Parts of the key list of structures, and the conditions they share.
#pragma once

#include "generator/define/key_parts.hpp"

namespace mortise::gen {

inline constexpr const char* kPhysical = "import.kind=calculix|beam|lumped|plane";
inline constexpr const char* kJoint = "contact.kind=joint";
inline constexpr const char* kSliding = "contact.kind=sliding";

// key_list_import.cc
Keys import_keys();

// key_list_joint.cc: joints and sliding contacts; what a scenario or a phase of it may replace.
Keys joint_keys();
Keys sliding_keys();
Keys case_keys();

// The keys of [damping], which scenarios may replace. only_if: condition of every one of them.
Keys damping_keys(const std::string& table, const std::string& only_if,
                  const char* interface_default);

}  // namespace mortise::gen
