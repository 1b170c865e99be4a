// What commands say about what they read: nodes meant by points, sides of walls, units, status.
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "generator/ground/files/csv_file.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Two masses apart by 60 mm on a spring, the right one before a wall.
const char* const kPair = R"(name = "pair"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1, 2]
position = [0.0, 0.0, 0.0]
[[import.masses]]
node = 2
mass = 1.0
directions = [1, 2]
position = [0.06, 0.02, 0.004]
[[import.springs]]
from = 1
to = 2
direction = 1
stiffness = 1e5
[[import.springs]]
to = 1
direction = 1
stiffness = 1e5
[[import.springs]]
to = 1
direction = 2
stiffness = 1e5
[[import.springs]]
from = 1
to = 2
direction = 2
stiffness = 1e5
[contact]
kind = "nodes"
node = 2
clearance = 1e-4
[contact.wall]
normal = [-1.0, 0.0, 0.0]
[step]
size = 1e-4
[[inputs]]
name = "push"
node = 2
direction = [1.0, 0.0, 0.0]
hold = "linear"
minimum = -100.0
maximum = 100.0
[[outputs]]
name = "tip"
near = [0.0601, 0.02, 0.004]
direction = [1.0, 0.0, 0.0]
[[scenarios]]
name = "rest"
duration = 0.01
)";

std::string definition_of_pair() {
  const std::string path = scratch("pair.toml");
  std::ofstream(path) << kPair;
  return path;
}

std::string built_pair(const std::string& options = "") {
  const std::string path = scratch("pair.mrt");
  const CommandResult result =
      mortise("build " + definition_of_pair() + " --no-certificate -o " + path + options);
  EXPECT_EQ(result.code, 0) << result.err;
  return path;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Placing, OfNodesMeantByAPointIsSaidByBuildAndInfo) {
  const std::string m = built_pair();
  const CommandResult info = mortise("info " + m);
  EXPECT_TRUE(has(info.out, "output \"tip\": node 2 at [0.06, 0.02, 0.004] m, 0.0001 m from"))
      << info.out;
  EXPECT_TRUE(has(mortise("build " + definition_of_pair() + " -o " + m).out, "node 2 at"));
}

TEST(Placing, FarFromAPointIsWarnedOf) {
  const std::string far = " --set 'outputs.0.near=[60,20,4]'";
  for (const std::string& line :
       {"build " + definition_of_pair() + " -o " + scratch("far.mrt") + far,
        "full " + definition_of_pair() + far}) {
    const CommandResult result = mortise(line);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(has(result.err, "warning: output \"tip\": near = [60, 20, 4] m means node 2"))
        << result.err;
    EXPECT_TRUE(has(result.err, "m away")) << result.err;
  }
  EXPECT_FALSE(has(mortise("full " + definition_of_pair()).err, "warning"));
}

TEST(Placing, OfContactsNamesNumbersWallsAndTangents) {
  const std::string m = built_pair(
      " --set 'contact={kind=\"nodes\",nodes=[1,2],clearance=1e-4,"
      "wall={normal=[0,-2,0]}}'");
  const std::string out = mortise("info " + m).out;
  EXPECT_TRUE(has(out,
                  "contacts 0 to 1 (node.1, node.2) at [0, 0, 0] ... [0.06, 0.02, 0.004] m: opens "
                  "along -y, the wall is at +y; tangent 1 +x, tangent 2 +z"))
      << out;
}

TEST(Placing, OfATipNamesItsEdge) {
  const std::string m = scratch("beam.mrt");
  ASSERT_EQ(mortise("build " + model("beam_wall") + " --no-certificate -o " + m).code, 0);
  const std::string out = mortise("info " + m).out;
  EXPECT_TRUE(has(out, "contacts 0 to 1 (tip.0, tip.1) at [")) << out;
  EXPECT_TRUE(has(out, ", the wall is at ")) << out;
}

TEST(Placing, OfATipInABoreNamesItsAxis) {
  const std::string m = scratch("bore.mrt");
  ASSERT_EQ(mortise("build " + model("beam_bore") + " --no-certificate -o " + m).code, 0);
  const std::string out = mortise("info " + m).out;
  EXPECT_TRUE(has(out, "at [0, 0, 0.249] ... [0, 0, 0.269] m: plays in a round bore about +z"))
      << out;
  EXPECT_FALSE(has(out, ", the wall is at ")) << out;
}

