#include "generator/tool/cli/film_command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/define/keys/flat_table.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

double reduced_share(const AdaptiveCounts& c) {
  return static_cast<double>(c.reduced) / static_cast<double>(std::max(1L, c.reduced + c.full));
}

}  // namespace

Definition film_definition_command(const std::string& path, std::vector<std::string> overrides,
                                   double duration, const std::string& scheme) {
  if (duration > 0.0) overrides.push_back("duration=" + to_text(TomlValue(duration)));
  if (!scheme.empty()) overrides.push_back("step.scheme=" + scheme);
  return read_and_log(path, overrides, Takes::films);
}

FilmContactSpec film_command(const std::string& path, const std::vector<std::string>& overrides,
                             double duration) {
  return *film_definition_command(path, overrides, duration).film;
}

FilmRun run_film_command(const FilmCase& film, FilmEnd end) {
  ProgressBar bar(film.name);
  return with_warnings([&](auto* warnings) {
    return end == FilmEnd::parting ? simulate_until_parted(film, bar.shares(), warnings)
                                   : simulate_film(film, bar.shares(), warnings);
  });
}

AdaptiveRun run_adaptive_command(const FilmCase& film) {
  ProgressBar bar(film.name);
  return with_warnings([&](auto* warnings) {
    return simulate_adaptive(film, AdaptiveOptions{}, bar.shares(), warnings);
  });
}

Finding stop_finding(const FilmCase& film, const FilmRun& run) {
  return {film.path, run.stop_reason,
          "the result ends there; a smaller step.size or a finer grid may pass it"};
}

int film_exit_code(const FilmRun& run) {
  if (run.completed) return 0;
  log_line("error: " + run.stop_reason);
  return 1;
}

nlohmann::json counts_json(const FilmRun& run) {
  return {{"points", run.points},
          {"steps", run.counts.steps},
          {"rejected", run.counts.rejected},
          {"stages", run.counts.stages},
          {"iterations", run.counts.iterations},
          {"factorisations", run.counts.factorisations},
          {"wall_seconds", run.counts.wall_seconds},
          {"cpu_seconds", run.counts.cpu_seconds},
          {"completed", run.completed},
          {"stop_reason", run.stop_reason}};
}

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

}  // namespace mortise::gen
