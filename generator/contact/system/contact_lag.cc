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

// The restitution of all contacts.
double common_restitution(const ReducedInterface& interface, const std::string& where) {
  const double e = interface.contacts.front().restitution;
  for (const ContactParameters& c : interface.contacts)
    demand(c.restitution == e, where,
           fmt::format("restitution is {} at contact {} and {} at {}: one lag of the compliance "
                       "cannot be both (contact.level = \"position\")",
                       e, interface.contacts.front().name, c.restitution, c.name),
           "give all contacts the same, or set contact.level to \"velocity\"");
  demand(e >= kLeastRebound, where,
         fmt::format("contact.restitution = {} is less than the {} which a damper beside the "
                     "compliance can leave (contact.level = \"position\")",
                     e, kLeastRebound),
         "give at least that, or set contact.level to \"velocity\"");
  return e;
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

std::optional<FeltMass> felt_mass(const ReducedInterface& interface, const Vector& omega) {
  if (!interface.residual) return {};
  const auto nc = static_cast<Eigen::Index>(interface.contacts.size());
  Matrix soft(nc, nc), rigid(nc, omega.size());
  for (Eigen::Index i = 0; i < nc; ++i) {
    for (Eigen::Index j = 0; j < nc; ++j)
      soft(i, j) = interface.residual->row_compliance(3 * i, 3 * j);
    rigid.row(i) = interface.contact_rows.row(3 * i);
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

ContactLag contact_lag(const ReducedSystem& system, double step, const std::string& where) {
  const ReducedInterface& interface = system.lone();
  ContactLag result;
  result.lag = interface.residual->lag;
  result.restitution = common_restitution(interface, where);
  if (result.restitution == 1.0) return result;
  const std::string asked = fmt::format("contact.restitution = {}", result.restitution);
  const auto felt = felt_mass(interface, system.omega);
  demand(felt.has_value(), where,
         asked +
             " is of the mass that the contacts feel as a rigid body, and there is none: the "
             "body is held, or they face different ways (contact.level = \"position\")",
         "leave contact.restitution out, bodies rebound by their own vibration; or set "
         "contact.level to \"velocity\"");
  result.felt = *felt;
  const double steps = felt->half_period() / step;
  demand(steps >= kStepsOfRebound, where,
         fmt::format("{} takes {} steps for the half period of {:.4g} kg on the {:.4g} m/N of the "
                     "contacts, and {:.4g} s has {:.3g} of them",
                     asked, kStepsOfRebound, felt->mass, felt->compliance, step, steps),
         fmt::format("set step.size to {:.2g} s or less, leave contact.restitution out, or set "
                     "contact.level to \"velocity\"",
                     felt->half_period() / kStepsOfRebound));
  const double own = 2.0 * damper_of(result.restitution) * std::sqrt(felt->mass * felt->compliance);
  result.lag = std::max(result.lag, own);
  return result;
}

std::string finding_of(const ContactLag& c, double step) {
  if (c.restitution == 1.0) return {};
  const auto left = [&](double share) {
    return rebound_of(z_of(c.lag, {share * c.felt.mass, c.felt.compliance}));
  };
  return fmt::format(
      "restitution {:.3g}: a lag of {:.4g} s of the contacts' compliance, {:.4g} m/N, for the "
      "{:.4g} kg that they feel as a rigid body, {:.3g} steps in half a period; {:.3g} for a "
      "quarter of that mass, {:.3g} for four times",
      left(1.0), c.lag, c.felt.compliance, c.felt.mass, c.felt.half_period() / step, left(0.25),
      left(4.0));
}

}  // namespace mortise::gen
