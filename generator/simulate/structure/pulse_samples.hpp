// Short pulses as the samples that a fixed step sees: their momentum arrives whole, wherever the
// pulse begins and ends between the samples.
#pragma once

#include "generator/simulate/run/signals.hpp"

namespace mortise::gen {

// A source that ends, for steps that take inputs as kicks at the ends of their substeps.
//   pulse     with an end and a constant frequency
//   hold      linear: what a straight line between samples gives each of them, corrected so that
//             modes up to a tenth of the sampling rate take up what the pulse gives within 0.3 %
//             (fourth order in frequency times step); zero_order: its mean over the step that
//             follows
//   h         [s], > 0
//   substeps  >= 1, into which a straight line is cut
// Returns the samples, at consecutive multiples of the step, zero before the first and after the
// last. Throws Error for sources without an end and for sweeps.
RampOptions sample_pulse(const SourceOptions& pulse, Hold hold, double h, int substeps);

}  // namespace mortise::gen
