// `mortise_studies compare-reductions`: one training set through every reduction, and the trust
// signals against true errors.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/certify_film.hpp"
#include "generator/reduce/train/campaign.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "tests/studies/cli/compare_bolted.hpp"
#include "tests/studies/film/compare_reductions.hpp"
#include "tests/studies/film/trust_study.hpp"
#include "tests/studies/pictures/pictures.hpp"

namespace mortise::gen {
namespace {

constexpr int kFinerReference = 4;  // steps of bolted contacts by all points in one of the file's

// Methods of films and of bolted contacts.
std::vector<std::string> all_methods() {
  std::vector<std::string> methods(enum_names<ReductionMethod>.begin(),
                                   enum_names<ReductionMethod>.end());
  for (const std::string& method : bolted_comparison_methods())
    if (std::find(methods.begin(), methods.end(), method) == methods.end())
      methods.push_back(method);
  return methods;
}

struct CompareArguments : DefinitionArguments {
  std::string picture, cache, scalar;
  std::vector<int> modes;
  std::vector<std::string> methods;
  int snapshots = 100000, jobs = 1, sliders = 12;
  double limit = 0.03, reference_step = 0.0;
  bool trust = false;
};

void demand_methods(const CompareArguments& a, const std::vector<std::string>& known,
                    const std::string& of) {
  for (const std::string& method : a.methods)
    if (std::find(known.begin(), known.end(), method) == known.end())
      throw UsageError("--methods " + method + " is none of " + of);
}

double judging_step(const CompareArguments& a, const FilmContactSpec& d) {
  return a.reference_step > 0.0 ? a.reference_step : reference_step(d);
}

FilmSnapshots train_for(const CompareArguments& a, const Definition& d) {
  return with_bar("training", [&](const Progress& progress) {
    const TrainSettings settings{
        a.cache,          stage_hash(d, Stage::train), a.jobs, {}, progress,
        launcher_ranks(), GoesOn::every_rank};
    return thinned_snapshots(run_campaign(*d.film, settings), a.snapshots);
  });
}

// The held-out scenarios in the full model.
std::vector<ReferenceRun> held_out_cases(const CompareArguments& a, const Definition& d,
                                         double step) {
  KeptMap shared;
  shared.folder = a.cache;
  shared.ranks = launcher_ranks();
  return make_reference_runs(d, chosen_scenarios(d, ""), step, shared);
}

// cases: number of scenarios.
Fields<ReductionResult> result_fields(std::size_t cases, bool impact) {
  using Result = ReductionResult;
  Fields<Result> fields = {{"method", of(&Result::method), word_head("method")},
                           {"runs", of(&Result::runs), word_head("runs")},
                           {"modes", of(&Result::modes), count_head("r")},
                           {"points", of(&Result::points), count_head("points")},
                           {"step_s", of(&Result::step)},
                           {"completed", of(&Result::completed)}};
  const auto add_error = [&](const std::string& key, double FilmErrors::*error,
                             const std::string& head) {
    const auto value = of(&Result::errors, error);
    fields.push_back({"error_" + key, value});
    if (head == "force" && !impact) return;
    // how far off a method was before it gave up says nothing
    const auto known = [value, cases](const Result& r) {
      return r.completed == static_cast<int>(cases) ? value(r) : nlohmann::json();
    };
    fields.push_back({"", known, quantity_head(head, "%"), "%.2f", 100});
  };
  add_error("force", &FilmErrors::force, "force");
  add_error("central_gap", &FilmErrors::central_gap, "h_c");
  add_error("minimum_gap", &FilmErrors::minimum_gap, "h_min");
  add_error("central_pressure", &FilmErrors::central_pressure, "p_c");
  const auto timed = [](const Result& r) {
    return r.ns_per_step > 0.0 ? nlohmann::json(r.ns_per_step) : nlohmann::json();
  };
  fields.push_back({"ns_per_step", of(&Result::ns_per_step)});
  fields.push_back({"", timed, quantity_head("step", "ns"), "%.0f"});
  fields.push_back({"why", of(&Result::why), word_head("why not")});
  return fields;
}

// One result while the others are still to come.
std::string result_line(const Fields<ReductionResult>& fields, const ReductionResult& r) {
  const std::vector<TableHead> heads = row_heads(fields);
  const std::vector<std::string> row = row_cells(fields, r);
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i].empty()) continue;
    line += (line.empty() ? "" : ", ") + heads[i].name + " " + row[i];
    if (heads[i].kind == TableHead::Kind::quantity && row[i] != "-") line += " " + heads[i].unit;
  }
  return line;
}

