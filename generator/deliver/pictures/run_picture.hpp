// The outputs of a structure over time, a panel for all of one unit: of one run, or of a model file
// beside the full model.
#pragma once

#include <string>
#include <vector>

#include "generator/deliver/pictures/figure.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// One output over the recorded times of a trajectory.
std::vector<double> output_of(const Trajectory& trajectory, std::size_t output);

struct RunCurve {
  std::string name, unit;
  std::vector<double> values;  // one per time
  // Not empty: another run of the curve before it, at these times [s], dashed.
  std::vector<double> beside{};
};

// time: [s], at least one; curves: at least one.
Figure run_figure(const std::string& title, const std::vector<double>& time,
                  const std::vector<RunCurve>& curves);

// units: of the outputs of `file`; those of the same name of `full` stand beside them, dashed.
Figure beside_figure(const std::string& title, const std::vector<std::string>& units,
                     const Trajectory& file, const Trajectory& full);

}  // namespace mortise::gen
