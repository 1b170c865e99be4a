// `mortise verify --draws` of films.
#include "generator/tool/cli/verify_film_draws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/jobs/ranks.hpp"
#include "generator/judge/certify/certify_film.hpp"
#include "generator/judge/compare/film_draws.hpp"
#include "generator/reduce/film/conditions.hpp"
#include "generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Value below which a share of them lies.
double share_below(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(std::ceil(share * last))];
}

struct DrawnQuantity {
  const char* name;
  double JudgedDraw::*error;
};
constexpr DrawnQuantity kDrawnGaps[] = {{"central_pressure", &JudgedDraw::pressure},
                                        {"central_gap", &JudgedDraw::gap},
                                        {"minimum_gap", &JudgedDraw::smallest}};
constexpr DrawnQuantity kDrawnMotion[] = {{"force", &JudgedDraw::force},
                                          {"restitution", &JudgedDraw::restitution}};

std::vector<DrawnQuantity> drawn_quantities(const Definition& definition) {
  std::vector<DrawnQuantity> all(std::begin(kDrawnGaps), std::end(kDrawnGaps));
  if (!definition.film->balanced())
    all.insert(all.end(), std::begin(kDrawnMotion), std::end(kDrawnMotion));
  return all;
}

struct DrawCounts {
  std::int64_t steps = 0, failed = 0, untrusted = 0, repeated = 0;  // the last three: runs with any
};

DrawCounts count_of(const std::vector<JudgedDraw>& draws) {
  DrawCounts n;
  for (const JudgedDraw& d : draws) {
    n.steps += d.steps;
    n.failed += d.failed ? 1 : 0;
    n.untrusted += d.untrusted > 0 ? 1 : 0;
    n.repeated += d.repeated > 0 ? 1 : 0;
  }
  return n;
}

// Statistics of one kind of load, as a row and in JSON.
nlohmann::json draws_json(const std::vector<JudgedDraw>& draws, const std::string& kind,
                          const std::vector<DrawnQuantity>& quantities, std::string* text) {
  nlohmann::json all = {{"runs", draws.size()}};
  std::string row = fmt::format("{:<16} {:>5}", kind, draws.size());
  for (const auto& [name, member] : quantities) {
    std::vector<double> values;
    values.reserve(draws.size());
    for (const JudgedDraw& d : draws) values.push_back(d.*member);
    const double median = share_below(values, 0.5), most = share_below(values, 0.95),
                 worst = share_below(values, 1.0);
    all[name] = {{"median", median}, {"share_95", most}, {"worst", worst}};
    row += fmt::format("   {:>6.2f} {:>6.2f} {:>6.2f}", 100 * median, 100 * most, 100 * worst);
  }
  const DrawCounts n = count_of(draws);
  all["failed"] = n.failed;
  all["untrusted"] = n.untrusted;
  *text += row + fmt::format("   {:>6} {:>9}\n", n.failed, n.untrusted);
  return all;
}

// Which draws failed, so that one can be looked at: what it was drawn with and where it was lost.
nlohmann::json failures_json(const std::vector<FilmDraw>& draws,
                             const std::vector<JudgedDraw>& judged, std::string* text) {
  nlohmann::json all = nlohmann::json::array();
  for (std::size_t k = 0; k < draws.size(); ++k) {
    if (!judged[k].failed) continue;
    const FilmDrive& drive = draws[k].run.film;
    nlohmann::json one = {{"draw", k + 1}};
    std::string row = "failed: " + draws[k].run.name;
    if (draws[k].kind == DrawnLoad::impact) {
      one["velocity"] = drive.velocity;
      one["acceleration"] = drive.acceleration;
      one["viscosity_factor"] = drive.viscosity_factor;
      row += fmt::format(": {:.6g} m/s, {:.6g} m/s2, {:.6g} times the viscosity", drive.velocity,
                         drive.acceleration, drive.viscosity_factor);
    }
    if (judged[k].lost > 0) {
      one["lost_steps"] = judged[k].lost;
      one["lost_at"] = judged[k].lost_at;
      row +=
          fmt::format("; {} steps lost, the first at {:.6g} s", judged[k].lost, judged[k].lost_at);
    }
    all.push_back(one);
    *text += row + "\n";
  }
  return all;
}

