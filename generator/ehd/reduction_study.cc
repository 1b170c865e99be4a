#include "generator/ehd/reduction_study.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

std::string case_name(const ReductionCase& c) {
  if (c.method == BodyMethod::full) return "full";
  char text[80];
  const char* modes = c.static_modes == StaticModes::dynamic       ? "dynamic"
                      : c.static_modes == StaticModes::feedthrough ? "feedthrough"
                                                                   : "damped";
  std::snprintf(text, sizeof text, "%s %g kHz %s",
                c.method == BodyMethod::craig_bampton ? "craig_bampton" : "craig_chang",
                1e-3 * c.cutoff_hz, modes);
  return text;
}

void compare_with_full(const FilmRun& full, ReductionCase* c) {
  double force = 0.0, pressure = 0.0, gap = 0.0;
  double force_scale = 0.0, pressure_scale = 0.0, gap_scale = 0.0;
  const std::size_t n = std::min(full.trace.size(), c->run.trace.size());
  for (std::size_t k = 0; k < n; ++k) {
    const FilmSample &a = c->run.trace[k], &b = full.trace[k];
    force += std::pow(a.force - b.force, 2);
    pressure += std::pow(a.p_central - b.p_central, 2);
    gap = std::max(gap, std::abs(a.h_central - b.h_central));
    force_scale = std::max(force_scale, b.force);
    pressure_scale = std::max(pressure_scale, b.p_central);
    gap_scale = std::max(gap_scale, std::abs(b.h_central));
  }
  c->force_error = std::sqrt(force / static_cast<double>(n)) / force_scale;
  c->pressure_error = std::sqrt(pressure / static_cast<double>(n)) / pressure_scale;
  c->gap_error = gap / gap_scale;
}

}  // namespace

DryMeasures measure_dry(const FilmRun& run) {
  DryMeasures m;
  for (const FilmSample& s : run.trace) m.force_max = std::max(m.force_max, s.force);
  const double level = 1e-3 * m.force_max;
  for (std::size_t k = 1; k < run.trace.size(); ++k) {
    if (run.trace[k].force <= level) continue;
    m.contact_time += run.trace[k].time - run.trace[k - 1].time;
    m.separation = run.trace[k].time;
  }
  if (!run.trace.empty()) m.rebound_velocity = run.trace.back().velocity;
  return m;
}

std::vector<ReductionCase> study_reductions(const FilmDefinition& definition,
                                            const std::vector<double>& cutoffs, bool exactly,
                                            const FilmProgress& progress) {
  if (definition.film.kind != FilmKind::dry) {
    throw Error(definition.path, "reductions are compared on a dry impact",
                "use film.kind = \"dry\"");
  }
  std::vector<ReductionCase> cases(1);
  const auto add = [&cases](BodyMethod method, StaticModes modes, double cutoff) {
    ReductionCase c;
    c.method = method;
    c.static_modes = modes;
    c.cutoff_hz = cutoff;
    cases.push_back(std::move(c));
  };
  for (const double cutoff : cutoffs) {
    for (const BodyMethod method : {BodyMethod::craig_bampton, BodyMethod::craig_chang}) {
      add(method, StaticModes::dynamic, cutoff);
      add(method, StaticModes::feedthrough, cutoff);
    }
  }
  add(BodyMethod::craig_bampton, StaticModes::damped,
      *std::min_element(cutoffs.begin(), cutoffs.end()));

  for (std::size_t k = 0; k < cases.size(); ++k) {
    ReductionCase& c = cases[k];
    c.name = case_name(c);
    FilmDefinition d = definition;
    d.output.interval = 0.0;
    d.upper.method = c.method;
    d.upper.static_modes = c.static_modes;
    d.upper.cutoff_hz = c.cutoff_hz;
    d.upper.dynamic_modes.reset();
    const auto count = static_cast<double>(cases.size());
    const FilmProgress part = [&](double share) {
      if (progress) progress((static_cast<double>(k) + share) / count);
    };
    c.run = exactly ? simulate_film(d, part, nullptr) : simulate_until_parted(d, part, nullptr);
    if (!c.run.completed) {
      throw Error(definition.path, c.name + ": " + c.run.stop_reason, "choose a smaller step.size");
    }
    c.counts = c.run.counts;
    c.measures = measure_dry(c.run);
    compare_with_full(cases.front().run, &c);
  }
  return cases;
}

}  // namespace mortise::gen
