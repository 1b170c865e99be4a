// Definition of a film that is trained, reduced and certified within a second.
#pragma once

#include <fstream>
#include <string>

namespace mortise::gen {

// A line contact of 49 nodes; 1.1 us is a tenth of its unit of time.
inline const char* const kTinyFilm = R"(name = "tiny_film"
description = "Line contact on a coarse grid"
duration = 4.4e-5
[film]
kind = "line"
[lubricant]
viscosity = 0.01
pressure_coefficient = 2.2e-8
viscosity_law = "barus"
[grid]
points = 49
extent = [-3.0, 1.8]
[load]
reference = 546110.0
base = 0.6666666666666666
[speed]
entrainment = 30.0
[bodies]
radius = 0.0225
[bodies.lower]
E = 261.898e9
nu = 0.3
[bodies.upper]
E = 261.898e9
nu = 0.3
[step]
size = 2.2e-7
[reduce]
modes = 16
step = 2.2e-7
[train]
runs = 2
duration = 3.3e-5
step = 2.2e-7
every = 1
load = [0.6, 1.0]
ramp = [5e-6, 8e-6]
entrainment = [28, 32]
[[scenarios]]
name = "swell"
held_out = true
duration = 3.3e-5
load_times = [2.2e-6, 8.8e-6, 1.76e-5, 2.42e-5]
load_values = [0.65, 0.95, 0.95, 0.65]
[[scenarios]]
name = "smooth"
duration = 2.2e-5
load_times = [2.2e-6, 1.1e-5]
load_values = [0.7, 0.9]
smooth = true
[verify]
film = 0.1
pressure = 0.1
force = 0.002
)";

inline std::string write_tiny_film(const std::string& path, const std::string& text = kTinyFilm) {
  std::ofstream(path) << text;
  return path;
}

}  // namespace mortise::gen
