// Every command that writes, against everything that can go wrong with a file: nothing is lost,
// nothing half-written, nothing crashes.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "tests/generator/tool/cli/command.hpp"
#include "tests/generator/tool/cli/program.hpp"
#include "tests/generator/tool/cli/row_of_bolts.hpp"
#include "tests/generator/tool/pipeline/tiny_film.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

struct WrittenFile {
  const char *option, *name;
};

// A command that writes, as quick as it gets. It runs in a folder that holds what its inputs name.
struct WritingCommand {
  const char* command;
  const char* arguments;
  std::vector<const char*> inputs;
  std::vector<WrittenFile> files;
  std::vector<const char*> folders;  // options
};

const std::vector<WritingCommand>& writing_commands() {
  static const char* const kShort = "film.toml --duration 3e-6 --set output.profiles=[0,1e-6]";
  static const std::vector<WritingCommand> table{
      {"build",
       "modal.toml --no-certificate",
       {"modal.toml", "example.json"},
       {{"--output", "o.mrt"}},
       {}},
      {"build", "mass.toml --no-certificate", {"mass.toml"}, {{"--output", "o.mrt"}}, {"--cache"}},
      {"run",
       "m.mrt --input in.csv",
       {"m.mrt", "in.csv"},
       {{"--output", "o.csv"},
        {"--output", "o.h5"},
        {"--pictures", "o.svg"},
        {"--states", "o.svg"}},
       {}},
      {"full",
       "mass.toml --duration 0.02",
       {"mass.toml"},
       {{"--output", "o.csv"}, {"--states", "o.svg"}},
       {}},
      {"full",
       kShort,
       {"film.toml"},
       {{"--output", "o.h5"}, {"--profiles", "p.csv"}, {"--profiles", "p.h5"}},
       {"--pictures"}},
      {"verify", "film.toml film.mrt", {"film.toml", "film.mrt"}, {}, {"--cache"}},
      {"verify",
       "mass.toml m.mrt --scenario throw --full-order 50",
       {"mass.toml", "m.mrt"},
       {},
       {"--pictures"}},
      {"train", "film.toml", {"film.toml"}, {}, {"--cache"}},
      {"advise",
       "modal.toml --budget-us 1e5 --error 0.9 --steps 4e-5 --solvers gauss_seidel"
       " --target cortex-m7",
       {"modal.toml", "example.json"},
       {{"--pictures", "o.svg"}},
       {"--cache"}},
      {"export", "m.mrt --header", {"m.mrt"}, {{"--output", "o.h"}}, {}},
      {"export", "m.mrt --fmu 2", {"m.mrt"}, {{"--output", "o.fmu"}}, {}},
      {"linearize",
       "m.mrt --time 0.01",
       {"m.mrt"},
       {{"--output", "o.json"}, {"--output", "o.npz"}},
       {}},
      {"report", "m.mrt --no-timing", {"m.mrt"}, {{"--output", "o.html"}}, {}},
      {"report", "film.mrt film.toml --no-timing", {"film.toml", "film.mrt"}, {}, {"--cache"}},
      {"analyze sweep",
       "oscillator.toml --frequencies 80 --steps-per-period 16 --minimum-periods 1"
       " --maximum-periods 2",
       {"oscillator.toml"},
       {},
       {"--cache"}},
      {"analyze impact",
       "sphere.toml --set grid.points=31 --duration 3e-4",
       {"sphere.toml"},
       {{"--pictures", "o.svg"}},
       {}},
      {"analyze stability",
       "beams.toml --positions 0.05 --friction-range 0.1,0.3,2",
       {"beams.toml"},
       {{"--pictures", "o.svg"}},
       {}},
      {"analyze preload",
       "bolted.toml --set contact.grid=[6,4]",
       {"bolted.toml"},
       {},
       {"--pictures", "--cache"}},
      {"analyze qsma",
       "bolted.toml --mode 1 --levels 1e-5 --steps 2 --set contact.grid=[6,4]",
       {"bolted.toml"},
       {},
       {"--pictures", "--cache"}},
      {"analyze coupling", "pair.toml", {"pair.toml"}, {{"--pictures", "o.svg"}}, {}},
  };
  return table;
}

