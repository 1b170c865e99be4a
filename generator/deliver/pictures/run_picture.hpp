// The outputs of a structure over time, a panel for all of one unit.
#pragma once

#include <string>
#include <vector>

#include "generator/deliver/pictures/figure.hpp"

namespace mortise::gen {

struct RunCurve {
  std::string name, unit;
  std::vector<double> values;  // one per time
};

// time: [s], at least one; curves: at least one.
Figure run_figure(const std::string& title, const std::vector<double>& time,
                  const std::vector<RunCurve>& curves);

}  // namespace mortise::gen
