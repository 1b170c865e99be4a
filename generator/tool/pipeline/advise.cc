#include "generator/tool/pipeline/advise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>

#include "generator/define/keys/flat_table.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/kept_map.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/load_sampling.hpp"
#include "generator/judge/certify/scenario_json.hpp"
#include "generator/simulate/assemble/choose_level.hpp"
#include "generator/tool/pipeline/choose.hpp"
#include "generator/tool/pipeline/stages.hpp"
#include "mortise_generated.h"

namespace mortise::gen {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AdvisedCandidate, keys, method, solver, modes, step, refused,
                                   total, reduction, step_part, resolved, shortcomings, sampling,
                                   omega_h, omega_h_wanted, arena_bytes, file_bytes, flops_free,
                                   flops_worst)

namespace {

constexpr double kModeFactors[] = {0.5, 0.7, 1.0, 1.4, 2.0};
constexpr double kStepFactors[] = {4.0, 2.0, 1.0, 0.5, 0.25};

std::string set_number(const std::string& key, double value) {
  return key + "=" + to_text(TomlValue(value));
}
std::string set_count(const std::string& key, long value) {
  return fmt::format("{}={}", key, value);
}
std::string set_word(const std::string& key, const std::string& word) { return key + "=" + word; }

// One way to choose among several values of a key; no value: as defined.
using Axis = std::vector<std::string>;

// Energies of contacts that are the only interface are judged as what remains, of others as losses.
bool is_judged(Measure m, ContactKind kind) {
  const bool impacts =
      kind == ContactKind::nodes || kind == ContactKind::tip || kind == ContactKind::file;
  return m == Measure::remaining_energy    ? impacts || kind == ContactKind::interfaces
         : m == Measure::dissipated_energy ? !impacts && kind != ContactKind::none
                                           : true;
}

// What every candidate of a definition has in common.
class AdviceSweep {
 public:
  explicit AdviceSweep(const AdviceRequest& request) : request_(request) {
    const Definition given = read_definition(request.definition, request.overrides);
    if (given.film)
      throw Error(given.path, "is a film: its modes, rows and step are those of its training",
                  "`mortise_studies compare-reductions` sweeps them");
    common_ = request.overrides;
    for (const Measure m : request.limits.measures)
      if (is_judged(m, given.contact.kind))
        common_.push_back(
            set_number(std::string("verify.") + measure_name(m), request.limits.error));
    const bool held_out = std::any_of(given.scenarios.begin(), given.scenarios.end(),
                                      [](const ScenarioSpec& s) { return s.held_out; });
    if (given.import.modal() && !held_out)
      for (std::size_t i = 0; i < given.scenarios.size(); ++i)
        common_.push_back(fmt::format("scenarios.{}.held_out=true", i));
    base_ = read_and_choose(request.definition, common_, Takes::structures);
    // candidates share one assembled structure
    const std::set<std::string> chosen = {"contact.level", "interfaces.*.level", "condense.method",
                                          "bodies.*.condense.method"};
    if (leaves_level_open(given))
      for (const DefinitionSetting& s : base_.settings)
        if (chosen.count(with_stars(s.key)) != 0) common_.push_back(s.key + "=" + s.value);
    (void)chosen_scenarios(base_, "");
    build_.cache = request.cache;
    build_.assembled = assembled_once();
    start_ = prepare_bake(base_, build_);
  }

  // Steps vary fastest: runs of the full model, one per step, are then made side by side.
  std::vector<AdvisedCandidate> settings() const {
    std::vector<AdvisedCandidate> all;
    for (const std::string& method : or_none(methods()))
      for (const std::string& modes : or_none(modes_axis()))
        for (const std::string& solver : or_none(solvers()))
          for (const double step : steps()) {
            AdvisedCandidate c;
            c.step = step;
            c.method = value_of(method);
            c.solver = value_of(solver);
            for (const std::string& key : {method, modes, solver})
              if (!key.empty()) c.keys.push_back(key);
            c.keys.push_back(set_number("step.size", step));
            all.push_back(std::move(c));
          }
    return all;
  }

  std::vector<std::string> overrides_of(const AdvisedCandidate& c) const {
    std::vector<std::string> overrides = common_;
    overrides.insert(overrides.end(), c.keys.begin(), c.keys.end());
    return overrides;
  }