void copy_definition(const std::string& name, const std::string& to) {
  fs::copy_file(model(name), to, fs::copy_options::overwrite_existing);
}

// The folder a command runs in, with its inputs; none of them is ever changed.
class Workshop {
 public:
  Workshop() : folder_(scratch("work")) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    fs::permissions(folder_, fs::perms::all);
  }

  const std::string& folder() const { return folder_; }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  ProgramEnd run(const std::string& arguments, const ProgramLimits& limits = {}) const {
    return run_program_in(folder_, arguments, limits);
  }

  void supply(const std::string& input) {
    if (input == "modal.toml") copy_definition("modal", path(input));
    if (input == "example.json") {
      fs::copy_file(fs::path(model("modal")).parent_path() / input, path(input));
    }
    if (input == "mass.toml") copy_definition("bouncing_mass", path(input));
    if (input == "pair.toml") copy_definition("two_masses", path(input));
    if (input == "bolted.toml") row_of_bolts(path("bolted"), {"left"});
    if (input == "oscillator.toml") copy_definition("impact_oscillator", path(input));
    if (input == "sphere.toml") copy_definition("sphere_impact", path(input));
    if (input == "beams.toml") copy_definition("beam_on_beam", path(input));
    if (input == "film.toml") write_tiny_film(path(input));
    if (input == "in.csv") std::ofstream(path(input)) << "time,push\n0,2\n0.3,2\n";
    if (input == "m.mrt") build(model("bouncing_mass"), input);
    if (input == "film.mrt") build(path("film.toml"), input);
    ASSERT_TRUE(fs::exists(path(input))) << input;
    kept_[input] = content(path(input));
  }

  // Names of all that is there, hidden files too.
  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      names.insert(fs::relative(entry.path(), folder_).string());
    }
    return names;
  }

  void expect_inputs_unchanged(const std::string& when) const {
    for (const auto& [name, bytes] : kept_) {
      EXPECT_TRUE(content(path(name)) == bytes) << name << " has changed: " << when;
    }
  }

 private:
  void build(const std::string& definition, const std::string& to) const {
    const ProgramEnd end = run("build " + definition + " --no-certificate -o " + to);
    ASSERT_EQ(end.code, 0) << end.err;
  }

  std::string folder_;
  std::map<std::string, std::string> kept_;
};

// Times differ from run to run in some pictures: those are whole if they end as they should.
bool is_whole(const std::string& name, const std::string& bytes, const std::string& expected) {
  const std::string end = "</svg>\n";
  if (fs::path(name).extension() != ".svg") return bytes == expected;
  return bytes.size() > end.size() &&
         bytes.compare(bytes.size() - end.size(), end.size(), end) == 0;
}

std::string ending_in(const char* name) { return fs::path(name).extension().string(); }

// One output of one command, met with one fault after the other.
class FileTrial {
 public:
  FileTrial(const WritingCommand& command, const WrittenFile& file, const Workshop& shop)
      : command_(command), file_(file), shop_(shop) {}

  void run_all() {
    const ProgramEnd end = run_to(file_.name);
    ASSERT_EQ(end.code, 0) << line(file_.name) << "\n" << end.err;
    ASSERT_EQ(end.out.empty(), false);
    seconds_ = end.seconds;
    expected_ = content(shop_.path(file_.name));
    ASSERT_FALSE(expected_.empty());
    fs::remove(shop_.path(file_.name));
    before_ = shop_.names();
    own_inputs();
    bad_names();
    closed_places();
    devices();
    pipe();
    links();
    standard_output();
    full_disk();
    killed();
    shop_.expect_inputs_unchanged(line(file_.name));
    EXPECT_EQ(shop_.names(), before_) << line(file_.name);
  }

