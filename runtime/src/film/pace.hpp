// How a film goes through the step: in equal substeps of the basis in use, or in steps of several
// lengths between which the bases change (FilmPace in the schema).
#pragma once

#include "outputs.hpp"
#include "passage.hpp"

namespace mortise::MORTISE_ISA {

class FilmPacing {
 public:
  explicit FilmPacing(FilmRun& run) : run_(run), inputs_(run) {}

  // The whole step from t_n; with half = true in twice as many steps of half the length. The film's
  // trial is what was committed: every step leaves both equal.
  bool attempt(bool half) {
    run_.begin_motion();
    run_.capped = false;
    return is_paced(run_.kind) ? by_ticks(half) : by_substeps(half);
  }

 private:
  bool by_substeps(bool half) {
    const FilmBasis& b = run_.basis();
    const int count = static_cast<int>(b.substeps) * (half ? 2 : 1);
    const auto cap = static_cast<std::int32_t>(half ? b.repeat_iterations : b.iterations);
    const Real length = 1 / static_cast<Real>(count);
    run_.account.active = run_.progress.basis < 0 ? 0 : 1;
    run_.account.residual = 0;
    for (int k = 0; k < count; ++k) {
      const Real start = static_cast<Real>(k) * length;
      const FilmDrive at_stages[2] = {
          inputs_.drive(start + kFilmGamma * length),
          inputs_.drive(k + 1 < count ? static_cast<Real>(k + 1) * length : Real(1))};
      const FilmSpan span{at_stages, 0, half, cap};
      if (run_.flies()) {
        fly(span);
        continue;
      }
      const FilmReport report = through(span);
      if (!report.good) return false;
      run_.account.residual = report.residual;
    }
    return true;
  }

  bool by_ticks(bool half) {
    run_.progress = run_.state().film_;
    run_.account = {};
    run_.astray = false;
    run_.taken_over = run_.at_edge() && run_.edge().rate == 0;
    if (run_.taken_over && run_.waits) FilmPassage(run_).return_to_last_basis();
    const int ticks = static_cast<int>(run_.film().bases[0].substeps);
    const Real tick = 1 / static_cast<Real>(ticks);
    for (int k = 0; k < ticks;) {
      const int doublings = run_.flies() ? 0 : doublings_at(k, ticks);
      const int length = 1 << doublings;
      const bool flying = run_.flies();
      for (int part = 0; part < (half ? 2 : 1); ++part) {
        const Real whole = tick * static_cast<Real>(length), each = half ? whole / 2 : whole;
        const Real start = tick * static_cast<Real>(k) + each * static_cast<Real>(part);
        const FilmDrive at_stages[2] = {inputs_.drive(start + kFilmGamma * each),
                                        inputs_.drive(start + each)};
        if (flying) {
          fly({at_stages, 0, half, 0});
        } else if (!follow({at_stages, doublings, half, 0})) {
          return false;
        }
      }
      k += length;
      if (k == ticks) break;  // the end of a step is measured and passed on with all that belongs
      run_.out = FilmMeasure(run_).outputs(1);
      FilmPassage(run_).pass_on();
    }
    return true;
  }

  void fly(const FilmSpan& span) {
    run_.numerics.fly(run_.in_basis(0), span, run_.q_next(), run_.v_next());
  }
  FilmReport through(const FilmSpan& span) {
    const auto step = run_.at_edge() ? run_.numerics.run_edge : run_.numerics.run;
    const FilmReport report = step(run_.in_basis(), span, run_.q_next(), run_.v_next());
    run_.count(report);
    run_.capped = run_.capped || !report.converged;
    return report;
  }

  // One step through the film, or one of half the length, in the iterations that it has.
  bool follow(FilmSpan span) {
    const auto cap = [&](const auto& of) {
      return static_cast<std::int32_t>(span.half ? of.repeat_iterations : of.iterations);
    };
    const bool at_edge = run_.at_edge();
    const bool found = at_edge && run_.edge().rate != 0;  // its first step finds its place
    span.iterations = at_edge ? cap(*run_.film().edge) : cap(run_.basis());
    const FilmReport report = through(span);
    run_.account.active = 1;
    run_.account.residual = larger(run_.account.residual, report.residual);
    run_.astray = run_.astray || (found && run_.edge().rate > 0);  // .. either way
    return report.good;
  }

  // How often a step that begins at tick k is doubled.
  int doublings_at(int k, int ticks) const {
    const Real tick = run_.model().h / run_.c.time / static_cast<Real>(ticks);
    if (run_.at_edge()) {
      const FilmEdgeMemory& e = run_.edge();
      if (e.rate == 0) return 0;
      return doublings_within(run_.film().paces[run_.film().count - 1], k, tick, absolute(e.rate),
                              run_.film().edge->edge_share * e.a);
    }
    const FilmPace& pace = run_.film().paces[run_.progress.basis];
    return doublings_within(pace, k, tick, absolute(FilmPassage(run_).opening(run_.basis())),
                            pace.gap_share * run_.progress.gap);
  }
  static int doublings_within(const FilmPace& pace, int k, Real tick, Real closing, Real most) {
    int doublings = 0;
    while (doublings < static_cast<int>(pace.lengths) && k % (2 << doublings) == 0 &&
           tick * static_cast<Real>(2 << doublings) * closing <= most)
      ++doublings;
    return doublings;
  }

  FilmRun& run_;
  FilmInputs inputs_;
};

}  // namespace mortise::MORTISE_ISA
