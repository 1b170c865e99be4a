#include <algorithm>
#include <memory>
#include <numeric>

#include "generator/bake/instance.hpp"
#include "generator/cli/analyze.hpp"
#include "generator/cli/text_table.hpp"
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

struct ModeTable {
  std::vector<double> hz;        // ascending
  std::vector<int> coordinates;  // of a model file: where they stand in it; else empty
};

// A film under a prescribed load has pressure shapes, but nothing that could swing.
[[noreturn]] void refuse_rolling_film(const std::string& path, const ModelView& view) {
  std::string shapes;
  for (std::int32_t k = 0; k < view.film.count; ++k) {
    shapes += (k == 0 ? "" : ", ") + std::to_string(view.film.bases[k].modes);
  }
  throw Error(path,
              "is the film of a contact under a prescribed load: it has no modal coordinates, but "
              "pressure shapes (" +
                  shapes + " per basis), and those have no natural frequencies",
              "see `mortise info " + path + "`; impacts have the modes of their bodies");
}

// Of a model file, which alone knows its condensed modes; they stand in it body by body, or as
// they were chosen.
ModeTable reduced_modes(const std::string& path, int count) {
  const Instance instance = open_model_file(path);
  const ModelView& view = instance.model().view();
  const auto modes = static_cast<std::size_t>(instance.dims().modes);
  if (view.is_film() && modes == 0) refuse_rolling_film(path, view);
  // of films in units of their own
  const double per_second = view.is_film() ? 1.0 / view.film.constants->time : 1.0;
  ModeTable table;
  table.coordinates.resize(modes);
  std::iota(table.coordinates.begin(), table.coordinates.end(), 0);
  std::stable_sort(table.coordinates.begin(), table.coordinates.end(),
                   [&](int a, int b) { return view.omega[a] < view.omega[b]; });
  table.coordinates.resize(std::min(modes, static_cast<std::size_t>(count)));
  for (const int i : table.coordinates) table.hz.push_back(view.omega[i] * per_second / kTwoPi);
  return table;
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
ModeTable full_modes(const ModesArguments& a) {
  const Definition definition = read_definition(a.source, a.overrides);
  log_messages(definition);
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
  return {{hz.begin(), hz.end()}, {}};
}

int run_modes(const ModesArguments& a) {
  if (a.reduced && !a.overrides.empty()) {
    throw UsageError("--set changes a definition; --reduced reads a finished model file");
  }
  if (a.reduced && !a.interface.empty()) {
    throw UsageError("--interface is of the full model; the modes of a model file are open");
  }
  const ModeTable table = a.reduced ? reduced_modes(a.source, a.count) : full_modes(a);
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
