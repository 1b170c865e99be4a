// What a user is told when the system refuses to write.
#pragma once

#include <string>

namespace mortise::gen {

// Throws Error. what: "cannot be created"; code: errno of the refusal, which decides on the remedy.
[[noreturn]] void throw_write_fault(const std::string& path, const std::string& what, int code);

}  // namespace mortise::gen
