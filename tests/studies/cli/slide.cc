// `mortise_studies slide`: a sliding contact on its condensed coordinates, by the explicit scheme.
#include <fmt/format.h>

#include <memory>

#include "generator/bake/structure/bake_options.hpp"
#include "generator/ground/files/table_writer.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "tests/generator/contact/sliding/forward_increment.hpp"
#include "tests/studies/cli/studies.hpp"

namespace mortise::gen {
namespace {

struct SlideArguments : DefinitionArguments {
  std::string scenario, output;
  double duration = 0.0;  // [s]; 0: as defined
  int every = 1;          // written sample out of so many
};

int run_slide(const SlideArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::structures);
  const auto assembled =
      with_warnings([&](auto* warnings) { return assemble(definition, warnings); });
  if (!assembled.system.lone().as<SlidingContact>())
    throw UsageError("slide is for contact.kind = \"sliding\"");
  const ScenarioSpec& scenario = definition.scenarios[scenario_index(definition, a.scenario)];
  const ReducedSystem modal = condense_as_defined(definition, assembled).system;
  const std::vector<SourceOptions> sources = sources_of(definition, scenario, modal.inputs, 0.0);
  const Trajectory t = with_bar(scenario.name, [&](const Progress& progress) {
    return run_sliding_modes(
        std::make_unique<ForwardIncrementSliding>(modal, *definition.step.size), sources,
        a.duration > 0.0 ? a.duration : scenario.duration, a.every, progress);
  });
  if (!a.output.empty()) {
    std::vector<Column> columns = {{"time", "s"}};
    for (const OutputChannel& output : modal.outputs) columns.push_back({output.name, output.unit});
    const auto table = open_table(a.output, columns, {});
    for (std::size_t k = 0; k < t.time.size(); ++k) {
      std::vector<double> row = {t.time[k]};
      row.insert(row.end(), t.outputs[k].begin(), t.outputs[k].end());
      table->write_row(row.data());
    }
    table->commit();
  }
  return print_result(
      a.json,
      {{"scenario", scenario.name},
       {"modes", modal.size()},
       {"steps", t.steps},
       {"first_not_sliding", t.first_not_sliding},
       {"output", a.output}},
      fmt::format("{} steps of {} modes{}\n", t.steps, modal.size(), written_to(a.output)));
}

}  // namespace

void add_slide(CLI::App* app, Command* chosen) {
  add_command<SlideArguments>(
      app, chosen, "slide",
      "a sliding contact on its condensed coordinates by explicit central differences", run_slide,
      [](CLI::App* command, SlideArguments* a) {
        add_definition(command, &a->definition);
        add_option(command, "--scenario", &a->scenario, "default: the first");
        add_duration(command, &a->duration, "seconds; default: as defined");
        add_overrides(command, &a->overrides);
        add_output(command, "-o,--output", &a->output, OutputKind::table, "table of the outputs");
        add_option(command, "--every", &a->every, "write every N-th sample", CLI::PositiveNumber);
      });
}

}  // namespace mortise::gen