 private:
  std::string line(const std::string& name) const {
    return std::string(command_.command) + " " + command_.arguments + " " + file_.option + " " +
           name;
  }

  ProgramEnd run_to(const std::string& name, const ProgramLimits& limits = {}) const {
    return shop_.run(line(name), limits);
  }

  void expect_refused(const std::string& name, int code, const std::string& reason,
                      const ProgramLimits& limits = {}) const {
    const ProgramEnd end = run_to(name, limits);
    EXPECT_EQ(end.code, code) << line(name) << "\n" << end.err;
    EXPECT_NE(end.err.find(reason), std::string::npos) << line(name) << "\n" << end.err;
    EXPECT_EQ(end.out, "") << line(name);
    shop_.expect_inputs_unchanged(line(name));
  }

  bool is_table() const { return std::string(file_.name).find(".h5") != std::string::npos; }

  // By its own name and by others.
  void own_inputs() const {
    for (const std::string input : command_.inputs) {
      const std::string hard = "hard" + ending_in(file_.name),
                        soft = "soft" + ending_in(file_.name);
      fs::create_hard_link(shop_.path(input), shop_.path(hard));
      fs::create_symlink(input, shop_.path(soft));
      for (const std::string& name : {hard, soft, "./" + soft, shop_.path(soft)}) {
        expect_refused(name, 2, "would overwrite");
      }
      const std::string ending = ending_in(input.c_str());
      const bool fits = ending == ending_in(file_.name) || (ending == ".csv" && is_table());
      expect_refused(input, 2, fits ? "would overwrite" : "cannot end in");
      fs::remove(shop_.path(hard));
      fs::remove(shop_.path(soft));
    }
  }

  void bad_names() const {
    for (const char* name : {"x.m", "x", "x.toml", "x.csv.gz"}) {
      expect_refused(name, 2, "cannot end in");
    }
    EXPECT_EQ(shop_.names(), before_) << line("x.m");
  }

  // Known before the inputs are read: without them the complaint is the same.
  void closed_places() const {
    const std::string name = file_.name, ending = ending_in(file_.name);
    const std::string folder = "folder" + ending;
    fs::create_directories(shop_.path(folder));
    const std::string below = std::string(command_.inputs.front()) + "/" + name;

    for (const std::string& place : {"none/" + name, below, "/proc/" + name, folder}) {
      expect_refused(place, 1, place);
      const std::string arguments =
          std::string(command_.command) + " none.toml " +
          (std::strstr(command_.arguments, "film.mrt") ? "none.mrt " : "") +
          (std::strstr(command_.arguments, "--header") ? "--header " : "") +
          (std::strstr(command_.arguments, "--fmu") ? "--fmu 2 " : "") +
          (std::strstr(command_.arguments, "--budget-us") ? "--budget-us 1 --error 0.1 " : "") +
          file_.option + " " + place;
      const ProgramEnd end = shop_.run(arguments);
      EXPECT_EQ(end.code, 1) << arguments;
      EXPECT_NE(end.err.find(place), std::string::npos) << arguments << "\n" << end.err;
    }
    fs::remove(shop_.path(folder));
    if (geteuid() != 0) return;
    const ProgramLimits nobody{{}, true, 0, 0.0};
    const fs::path closed = shop_.path("closed");
    fs::create_directories(closed);
    expect_refused("closed/" + name, 1, "closed/" + name, nobody);
    EXPECT_TRUE(fs::is_empty(closed));
    fs::remove(closed);
    std::ofstream(shop_.path(name)) << "old";  // not theirs, in a folder that is open to all
    fs::permissions(shop_.path(name), fs::perms::owner_read | fs::perms::others_read);
    expect_refused(name, 1, "write-protected", nobody);
    EXPECT_EQ(content(shop_.path(name)), "old");
    fs::remove(shop_.path(name));
  }

