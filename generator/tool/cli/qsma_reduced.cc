#include "generator/tool/cli/qsma_reduced.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "generator/deliver/pictures/bolted_pictures.hpp"
#include "generator/deliver/pictures/picture_folder.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/bolted/reduced_backbone.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/result_table.hpp"

namespace mortise::gen {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Fields<BackbonePoint> reduced_fields() {
  using Point = BackbonePoint;
  return {{"amplitude_m", of(&Point::amplitude), quantity_head("amplitude", "m"), "%.4g"},
          {"frequency_hz", of(&Point::frequency_hz), quantity_head("frequency", "Hz"), "%.7g"},
          {"damping", of(&Point::damping), quantity_head("damping", "-"), "%.4g"},
          {"slip_clusters", of(&Point::slip_points), count_head("slip")},
          {"closed_clusters", of(&Point::closed_points), count_head("closed")},
          {"max_slip_m", of(&Point::max_slip), quantity_head("largest slip", "m"), "%.3g"}};
}

void demand_mode(const BoltedFile& file, Eigen::Index mode) {
  const Eigen::Index modes = file.reduced.omega.size();
  if (mode >= modes)
    throw UsageError(fmt::format("--mode {}: {} has {}", mode + 1, file.path, modes));
}

void demand_same(const BoltedFile& file, const FullBackbone& full) {
  constexpr double kSame = 1e-6;  // numbers of another machine
  const auto same = [&](double in_file, double in_definition, const std::string& what) {
    demand(std::abs(in_file - in_definition) <= kSame * std::abs(in_definition), file.path,
           fmt::format("{}: {:.7g} in the file, {:.7g} by {}", what, in_file, in_definition,
                       full.definition->path),
           "build the file from this definition with the same --set");
  };
  same(file.reduced.omega[full.mode] / kTwoPi, full.linear_hz,
       fmt::format("mode {} [Hz]", full.mode + 1));
  const double friction = full.definition->contact.friction.value_or(0.0);
  for (Eigen::Index z = 0; z < file.reduced.friction.size() && z < full.resultant.size(); ++z) {
    const std::string& zone = file.reduced.zones[static_cast<std::size_t>(z)];
    same(file.reduced.friction[z], friction, zone + ".friction");
    same(file.reduced.resultants.constant[3 * z], full.resultant[z], zone + ".preload [N]");
  }
}

// A number, or null if JSON does not have it.
nlohmann::json finite(double x) { return std::isfinite(x) ? nlohmann::json(x) : nlohmann::json(); }

nlohmann::json errors_json(const BackboneErrors& e) {
  return {{"levels", e.levels},
          {"frequency_worst", e.worst_frequency},
          {"frequency_rms", e.rms_frequency},
          {"damping_worst", e.worst_damping},
          {"damping_rms", e.rms_damping}};
}

std::string errors_text(const std::string& where, const BackboneErrors& e) {
  return fmt::format(
      "{} ({} levels): frequency within {:.2g} %, rms {:.2g} %; damping within {:.2g} %, rms "
      "{:.2g} %\n",
      where, e.levels, 100.0 * e.worst_frequency, 100.0 * e.rms_frequency, 100.0 * e.worst_damping,
      100.0 * e.rms_damping);
}

// Outputs that the definition has at the sensor.
std::vector<std::string> sensor_outputs(const Definition& definition) {
  std::vector<std::string> names;
  for (const OutputSpec& output : definition.outputs)
    if (output.quantity == OutputQuantity::displacement && output.place.set == "sensor")
      names.push_back(output.name);
  return names;
}

}  // namespace

