#include "tests/studies/cli/compare_bolted.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "generator/tool/pipeline/bolted_stages.hpp"
#include "tests/studies/bolted/bolted_trials.hpp"
#include "tests/studies/bolted/other_reductions.hpp"
#include "tests/studies/bolted/slip_pod_trial.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kSlipPod = "slip_pod";  // has no model file: compared alone
// Points that a slip POD reads for its modes: on the S4 beam errors are about those of all.
constexpr int kFirstPoints = 40;
constexpr double kPointsOfMode = 2.5;

// What a slip POD says of itself.
struct SlipPodRow {
  int modes = 0, points = 0;
  double capped = 0.0, pulling = 0.0;  // shares of its steps, see SlipPodTrial
  ClosedSetChange change;              // of all points on all scenarios
};

struct Row {
  std::string method;
  int unknowns = 0;
  std::optional<double> force_error;
  BoltedTrial trial;
  std::size_t bytes = 0;  // of the file
  std::optional<SlipPodRow> slip_pod;
  std::string why;
};

Fields<Row> row_fields() {
  Fields<Row> fields = {{"method", of(&Row::method), word_head("method")},
                        {"unknowns", of(&Row::unknowns), count_head("unknowns")}};
  fields.push_back({"force_error",
                    [](const Row& r) {
                      return r.force_error ? nlohmann::json(*r.force_error) : nlohmann::json();
                    },
                    quantity_head("paths", "%"), "%.2f", 100});
  const auto add = [&](Measure m, const std::string& key, const std::string& head) {
    fields.push_back({key,
                      [m](const Row& r) {
                        const auto& value = r.trial.errors[m];
                        return value ? nlohmann::json(*value) : nlohmann::json();
                      },
                      quantity_head(head, "%"), "%.2f", 100});
  };
  add(Measure::displacement, "displacement", "motion");
  add(Measure::force, "force", "force");
  add(Measure::dissipated_energy, "dissipated_energy", "loss");
  fields.push_back({"ns_per_step",
                    [](const Row& r) {
                      return r.trial.ns_per_step > 0.0 ? nlohmann::json(r.trial.ns_per_step)
                                                       : nlohmann::json();
                    },
                    quantity_head("step", "us"), "%.1f", 1e-3});
  fields.push_back({"file_bytes", [](const Row& r) { return nlohmann::json(r.bytes); },
                    quantity_head("file", "MB"), "%.2f", 1e-6});
  const auto of_slip_pod = [](const auto& value) {
    return [value](const Row& r) {
      return r.slip_pod ? nlohmann::json(value(*r.slip_pod)) : nlohmann::json();
    };
  };
  using Pod = SlipPodRow;
  fields.push_back({"modes", of_slip_pod([](const Pod& s) { return s.modes; })});
  fields.push_back(
      {"points", of_slip_pod([](const Pod& s) { return s.points; }), count_head("points")});
  fields.push_back({"capped_steps", of_slip_pod([](const Pod& s) { return s.capped; })});
  fields.push_back({"pulling_steps", of_slip_pod([](const Pod& s) { return s.pulling; })});
  fields.push_back(
      {"closed_set_changed_steps", of_slip_pod([](const Pod& s) { return s.change.share(); })});
  fields.push_back({"points_opened", of_slip_pod([](const Pod& s) { return s.change.opened; })});
  fields.push_back({"points_closed", of_slip_pod([](const Pod& s) { return s.change.closed; })});
  fields.push_back({"why", of(&Row::why), word_head("why not")});
  return fields;
}

