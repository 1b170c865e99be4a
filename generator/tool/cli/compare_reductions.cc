// `mortise compare-reductions`: one training set through every reduction, and the trust signals
// against true errors.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/deliver/pictures/study_pictures.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/certify_film.hpp"
#include "generator/judge/compare/compare_reductions.hpp"
#include "generator/judge/compare/thinned_snapshots.hpp"
#include "generator/judge/compare/trust_study.hpp"
#include "generator/reduce/train/campaign.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct CompareArguments {
  std::string definition, picture, cache, scalar;
  std::vector<std::string> overrides;
  std::vector<int> modes;
  std::vector<std::string> methods;
  int snapshots = 100000, jobs = 1;
  double limit = 0.03, reference_step = 0.0;
  bool trust = false, json = false;
};

double judging_step(const CompareArguments& a, const FilmContactSpec& d) {
  return a.reference_step > 0.0 ? a.reference_step : reference_step(d);
}

FilmSnapshots train_for(const CompareArguments& a, const Definition& d) {
  ProgressBar bar("training");
  TrainSettings settings;
  settings.folder = a.cache;
  settings.key = stage_hash(d, Stage::train);
  settings.jobs = a.jobs;
  settings.progress = bar.shares();
  return thinned_snapshots(run_campaign(*d.film, settings), a.snapshots);
}

// The held-out scenarios in the full model.
std::vector<ReferenceRun> held_out_cases(const Definition& d, double step) {
  std::vector<ReferenceRun> cases;
  for (const std::size_t index : chosen_scenarios(d, "")) {
    const ScenarioSpec& scenario = d.scenarios[index];
    ProgressBar bar(scenario.name);
    cases.push_back(make_reference_run(*d.film, scenario, step, bar.shares()));
  }
  return cases;
}

nlohmann::json result_json(const ReductionResult& r) {
  return {{"method", r.method},
          {"runs", r.runs},
          {"modes", r.modes},
          {"points", r.points},
          {"step_s", r.step},
          {"error_force", r.errors.force},
          {"error_central_pressure", r.errors.central_pressure},
          {"error_central_gap", r.errors.central_gap},
          {"error_minimum_gap", r.errors.minimum_gap},
          {"ns_per_step", r.ns_per_step},
          {"completed", r.completed},
          {"why", r.why}};
}

std::vector<std::string> result_row(const ReductionResult& r, std::size_t cases, bool impact) {
  // how far off a method was before it gave up says nothing
  const bool known = r.completed == static_cast<int>(cases);
  const auto percent = [&](double share) { return known ? cell("%.2f", 100.0 * share) : "-"; };
  std::vector<std::string> row = {r.method, r.runs, cell(static_cast<long>(r.modes)),
                                  cell(static_cast<long>(r.points))};
  if (impact) row.push_back(percent(r.errors.force));
  row.push_back(percent(r.errors.central_gap));
  row.push_back(percent(r.errors.minimum_gap));
  row.push_back(percent(r.errors.central_pressure));
  row.push_back(r.ns_per_step > 0.0 ? cell("%.0f", r.ns_per_step) : "-");
  row.push_back(r.why);
  return row;
}

std::vector<TableHead> result_heads(bool impact) {
  std::vector<TableHead> heads = {word_head("method"), word_head("runs"), count_head("r"),
                                  count_head("points")};
  if (impact) heads.push_back(quantity_head("force", "%"));
  heads.insert(heads.end(),
               {quantity_head("h_c", "%"), quantity_head("h_min", "%"), quantity_head("p_c", "%"),
                quantity_head("step", "ns"), word_head("why not")});
  return heads;
}

// One result while the others are still to come.
std::string result_line(const ReductionResult& r, std::size_t cases, bool impact) {
  const std::vector<TableHead> heads = result_heads(impact);
  const std::vector<std::string> row = result_row(r, cases, impact);
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i].empty()) continue;
    line += (line.empty() ? "" : ", ") + heads[i].name + " " + row[i];
    if (heads[i].kind == TableHead::Kind::quantity && row[i] != "-") line += " " + heads[i].unit;
  }
  return line;
}

