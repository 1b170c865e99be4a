#include "generator/contact/joint/normal_mean.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

// Mean of a spring from depth a to depth b, both >= 0, and its derivative by b.
struct SpringMean {
  double force, rate;
};

SpringMean linear_mean(double stiffness, double a, double b) {
  return {0.5 * stiffness * (a + b), 0.5 * stiffness};
}

SpringMean power_mean(const NormalLaw& law, double a, double b) {
  if (law.exponent == 1.0) return linear_mean(law.stiffness, a, b);
  const double e = law.exponent, middle = 0.5 * (a + b), way = b - a;
  if (middle == 0.0) return {0.0, 0.0};
  const double t = way / middle;
  if (std::abs(t) > 1.0 / 16) {
    const double mean = (law.energy(b) - law.energy(a)) / way;
    return {mean, (law.secant(b) * b - mean) / way};
  }
  // about the middle, whose next term is below the last digit
  const double force = law.secant(middle) * middle, a2 = e * (e - 1) / 24,
               a4 = a2 * (e - 2) * (e - 3) / 80, a6 = a4 * (e - 4) * (e - 5) / 168;
  const double shape = 1 + a2 * t * t + a4 * std::pow(t, 4) + a6 * std::pow(t, 6);
  const double turn = 2 * a2 * t + 4 * a4 * std::pow(t, 3) + 6 * a6 * std::pow(t, 5);
  return {force * shape, force / middle * (0.5 * e * shape + turn * (1 - 0.5 * t))};
}

// A unit at depths g_n and g, of which those above 0 count: share r of the way, mean spring force,
// and their derivatives by g.
struct Unit {
  double share = 0.0, spring = 0.0, share_rate = 0.0, spring_rate = 0.0;

  // mean: of the spring from one depth to another
  template <class Mean>
  Unit(double start, double end, const Mean& mean) {
    const double deep = end > 0.0 ? 1.0 : 0.0;
    const SpringMean own = mean(std::max(0.0, start), std::max(0.0, end));
    spring = own.force;
    spring_rate = own.rate * deep;
    if ((start > 0.0) == (end > 0.0)) {
      share = deep;
      return;
    }
    share = (std::max(0.0, end) - std::max(0.0, start)) / (end - start);
    share_rate = (deep - share) / (end - start);
  }
  // share (spring + linear): positive pushes towards smaller depths.
  MeanTraction with(double linear, double linear_rate) const {
    const double sum = spring + linear;
    if (sum <= 0.0) return {};
    return {share * sum, -(share_rate * sum + share * (spring_rate + linear_rate))};
  }
};

// Closing velocity that the point remembers while it touches.
double enters_with(const NormalWay& way, double start) {
  return start > 0.0 ? way.approach : std::max(0.0, -way.start_rate);
}

MeanTraction impact(const NormalLaw& law, const NormalWay& way) {
  const double start = -(way.from + law.gap), end = -(way.to + law.gap), closed = way.from - way.to;
  const Unit unit(start, end, [&](double a, double b) { return power_mean(law, a, b); });
  if (law.damper == ImpactDamper::clamped || law.damper == ImpactDamper::filled) {
    const double c = law.damping / way.duration;
    return unit.with(c * closed, c);
  }
  // where it takes hold, with the rate at the start
  const double chi = law.chi(enters_with(way, start));
  const bool enters = start <= 0.0;
  const double rate = enters ? std::max(0.0, -way.start_rate) : closed / way.duration;
  const double factor = chi * rate, factor_rate = enters ? 0.0 : chi / way.duration;
  return unit.with(factor * unit.spring, factor * unit.spring_rate + factor_rate * unit.spring);
}

}  // namespace

MeanTraction mean_traction(const NormalLaw& law, const NormalWay& way) {
  MeanTraction mean = impact(law, way);
  if (law.separation_stiffness > 0.0) {
    const MeanTraction pull =
        Unit(way.from - law.separation_gap, way.to - law.separation_gap, [&](double a, double b) {
          return linear_mean(law.separation_stiffness, a, b);
        }).with(0.0, 0.0);
    mean.normal -= pull.normal;
    mean.per_opening += pull.per_opening;
  }
  return mean;
}

bool same_springs(const NormalLaw& law, double from, double to) {
  const auto pressed = [&](double o) { return o + law.gap < 0.0; };
  const auto apart = [&](double o) {
    return law.separation_stiffness > 0.0 && o > law.separation_gap;
  };
  return pressed(from) == pressed(to) && apart(from) == apart(to);
}

}  // namespace mortise::gen