TEST(Placing, OfAJointNamesTheSideThatOpens) {
  const std::string m = scratch("joint.mrt");
  ASSERT_EQ(mortise("build " + model("two_cantilevers") + " --no-certificate -o " + m).code, 0);
  const std::string out = mortise("info " + m).out;
  EXPECT_TRUE(has(out, ": opens along +y, the other side is at -y; slips along +x")) << out;
  EXPECT_TRUE(has(out, "pairs 0 to 20 (")) << out;
}

TEST(Dubious, ValuesAreWarnedOfByEveryCommandThatReadsThem) {
  const std::string odd = " --set contact.clearance=-1e-5";
  for (const std::string& line :
       {"build " + definition_of_pair() + " -o " + scratch("odd.mrt") + odd,
        "full " + definition_of_pair() + odd,
        "analyze modes " + definition_of_pair() + " --count 2" + odd}) {
    const CommandResult result = mortise(line);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(has(result.err, "warning: --set contact.clearance=-1e-5: 'contact.clearance' is"))
        << result.err;
  }
}

// Heads of columns: quantities have a unit in brackets, the others are words and counts.
TEST(Tables, OfCommandsNameTheUnitOfEveryQuantity) {
  const std::string sliding = model("beam_on_beam") + " --positions 0.02,0.05 ";
  const std::pair<std::string, std::string> heads[] = {
      {"analyze modes " + definition_of_pair() + " --count 2", "mode  frequency [Hz]\n"},
      {"analyze modes " + built_pair() + " --reduced", "mode  frequency [Hz]  coordinate\n"},
      {"analyze eig " + sliding,
       "friction [-]  position [m]  frequency [Hz]  growth [1/s]  rounding [1/s]\n"},
      {"analyze stability " + sliding + "--friction-range 0.1,0.2,2",
       "friction [-]  unstable  positions  worst growth [1/s]  rounding [1/s]  frequency [Hz]  at "
       "[m]\n"},
      {"analyze frf " + sliding + "--frequencies 100,200,50",
       "position [m]  frequency [Hz]  magnitude [m/s2/N]  phase [deg]\n"},
      {"analyze sweep " + definition_of_pair() + " --frequencies 20 --steps-per-period 100" +
           " --minimum-periods 2 --maximum-periods 4 --set excitation.amplitude=1",
       "frequency [Hz]  periods  multiple      tip [m]\n"}};
  for (const auto& [line, head] : heads) {
    const CommandResult result = mortise(line);
    EXPECT_EQ(result.code, 0) << line << result.err;
    EXPECT_EQ(result.out.substr(0, result.out.find('\n') + 1), head) << line;
  }
}

TEST(Tables, NameUnitsWhereAsked) {
  const std::string m = built_pair(), out = scratch("out.csv");
  ASSERT_EQ(mortise("run " + m + " -o " + out).code, 0);
  const std::string plain = content(out);
  EXPECT_EQ(plain.substr(0, 9), "time,tip\n");
  EXPECT_FALSE(has(plain, "#"));
  ASSERT_EQ(mortise("run " + m + " --units -o " + out).code, 0);
  const std::string line = "# units: s,m\n";
  EXPECT_EQ(content(out), "time,tip\n" + line + plain.substr(9));
  ASSERT_EQ(mortise("full " + definition_of_pair() + " --units -o " + out).code, 0);
  EXPECT_EQ(content(out).substr(0, 9 + line.size()), "time,tip\n" + line);
}

TEST(Tables, WithUnitsAreReadBackAndHeldToThem) {
  const std::string m = built_pair(), input = scratch("in.csv");
  std::ofstream(input) << "# made by hand\ntime,push\n# units: s,N\n0,1\n0.01,1\n";
  EXPECT_EQ(mortise("run " + m + " --input " + input).code, 0);
  std::ofstream(input) << "time,push\n# units: s,kN\n0,1\n0.01,1\n";
  const CommandResult wrong = mortise("run " + m + " --input " + input);
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(has(wrong.err, "column 'push' is in kN")) << wrong.err;
  std::ofstream(input) << "time,push\n# units: ms,N\n0,1\n";
  EXPECT_EQ(mortise("run " + m + " --input " + input).code, 1);
  std::ofstream(input) << "time,push\n# units: s\n0,1\n";
  EXPECT_EQ(mortise("run " + m + " --input " + input).code, 1);
}

