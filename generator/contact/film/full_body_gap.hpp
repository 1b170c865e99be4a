// The gap under an unreduced finite-element body: the reference for condensed ones.
#pragma once

#include <memory>

#include "generator/bodies/condense/condense_body.hpp"
#include "generator/bodies/model/full_model.hpp"
#include "generator/contact/film/gap_model.hpp"
#include "generator/contact/film/scales.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

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
