#include <fmt/format.h>

#include <algorithm>
#include "generator/judge/analyses/paired_impacts.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct AdaptiveArguments : AnalysisArguments {
  double duration = 0.0;
};

nlohmann::json pair_json(const ImpactPair& p) {
  return {{"force_n", p.other.force},
          {"time_s", p.other.time},
          {"rebound_mps", p.other.rebound},
          {"restitution", p.restitution_other},
          {"force_error", p.other.force / p.full.force - 1.0},
          {"rebound_error", p.other.rebound / p.full.rebound - 1.0},
          {"restitution_error", p.restitution_other / p.restitution_full - 1.0}};
}

std::string pairs_text(const std::vector<ImpactPair>& pairs) {
  TextTable table({count_head("impact"), quantity_head("force", "N"), quantity_head("error", "%"),
                   quantity_head("rebound", "m/s"), quantity_head("error", "%"),
                   quantity_head("restitution", "-"), quantity_head("error", "%")});
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const ImpactPair& p = pairs[k];
    const auto error = [](double adaptive, double full) {
      return cell("%.3f", 100.0 * (adaptive / full - 1.0));
    };
    table.add_row({cell(static_cast<long>(k + 1)), cell("%.3f", p.other.force),
                   error(p.other.force, p.full.force), cell("%.5f", p.other.rebound),
                   error(p.other.rebound, p.full.rebound), cell("%.5f", p.restitution_other),
                   error(p.restitution_other, p.restitution_full)});
  }
  return table.text();
}

int run_analysis(const AdaptiveArguments& a) {
  FilmContactSpec definition = film_command(a.definition, a.overrides, a.duration);
  check_adaptive(definition);
  const bool given = a.duration > 0.0;
  const FilmRun full = run_film_command(definition, given ? FilmEnd::duration : FilmEnd::parting);
  if (!given) definition.duration = full.trace.back().time;
  const AdaptiveRun adaptive = run_adaptive_command(definition);
  const auto full_peaks = find_impacts(full.trace, kBounces),
             peaks = find_impacts(adaptive.run.trace, kBounces);
  const std::vector<ImpactPair> pairs = pair_impacts(full_peaks, peaks, definition.impact.velocity);
  const double wall = adaptive.run.counts.wall_seconds / full.counts.wall_seconds;
  const double processor = adaptive.run.counts.cpu_seconds / full.counts.cpu_seconds;
  if (a.json) {
    nlohmann::json impacts = nlohmann::json::array();
    for (const ImpactPair& p : pairs) impacts.push_back(pair_json(p));
    nlohmann::json result = {{"wall_ratio", wall},
                             {"cpu_ratio", processor},
                             {"full", counts_json(full)},
                             {"adaptive", counts_json(adaptive.run)},
                             {"impacts_full", full_peaks.size()},
                             {"impacts_adaptive", peaks.size()},
                             {"impacts", impacts}};
    result["adaptive"].update(adaptive_json(adaptive.counts));
    print_result(result);
  } else {
    const std::string line = fmt::format(
        "{:.2f} s of {:.2f} s wall time, ratio {:.3f}; {:.2f} s of {:.2f} s processor time, ratio "
        "{:.3f}\n",
        adaptive.run.counts.wall_seconds, full.counts.wall_seconds, wall,
        adaptive.run.counts.cpu_seconds, full.counts.cpu_seconds, processor);
    print_result(pairs_text(pairs) + line + adaptive_text(adaptive.counts) +
                 (full_peaks.size() == peaks.size()
                      ? std::string()
                      : fmt::format("the full model has {} impacts\n", full_peaks.size())));
  }
  return std::max(film_exit_code(full), film_exit_code(adaptive.run));
}

}  // namespace

void add_analyze_adaptive(CLI::App* analyze, Command* chosen) {
  add_analysis<AdaptiveArguments>(
      analyze, chosen, "adaptive",
      "impacts with reduced models made on the way against the full model: cost, errors",
      "definition (TOML) with film.kind = \"point\"", run_analysis,
      [](CLI::App* command, AdaptiveArguments* a) {
        command
            ->add_option("--duration", a->duration,
                         "seconds; default: as defined, and on until the bodies part")
            ->check(CLI::PositiveNumber);
      });
}

}  // namespace mortise::gen
