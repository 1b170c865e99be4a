#include <fmt/format.h>

#include <cmath>

#include "generator/bodies/check/check_parts.hpp"
#include "generator/bodies/model/dof_table.hpp"

namespace mortise::gen {
namespace {

constexpr double kAgrees = 0.01;      // relative, of an expected mass
constexpr double kFactor = 0.02;      // the same, of the factors that have a reason
constexpr double kDirections = 1e-6;  // relative, of mass by direction

// The largest mass of the three directions, some of which may carry none.
double mass_of(const ImportReport& facts) { return facts.total_mass.maxCoeff(); }

bool is_near(double ratio, double factor) { return std::abs(ratio / factor - 1.0) < kFactor; }

void compare_with(double expected, double share_of_held, CheckReport* report) {
  const double mass = mass_of(report->facts), ratio = mass / expected;
  if (std::abs(ratio - 1.0) <= kAgrees) return;
  const std::string found =
      fmt::format("the free part weighs {:.6g} kg, expected are {:.6g} kg", mass, expected);
  if (is_near(ratio, 3.0) || is_near(ratio, 1.0 / 3.0)) {
    add_finding(report, Severity::error, "mass",
                found + (ratio > 1.0 ? ": three times as much" : ": a third of it") +
                    ". The sum of all entries of M counts every mass once per direction",
                ratio > 1.0 ? "the exporting code lumped or summed M over three directions: export "
                              "it again; or correct import.expected_mass"
                            : "divide the sum over all entries by three in import.expected_mass");
    return;
  }
  const double power = std::round(std::log10(ratio));
  if (power != 0.0 && is_near(ratio, std::pow(10.0, power))) {
    add_finding(
        report, Severity::error, "mass", found + fmt::format(": 10^{:g} times as much", power),
        "check the unit of mass in import.units, and that densities are in it: with mm, s and "
        "N the mass is in tonnes, 7.85e-9 t/mm3 for steel");
    return;
  }
  if (ratio < 1.0 && 1.0 - ratio <= 2.0 * share_of_held) {
    add_finding(
        report, Severity::notice, "mass",
        found + fmt::format(": {:.2g} % stay at the {} held nodes, which the export leaves out",
                            100.0 * (1.0 - ratio), report->held_nodes),
        "export the body free to have all of its mass");
    return;
  }
  add_finding(report, std::abs(ratio - 1.0) > 0.2 ? Severity::error : Severity::warning, "mass",
              found + fmt::format(", {:.3g} times as much", ratio),
              "check densities, missing parts, and import.expected_mass");
}

// Mass of a node by direction: sums of rows. Where a neighbour is held its share is missing, and
// shape functions may lose another one in every direction, so that tells nothing; nor do nodes that
// others follow in some directions, and their neighbours.
void compare_directions(const CheckedModel& checked, CheckReport* report) {
  const DofTable table(checked.model);
  const Matrix forces = checked.model.mass * checked.translations;
  const std::size_t nodes = checked.labels.size();
  std::vector<Vector3> mass(nodes, Vector3::Zero());
  std::vector<int> directions(nodes, 0);
  std::vector<bool> counts(nodes, true);
  for (std::size_t i = 0; i < checked.model.dofs.size(); ++i) {
    const Dof& dof = checked.model.dofs[i];
    const auto node = static_cast<std::size_t>(checked.node_of[i]);
    if (checked.near_support[i] || dof.is_generalised()) counts[node] = false;
    if (!dof.is_translation()) continue;
    directions[node] |= 1 << dof.direction;
    mass[node][dof.direction - 1] = forces(static_cast<Eigen::Index>(i), dof.direction - 1);
  }
  for (const auto& [dof, leaders] : checked.model.followers)
    for (const auto& [leader, weight] : leaders) {
      const Eigen::Index column = table.find(leader);
      if (column < 0) return;  // it is not known what follows what
      for (SparseMatrix::InnerIterator it(checked.model.mass, column); it; ++it)
        counts[static_cast<std::size_t>(checked.node_of[static_cast<std::size_t>(it.row())])] =
            false;
    }
  double difference = 0.0;
  std::vector<std::int64_t> uneven;
  for (std::size_t k = 0; k < nodes; ++k) {
    if (!counts[k] || directions[k] != 0b1110) continue;
    const double spread = mass[k].maxCoeff() - mass[k].minCoeff();
    difference += spread;
    if (spread > kDirections * mass[k].cwiseAbs().maxCoeff()) uneven.push_back(checked.labels[k]);
  }
  if (!(difference > kDirections * mass_of(report->facts))) return;
  add_finding(
      report, Severity::warning, "mass_by_direction",
      fmt::format("the mass depends on the direction: {:.6g}, {:.6g}, {:.6g} kg; away from "
                  "supports the rows differ at nodes {}",
                  report->facts.total_mass[0], report->facts.total_mass[1],
                  report->facts.total_mass[2], list_text(uneven)),
      "check point masses that act in one direction, scaled mass, and that K and M stem from "
      "the same run");
}

}  // namespace

void check_mass(const CheckedModel& checked, const CheckRequest& request, CheckReport* report) {
  const auto nodes =
      static_cast<double>(checked.labels.size()) + static_cast<double>(report->held_nodes);
  if (request.expected_mass)
    compare_with(*request.expected_mass, static_cast<double>(report->held_nodes) / nodes, report);
  if (!checked.generalised && !request.averages) compare_directions(checked, report);
}

}  // namespace mortise::gen
