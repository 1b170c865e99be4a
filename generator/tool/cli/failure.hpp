// How a command that fails says so: text on stderr, and with --json an object on stdout,
//   {"error": {"kind": "usage" | "job", "exit_code": 2 | 1, "where": ..., "what": ...,
//              "remedy": ..., "findings": [{"where", "what", "remedy"}, ...]}}
// where, what and remedy are those of the first finding; texts that are not known are empty.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "generator/ground/text/findings.hpp"

namespace mortise::gen {

enum class FailureKind { usage, job };

// True if the command line asks for JSON, whether it can be understood or not.
bool wants_json(int argc, const char* const* argv);

// The value of the key "error". findings: at least one.
nlohmann::json failure_json(FailureKind kind, const std::vector<Finding>& findings);

// Reports on stderr and, if json, on stdout; returns the exit code.
int report_failure(FailureKind kind, const std::vector<Finding>& findings, bool json);

}  // namespace mortise::gen