  void devices() const {
    const ProgramEnd null = run_to("/dev/null");
    EXPECT_EQ(null.code, 0) << line("/dev/null") << "\n" << null.err;
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    const ProgramEnd full = run_to("/dev/full");
    EXPECT_EQ(full.code, 1) << line("/dev/full") << "\n" << full.err;
    EXPECT_NE(full.err.find("make room"), std::string::npos) << full.err;
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
  }

  void pipe() const {
    const std::string name = std::string("pipe") + ending_in(file_.name);
    ASSERT_EQ(mkfifo(shop_.path(name).c_str(), 0600), 0);
    std::string received;
    std::thread reader([&] { received = content(shop_.path(name)); });
    const ProgramEnd end = run_to(name);
    reader.join();
    EXPECT_EQ(end.code, 0) << line(name) << "\n" << end.err;
    EXPECT_TRUE(is_whole(file_.name, received, expected_)) << line(name);
    EXPECT_TRUE(fs::is_fifo(shop_.path(name)));
    fs::remove(shop_.path(name));
  }

  // To a file that is there, and to one that is not yet.
  void links() const {
    const std::string name = std::string("link") + ending_in(file_.name);
    const std::string target = shop_.path("target");
    fs::create_symlink("target", shop_.path(name));
    for (const bool there : {true, false}) {
      if (there) std::ofstream(target) << "old";
      const ProgramEnd end = run_to(name);
      EXPECT_EQ(end.code, 0) << line(name) << "\n" << end.err;
      EXPECT_TRUE(fs::is_symlink(shop_.path(name))) << line(name);
      EXPECT_FALSE(fs::is_symlink(target));
      EXPECT_TRUE(is_whole(file_.name, content(target), expected_)) << line(name);
      fs::remove(target);
    }
    fs::remove(shop_.path(name));
  }

  void standard_output() const {
    const ProgramEnd end = run_to("-");
    EXPECT_EQ(end.code, 0) << line("-") << "\n" << end.err;
    const std::string ending = ending_in(file_.name);
    if (ending == ".h5") {  // no ending there: CSV
      EXPECT_EQ(end.out.compare(0, 5, "time,"), 0) << line("-");
      EXPECT_EQ(end.out.find("steps"), std::string::npos) << line("-");
    } else if (ending == ".npz") {  // likewise: JSON
      EXPECT_EQ(end.out.compare(0, 6, "{\"A\":["), 0) << line("-");
    } else {
      EXPECT_TRUE(is_whole(file_.name, end.out, expected_)) << line("-");
    }
    const ProgramEnd both = run_to("- --json");
    EXPECT_EQ(both.code, 2) << both.err;
    EXPECT_NE(both.err.find("--json writes to standard output, too"), std::string::npos)
        << both.err;
  }

  // What was there stays, and nothing is beside it.
  void full_disk() const {
    const std::string path = shop_.path(file_.name);
    for (const unsigned long limit :
         {0UL, 700UL, static_cast<unsigned long>(expected_.size() - 1)}) {
      std::ofstream(path) << "old";
      const ProgramEnd end = run_to(file_.name, {limit, false, 0, 0.0});
      EXPECT_EQ(end.signal, 0) << line(file_.name) << " with " << limit << " bytes";
      if (end.code == 0 && fs::path(file_.name).extension() == ".svg") {
        // the times in it took fewer digits than before: it fits
        EXPECT_LE(content(path).size(), limit) << line(file_.name);
        EXPECT_TRUE(is_whole(file_.name, content(path), expected_)) << line(file_.name);
        fs::remove(path);
        continue;
      }
      EXPECT_EQ(end.code, 1) << line(file_.name) << "\n" << end.err;
      EXPECT_NE(end.err.find("remedy"), std::string::npos) << end.err;
      EXPECT_EQ(content(path), "old") << line(file_.name) << " with " << limit << " bytes";
      fs::remove(path);
      EXPECT_EQ(shop_.names(), before_) << line(file_.name);
    }
  }

