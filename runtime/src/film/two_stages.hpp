// The two stages of a step, whatever the film: on sampled rows, carried, or with a moving edge.
//
// Alexander's scheme (order two, stiffly accurate): a stage solves, with S the start value of y and
// s = 1/(gamma dT),
//   T f(b, H0; S) = 0,  G b = load       S_1 = y_n,  S_2 = y_n + (1-gamma)/gamma (y_1 - y_n),
// in one linear solve or a few, each from the last computed value.
//
// What is asked of a Film:
//   begin_stage(k, drive)   stage k from the unknowns as they are
//   improve(again, report)  one linear solve; again: after another one of this stage. False: the
//                           step is not good
//   settled()               largest change of an unknown that ends the solves; 0: all are made
//   fail(report)            a stage that was cut to the last is none; returns false
//   end_stage(k)            the motion at its end, and what the second stage starts from
#pragma once

#include "numerics.hpp"

namespace mortise::MORTISE_ISA {

// False if the step is not good, see FilmReport.
template <class Film>
MORTISE_INLINE bool solve_stage(Film* film, std::int32_t iterations, FilmReport* report) {
  for (std::int32_t k = 0; k < iterations; ++k) {
    if (!film->improve(k > 0, report)) return false;
    if (!report->damped && report->change <= film->settled()) return true;
  }
  if (report->damped) return film->fail(report);
  if (film->settled() > 0) report->converged = false;
  return true;
}

template <class Film>
MORTISE_INLINE bool solve_both_stages(Film* film, const FilmSpan& span, FilmReport* report) {
  for (int k = 0; k < 2; ++k) {
    film->begin_stage(k, span.stages[k]);
    if (!solve_stage(film, span.iterations, report)) return false;
    film->end_stage(k);
  }
  return true;
}

}  // namespace mortise::MORTISE_ISA
