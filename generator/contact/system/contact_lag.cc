#include "generator/contact/system/contact_lag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kAcross = 1e-20;   // of the square of a row: rounding of a motion across it
constexpr double kFollows = 1e-11;  // of the largest pivot: points that follow from others

double z_of(double lag, const FeltMass& felt) {
  return lag / (2.0 * std::sqrt(felt.mass * felt.compliance));
}

// The restitution of all contacts of an interface; table: of its keys.
double common_restitution(const ReducedInterface& interface, const ContactRange& range,
                          const std::string& where) {
  const ContactParameters& first = interface.contacts().points.at(range.first);
  const double e = first.restitution;
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    const ContactParameters& c = interface.contacts().points[i];
    demand(c.restitution == e, where,
           fmt::format("restitution is {} at contact {} and {} at {}: one lag of the compliance "
                       "cannot be both ({}.level = \"position\")",
                       e, first.name, c.restitution, c.name, range.name),
           "give all contacts the same, or set " + range.name + ".level to \"velocity\"");
  }
  demand(e >= kLeastRebound, where,
         fmt::format("{0}.restitution = {1} is less than the {2} which a damper beside the "
                     "compliance can leave ({0}.level = \"position\")",
                     range.name, e, kLeastRebound),
         "give at least that, or set " + range.name + ".level to \"velocity\"");
  return e;
}

// What the contacts of one interface feel, and the lag that they need alone.
struct OwnLag {
  double restitution = 1.0, lag = 0.0;
  FeltMass felt;
};
OwnLag own_lag(const ReducedInterface& interface, const Vector& omega, const ContactRange& range,
               double step, const std::string& where) {
  OwnLag own;
  own.restitution = common_restitution(interface, range, where);
  const auto felt = felt_mass(interface, range, omega);
  own.felt = felt.value_or(FeltMass());
  if (own.restitution == 1.0) return own;
  const std::string asked = fmt::format("{}.restitution = {}", range.name, own.restitution),
                    leave = "leave " + range.name + ".restitution out",
                    otherwise = "set " + range.name + ".level to \"velocity\"";
  demand(felt.has_value(), where,
         asked +
             " is of the mass that the contacts feel as a rigid body, and there is none: the "
             "body is held, or they face different ways (" +
             range.name + ".level = \"position\")",
         leave + ", bodies rebound by their own vibration; or " + otherwise);
  const double steps = felt->half_period() / step;
  demand(steps >= kStepsOfRebound, where,
         fmt::format("{} takes {} steps for the half period of {:.4g} kg on the {:.4g} m/N of the "
                     "contacts, and {:.4g} s has {:.3g} of them",
                     asked, kStepsOfRebound, felt->mass, felt->compliance, step, steps),
         fmt::format("set step.size to {:.2g} s or less, {}, or {}",
                     felt->half_period() / kStepsOfRebound, leave, otherwise));
  own.lag = 2.0 * damper_of(own.restitution) * std::sqrt(felt->mass * felt->compliance);
  return own;
}

// The restitution of an interface under the lag that another one needs; none is felt: as far off as
// can be.
double left_by(double lag, const OwnLag& own) {
  return own.felt.mass > 0.0 ? rebound_of(z_of(lag, own.felt)) : 0.0;
}

}  // namespace

Matrix rigid_part(Matrix rows, const Vector& omega) {
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    const double whole = rows.row(r).squaredNorm();
    for (Eigen::Index i = 0; i < omega.size(); ++i)
      if (omega[i] != 0.0) rows(r, i) = 0.0;
    if (rows.row(r).squaredNorm() < kAcross * whole) rows.row(r).setZero();
  }
  return rows;
}

double rebound_of(double z) {
  if (z == 1.0) return std::exp(-2.0);
  const double root = std::sqrt(std::abs(1.0 - z * z));
  return std::exp(-2.0 * z * (z < 1.0 ? std::acos(z) : std::acosh(z)) / root);
}

double damper_of(double restitution) {
  double low = 0.0, high = 1.0;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (rebound_of(middle) > restitution ? low : high) = middle;
  }
  return restitution < 1.0 ? high : 0.0;
}

