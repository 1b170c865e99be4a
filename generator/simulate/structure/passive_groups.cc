#include "generator/simulate/structure/passive_groups.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mortise::gen {
namespace {

constexpr double kDrives = 1e-12;  // of the terms of a power: rounding

// Twice the power of forces over a step.
struct StepPower {
  double linear = 0.0, quadratic = 0.0;
  double total() const { return linear + quadratic; }
  bool drives() const { return total() > kDrives * (quadratic + std::abs(linear)); }
};

}  // namespace

PassiveGroups::PassiveGroups(const Matrix& delassus, Eigen::Index contact_rows) {
  const Eigen::Index contacts = contact_rows / 3, rows = delassus.cols();
  std::vector<Eigen::Index> group(static_cast<std::size_t>(rows));
  std::iota(group.begin(), group.end(), 0);
  const auto of = [&](Eigen::Index row) {
    while (group[static_cast<std::size_t>(row)] != row) row = group[static_cast<std::size_t>(row)];
    return row;
  };
  for (Eigen::Index j = 0; j < rows; ++j)
    for (Eigen::Index i = 0; i < j; ++i)
      if (delassus(i, j) != 0.0 || (j < contact_rows && i / 3 == j / 3))
        group[static_cast<std::size_t>(std::max(of(i), of(j)))] = std::min(of(i), of(j));
  std::vector<std::size_t> number(static_cast<std::size_t>(rows), 0);
  for (Eigen::Index row = 0; row < rows; ++row) {
    std::size_t& own = number[static_cast<std::size_t>(of(row))];
    if (own == 0) {
      groups_.emplace_back();
      own = groups_.size();
    }
    Group& to = groups_[own - 1];
    if (row >= contact_rows) {
      to.others = true;
    } else if (row % 3 == 0 && row / 3 < contacts) {
      to.contacts.push_back(row / 3);
    }
  }
}

bool PassiveGroups::mixes(const Group& group, const ContactStepper& contacts) const {
  return !group.others &&
         std::all_of(group.contacts.begin(), group.contacts.end(), [&](Eigen::Index c) {
           return !contacts.takes_part(c) || contacts.is_passive(c);
         });
}

std::vector<bool> PassiveGroups::driving(const AssemblyForces& forces, const Vector& start,
                                         const Vector& free, const ContactStepper& contacts) const {
  std::vector<bool> driving;
  for (const Group& group : groups_) {
    StepPower power;
    bool passive = false;
    for (const Eigen::Index c : group.contacts) {
      if (!contacts.takes_part(c) || contacts.slides(c)) continue;
      passive = passive || contacts.rubs(c);
      const auto own = [&](const Vector& x) { return x.segment<3>(3 * c); };
      power.linear += own(forces.contact).dot(own(start) + own(free));
      power.quadratic += own(forces.contact).dot(own(forces.velocity) - own(free));
    }
    if (!passive || !power.drives()) continue;
    driving.resize(static_cast<std::size_t>(start.size() / 3), false);
    for (const Eigen::Index c : group.contacts) driving[static_cast<std::size_t>(c)] = true;
  }
  return driving;
}

void PassiveGroups::blend(const std::vector<bool>& driving, const AssemblyForces& first,
                          const Vector& start, const Vector& free, const ContactStepper& contacts,
                          AssemblyForces* second) const {
  for (const Group& group : groups_) {
    if (group.contacts.empty() || !driving[static_cast<std::size_t>(group.contacts.front())] ||
        !mixes(group, contacts))
      continue;
    double constant = 0.0, slope = 0.0, curvature = 0.0;
    for (const Eigen::Index c : group.contacts) {
      const auto own = [&](const Vector& x) -> Eigen::Vector3d { return x.segment<3>(3 * c); };
      const Eigen::Vector3d r = own(first.contact), d = own(second->contact) - r;
      const Eigen::Vector3d mean = own(start) + own(first.velocity);
      constant += r.dot(mean);
      curvature += d.dot(own(second->velocity) - own(first.velocity));
      slope += d.dot(mean + own(first.velocity) - own(free));
    }
    const double square = slope * slope - 4 * curvature * constant;
    if (!(slope < 0.0) || !(square >= 0.0)) continue;
    const double share = std::min(1.0, 2 * constant / (std::sqrt(square) - slope));
    for (const Eigen::Index c : group.contacts)
      second->contact.segment<3>(3 * c) =
          first.contact.segment<3>(3 * c) +
          share * (second->contact.segment<3>(3 * c) - first.contact.segment<3>(3 * c));
  }
}

}  // namespace mortise::gen
