// What a model file says of its own accuracy: errors of the reduced model at its step against the
// full one resolved in time, and what they are made of.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace mortise::gen {

// Numbered as in the schema, where each is explained. Structures have the first four, of which the
// last three stand in the place of the fourth where contacts are the only interface; films force,
// pressure, gaps and, if they bounce, restitution.
enum class Measure {
  displacement,
  velocity,
  force,
  dissipated_energy,
  central_pressure,
  central_gap,
  minimum_gap,
  restitution,
  filtered_force,
  remaining_energy,
  scheme_loss
};
inline constexpr std::size_t kMeasures = 11;

// One value per measure [-]; absent: not measured, or without a limit.
class Measured {
 public:
  std::optional<double>& operator[](Measure m) { return values_[static_cast<std::size_t>(m)]; }
  const std::optional<double>& operator[](Measure m) const {
    return values_[static_cast<std::size_t>(m)];
  }
  bool empty() const {
    for (const std::optional<double>& value : values_)
      if (value) return false;
    return true;
  }

 private:
  std::array<std::optional<double>, kMeasures> values_;
};

// Errors of one interface of an assembly, or of several together ("left + right"): impulses in
// `force`, losses in `dissipated_energy`. What is small beside the largest interface is measured by
// a share of that.
struct InterfaceErrors {
  std::string interface;
  Measured total, reduction, step, reference;  // as those of the scenario
};

// What contacts took in a run, as shares of the largest energy or work of the full model [-].
struct ContactLosses {
  double friction = 0.0;
  double impact = 0.0;  // by restitution, or what damps a contact
  double scheme =
      0.0;  // in steps that a limiter changed, or kept in the bank of the position level
};

struct ScenarioErrors {
  std::string scenario;
  // The model file against the full model resolved in time. Of assemblies, force is that of all
  // interfaces, each by its impulse, and loss that of the whole.
  Measured total;
  Measured reduction;    // reduced against full coordinates, both at the step of the file
  Measured step;         // the full model at the step of the file against the one resolved in time
  Measured reference;    // of the resolved one: its last two levels of refinement apart
  bool touched = false;  // the interface took part
  std::optional<double> reference_step;  // of the resolved one [s]; absent: controlled by its error
  // Up to here the last two levels agree within their share of the limits [s]; absent: throughout.
  std::optional<double> resolved_until;
  std::vector<InterfaceErrors> interfaces;  // of assemblies
  // Of contacts that are the only interface, at the step of the file.
  std::optional<ContactLosses> losses, full_losses;
};

struct CertificateOptions {
  std::string reference;  // what the model was compared with, for people
  std::vector<ScenarioErrors> errors;
  Measured limits;  // of the total
  bool has_interface = true;
  // Over which contacts that are the only interface are judged [s], see contact_errors.hpp.
  std::optional<double> filter_time;
  // Largest omega h of the kept modes, and of those that carry at least a hundredth of the energy.
  std::optional<double> omega_h, omega_h_carrying;
  // What the errors cannot show, since the full model shares it, a sentence each: a film that its
  // grid starves.
  std::vector<std::string> warnings;
};

}  // namespace mortise::gen
