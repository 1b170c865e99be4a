// Bolted structures of the user's own mesh, with zones of any number and name, through every
// command.
#include <gtest/gtest.h>

#include "tests/generator/simulate/bolted/exported_joint.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// An export of plates with a bolt in each of these zones and its definition, whose path this is.
std::string row_of_bolts(const std::string& name, const std::vector<std::string>& zones) {
  const FullModel exported = as_exported(assemble_solid(bolt_row(zones), {2.1e11, 0.3, 7850.0}));
  const std::string job = scratch(name);
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

void goes_all_the_way(const std::string& name, const std::vector<std::string>& zones) {
  const std::string definition = row_of_bolts(name, zones);
  const nlohmann::json preload = mortise_json("analyze preload " + definition + " --json");
  ASSERT_EQ(preload.at("zones").size(), zones.size());
  for (std::size_t z = 0; z < zones.size(); ++z) {
    EXPECT_EQ(preload.at("zones")[z].at("name"), zones[z]);
    EXPECT_GT(double(preload.at("zones")[z].at("resultant_n")), 1500.0);
  }
  EXPECT_NEAR(double(preload.at("resultant_n")), 2000.0, 1e-4);
  const nlohmann::json qsma =
      mortise_json("analyze qsma " + definition + " --levels 1e-5,1e-4 --steps 1 --json");
  EXPECT_GT(double(qsma.at("points")[1].at("max_slip_m")), 0.0);
  const std::string file = scratch(name + ".mrt"), motion = scratch(name + ".csv");
  mortise_json("build " + definition + " --no-certificate -o " + file + " --json");
  const nlohmann::json info = mortise_json("info " + file + " --json");
  const std::string text = info.dump();
  const bool own = text.find("\"" + zones.back() + ".friction\"") != std::string::npos;
  EXPECT_EQ(own, zones.size() > 1) << text;
  const std::string set = zones.size() > 1 ? " --set " + zones[1] + ".friction=0.1" : "";
  EXPECT_EQ(mortise("run " + file + " --scenario push" + set + " -o " + motion).code, 0);
  EXPECT_NE(content(motion).find(zones.back() + "_normal"), std::string::npos);
}

TEST(OwnMeshCommands, TakeOneZone) { goes_all_the_way("single", {"flange"}); }

TEST(OwnMeshCommands, TakeThreeZones) { goes_all_the_way("row", {"outer", "inner_2", "M6"}); }

TEST(OwnMeshCommands, SayWhatIsMissing) {
  const std::string definition = row_of_bolts("lacking", {"flange", "cover"});
  const CommandResult r =
      mortise("analyze preload " + definition + " --set 'contact.zones=[\"flange\", \"lid\"]'");
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.err.find("\"lid\", which the model does not have"), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("the model's zones are COVER, FLANGE"), std::string::npos) << r.err;
}

}  // namespace
}  // namespace mortise::gen
