#include "tests/studies/film/reduction_study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/errors.hpp"
#include "generator/simulate/film/impacts.hpp"

namespace mortise::gen {
namespace {

std::string case_name(const ReductionCase& c) {
  if (c.method == "full") return "full";
  return fmt::format("{} {:g} kHz {}", c.method, 1e-3 * c.cutoff_hz,
                     c.static_modes == StaticModes::dynamic       ? "dynamic"
                     : c.static_modes == StaticModes::feedthrough ? "feedthrough"
                                                                  : "damped");
}

void compare_with_full(const FilmRun& full, ReductionCase* c) {
  Difference force, pressure, gap;
  for (std::size_t k = 0; k < std::min(full.trace.size(), c->run.trace.size()); ++k) {
    const FilmSample &a = c->run.trace[k], &b = full.trace[k];
    force.add(a.force, b.force);
    pressure.add(a.p_central, b.p_central);
    gap.add(a.h_central, b.h_central);
  }
  c->force_error = force.mean_of_peak().value_or(0.0);
  c->pressure_error = pressure.mean_of_peak().value_or(0.0);
  c->gap_error = gap.peak().value_or(0.0);
}

DryMeasures measure_dry(const FilmRun& run) {
  DryMeasures m;
  for (const FilmSample& s : run.trace) m.force_max = std::max(m.force_max, s.force);
  const double level = kTouching * m.force_max;
  for (std::size_t k = 1; k < run.trace.size(); ++k) {
    if (run.trace[k].force <= level) continue;
    m.contact_time += run.trace[k].time - run.trace[k - 1].time;
    m.separation = run.trace[k].time;
  }
  if (!run.trace.empty()) m.rebound_velocity = run.trace.back().velocity;
  return m;
}

}  // namespace

std::vector<ReductionCase> study_reductions(const FilmContactSpec& definition,
                                            const std::vector<double>& cutoffs, bool exactly,
                                            const Progress& progress) {
  if (definition.film.kind != FilmKind::dry) {
    throw Error(definition.path, "reductions are compared on a dry impact",
                "use film.kind = \"dry\"");
  }
  std::vector<ReductionCase> cases(1);
  const auto add = [&cases](const std::string& method, StaticModes modes, double cutoff) {
    ReductionCase c;
    c.method = method;
    c.static_modes = modes;
    c.cutoff_hz = cutoff;
    cases.push_back(std::move(c));
  };
  for (const double cutoff : cutoffs) {
    for (const char* method : {"craig_bampton", "craig_chang"}) {
      add(method, StaticModes::dynamic, cutoff);
      add(method, StaticModes::feedthrough, cutoff);
    }
  }
  add("craig_bampton", StaticModes::damped, *std::min_element(cutoffs.begin(), cutoffs.end()));

  for (std::size_t k = 0; k < cases.size(); ++k) {
    ReductionCase& c = cases[k];
    c.name = case_name(c);
    FilmContactSpec d = definition;
    d.output.interval = 0.0;
    d.upper.method = c.method;
    d.upper.static_modes = c.static_modes;
    d.upper.cutoff_hz = c.cutoff_hz;
    d.upper.dynamic_modes.reset();
    const auto count = static_cast<double>(cases.size());
    const Progress part = [&](double share) {
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