// step: of the full model; 0: its own.
std::string results_text(const std::vector<ReductionResult>& results, std::size_t cases,
                         bool impact, double step) {
  TextTable table(result_heads(impact));
  for (const ReductionResult& r : results) table.add_row(result_row(r, cases, impact));
  std::string text = table.text();
  text += "errors: the largest over " + std::to_string(cases) +
          " held-out scenarios against the full model";
  if (step > 0.0) text += " with steps of " + cell("%.4g", 1e9 * step) + " ns";
  return text + "\nstep: processor time; points: rows that hold, or nodes\n";
}

int run_comparison(const CompareArguments& a, const Definition& definition) {
  const FilmContactSpec& d = *definition.film;
  const FilmSnapshots snapshots = train_for(a, definition);
  const double step = judging_step(a, d);
  const std::vector<ReferenceRun> cases = held_out_cases(definition, step);
  const bool impact = d.film.kind != FilmKind::line;
  ReductionComparison c;
  c.definition = &d;
  c.snapshots = &snapshots;
  c.cases = &cases;
  c.modes = a.modes;
  c.methods = a.methods;
  c.scalar = a.scalar == "float" ? FilmScalar::float32 : FilmScalar::float64;
  c.report = [&](const ReductionResult& r) { log_line(result_line(r, cases.size(), impact)); };
  const std::vector<ReductionResult> results = compare_reductions(c);
  if (!a.picture.empty()) draw_results(results, cases.size(), d.verify, a.picture);
  if (a.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const ReductionResult& r : results) list.push_back(result_json(r));
    print_result(nlohmann::json{{"scenarios", cases.size()}, {"results", list}});
  } else {
    print_result(results_text(results, cases.size(), impact, impact ? 0.0 : step));
  }
  return 0;
}

nlohmann::json trust_json(const TrustStudy& study) {
  nlohmann::json runs = nlohmann::json::array();
  for (const TrustRun& r : study.runs) {
    runs.push_back({{"name", r.name},
                    {"distance", r.distance},
                    {"residual", r.residual},
                    {"error_film", r.errors.film()},
                    {"error_central_pressure", r.errors.central_pressure},
                    {"failed", r.failed},
                    {"refused", r.refused},
                    {"unflagged", r.unflagged},
                    {"passes_s", r.passes},
                    {"residual_before", r.residual_before}});
  }
  nlohmann::json limits = nlohmann::json::array();
  for (const TrustLimit& l : study.limits) {
    limits.push_back({{"trust_limit", l.limit},
                      {"flagged_residual", l.flagged_residual},
                      {"flagged", l.flagged},
                      {"alarms_inside", l.alarms_inside},
                      {"alarms_beyond", l.alarms_beyond}});
  }
  nlohmann::json out = {{"limit", study.limit},
                        {"trust_limit", study.trust_limit},
                        {"passing", study.passing},
                        {"passing_inside", study.passing_inside},
                        {"flagged", study.flagged},
                        {"flagged_residual", study.flagged_residual},
                        {"flagged_distance", study.flagged_distance},
                        {"flagged_input", study.flagged_input},
                        {"alarms", study.alarms},
                        {"alarms_inside", study.alarms_inside},
                        {"limits", limits},
                        {"runs", runs}};
  if (std::isfinite(study.needed)) out["trust_limit_needed"] = study.needed;
  if (std::isfinite(study.needed_alone)) out["trust_limit_needed_alone"] = study.needed_alone;
  return out;
}

// Why a run is flagged before its error passes the limit: of residual, distance, input.
std::string flags_of(const TrustRun& r, double trust_limit) {
  std::string flags;
  const auto add = [&flags](bool set, const char* name) {
    if (set) flags += (flags.empty() ? "" : ", ") + std::string(name);
  };
  add(r.residual_before > trust_limit, "residual");
  add(r.distance_before > 0.0, "distance");
  add(r.warned_before, "input held or slowed");
  return r.unflagged ? "NOT flagged" : flags;
}