  void killed() const {
    const std::string path = shop_.path(file_.name);
    for (const double share : {0.3, 0.8, 1.0}) {
      for (const int signal : {SIGKILL, SIGTERM}) {
        std::ofstream(path) << "old";
        const ProgramEnd end = run_to(file_.name, {{}, false, signal, share * seconds_});
        EXPECT_TRUE(end.signal == signal || end.code == 0) << line(file_.name) << "\n" << end.err;
        const std::string found = content(path);
        EXPECT_TRUE(found == "old" || is_whole(file_.name, found, expected_)) << line(file_.name);
        for (const std::string& name : shop_.names()) {
          const bool hidden = name.front() == '.' && signal == SIGKILL;
          EXPECT_TRUE(before_.count(name) > 0 || name == file_.name || hidden) << name;
        }
        fs::remove(path);
      }
    }
    // and the next run clears away what a killed one could not
    EXPECT_EQ(run_to(file_.name).code, 0);
    fs::remove(path);
  }

  const WritingCommand& command_;
  const WrittenFile& file_;
  const Workshop& shop_;
  std::string expected_;
  std::set<std::string> before_;
  double seconds_ = 0.0;
};

// One folder of kept results or pictures of one command.
class FolderTrial {
 public:
  FolderTrial(const WritingCommand& command, const char* option, const Workshop& shop)
      : command_(command), option_(option), shop_(shop) {}

  void run_all() const {
    const std::set<std::string> before = shop_.names();
    const ProgramEnd end = run_to("kept");
    ASSERT_TRUE(end.code == 0 || verifies()) << line("kept") << "\n" << end.err;
    const std::set<std::string> expected = shop_.names();
    EXPECT_GT(expected.size(), before.size()) << line("kept");
    expect_as_before(expected, end);  // found again
    no_folders();
    for (const unsigned long limit : {0UL, 300UL, 5000UL}) {
      fs::remove_all(shop_.path("kept"));
      const ProgramEnd full = run_to("kept", {limit, false, 0, 0.0});
      EXPECT_EQ(full.signal, 0) << line("kept") << " with " << limit << " bytes";
      EXPECT_GE(full.code, 0);
      expect_as_before(expected, end);
    }
    for (const double share : {0.1, 0.5, 0.8, 0.95}) {
      for (const int signal : {SIGKILL, SIGTERM}) {
        fs::remove_all(shop_.path("kept"));
        const ProgramEnd killed = run_to("kept", {{}, false, signal, share * end.seconds});
        EXPECT_TRUE(killed.signal == signal || killed.code == end.code) << killed.err;
        expect_as_before(expected, end);
      }
    }
    shop_.expect_inputs_unchanged(line("kept"));
    fs::remove_all(shop_.path("kept"));
    EXPECT_EQ(shop_.names(), before) << line("kept");
  }

 private:
  // A certificate may fail: that is an answer, too.
  bool verifies() const { return command_.command == std::string("verify"); }

  // Which it has to.
  bool writes_a_file() const {
    return command_.command == std::string("build") || command_.command == std::string("report");
  }

  std::string line(const std::string& name) const {
    return std::string(command_.command) + " " + command_.arguments + " " + option_ + " " + name +
           (writes_a_file() ? " -o /dev/null" : "");
  }

  ProgramEnd run_to(const std::string& name, const ProgramLimits& limits = {}) const {
    return shop_.run(line(name), limits);
  }

  // Whatever happened to the folder, the same comes out, and nothing else is kept: what was made of
  // a stage that a full disk refused may stand for it.
  void expect_as_before(const std::set<std::string>& expected, const ProgramEnd& first) const {
    const ProgramEnd again = run_to("kept");
    EXPECT_EQ(again.code, first.code) << line("kept") << "\n" << again.err;
    if (option_ != std::string("--pictures")) {
      EXPECT_EQ(again.out, first.out) << line("kept");  // the others print times
    }
    for (const std::string& name : shop_.names())
      EXPECT_EQ(expected.count(name), 1u) << line("kept") << " keeps " << name;
  }

