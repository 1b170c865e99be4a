#include "generator/simulate/structure/pulse_samples.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Samples beside the pulse that the correction reaches: it falls by 3.7 or more from one to the
// next.
constexpr long kBeside = 12;

// Integral of (a + b t) f(t) from `from` to `to` inside the pulse; times as in the scenario.
double weighed(const SourceOptions& s, double a, double b, double from, double to) {
  double sum = s.offset * ((a + 0.5 * b * (from + to)) * (to - from));
  const double w = kTwoPi * s.frequency;
  if (s.amplitude == 0.0) return sum;
  if (w == 0.0)
    return sum + s.amplitude * std::sin(s.phase) * ((a + 0.5 * b * (from + to)) * (to - from));
  const auto primitive = [&](double t) {
    const double angle = w * (t - s.start) + s.phase;
    return -(a + b * t) * std::cos(angle) / w + b * std::sin(angle) / (w * w);
  };
  return sum + s.amplitude * (primitive(to) - primitive(from));
}

// The part of [from, to] inside the pulse, weighed by a line that is `first` at from and `last` at
// to.
double part(const SourceOptions& s, double from, double to, double first, double last) {
  const double begin = std::max(from, s.start), end = std::min(to, s.end);
  if (!(begin < end)) return 0.0;
  const double slope = (last - first) / (to - from);
  return weighed(s, first - slope * from, slope, begin, end);
}

// x <- (1 - 2 beta, beside it beta)^-1 x; what would leave at the ends comes back.
void correct(std::vector<double>* x, double beta) {
  const std::size_t n = x->size();
  if (n < 2) return;
  std::vector<double> diagonal(n, 1.0 - 2.0 * beta);
  diagonal.front() = diagonal.back() = 1.0 - beta;
  for (std::size_t k = 1; k < n; ++k) {
    const double factor = beta / diagonal[k - 1];
    diagonal[k] -= factor * beta;
    (*x)[k] -= factor * (*x)[k - 1];
  }
  x->back() /= diagonal.back();
  for (std::size_t k = n - 1; k-- > 0;) (*x)[k] = ((*x)[k] - beta * (*x)[k + 1]) / diagonal[k];
}

}  // namespace

RampOptions sample_pulse(const SourceOptions& pulse, Hold hold, double h, int substeps) {
  demand(pulse.end > pulse.start && pulse.rate == 0.0, "pulse", "it has no end, or is a sweep",
         "give it an end and one frequency");
  const bool linear = hold == Hold::linear;
  const long beside = linear ? kBeside : 0;
  const long first = std::max(0L, static_cast<long>(std::floor(pulse.start / h)) - beside);
  const long last = static_cast<long>(std::ceil(pulse.end / h)) + beside;
  RampOptions samples;
  samples.input = pulse.input;
  for (long k = first; k <= last; ++k) {
    const double t = static_cast<double>(k) * h;
    samples.times.push_back(t);
    if (linear)
      samples.values.push_back((part(pulse, t - h, t, 0.0, 1.0) + part(pulse, t, t + h, 1.0, 0.0)) /
                               h);
    else
      samples.values.push_back(part(pulse, t, t + h, 1.0, 1.0) / h);
  }
  if (linear) {
    correct(&samples.values, (2.0 - 1.0 / (double(substeps) * substeps)) / 12.0);
    if (first == 0) samples.values.front() *= 2.0;  // which no step but the first one takes
  }
  samples.times.push_back(static_cast<double>(last + 1) * h);
  samples.values.push_back(0.0);
  if (first > 0) {
    samples.times.insert(samples.times.begin(), static_cast<double>(first - 1) * h);
    samples.values.insert(samples.values.begin(), 0.0);
  }
  return samples;
}

}  // namespace mortise::gen
