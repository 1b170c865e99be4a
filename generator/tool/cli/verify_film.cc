// `mortise verify --endurance` and `--trust`: films under random inputs.
#include <cstdio>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/certify_film.hpp"
#include "generator/judge/compare/film_endurance.hpp"
#include "generator/judge/compare/trust_score.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/failure.hpp"
#include "generator/tool/cli/text_table.hpp"
#include "generator/tool/cli/verify.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

void check_film(const VerifyArguments& a, const Definition& definition, const char* option) {
  if (!definition.film) {
    throw Error(a.definition, std::string(option) + " is for films", "leave it out");
  }
  check_build(definition);
}

// Steps rolled back in a row, and errors of the gaps at rest, that a film may show under any input.
constexpr std::int64_t kMostInARow = 8;
constexpr double kMostAtRest = 0.02;

nlohmann::json endurance_json(const EnduranceResult& r) {
  nlohmann::json out = {{"steps", r.steps},
                        {"repeated", r.repeated},
                        {"rolled_back", r.rolled_back},
                        {"recovering", r.recovering},
                        {"untrusted", r.untrusted},
                        {"steps_inside_box", r.inside},
                        {"untrusted_inside_box", r.untrusted_inside},
                        {"longest_rolled_back", r.longest_rolled_back},
                        {"longest_recovering", r.longest_recovering},
                        {"iterations_max", r.most_iterations},
                        {"finite", r.finite},
                        {"rests", r.rests},
                        {"passed", endures(r, kMostInARow, kMostAtRest)}};
  if (r.rests == 0) return out;
  out["worst_gap_at_rest"] = r.worst_gap;
  out["worst_pressure_at_rest"] = r.worst_pressure;
  out["worst_at"] = {{"load", r.worst_load},
                     {"entrainment", r.worst_speed},
                     {"viscosity_factor", r.worst_viscosity}};
  return out;
}

double part_of(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

std::string endurance_text(const EnduranceResult& r) {
  char line[400];
  std::snprintf(line, sizeof line,
                "%lld steps: %lld repeated, %lld rolled back, at most %lld in a row (limit %lld); "
                "%lld getting back, at most %lld in a row; at most %llu iterations\n",
                static_cast<long long>(r.steps), static_cast<long long>(r.repeated),
                static_cast<long long>(r.rolled_back),
                static_cast<long long>(r.longest_rolled_back), static_cast<long long>(kMostInARow),
                static_cast<long long>(r.recovering), static_cast<long long>(r.longest_recovering),
                static_cast<unsigned long long>(r.most_iterations));
  std::string text = line;
  std::snprintf(line, sizeof line,
                "untrusted: %.2f %% of all steps, %.2f %% of the %lld inside the "
                "training box\n",
                100.0 * part_of(r.untrusted, r.steps),
                100.0 * part_of(r.untrusted_inside, r.inside), static_cast<long long>(r.inside));
  text += line;
  if (r.rests > 0) {
    std::snprintf(
        line, sizeof line,
        "at rest %lld times: gaps within %.2f %% (limit %.0f %%), central pressure within "
        "%.2f %% of the full model's; worst at %.6g N/m, %.4g m/s, viscosity x %.3g\n",
        static_cast<long long>(r.rests), 100.0 * r.worst_gap, 100.0 * kMostAtRest,
        100.0 * r.worst_pressure, r.worst_load, r.worst_speed, r.worst_viscosity);
    text += line;
  }
  return text + (endures(r, kMostInARow, kMostAtRest) ? "passed\n" : "FAILED\n");
}

// Inside its training box: share of UNTRUSTED steps that a film may show, and of the late ones that
// must be warned of.
constexpr double kMostUntrusted = 0.05, kLeastWarned = 0.75;

bool tells_late_steps(const TrustScore& all) {
  return static_cast<double>(all.warned) >= kLeastWarned * static_cast<double>(all.late);
}

nlohmann::json score_json(const TrustScore& s) {
  return {{"name", s.name},
          {"steps", s.steps},
          {"untrusted", s.flagged},
          {"late", s.late},
          {"late_untrusted", s.caught},
          {"late_warned", s.warned},
          {"about_nothing", s.about_nothing},
          {"late_stretches", s.stretches},
          {"late_stretches_warned", s.stretches_met},
          {"outside_training", s.outside},
          {"rolled_back", s.rolled_back},
          {"error", s.worst},
          {"error_unwarned", s.worst_unwarned}};
}

std::string trust_text(const std::vector<TrustScore>& scores, const TrustScore& all, double limit) {
  TextTable table({word_head("load"), quantity_head("speed", "m/s"),
                   quantity_head("viscosity", "-"), quantity_head("untrusted", "%"),
                   count_head("late steps"), count_head("untrusted"), count_head("warned of"),
                   quantity_head("error", "%"), quantity_head("not warned of", "%")});
  const auto add = [&](const TrustScore& s, bool sum) {
    table.add_row({s.name, sum ? "" : cell("%.3f", s.speed), sum ? "" : cell("%.3f", s.viscosity),
                   cell("%.2f", 100.0 * part_of(s.flagged, s.steps)), cell(s.late), cell(s.caught),
                   cell(s.warned), cell("%.2f", 100.0 * s.worst),
                   cell("%.2f", 100.0 * s.worst_unwarned)});
  };
  for (const TrustScore& s : scores) add(s, false);
  add(all, true);
  char line[500];
  std::snprintf(
      line, sizeof line,
      "late: error over %.3g %%; warned of: UNTRUSTED, or a step up to one unit of time "
      "before is\n%lld stretches of late steps, %lld warned of; %.2f %% of all steps "
      "UNTRUSTED (limit %.0f %%), %.2f %% with no late step within one unit of time; %.0f "
      "%% of the late steps warned of (limit %.0f %%)\n",
      100.0 * limit, static_cast<long long>(all.stretches),
      static_cast<long long>(all.stretches_met), 100.0 * part_of(all.flagged, all.steps),
      100.0 * kMostUntrusted, 100.0 * part_of(all.about_nothing, all.steps),
      100.0 * part_of(all.warned, all.late), 100.0 * kLeastWarned);
  return table.text() + line;
}

}  // namespace