  void no_folders() const {
    const std::string file = command_.inputs.front();
    std::vector<std::string> places{file, file + "/kept", "/proc/kept"};
    for (const std::string& place : places) {
      const ProgramEnd end = run_to(place);
      EXPECT_EQ(end.code, 1) << line(place) << "\n" << end.err;
      EXPECT_NE(end.err.find(place), std::string::npos) << line(place) << "\n" << end.err;
      shop_.expect_inputs_unchanged(line(place));
    }
    if (geteuid() != 0) return;
    const fs::path closed = shop_.path("closed");
    fs::create_directories(closed);
    const ProgramEnd end = run_to("closed", {{}, true, 0, 0.0});
    EXPECT_EQ(end.code, 1) << line("closed") << "\n" << end.err;
    EXPECT_TRUE(fs::is_empty(closed));
    fs::remove(closed);
  }

  const WritingCommand& command_;
  const char* option_;
  const Workshop& shop_;
};

class Files : public testing::TestWithParam<std::size_t> {};

TEST_P(Files, NothingIsLostHalfWrittenOrCrashes) {
  const WritingCommand& command = writing_commands()[GetParam()];
  Workshop shop;
  for (const char* input : command.inputs) shop.supply(input);
  for (const WrittenFile& file : command.files) FileTrial(command, file, shop).run_all();
  for (const char* folder : command.folders) FolderTrial(command, folder, shop).run_all();
}

std::string name_of(const testing::TestParamInfo<std::size_t>& info) {
  std::string name = writing_commands()[info.param].command;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  return name + "_" + std::to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(Commands, Files, testing::Range(std::size_t{0}, writing_commands().size()),
                         name_of);

// The table above is whole: what a command can write is what its help says.
TEST(FilesTable, HoldsEveryCommandThatWrites) {
  const std::set<std::string> writes{"MODEL", "TABLE", "PICTURE", "EXPORT",
                                     "SPACE", "PAGE",  "FOLDER"};
  // options with a free text that names no file, or one that is read
  const std::set<std::string> texts{"run --input",
                                    "run --scenario",
                                    "full --scenario",
                                    "verify --scenario",
                                    "verify --over",
                                    "bench --scenario",
                                    "export --scenario",
                                    "linearize --scenario",
                                    "report --scenario",
                                    "analyze frf --input",
                                    "analyze frf --output",
                                    "advise --methods",
                                    "advise --solvers",
                                    "build --launcher",
                                    "verify --launcher",
                                    "analyze modes --launcher",
                                    "analyze qsma --outputs",
                                    "analyze qsma --against"};
  std::set<std::string> tried, listed;
  for (const WritingCommand& c : writing_commands()) {
    for (const WrittenFile& f : c.files) tried.insert(std::string(c.command) + " " + f.option);
    for (const char* f : c.folders) tried.insert(std::string(c.command) + " " + f);
  }
  const std::vector<std::string> commands = listed_commands();
  EXPECT_GE(commands.size(), 21u);
  for (const std::string& command : commands) {
    for (const ListedOption& option : listed_options(command)) {
      const std::string name = command + " " + option.name;
      const std::string type = option.type.substr(0, option.type.find('='));
      if (writes.count(type) > 0) listed.insert(name);
      if (type == "TEXT") {
        EXPECT_TRUE(texts.count(name) > 0)
            << name << ": an output is declared by add_output() or add_folder(); other texts stand "
            << "in this test";
      }
    }
  }
  EXPECT_EQ(tried, listed);
}

// Two outputs of one command are not the same file.
// Killed at any moment an export has its folder or none, and what it left goes with the next one.
TEST(ExportedFolder, KilledItLeavesNothingForLong) {
  const std::string model_file = scratch("m.mrt"), place = scratch("place");
  ASSERT_EQ(mortise("build " + model("bouncing_mass") + " --no-certificate -o " + model_file).code,
            0);
  fs::remove_all(place);
  fs::create_directories(place);
  const std::string line = "export " + model_file + " --source new";
  const ProgramEnd whole = run_program_in(place, line);
  ASSERT_EQ(whole.code, 0) << whole.err;
  const auto entries = [&] {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(place))
      names.insert(entry.path().filename().string());
    return names;
  };
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& file : fs::recursive_directory_iterator(place + "/new"))
    ++files;
  int left = 0;
  for (int k = 0; k <= 40; ++k) {
    fs::remove_all(place + "/new");
    (void)run_program_in(place, line, {{}, false, SIGKILL, k / 40.0 * whole.seconds});
    std::size_t found = 0;
    if (fs::exists(place + "/new"))
      for ([[maybe_unused]] const auto& file : fs::recursive_directory_iterator(place + "/new"))
        ++found;
    EXPECT_TRUE(found == 0 || found == files) << found << " of " << files;
    left += entries().size() > (found > 0 ? 1u : 0u) ? 1 : 0;
  }
  std::printf("%d of 41 kills left a hidden folder\n", left);
  fs::create_directories(place + "/.new.abandond.part/deep");
  fs::remove_all(place + "/new");
  EXPECT_EQ(run_program_in(place, line).code, 0);
  EXPECT_EQ(entries(), std::set<std::string>{"new"});
}

