// `mortise report`: one page about a model file.
#include "generator/deliver/report/report.hpp"

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
  std::string scenario, output;
  bool no_timing = false;
};

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
  const nlohmann::json facts = model_json(instance);
  const std::vector<ReportRecording> recordings = recordings_of(&instance, a.scenario);
  const std::optional<ReportTimes> times = times_of(&instance, a);
  const ReportPage page =
      model_report_page({instance, facts, recordings, times}, without_definition());
  if (!has_plot_library())
    log_warning("this program was built without libjs-dygraphs: curves are drawings without zoom");
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
        add_option(command, "--scenario", &a->scenario, "that is played; default: all of the file");
        command->add_flag("--no-timing", a->no_timing,
                          "measure no step times: the same model then gives the same bytes");
        add_output(command, "-o,--output", &a->output, OutputKind::page, "page to write")
            ->required();
      });
}

}  // namespace mortise::gen
