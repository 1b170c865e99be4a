#include <fmt/format.h>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/judge/analyses/preload.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/failure.hpp"

namespace mortise::gen {
namespace {

struct PreloadArguments : AnalysisArguments {
  double increment = 0.01;
};

nlohmann::json preload_json(const PreloadStudy& study) {
  using nlohmann::json;
  const SlipFront& front = study.front;
  const bool rests = front.equilibrium;
  const auto pressure = [&](double (PreloadStudy::*at)() const) {
    return rests ? json((study.*at)()) : json();
  };
  json result = {{"load_factor", front.factor},
                 {"equilibrium", rests},
                 {"slip_points", rests ? front.slip_points : static_cast<int>(study.points)},
                 {"total_points", study.points},
                 {"slip_intervals_m", json::array()},
                 {"p_left_pa", pressure(&PreloadStudy::left)},
                 {"p_mid_pa", pressure(&PreloadStudy::middle)},
                 {"p_right_pa", pressure(&PreloadStudy::right)}};
  for (const auto& [first, last] : front.intervals)
    result["slip_intervals_m"].push_back({first, last});
  return result;
}

std::string preload_text(const PreloadStudy& study) {
  std::string text =
      fmt::format("{} of {} law points slip\n", study.front.slip_points, study.points);
  for (const auto& [first, last] : study.front.intervals)
    text += fmt::format("  {:.5g} ... {:.5g} m\n", first, last);
  return text + fmt::format("pressure left, middle, right: {:.5g}, {:.5g}, {:.5g} Pa\n",
                            study.left(), study.middle(), study.right());
}

int run_preload(const PreloadArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::structures);
  std::vector<std::string> warnings;
  const AssembledSystem assembled = assemble(definition, &warnings);
  for (const std::string& warning : warnings) log_warning(warning);
  const PreloadStudy study = study_preload(definition, assembled.system, {a.increment});
  if (!study.front.equilibrium) {
    const Finding slips = {
        definition.path,
        "gross slip: no static equilibrium at load.factor = " + number_text(study.front.factor),
        "lower load.factor, or press the joint harder"};
    if (a.json) print_result(failed_result(preload_json(study), slips));
    return report_failure(FailureKind::job, {slips}, false);
  }
  return print_either(a, preload_json(study), preload_text(study));
}

}  // namespace

void add_analyze_preload(CLI::App* analyze, Command* chosen) {
  add_analysis<PreloadArguments>(
      analyze, chosen, "preload",
      "where a pressed joint slips under load.factor, quasi-static; 1: it slips off",
      "definition (TOML)", run_preload, [](CLI::App* command, PreloadArguments* a) {
        command->add_option("--increment", a->increment, "of load.factor; default 0.01")
            ->check(CLI::PositiveNumber);
      });
}

}  // namespace mortise::gen
