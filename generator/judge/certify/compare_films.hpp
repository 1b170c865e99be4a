// Errors of a reduced film against the full one, from the traces of the same scenario.
#pragma once

#include <vector>

#include "generator/bake/file/certificate.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Under a prescribed load (line): largest differences over time over the largest value of the full
// trace. Impacts: every impact while its force is above 5 % of its peak, the gaps over the gap of
// the same instant, pressure and force over the largest value that the full trace has in these
// times, of all impacts - the second peak of pressure, behind them, counts for neither - and the
// restitution over that of the full trace; later impacts are compared from the moment when their
// forces pass 5 %, so that an earlier rebound is not counted twice. An impact that one of the
// traces lacks is an error of 1.
// Absent: what is zero in both. Between samples of the full trace straight lines; both need at
// least two samples.
Measured compare_films(FilmKind kind, const std::vector<FilmSample>& reduced,
                       const std::vector<FilmSample>& full);

// Did the film carry the body: a load under a prescribed one, else at least one rebound?
bool film_touched(FilmKind kind, const std::vector<FilmSample>& trace);

}  // namespace mortise::gen
