#include "generator/film/lubricant.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kDensityPressure = 5.9e8;    // [Pa] Dowson-Higginson
constexpr double kRoelandsPressure = 1.96e8;  // [Pa]
constexpr double kRoelandsOffset = 9.67;      // ln eta of Roelands' pole, eta in Pa s
constexpr double kLargestExponent = 600.0;    // keeps exp() finite on wild iterates

}  // namespace

Lubricant::Lubricant(const LubricantSpec& spec, double scale) : spec_(spec), scale_(scale) {
  if (spec.viscosity_law == ViscosityLaw::roelands &&
      std::log(spec.viscosity) + kRoelandsOffset <= 0.0) {
    std::ostringstream value;
    value << "lubricant.viscosity = " << spec.viscosity
          << " Pa s is below the pole of Roelands' law (6.3e-5 Pa s)";
    throw Error("lubricant", value.str(), "set lubricant.viscosity_law = \"barus\"");
  }
}

Lubricant Lubricant::with_share(double share) const {
  Lubricant softer = *this;
  softer.spec_.pressure_coefficient *= share;
  return softer;
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
  const Eigen::Index n = P.size();
  for (Vector* v :
       {&state->density, &state->density_slope, &state->fluidity, &state->fluidity_slope}) {
    v->resize(n);
  }
  const auto [barus, roelands, pole, index, d] = numbers();
  for (Eigen::Index i = 0; i < n; ++i) {
    const double p = std::max(P[i], 0.0);
    const double above = P[i] > 0.0 ? 1.0 : 0.0;
    if (spec_.density_law == DensityLaw::dowson_higginson) {
      state->density[i] = (d + 1.34 * p) / (d + p);
      state->density_slope[i] = above * 0.34 * d / ((d + p) * (d + p));
    } else {
      state->density[i] = 1.0;
      state->density_slope[i] = 0.0;
    }
    double exponent = 0.0, slope = 0.0;
    if (spec_.viscosity_law == ViscosityLaw::barus) {
      exponent = barus * p;
      slope = barus;
    } else if (spec_.viscosity_law == ViscosityLaw::roelands) {
      const double power = std::pow(1.0 + pole * p, index);
      exponent = roelands * (power - 1.0);
      slope = roelands * index * pole * power / (1.0 + pole * p);
    }
    state->fluidity[i] = std::exp(-std::min(exponent, kLargestExponent));
    state->fluidity_slope[i] = -above * slope * state->fluidity[i];
  }
}

}  // namespace mortise::gen