int run_comparison(const CompareArguments& a, const Definition& definition) {
  const FilmContactSpec& d = *definition.film;
  const FilmSnapshots snapshots = train_for(a, definition);
  const double step = judging_step(a, d);
  const std::vector<ReferenceRun> cases = held_out_cases(a, definition, step);
  const bool impact = d.film.kind != FilmKind::line;
  const Fields<ReductionResult> fields = result_fields(cases.size(), impact);
  ReductionComparison c;
  c.definition = &d;
  c.snapshots = &snapshots;
  c.cases = &cases;
  c.modes = a.modes;
  c.methods = a.methods;
  c.scalar = a.scalar == "float" ? FilmScalar::float32 : FilmScalar::float64;
  c.cache = a.cache;
  if (!a.cache.empty())
    c.key = ContentHash().add(stage_hash(definition, Stage::certify)).add(&step, sizeof step).hex();
  c.ranks = launcher_ranks();
  c.report = [&](const ReductionResult& r) { log_line(result_line(fields, r)); };
  const std::vector<ReductionResult> results = compare_reductions(c);
  if (!a.picture.empty()) draw_results(results, cases.size(), d.verify, a.picture);
  std::string text = rows_text(fields, results) +
                     fmt::format(
                         "errors: the largest over {} held-out scenarios against the full "
                         "model",
                         cases.size());
  if (!impact) text += fmt::format(" with steps of {:.4g} ns", 1e9 * step);
  return print_result(a.json,
                      {{"scenarios", cases.size()}, {"results", rows_json(fields, results)}},
                      text + "\nstep: processor time; points: rows that hold, or nodes\n");
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

// When the error of a run passes the limit, and what was said before.
std::string remark_of(const TrustRun& r, double trust_limit) {
  if (r.refused) return "refused: no steady state to start from";
  std::string fails = r.failed ? "; fails" : "";
  if (r.passes < 0.0) return fails;
  return fmt::format("at {:.1f} us, residual {:.3g} before: {}", 1e6 * r.passes, r.residual_before,
                     flags_of(r, trust_limit)) +
         fails;
}

Fields<TrustRun> run_fields(double trust_limit) {
  using Run = TrustRun;
  // nothing else is known of a run that was refused
  const auto known = [](const auto& value) {
    return
        [value](const Run& r) { return r.refused ? nlohmann::json() : nlohmann::json(value(r)); };
  };
  const auto film = [](const Run& r) { return r.errors.film(); };
  const auto pressure = of(&Run::errors, &FilmErrors::central_pressure);
  return {{"name", of(&Run::name), word_head("run")},
          {"distance", of(&Run::distance)},
          {"residual", of(&Run::residual)},
          {"", known(of(&Run::residual)), quantity_head("residual", "-"), "%.3g"},
          {"error_film", film},
          {"", known(film), quantity_head("film", "%"), "%.2f", 100},
          {"error_central_pressure", pressure},
          {"", known(pressure), quantity_head("p_c", "%"), "%.2f", 100},
          {"failed", of(&Run::failed)},
          {"refused", of(&Run::refused)},
          {"unflagged", of(&Run::unflagged)},
          {"passes_s", of(&Run::passes)},
          {"residual_before", of(&Run::residual_before)},
          {"", [trust_limit](const Run& r) { return remark_of(r, trust_limit); },
           word_head("error passes the limit")}};
}

Fields<TrustLimit> limit_fields(int passing) {
  using Limit = TrustLimit;
  return {
      {"trust_limit", of(&Limit::limit), quantity_head("trust_limit", "-"), "%.3g"},
      {"flagged_residual", of(&Limit::flagged_residual), count_head("runs flagged by residual")},
      {"flagged", of(&Limit::flagged), count_head("by anything")},
      {"", [passing](const Limit&) { return passing; }, count_head("of passing")},
      {"alarms_inside", of(&Limit::alarms_inside), count_head("false alarms in the box")},
      {"alarms_beyond", of(&Limit::alarms_beyond), count_head("beyond it")}};
}

int run_trust(const CompareArguments& a, const Definition& definition) {
  const FilmContactSpec& d = *definition.film;
  const FilmSnapshots snapshots = train_for(a, definition);
  // what follows are many short runs: a matter of one rank
  if (launcher_ranks().rank != 0) throw RankIsDone(launcher_ranks());
  const TrustStudy s = with_bar("trust", [&](const Progress& progress) {
    return study_trust(d, snapshots, kTrustExcursions, a.limit, judging_step(a, d), progress);
  });
  if (!a.picture.empty()) draw_trust(s, a.picture);
  const Fields<TrustRun> runs = run_fields(s.trust_limit);
  const Fields<TrustLimit> limits = limit_fields(s.passing);
  nlohmann::json result = {{"limit", s.limit},
                           {"trust_limit", s.trust_limit},
                           {"passing", s.passing},
                           {"passing_inside", s.passing_inside},
                           {"flagged", s.flagged},
                           {"flagged_residual", s.flagged_residual},
                           {"flagged_distance", s.flagged_distance},
                           {"flagged_input", s.flagged_input},
                           {"alarms", s.alarms},
                           {"alarms_inside", s.alarms_inside},
                           {"limits", rows_json(limits, s.limits)},
                           {"runs", rows_json(runs, s.runs)}};
  if (std::isfinite(s.needed)) result["trust_limit_needed"] = s.needed;
  if (std::isfinite(s.needed_alone)) result["trust_limit_needed_alone"] = s.needed_alone;
  const std::string summary = fmt::format(
      "{} of {} runs pass {:.1f} %, {} of them inside the box; flagged before: {} (residual over "
      "{:.3g}: {}, distance: {}, input held or slowed: {})\n\n",
      s.passing, s.runs.size(), 100.0 * s.limit, s.passing_inside, s.flagged, s.trust_limit,
      s.flagged_residual, s.flagged_distance, s.flagged_input);
  return print_result(a.json, result,
                      rows_text(runs, s.runs) + summary + rows_text(limits, s.limits));
}

int run_compare(const CompareArguments& a) {
  const Definition d = read_and_log(a.definition, a.overrides, Takes::any);
  if (d.contact.kind == ContactKind::bolted) {
    if (!a.picture.empty() || a.trust || !a.modes.empty())
      throw UsageError("--picture, --trust and --modes are for films");
    demand_methods(a, bolted_comparison_methods(), "bolted contacts");
    return compare_bolted_reductions(d, {a.methods, kFinerReference, a.jobs, a.sliders, a.json});
  }
  if (!d.film)
    throw Error(d.path, "it has neither a film nor bolted contacts",
                "structures are compared by `mortise_studies condensation`");
  if (!d.film->reduce || !d.film->train) {
    throw Error(d.path, "there is no [reduce] or no [train]",
                "say how to reduce the film and what to train with");
  }
  demand_methods(a, {enum_names<ReductionMethod>.begin(), enum_names<ReductionMethod>.end()},
                 "films");
  return a.trust ? run_trust(a, d) : run_comparison(a, d);
}

}  // namespace