// Without a full model there are no errors: what each kind of draw met.
nlohmann::json counts_json(const std::vector<JudgedDraw>& draws, const std::string& kind,
                           std::string* text) {
  const DrawCounts n = count_of(draws);
  *text += fmt::format("{:<16} {:>7} {:>10} {:>8} {:>10} {:>10}\n", kind, draws.size(), n.steps,
                       n.failed, n.untrusted, n.repeated);
  return {{"runs", draws.size()},
          {"steps", n.steps},
          {"failed", n.failed},
          {"untrusted", n.untrusted},
          {"repeated", n.repeated}};
}

// Warns of the condition that asks for the longest inlet.
nlohmann::json warnings_json(const FilmContactSpec& film, const std::vector<FilmDraw>& draws,
                             std::string* text) {
  std::vector<FilmConditions> met;
  for (const FilmDraw& draw : draws) met.push_back(conditions_of(film_scenario(film, draw.run)));
  const std::string starved = starved_in(film, met);
  if (starved.empty()) return nlohmann::json::array();
  *text += "warning: " + starved + "\n";
  return nlohmann::json::array({starved});
}

std::string head_of(const std::vector<DrawnQuantity>& quantities) {
  std::string text = fmt::format("{:<16} {:>5}", "largest errors %", "runs");
  for (const DrawnQuantity& q : quantities) text += fmt::format("   {:>20}", q.name);
  text += fmt::format("   {:>6} {:>9}\n{:<22}", "failed", "untrusted", "");
  for (std::size_t k = 0; k < quantities.size(); ++k)
    text += fmt::format("   {:>6} {:>6} {:>6}", "median", "95 %", "worst");
  return text + "\n";
}

std::string head_of_counts() {
  return fmt::format("{:<16} {:>7} {:>10} {:>8} {:>10} {:>10}\n", "runs with", "runs", "steps",
                     "failed", "untrusted", "repeated");
}

std::vector<std::vector<FilmSample>> full_runs(const FilmDrawsArguments& a,
                                               const Definition& definition,
                                               const std::vector<FilmDraw>& draws) {
  if (!a.against_full) {  // nothing to share: one rank says it
    if (launcher_ranks().rank != 0) throw RankIsDone(launcher_ranks());
    return std::vector<std::vector<FilmSample>>(draws.size());
  }
  std::vector<ScenarioSpec> runs;
  runs.reserve(draws.size());
  for (const FilmDraw& d : draws) runs.push_back(d.run);
  KeptMap shared;
  shared.folder = a.cache;
  shared.jobs = a.jobs;
  shared.ranks = launcher_ranks();
  FullFilmTime time;
  time.as_defined = !definition.film->balanced();
  return run_full_film_scenarios(definition, runs, time, shared);
}

}  // namespace

int verify_film_draws(const FilmDrawsArguments& a, const Definition& definition, Instance* film) {
  const std::vector<FilmDraw> draws =
      draw_films(*definition.film, film->model().view().film.constants->time,
                 film->model().step_size(), a.count, a.seed);
  const std::vector<std::vector<FilmSample>> full = full_runs(a, definition, draws);
  ProgressBar bar("draws", draws.size());
  std::vector<JudgedDraw> judged;
  judged.reserve(draws.size());
  for (std::size_t k = 0; k < draws.size(); ++k) {
    judged.push_back(judge_draw(film, *definition.film, draws[k], full[k]));
    bar.update(k + 1);
  }
  const std::vector<DrawnQuantity> quantities = drawn_quantities(definition);
  nlohmann::json result = {
      {"draws", a.count}, {"seed", a.seed}, {"full_order", a.against_full ? "whole" : "none"}};
  std::string text = a.against_full ? head_of(quantities) : head_of_counts();
  const auto add = [&](const std::vector<JudgedDraw>& some, const std::string& name) {
    result[name] =
        a.against_full ? draws_json(some, name, quantities, &text) : counts_json(some, name, &text);
  };
  for (const char* name : enum_names<DrawnLoad>) {
    std::vector<JudgedDraw> some;
    for (const JudgedDraw& d : judged)
      if (name_of(d.kind) == std::string(name)) some.push_back(d);
    if (!some.empty()) add(some, name);
  }
  add(judged, "all");
  result["failures"] = failures_json(draws, judged, &text);
  result["warnings"] = warnings_json(*definition.film, draws, &text);
  std::vector<Finding> failures;
  if (!a.against_full && !result["failures"].empty())
    failures.push_back(
        {a.model,
         fmt::format("the film is lost in {} of {} draws", result["failures"].size(), draws.size()),
         "train it with more runs (train.runs), or let it step shorter (reduce.step)"});
  return print_result(a.json, result, text, failures);
}

}  // namespace mortise::gen
