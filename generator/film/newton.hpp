// Newton's method for one stage of a film coupled to a gap model: monolithic, the gap eliminated by
// its affine dependence on the pressure (the Schur complement of Schmidt 3.56, J_dd = I):
//   J = B_U + B_H A dP/dU,  plus the load row and the approach column where the load is prescribed.
#pragma once

#include <string>

#include "generator/dense/dense_solver.hpp"
#include "generator/film/gap_model.hpp"
#include "generator/film/pressure_law.hpp"

namespace mortise::gen {

struct NewtonOptions {
  double tolerance = 1e-9;   // largest change of U and H in the last iteration, see solve()
  int iterations = 60;       // cap
  double step_limit = 0.2;   // largest change of U, in units of max(1, max U)
  double contraction = 0.2;  // a kept factorisation must reduce the correction by this factor
};

struct FilmUnknowns {
  Vector U;               // (n) pressure and, if mass-conserving, void (see Reynolds)
  double approach = 0.0;  // H0, only if the load is prescribed
  Vector P, fill, H;      // (n) found with them
};

class FilmNewton {
 public:
  // law must outlive the object.
  FilmNewton(const PressureLaw* law, const NewtonOptions& options);

  // Solves the stage that `gap` was prepared for, from the guess in `x` (U, approach).
  // Converged when the next correction of U, judged by the contraction seen, is below
  // tolerance * max(1, max U), and that of the gap below tolerance * max H. The factorisation is
  // kept over iterations, stages and steps as long as it contracts.
  // Returns false if it does not converge; x is then undefined and failure() says why.
  bool solve(GapModel* gap, const StageTerms& terms, double load, FilmUnknowns* x);

  // Drops the kept factorisation.
  void forget() { lu_fresh_ = have_lu_ = false; }

  const std::string& failure() const { return failure_; }
  long iterations() const { return iterations_; }
  long factorisations() const { return factorisations_; }
  const PressureLaw& law() const { return law_; }

 private:
  bool refresh(GapModel* gap, const StageTerms& terms, const FilmUnknowns& x);
  void update_fields(const GapModel& gap, FilmUnknowns* x) const;
  bool fail(const std::string& why);

  const PressureLaw& law_;
  NewtonOptions options_;
  DenseLu lu_;
  bool have_lu_ = false, lu_fresh_ = false;
  std::string failure_;
  long iterations_ = 0, factorisations_ = 0;
};

}  // namespace mortise::gen
