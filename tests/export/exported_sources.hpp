// A model exported as sources, and what is done with the folder.
#pragma once

#include <string>

#include "tests/realtime/command.hpp"

namespace mortise::export_test {

// Warnings are errors: nothing of the folder may warn.
inline constexpr const char* kStrict =
    " WARNINGS='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'";

// Exports a stored model or seed model (tests/fmi/exported_fmu.hpp) into a folder of the running
// test, which is new. Returns the folder; fails the test if that cannot be.
std::string export_sources(const std::string& model, const std::string& options = "",
                           const std::string& name = "sources");

// make in the folder, by the compilers of this build, as all of it.
test::CommandResult make(const std::string& folder, const std::string& arguments);

// Replaces the one place of `what` in a file of the folder; fails the test if there is none.
void edit(const std::string& folder, const std::string& file, const std::string& what,
          const std::string& by);

}  // namespace mortise::export_test
