// `mortise verify`: a model file against the full model, and under random inputs.
#include <fmt/format.h>

#include "generator/bake/play/instance.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/certify_film.hpp"
#include "generator/judge/certify/left_target.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "generator/judge/compare/bolted_draws.hpp"
#include "generator/judge/compare/trust_score.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/draw_table.hpp"
#include "generator/tool/cli/endurance.hpp"
#include "generator/tool/cli/engine_option.hpp"
#include "generator/tool/cli/model_report.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "generator/tool/cli/verify_film_draws.hpp"
#include "generator/tool/cli/verify_pictures.hpp"
#include "generator/tool/cli/verify_structure_draws.hpp"
#include "generator/tool/pipeline/bolted_stages.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

struct VerifyArguments : DefinitionArguments {
  std::string model, scenario, cache, full_order, pictures;
  int jobs = 1;
  std::int64_t endurance = 0;     // steps; 0: the certificate
  int trust = 0;                  // loads; 0: the certificate
  int draws = 0;                  // of random forces or laws; 0: the certificate
  std::vector<std::string> over;  // NAME=FROM:TO
  double force = 0.0, span = 0.05;
  int finer = 1;
  std::optional<double> limit;
  std::uint64_t seed = 1;
  EngineArguments engine;
};

// The model to verify, with its differences in the log. Throws Error if it is none of a film, or of
// a structure, as the definition is.
Instance open_model_of(const VerifyArguments& a, const Definition& definition) {
  check_build(definition);
  Instance instance = open_model_file(a.model);
  compare_with_definition(definition, a.model, instance);
  return instance;
}

int verify_certificate(const VerifyArguments& a, const Definition& definition) {
  if (a.full_order == "none") throw UsageError("--full-order none leaves nothing to compare with");
  if (definition.film && full_steps(a.full_order) != kWholeRun)
    throw UsageError("--full-order is for structures");
  const VerifyPictures pictures{a.pictures, a.scenario, a.cache, full_steps(a.full_order)};
  if (!a.pictures.empty()) try_verify_pictures(definition, pictures);
  const Instance instance = open_model_of(a, definition);
  const CertificateOptions certificate = certify_model(
      definition, instance.bytes(),
      {a.scenario, a.jobs, log_line, a.cache, full_steps(a.full_order), launcher_ranks()});
  std::vector<Finding> failures;
  for (const std::string& reason : shortcomings(certificate))
    failures.push_back({a.model, reason, "mend what is named, or allow more in [verify]"});
  for (const std::string& reason : scenarios_leaving(instance))
    failures.push_back({a.model, reason, "mend what is named"});
  nlohmann::json result = certificate_json(certificate);
  std::string text = certificate_table(certificate);
  if (certificate.has_interface && !definition.film &&
      definition.contact.kind != ContactKind::bolted)
    text += "force: impulses of the contacts over the whole scenario [N s]\n";
  if (!a.pictures.empty()) {
    const std::vector<std::string> written = write_verify_pictures(definition, instance, pictures);
    result["pictures"] = written;
    for (const std::string& path : written) text += path + "\n";
  }
  return print_result(a.json, result, text, failures);
}

Instance open_film_of(const VerifyArguments& a, const Definition& definition, const char* option) {
  if (!definition.film) {
    throw Error(a.definition, std::string(option) + " is for films", "leave it out");
  }
  return open_model_of(a, definition);
}

