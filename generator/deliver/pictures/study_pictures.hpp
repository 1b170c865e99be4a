// Pictures of the comparison of reductions and of their trust signals, as SVG.
#pragma once

#include <string>
#include <vector>

#include "generator/judge/compare/compare_reductions.hpp"
#include "generator/judge/compare/trust_study.hpp"

namespace mortise::gen {

// Errors of film and central pressure over the cost of a step; methods that failed or were not
// timed are left out. cases: number of scenarios. Throws Error if nothing is left, or as
// write_svg() does.
void draw_results(const std::vector<ReductionResult>& results, std::size_t cases,
                  const FilmVerifySpec& limits, const std::string& path);

// True error over each signal, runs inside the training box and beyond it apart.
void draw_trust(const TrustStudy& study, const std::string& path);

}  // namespace mortise::gen
