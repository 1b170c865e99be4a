#include "generator/judge/analyses/backbone_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bolted_reader.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "generator/reduce/bolted/reduced_backbone.hpp"

namespace mortise::gen {
namespace {

// Worst and root of the mean square.
class ErrorNorm {
 public:
  void add(double error) {
    worst_ = std::max(worst_, std::abs(error));
    squares_ += error * error;
    ++count_;
  }
  double worst() const { return worst_; }
  double rms() const { return count_ > 0 ? std::sqrt(squares_ / count_) : 0.0; }

 private:
  double worst_ = 0.0, squares_ = 0.0;
  int count_ = 0;
};

}  // namespace

BoltedFile open_bolted_file(const std::string& path) {
  const Instance instance = open_model_file(path);
  BoltedFile file{path, read_bolted(instance, path), {}, {}};
  const std::vector<std::string> names = instance.output_names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    const OutputRule& rule = instance.model().view().output_rules[k];
    if (rule.quantity != quantity::displacement) continue;
    file.displacements.push_back(names[k]);
    file.rows.push_back(rule.index);
  }
  return file;
}

std::vector<Eigen::Index> sensor_rows(const BoltedFile& file, Eigen::Index mode,
                                      std::vector<std::string>* names) {
  demand(!file.rows.empty(), file.path, "the model has no output of a displacement",
         "add one to the [[outputs]] of its definition, where amplitudes count, and build again");
  std::vector<Eigen::Index> rows;
  for (const std::string& name : *names) {
    const auto found = std::find(file.displacements.begin(), file.displacements.end(), name);
    demand(found != file.displacements.end(), file.path,
           "has no output of a displacement \"" + name + "\"",
           "name \"" + nearest(name, file.displacements) + "\", or another one of `mortise info " +
               file.path + "`");
    rows.push_back(file.rows[static_cast<std::size_t>(found - file.displacements.begin())]);
  }
  if (names->empty()) {
    std::size_t most = 0;
    for (std::size_t k = 1; k < file.rows.size(); ++k)
      if (sensed(file.reduced, {file.rows[k]}, mode) >
          sensed(file.reduced, {file.rows[most]}, mode))
        most = k;
    names->push_back(file.displacements[most]);
    rows.push_back(file.rows[most]);
  }
  demand(sensed(file.reduced, rows, mode) > 0.0, file.path,
         fmt::format("mode {} does not move output \"{}\"", mode + 1, names->front()),
         "name other outputs, or another mode");
  return rows;
}

BackboneComparison compare_backbones(const std::vector<BackbonePoint>& full,
                                     const std::vector<BackbonePoint>& reduced) {
  BackboneComparison result;
  ErrorNorm frequency[2], damping[2];
  for (std::size_t k = 0; k < full.size(); ++k) {
    const BackbonePoint &all = full[k], &few = reduced[k];
    BackboneDifference difference;
    difference.frequency = few.frequency_hz / all.frequency_hz - 1.0;
    if (all.slip_points > 0 && all.damping > 0.0)
      difference.damping = few.damping / all.damping - 1.0;
    result.levels.push_back(difference);
    const bool slips = all.slip_points >= kSlipping * all.closed_points;
    for (const int set : {0, 1}) {
      if (set == 0 && !slips) continue;
      ++(set == 0 ? result.slipping : result.all).levels;
      frequency[set].add(difference.frequency);
      if (std::isfinite(difference.damping)) damping[set].add(difference.damping);
    }
  }
  for (const int set : {0, 1}) {
    BackboneErrors& errors = set == 0 ? result.slipping : result.all;
    errors.worst_frequency = frequency[set].worst();
    errors.rms_frequency = frequency[set].rms();
    errors.worst_damping = damping[set].worst();
    errors.rms_damping = damping[set].rms();
  }
  return result;
}

}  // namespace mortise::gen
