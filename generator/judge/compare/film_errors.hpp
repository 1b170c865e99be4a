// A run of a reduced film: what it is driven by, and how far it is from the full run.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/film/film_case.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Value of an input of a reduced film (load [N/m], entrainment [m/s], viscosity_factor,
// acceleration [m/s2]) at a time [s].
double case_input(const FilmCase& run, const std::string& input, double time);

// What a step takes: the inputs at its start and at its end [s].
Vector case_inputs(const FilmCase& run, const std::vector<std::string>& inputs, double start,
                   double end);

// Largest errors against a full run. Line contacts: over the largest value of the run. Impacts:
// while the film of the first one carries more than 5 % of the peak force; of the gaps pointwise,
// of pressure and force over the largest value of the full run until then.
struct FilmErrors {
  double force = 0.0, central_pressure = 0.0, central_gap = 0.0, minimum_gap = 0.0;  // [-]
  double film() const { return central_gap > minimum_gap ? central_gap : minimum_gap; }
};

// The worse of both, entry by entry.
FilmErrors worse_of(const FilmErrors& a, const FilmErrors& b);

class ErrorMeter {
 public:
  // full: outlives the object.
  ErrorMeter(const FilmRun* full, FilmKind kind);

  // Compares a sample with the full run at its time, straight lines between its steps. Samples
  // beyond the end of the run, or of the first impact, do not count. Returns the errors of this
  // sample.
  FilmErrors add(const FilmSample& sample);
  const FilmErrors& worst() const { return worst_; }

 private:
  const FilmRun* full_;
  bool impact_;
  double from_ = 0.0, to_ = 0.0;  // [s] compared
  FilmSample largest_;
  FilmErrors worst_;
};

}  // namespace mortise::gen
