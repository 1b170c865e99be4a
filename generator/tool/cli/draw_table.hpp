// Errors of many draws as a table and in JSON.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "generator/judge/certify/verdict.hpp"
#include "generator/judge/compare/bolted_draws.hpp"

namespace mortise::gen {

// A line per measure that some draw has: median, 95 % and worst. result: receives the same under
// the name of the measure.
template <class Draw>
std::string draw_table(const std::vector<Draw>& judged, nlohmann::json* result) {
  std::string text =
      fmt::format("{:<20} {:>10} {:>10} {:>10}\n", "relative error", "median", "95 %", "worst");
  for (std::size_t k = 0; k < kMeasures; ++k) {
    const auto m = static_cast<Measure>(k);
    const auto median = quantile(judged, m, 0.5), most = quantile(judged, m, 0.95),
               worst = quantile(judged, m, 1.0);
    if (!median) continue;
    (*result)[measure_name(m)] = {{"median", *median}, {"share_95", *most}, {"worst", *worst}};
    text += fmt::format("{:<20} {:>10.3g} {:>10.3g} {:>10.3g}\n", measure_name(m), *median, *most,
                        *worst);
  }
  return text;
}

}  // namespace mortise::gen