  Definition definition_of(const AdvisedCandidate& c) const {
    return read_and_choose(request_.definition, overrides_of(c), Takes::structures);
  }

  std::string key_of(const AdvisedCandidate& c) const {
    ContentHash hash;
    hash.add(std::to_string(request_.full_steps)).add(fmt::format("{}", fmt::join(c.keys, " ")));
    for (const Measure m : request_.limits.measures) hash.add(measure_name(m));
    try {
      hash.add(stage_hash(definition_of(c), Stage::certify));
    } catch (const Error& error) {
      hash.add(error.what());  // refused, as judge() will find
    }
    return hash.hex();
  }

  AdvisedCandidate judge(AdvisedCandidate c) const {
    try {
      judge_built(&c);
    } catch (const Error& error) {
      const std::string what = error.what();
      c.refused = what.substr(0, what.find('\n'));
    }
    return c;
  }

 private:
  static Axis or_none(const Axis& axis) { return axis.empty() ? Axis{""} : axis; }
  static std::string value_of(const std::string& key) {
    return key.empty() ? "" : key.substr(key.find('=') + 1);
  }

  Axis methods() const {
    Axis axis;
    for (const std::string& m : request_.methods) axis.push_back(set_word("condense.method", m));
    return axis;
  }

  Axis modes_axis() const {
    const CondenseSpec& spec = base_.condense;
    const bool few = spec.coordinates.count > 0;
    const long count = few ? spec.coordinates.count : spec.modes.count;
    const std::string key = few ? "condense.dynamic_modes" : "condense.modes";
    if (!request_.modes.empty()) {
      if (count == 0)
        throw Error(base_.path, "--modes: the definition counts no modes",
                    "give condense.modes or condense.dynamic_modes, or leave --modes out");
      Axis axis;
      for (const int m : request_.modes) axis.push_back(set_count(key, m));
      return axis;
    }
    if (count > 0) {
      std::set<long> counts;
      for (const double f : kModeFactors)
        counts.insert(std::max(1L, std::lround(f * static_cast<double>(count))));
      Axis axis;
      for (const long m : counts) axis.push_back(set_count(key, m));
      return axis;
    }
    if (base_.import.modal()) return {};
    if (spec.coordinates.cutoff_hz > 0.0)
      return scaled("condense.dynamic_cutoff_hz", spec.coordinates.cutoff_hz);
    if (spec.modes.cutoff_hz > 0.0) return scaled("condense.cutoff_hz", spec.modes.cutoff_hz);
    if (spec.method == kAutomatic) return scaled("condense.band_hz", spec.band_hz);
    return {};  // none: every mode
  }

  static Axis scaled(const std::string& key, double value) {
    Axis axis;
    for (const double f : kModeFactors) axis.push_back(set_number(key, f * value));
    return axis;
  }

  Axis solvers() const {
    Axis axis;
    const ReducedInterface& lone = start_.system.lone();
    const auto* sliding = lone.as<ReducedSliding>();
    std::vector<std::string> choices = request_.solvers;
    if (choices.empty() && sliding && sliding->law.kind == SlidingKind::bilateral)
      choices = {"moreau_jean", "generalised_alpha"};
    if (choices.empty() && !lone.contacts().points.empty()) choices = {"gauss_seidel", "newton"};
    for (const std::string& choice : choices)
      axis.push_back(set_word(sliding ? "step.scheme" : "solver.kind", choice));
    return axis;
  }

  std::vector<double> steps() const {
    if (!request_.steps.empty()) return request_.steps;
    std::vector<double> steps;
    for (const double f : kStepFactors) steps.push_back(f * start_.options.step);
    return steps;
  }

