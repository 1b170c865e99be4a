#include "generator/contact/film/contact_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Hertz pressure of a line load w (dimensionless, w = int P dX): half-width and peak grow with
// sqrt(2 w / pi).
FilmUnknowns hertz_guess(const FilmGrid& grid, double load, double frame) {
  const double peak = std::sqrt(load * frame * 2.0 / kPi);
  FilmUnknowns x;
  x.U = (1.0 - (grid.x.array() * frame / peak).square()).max(0.0).sqrt() * peak;
  x.U[0] = x.U[grid.points() - 1] = 0.0;
  return x;
}

// Approach that leaves a film of the given thickness at the smallest gap.
void set_clearance(GapModel* gap, const Reynolds& reynolds, double film, FilmUnknowns* x) {
  reynolds.pressure(x->U, &x->P, &x->fill);
  Vector h = gap->base();
  gap->add_compliance(x->P, &h);
  x->approach = film - h.minCoeff();
}

// Walks a parameter from 0 to 1 with `at`, in steps that shrink where Newton fails.
// Returns how far it came; x is the solution there.
template <class At>
double walk(FilmNewton* newton, GapModel* gap, const StageTerms& terms, double load, const At& at,
            FilmUnknowns* x, std::string* reason) {
  double share = 0.0, step = 0.3;
  while (share < 1.0 && step > 1e-3) {
    FilmUnknowns trial = *x;
    const double next = std::min(1.0, share + step);
    at(next);
    newton->forget();
    if (newton->solve(gap, terms, load, &trial)) {
      *x = trial;
      share = next;
      step *= 1.5;
    } else {
      *reason = newton->failure();
      step *= 0.5;
    }
  }
  return share;
}

constexpr double kEasyFilmNumber = 1e-3;  // films of this number and above converge from afar

}  // namespace

FilmUnknowns steady_state(FilmSystem* system, Reynolds* reynolds, double time) {
  FilmNewton& newton = system->newton();
  GapModel& gap = system->gap();
  const Lubricant lubricant = reynolds->lubricant();
  const double lambda = reynolds->lambda(), easy = std::max(lambda, kEasyFilmNumber);
  const double load = gap.load(time);
  StageTerms terms;
  if (system->frame().scale) terms.frame = system->frame().scale(time);
  gap.begin_stage(time, 0.0, Vector());

  const double film = std::cbrt(easy * std::max(std::abs(reynolds->speed()), 1e-6));
  double stiffened = 0.0, thinned = 0.0;
  std::string reason;
  for (const double thickness : {1.0, 0.3, 3.0, 0.1}) {
    FilmUnknowns x = hertz_guess(reynolds->grid(), load, terms.frame);
    set_clearance(&gap, *reynolds, thickness * film, &x);
    reynolds->set_lambda(easy);
    const double shares = walk(
        &newton, &gap, terms, load,
        [&](double share) { reynolds->set_lubricant(lubricant.with_share(share)); }, &x, &reason);
    stiffened = std::max(stiffened, shares);
    if (shares < 1.0) continue;
    if (easy == lambda) return x;
    thinned = walk(
        &newton, &gap, terms, load,
        [&](double share) { reynolds->set_lambda(easy * std::pow(lambda / easy, share)); }, &x,
        &reason);
    if (thinned >= 1.0) {
      reynolds->set_lambda(lambda);  // the last power may be off by rounding
      return x;
    }
  }
  reynolds->set_lubricant(lubricant);
  reynolds->set_lambda(lambda);
  demand(stiffened >= 1.0, "film",
         fmt::format("no steady state found: with {:g} % of the pressure-viscosity "
                     "coefficient, {}",
                     100.0 * stiffened, reason),
         "lower the load or the viscosity, or use more grid.points");
  throw Error("film",
              fmt::format("no steady state found: at {:g} times the film number, {}",
                          std::pow(easy / lambda, 1.0 - thinned), reason),
              "the film is too thin for the grid: use more grid.points");
}

}  // namespace mortise::gen