double FeltMass::half_period() const { return kPi * std::sqrt(mass * compliance); }

std::optional<FeltMass> felt_mass(const ReducedInterface& interface, const ContactRange& range,
                                  const Vector& omega) {
  if (!interface.residual) return {};
  const auto nc = static_cast<Eigen::Index>(range.count),
             first = static_cast<Eigen::Index>(3 * range.first);
  Matrix soft(nc, nc), rigid(nc, omega.size());
  for (Eigen::Index i = 0; i < nc; ++i) {
    for (Eigen::Index j = 0; j < nc; ++j)
      soft(i, j) = interface.residual->row_compliance(first + 3 * i, first + 3 * j);
    rigid.row(i) = interface.contacts().rows.row(first + 3 * i);
  }
  rigid = rigid_part(rigid, omega);
  // forces that press all normals in alike, of sum 1
  const Vector alike =
      MinimumNorm(0.5 * (soft + soft.transpose()), kFollows).solve(Vector(Vector::Ones(nc)));
  if (!(alike.sum() > 0.0)) return {};
  const Vector shares = alike / alike.sum();
  const Vector together = rigid.transpose() * shares;
  if (!((rigid * together).minCoeff() > 0.0)) return {};
  return FeltMass{1.0 / together.squaredNorm(), shares.dot(soft * shares)};
}

ContactLag contact_lag(const ReducedInterface& interface, const Vector& omega, double step,
                       const std::string& where) {
  const std::vector<ContactRange> ranges = ranges_of(interface);
  std::vector<OwnLag> own;
  for (const ContactRange& range : ranges)
    own.push_back(own_lag(interface, omega, range, step, where));
  const auto most = std::max_element(
      own.begin(), own.end(), [](const OwnLag& a, const OwnLag& b) { return a.lag < b.lag; });
  ContactLag result;
  result.lag = std::max(interface.residual->lag, most->lag);
  result.asked = most->lag > 0.0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    result.felt.push_back(own[i].felt);
    if (!result.asked || own[i].lag == most->lag) continue;
    const double left = left_by(most->lag, own[i]);
    const std::string& longest = ranges[static_cast<std::size_t>(most - own.begin())].name;
    demand(
        std::abs(left - own[i].restitution) <= kReboundApart, where,
        fmt::format("{0}.restitution = {1} takes a lag of {2:.4g} s of the contacts' compliance, "
                    "which they all share, and {3}.restitution = {4} one of {5:.4g} s",
                    longest, most->restitution, most->lag, ranges[i].name, own[i].restitution,
                    own[i].lag),
        own[i].felt.mass > 0.0
            ? fmt::format("set {}.restitution to {:.3g}, or leave both out", ranges[i].name, left)
            : fmt::format("leave {}.restitution out", longest));
  }
  return result;
}

namespace {

std::string finding_of(const ContactLag& c, const std::string& name, const FeltMass& felt,
                       double step) {
  const auto left = [&](double share) {
    return rebound_of(z_of(c.lag, {share * felt.mass, felt.compliance}));
  };
  return fmt::format(
      "{}restitution {:.3g}: a lag of {:.4g} s of the contacts' compliance, {:.4g} m/N, for the "
      "{:.4g} kg that they feel as a rigid body, {:.3g} steps in half a period; {:.3g} for a "
      "quarter of that mass, {:.3g} for four times",
      name, left(1.0), c.lag, felt.compliance, felt.mass, felt.half_period() / step, left(0.25),
      left(4.0));
}

}  // namespace

std::vector<std::string> findings_of(const ContactLag& lag, const ReducedInterface& interface,
                                     double step) {
  std::vector<std::string> findings;
  if (!lag.asked) return findings;
  for (std::size_t i = 0; i < lag.felt.size(); ++i)
    findings.push_back(finding_of(
        lag,
        interface.contacts().stacked.empty() ? "" : interface.contacts().stacked[i].name + ": ",
        lag.felt[i], step));
  return findings;
}

}  // namespace mortise::gen
