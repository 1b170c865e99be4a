// How often a load must be read: what changes when it is sampled twice as often, with everything
// else as it is. The step's own error is in the certificate; with the samples of a coarse step a
// finer one cannot mend what they missed.
#pragma once

#include <string>

#include "generator/bake/file/certificate.hpp"
#include "generator/ground/numbers/aligned_bytes.hpp"

namespace mortise::gen {

// The model with half the step, its inputs sampled at every step of `coarse` and held between as
// the inputs are, against the same with its inputs sampled at each of its own steps: relative
// changes as in a certificate. coarse, fine: model files of one structure with the steps h and h/2.
// scenario: stored in both. Throws Error if it is not, or the files differ in more than the step.
Measured load_sampling_error(const AlignedBytes& coarse, const AlignedBytes& fine,
                             const std::string& scenario);

}  // namespace mortise::gen
