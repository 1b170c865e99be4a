#include "generator/contact/system/truncate.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

using Indices = std::vector<Eigen::Index>;

constexpr double kEqualLag = 1e-9;  // relative difference of lags that count as one
constexpr double kLagOff = 0.05;    // share of the compliance that one lag for several may be off
constexpr double kUnmoved = 1e-9;   // share of the softest output below which a force moves none

// The largest share of each mode in the static answer of an output to forces of one unit (nf x n).
// softness: 1/omega^2 (n)
Vector largest_share(const Matrix& outputs, const Vector& softness, const Matrix& forces) {
  Vector share = Vector::Zero(softness.size());
  if (forces.rows() == 0 || outputs.rows() == 0) return share;
  const Matrix seen = outputs.cwiseAbs() * softness.asDiagonal();
  const Vector whole = (seen * forces.cwiseAbs().transpose()).rowwise().maxCoeff();
  const Vector pushed = forces.cwiseAbs().colwise().maxCoeff();
  for (Eigen::Index c = 0; c < seen.rows(); ++c)
    if (whole[c] > kUnmoved * whole.maxCoeff())
      share = share.cwiseMax(seen.row(c).transpose().cwiseProduct(pushed) / whole[c]);
  return share;
}

// Rigid-body modes dominate everything.
Vector dominance(const ReducedSystem& system) {
  Vector softness = Vector::Zero(system.size());
  for (Eigen::Index i = 0; i < softness.size(); ++i)
    if (system.omega[i] > 0.0) softness[i] = 1.0 / std::pow(system.omega[i], 2);
  const Matrix& outputs = system.output_rows;
  Vector share = Vector::Zero(system.size());
  const auto* joint = system.lone().as<ReducedJoint>();
  if (joint) share = largest_share(outputs, softness, joint->rows);
  for (Eigen::Index k = 0; k < system.input_forces.cols(); ++k)
    share =
        share.cwiseMax(largest_share(outputs, softness, system.input_forces.col(k).transpose()));
  return (system.omega.array() > 0.0).select(share, HUGE_VAL);
}

Indices others(const Indices& kept, Eigen::Index n) {
  Indices dropped;
  for (Eigen::Index i = 0; i < n; ++i)
    if (!std::binary_search(kept.begin(), kept.end(), i)) dropped.push_back(i);
  return dropped;
}

// Ascending indices of the modes to keep.
Indices chosen(const ReducedSystem& system, const KeptModes& keep, const Indices& statics) {
  const Vector& omega = system.omega;
  Indices order = others(statics, omega.size());
  std::stable_sort(order.begin(), order.end(),
                   [&omega](Eigen::Index a, Eigen::Index b) { return omega[a] < omega[b]; });
  if (keep.selection == ModeSelection::dominant) {
    const Vector share = dominance(system);
    std::stable_sort(order.begin(), order.end(),
                     [&share](Eigen::Index a, Eigen::Index b) { return share[a] > share[b]; });
  }
  const auto limit = keep.count > 0 ? static_cast<std::size_t>(keep.count) : order.size();
  const double highest = keep.cutoff_hz > 0.0 ? kTwoPi * keep.cutoff_hz : HUGE_VAL;
  Indices kept;
  for (const Eigen::Index i : order)
    if (kept.size() < limit && omega[i] < highest) kept.push_back(i);
  std::sort(kept.begin(), kept.end());
  return kept;
}

// Group of mode i.
std::size_t group_of(Eigen::Index i, const Indices& groups) {
  std::size_t b = 0;
  while (b + 1 < groups.size() && groups[b + 1] <= i) ++b;
  return b;
}

// Compliance of left-out modes, in units in which every row has 1 of all of them together.
struct SharedCompliance {
  Matrix all, lagging;  // (nr x nr) of all; every mode times the lag of its group [s]
};

SharedCompliance shared_compliance(const ReducedSystem& system, const ReducedInterface& interface,
                                   const Indices& dropped, const Vector& lags) {
  const Matrix rows = Matrix(unknowns_of(interface.law).rows(Eigen::all, dropped));
  const Vector softness = system.omega(dropped).cwiseAbs2().cwiseInverse();
  const Vector own = rows.cwiseAbs2() * softness;
  const Vector unit = (own.array() > 0.0).select(own.cwiseSqrt().cwiseInverse(), 0.0);
  const Matrix scaled = unit.asDiagonal() * rows;
  return {scaled * softness.asDiagonal() * scaled.transpose(),
          scaled * softness.cwiseProduct(lags).asDiagonal() * scaled.transpose()};
}

