#include "tests/studies/bolted/jenkins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/dense/nnls.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/bolted/clusters.hpp"

namespace mortise::gen {
namespace {

constexpr int kLoadingSteps = 60;  // of the first loading
constexpr int kThresholds = 80;    // from which the sliders are taken
constexpr double kLowest = 1e-3;   // threshold, of the largest amplitude

struct Slider {
  double stiffness, threshold;  // [1/s^2], of eta
};

// Fits the force that slip gives back on the mode's first loading, F(q) = sum k max(0, q - phi),
// and the loss of a loop, 4 q F - 8 int_0^q F (Masing) = sum 4 k phi max(0, q - phi); relative.
std::vector<Slider> identify(const BoltedSystem& system, Eigen::Index mode, double amplitude,
                             int sliders) {
  Matrix path = Matrix::Zero(system.modes.count(), kLoadingSteps);
  for (int k = 0; k < kLoadingSteps; ++k)
    path(mode, k) = amplitude * std::pow((k + 1.0) / kLoadingSteps, 2.0);
  const BoltedSnapshots seen = follow(system, {path, {1.0}, {mode}});
  const std::vector<bool> closed = system.closed();
  for (Eigen::Index p = 0; p < system.points(); ++p)
    for (Eigen::Index k = 0; k < kLoadingSteps; ++k)
      demand((seen.force(3 * p, k) > 0.0) == closed[static_cast<std::size_t>(p)], "reduce.method",
             fmt::format("sliders do not serve mode {}: its contact opens or closes", mode + 1),
             "take clusters");
  Vector thresholds(kThresholds);
  for (int j = 0; j < kThresholds; ++j)
    thresholds[j] = amplitude * std::pow(kLowest, 1.0 - (j + 0.5) / kThresholds);
  std::vector<Vector> rows;
  double before = 0.0, force_before = 0.0, integral = 0.0;
  for (int k = 0; k < kLoadingSteps; ++k) {
    const double q = path(mode, k), force = seen.on_modes(mode, k);
    integral += 0.5 * (q - before) * (force + force_before);
    before = q;
    force_before = force;
    const double loss = 4.0 * q * force - 8.0 * integral;
    const Vector over = (q - thresholds.array()).cwiseMax(0.0);
    if (force > 1e-9 * system.modes.omega[mode] * system.modes.omega[mode] * q && loss > 0.0) {
      rows.emplace_back(over / force);
      rows.emplace_back(4.0 * thresholds.cwiseProduct(over) / loss);
    }
  }
  demand(!rows.empty(), "reduce.method", fmt::format("nothing slips in mode {}", mode + 1),
         "raise training.amplitudes");
  Matrix equations(Eigen::Index(rows.size()), kThresholds);
  for (std::size_t r = 0; r < rows.size(); ++r) equations.row(Eigen::Index(r)) = rows[r];
  const SparseSolution found =
      sparse_nnls_of(equations, Vector::Ones(equations.rows()), sliders, 2.0);
  std::vector<Slider> bank;
  for (std::size_t k = 0; k < found.columns.size(); ++k)
    bank.push_back({found.values[Eigen::Index(k)], thresholds[found.columns[k]]});
  return bank;
}

}  // namespace

ReducedBolted jenkins_banks(const BoltedSystem& system, const std::vector<Eigen::Index>& modes,
                            const Vector& amplitudes, int sliders) {
  // what is observed of the bonded structure: that of any clusters
  std::vector<int> labels;
  Vector pressure(system.points());
  for (std::size_t z = 0; z < system.structure->zones.size(); ++z)
    labels.insert(labels.end(), static_cast<std::size_t>(system.structure->zones[z].points()),
                  static_cast<int>(z));
  const std::vector<bool> closed = system.closed();
  for (std::size_t p = 0; p < labels.size(); ++p) {
    if (!closed[p]) labels[p] = -1;
    pressure[Eigen::Index(p)] = system.preloaded.state.force[3 * Eigen::Index(p)];
  }
  ReducedBolted r = TractionProjector(system).project(cluster_shapes(system, labels, pressure));
  r.clusters.clear();
  std::vector<std::pair<Eigen::Index, Slider>> all;
  for (const Eigen::Index mode : modes)
    for (const Slider& slider : identify(system, mode, amplitudes[mode], sliders))
      all.emplace_back(mode, slider);
  const auto p = static_cast<Eigen::Index>(all.size());
  r.constant = Vector::Zero(3 * p);
  r.from_modes = Matrix::Zero(3 * p, r.omega.size());
  r.from_inputs = Matrix::Zero(3 * p, system.inputs());
  r.pivot = Matrix::Zero(3 * p, 3 * p);
  r.trained_modes = Vector::Zero(r.omega.size());
  r.trained_contact = Vector::Zero(3 * p);
  for (Eigen::Index c = 0; c < p; ++c) {
    const auto& [mode, slider] = all[static_cast<std::size_t>(c)];
    TractionCluster cluster;
    cluster.points = 0;
    r.clusters.push_back(cluster);
    r.constant[3 * c] = slider.stiffness * slider.threshold / system.friction;
    r.from_modes(3 * c + 1, mode) = -slider.stiffness;
    r.pivot.diagonal().segment<3>(3 * c).setConstant(slider.stiffness);
    r.trained_modes[mode] = amplitudes[mode];
    r.trained_contact[3 * c + 1] = amplitudes[mode] - slider.threshold;
  }
  r.motions.contact = Matrix::Zero(r.motions.modes.rows(), 3 * p);
  r.resultants.contact = Matrix::Zero(r.resultants.modes.rows(), 3 * p);
  return r;
}

}  // namespace mortise::gen