int verify_endurance(const VerifyArguments& a, const Definition& definition) {
  check_film(a, definition, "--endurance");
  Instance instance = open_model_of(a, true);
  warn_about_differences(definition.settings, instance.model());
  EnduranceSettings settings;
  settings.steps = a.endurance;
  settings.seed = a.seed;
  ProgressBar bar("endurance");
  const EnduranceResult result = film_endurance(
      &instance, settings,
      definition.film->film.kind == FilmKind::line ? steady_truth(*definition.film) : SteadyTruth(),
      bar.shares());
  const bool passed = endures(result, kMostInARow, kMostAtRest);
  if (!a.json) {
    print_result(endurance_text(result));
  } else if (passed) {
    print_result(endurance_json(result));
  } else {
    print_result(failed_result(endurance_json(result),
                               {a.model, "the film does not get back within its limits",
                                "train it over all that it accepts, or lower reduce.margin"}));
  }
  return passed ? 0 : 1;
}

int verify_trust(const VerifyArguments& a, const Definition& definition) {
  check_film(a, definition, "--trust");
  Instance instance = open_model_of(a, true);
  warn_about_differences(definition.settings, instance.model());
  const std::vector<ScenarioSpec> loads =
      random_loads(*definition.film, instance.model().view().film.constants->time, a.trust, a.seed);
  const auto full = parallel_map(loads.size(), a.jobs, [&](std::size_t k) {
    return run_full_film_scenario(definition, loads[k], {}, a.cache);
  });
  std::vector<TrustScore> scores;
  for (std::size_t k = 0; k < loads.size(); ++k) {
    scores.push_back(score_trust(&instance, *definition.film, loads[k], full[k], a.limit));
  }
  const TrustScore all = all_of(scores);
  const bool few = part_of(all.flagged, all.steps) <= kMostUntrusted;
  const bool passed = few && tells_late_steps(all);
  if (a.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const TrustScore& s : scores) list.push_back(score_json(s));
    nlohmann::json out = {{"limit", a.limit}, {"seed", a.seed}, {"all", score_json(all)}};
    out["loads"] = list;
    out["passed"] = passed;
    print_result(passed ? out
                        : failed_result(out, few ? Finding{a.model, "late steps are not UNTRUSTED",
                                                           "lower reduce.trust_limit"}
                                                 : Finding{a.model, "too many steps are UNTRUSTED",
                                                           "raise reduce.trust_limit"}));
  } else {
    print_result(trust_text(scores, all, a.limit) + (passed ? "passed\n" : "FAILED\n"));
  }
  return passed ? 0 : 1;
}

}  // namespace mortise::gen
