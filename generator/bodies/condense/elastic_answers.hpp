// Elastic answers of a body to loads, by its constraint modes; of a floating body with the inertia
// of its rigid-body motions in equilibrium with the load (inertia relief).
//
//   G f = P^T (A f_e + Psi K_rr^+ Psi^T f_e),   f_e = P f,   P = 1 - M X X^T
//   X   = rigid-body modes,   K_rr = Psi^T K Psi
//   A f = answer with the interface held, zero for loads on the interface
#pragma once

#include "generator/bodies/condense/component.hpp"

namespace mortise::gen {

class ElasticAnswers {
 public:
  // component: with solver; outlives the object. rigid: X (n x k) mass-normalised, all of them.
  ElasticAnswers(const Component& component, const Matrix& rigid);

  // G R^T g (n x a); loads: g (m x a) along the interface rows.
  Matrix of_interface(const Matrix& loads) const;

  // G F; loads: F (n x a) [N].
  Matrix of(const Matrix& loads) const;

  // The answer of every row of the interface to a unit load on it, rigid-body motions aside as far
  // as K_rr^+ knows them: how soft it is [m/N].
  Vector interface_softness() const { return softness_.diagonal(); }

  // A M X (n x k): answers at rest at the interface to the inertia of rigid-body motions.
  const Matrix& relief() const { return relief_; }

 private:
  Matrix answer(Matrix held, const Matrix& interface_loads, const Matrix& share) const;

  const Component& component_;
  const Matrix& rigid_;
  Matrix inertia_;  // M X
  Matrix relief_;
  Matrix softness_;  // K_rr^+
};

// Answers at rest at the interface to loads (n x a). component: with solver.
Matrix answers_at_rest(const Component& component, const Matrix& loads);

// What normal modes leave of elastic answers: x - Phi Phi^T M x. modes: mass-normalised.
Matrix without_modes(const SparseMatrix& mass, const Matrix& modes, Matrix answers);

}  // namespace mortise::gen
