#include <memory>
#include <optional>

#include "generator/deliver/pictures/film_pictures.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/files/table_writer.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/failure.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/full.hpp"

namespace mortise::gen {
namespace {

// Named as the channels of a reduced film: `load` is what a line contact is pressed with, `force`
// what the film carries, the same in every step of such a contact.
std::vector<Column> trace_columns(FilmKind kind) {
  const bool line = kind == FilmKind::line;
  const std::string unit = kind == FilmKind::point ? "N" : "N/m";
  std::vector<Column> columns = {{"time", "s"},       {line ? "load" : "force", unit},
                                 {"p_central", "Pa"}, {"p_max", "Pa"},
                                 {"h_central", "m"},  {"h_min", "m"},
                                 {"velocity", "m/s"}};
  if (line) columns.push_back({"force", unit});
  return columns;
}

// Every N-th sample and the last one.
void write_trace(const FilmRun& run, int every, TableWriter* table) {
  const auto step = static_cast<std::size_t>(every);
  for (std::size_t k = 0; k < run.trace.size(); ++k) {
    if (k % step != 0 && k + 1 != run.trace.size()) continue;
    const FilmSample& s = run.trace[k];
    const double row[] = {s.time,  s.force,    s.p_central, s.p_max, s.h_central,
                          s.h_min, s.velocity, s.force};  // the last one for lines only
    table->write_row(row);
  }
  table->commit();
}

std::vector<Column> profile_columns(Cavitation cavitation) {
  std::vector<Column> columns = {{"time", "s"}, {"x", "m"}, {"pressure", "Pa"}, {"gap", "m"}};
  if (cavitation == Cavitation::mass_conserving) columns.push_back({"fill", ""});
  return columns;
}

void write_profiles(const FilmRun& run, TableWriter* table) {
  for (const FilmProfile& p : run.profiles) {
    for (Eigen::Index i = 0; i < p.x.size(); ++i) {
      const double fill = p.fill.size() > 0 ? p.fill[i] : 1.0;
      const double row[] = {p.time, p.x[i], p.pressure[i], p.gap[i], fill};
      table->write_row(row);
    }
  }
  table->commit();
}

std::string summary(const FilmRun& run, const std::string& output) {
  return std::to_string(run.counts.steps) + " steps (" + std::to_string(run.counts.rejected) +
         " rejected) of " + std::to_string(run.points) + " film nodes, " +
         std::to_string(run.counts.iterations) + " Newton iterations" +
         (output.empty() ? "" : ", written to " + output_text(output)) + "\n";
}

}  // namespace

int run_full_film(const FullArguments& a) {
  if (a.scheme == "moreau_jean" || a.scheme == "schurzig") {
    throw UsageError("--scheme " + a.scheme +
                     " integrates structures; films take sdirk2, sdirk4, backward_euler or bdf2");
  }
  const Definition given = film_definition_command(a.definition, a.overrides, a.duration, a.scheme);
  FilmContactSpec definition = *given.film;
  if (!a.scenario.empty()) {
    ScenarioSpec scenario = given.scenarios.at(scenario_index(given, a.scenario));
    if (a.duration > 0.0) scenario.duration = a.duration;
    definition = film_scenario(definition, scenario);
  }
  if (!a.profiles.empty() && definition.output.profiles.empty()) {
    throw Error("--profiles " + a.profiles, "the definition records no profiles",
                "give their times, e.g. --set 'output.profiles=[0, 1e-4]'");
  }
  if (!a.pictures.empty()) try_film_pictures(a.pictures);
  // opened first: a folder that cannot be written shall not cost a simulation
  std::unique_ptr<TableWriter> trace, profiles;
  if (!a.output.empty())
    trace = open_table(a.output, trace_columns(definition.film.kind), {a.units});
  if (!a.profiles.empty()) {
    profiles = open_table(a.profiles, profile_columns(definition.film.cavitation), {a.units});
  }
  FilmRun run;
  std::optional<AdaptiveCounts> adaptive;
  if (a.adaptive) {
    AdaptiveRun result = run_adaptive_command(definition);
    run = std::move(result.run);
    adaptive = result.counts;
  } else {
    run = run_film_command(definition);
  }
  if (trace) write_trace(run, a.every, trace.get());
  if (profiles) write_profiles(run, profiles.get());
  std::vector<std::string> pictures;
  if (!a.pictures.empty()) pictures = write_film_pictures(definition, run, a.pictures);
  if (a.json) {
    nlohmann::json result = counts_json(run);
    result["duration_s"] = run.trace.back().time;
    result["output"] = a.output;
    result["pictures"] = pictures;
    if (adaptive) result["adaptive"] = adaptive_json(*adaptive);
    if (!run.completed) result = failed_result(result, stop_finding(definition, run));
    print_result(result);
  } else {
    print_result(summary(run, a.output) + (adaptive ? adaptive_text(*adaptive) : ""));
  }
  return film_exit_code(run);
}

}  // namespace mortise::gen
