#include "generator/cli/film_command.hpp"

#include "generator/cli/command.hpp"
#include "generator/define/flat_table.hpp"
#include "generator/ehd/simulate.hpp"
#include "generator/io/terminal.hpp"
#include "generator/pipeline/certify.hpp"

namespace mortise::gen {

FilmDefinition read_film_command(const std::string& path, std::vector<std::string> overrides,
                                 double duration, const std::string& scheme) {
  if (duration > 0.0) overrides.push_back("duration=" + to_text(TomlValue(duration)));
  if (!scheme.empty()) overrides.push_back("step.scheme=" + scheme);
  FilmDefinition definition = read_film_definition(path, overrides);
  log_messages(definition);
  return definition;
}

FilmDefinition film_scenario_command(const FilmDefinition& definition, const std::string& name,
                                     double duration) {
  const std::size_t index =
      chosen_scenarios(definition.path, named_scenarios(definition.scenarios), name).front();
  FilmScenarioSpec scenario = definition.scenarios[index];
  if (duration > 0.0) scenario.duration = duration;
  return film_scenario(definition, scenario);
}

FilmRun run_film_command(const FilmDefinition& definition, FilmEnd end) {
  ProgressBar bar(definition.name, 1000);
  std::vector<std::string> warnings;
  const FilmProgress progress = [&](double share) {
    bar.update(static_cast<std::uint64_t>(1000.0 * share));
  };
  FilmRun run = end == FilmEnd::parting ? simulate_until_parted(definition, progress, &warnings)
                                        : simulate_film(definition, progress, &warnings);
  for (const std::string& warning : warnings) log_warning(warning);
  return run;
}

Finding stop_finding(const FilmDefinition& definition, const FilmRun& run) {
  return {definition.path, run.stop_reason,
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