double part_of(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

int verify_endurance(const VerifyArguments& a, const Definition& definition) {
  // one run, one rank
  if (launcher_ranks().rank != 0) throw RankIsDone(launcher_ranks());
  Instance instance = open_model_of(a, definition);
  const EnduranceArguments endurance{a.model, a.endurance, a.seed, a.force, a.cache, a.json};
  return definition.film ? endure(endurance, *definition.film, &instance)
                         : endure(endurance, instance);
}

// Inside its training box: share of UNTRUSTED steps that a film may show, and of the late ones that
// must be warned of.
constexpr double kMostUntrusted = 0.05, kLeastWarned = 0.75;

Fields<TrustScore> trust_fields() {
  using Score = TrustScore;
  const auto of_load = [](double Score::*member) {  // of all loads together there is none
    return [member](const Score& s) {
      return s.name == "all" ? nlohmann::json("") : nlohmann::json(s.*member);
    };
  };
  return {{"name", of(&Score::name), word_head("load")},
          {"", of_load(&Score::speed), quantity_head("speed", "m/s"), "%.3f"},
          {"", of_load(&Score::viscosity), quantity_head("viscosity", "-"), "%.3f"},
          {"steps", of(&Score::steps)},
          {"", [](const Score& s) { return part_of(s.flagged, s.steps); },
           quantity_head("untrusted", "%"), "%.2f", 100},
          {"late", of(&Score::late), count_head("late steps")},
          {"late_untrusted", of(&Score::caught), count_head("untrusted")},
          {"late_warned", of(&Score::warned), count_head("warned of")},
          {"untrusted", of(&Score::flagged)},
          {"about_nothing", of(&Score::about_nothing)},
          {"late_stretches", of(&Score::stretches)},
          {"late_stretches_warned", of(&Score::stretches_met)},
          {"outside_training", of(&Score::outside)},
          {"rolled_back", of(&Score::rolled_back)},
          {"error", of(&Score::worst), quantity_head("error", "%"), "%.2f", 100},
          {"error_unwarned", of(&Score::worst_unwarned), quantity_head("not warned of", "%"),
           "%.2f", 100}};
}

std::string trust_text(const TrustScore& all, double limit) {
  return fmt::format(
      "late: error over {:.3g} %; warned of: UNTRUSTED, or a step up to one unit of time before "
      "is\n{} stretches of late steps, {} warned of; {:.2f} % of all steps UNTRUSTED (limit {:.0f} "
      "%), {:.2f} % with no late step within one unit of time; {:.0f} % of the late steps warned "
      "of "
      "(limit {:.0f} %)\n",
      100.0 * limit, all.stretches, all.stretches_met, 100.0 * part_of(all.flagged, all.steps),
      100.0 * kMostUntrusted, 100.0 * part_of(all.about_nothing, all.steps),
      100.0 * part_of(all.warned, all.late), 100.0 * kLeastWarned);
}

int verify_trust(const VerifyArguments& a, const Definition& definition) {
  Instance instance = open_film_of(a, definition, "--trust");
  const std::vector<ScenarioSpec> loads =
      random_loads(*definition.film, instance.model().view().film.constants->time, a.trust, a.seed);
  KeptMap shared;
  shared.folder = a.cache;
  shared.jobs = a.jobs;
  shared.ranks = launcher_ranks();
  const auto full = run_full_film_scenarios(definition, loads, {}, shared);
  const double limit = a.limit.value_or(0.03);
  std::vector<TrustScore> scores;
  for (std::size_t k = 0; k < loads.size(); ++k) {
    scores.push_back(score_trust(&instance, *definition.film, loads[k], full[k], limit));
  }
  const TrustScore all = all_of(scores);
  std::vector<Finding> failures;
  if (part_of(all.flagged, all.steps) > kMostUntrusted)
    failures.push_back({a.model, "too many steps are UNTRUSTED", "raise reduce.trust_limit"});
  if (static_cast<double>(all.warned) < kLeastWarned * static_cast<double>(all.late))
    failures.push_back({a.model, "late steps are not UNTRUSTED", "lower reduce.trust_limit"});
  const Fields<TrustScore> fields = trust_fields();
  const nlohmann::json result = {{"limit", limit},
                                 {"seed", a.seed},
                                 {"all", row_json(fields, all)},
                                 {"loads", rows_json(fields, scores)},
                                 {"passed", failures.empty()}};
  scores.push_back(all);
  return print_result(a.json, result,
                      rows_text(fields, scores) + trust_text(all, limit) +
                          (failures.empty() ? "passed\n" : "FAILED\n"),
                      failures);
}

// Films run their full model whole or not at all.
bool against_full(const std::string& full_order) {
  if (full_order.empty() || full_order == "whole") return true;
  if (full_order == "none") return false;
  throw UsageError("--draws of films take --full-order whole or none");
}

int verify_draws(const VerifyArguments& a, const Definition& definition) {
  if (definition.film) {
    Instance film = open_model_of(a, definition);
    return verify_film_draws(
        {a.model, a.draws, a.seed, against_full(a.full_order), a.cache, a.jobs, a.json}, definition,
        &film);
  }
  if (definition.contact.kind != ContactKind::bolted) {
    const Instance structure = open_model_of(a, definition);
    return verify_structure_draws(
        {a.model, a.draws, a.seed, a.full_order != "none", a.over, a.jobs, a.limit, a.json},
        definition, structure);
  }
  if (!(a.force > 0.0)) throw UsageError("--draws needs --force: of the inputs, root mean square");
  const Instance instance = open_model_of(a, definition);
  BoltedOnce full(definition);
  BoltedDraws draws;
  draws.count = a.draws;
  draws.seed = a.seed;
  draws.duration = a.span;
  draws.force = a.force;
  draws.high_hz = definition.contact.bolted.reduce.band_hz;
  draws.substeps = definition.step.substeps;
  draws.finer = a.finer;
  draws.jobs = a.jobs;
  draws.late = a.limit.value_or(draws.late);
  const BoltedModel& model = full.get();
  const std::vector<BoltedDraw> judged = with_bar("random forces", [&](const Progress& progress) {
    return judge_draws(model, instance.bytes(), draws, progress);
  });
  const TrustCount trust = count_trust(judged);
  nlohmann::json result = {{"draws", a.draws},
                           {"force", a.force},
                           {"seed", a.seed},
                           {"trust",
                            {{"flagged", trust.flagged},
                             {"wrong", trust.wrong},
                             {"warned", trust.warned},
                             {"false_alarms", trust.false_alarms}}}};
  std::string text = draw_table(judged, &result);
  text += fmt::format(
      "{} of {} runs UNTRUSTED; {} further off than {:g} % of their largest motion, {} of them "
      "flagged before; {} false alarms\n",
      trust.flagged, trust.runs, trust.wrong, 100.0 * draws.late, trust.warned, trust.false_alarms);
  return print_result(a.json, result, text);
}

int run_verify(const VerifyArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::any);
  const ChosenEngine engine(a.engine, a.cache);
  if (!a.pictures.empty() && (a.endurance > 0 || a.trust > 0 || a.draws > 0))
    throw UsageError("--pictures draws the certificate, not --endurance, --trust or --draws");
  if (a.endurance > 0) return verify_endurance(a, definition);
  if (a.trust > 0) return verify_trust(a, definition);
  if (a.draws > 0) return verify_draws(a, definition);
  return verify_certificate(a, definition);
}

}  // namespace

