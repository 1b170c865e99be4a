// Runs the program `mortise` as a user would and keeps what it prints.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace mortise::gen {

struct CommandResult {
  int code = -1;
  std::string out, err;
};

// arguments: as typed in a shell.
CommandResult mortise(const std::string& arguments);

// Exit code 0 and one JSON value on stdout; fails the test otherwise.
nlohmann::json mortise_json(const std::string& arguments);

// Path of a shipped definition.
std::string model(const std::string& name);

// Path in a folder of the running test.
std::string scratch(const std::string& name);

std::string content(const std::string& path);

}  // namespace mortise::gen
