#include "generator/tool/cli/failure.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "generator/ground/files/terminal.hpp"

namespace mortise::gen {
namespace {

constexpr int exit_code_of(FailureKind kind) { return kind == FailureKind::usage ? 2 : 1; }

nlohmann::json finding_json(const Finding& f) {
  return {{"where", f.where}, {"what", f.what}, {"remedy", f.remedy}};
}

// Names and paths that are no UTF-8 are printed with replacement characters.
std::string dump(const nlohmann::json& value) {
  return value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

bool wants_json(int argc, const char* const* argv) {
  return std::any_of(argv, argv + argc,
                     [](const char* word) { return std::strcmp(word, "--json") == 0; });
}

nlohmann::json failure_json(FailureKind kind, const std::vector<Finding>& findings) {
  nlohmann::json error = finding_json(findings.front()), list = nlohmann::json::array();
  for (const Finding& f : findings) list.push_back(finding_json(f));
  error["kind"] = kind == FailureKind::usage ? "usage" : "job";
  error["exit_code"] = exit_code_of(kind);
  error["findings"] = list;
  return error;
}

int report_failure(FailureKind kind, const std::vector<Finding>& findings, bool json) {
  const std::string head = kind == FailureKind::usage ? "usage: " : "error: ";
  for (const Finding& f : findings) {
    const std::string place = f.where.empty() ? "" : f.where + ": ";
    const std::string remedy = f.remedy.empty() ? "" : "remedy: " + f.remedy;
    log_line(head + place + f.what +
             (remedy.empty() ? "" : (findings.size() == 1 ? "\n  " : "; ") + remedy));
  }
  if (json) {  // that stdout fails as well changes nothing
    (void)std::fputs(dump({{"error", failure_json(kind, findings)}}).c_str(), stdout);
    (void)std::fflush(stdout);
  }
  return exit_code_of(kind);
}

}  // namespace mortise::gen
