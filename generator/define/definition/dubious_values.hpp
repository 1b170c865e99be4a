// Values of a definition that are legal, but seldom meant.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/define/keys/key_reader.hpp"

namespace mortise::gen {

constexpr const char* kWarningMark = "warning: ";

// One sentence for each, with its place, behind kWarningMark: they stand among the notices.
std::vector<std::string> dubious_values(const KeyReader& reader);

// The notices of a definition as they are logged: "notice: ..." for choices made for the user,
// "warning: ..." for dubious values; one line each.
std::vector<std::string> messages_of(const Definition& definition);

}  // namespace mortise::gen
