#include "generator/film/steady.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

// Hertz pressure of a line load w (dimensionless, w = int P dX): half-width and peak grow with
// sqrt(2 w / pi).
FilmUnknowns hertz_guess(const FilmGrid& grid, double load, double frame) {
  const double peak = std::sqrt(load * frame * 2.0 / 3.14159265358979323846);
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

}  // namespace

FilmUnknowns steady_state(FilmSystem* system, Reynolds* reynolds, double time) {
  FilmNewton& newton = system->newton();
  GapModel& gap = system->gap();
  const Lubricant full = reynolds->lubricant();
  const double load = gap.load(time);
  StageTerms terms;
  if (system->frame().scale) terms.frame = system->frame().scale(time);
  gap.begin_stage(time, 0.0, Vector());

  // thick films converge from far away: try several first thicknesses
  const double film = std::cbrt(reynolds->lambda() * std::max(reynolds->speed(), 1e-6));
  FilmUnknowns best;
  double reached = 0.0;
  std::string reason;
  for (const double thickness : {1.0, 0.3, 3.0, 0.1}) {
    FilmUnknowns x = hertz_guess(reynolds->grid(), load, terms.frame);
    set_clearance(&gap, *reynolds, thickness * film, &x);
    double share = 0.0, step = 0.3;
    while (share < 1.0 && step > 1e-3) {
      FilmUnknowns trial = x;
      const double next = std::min(1.0, share + step);
      reynolds->set_lubricant(full.with_share(next));
      newton.forget();
      if (newton.solve(&gap, terms, load, &trial)) {
        x = trial;
        share = next;
        step *= 1.5;
      } else {
        reason = newton.failure();
        step *= 0.5;
      }
    }
    if (share >= 1.0) return x;
    reached = std::max(reached, share);
  }
  reynolds->set_lubricant(full);
  std::ostringstream text;
  text << "no steady state found: with " << 100.0 * reached
       << " % of the pressure-viscosity coefficient, " << reason;
  throw Error("film", text.str(), "lower the load or the viscosity, or use more grid.points");
}

}  // namespace mortise::gen
