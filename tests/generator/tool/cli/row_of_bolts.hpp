// A bolted structure of few elements, as the user's own mesh.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/generator/simulate/bolted/exported_joint.hpp"

namespace mortise::gen {

// An export of plates with a bolt in each of these zones, files that begin with `job`, and its
// definition, whose path this is.
inline std::string row_of_bolts(const std::string& job, const std::vector<std::string>& zones) {
  const FullModel exported = as_exported(assemble_solid(bolt_row(zones), {2.1e11, 0.3, 7850.0}));
  const std::string name = std::filesystem::path(job).filename().string();
  write_abaqus_lower(exported, job);
  write_flat_deck(exported, job + ".inp");
  std::string outputs;
  for (std::size_t z = 0; z < zones.size(); ++z)
    outputs += fmt::format(
        "[[outputs]]\nname = \"{}_normal\"\nquantity = \"contact_force\"\ncontact = {}\n"
        "component = \"normal\"\n",
        zones[z], z);
  write_bytes(job + ".toml", fmt::format(R"(name = "{0}"
mesh = "file"
[import]
kind = "abaqus"
file = "{0}"
units = "mm,t,s,N"
[contact]
kind = "bolted"
zones = [{1}]
friction = 0.3
grid = {4}
young = 2.1e11
[contact.profile.{2}]
kind = "parabolic"
peak_to_peak = 8e-6
[preload]
force = 2000.0
[damping]
ratio = 1e-3
[step]
size = 1e-4
[reduce]
clusters = [4, 2]
modes = 4
seeds = 1
error_bar = 10.0
[train]
modes = [1]
steps = 8
random_steps = 40
[[inputs]]
name = "force"
set = "sensor"
direction = [0.0, 0.0, 1.0]
hold = "linear"
[[outputs]]
name = "tip"
set = "sensor"
direction = [0.0, 0.0, 1.0]
{3}[[scenarios]]
name = "push"
duration = 0.01
kind = "harmonic"
amplitude = 5.0
frequency = 100.0
)",
                                         name, fmt::format("\"{}\"", fmt::join(zones, "\", \"")),
                                         zones.back(), outputs,
                                         // three zones of 24 points are quick, one affords 48
                                         zones.size() > 1 ? "[6, 4]" : "[8, 6]"));
  return job + ".toml";
}

}  // namespace mortise::gen
