#include "generator/bake/film/steady_films.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/play/instance.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/film_arrays.hpp"

namespace mortise::gen {
namespace {

constexpr double kSettleTime = 60.0;      // [unit of time]: twelve passages of a film's whole grid
constexpr double kSettled = 1e-9;         // change per unit of time that counts as none
constexpr int kLongestGolden = 8000;      // steps; the runtime accepts 10000
constexpr int kLongestFlight = 10000000;  // steps before the first landing

[[noreturn]] void fail_film(const std::string& what) {
  throw Error("film", what,
              "train nearer to the scenario, ask for more modes, or take a smaller reduce.step");
}

// Inputs at both ends of a step.
std::vector<Real> held(const Vector& inputs) {
  std::vector<Real> u(inputs.begin(), inputs.end());
  u.insert(u.end(), inputs.begin(), inputs.end());
  return u;
}

Vector default_inputs(const ReducedFilm& film) {
  Vector u(static_cast<Eigen::Index>(film.inputs.size()));
  for (Eigen::Index k = 0; k < u.size(); ++k)
    u[k] = film.inputs[static_cast<std::size_t>(k)].default_value;
  return u;
}

// Steps from the model's own initial state until the bodies meet the film; leaves q and v of the
// state before in the trace.
void fly_to_film(Instance* run, const std::vector<Real>& u, GoldenTrace* trace) {
  const Eigen::Index n = run->dims().modes;
  for (int k = 0; k < kLongestFlight; ++k) {
    trace->q = Eigen::Map<const Vector>(run->state().q(run->model()), n);
    trace->v = Eigen::Map<const Vector>(run->state().v(run->model()), n);
    const Status status = run->step(u.data(), nullptr);
    if ((status & status::kROLLED_BACK) != 0) fail_film("the bodies do not get into the film");
    if (run->state().film_.basis >= 0) return;
  }
  fail_film("the bodies never meet the film");
}

// Steps under constant inputs until the film rests; in the first unit of time these come at once
// or, ramped, along straight lines from the model's defaults. False if the film does not follow.
bool settles(Instance* run, const Vector& inputs, bool ramped, Vector* film, double* change) {
  const ModelView& m = run->model().view();
  const double unit = m.film.constants->time / run->model().step_size();
  const int per_unit = std::max(1, static_cast<int>(std::ceil(unit)));
  Vector from = inputs;
  for (Eigen::Index k = 0; ramped && k < from.size(); ++k)
    from[k] = m.input_ranges[k].default_value;
  const auto at = [&](int i) {
    const double share = static_cast<double>(i) / per_unit;
    return Vector(share * inputs + (1.0 - share) * from);
  };
  *film = film_unknowns(m, run->state());
  for (int k = 0; k < kSettleTime; ++k) {
    for (int i = 0; i < per_unit; ++i) {
      std::vector<Real> u = held(inputs);
      if (ramped && k == 0) {
        const Vector begin = at(i), end = at(i + 1);
        u.assign(begin.begin(), begin.end());
        u.insert(u.end(), end.begin(), end.end());
      }
      if ((run->step(u.data(), nullptr) & status::kROLLED_BACK) != 0) return false;
    }
    const Vector now = film_unknowns(m, run->state());
    *change = (now - *film).cwiseAbs().maxCoeff();
    *film = now;
    if (*change < kSettled) break;
  }
  return true;
}

}  // namespace

Vector settled_film(const AlignedBytes& model, const Vector& inputs, double* change) {
  Vector film;
  double largest = 0.0;
  for (const bool ramped : {false, true}) {
    Instance run(model, "settling film");
    if (!settles(&run, inputs, ramped, &film, &largest)) continue;
    if (change != nullptr) *change = largest;
    return film;
  }
  fail_film("the reduced film does not settle under a scenario's first inputs");
}

Vector first_inputs(const ReducedFilm& film, const ScenarioOptions& scenario) {
  Vector u = default_inputs(film);
  for (const RampOptions& ramp : scenario.ramps) u[ramp.input] = 0.0;
  for (const SourceOptions& source : scenario.sources) u[source.input] = 0.0;
  for (const SourceOptions& s : scenario.sources)
    u[s.input] += s.offset + s.amplitude * std::sin(s.phase);
  for (const RampOptions& ramp : scenario.ramps) u[ramp.input] += ramp.at(0.0);
  return u;
}

GoldenTrace start_film_golden(const ReducedFilm& film, const AlignedBytes& model, int steps) {
  GoldenTrace trace;
  Vector inputs = default_inputs(film);
  if (film.problem.loaded) {
    for (Eigen::Index k = 0; k < inputs.size(); ++k) {
      const ReducedFilm::Input& in = film.inputs[static_cast<std::size_t>(k)];
      const double far = in.default_value < 0.5 * (in.trained_minimum + in.trained_maximum)
                             ? in.trained_maximum
                             : in.trained_minimum;
      inputs[k] = 0.5 * (in.default_value + far);
    }
  } else {
    Instance run(model, "golden trace");
    const std::vector<Real> u = held(inputs);
    fly_to_film(&run, u, &trace);
    int impact = 1;
    while (run.state().film_.basis >= 0 && impact < kLongestGolden) {
      (void)run.step(u.data(), nullptr);
      ++impact;
    }
    steps = std::max(steps, impact + 1);
  }
  trace.inputs.resize(2 * inputs.size());
  trace.inputs << inputs, inputs;
  trace.steps = std::min(steps, kLongestGolden);
  trace.every = std::max(1, trace.steps / 8);
  return trace;
}

}  // namespace mortise::gen
