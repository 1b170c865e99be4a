// Writes a definition into a temporary file and reads it.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition.hpp"

namespace mortise::gen {

// One mass on a spring against a wall; tests append or override.
extern const char* const kOscillator;

Definition read_text(const std::string& text, const std::vector<std::string>& overrides = {});

// The message read_text() fails with; empty if it does not fail.
std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {});

}  // namespace mortise::gen
