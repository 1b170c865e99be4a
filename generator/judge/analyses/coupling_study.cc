#include "generator/judge/analyses/coupling_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/bake/structure/coupling.hpp"
#include "generator/bake/structure/discretise.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kAllButSingular = 1.0 - 1e-9;

// Which bodies an interface acts on.
std::vector<bool> touched(const ReducedSystem& system, std::size_t interface) {
  std::vector<Eigen::Index> first = system.groups;
  if (first.empty()) first = {0};
  std::vector<bool> list;
  for (std::size_t b = 0; b < first.size(); ++b) {
    const Eigen::Index end = b + 1 < first.size() ? first[b + 1] : system.size();
    list.push_back(touches(system.interfaces[interface], first[b], end - first[b]));
  }
  return list;
}

// Couplings among these interfaces alone.
std::vector<InterfaceCoupling> among(const std::vector<int>& members,
                                     const std::vector<InterfaceCoupling>& all) {
  const auto in = [&](int i) {
    return std::find(members.begin(), members.end(), i) != members.end();
  };
  std::vector<InterfaceCoupling> some;
  for (const InterfaceCoupling& c : all)
    if (in(c.to) && in(c.from)) some.push_back(c);
  return some;
}

// Sweeps until an error has shrunk to the tolerance.
int sweeps_to(double tolerance, double kappa) {
  if (kappa <= 0.0) return 1;
  if (kappa >= kAllButSingular) return std::numeric_limits<int>::max();
  return std::max(1, static_cast<int>(std::ceil(std::log(tolerance) / std::log(kappa))));
}

std::string meaning_of(const GroupCoupling& g) {
  if (g.interfaces.size() == 1) return "One interface: its own solver, no sweeps.";
  const PairCoupling* strongest = g.pairs.empty() ? nullptr : &g.pairs.front();
  std::string pair;
  if (strongest != nullptr)
    pair = fmt::format(" The strongest pair is {} and {}, which share {}.", strongest->first,
                       strongest->second, fmt::join(strongest->shared, ", "));
  if (g.sweeps <= g.sweep_cap)
    return fmt::format("Weak: {} of at most {} sweeps finish the worst step.", g.sweeps,
                       g.sweep_cap) +
           pair;
  if (g.kappa < kAllButSingular)
    return fmt::format(
               "Strong: the worst step would take {} sweeps, Newton over all active rows takes "
               "over after a few of at most {}.",
               g.sweeps, g.sweep_cap) +
           pair + " A heavier body between them, or a softer interface, weakens it.";
  return "Two interfaces hold the same motion: their forces are not unique, the motion is. Newton "
         "may meet its cap and the tail sweeps finish." +
         pair;
}

}  // namespace

std::vector<GroupCoupling> study_coupling(const ReducedSystem& system,
                                          const std::vector<std::string>& bodies,
                                          const BakeOptions& options) {
  demand(system.lone().contacts().stacked.empty(), "coupling",
         "interfaces at position level are one problem, of whose contacts all see each other",
         "`mortise info` says which solver the file takes, and its cap");
  if (!system.assembly())
    throw Error("coupling", "there are not several interfaces to couple", "add [[interfaces]]");
  const AssemblyModes modes = assembly_modes(system, options.step);
  const Vector damping = stepped_damping(modes.system.omega, modes.system.damping, options.step,
                                         options.damp_fast_modes);
  const std::vector<InterfaceCoupling> couplings = find_couplings(modes, damping, options.step);
  const double tolerance = options.solver.tolerance.value_or(kSolverTolerance);
  std::vector<std::vector<bool>> touches;
  for (std::size_t i = 0; i < system.interfaces.size(); ++i) touches.push_back(touched(system, i));
  const auto kappa_of = [&](const std::vector<int>& members) {
    return contraction_of(modes, members, among(members, couplings), options.step, damping);
  };
  const auto name = [&](int i) { return system.interfaces[static_cast<std::size_t>(i)].name; };

  std::vector<GroupCoupling> groups;
  for (const std::vector<int>& members : modes.groups) {
    GroupCoupling group;
    for (const int i : members) group.interfaces.push_back(name(i));
    for (std::size_t b = 0; b < bodies.size(); ++b)
      if (std::any_of(members.begin(), members.end(),
                      [&](int i) { return touches[static_cast<std::size_t>(i)][b]; }))
        group.bodies.push_back(bodies[b]);
    group.kappa = kappa_of(members);
    group.sweep_cap = sweep_cap_of(options.solver);
    if (members.size() > 1) group.sweeps = sweeps_to(tolerance, group.kappa);
    for (std::size_t a = 0; a < members.size(); ++a) {
      for (std::size_t b = a + 1; b < members.size(); ++b) {
        PairCoupling pair{name(members[a]), name(members[b]), {}, 0.0};
        for (std::size_t k = 0; k < bodies.size(); ++k)
          if (touches[static_cast<std::size_t>(members[a])][k] &&
              touches[static_cast<std::size_t>(members[b])][k])
            pair.shared.push_back(bodies[k]);
        if (pair.shared.empty()) continue;
        pair.kappa = kappa_of({members[a], members[b]});
        group.pairs.push_back(std::move(pair));
      }
    }
    std::stable_sort(
        group.pairs.begin(), group.pairs.end(),
        [](const PairCoupling& a, const PairCoupling& b) { return a.kappa > b.kappa; });
    group.meaning = meaning_of(group);
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace mortise::gen
