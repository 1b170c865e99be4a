#include <cstdio>
#include <memory>

#include "generator/bake/instance.hpp"
#include "generator/cli/analyze.hpp"
#include "generator/condense/modes.hpp"
#include "generator/constants.hpp"
#include "generator/define/attach_contacts.hpp"
#include "generator/define/attach_joint.hpp"
#include "generator/define/damping.hpp"
#include "generator/define/import_model.hpp"
#include "generator/error.hpp"
#include "generator/io/terminal.hpp"

namespace mortise::gen {
namespace {

struct ModesArguments {
  std::string source;
  std::vector<std::string> overrides;
  int count = 20;
  std::string interface;  // empty: open
  bool reduced = false, json = false;
};

// Of a model file, which alone knows its condensed modes.
std::vector<double> reduced_frequencies(const std::string& path, int count) {
  const Instance instance = open_model_file(path);
  std::vector<double> hz(static_cast<std::size_t>(std::min(instance.dims().modes, count)));
  for (std::size_t i = 0; i < hz.size(); ++i) {
    hz[i] = instance.model().view().omega[i] / kTwoPi;
  }
  return hz;
}

// The springs of the joint that hold, by the name of a state.
JointState joint_state(const ModesArguments& a, const Definition& definition) {
  if (a.interface.empty() || a.interface == "open") return JointState::open;
  if (definition.contact.kind != ContactKind::joint) {
    throw Error("--interface " + a.interface, definition.path + " has no joint to close",
                "leave --interface out, or set contact.kind to \"joint\"");
  }
  return a.interface == "bonded" ? JointState::bonded : JointState::stuck;
}

// Of the full model, with the rigid tip or the springs of the joint the definition may ask for.
std::vector<double> full_frequencies(const ModesArguments& a) {
  const Definition definition = read_definition(a.source, a.overrides);
  const JointState state = joint_state(a, definition);
  std::vector<std::string> warnings;
  FullSystem system;
  system.model = import_model(definition, &warnings);
  attach_contacts(definition, &system.model);
  if (state != JointState::open) system.joint = attach_joint(definition, system.model);
  for (const std::string& warning : warnings) log_warning(warning);
  ModeRequest request;
  request.count = std::min<Eigen::Index>(a.count, system.model.size());
  const SparseMatrix stiffness = stiffness_with_joint(system, definition.contact.joint.law, state);
  const Vector hz = lowest_modes(stiffness, system.model.mass, request).frequencies_hz();
  return {hz.begin(), hz.end()};
}

int run_modes(const ModesArguments& a) {
  if (a.reduced && !a.overrides.empty()) {
    throw UsageError("--set changes a definition; --reduced reads a finished model file");
  }
  if (a.reduced && !a.interface.empty()) {
    throw UsageError("--interface is of the full model; the modes of a model file are open");
  }
  const std::vector<double> hz =
      a.reduced ? reduced_frequencies(a.source, a.count) : full_frequencies(a);
  if (a.json) {
    print_result(
        nlohmann::json{{"frequencies_hz", hz}, {"method", a.reduced ? "reduced" : "full"}});
    return 0;
  }
  std::string text = "mode  frequency [Hz]\n";
  for (std::size_t i = 0; i < hz.size(); ++i) {
    char line[64];
    std::snprintf(line, sizeof line, "%4zu  %.8g\n", i + 1, hz[i]);
    text += line;
  }
  print_result(text);
  return 0;
}

}  // namespace

void add_analyze_modes(CLI::App* analyze, Command* chosen) {
  auto a = std::make_shared<ModesArguments>();
  CLI::App* command = analyze->add_subcommand("modes", "undamped natural frequencies");
  command->add_option("DEF", a->source, "definition (TOML); with --reduced the model file (*.mrt)")
      ->required();
  command->add_flag("--reduced", a->reduced, "of the condensed model, from its file alone");
  command->add_option("--count", a->count, "how many; default 20")->check(CLI::PositiveNumber);
  command
      ->add_option("--interface", a->interface,
                   "joint that is open, closed in normal direction (bonded) or stuck as well; "
                   "default open")
      ->check(CLI::IsMember({"open", "bonded", "stuck"}));
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_modes(*a); }; });
}

}  // namespace mortise::gen
