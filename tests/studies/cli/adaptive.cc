// `mortise_studies adaptive`: what reduced models made on the way of impacts cost and miss.
#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/text/error.hpp"
#include "generator/simulate/film/impacts.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "tests/studies/adaptive/adaptive_film.hpp"
#include "tests/studies/cli/studies.hpp"

namespace mortise::gen {
namespace {

FilmEnd end_of(double duration) { return duration > 0.0 ? FilmEnd::duration : FilmEnd::parting; }

AdaptiveRun run_adaptive_command(const FilmCase& film) {
  ProgressBar bar(film.name);
  return with_warnings([&](auto* warnings) {
    return simulate_adaptive(film, AdaptiveOptions{}, bar.shares(), warnings);
  });
}

double reduced_share(const AdaptiveCounts& c) {
  return static_cast<double>(c.reduced) / static_cast<double>(std::max(1L, c.reduced + c.full));
}

// Share of stages solved in reduced spaces, spaces made, their sizes, checks of the residual.
nlohmann::json adaptive_json(const AdaptiveCounts& c) {
  return {{"reduced_stages", c.reduced},        {"full_stages", c.full},
          {"reduced_share", reduced_share(c)},  {"bases", c.bases},
          {"mean_modes", c.mean_modes},         {"mean_free_nodes", c.mean_free},
          {"largest_space", c.largest},         {"residual_checks", c.checks},
          {"enlargements", c.enlargements},     {"worst_accepted", c.worst_accepted},
          {"reduced_iterations", c.iterations}, {"reduced_factorisations", c.factorisations}};
}

std::string adaptive_text(const AdaptiveCounts& c) {
  return fmt::format(
      "{:.1f} % of {} stages in {} reduced spaces, on average {:.1f} modes and {:.1f} free nodes, "
      "at most {} unknowns;\n{} checks of all rows, {} enlargements, largest correction left "
      "{:.3f} of a step's tolerance\n",
      100.0 * reduced_share(c), c.reduced + c.full, c.bases, c.mean_modes, c.mean_free, c.largest,
      c.checks, c.enlargements, c.worst_accepted);
}

struct AdaptiveArguments : DefinitionArguments {
  double duration = 0.0;
};

// One impact in both runs, and its rebound over the velocity before: the impact velocity, then the
// last rebound [-].
struct ImpactPair {
  std::size_t number;
  Impact full, adaptive;
  double restitution_full, restitution;

  double force_error() const { return adaptive.force / full.force - 1.0; }
  double rebound_error() const { return adaptive.rebound / full.rebound - 1.0; }
  double restitution_error() const { return restitution / restitution_full - 1.0; }
};

// Impacts in pairs, as many as the shorter one has. velocity: of the first approach [m/s].
std::vector<ImpactPair> pair_impacts(const std::vector<Impact>& full,
                                     const std::vector<Impact>& adaptive, double velocity) {
  std::vector<ImpactPair> pairs;
  double in_full = velocity, in_adaptive = velocity;
  for (std::size_t k = 0; k < std::min(full.size(), adaptive.size()); ++k) {
    pairs.push_back({k + 1, full[k], adaptive[k], full[k].rebound / in_full,
                     adaptive[k].rebound / in_adaptive});
    in_full = full[k].rebound;
    in_adaptive = adaptive[k].rebound;
  }
  return pairs;
}

int run_adaptive(const AdaptiveArguments& a) {
  using Pair = ImpactPair;
  const Fields<Pair> fields = {
      {"", of(&Pair::number), count_head("impact")},
      {"force_n", of(&Pair::adaptive, &Impact::force), quantity_head("force", "N"), "%.3f"},
      {"force_error", of(&Pair::force_error), quantity_head("error", "%"), "%.3f", 100},
      {"time_s", of(&Pair::adaptive, &Impact::time)},
      {"rebound_mps", of(&Pair::adaptive, &Impact::rebound), quantity_head("rebound", "m/s"),
       "%.5f"},
      {"rebound_error", of(&Pair::rebound_error), quantity_head("error", "%"), "%.3f", 100},
      {"restitution", of(&Pair::restitution), quantity_head("restitution", "-"), "%.5f"},
      {"restitution_error", of(&Pair::restitution_error), quantity_head("error", "%"), "%.3f",
       100}};
  FilmContactSpec definition = film_command(a.definition, a.overrides, a.duration);
  check_adaptive(definition);
  const FilmRun full = run_film_command(definition, end_of(a.duration));
  if (a.duration <= 0.0) definition.duration = full.trace.back().time;
  const AdaptiveRun adaptive = run_adaptive_command(definition);
  const auto full_peaks = find_impacts(full.trace, kBounces),
             peaks = find_impacts(adaptive.run.trace, kBounces);
  const std::vector<Pair> pairs = pair_impacts(full_peaks, peaks, definition.impact.velocity);
  const RunCounts &cost = adaptive.run.counts, &whole = full.counts;
  const double wall = cost.wall_seconds / whole.wall_seconds;
  const double processor = cost.cpu_seconds / whole.cpu_seconds;
  nlohmann::json result = {{"wall_ratio", wall},
                           {"cpu_ratio", processor},
                           {"full", counts_json(full)},
                           {"adaptive", counts_json(adaptive.run)},
                           {"impacts_full", full_peaks.size()},
                           {"impacts_adaptive", peaks.size()},
                           {"impacts", rows_json(fields, pairs)}};
  result["adaptive"].update(adaptive_json(adaptive.counts));
  std::string text =
      rows_text(fields, pairs) +
      fmt::format(
          "{:.2f} s of {:.2f} s wall time, ratio {:.3f}; {:.2f} s of {:.2f} s processor time, "
          "ratio {:.3f}\n",
          cost.wall_seconds, whole.wall_seconds, wall, cost.cpu_seconds, whole.cpu_seconds,
          processor) +
      adaptive_text(adaptive.counts);
  if (full_peaks.size() != peaks.size())
    text += fmt::format("the full model has {} impacts\n", full_peaks.size());
  print_result(a.json, result, text);
  return std::max(film_exit_code(full), film_exit_code(adaptive.run));
}

}  // namespace

void add_adaptive(CLI::App* app, Command* chosen) {
  add_analysis<AdaptiveArguments>(
      app, chosen, "adaptive",
      "impacts with reduced models made on the way against the full model: cost, errors",
      "definition (TOML) with film.kind = \"point\"", run_adaptive,
      [](CLI::App* command, AdaptiveArguments* a) {
        add_duration(command, &a->duration, kUntilParted);
      });
}

}  // namespace mortise::gen
