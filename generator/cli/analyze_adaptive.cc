#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "generator/adaptive/impact_peaks.hpp"
#include "generator/cli/adaptive_command.hpp"
#include "generator/cli/analyze.hpp"
#include "generator/cli/film_command.hpp"
#include "generator/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct AdaptiveArguments {
  std::string definition;
  std::vector<std::string> overrides;
  double duration = 0.0;
  bool json = false;
};

// Peaks of both runs in turn; the shorter list counts, its length is compared by the caller.
struct PeakPair {
  ImpactPeak full, adaptive;
  double restitution_full = 0.0, restitution_adaptive = 0.0;
};

std::vector<PeakPair> pair_peaks(const std::vector<ImpactPeak>& full,
                                 const std::vector<ImpactPeak>& adaptive, double velocity) {
  std::vector<PeakPair> pairs;
  double in_full = velocity, in_adaptive = velocity;
  for (std::size_t k = 0; k < std::min(full.size(), adaptive.size()); ++k) {
    pairs.push_back(
        {full[k], adaptive[k], full[k].rebound / in_full, adaptive[k].rebound / in_adaptive});
    in_full = full[k].rebound;
    in_adaptive = adaptive[k].rebound;
  }
  return pairs;
}

nlohmann::json pair_json(const PeakPair& p) {
  return {{"force_n", p.adaptive.force},
          {"time_s", p.adaptive.time},
          {"rebound_mps", p.adaptive.rebound},
          {"restitution", p.restitution_adaptive},
          {"force_error", p.adaptive.force / p.full.force - 1.0},
          {"rebound_error", p.adaptive.rebound / p.full.rebound - 1.0},
          {"restitution_error", p.restitution_adaptive / p.restitution_full - 1.0}};
}

std::string pairs_text(const std::vector<PeakPair>& pairs) {
  TextTable table({count_head("impact"), quantity_head("force", "N"), quantity_head("error", "%"),
                   quantity_head("rebound", "m/s"), quantity_head("error", "%"),
                   quantity_head("restitution", "-"), quantity_head("error", "%")});
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const PeakPair& p = pairs[k];
    const auto error = [](double adaptive, double full) {
      return cell("%.3f", 100.0 * (adaptive / full - 1.0));
    };
    table.add_row({cell(static_cast<long>(k + 1)), cell("%.3f", p.adaptive.force),
                   error(p.adaptive.force, p.full.force), cell("%.5f", p.adaptive.rebound),
                   error(p.adaptive.rebound, p.full.rebound), cell("%.5f", p.restitution_adaptive),
                   error(p.restitution_adaptive, p.restitution_full)});
  }
  return table.text();
}

int run_analysis(const AdaptiveArguments& a) {
  FilmDefinition definition = read_film_command(a.definition, a.overrides, a.duration, "");
  check_adaptive(definition);
  const bool given = a.duration > 0.0;
  const FilmRun full = run_film_command(definition, given ? FilmEnd::duration : FilmEnd::parting);
  if (!given) definition.duration = full.trace.back().time;
  const AdaptiveRun adaptive = run_adaptive_command(definition);
  const auto full_peaks = impact_peaks(full.trace), peaks = impact_peaks(adaptive.run.trace);
  const std::vector<PeakPair> pairs = pair_peaks(full_peaks, peaks, definition.impact.velocity);
  const double wall = adaptive.run.counts.wall_seconds / full.counts.wall_seconds;
  const double processor = adaptive.run.counts.cpu_seconds / full.counts.cpu_seconds;
  if (a.json) {
    nlohmann::json impacts = nlohmann::json::array();
    for (const PeakPair& p : pairs) impacts.push_back(pair_json(p));
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
    char line[256];
    std::snprintf(line, sizeof line,
                  "%.2f s of %.2f s wall time, ratio %.3f; %.2f s of %.2f s processor time, ratio "
                  "%.3f\n",
                  adaptive.run.counts.wall_seconds, full.counts.wall_seconds, wall,
                  adaptive.run.counts.cpu_seconds, full.counts.cpu_seconds, processor);
    print_result(pairs_text(pairs) + line + adaptive_text(adaptive.counts) +
                 (full_peaks.size() == peaks.size()
                      ? std::string()
                      : "the full model has " + std::to_string(full_peaks.size()) + " impacts\n"));
  }
  return std::max(film_exit_code(full), film_exit_code(adaptive.run));
}

}  // namespace

void add_analyze_adaptive(CLI::App* analyze, Command* chosen) {
  auto a = std::make_shared<AdaptiveArguments>();
  CLI::App* command = analyze->add_subcommand(
      "adaptive",
      "impacts with reduced models made on the way against the full model: cost, errors");
  command->add_option("DEF", a->definition, "definition (TOML) with film.kind = \"point\"")
      ->required();
  command
      ->add_option("--duration", a->duration,
                   "seconds; default: as defined, and on until the bodies part")
      ->check(CLI::PositiveNumber);
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_analysis(*a); }; });
}

}  // namespace mortise::gen
