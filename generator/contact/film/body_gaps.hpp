// The extended structural model: a gap between two condensed elastic bodies (Schmidt 3.4-3.6), and
// its reference, the gap under an unreduced finite-element body.
#pragma once

#include <memory>
#include <vector>

#include "generator/bodies/condense/condense_body.hpp"
#include "generator/bodies/model/full_model.hpp"
#include "generator/contact/film/gap_model.hpp"
#include "generator/contact/film/scales.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

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

  Eigen::Index points() const override { return e_.geometry.size(); }
  Eigen::Index states() const override { return 2 * e_.modes.omega.size(); }
  Vector initial_states() const override { return initial_; }
  void begin_stage(double time, double shift, const Vector& start) override;
  const Vector& base() const override { return base_; }
  void add_compliance(const Vector& P, Vector* gap) const override;
  const Matrix& compliance() override;
  ComplianceParts compliance_parts() const override {
    return {&e_.compliance, &e_.modes.shapes, &e_.modes.excitation, &stage_.spring};
  }
  std::optional<GapEquations> equations() const override { return e_; }
  Vector end_states(const Vector& P) const override;
  double velocity(const Vector& states) const override;

 private:
  GapEquations e_;  // its compliance is the feedthrough
  Matrix total_;
  ModalStage stage_;
  Vector initial_, base_, start_, free_;  // free: q of the stage without pressure
  double shift_ = 0.0, total_for_ = -1.0;
};

// M u'' + K u = R^T G_int p + f. A stage solves with K + s^2 M, factorised once per step size.
// The film nodes are the contact nodes. States: u, then its rate; over the film scale.
class FullBodyGap final : public GapModel {
 public:
  // model must outlive the object; of `setup` the contact nodes, opening, acceleration and
  // velocity are used. height: gap between the apexes at the start [m].
  FullBodyGap(const FullModel& model, const BodySetup& setup, const FilmScales& scales,
              double height, bool axisymmetric);

  Eigen::Index points() const override { return geometry_.size(); }
  Eigen::Index states() const override { return 2 * model_.size(); }
  Vector initial_states() const override { return initial_; }
  void begin_stage(double time, double shift, const Vector& start) override;
  const Vector& base() const override { return base_; }
  void add_compliance(const Vector& P, Vector* gap) const override;
  const Matrix& compliance() override { return compliance_; }
  Vector end_states(const Vector& P) const override;
  double velocity(const Vector& states) const override;

  const Vector& position() const { return position_; }  // x of the contact nodes [m]
  double mass() const { return mass_; }                 // along the opening direction [kg]

 private:
  void factorise(double shift);

  const FullModel& model_;
  FilmScales scales_;
  Vector position_, geometry_, initial_, force_, momentum_;
  SparseMatrix rows_;   // R (n_S x n): opening of the contact nodes
  SparseMatrix loads_;  // (n x n_S) scaled forces of unit pressures
  std::unique_ptr<SparseSolver> solver_;
  Matrix compliance_;
  Vector base_, start_, free_;
  double shift_ = 0.0, mass_ = 0.0;
};

}  // namespace mortise::gen