// One lag for all: that of the material; of several, the one that takes as much of forces on single
// rows as they do, where it is off by little up to the highest frequency that is kept.
double common_lag(const ReducedSystem& system, const ReducedInterface& interface,
                  const Indices& kept, const Indices& dropped,
                  const std::vector<Rayleigh>& damping) {
  const std::size_t groups = std::max<std::size_t>(1, system.groups.size());
  if (damping.size() != groups)
    throw Error("residual compliance",
                std::to_string(damping.size()) + " dampings for " + std::to_string(groups) +
                    " group(s) of modes",
                "give one per substructure");
  Vector lags(static_cast<Eigen::Index>(dropped.size()));
  for (Eigen::Index i = 0; i < lags.size(); ++i)
    lags[i] = damping[group_of(dropped[static_cast<std::size_t>(i)], system.groups)].beta;
  const double low = lags.minCoeff(), high = lags.maxCoeff();
  if (high - low <= kEqualLag * high) return lags[0];
  const SharedCompliance c = shared_compliance(system, interface, dropped, lags);
  const double lag = c.lagging.trace() / c.all.trace();
  const double off =
      system.omega(kept).maxCoeff() * (c.lagging - lag * c.all).norm() / c.all.norm();
  if (!(off <= kLagOff))
    throw Error(
        "residual compliance",
        "the modes left out have different stiffness-proportional damping, beta = " +
            number_text(low) + " s to " + number_text(high) +
            " s, and no one lag stands for them: off by " + number_text(100.0 * off) +
            " % at the highest mode that is kept, of " + number_text(100.0 * kLagOff),
        "give all substructures, or [[bodies]], the same damping.beta, keep fewer modes, or "
        "all modes of interfaces with mass");
  return lag;
}

// Does an interface see what has no dynamics? A joint if it is alone.
bool sees_compliance(const ReducedSystem& system, const ReducedInterface& interface) {
  return (system.alone && interface.as<ReducedJoint>()) ||
         interface.contacts().law.level == ContactLevel::position;
}

// Statics among `dropped` that move its rows.
Indices seen_by(const ReducedInterface& interface, const Indices& dropped) {
  const Matrix& rows = interface.contacts().rows;
  Indices seen;
  for (const Eigen::Index i : dropped)
    if (rows.col(i).cwiseAbs().maxCoeff() > 0.0) seen.push_back(i);
  return seen;
}

ResidualCompliance residual(const ReducedSystem& system, const ReducedInterface& interface,
                            const Indices& dropped, double lag) {
  const auto part = [&dropped](const Matrix& rows) { return Matrix(rows(Eigen::all, dropped)); };
  const Vector softness = system.omega(dropped).cwiseAbs2().cwiseInverse();
  const Matrix rows = part(unknowns_of(interface.law).rows);
  const Matrix outputs = part(system.output_rows);
  Matrix forces(rows.rows() + system.input_forces.cols(), rows.cols());  // (nr + nu) x dropped
  forces << rows, part(system.input_forces.transpose());
  const Matrix answers = softness.asDiagonal() * forces.transpose();
  const Vector constant = softness.cwiseProduct(system.constant_force(dropped));
  ResidualCompliance compliance;
  compliance.lag = lag;
  compliance.row_compliance = rows * answers;
  compliance.input_compliance =
      forces.bottomRows(system.input_forces.cols()) * answers.rightCols(system.input_forces.cols());
  compliance.output_compliance = outputs * answers;
  compliance.row_offset = rows * constant;
  compliance.output_offset = outputs * constant;
  return compliance;
}

