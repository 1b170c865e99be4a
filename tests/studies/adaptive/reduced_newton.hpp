// Newton's method for one stage of a film within a LocalBasis. The Reynolds equation is evaluated
// at every node; the rows of free nodes hold each, the others combined by the modes (Galerkin,
// Schmidt 3.51). So one evaluation gives the residual of the full model, too.
#pragma once

#include <limits>

#include "generator/contact/film/newton.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "tests/studies/adaptive/local_basis.hpp"

namespace mortise::gen {

// Pressure of a stage, the gap that answers to it at once, gap and residual, (n) each.
struct StageFields {
  Vector P, still, H, f;
};

class ReducedNewton {
 public:
  // law, gap: must outlive the object. gap: without load weights, with compliance_parts(). options:
  // in units of P.
  ReducedNewton(const PressureLaw* law, const GapModel* gap, const NewtonOptions& options)
      : law_(*law), gap_(*gap), options_(options) {}

  // Solves the stage that the gap was prepared for, from x->P and x->still.
  // Returns false if it does not converge; x is then undefined.
  bool solve(const LocalBasis& basis, const StageTerms& terms, StageFields* x);

  // (n) Correction of P that the full model would still make at x, estimated by three diagonals of
  // its Jacobian: exact where the flow decides, too large for long waves where elasticity does.
  Vector remaining(const StageTerms& terms, const StageFields& x) const;

  long iterations() const { return iterations_; }
  long factorisations() const { return factorisations_; }

 private:
  struct Correction {
    Vector P, still;     // (n)
    double size = 0.0;   // over max(1, max P)
    double share = 1.0;  // taken of it
  };
  void update_gap(StageFields* x) const;
  bool factorise(const LocalBasis& basis, const StageTerms& terms, const StageFields& x);
  void add_free_nodes(const LocalBasis& basis, const Bands& by_U, const Bands& by_H,
                      Matrix* jacobian) const;
  bool correct(const LocalBasis& basis, const StageFields& x, Correction* c) const;
  bool advance(Correction* c, StageFields* x) const;
  bool converged(const Correction& c, double previous) const;
  // remaining() with the Jacobian of pressure P
  Vector near_field(const StageTerms& terms, const Vector& P, const StageFields& x) const;

  const PressureLaw& law_;
  const GapModel& gap_;
  NewtonOptions options_;
  DenseLu lu_;
  Matrix moved_;  // (n x k) gap of the modes in this stage
  long iterations_ = 0, factorisations_ = 0;
};

}  // namespace mortise::gen
