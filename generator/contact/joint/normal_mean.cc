#include "generator/contact/joint/normal_mean.hpp"

#include <algorithm>

namespace mortise::gen {
namespace {

// A unit at depths g_n and g, of which those above 0 count: share r of the way, mean spring force,
// and their derivatives by g.
struct Unit {
  double share = 0.0, spring = 0.0, share_rate = 0.0, spring_rate = 0.0;

  Unit(double stiffness, double start, double end) {
    const double deep = end > 0.0 ? 1.0 : 0.0;
    spring = 0.5 * stiffness * (std::max(0.0, start) + std::max(0.0, end));
    spring_rate = 0.5 * stiffness * deep;
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

MeanTraction impact(const NormalLaw& law, const NormalWay& way) {
  const double start = -(way.from + law.gap), end = -(way.to + law.gap), closed = way.from - way.to;
  const Unit unit(law.stiffness, start, end);
  if (law.damper != ImpactDamper::hunt_crossley) {
    const double c = law.damping / way.duration;
    return unit.with(c * closed, c);
  }
  // where it takes hold, with the rate at the start
  const double chi = law.damping / law.stiffness;
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
        Unit(law.separation_stiffness, way.from - law.separation_gap, way.to - law.separation_gap)
            .with(0.0, 0.0);
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
