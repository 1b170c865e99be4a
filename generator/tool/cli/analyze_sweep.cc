#include "generator/ground/files/terminal.hpp"
#include "generator/judge/analyses/sweep.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/text_table.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

struct SweepArguments : AnalysisArguments {
  std::string cache;
  std::vector<double> frequencies, swept;
  int steps_per_period = 1600, minimum_periods = 400, maximum_periods = 800, jobs = 0;
  double rate = 0.0;
};

std::vector<SweepPoint> sweep_points(const SweepArguments& a, const BakeInput& input,
                                     const SweepExcitation& excitation) {
  ProgressBar bar("sweep");
  const auto progress = bar.shares();
  if (!a.swept.empty()) {
    return swept_response(input.system, input.options, excitation,
                          {a.swept[0], a.swept[1], a.rate, a.steps_per_period}, progress);
  }
  SweepOptions options;
  options.frequencies = a.frequencies;
  options.steps_per_period = a.steps_per_period;
  options.maximum_periods = a.maximum_periods;
  options.periodicity.minimum_periods = a.minimum_periods;
  options.jobs = a.jobs;
  return steady_sweep(input.system, input.options, excitation, options, progress);
}

nlohmann::json to_json(const std::vector<SweepPoint>& points, const ReducedSystem& system) {
  nlohmann::json list = nlohmann::json::array();
  for (const SweepPoint& point : points) {
    nlohmann::json amplitude = nlohmann::json::object();
    for (std::size_t i = 0; i < system.outputs.size(); ++i) {
      amplitude[system.outputs[i].name] = point.amplitude[i];
    }
    list.push_back({{"frequency_hz", point.frequency},
                    {"amplitude", amplitude},
                    {"periods", point.periods},
                    {"period_multiple", point.period_multiple}});
  }
  return {{"points", list}};
}

std::string to_table(const std::vector<SweepPoint>& points, const ReducedSystem& system) {
  std::vector<TableHead> heads = {quantity_head("frequency", "Hz"), count_head("periods"),
                                  count_head("multiple")};
  for (const OutputChannel& output : system.outputs) {
    heads.push_back(quantity_head(output.name, output.unit));
  }
  TextTable table(heads);
  for (const SweepPoint& point : points) {
    std::vector<std::string> row = {cell("%.6g", point.frequency),
                                    cell(static_cast<long>(point.periods)),
                                    cell(static_cast<long>(point.period_multiple))};
    for (const double amplitude : point.amplitude) row.push_back(cell("%.6g", amplitude));
    table.add_row(std::move(row));
  }
  return table.text();
}

int run_sweep(const SweepArguments& a) {
  if (a.frequencies.empty() == a.swept.empty()) {
    throw UsageError("give either --frequencies 80,85,90 or --swept 80,100 with --rate");
  }
  const Definition definition = read_definition(a.definition, a.overrides, Takes::structures);
  BuildSettings settings;
  settings.cache = a.cache;
  settings.log = log_line;
  const BakeInput input = prepare_bake(definition, settings);
  const auto points = sweep_points(a, input, excitation_of(definition, input.system));
  return print_either(a, to_json(points, input.system), to_table(points, input.system));
}

}  // namespace

void add_analyze_sweep(CLI::App* analyze, Command* chosen) {
  add_analysis<SweepArguments>(
      analyze, chosen, "sweep", "steady states under harmonic force, or a swept response",
      "definition (TOML)", run_sweep, [](CLI::App* command, SweepArguments* a) {
        command
            ->add_option("--frequencies", a->frequencies,
                         "of the steady states [Hz], e.g. 80,85,90")
            ->delimiter(',');
        command
            ->add_option("--swept", a->swept, "or first and last frequency of one swept run [Hz]")
            ->delimiter(',')
            ->expected(2);
        command->add_option("--rate", a->rate, "of the swept run [Hz/s], negative downwards");
        command->add_option("--steps-per-period", a->steps_per_period, "default 1600")
            ->check(CLI::Range(8, 1000000));
        command
            ->add_option("--minimum-periods", a->minimum_periods,
                         "before a motion may count as periodic; default 400")
            ->check(CLI::PositiveNumber);
        command->add_option("--maximum-periods", a->maximum_periods, "default 800")
            ->check(CLI::PositiveNumber);
        command->add_option("--jobs", a->jobs, "threads; default: all processors")
            ->check(CLI::Range(1, 1024));
        add_cache(command, &a->cache, "folder that keeps the condensation");
      });
}

}  // namespace mortise::gen