std::string trust_text(const TrustStudy& s) {
  TextTable runs({word_head("run"), quantity_head("residual", "-"), quantity_head("film", "%"),
                  quantity_head("p_c", "%"), word_head("error passes the limit")});
  for (const TrustRun& r : s.runs) {
    if (r.refused) {
      runs.add_row({r.name, "-", "-", "-", "refused: no steady state to start from"});
      continue;
    }
    std::string remark;
    if (r.passes >= 0.0) {
      remark = "at " + cell("%.1f", 1e6 * r.passes) + " us, residual " +
               cell("%.3g", r.residual_before) + " before: " + flags_of(r, s.trust_limit);
    }
    runs.add_row({r.name, cell("%.3g", r.residual), cell("%.2f", 100.0 * r.errors.film()),
                  cell("%.2f", 100.0 * r.errors.central_pressure),
                  remark + (r.failed ? "; fails" : "")});
  }
  std::string text = runs.text();
  text += fmt::format(
      "{} of {} runs pass {:.1f} %, {} of them inside the box; flagged before: {} (residual over "
      "{:.3g}: {}, distance: {}, input held or slowed: {})\n",
      s.passing, s.runs.size(), 100.0 * s.limit, s.passing_inside, s.flagged, s.trust_limit,
      s.flagged_residual, s.flagged_distance, s.flagged_input);
  TextTable limits({quantity_head("trust_limit", "-"), count_head("runs flagged by residual"),
                    count_head("by anything"), count_head("of passing"),
                    count_head("false alarms in the box"), count_head("beyond it")});
  for (const TrustLimit& l : s.limits) {
    limits.add_row({cell("%.3g", l.limit), cell(static_cast<long>(l.flagged_residual)),
                    cell(static_cast<long>(l.flagged)), cell(static_cast<long>(s.passing)),
                    cell(static_cast<long>(l.alarms_inside)),
                    cell(static_cast<long>(l.alarms_beyond))});
  }
  return text + "\n" + limits.text();
}

int run_trust(const CompareArguments& a, const Definition& definition) {
  const FilmContactSpec& d = *definition.film;
  const FilmSnapshots snapshots = train_for(a, definition);
  TrustStudy study;
  {
    ProgressBar bar("trust");
    study = study_trust(d, snapshots, kTrustExcursions, a.limit, judging_step(a, d), bar.shares());
  }
  if (!a.picture.empty()) draw_trust(study, a.picture);
  if (a.json) {
    print_result(trust_json(study));
  } else {
    print_result(trust_text(study));
  }
  return 0;
}

int run_compare(const CompareArguments& a) {
  const Definition d = film_definition_command(a.definition, a.overrides);
  if (!d.film->reduce || !d.film->train) {
    throw Error(d.path, "there is no [reduce] or no [train]",
                "say how to reduce the film and what to train with");
  }
  return a.trust ? run_trust(a, d) : run_comparison(a, d);
}

}  // namespace

void add_compare_reductions(CLI::App* app, Command* chosen) {
  auto a = std::make_shared<CompareArguments>();
  CLI::App* command = app->add_subcommand(
      "compare-reductions",
      "one training set through every reduction of a film: points, errors, time");
  command->add_option("DEF", a->definition, "definition (TOML) with [reduce] and [train]")
      ->required();
  command->add_option("--modes", a->modes, "of line contacts, default: as defined")
      ->delimiter(',')
      ->check(CLI::Range(1, 500));
  command->add_option("--methods", a->methods, "of reduce.method; default all")
      ->delimiter(',')
      ->check(CLI::IsMember(
          std::vector<std::string>(std::begin(kReductionNames), std::end(kReductionNames))));
  command->add_option("--snapshots", a->snapshots, "of the training used, at most; default all")
      ->check(CLI::Range(20, 100000));
  command->add_option("--scalar", a->scalar, "of the runtime; default double")
      ->check(CLI::IsMember({"float", "double"}));
  command
      ->add_option("--reference-step", a->reference_step,
                   "of the full model that judges line contacts [s]; default step.size")
      ->check(CLI::PositiveNumber);
  add_cache(command, &a->cache, "folder that keeps the training");
  command->add_option("--jobs", a->jobs, "parallel full-order runs of the training")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--trust", a->trust,
                    "the trust signals against true errors, inside the training box and beyond");
  command->add_option("--limit", a->limit, "error that must not pass unflagged, default 0.03")
      ->check(CLI::PositiveNumber);
  add_pictures(command, &a->picture, "SVG of errors over time per step, or over signals");
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_compare(*a); }; });
}

}  // namespace mortise::gen
