#include "tests/studies/film/control_study.hpp"

#include <algorithm>
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

std::vector<ControlCase> study_control(const FilmContactSpec& definition,
                                       const ControlOptions& options, const Progress& progress) {
  if (definition.film.kind != FilmKind::line) {
    throw Error(definition.path, "the study of step control needs a prescribed load",
                "use film.kind = \"line\"");
  }
  FilmContactSpec base = definition;
  base.output = {};
  FilmContactSpec exact = base;
  exact.step.control = StepControl::fixed;
  exact.step.scheme = FilmScheme::sdirk2;
  exact.step.size =
      options.reference_step > 0.0 ? options.reference_step : definition.step.size / 5.0;

  constexpr double kReferenceShare = 0.5;  // of the work, for the progress
  const FilmRun reference = simulate_film(
      exact,
      [&](double share) {
        if (progress) progress(kReferenceShare * share);
      },
      nullptr);
  if (!reference.completed) {
    throw Error(definition.path, reference.stop_reason, "choose a smaller reference step");
  }
  double largest = 0.0;
  for (const FilmSample& s : reference.trace) largest = std::max(largest, s.p_central);

  const FilmScales scales = film_scales(definition);
  std::vector<ControlCase> cases;
  for (const bool monitored : {false, true}) {
    for (std::size_t k = 0; k < options.bdf2_tolerances.size(); ++k) {
      cases.push_back({"bdf2", "threshold", options.bdf2_tolerances[k], monitored, 0.0, {}});
      if (k < options.sdirk2_tolerances.size())
        cases.push_back({"sdirk2", "standard", options.sdirk2_tolerances[k], monitored, 0.0, {}});
    }
  }
  double done = kReferenceShare;
  for (ControlCase& c : cases) {
    const bool bdf2 = c.scheme == "bdf2";
    FilmContactSpec d = base;
    d.step.scheme = bdf2 ? FilmScheme::bdf2 : FilmScheme::sdirk2;
    d.step.control = bdf2 ? StepControl::threshold : StepControl::standard;
    d.step.relative_tolerance = 0.0;
    d.step.pressure_tolerance = c.tolerance * scales.pressure;
    d.step.gap_tolerance = c.tolerance * scales.film;
    d.step.shrink = 0.5;
    d.step.grow = 1.5;
    d.step.safety = 0.6;
    d.step.land_on_kinks = false;
    d.step.monitor_tolerance = c.monitored ? options.monitor_tolerance : 0.0;
    const FilmRun run = simulate_film(d, {}, nullptr);
    if (!run.completed) throw Error(definition.path, run.stop_reason, "raise the tolerances");
    c.counts = run.counts;
    for (const FilmSample& s : run.trace) {
      const double error = std::abs(s.p_central - sample_at(reference.trace, s.time).p_central);
      c.error_p_central = std::max(c.error_p_central, error / largest);
    }
    done += (1.0 - kReferenceShare) / static_cast<double>(cases.size());
    if (progress) progress(done);
  }
  return cases;
}

}  // namespace mortise::gen
