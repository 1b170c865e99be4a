// The command line: one subcommand per file, registered here.
#include <algorithm>

#include "generator/ground/files/temporaries.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/failure.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kStudies =
    "`cmake --build --preset host --target mortise_studies` builds build/host/bin/mortise_studies: "
    "call `mortise_studies ";

// The name as a study of a command that compares variants of a method; else empty.
std::string study_named(const std::vector<std::string>& line) {
  const auto starts = [&line](const std::vector<std::string>& words) {
    return line.size() >= words.size() && std::equal(words.begin(), words.end(), line.begin());
  };
  for (const char* name : {"orders", "control", "reductions", "condensation", "adaptive"})
    if (starts({"analyze", name})) return name;
  if (starts({"compare-reductions"})) return "compare-reductions";
  if (!starts({"full"})) return "";
  const auto has = [&line](const char* word) {
    return std::find(line.begin(), line.end(), word) != line.end();
  };
  return has("--adaptive") ? "adaptive" : has("--condensed") ? "slide" : "";
}

}  // namespace

#define MORTISE_ADD(name) add_##name(parent, chosen);

void add_analyze(CLI::App* app, Command* chosen) {
  CLI::App* parent = app->add_subcommand("analyze", "offline analyses of a definition");
  parent->require_subcommand(1);
  MORTISE_ANALYSES(MORTISE_ADD)
}

}  // namespace mortise::gen

// What is thrown while the options are declared, or an error is reported, may end the program.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  using namespace mortise::gen;
  CLI::App app{"mortise: real-time models of structures with impacts and friction", "mortise"};
  remove_temporaries_when_stopped();
  app.set_version_flag("--version", MORTISE_VERSION);
  app.require_subcommand(1);
  Command command, *chosen = &command;
  CLI::App* parent = &app;
  MORTISE_COMMANDS(MORTISE_ADD)
  const std::string study = study_named({argv + 1, argv + argc});
  if (!study.empty())
    return report_failure(FailureKind::usage,
                          {{"mortise", "this is a study now", kStudies + study + "`"}},
                          wants_json(argc, argv));
  return run_chosen(&app, command, argc, argv);
}
