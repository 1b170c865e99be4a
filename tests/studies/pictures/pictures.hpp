// Pictures of studies, as SVG. path: of the file; each throws Error if its data are not finite, and
// as write_svg() (figure.hpp).
#pragma once

#include <string>
#include <vector>

#include "generator/deliver/pictures/study_pictures.hpp"
#include "tests/studies/condense/condensation_study.hpp"
#include "tests/studies/film/compare_reductions.hpp"
#include "tests/studies/film/orders.hpp"
#include "tests/studies/film/trust_study.hpp"

namespace mortise::gen {

// Errors of the central pressure, the central and the smallest gap over the step size (one row of
// panels) and over the number of film nodes (another row), double-logarithmic, with the slopes
// that the schemes should have. Errors of zero, which no logarithm shows, are left out. Throws
// Error if the study has no point with an error above zero.
void write_order_picture(const OrderStudy& study, const std::string& path);

// Errors of frequencies and of the frequency response over the number of coordinates, a line per
// method, two panels per substructure. Throws Error if nothing has an error above zero.
void write_condensation_picture(const std::vector<PartStudy>& studies, const std::string& path);

// Errors of film and central pressure over the cost of a step; methods that failed or were not
// timed are left out. cases: number of scenarios. Throws Error if nothing is left.
void draw_results(const std::vector<ReductionResult>& results, std::size_t cases,
                  const VerifySpec& limits, const std::string& path);

// True error over each signal, runs inside the training box and beyond it apart.
void draw_trust(const TrustStudy& study, const std::string& path);

}  // namespace mortise::gen