TEST(FilesTable, OutputsDiffer) {
  Workshop shop;
  shop.supply("film.toml");
  const std::string line =
      "full film.toml --duration 3e-6 --set output.profiles=[0,1e-6] --output a.csv --profiles ";
  for (const char* name : {"a.csv", "./a.csv"}) {
    const ProgramEnd end = shop.run(line + name);
    EXPECT_EQ(end.code, 2) << end.err;
    EXPECT_NE(end.err.find("--output"), std::string::npos) << end.err;
  }
  EXPECT_FALSE(fs::exists(shop.path("a.csv")));
}

// The name a model gets by default is an output like any other.
TEST(FilesTable, DefaultNamesAreNoInputs) {
  Workshop shop;
  shop.supply("modal.toml");
  shop.supply("example.json");
  fs::create_hard_link(shop.path("example.json"), shop.path("modal_example.mrt"));
  fs::create_hard_link(shop.path("example.json"), shop.path("modal.mrt"));
  const ProgramEnd end = shop.run("build modal.toml --no-certificate");
  EXPECT_EQ(end.code, 2) << end.err;
  shop.expect_inputs_unchanged("build modal.toml");
}

// A disk that is really full.
TEST(FilesTable, AFullDiskEndsCleanly) {
  Workshop shop;
  shop.supply("m.mrt");
  shop.supply("film.toml");
  const std::string disk = shop.path("disk");
  fs::create_directories(disk);
  if (mount("none", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "needs the right to mount; the limit on file sizes stands in for it";
  }
  const std::string film = "full film.toml --duration 3e-6 --set output.profiles=[0,1e-6,2e-6] ";
  std::ofstream(disk + "/old.h5") << "old";
  std::ofstream(disk + "/ballast") << std::string(52000, 'x');
  for (const std::string& line :
       {std::string("run m.mrt --duration 2 -o disk/old.h5"), film + "-o disk/old.h5",
        film + "--profiles disk/old.h5", std::string("export m.mrt --header -o disk/o.h"),
        std::string("run m.mrt --duration 2 -o disk/o.csv")}) {
    const ProgramEnd end = shop.run(line);
    EXPECT_EQ(end.signal, 0) << line;
    EXPECT_EQ(end.code, 1) << line << "\n" << end.err;
    EXPECT_NE(end.err.find("make room"), std::string::npos) << line << "\n" << end.err;
  }
  EXPECT_EQ(content(disk + "/old.h5"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(disk), fs::directory_iterator()), 2);
  EXPECT_EQ(umount(disk.c_str()), 0);
}

}  // namespace
}  // namespace mortise::gen
