// The extended structural model: a gap between two condensed elastic bodies (Schmidt 3.4-3.6).
#pragma once

#include <vector>

#include "generator/bodies/condense/condensed_body.hpp"
#include "generator/contact/film/gap_model.hpp"
#include "generator/contact/film/scales.hpp"

namespace mortise::gen {

// A stage turns every mode into a spring, phi phi^T / (omega^2 + 2 zeta omega s + s^2); with the
// feedthrough of the statically considered modes the gap is affine in the pressure:
//   H = geometry + sum over bodies G_SF (A_eff G_int P + u_S).
// States: modal coordinates of all bodies, then their rates; q over the film scale, per unit time.
class CondensedGap final : public GapModel {
 public:
  // x: film nodes or contact nodes [m] (n); bodies: one or two, an absent one is rigid and flat.
  // height: gap between the apexes at the start [m]. axisymmetric: pressures act on rings.
  // Throws Error if the film is wider than the contact nodes of a body.
  CondensedGap(const Vector& x, const std::vector<CondensedBody>& bodies, const FilmScales& scales,
               double height, bool axisymmetric);

  Eigen::Index points() const override { return geometry_.size(); }
  Eigen::Index states() const override { return 2 * omega_.size(); }
  Vector initial_states() const override { return initial_; }
  void begin_stage(double time, double shift, const Vector& start) override;
  const Vector& base() const override { return base_; }
  void add_compliance(const Vector& P, Vector* gap) const override;
  const Matrix& compliance() override;
  ComplianceParts compliance_parts() const override {
    return {&feedthrough_, &shapes_, &excite_, &spring_};
  }
  std::optional<GapEquations> equations() const override;
  Vector end_states(const Vector& P) const override;
  double velocity(const Vector& states) const override;

 private:
  Vector geometry_, omega_, damping_, constant_, acceleration_, rigid_row_, initial_;
  Matrix shapes_;       // (n x m) gap of unit modal coordinates
  Matrix excite_;       // (m x n) modal force of unit pressures
  Matrix feedthrough_;  // (n x n)
  Matrix total_;
  Vector base_, start_, spring_, free_;  // of the stage: 1/(omega^2 + ..), q without pressure
  double shift_ = 0.0, total_for_ = -1.0;
};

}  // namespace mortise::gen