// What the step alone costs, by every scheme.
std::vector<Row> full_rows(const std::vector<BoltedReference>& references,
                           const BoltedModel& full) {
  std::vector<Row> rows;
  for (std::size_t s = 0; s < enum_names<BoltedScheme>.size(); ++s) {
    Row row;
    row.method = std::string("all points, ") + enum_names<BoltedScheme>[s];
    row.unknowns = static_cast<int>(3 * full.system.points());
    for (const BoltedReference& reference : references) {
      const BoltedTrial& trial = reference.schemes[s];
      row.trial.errors = worse_of(row.trial.errors, trial.errors);
      row.trial.ns_per_step = std::max(row.trial.ns_per_step, trial.ns_per_step);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Row row_of(const std::string& method, const Definition& definition, const BoltedModel& full,
           const std::vector<BoltedReference>& references, const BoltedComparison& asked) {
  Row row;
  row.method = method;
  const auto& names = enum_names<BoltedMethod>;
  const auto by =
      static_cast<BoltedMethod>(std::find(names.begin(), names.end(), method) - names.begin());
  try {
    ProgressBar bar(method);
    const BoltedReduction reduction =
        reduce_by(by, full.system, reduction_options(definition.contact.bolted.reduce, asked.jobs),
                  asked.sliders, bar.shares());
    KeptBolted kept;
    kept.reduced = reduction.reduced;
    kept.inputs = full.inputs;
    kept.outputs = full.outputs;
    kept.sensed = full.sensed;
    const AlignedBytes file = bake_bolted(definition, kept, std::nullopt);
    row.unknowns = static_cast<int>(kept.reduced.constant.size());
    if (by != BoltedMethod::JENKINS) row.force_error = reduction.force_error;
    row.bytes = file.size();
    row.trial = try_bolted(definition, file, references);
  } catch (const Error& error) {
    row.why = error.what();
  }
  return row;
}

// What a slip POD cannot do, if the scenarios ask for it.
std::string remark_of(const SlipPodRow& s) {
  std::string remark;
  if (s.change.changed > 0)
    remark = fmt::format(
        "the joint does not stay closed: in {:.3g} % of the steps of all points (up to {} open, "
        "{} close)",
        100.0 * s.change.share(), s.change.opened, s.change.closed);
  if (s.capped > 0.0)
    remark += fmt::format("{}{:.3g} % of its steps meet their iterations' cap",
                          remark.empty() ? "" : "; ", 100.0 * s.capped);
  return remark;
}

Row slip_pod_row(int modes, const Definition& definition, const BoltedModel& full,
                 const BoltedTrainingRuns& runs, const std::vector<BoltedReference>& references) {
  SlipPodOptions options;
  options.modes = modes;
  options.points = static_cast<int>(kFirstPoints + kPointsOfMode * modes);
  Row row;
  row.method = fmt::format("{}, {} modes", kSlipPod, modes);
  const SlipPod pod = slip_pod(full.system, runs.seen, options);
  row.unknowns = static_cast<int>(pod.shapes.cols());
  row.force_error = force_error(pod, runs.judged).whole;
  const SlipPodTrial trial = try_slip_pod(definition, full, pod, references);
  row.trial = trial.trial;
  row.slip_pod = {
      row.unknowns, static_cast<int>(pod.sampled.size()), trial.capped, trial.pulling, {}};
  for (const BoltedReference& reference : references) row.slip_pod->change.add(reference.change);
  row.why = remark_of(*row.slip_pod);
  return row;
}

// A third, two thirds, and as many modes as the definition has closed clusters.
std::vector<Row> slip_pod_rows(const Definition& definition, const BoltedModel& full,
                               const std::vector<BoltedReference>& references, int jobs) {
  const BoltedReductionOptions options = reduction_options(definition.contact.bolted.reduce, jobs);
  std::vector<Row> rows;
  try {
    ProgressBar bar(kSlipPod);
    const BoltedTrainingRuns runs = training_runs(full.system, options, bar.shares());
    for (const int third : {1, 2, 3})
      rows.push_back(slip_pod_row(std::max(1, third * options.closed_clusters / 3), definition,
                                  full, runs, references));
  } catch (const Error& error) {
    Row row;
    row.method = kSlipPod;
    row.why = error.what();
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::vector<std::string> bolted_comparison_methods() {
  const auto& names = enum_names<BoltedMethod>;
  std::vector<std::string> methods(names.begin(), names.end());
  methods.emplace_back(kSlipPod);
  return methods;
}

int compare_bolted_reductions(const Definition& definition, const BoltedComparison& asked) {
  demand(definition.contact.bolted.reduce.asked, definition.path, "there is no [reduce]",
         "add [reduce] with clusters, e.g. [48, 16]");
  BoltedOnce once(definition);
  const BoltedModel& full = once.get();
  const std::vector<BoltedReference> references =
      with_bar("all points", [&](const Progress& progress) {
        return bolted_references(definition, full, asked.finer, asked.jobs, progress);
      });
  std::vector<Row> rows = full_rows(references, full);
  const Fields<Row> fields = row_fields();
  for (const std::string& method :
       asked.methods.empty() ? bolted_comparison_methods() : asked.methods) {
    if (method == kSlipPod) {
      for (Row& row : slip_pod_rows(definition, full, references, asked.jobs))
        rows.push_back(std::move(row));
    } else {
      rows.push_back(row_of(method, definition, full, references, asked));
    }
  }
  return print_result(
      asked.json, {{"scenarios", references.size()}, {"results", rows_json(fields, rows)}},
      rows_text(fields, rows) +
          fmt::format("paths: forces on held-out paths; motion, force, loss: the largest error of "
                      "{} held-out scenarios against all points with {} steps in one; step: "
                      "processor time\n",
                      references.size(), asked.finer));
}

}  // namespace mortise::gen