void add_compare_reductions(CLI::App* app, Command* chosen) {
  add_command<CompareArguments>(
      app, chosen, "compare-reductions",
      "one training set through every reduction of a film or a bolted contact: errors, time",
      run_compare, [](CLI::App* command, CompareArguments* a) {
        add_definition(command, &a->definition, "definition (TOML) with [reduce] and [train]");
        add_option(command, "--modes", &a->modes, "of line contacts, default: as defined",
                   in_range(1, 500));
        add_option(command, "--methods", &a->methods, "of films or bolted contacts; default all",
                   one_of(all_methods()));
        add_option(command, "--sliders", &a->sliders, "of every mode, jenkins; default 12",
                   in_range(1, 100));
        add_option(command, "--snapshots", &a->snapshots,
                   "of the training used, at most; default all", in_range(20, 100000));
        add_option(command, "--scalar", &a->scalar, "of the runtime; default double",
                   one_of({"float", "double"}));
        add_option(command, "--reference-step", &a->reference_step,
                   "of the full model that judges line contacts [s]; default step.size",
                   CLI::PositiveNumber);
        add_cache(command, &a->cache,
                  "folder that keeps training, full runs and results with their times");
        add_jobs(command, &a->jobs, "parallel full-order runs of the training");
        command->add_flag(
            "--trust", a->trust,
            "the trust signals against true errors, inside the training box and beyond");
        add_option(command, "--limit", &a->limit,
                   "error that must not pass unflagged, default 0.03", CLI::PositiveNumber);
        add_pictures(command, &a->picture, "SVG of errors over time per step, or over signals");
        add_overrides(command, &a->overrides);
      });
}

}  // namespace mortise::gen
