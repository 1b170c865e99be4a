#include "generator/deliver/report/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <unsupported/Eigen/FFT>

#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kFewestSamples = 16;

// Lengths that transform fast, all of them below 7 % apart.
std::size_t fast_length(std::size_t count) {
  std::size_t best = 1;
  for (std::size_t two = 1; two <= count; two *= 2)
    for (std::size_t three = two; three <= count; three *= 3)
      for (std::size_t five = three; five <= count; five *= 5) best = std::max(best, five);
  return best;
}

}  // namespace

AmplitudeSpectrum amplitude_spectrum(const std::vector<double>& samples, double step) {
  const auto finite = [](double x) { return std::isfinite(x); };
  // what belongs to steps has no first sample
  const auto begin = std::find_if(samples.begin(), samples.end(), finite);
  const auto size = static_cast<std::size_t>(samples.end() - begin);
  if (size < kFewestSamples || !std::all_of(begin, samples.end(), finite)) return {};
  // the latest samples: what the start has left has died away
  const std::size_t count = fast_length(size);
  const double* first = samples.data() + (samples.size() - count);
  double mean = 0.0;
  for (std::size_t k = 0; k < count; ++k) mean += first[k] / static_cast<double>(count);
  std::vector<double> windowed(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double angle = kTwoPi * static_cast<double>(k) / static_cast<double>(count);
    windowed[k] = (first[k] - mean) * (0.5 - 0.5 * std::cos(angle));
  }
  std::vector<std::complex<double>> bins;
  Eigen::FFT<double> transform;
  transform.fwd(bins, windowed);
  AmplitudeSpectrum spectrum;
  for (std::size_t k = 1; k <= count / 2; ++k) {
    spectrum.hz.push_back(static_cast<double>(k) / (static_cast<double>(count) * step));
    // one side of two, the window's mean is one half
    spectrum.amplitude.push_back(4.0 * std::abs(bins[k]) / static_cast<double>(count));
  }
  return spectrum;
}

}  // namespace mortise::gen
