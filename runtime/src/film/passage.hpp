// How bodies that meet pass through the film: they land on it, it passes from basis to basis while
// its force falls, at last to a moving edge, and they leave it.
#pragma once

#include "run.hpp"

namespace mortise::MORTISE_ISA {

class FilmPassage {
 public:
  explicit FilmPassage(FilmRun& run) : run_(run) {}

  // Which basis the next step uses; the outputs are those at the end of the last one. The jump of
  // the pressure when bodies meet the film may fall for a moment, too: only bodies that part leave
  // a basis.
  void pass_on() {
    FilmProgress& p = run_.progress;
    const Real before = p.gap;
    p.gap = run_.out.minimum_gap;
    if (is_loaded(run_.kind)) return;
    if (p.basis < 0) {
      fly(before);
      return;
    }
    const Real last = p.force;
    p.force = run_.out.force;
    p.peak = larger(p.peak, p.force);
    if (run_.at_edge()) {
      leave_edge(last);
    } else {
      change_basis(last);
    }
  }

  // Begins a step at whose start the edge has just taken over.
  void return_to_last_basis() {
    run_.progress.basis = run_.film().count - 1;
    run_.numerics.return_from_edge(run_.in_basis(), run_.q_next());
  }

  // No pressure; the film is what the bodies leave open.
  void fly_on() {
    FilmProgress& p = run_.progress;
    p.basis = -1;
    p.force = p.peak = 0;
    run_.numerics.land(run_.in_basis(0), run_.q_next());
    // of undeformed bodies
    p.gap = run_.numerics.outputs(run_.in_basis(0), run_.q_next(), 1).minimum_gap;
  }

  // Bodies that found no film are parted from where they are; its pressure is gone.
  void part() {
    turn_around();
    fly_on();
    run_.progress.halvings = 0;
    run_.account.active = 0;
  }

  // Velocity with which the bodies part.
  Real opening(const FilmBasis& b) const {
    const Real* row = rigid_row(b);
    Real sum = 0;
    for (int k = 0; k < run_.modes(); ++k) sum += row[k] * run_.v_next()[k];
    return sum;
  }

 private:
  static constexpr Real kReturned = 0.5;  // of the closing velocity, to bodies that are parted

  // before: smallest gap at the start of the step
  void fly(Real before) {
    FilmProgress& p = run_.progress;
    const FilmBasis& first = run_.film().bases[0];
    if (p.passage > 0) {
      // bodies that were parted: until they are out of the film nothing else happens to them
      if (p.gap > run_.c.landing_gap) {
        p.passage = 0;
      } else if (opening(first) < 0) {
        turn_around();
      }
    } else if (p.gap <= run_.c.landing_gap && p.gap < before) {
      p.basis = 0;
      p.force = p.peak = 0;
      p.approach = larger(-opening(first), 0);
      run_.numerics.land(run_.in_basis(0), run_.q_next());
    }
  }

  // last: force of the step before
  void change_basis(Real last) {
    FilmProgress& p = run_.progress;
    const int basis = p.basis;
    const FilmBasis& b = run_.film().bases[basis];
    const Real most = is_paced(run_.kind) ? run_.film().paces[basis].leave_pressure : 0;
    const bool pressed = most > 0 && run_.out.central_pressure > most;
    if (!pressed && !(falls_below(b.leave_fraction, last) && opening(b) > 0)) return;
    if (has_edge(run_.kind) && basis + 1 == run_.film().count) {
      if (hand_to_edge()) return;
      // a film that does not freeze is followed as before, and left where the edge would be
      run_.astray = true;
      if (!(p.force < run_.film().edge->leave_fraction * p.peak)) return;
    }
    if (basis + 1 < run_.film().count) {
      p.basis = basis + 1;
      run_.numerics.hand_over(run_.in_basis(), basis, run_.q_next());
    } else {
      leave();
    }
  }
  bool falls_below(Real fraction, Real last) const {
    const Real force = run_.progress.force;
    return force < last && force < fraction * run_.progress.peak;
  }
  bool hand_to_edge() {
    if (!(run_.out.central_pressure >= run_.film().edge->least_pressure) || run_.waits)
      return false;
    FilmReport report;
    const bool good = run_.numerics.take_over_by_edge(run_.in_basis(), run_.q_next(), &report);
    run_.count(report);
    if (!good) return false;
    run_.progress.basis = run_.film().count;
    run_.taken_over = true;
    return true;
  }

  void leave_edge(Real last) {
    const FilmEdge& e = *run_.film().edge;
    const bool parts = falls_below(e.leave_fraction, last) && opening(run_.film().bases[0]) > 0;
    if (parts || run_.edge().a < e.first + e.spacing) leave();
  }
  // The bodies fly on behind the film.
  void leave() {
    fly_on();
    run_.progress.halvings = 0;
    run_.progress.passage = 0;
  }

  // Bodies that close part half as fast as they met: what the film would have taken is unknown, but
  // it does take some. Those that part already go on, never faster than they met.
  void turn_around() {
    const FilmBasis& b = run_.film().bases[0];
    const Real* row = rigid_row(b);
    const Real now = opening(b), met = run_.progress.approach;
    Real wanted = kReturned * larger(met, -now);
    if (now > 0) wanted = met > 0 && now > met ? met : now;
    Real square = 0;
    for (int k = 0; k < run_.modes(); ++k) square += row[k] * row[k];
    if (!(square > 0)) return;
    for (int k = 0; k < run_.modes(); ++k) run_.v_next()[k] += row[k] * ((wanted - now) / square);
  }

  const Real* rigid_row(const FilmBasis& b) const {
    return reinterpret_cast<const Real*>(run_.film().numbers + b.rigid_row);
  }

  FilmRun& run_;
};

}  // namespace mortise::MORTISE_ISA