int report_reduced_backbone(const ReducedQsma& asked) {
  const auto start = Clock::now();
  const BoltedFile file = open_bolted_file(asked.model);
  demand_mode(file, asked.mode);
  std::vector<std::string> outputs = asked.outputs;
  ReducedBackboneTask task;
  task.mode = asked.mode;
  task.steps = asked.steps;
  task.sensor = sensor_rows(file, task.mode, &outputs);
  const double omega = file.reduced.omega[task.mode];
  for (const double level : asked.levels)
    task.loads.push_back(omega * omega * level / sensed(file.reduced, task.sensor, task.mode));
  if (!asked.pictures.empty()) try_pictures(asked.pictures, {kReducedPicture});
  const std::vector<BackbonePoint> points = reduced_backbone(file.reduced, task);
  const double seconds = seconds_since(start);
  nlohmann::json result = {{"mode", asked.mode + 1},
                           {"method", "reduced"},
                           {"linear_hz", omega / kTwoPi},
                           {"outputs", outputs},
                           {"points", rows_json(reduced_fields(), points)},
                           {"seconds", seconds},
                           {"pictures", nlohmann::json::array()}};
  if (!asked.pictures.empty())
    result["pictures"].push_back(write_reduced_picture(
        {{"reduced", points}}, fmt::format("{}, mode {}", asked.model, asked.mode + 1),
        asked.pictures));
  return print_result(asked.json, result,
                      fmt::format("mode {}: {:.7g} Hz; amplitude of {}\n", asked.mode + 1,
                                  omega / kTwoPi, fmt::join(outputs, ", ")) +
                          rows_text(reduced_fields(), points));
}

BackboneBeside backbone_beside(const std::string& model, const FullBackbone& full) {
  const auto start = Clock::now();
  const BoltedFile file = open_bolted_file(model);
  demand_mode(file, full.mode);
  demand_same(file, full);
  BackboneBeside beside;
  beside.model = model;
  beside.linear_hz = file.reduced.omega[full.mode] / kTwoPi;
  beside.outputs = sensor_outputs(*full.definition);
  ReducedBackboneTask task;
  task.mode = full.mode;
  task.steps = full.steps;
  task.sensor = sensor_rows(file, full.mode, &beside.outputs);
  std::vector<double> amplitudes;
  for (const BackbonePoint& point : full.points) {
    task.loads.push_back(point.load);
    amplitudes.push_back(point.amplitude);
  }
  task.loads = loads_for(file.reduced, task, amplitudes);
  beside.points = reduced_backbone(file.reduced, task);
  beside.comparison = compare_backbones(full.points, beside.points);
  beside.seconds = seconds_since(start);
  return beside;
}

nlohmann::json beside_json(const BackboneBeside& beside) {
  nlohmann::json differences = nlohmann::json::array();
  for (const BackboneDifference& level : beside.comparison.levels)
    differences.push_back({{"frequency", level.frequency}, {"damping", finite(level.damping)}});
  return {{"model", beside.model},
          {"outputs", beside.outputs},
          {"linear_hz", beside.linear_hz},
          {"points", rows_json(reduced_fields(), beside.points)},
          {"differences", differences},
          {"slipping", errors_json(beside.comparison.slipping)},
          {"all", errors_json(beside.comparison.all)},
          {"seconds", beside.seconds}};
}

std::string beside_text(const BackboneBeside& beside, const std::vector<BackbonePoint>& full) {
  TextTable table({quantity_head("amplitude", "m"), quantity_head("frequency", "Hz"),
                   quantity_head("reduced", "Hz"), quantity_head("apart", "%"),
                   quantity_head("damping", "-"), quantity_head("reduced", "-"),
                   quantity_head("apart", "%"), count_head("slip"), count_head("closed")});
  for (std::size_t k = 0; k < full.size(); ++k) {
    const BackbonePoint &all = full[k], &few = beside.points[k];
    const BackboneDifference& apart = beside.comparison.levels[k];
    table.add_row({cell("%.4g", all.amplitude), cell("%.7g", all.frequency_hz),
                   cell("%.7g", few.frequency_hz), cell("%.3f", 100.0 * apart.frequency),
                   cell("%.4g", all.damping), cell("%.4g", few.damping),
                   std::isfinite(apart.damping) ? cell("%.2f", 100.0 * apart.damping) : "-",
                   std::to_string(all.slip_points), std::to_string(all.closed_points)});
  }
  const BackboneComparison& errors = beside.comparison;
  return fmt::format("\n{} at the same amplitudes\n", beside.model) + table.text() +
         errors_text(fmt::format("where {:g} % of the closed points slip", 100.0 * kSlipping),
                     errors.slipping) +
         errors_text("everywhere", errors.all);
}

}  // namespace mortise::gen
