// The errors of one definition, collected so that its author sees all of them at once.
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <vector>

#include "generator/ground/text/findings.hpp"

namespace mortise::gen {

// Section of a key or table: its first part, "inputs" of "inputs.0.name".
std::string section_of(const std::string& path);

class SectionErrors {
 public:
  // file: of the definition, whose lines give the order of the findings.
  explicit SectionErrors(std::string file) : file_(std::move(file)) {}

  // path: of the key or table at fault. What follows from its section is not judged any more.
  void add(const std::string& path, Finding finding);

  // The section of this path is not to be judged, although nothing was found there.
  void doubt(const std::string& path) { failed_.insert(section_of(path)); }

  // Runs the reader of a section, unless this section or one that it needs is at fault: an error
  // that only follows from another one would mislead.
  template <class Read>
  void read(const std::string& section, std::initializer_list<const char*> needs, Read read) {
    if (failed_.count(section) != 0) return;
    for (const char* needed : needs) {
      if (failed_.count(needed) != 0) return doubt(section);
    }
    try {
      read();
    } catch (const Error& error) {
      for (const Finding& finding : findings_of(error)) add(section, finding);
    }
  }

  // Throws every finding at once, in the order of the file, then those of overrides.
  void throw_if_any() const;

 private:
  std::string file_;
  std::set<std::string> failed_;
  std::vector<Finding> findings_;
};

// Runs read(i) for every entry of a list of tables. Throws the findings of all at once.
template <class Read>
void read_entries(int count, Read read) {
  std::vector<Finding> findings;
  for (int i = 0; i < count; ++i) {
    try {
      read(i);
    } catch (const Error& error) {
      const std::vector<Finding> more = findings_of(error);
      findings.insert(findings.end(), more.begin(), more.end());
    }
  }
  if (!findings.empty()) throw_findings(std::move(findings));
}

}  // namespace mortise::gen
