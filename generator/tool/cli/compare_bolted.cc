#include "generator/tool/cli/compare_bolted.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/compare/bolted_trials.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "generator/tool/pipeline/bolted_stages.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kUnfitted = "unfitted";  // clusters whose shapes are the mean pressure's
constexpr double kAny = 1e9;                   // no method is refused for its error here

struct Row {
  std::string method;
  int unknowns = 0;
  std::optional<double> force_error;
  BoltedTrial trial;
  std::size_t bytes = 0;  // of the file
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
           const std::vector<BoltedReference>& references, int jobs) {
  Row row;
  row.method = method;
  BoltedReductionOptions options = reduction_options(definition.contact.bolted.reduce, jobs);
  options.largest_error = kAny;
  const auto& names = enum_names<BoltedMethod>;
  const auto named = std::find(names.begin(), names.end(), method);
  options.method = named == names.end() ? BoltedMethod::CLUSTERS
                                        : static_cast<BoltedMethod>(named - names.begin());
  if (method == kUnfitted) options.fit_rounds = 0;
  try {
    ProgressBar bar(method);
    const BoltedReduction reduction = reduce_bolted(full.system, options, bar.shares());
    KeptBolted kept;
    kept.reduced = reduction.reduced;
    kept.inputs = full.inputs;
    kept.outputs = full.outputs;
    kept.sensed = full.sensed;
    const AlignedBytes file = bake_bolted(definition, kept, std::nullopt);
    row.unknowns = static_cast<int>(kept.reduced.constant.size());
    if (options.method != BoltedMethod::JENKINS) row.force_error = reduction.force_error;
    row.bytes = file.size();
    row.trial = try_bolted(definition, file, references);
  } catch (const Error& error) {
    row.why = error.what();
  }
  return row;
}

}  // namespace

std::vector<std::string> bolted_comparison_methods() {
  std::vector<std::string> methods;
  for (const char* name : enum_names<BoltedMethod>) {
    methods.emplace_back(name);
    if (methods.size() == 1) methods.emplace_back(kUnfitted);
  }
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
       asked.methods.empty() ? bolted_comparison_methods() : asked.methods)
    rows.push_back(row_of(method, definition, full, references, asked.jobs));
  return print_result(
      asked.json, {{"scenarios", references.size()}, {"results", rows_json(fields, rows)}},
      rows_text(fields, rows) +
          fmt::format("paths: forces on held-out paths; motion, force, loss: the largest error of "
                      "{} held-out scenarios against all points with {} steps in one; step: "
                      "processor time\n",
                      references.size(), asked.finer));
}

}  // namespace mortise::gen
