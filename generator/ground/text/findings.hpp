// Several findings of one job in one Error.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

// The parts of an Error, see there.
struct Finding {
  std::string where, what, remedy;
};

// "where: what; remedy: ...": a finding on one line.
inline std::string finding_line(const Finding& f) {
  return f.where + ": " + f.what + (f.remedy.empty() ? "" : "; remedy: " + f.remedy);
}

// More than one finding, in the order in which they shall be read: what() has a line for each.
class Errors : public Error {
 public:
  explicit Errors(std::vector<Finding> findings)
      : Error(findings.front().where, findings.front().what, findings.front().remedy),
        findings_(std::move(findings)) {
    for (const Finding& f : findings_) text_ += (text_.empty() ? "" : "\n") + finding_line(f);
  }
  const char* what() const noexcept override { return text_.c_str(); }
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  std::vector<Finding> findings_;
  std::string text_;
};

// Throws the findings: one as it always was, several together. findings: not empty.
[[noreturn]] inline void throw_findings(std::vector<Finding> findings) {
  const Finding& f = findings.front();
  if (findings.size() == 1) throw Error(f.where, f.what, f.remedy);
  throw Errors(std::move(findings));
}

// The findings of an Error. One alone is taken apart by the form of its text: "where" ends at the
// first ": ", the remedy has a line of its own.
inline std::vector<Finding> findings_of(const Error& error) {
  if (const auto* several = dynamic_cast<const Errors*>(&error)) return several->findings();
  const std::string text = error.what(), mark = "\n  remedy: ";
  const auto remedy = text.rfind(mark);
  const std::string head = text.substr(0, remedy);
  const auto colon = head.find(": ");
  Finding f;
  f.where = colon == std::string::npos ? "" : head.substr(0, colon);
  f.what = colon == std::string::npos ? head : head.substr(colon + 2);
  if (remedy != std::string::npos) f.remedy = text.substr(remedy + mark.size());
  return {f};
}

}  // namespace mortise::gen
