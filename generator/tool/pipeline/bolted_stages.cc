#include "generator/tool/pipeline/bolted_stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "generator/bake/file/model_options.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/bake/structure/bolted_signals.hpp"
#include "generator/bake/structure/bolted_writer.hpp"
#include "generator/contact/system/system_json.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/certify_bolted.hpp"
#include "generator/judge/compare/bolted_trust.hpp"
#include "generator/tool/pipeline/reduced_bolted_json.hpp"
#include "generator/tool/pipeline/stages.hpp"

namespace mortise::gen {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KeptBolted, reduced, inputs, outputs, sensed, trust, findings)

const BoltedModel& BoltedOnce::get(std::vector<std::string>* warnings) {
  if (!model_) {
    ProgressBar bar("preload");
    std::vector<std::string> unsaid;
    model_ = std::make_unique<const BoltedModel>(
        assemble_bolted(definition_, warnings != nullptr ? warnings : &unsaid, bar.shares()));
  }
  return *model_;
}

BoltedReductionOptions reduction_options(const BoltedReduceSpec& spec, int jobs) {
  BoltedReductionOptions options;
  options.closed_clusters = spec.clusters[0];
  options.open_clusters = spec.clusters[1];
  options.seeds = spec.seeds;
  options.fit_rounds = spec.fit_rounds;
  options.largest_error = spec.error_bar;
  options.jobs = jobs;
  for (const int mode : spec.loops) options.training.modes.push_back(mode - 1);
  options.training.slip_share = spec.slip_share;
  options.training.band = spec.band_hz;
  options.training.steps = spec.steps;
  options.training.random_steps = spec.random_steps;
  options.training.seed = static_cast<std::uint64_t>(spec.seed);
  return options;
}

std::string finding_of(const BoltedReduction& reduction) {
  const std::vector<TractionCluster>& clusters = reduction.reduced.clusters;
  const auto base = std::count_if(clusters.begin(), clusters.end(),
                                  [](const TractionCluster& cluster) { return cluster.base; });
  return fmt::format(
      "{} closed and {} open clusters: forces within {:.2g} % on paths that were not trained on, "
      "the best of {} layouts",
      base, clusters.size() - static_cast<std::size_t>(base), 100.0 * reduction.force_error,
      reduction.candidate_errors.size());
}

BoltedSolver solver_of(const Definition& definition) {
  BoltedSolver solver;
  solver.tolerance = definition.solver.tolerance.value_or(solver.tolerance);
  if (definition.solver.sweeps > 0) solver.sweeps = definition.solver.sweeps;
  return solver;
}

