#include "generator/tool/cli/film_command.hpp"

#include "generator/define/keys/flat_table.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "generator/tool/cli/command.hpp"

namespace mortise::gen {
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

}  // namespace mortise::gen
