#include "generator/contact/film/lubricant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kDensityPressure = 5.9e8;    // [Pa] Dowson-Higginson
constexpr double kRoelandsPressure = 1.96e8;  // [Pa]
constexpr double kRoelandsOffset = 9.67;      // ln eta of Roelands' pole, eta in Pa s
constexpr double kLargestExponent = 600.0;    // keeps exp() finite on wild iterates

// A property over P >= 0 and its derivative: the logarithm of the viscosity, or the density.
struct OverPressure {
  double value, slope;
};

OverPressure constant_viscosity(const LubricantNumbers&, double) { return {0.0, 0.0}; }

OverPressure barus_viscosity(const LubricantNumbers& n, double p) { return {n.barus * p, n.barus}; }

OverPressure roelands_viscosity(const LubricantNumbers& n, double p) {
  const double at = 1.0 + n.roelands_pole * p, power = std::pow(at, n.roelands_index);
  return {n.roelands_log * (power - 1.0),
          n.roelands_log * n.roelands_index * n.roelands_pole * power / at};
}

OverPressure incompressible_density(const LubricantNumbers&, double) { return {1.0, 0.0}; }

OverPressure dowson_higginson_density(const LubricantNumbers& n, double p) {
  const double d = n.density;
  return {(d + 1.34 * p) / (d + p), 0.34 * d / ((d + p) * (d + p))};
}

using Law = OverPressure (*)(const LubricantNumbers&, double);
#define MORTISE_VISCOSITY(name, meaning) name##_viscosity,
#define MORTISE_DENSITY(name, meaning) name##_density,
constexpr Law kViscosityLaws[] = {MORTISE_VISCOSITY_LAWS(MORTISE_VISCOSITY)};
constexpr Law kDensityLaws[] = {MORTISE_DENSITY_LAWS(MORTISE_DENSITY)};

}  // namespace

Lubricant::Lubricant(const LubricantSpec& spec, double scale) : spec_(spec), scale_(scale) {
  demand(spec.viscosity_law != ViscosityLaw::roelands ||
             std::log(spec.viscosity) + kRoelandsOffset > 0.0,
         "lubricant",
         fmt::format("lubricant.viscosity = {:g} Pa s is below the pole of Roelands' law "
                     "(6.3e-5 Pa s)",
                     spec.viscosity),
         "set lubricant.viscosity_law = \"barus\"");
}

LubricantNumbers Lubricant::numbers() const {
  LubricantNumbers n{};
  n.barus = spec_.pressure_coefficient * scale_;
  n.roelands_log = std::log(spec_.viscosity) + kRoelandsOffset;
  n.roelands_pole = scale_ / kRoelandsPressure;
  n.roelands_index = spec_.pressure_coefficient * kRoelandsPressure / n.roelands_log;
  n.density = kDensityPressure / scale_;
  return n;
}

void Lubricant::evaluate(const Vector& P, LubricantState* state) const {
  for (Vector* v :
       {&state->density, &state->density_slope, &state->fluidity, &state->fluidity_slope}) {
    v->resize(P.size());
  }
  const LubricantNumbers n = numbers();
  const Law density_law = kDensityLaws[static_cast<int>(spec_.density_law)];
  const Law viscosity_law = kViscosityLaws[static_cast<int>(spec_.viscosity_law)];
  for (Eigen::Index i = 0; i < P.size(); ++i) {
    const double p = std::max(P[i], 0.0);
    const double above = P[i] > 0.0 ? 1.0 : 0.0;
    const OverPressure density = density_law(n, p), exponent = viscosity_law(n, p);
    state->density[i] = density.value;
    state->density_slope[i] = above * density.slope;
    state->fluidity[i] = std::exp(-std::min(exponent.value, kLargestExponent));
    state->fluidity_slope[i] = -above * exponent.slope * state->fluidity[i];
  }
}

}  // namespace mortise::gen