// Compliance that two interfaces see would let each be moved by the other's forces.
void claim(const ReducedInterface& interface, const Indices& dropped, const Indices& seen,
           std::vector<const ReducedInterface*>* owner) {
  for (const Eigen::Index i : seen) {
    const auto at = std::lower_bound(dropped.begin(), dropped.end(), i) - dropped.begin();
    const ReducedInterface*& own = (*owner)[static_cast<std::size_t>(at)];
    demand(own == nullptr, "interface \"" + interface.name + "\"",
           "is at position level on a body of interface \"" + (own ? own->name : "") +
               "\" at that level, beside others: both would see its compliance",
           "make them one interface of nodes or of a set of both, or set the level of one to "
           "\"velocity\"");
    own = &interface;
  }
}

// An interface that does not see the statics of others must not lie where they move.
void check_apart(const ReducedSystem& system, const Indices& dropped) {
  for (const ReducedInterface& blind : system.interfaces) {
    if (sees_compliance(system, blind)) continue;
    for (const ReducedInterface& other : system.interfaces) {
      if (!sees_compliance(system, other)) continue;
      const Matrix owned = other.contacts().rows(Eigen::all, dropped);
      for (const Matrix* rows : rows_of(blind.law)) {
        const Matrix seen = (*rows)(Eigen::all, dropped) * owned.transpose();
        const double of_other = owned.rowwise().squaredNorm().maxCoeff();
        demand(seen.size() == 0 || seen.cwiseAbs().maxCoeff() <= kUnmoved * of_other,
               "interface \"" + blind.name + "\"",
               "has nodes that interface \"" + other.name +
                   "\" at position level moves without mass, whose compliance it does not see",
               "give them nodes that are apart, or set the level of \"" + other.name +
                   "\" to \"velocity\"");
      }
    }
  }
}

void keep_columns(const Indices& kept, Matrix* rows) {
  if (rows->cols() > 0) *rows = Matrix((*rows)(Eigen::all, kept));
}

void keep_entries(const Indices& kept, Vector* values) { *values = Vector((*values)(kept)); }

// First kept mode of each group.
Indices regroup(const Indices& groups, const Indices& kept) {
  Indices result;
  for (const Eigen::Index first : groups)
    result.push_back(std::lower_bound(kept.begin(), kept.end(), first) - kept.begin());
  return result;
}

ReducedSystem restricted(ReducedSystem system, const Indices& kept) {
  for (Vector* values : {&system.omega, &system.damping, &system.constant_force, &system.initial_q,
                         &system.initial_v})
    keep_entries(kept, values);
  keep_columns(kept, &system.output_rows);
  system.input_forces = Matrix(system.input_forces(kept, Eigen::all));
  for (ReducedInterface& interface : system.interfaces)
    for (Matrix* rows : rows_of(&interface.law)) keep_columns(kept, rows);
  system.groups = regroup(system.groups, kept);
  return system;
}

}  // namespace

Truncation truncate(const ReducedSystem& system, const KeptModes& keep,
                    const std::vector<Rayleigh>& damping, const Indices& statics) {
  Truncation result;
  result.kept = chosen(system, keep, statics);
  if (result.kept.empty())
    throw Error("condense", "no mode lies below the cut-off frequency of the coordinates",
                "give a higher cut-off frequency or a number of modes");
  const Indices dropped = others(result.kept, system.size());
  if (dropped.empty()) {
    result.system = system;
    return result;
  }
  demand(!system.assembly() || dropped == statics, "condense",
         "modes that only follow are compliance of one joint, and there are several interfaces",
         "leave out condense.dynamic_modes and condense.dynamic_cutoff_hz");
  if (system.omega(dropped).minCoeff() <= 0.0)
    throw Error("condense",
                "a rigid-body motion would be left out of the " +
                    std::to_string(result.kept.size()) + " coordinates",
                "keep more modes");
  result.system = restricted(system, result.kept);
  if (system.assembly()) check_apart(system, dropped);
  std::vector<const ReducedInterface*> owner(dropped.size(), nullptr);
  for (std::size_t k = 0; k < system.interfaces.size(); ++k) {
    const ReducedInterface& interface = system.interfaces[k];
    if (!sees_compliance(system, interface)) continue;
    const Indices seen = system.alone ? dropped : seen_by(interface, dropped);
    if (seen.empty()) continue;
    claim(interface, dropped, seen, &owner);
    result.system.interfaces[k].residual = residual(
        system, interface, seen, common_lag(system, interface, result.kept, seen, damping));
  }
  return result;
}

}  // namespace mortise::gen