namespace {

// Chooses the limit of the training ratio by a file whose last output it is.
void choose_limit(const Definition& definition, const BuildSettings& settings,
                  const BoltedModel& model, KeptBolted* kept) {
  Definition plain = definition;
  plain.scenarios.clear();
  KeptBolted probe = *kept;
  probe.outputs.push_back({"ratio", "1", OutputQuantity::training_ratio, 0});
  TrustSettings how;
  how.draws = definition.contact.bolted.reduce.trust_draws;
  how.seed = static_cast<std::uint64_t>(definition.contact.bolted.reduce.seed);
  how.substeps = definition.step.substeps;
  how.jobs = settings.jobs;
  ProgressBar bar("trust");
  const TrustChoice choice =
      choose_trust(model, bake_bolted(plain, probe, std::nullopt), how, bar.shares());
  kept->trust = choice.limit;
  kept->findings.push_back(fmt::format(
      "trusted to {:.3g} times what training has seen: of {} runs under random forces, to {:.3g} "
      "times, {} went more than {:.0f} % off, {} of the others are flagged",
      choice.limit, choice.draws.size(), how.most, choice.wrong, 100.0 * how.late,
      choice.false_alarms));
}

KeptBolted reduce_bolted_now(const Definition& definition, const BuildSettings& settings,
                             BoltedOnce* full, std::vector<std::string>* warnings) {
  const BoltedModel& model = full->get(warnings);
  const std::vector<bool> closed = model.system.closed();
  say(settings, fmt::format("preload   {} of {} points closed, modes from {:.5g} to {:.5g} Hz",
                            std::count(closed.begin(), closed.end(), true), closed.size(),
                            model.system.modes.omega[0] / kTwoPi,
                            model.system.modes.omega[model.system.modes.count() - 1] / kTwoPi));
  ProgressBar bar("train");
  const BoltedReduction reduction = reduce_bolted(
      model.system, reduction_options(definition.contact.bolted.reduce, settings.jobs),
      bar.shares());
  KeptBolted kept;
  kept.reduced = reduction.reduced;
  kept.inputs = model.inputs;
  kept.outputs = model.outputs;
  kept.sensed = model.sensed;
  kept.findings.push_back(finding_of(reduction));
  if (kept.reduced.trained_modes.size() > 0 && !model.inputs.empty() &&
      definition.contact.bolted.reduce.trust_draws > 0)
    choose_limit(definition, settings, model, &kept);
  return kept;
}

void check_bolted(const Definition& definition) {
  if (definition.contact.bolted.reduce.asked) return;
  throw Error(definition.path, "there is no [reduce]: the definition asks for no reduced model",
              "add [reduce] with clusters, e.g. [48, 16], or simulate it with `mortise full`");
}

PreparedModel prepare_bolted(const Definition& definition, const BuildSettings& settings) {
  const auto full = std::make_shared<BoltedOnce>(definition);
  const auto kept =
      std::make_shared<const KeptBolted>(kept_bolted(definition, settings, full.get()));
  PreparedModel model;
  model.summary = fmt::format("{} modes, {} clusters, h = {:g} s", kept->reduced.omega.size(),
                              kept->reduced.clusters.size(), *definition.step.size);
  model.bake = [&definition, kept](const std::optional<CertificateOptions>& certificate) {
    return bake_bolted(definition, *kept, certificate);
  };
  model.certify = [&definition, full](const AlignedBytes& bytes, const CertifySettings& how) {
    return certify_bolted(
        definition, bytes, [full]() -> const BoltedModel& { return full->get(); }, how);
  };
  return model;
}

CertificateOptions certify_built_bolted(const Definition& definition, const AlignedBytes& model,
                                        const CertifySettings& settings) {
  BoltedOnce full(definition);
  return certify_bolted(
      definition, model, [&full]() -> const BoltedModel& { return full.get(); }, settings);
}

}  // namespace

KeptBolted kept_bolted(const Definition& definition, const BuildSettings& settings,
                       BoltedOnce* full) {
  return run_stage<KeptBolted>(definition, settings, Stage::reduce, "reduce", read_json<KeptBolted>,
                               [&](std::vector<std::string>* warnings) {
                                 return reduce_bolted_now(definition, settings, full, warnings);
                               });
}

AlignedBytes bake_bolted(const Definition& definition, const KeptBolted& kept,
                         const std::optional<CertificateOptions>& certificate) {
  BoltedBakeOptions options;
  static_cast<ModelOptions&>(options) = model_options(definition);
  options.provenance.reduction = kept.findings;
  options.certificate = certificate;
  options.step = *definition.step.size;
  options.substeps = definition.step.substeps;
  options.solver = solver_of(definition);
  options.inputs = kept.inputs;
  options.outputs = kept.outputs;
  options.trust_limit =
      definition.contact.bolted.reduce.trust_limit.value_or(kept.trust.value_or(1.0));
  for (const ScenarioSpec& spec : definition.scenarios) {
    ScenarioOptions scenario;
    scenario.name = spec.name;
    scenario.duration = spec.duration;
    BoltedSignals signals =
        bolted_signals(definition, spec, kept.inputs, options.step, options.substeps);
    scenario.sources = std::move(signals.sources);
    scenario.ramps = std::move(signals.ramps);
    scenario.initial_q = bolted_start(kept.sensed, spec.initial);
    scenario.initial_v = Vector::Zero(kept.reduced.omega.size());
    options.scenarios.push_back(std::move(scenario));
  }
  const double friction = definition.contact.friction.value_or(0.0);
  widen(&options.training_box, "contact.friction", friction, friction);
  widen_by_scenarios(kept.inputs, options.scenarios, &options.training_box);
  return bake(kept.reduced, options);
}

const Family kBolted = {check_bolted, prepare_bolted, certify_built_bolted};

}  // namespace mortise::gen
