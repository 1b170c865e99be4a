// `mortise report`: one page about a model file.
#include "generator/deliver/report/definition_sections.hpp"

#include "generator/ground/files/output_file.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/model_report.hpp"
#include "generator/tool/cli/step_timer.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

constexpr std::uint64_t kTimedSteps = 20000;

struct ReportArguments : ModelArguments {
  std::string definition, scenario, output, cache, full_order;
  std::vector<std::string> overrides;
  bool no_timing = false;
};

// What the definition adds; its errors come before the runs of the model.
std::optional<Definition> definition_of(const ReportArguments& a, const Instance& instance) {
  if (a.definition.empty()) {
    for (const auto& [option, given] :
         {std::pair{"--set", !a.overrides.empty()}, std::pair{"--cache", !a.cache.empty()},
          std::pair{"--full-order", !a.full_order.empty()}})
      if (given) throw UsageError(std::string(option) + " is for reports with a definition");
    return std::nullopt;
  }
  Definition definition = read_and_log(a.definition, a.overrides, Takes::any);
  compare_with_definition(definition, a.model, instance);
  return definition;
}

std::vector<ReportRecording> recordings_of(Instance* instance, const std::string& scenario) {
  const Model& model = instance->model();
  const auto* scenarios = model.root()->scenarios();
  const int count = scenarios == nullptr ? 0 : static_cast<int>(scenarios->size());
  const int only = scenario.empty() ? -1 : asked_scenario(model, scenario);
  std::vector<ReportRecording> recordings;
  for (int k = 0; k < count; ++k) {
    if (only >= 0 && k != only) continue;
    recordings.push_back(
        with_bar(scenarios->Get(static_cast<std::uint32_t>(k))->name()->str(),
                 [&](const Progress& progress) { return record_scenario(instance, k, progress); }));
  }
  return recordings;
}

std::optional<ReportTimes> times_of(Instance* instance, const ReportArguments& a) {
  if (a.no_timing) return std::nullopt;
  const TimerResult result = time_steps(instance, {kTimedSteps, 0.0, a.scenario});
  return ReportTimes{result.ns, result.heap_calls, result.iterations_max, result.clock_ns};
}

int run_report(const ReportArguments& a) {
  Instance instance = open_model_file(a.model);
  const std::optional<Definition> definition = definition_of(a, instance);
  const long steps = full_steps(a.full_order);
  const nlohmann::json facts = model_json(instance);
  const std::vector<ReportRecording> recordings = recordings_of(&instance, a.scenario);
  const std::optional<ReportTimes> times = times_of(&instance, a);
  const ReportInput input{a.model, instance, facts, recordings, times};
  const ReportPage page = model_report_page(
      input, definition ? definition_sections(input, {*definition, a.cache, a.full_order != "none",
                                                      steps, log_line})
                        : without_definition());
  const std::string html = report_html(page);
  write_output(a.output, OutputKind::page, html.data(), html.size());
  nlohmann::json sections = nlohmann::json::array();
  for (const ReportSection& section : page.sections)
    sections.push_back({{"section", section.id},
                        {"figures_and_tables", section.blocks.size()},
                        {"left_out", section.absent}});
  return print_result(
      a.json,
      {{"model", a.model}, {"output", a.output}, {"bytes", html.size()}, {"sections", sections}},
      std::to_string(html.size()) + " bytes" + written_to(a.output) + "\n");
}

}  // namespace

void add_report(CLI::App* app, Command* chosen) {
  add_command<ReportArguments>(
      app, chosen, "report", "one page about a model file, with pictures, to read without network",
      run_report, [](CLI::App* command, ReportArguments* a) {
        add_model(command, &a->model);
        add_option(command, "DEF", &a->definition,
                   "definition that it was built from: adds geometry, mode shapes, the full model "
                   "beside the reduced one, singular values");
        add_option(command, "--scenario", &a->scenario,
                   "that is played; default: all of the file, and the held-out ones at full order");
        add_full_order(command, &a->full_order)
            ->description(
                "with DEF: how far the full model runs; of structures so many steps from the "
                "start");
        add_cache(command, &a->cache,
                  "folder with the runs of a film's training, which keeps those "
                  "of the full film");
        add_overrides(command, &a->overrides);
        command->add_flag("--no-timing", a->no_timing,
                          "measure no step times: the same model then gives the same bytes");
        add_output(command, "-o,--output", &a->output, OutputKind::page, "page to write")
            ->required();
      });
}

}  // namespace mortise::gen
