// Newton's method for one stage of a film coupled to a gap model: monolithic, the gap eliminated by
// its affine dependence on the pressure (the Schur complement of Schmidt 3.56, J_dd = I):
//   J = B_U + B_H A dP/dU,  plus the load row and the approach column where the load is prescribed.
#pragma once

#include <string>

#include "generator/contact/film/gap_model.hpp"
#include "generator/contact/film/pressure_law.hpp"
#include "generator/ground/dense/dense_solver.hpp"

namespace mortise::gen {

struct NewtonOptions {
  double tolerance = 1e-9;   // of the corrections still to come, see solve()
  int iterations = 60;       // cap; one that only renews a factorisation counts, too
  double step_limit = 0.2;   // largest change of U, in units of max(1, max U)
  double contraction = 0.2;  // a kept factorisation must reduce the correction by this factor
};

struct FilmUnknowns {
  Vector U;               // (n) pressure and, if mass-conserving, void (see Reynolds)
  double approach = 0.0;  // H0; 0 unless the load is prescribed
  Vector P, fill, H;      // (n) found with them
};

class FilmNewton {
 public:
  // law must outlive the object.
  FilmNewton(const PressureLaw* law, const NewtonOptions& options)
      : law_(*law), options_(options) {}

  // Solves the stage that `gap` was prepared for, from the guess in `x` (U, approach).
  // load: wanted weights . P, ignored where the gap model has no load weights.
  // Converged when the next correction of U is below tolerance * max(1, max U) and that of the gap
  // below tolerance times the larger of gap and deformation. It is judged by the contraction seen,
  // at best 0.1 for a kept factorisation and 0.01 for a new one; a first correction is assumed to
  // leave 0.3 and 0.1. The factorisation is kept over iterations, stages and steps as long as it
  // contracts and the shift changes by no more than a factor of 2.
  // Returns false if it does not converge; x is then undefined and failure() says why.
  bool solve(GapModel* gap, const StageTerms& terms, double load, FilmUnknowns* x);

  // Drops the kept factorisation.
  void forget() { lu_fresh_ = have_lu_ = false; }

  const std::string& failure() const { return failure_; }
  long iterations() const { return iterations_; }
  long factorisations() const { return factorisations_; }
  const PressureLaw& law() const { return law_; }

 private:
  struct Correction {
    Vector residual, U;     // (n) f before it, correction of U
    double approach = 0.0;  // of H0
    double size_U = 0.0;    // over max(1, max U)
    double size = 0.0;      // the larger of U and approach
    double share = 1.0;     // taken of it
    double size_H = 0.0;    // change of the gap it made, over the gap's size
  };
  // First guess: fields of x, surfaces apart.
  bool start(const GapModel& gap, FilmUnknowns* x);
  bool correct(const GapModel& gap, const StageTerms& terms, double load, const FilmUnknowns& x,
               Correction* c);
  // Takes the correction, or the share of it that the step limit and the surfaces allow.
  // most: share of it, at most 1.
  bool advance(const GapModel& gap, double most, Correction* c, FilmUnknowns* x);
  // True if what is left after a correction is within the tolerance.
  // previous: size of the one before, infinity if there is none.
  bool converged(const Correction& c, double previous, bool fresh) const;
  bool refresh(GapModel* gap, const StageTerms& terms, const FilmUnknowns& x);
  // True if the kept factorisation underestimates the correction: rows that leave a residual f
  // were much stiffer when it was made than they are at x.
  bool too_stiff(const StageTerms& terms, const FilmUnknowns& x, const Vector& f,
                 double size) const;
  Vector row_norms(const Bands& by_U, const Bands& by_H) const;
  void update_fields(const GapModel& gap, FilmUnknowns* x) const;
  bool fail(const std::string& why);

  const PressureLaw& law_;
  NewtonOptions options_;
  DenseLu lu_;
  Vector row_norms_;         // (n) of the Jacobian when it was factorised
  Vector compliance_norms_;  // (n) row sums of |A|
  bool have_lu_ = false, lu_fresh_ = false;
  double lu_shift_ = 0.0;  // of the stage that the factorisation was made for
  std::string failure_;
  long iterations_ = 0, factorisations_ = 0;
};

}  // namespace mortise::gen
