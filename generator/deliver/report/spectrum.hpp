// What frequencies a trace holds.
#pragma once

#include <vector>

namespace mortise::gen {

struct AmplitudeSpectrum {
  std::vector<double> hz;         // ascending, from above 0 to half of the sampling rate
  std::vector<double> amplitude;  // of a sine of that frequency [unit of the samples]
};

// Spectrum of equidistant samples `step` [s] apart, without their mean, under Hann's window; its
// corrected height tells the amplitude of a sine to 15 % wherever it lies between two frequencies.
// Fewer than 16 samples, or others than finite ones: empty.
AmplitudeSpectrum amplitude_spectrum(const std::vector<double>& samples, double step);

}  // namespace mortise::gen