void add_verify(CLI::App* app, Command* chosen) {
  add_command<VerifyArguments>(
      app, chosen, "verify", "compare a model file with the full model it was made from",
      run_verify, [](CLI::App* command, VerifyArguments* a) {
        add_definition(command, &a->definition);
        add_model(command, &a->model);
        add_option(command, "--scenario", &a->scenario, "default: all that are held out");
        add_overrides(command, &a->overrides);
        add_full_order(command, &a->full_order);
        add_engine(command, &a->engine);
        add_cache(command, &a->cache, "folder that keeps the results of expensive stages");
        add_jobs(command, &a->jobs, "scenarios, or draws, at a time");
        add_picture_folder(command, &a->pictures,
                           "structures: folder for pictures of the outputs beside those of the "
                           "full model, one of every scenario; with --cache that runs once");
        add_option(
            command, "--endurance", &a->endurance,
            "instead, so many steps. Films: under random inputs over all that it accepts, how "
            "soon it gets back from a failure, and to which film. Structures: under inputs "
            "that never rest, inside their training boxes or up to --force, whether a step "
            "has a status and the energy keeps to its books within 1e-9; with --cache in "
            "legs, each from the saved state, and on from where an earlier run has ended",
            CLI::PositiveNumber);
        add_option(command, "--trust", &a->trust,
                   "line contacts: instead, so many random loads inside the training box: which "
                   "steps are UNTRUSTED, and whether they are the late ones",
                   in_range(1, 10000));
        add_option(
            command, "--draws", &a->draws,
            "instead, so many runs under random forces at all inputs (bolted contacts, "
            "--force), random loads or impacts inside the training box (films), or with "
            "random laws, frequencies and levels (other structures, --over), against the full "
            "model: errors in the median, in 95 % and at worst; with --full-order none, "
            "but for bolted contacts, against nothing: how many are lost, in seconds",
            in_range(1, 100000));
        add_option(command, "--over", &a->over,
                   "NAME=FROM:TO, range of a parameter, or of the factors `frequency` and `level`, "
                   "in --draws of a structure; default: what the scenarios show, or half to "
                   "double of a single value");
        add_option(command, "--force", &a->force,
                   "root mean square of each input of --draws, largest value of --endurance",
                   CLI::PositiveNumber);
        add_option(command, "--span", &a->span, "of each of --draws [s], default 0.05",
                   CLI::PositiveNumber);
        add_option(command, "--finer", &a->finer,
                   "steps of the full model in one of the file's in --draws, default 1",
                   in_range(1, 64));
        add_option(command, "--limit", &a->limit,
                   "error above which --trust calls a step late, default 0.03, and --draws a run "
                   "wrong, default 0.1",
                   CLI::PositiveNumber);
        add_option(command, "--seed", &a->seed,
                   "of the random inputs of --endurance, --trust or --draws, default 1");
      });
}

}  // namespace mortise::gen
