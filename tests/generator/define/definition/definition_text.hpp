// Writes a definition into a temporary file and reads it.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// One mass on a spring against a wall; tests append or override.
extern const char* const kOscillator;

// Lubricated line contact; point impact on a half-space; dry impact of a condensed T.
extern const char* const kLineFilm;
extern const char* const kPointFilm;
extern const char* const kDryImpact;

// [reduce], [train], [[scenarios]] and [verify] with every key of a line, to append to kLineFilm.
extern const char* const kReducedLine;

Definition read_text(const std::string& text, const std::vector<std::string>& overrides = {});

Definition read_film_text(const std::string& text, const std::vector<std::string>& overrides = {});

// The message read_text() fails with; empty if it does not fail.
std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {});

// The message read_film_text() fails with, likewise.
std::string film_refusal(const std::string& text, const std::vector<std::string>& overrides = {});

// A definition that the project ships, by its name.
Definition shipped(const std::string& name, const std::vector<std::string>& overrides = {});

// An override of a definition and what the message about it says.
struct Refusal {
  const char* name;
  const char* override_text;
  const char* expected;  // part of the message
};

inline void PrintTo(const Refusal& r, std::ostream* os) { *os << r.override_text; }

}  // namespace mortise::gen
