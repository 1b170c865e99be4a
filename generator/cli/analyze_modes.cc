#include <cstdio>
#include <memory>

#include "generator/bake/instance.hpp"
#include "generator/cli/analyze.hpp"
#include "generator/condense/modes.hpp"
#include "generator/constants.hpp"
#include "generator/define/attach_contacts.hpp"
#include "generator/define/import_model.hpp"
#include "generator/io/terminal.hpp"

namespace mortise::gen {
namespace {

struct ModesArguments {
  std::string source;
  std::vector<std::string> overrides;
  int count = 20;
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

// Of the full model, with the rigid tip the definition may ask for.
std::vector<double> full_frequencies(const ModesArguments& a) {
  const Definition definition = read_definition(a.source, a.overrides);
  std::vector<std::string> warnings;
  FullModel model = import_model(definition, &warnings);
  attach_contacts(definition, &model);
  for (const std::string& warning : warnings) log_warning(warning);
  ModeRequest request;
  request.count = std::min<Eigen::Index>(a.count, model.size());
  const Vector hz = lowest_modes(model.stiffness, model.mass, request).frequencies_hz();
  return {hz.begin(), hz.end()};
}

int run_modes(const ModesArguments& a) {
  if (a.reduced && !a.overrides.empty()) {
    throw UsageError("--set changes a definition; --reduced reads a finished model file");
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
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_modes(*a); }; });
}

}  // namespace mortise::gen
