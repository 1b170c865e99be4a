#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/analyses/natural_modes.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct ModesArguments : AnalysisArguments {
  int count = 20;
  std::string interface;  // empty: open
  bool reduced = false;
};

// The springs of the joint that hold, by the name of a state.
JointState joint_state(const ModesArguments& a, const Definition& definition) {
  if (a.interface.empty() || a.interface == "open") return JointState::open;
  if (definition.contact.kind != ContactKind::joint) {
    throw Error("--interface " + a.interface, definition.path + " has no joint to close",
                "leave --interface out, or set contact.kind to \"joint\"");
  }
  return a.interface == "bonded" ? JointState::bonded : JointState::stuck;
}

NaturalModes modes_as_defined(const ModesArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::structures);
  std::vector<std::string> warnings;
  NaturalModes modes = full_modes(definition, joint_state(a, definition), a.count, &warnings);
  for (const std::string& warning : warnings) log_warning(warning);
  return modes;
}

int run_modes(const ModesArguments& a) {
  if (a.reduced && !a.overrides.empty()) {
    throw UsageError("--set changes a definition; --reduced reads a finished model file");
  }
  if (a.reduced && !a.interface.empty()) {
    throw UsageError("--interface is of the full model; the modes of a model file are open");
  }
  const NaturalModes table = a.reduced ? reduced_modes(a.definition, a.count) : modes_as_defined(a);
  if (a.json) {
    nlohmann::json result = {{"frequencies_hz", table.hz},
                             {"method", a.reduced ? "reduced" : "full"}};
    if (a.reduced) result["coordinates"] = table.coordinates;
    print_result(result);
    return 0;
  }
  std::vector<TableHead> heads = {count_head("mode"), quantity_head("frequency", "Hz")};
  if (a.reduced) heads.push_back(count_head("coordinate"));
  TextTable text(heads);
  for (std::size_t i = 0; i < table.hz.size(); ++i) {
    std::vector<std::string> row = {cell(static_cast<long>(i + 1)), cell("%.8g", table.hz[i])};
    if (a.reduced) row.push_back(cell(static_cast<long>(table.coordinates[i])));
    text.add_row(std::move(row));
  }
  print_result(text.text());
  return 0;
}

}  // namespace

void add_analyze_modes(CLI::App* analyze, Command* chosen) {
  add_analysis<ModesArguments>(
      analyze, chosen, "modes", "undamped natural frequencies",
      "definition (TOML); with --reduced the model file (*.mrt)", run_modes,
      [](CLI::App* command, ModesArguments* a) {
        command->add_flag("--reduced", a->reduced, "of the condensed model, from its file alone");
        command->add_option("--count", a->count, "how many; default 20")
            ->check(CLI::PositiveNumber);
        command
            ->add_option(
                "--interface", a->interface,
                "joint that is open, closed in normal direction (bonded) or stuck as well; "
                "default open")
            ->check(CLI::IsMember({"open", "bonded", "stuck"}));
      });
}

}  // namespace mortise::gen