TEST(Tables, HoldTheStatusIfAsked) {
  const std::string m = built_pair(), input = scratch("in.csv"), out = scratch("out.csv");
  std::ofstream(input) << "time,push\n0,1\n0.001,1\n0.0011,1000\n0.002,1000\n0.0021,1\n0.005,1\n";
  const std::string line = "run " + m + " --input " + input + " -o " + out;
  ASSERT_EQ(mortise(line + " --status").code, 0);
  TimeSeries series = read_csv(out);
  ASSERT_EQ(series.names.back(), "status");
  const std::vector<double> every = series.columns.back();
  ASSERT_EQ(every.size(), 51u);
  EXPECT_EQ(every[5], 0.0);
  EXPECT_NE(every[15], 0.0);  // 1000 N are out of range: held
  EXPECT_EQ(every[40], 0.0);
  // bits of the steps between two rows are not lost
  ASSERT_EQ(mortise(line + " --status --every 50").code, 0);
  series = read_csv(out);
  EXPECT_NE(series.columns.back().back(), 0.0);
  ASSERT_EQ(mortise(line).code, 0);
  EXPECT_EQ(read_csv(out).find("status"), -1);
}

// What the program writes when all its streams are a terminal.
std::string on_terminal(const std::string& arguments) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", (std::string(MORTISE_PROGRAM) + " " + arguments).c_str(), nullptr);
    _exit(127);
  }
  std::string text;
  char part[4096];
  for (ssize_t n = 0; (n = read(terminal, part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(n));
  }
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  return text;
}

TEST(Progress, IsSeenFromTheStartOnATerminalOnly) {
  const std::string full = "full " + definition_of_pair();
  const std::string verify = "verify " + definition_of_pair() + " " + built_pair() +
                             " --scenario rest --set verify.displacement=1";
  for (const std::string& line : {full, verify}) {
    const std::string text = on_terminal(line);
    const auto import = text.find("import [....");
    const auto run = text.find("full-order rest [....");  // before the first step
    EXPECT_NE(import, std::string::npos) << text;
    EXPECT_NE(run, std::string::npos) << text;
    EXPECT_LT(import, run) << text;
    EXPECT_FALSE(has(mortise(line).err, "full-order rest ["));
  }
}

TEST(Info, NamesTheTrainingBox) {
  const std::string m = built_pair(
      " --set excitation.amplitude=2 --set excitation.frequency=50"
      " --set excitation.kind=harmonic");
  const std::string out = mortise("info " + m).out;
  EXPECT_TRUE(has(out, "trained     push, -2")) << out;
  EXPECT_TRUE(has(out, " [N]\n  trained     contact.clearance, 0.0001 .. 0.0001 [m]\n")) << out;
}

// Modes of two bodies: the file has them body by body.
TEST(Modes, OfAModelFileAreSortedAndTheLowestStay) {
  const std::string m = scratch("sliding.mrt");
  ASSERT_EQ(mortise("build " + model("beam_on_beam") + " --no-certificate -o " + m).code, 0);
  const auto all = mortise_json("analyze modes " + m + " --reduced --count 1000");
  const auto hz = all.at("frequencies_hz").get<std::vector<double>>();
  ASSERT_GT(hz.size(), 3u);
  EXPECT_TRUE(std::is_sorted(hz.begin(), hz.end()));
  const auto coordinates = all.at("coordinates").get<std::vector<int>>();
  EXPECT_FALSE(std::is_sorted(coordinates.begin(), coordinates.end()));
  const auto few = mortise_json("analyze modes " + m + " --reduced --count 2");
  EXPECT_EQ(few.at("frequencies_hz").get<std::vector<double>>(),
            std::vector<double>(hz.begin(), hz.begin() + 2));
}

}  // namespace
}  // namespace mortise::gen
