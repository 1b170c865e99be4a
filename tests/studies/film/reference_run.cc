#include "tests/studies/film/reference_run.hpp"

#include "generator/contact/film/contact_problem.hpp"
#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/film_json.hpp"
#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {
ReferenceRun make_reference_run(const FilmContactSpec& definition, const ScenarioSpec& scenario,
                                double step, const Progress& progress) {
  return make_reference_run(film_scenario(definition, scenario), scenario.name, step, progress);
}

namespace {

// Without its full run.
ReferenceRun prepared_run(const FilmCase& given, const std::string& name, double step) {
  ReferenceRun made;
  made.name = name;
  made.run = reducible(given);
  FilmCase& run = made.run;
  run.output = {};
  const bool line = run.film.kind == FilmKind::line;
  if (line) {
    run.step.control = StepControl::fixed;
    run.step.scheme = FilmScheme::sdirk2;
    run.step.size = step;
    run.step.largest = run.step.smallest = 0.0;
    return made;
  }
  ContactProblem problem(run, nullptr);
  const Vector states = problem.system().gap().initial_states();
  made.q = states.head(states.size() / 2);
  made.v = states.tail(states.size() / 2);
  return made;
}

FilmRun full_run(const ReferenceRun& made, const Progress& progress) {
  FilmRun full = simulate_film(made.run, progress, nullptr);
  if (!full.completed) {
    throw Error(made.run.path, "scenario \"" + made.name + "\": " + full.stop_reason,
                "choose a smaller reduce.step");
  }
  return full;
}

}  // namespace

ReferenceRun make_reference_run(const FilmCase& given, const std::string& name, double step,
                                const Progress& progress) {
  ReferenceRun made = prepared_run(given, name, step);
  made.full = full_run(made, progress);
  return made;
}

std::vector<ReferenceRun> make_reference_runs(const Definition& definition,
                                              const std::vector<std::size_t>& scenarios,
                                              double step, KeptMap map) {
  std::vector<ReferenceRun> runs;
  map.stage = "judging";
  map.goes_on = GoesOn::every_rank;
  const std::string judged = map.folder.empty() ? "" : stage_hash(definition, Stage::certify);
  for (const std::size_t index : scenarios) {
    const ScenarioSpec& scenario = definition.scenarios[index];
    runs.push_back(prepared_run(film_scenario(*definition.film, scenario), scenario.name, step));
    map.keys.push_back(ContentHash().add(judged).add(scenario.name).add(&step, sizeof step).hex());
  }
  std::vector<FilmRun> full = kept_map<FilmRun>(map, [&](std::size_t k) {
    ProgressBar bar(runs[k].name);
    return full_run(runs[k], bar.shares());
  });
  for (std::size_t k = 0; k < runs.size(); ++k) runs[k].full = std::move(full[k]);
  return runs;
}

}  // namespace mortise::gen
