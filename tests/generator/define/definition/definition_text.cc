#include "tests/generator/define/definition/definition_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "generator/ground/text/error.hpp"

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

const char* const kLineFilm = R"(name = "line"
duration = 5e-4
[film]
kind = "line"
[lubricant]
viscosity = 0.01
pressure_coefficient = 2.2e-8
[grid]
points = 101
extent = [-4, 2]
[load]
reference = 5e5
base = 0.75
step = 0.25
rise = [1e-5, 2e-5]
fall = [3e-5, 4e-5]
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
size = 1e-7
)";

const char* const kPointFilm = R"(name = "point"
duration = 1e-4
[film]
kind = "point"
[lubricant]
viscosity = 0.48
pressure_coefficient = 2e-8
[grid]
points = 103
extent = 3.1
[impact]
velocity = 0.3
height = 3e-5
mass = 0.066
[structure]
kind = "half_space"
[bodies]
radius = 0.0127
[bodies.lower]
E = 7e10
nu = 0.25
density = 2500.0
shape = "plate"
radius = 0.075
thickness = 0.0127
contact_radius = 1.38e-3
contact_elements = 50
cutoff_hz = 150e3
[bodies.upper]
E = 2.1e11
nu = 0.3
density = 7692.1
shape = "sphere"
radius = 0.0127
contact_radius = 1.38e-3
contact_elements = 50
cutoff_hz = 150e3
[step]
size = 5e-8
)";

const char* const kDryImpact = R"(name = "dry"
duration = 1e-5
[film]
kind = "dry"
[impact]
velocity = 1.0
[structure]
kind = "condensed"
[bodies]
radius = 0.0127
[bodies.upper]
E = 1e11
nu = 0.3
density = 7692.1
shape = "t_profile"
radius = 0.0127
stem_radius = 0.004
stem_length = 0.03
bar_radius = 0.025
bar_thickness = 0.0095
contact_radius = 1.2e-3
contact_elements = 20
cutoff_hz = 450e3
[step]
size = 12e-9
)";

const char* const kReducedLine = R"([reduce]
method = "gappy"
modes = 25
error = 1e-3
points = 90
gap_tolerance = 2e-3
clip = false
weight_floor = 0.1
penalty = 1e4
watched = 5
step = 1.6e-6
substeps = 2
iterations = 3
repeat_iterations = 6
age_limit = 0.1
row_limit = 0.02
step_limit = 0.4
jacobian = "every_stage"
hold = "linear"
scalar = "float32"
profile = false
margin = 0.1
trust_limit = 3
[train]
seed = 9
runs = 4
duration = 4e-5
step = 4e-7
every = 2
smooth = 0.5
kinked = 0.25
load = [0.4, 0.9]
ramp = [1e-6, 2e-6]
entrainment = [3, 5]
viscosity_factor = [0.8, 1.25]
[[scenarios]]
name = "shock"
held_out = true
duration = 3e-5
load_times = [1e-6, 2e-6, 3e-6]
load_values = [0.5, 0.75, 0.625]
smooth = true
entrainment = 4.5
viscosity_factor = 1.1
[[scenarios]]
name = "plain"
[verify]
film = 0.02
pressure = 0.04
force = 0.003
)";

namespace {

std::string text_file(const std::string& text) {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(info->test_suite_name()) + "." + info->name() + ".toml";
  std::replace(name.begin(), name.end(), '/', '_');
  std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

template <class Read>
std::string message_of(Read read) {
  try {
    read();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

Definition read_text(const std::string& text, const std::vector<std::string>& overrides) {
  return read_definition(text_file(text), overrides, Takes::structures);
}

Definition read_film_text(const std::string& text, const std::vector<std::string>& overrides) {
  return read_definition(text_file(text), overrides, Takes::films);
}

std::string refusal(const std::string& text, const std::vector<std::string>& overrides) {
  return message_of([&] { read_text(text, overrides); });
}

std::string film_refusal(const std::string& text, const std::vector<std::string>& overrides) {
  return message_of([&] { read_film_text(text, overrides); });
}

Definition shipped(const std::string& name, const std::vector<std::string>& overrides) {
  return read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml",
                         overrides);
}

}  // namespace mortise::gen
