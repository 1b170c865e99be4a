#include <memory>
#include <optional>
#include <utility>

#include "generator/bake/structure/bake_options.hpp"
#include "generator/define/definition/dubious_values.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/files/table_writer.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/assemble/joint_phases.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/full.hpp"

namespace mortise::gen {
namespace {

void write_trajectory(const Trajectory& t, const std::vector<OutputChannel>& outputs,
                      const std::string& path, const TableOptions& options) {
  std::vector<Column> columns = {{"time", "s"}};
  for (const OutputChannel& output : outputs) columns.push_back({output.name, output.unit});
  const auto table = open_table(path, columns, options);
  for (std::size_t k = 0; k < t.time.size(); ++k) {
    std::vector<double> row = {t.time[k]};
    row.insert(row.end(), t.outputs[k].begin(), t.outputs[k].end());
    table->write_row(row.data());
  }
  table->commit();
}

bool is_film_scheme(const std::string& scheme) {
  return scheme == "sdirk2" || scheme == "sdirk4" || scheme == "backward_euler" || scheme == "bdf2";
}

// As asked for, else as defined.
std::string scheme_of(const Definition& definition, const std::string& asked) {
  if (!asked.empty()) return asked;
  return definition.step.scheme == StepScheme::generalised_alpha ? "generalised_alpha"
                                                                 : "moreau_jean";
}

ReducedSystem condensed_sliding(const Definition& definition, const AssembledSystem& assembled) {
  if (!assembled.system.sliding)
    throw UsageError("--condensed is for sliding contacts; build and run other models");
  return condense_as_defined(definition, assembled).system;
}

void warn_about(const Trajectory& t, double step) {
  if (t.unsolved_steps > 0) {
    log_warning("the law of the joint has no solution in " + std::to_string(t.unsolved_steps) +
                " steps: their best approximation was kept");
  }
  if (t.first_not_sliding > 0) {
    log_warning("the bilateral contact would pull, or its slip turned around, first at t = " +
                number_text(static_cast<double>(t.first_not_sliding) * step) +
                " s: the result is not valid from there on");
  }
}

int run_full_structure(const FullArguments& a, const Definition& definition) {
  if (!a.profiles.empty() || !a.pictures.empty() || a.adaptive) {
    throw UsageError("--profiles, --pictures and --adaptive are for film contacts");
  }
  if (is_film_scheme(a.scheme)) {
    throw UsageError("--scheme " + a.scheme +
                     " integrates film contacts; structures take moreau_jean, schurzig, "
                     "generalised_alpha or forward_increment");
  }
  const std::string scheme = scheme_of(definition, a.scheme);
  for (const std::string& line : messages_of(definition)) log_line(line);
  const std::size_t index = scenario_index(definition, a.scenario);
  const ScenarioSpec& scenario = definition.scenarios[index];
  std::vector<std::string> warnings;
  std::optional<ProgressBar> reading(std::in_place, "import", 1);
  const AssembledSystem assembled = assemble(definition, &warnings);
  reading.reset();
  for (const std::string& warning : warnings) log_warning(warning);
  FullOrderOptions options;
  options.step = *definition.step.size;
  options.law = definition.law;
  options.scheme = time_scheme(scheme);
  options.spectral_radius = definition.step.spectral_radius;
  options.phases = joint_phases(assembled, index);
  ProgressBar bar("full-order " + scenario.name);
  const auto progress = bar.shares();
  const std::vector<SourceOptions> sources =
      sources_of(definition, scenario, assembled.system.inputs, 0.0);
  const double duration = a.duration > 0.0 ? a.duration : scenario.duration;
  const InitialState& start = assembled.scenario_states[index];
  const Trajectory t = a.condensed
                           ? run_sliding_modes(condensed_sliding(definition, assembled), options,
                                               sources, duration, a.every, progress)
                           : run_full(assembled.system, options, sources, start.displacement,
                                      start.velocity, duration, a.every, progress);
  warn_about(t, options.step);
  if (!a.output.empty()) write_trajectory(t, assembled.system.outputs, a.output, {a.units});

  if (a.json) {
    print_result(nlohmann::json{{"scenario", scenario.name},
                                {"scheme", scheme},
                                {"dofs", assembled.system.model.size()},
                                {"steps", t.steps},
                                {"steps_in_contact", t.steps_in_contact},
                                {"energy_start", t.energy_start},
                                {"energy_end", t.energy_end},
                                {"largest_energy_gain", t.largest_energy_gain},
                                {"dissipated_in_contact", t.dissipated_in_contact},
                                {"unsolved_steps", t.unsolved_steps},
                                {"first_not_sliding", t.first_not_sliding},
                                {"output", a.output}});
  } else {
    print_result(std::to_string(t.steps) + " steps of " +
                 std::to_string(assembled.system.model.size()) + " dofs, " +
                 std::to_string(t.steps_in_contact) + " in contact" +
                 (a.output.empty() ? "" : ", written to " + output_text(a.output)) + "\n");
  }
  return 0;
}

int run_full(const FullArguments& a) {
  const Definition definition = read_definition(a.definition, a.overrides);
  return definition.film ? run_full_film(a) : run_full_structure(a, definition);
}

}  // namespace

void add_full(CLI::App* app, Command* chosen) {
  auto a = std::make_shared<FullArguments>();
  CLI::App* command =
      app->add_subcommand("full", "simulate the unreduced model of a structure or film contact");
  command->add_option("DEF", a->definition, "definition (TOML)")->required();
  command->add_option("--scenario", a->scenario,
                      "default: the first of a structure, a film as it is defined");
  command
      ->add_option("--scheme", a->scheme,
                   "time scheme of a structure: moreau_jean, or schurzig as printed; of a sliding "
                   "contact also generalised_alpha, forward_increment (explicit); of a film: "
                   "sdirk2, sdirk4, backward_euler, bdf2")
      ->check(CLI::IsMember({"moreau_jean", "schurzig", "generalised_alpha", "forward_increment",
                             "sdirk2", "sdirk4", "backward_euler", "bdf2"}));
  command->add_flag("--condensed", a->condensed,
                    "sliding contacts: on the condensed coordinates, which explicit steps need");
  command->add_option("--duration", a->duration, "seconds; default: as defined")
      ->check(CLI::PositiveNumber);
  add_overrides(command, &a->overrides);
  add_output(command, "-o,--output", &a->output, OutputKind::table, "table of the outputs");
  command->add_option("--every", a->every, "write every N-th sample")->check(CLI::PositiveNumber);
  add_output(command, "--profiles", &a->profiles, OutputKind::table,
             "table of pressure and gap along the film at output.profiles");
  command->add_flag("--adaptive", a->adaptive,
                    "impacts on a film: with reduced models made on the way");
  add_picture_folder(command, &a->pictures, "folder for pictures of a film contact");
  add_units(command, &a->units);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_full(*a); }; });
}

}  // namespace mortise::gen
