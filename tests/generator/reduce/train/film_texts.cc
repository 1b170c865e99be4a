#include "tests/generator/reduce/train/film_texts.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

const char* const kLine = R"(name = "line"
duration = 5e-4
[film]
kind = "line"
[lubricant]
viscosity = 0.01
pressure_coefficient = 1.5e-8
[grid]
points = 81
extent = [-4, 2]
[load]
reference = 2e5
base = 0.75
step = 0.25
rise = [1e-5, 2e-5]
[speed]
entrainment = 5.0
[bodies]
radius = 0.02
[bodies.lower]
E = 2e11
nu = 0.3
[bodies.upper]
E = 2.1e11
nu = 0.25
[step]
size = 1e-6
[train]
runs = 5
duration = 8e-5
step = 2e-6
every = 3
smooth = 0.2
load = [0.7, 1.0]
ramp = [5e-6, 1e-5]
entrainment = [4, 6]
viscosity_factor = [0.8, 1.25]
)";

const char* const kImpact = R"(name = "point"
duration = 1e-4
[film]
kind = "point"
[lubricant]
viscosity = 0.48
pressure_coefficient = 2e-8
[grid]
points = 61
extent = 3.1
[impact]
velocity = 0.3
height = 5e-6
mass = 0.066
[bodies]
radius = 0.0127
[bodies.lower]
E = 7e10
nu = 0.25
[bodies.upper]
E = 2.1e11
nu = 0.3
[step]
size = 5e-8
control = "standard"
relative_tolerance = 1e-3
[train]
runs = 3
duration = 4e-5
every = 2
velocity = [0.2, 0.36]
acceleration = [9.81, 800]
)";

std::string folder_of_test() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(info->test_suite_name()) + "." + info->name();
  const fs::path folder = fs::path(testing::TempDir()) / name;
  fs::create_directories(folder);
  return folder.string();
}

Definition read(const char* text, const std::vector<std::string>& overrides) {
  const std::string path = folder_of_test() + "/film.toml";
  std::ofstream(path) << text;
  return read_definition(path, overrides);
}

}  // namespace

Definition small_line_definition(const std::vector<std::string>& overrides) {
  return read(kLine, overrides);
}

FilmContactSpec small_line(const std::vector<std::string>& overrides) {
  return *read(kLine, overrides).film;
}

FilmContactSpec small_impact(const std::vector<std::string>& overrides) {
  return *read(kImpact, overrides).film;
}

std::string fresh_folder(const std::string& name) {
  const fs::path folder = fs::path(folder_of_test()) / name;
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder.string();
}

}  // namespace mortise::gen
