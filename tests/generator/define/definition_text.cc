#include "tests/generator/define/definition_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "generator/error.hpp"

namespace mortise::gen {

const char* const kOscillator = R"(name = "oscillator"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 2.0
directions = [1]
[[import.springs]]
to = 1
direction = 1
stiffness = 800.0
[contact]
kind = "nodes"
node = 1
clearance = 1e-3
[contact.wall]
normal = [-2.0, 0.0, 0.0]
[step]
size = 1e-4
[[inputs]]
name = "force"
node = 1
direction = [3.0, 0.0, 0.0]
[[outputs]]
name = "x"
node = 1
direction = [1.0, 0.0, 0.0]
[[scenarios]]
name = "rest"
duration = 0.1
)";

Definition read_text(const std::string& text, const std::vector<std::string>& overrides) {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(info->test_suite_name()) + "." + info->name() + ".toml";
  std::replace(name.begin(), name.end(), '/', '_');
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return read_definition(path, overrides);
}

std::string refusal(const std::string& text, const std::vector<std::string>& overrides) {
  try {
    read_text(text, overrides);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace mortise::gen
