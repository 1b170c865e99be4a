// The outputs of a structure over time, a panel for all of one unit: of one run, or of a model file
// beside the full model.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/play/output_sense.hpp"
#include "generator/deliver/pictures/figure.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// One output over the recorded times of a trajectory; NaN where it has none.
std::vector<double> output_of(const Trajectory& trajectory, std::size_t output);

struct Samples {
  std::vector<double> time, values;
};

// What is drawn of samples: those that are numbers; where span > 0 [s], means over spans of whole
// steps, at least one, each at the time of its last step. In them the impulses of rigid contacts,
// given over their step, are forces that no step changes, as long as it is shorter than the span.
Samples drawn_samples(const Samples& all, double span);

// A span that is drawn: so many make a run.
inline constexpr int kSpansOfRun = 240;

// ", mean over 1.25e-05 s".
std::string mean_over(double span);

struct RunCurve {
  std::string name, unit;
  std::vector<double> values;  // one per time
  std::vector<double> time{};  // its own [s]; empty: that of all
  bool dashed = false;         // another run of the curve before it
};

// time: [s], at least one; curves: at least one.
Figure run_figure(const std::string& title, const std::vector<double>& time,
                  const std::vector<RunCurve>& curves);

// The outputs of a model file as curves. units, senses: of them.
std::vector<RunCurve> run_curves(const std::vector<std::string>& units,
                                 const std::vector<OutputSense>& senses, const Trajectory& file);

// Outputs of the same name of `full` stand beside those of `file`, dashed.
Figure beside_figure(const std::string& title, const std::vector<std::string>& units,
                     const std::vector<OutputSense>& senses, const Trajectory& file,
                     const Trajectory& full);

}  // namespace mortise::gen