  void judge_built(AdvisedCandidate* c) const {
    const Definition definition = definition_of(*c);
    const PreparedModel prepared = kStructures.prepare(definition, build_);
    const AlignedBytes bytes = prepared.bake({});
    CertifySettings how;
    how.cache = request_.cache;
    how.full_steps = request_.full_steps;
    const CertificateOptions certificate = prepared.certify(bytes, how);
    describe(Instance(bytes, "model file"), c);
    judge_errors(certificate, c);
    const double band = kTwoPi * definition.condense.band_hz;
    c->omega_h = certificate.omega_h.value_or(0.0);
    c->omega_h_wanted = certificate.omega_h_carrying.value_or(0.0);
    if (band > 0.0) c->omega_h_wanted = highest_below(Instance(bytes, "model file"), band);
    const AlignedBytes fine = rebake_of(definition, build_)(0.5 * c->step);
    for (const std::size_t i : chosen_scenarios(definition, "")) {
      const Measured change = load_sampling_error(bytes, fine, definition.scenarios[i].name);
      for (const Measure m : request_.limits.measures)
        c->sampling = std::max(c->sampling, change[m].value_or(0.0));
    }
  }

  static void describe(const Instance& file, AdvisedCandidate* c) {
    const Model& model = file.model();
    c->modes = model.dims().modes;
    c->step = model.step_size();
    c->arena_bytes = model.arena_bytes();
    c->file_bytes = file.bytes().size();
    c->flops_free = model.root()->cost()->flops_free();
    c->flops_worst = model.root()->cost()->flops_worst();
  }

  // omega h.
  static double highest_below(const Instance& file, double band) {
    const ModelView& view = file.model().view();
    double highest = 0.0;
    for (int i = 0; i < view.dims.modes; ++i)
      if (view.omega[i] <= band) highest = std::max(highest, view.omega[i]);
    return view.h * highest;
  }

  void judge_errors(const CertificateOptions& certificate, AdvisedCandidate* c) const {
    c->shortcomings = gen::shortcomings(certificate);
    c->resolved = true;
    for (const ScenarioErrors& e : certificate.errors) {
      for (const Measure m : measures_of(certificate)) {
        take_larger(e.total[m], &c->total[m]);
        take_larger(e.reduction[m], &c->reduction[m]);
        take_larger(e.step[m], &c->step_part[m]);
      }
      c->resolved = c->resolved && !e.reference.empty();
      for (const Measure m : request_.limits.measures)
        if (e.reference[m] && !(*e.reference[m] <= kReferenceShare * request_.limits.error))
          c->resolved = false;
    }
  }

  static void take_larger(const std::optional<double>& error, std::optional<double>* worst) {
    if (error && (!*worst || *error > **worst)) *worst = error;
  }

  const AdviceRequest& request_;
  std::vector<std::string> common_;  // overrides
  Definition base_;
  BuildSettings build_;
  BakeInput start_;
};

std::string line_of(const AdvisedCandidate& c, const AdviceLimits& limits) {
  const std::string keys = fmt::format("{}", fmt::join(c.keys, ", "));
  if (!c.built()) return keys + ": " + c.refused;
  if (!c.resolved) return keys + ": the reference is not resolved in time";
  return fmt::format("{}: error {:.3g} %", keys, 100.0 * c.error(limits.measures).value_or(0.0));
}

}  // namespace

std::vector<AdvisedCandidate> certified_candidates(const AdviceRequest& request) {
  const AdviceSweep sweep(request);
  const std::vector<AdvisedCandidate> settings = sweep.settings();
  KeptMap map;
  map.folder = request.cache;
  map.stage = "advise";
  map.jobs = request.jobs;
  map.ranks = request.ranks;
  for (const AdvisedCandidate& setting : settings) map.keys.push_back(sweep.key_of(setting));
  std::mutex turn;  // of the log
  return kept_map<AdvisedCandidate>(map, [&](std::size_t k) {
    AdvisedCandidate c = sweep.judge(settings[k]);
    const std::lock_guard<std::mutex> lock(turn);
    if (request.log)
      request.log(fmt::format("candidate {} of {}: {}", k + 1, settings.size(),
                              line_of(c, request.limits)));
    return c;
  });
}

AlignedBytes candidate_model(const AdviceRequest& request, const AdvisedCandidate& candidate) {
  std::vector<std::string> overrides = request.overrides;
  overrides.insert(overrides.end(), candidate.keys.begin(), candidate.keys.end());
  BuildSettings build;
  build.cache = request.cache;
  const Definition definition = read_and_choose(request.definition, overrides, Takes::structures);
  return kStructures.prepare(definition, build).bake({});
}

}  // namespace mortise::gen
