// Pulses as samples: their momentum is whole, and modes take up the work that the pulse does.
#include "generator/simulate/structure/pulse_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Complex = std::complex<double>;

SourceOptions half_sine_pulse(double start, double frequency) {
  SourceOptions s;
  s.amplitude = 1000.0;
  s.frequency = frequency;
  s.start = start;
  s.end = start + 0.5 / frequency;
  return s;
}

// Integral of f exp(-i w t), by a fine trapezoid.
Complex spectrum_of(const SourceOptions& s, double w) {
  constexpr int kParts = 20000;
  const double dt = (s.end - s.start) / kParts;
  Complex sum = 0.0;
  for (int k = 0; k <= kParts; ++k) {
    const double t = k * dt, f = std::sin(kTwoPi * s.frequency * t);
    sum += (k == 0 || k == kParts ? 0.5 : 1.0) * f * std::exp(Complex(0.0, -w * (s.start + t)));
  }
  return s.amplitude * dt * sum + s.offset * dt * double(kParts);
}

// Spectrum of the kicks at the ends of the substeps, by straight lines between samples.
Complex spectrum_of_kicks(const RampOptions& p, double h, int substeps, double w) {
  const double part = h / substeps;
  Complex sum = 0.0;
  for (std::size_t k = 0; k + 1 < p.times.size(); ++k)
    for (int i = 0; i < substeps; ++i) {
      const double from = double(i) / substeps, to = double(i + 1) / substeps;
      const auto value = [&](double share) {
        return p.values[k] + share * (p.values[k + 1] - p.values[k]);
      };
      const auto kick = [&](double share) {
        return 0.5 * part * value(share) * std::exp(Complex(0.0, -w * (p.times[k] + share * h)));
      };
      sum += kick(from) + kick(to);
    }
  return sum;
}

TEST(PulseSamples, CarryTheWholeMomentum) {
  Dice dice(3);
  for (int k = 0; k < 50; ++k) {
    const double h = 1e-4;
    const double frequency = dice.between(60.0, 9000.0),
                 start = k % 5 == 0 ? 0.0 : dice.between(0.0, 40.0 * h);
    SourceOptions s = half_sine_pulse(start, frequency);
    if (k % 7 == 0) {
      s.offset = 30.0;
      s.amplitude = 0.0;
    }
    const double momentum = s.amplitude / (kPi * s.frequency) + s.offset * (s.end - s.start);
    for (const int substeps : {1, 3}) {
      const RampOptions p = sample_pulse(s, Hold::linear, h, substeps);
      EXPECT_NEAR(spectrum_of_kicks(p, h, substeps, 0.0).real(), momentum, 1e-12 * momentum);
    }
    const RampOptions held = sample_pulse(s, Hold::zero_order, h, 1);
    double sum = 0.0;
    for (const double value : held.values) sum += h * value;
    EXPECT_NEAR(sum, momentum, 1e-12 * momentum);
  }
}

// Pulses of half a millisecond at 10 kHz: samples of the sine itself are 3 % short at low
// frequencies.
TEST(PulseSamples, ModesTakeUpTheWork) {
  const double h = 1e-4;
  for (const double start : {17.0 * h, 17.3 * h})
    for (const int substeps : {1, 2, 8}) {
      const SourceOptions s = half_sine_pulse(start, 1000.0);
      const RampOptions p = sample_pulse(s, Hold::linear, h, substeps);
      for (const double hz : {50.0, 210.0, 890.0, 1500.0}) {
        const Complex exact = spectrum_of(s, kTwoPi * hz);
        const Complex kicks = spectrum_of_kicks(p, h, substeps, kTwoPi * hz);
        EXPECT_LT(std::abs(kicks - exact), (hz < 1000.0 ? 3e-3 : 3e-2) * std::abs(exact))
            << hz << " Hz, " << substeps << " substeps from " << start / h;
      }
    }
}

// Where nothing ends, a sample is the value.
TEST(PulseSamples, LongPulsesAreTheirValues) {
  const double h = 1e-4;
  const SourceOptions s = half_sine_pulse(0.0, 2.0);
  const RampOptions p = sample_pulse(s, Hold::linear, h, 1);
  for (std::size_t k = 30; k < 2000; k += 100)
    EXPECT_NEAR(p.values[k], 1000.0 * std::sin(kTwoPi * 2.0 * p.times[k]), 1e-6);
  for (std::size_t k = 0; k < p.times.size(); ++k)
    EXPECT_EQ(p.times[k], double(k) * h);  // where the runtime asks for them, to the last bit
}

TEST(PulseSamples, OnlyOfPulses) {
  SourceOptions endless;
  endless.amplitude = 1.0;
  EXPECT_THROW(sample_pulse(endless, Hold::linear, 1e-4, 1), Error);
}

}  // namespace
}  // namespace mortise::gen
