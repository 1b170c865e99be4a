// Keys of joints and sliding contacts, and the conditions that keys of structures share.
#pragma once

#include "generator/bodies/import/importer.hpp"
#include "generator/define/keys/key_parts.hpp"

namespace mortise::gen {

inline const std::string kPhysical = "import.kind=" + physical_kinds();
inline constexpr const char* kJoint = "contact.kind=joint";
inline constexpr const char* kSliding = "contact.kind=sliding";

// key_list_joint.cc: joints and sliding contacts; what a scenario or a phase of it may replace.
Keys joint_keys();
Keys sliding_keys();
Keys case_keys();

// The keys of [damping], which scenarios may replace. only_if: condition of every one of them.
Keys damping_keys(const std::string& table, const std::string& only_if,
                  const char* interface_default);

}  // namespace mortise::gen
