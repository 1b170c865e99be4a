#include "tests/studies/film/orders.hpp"

#include <algorithm>
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/contact/film/load_history.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Samples of the reference between two corners of the load, where its curves are smooth.
struct SmoothSpan {
  std::size_t from, to;  // first and last
};

// Span around a time; corners: ascending [s].
SmoothSpan smooth_span(const std::vector<FilmSample>& trace, const std::vector<double>& corners,
                       double time) {
  const double tolerance = 1e-9 * trace.back().time;
  const auto index_at = [&](double t) {
    const auto it = std::lower_bound(
        trace.begin(), trace.end(), t - tolerance,
        [](const FilmSample& sample, double value) { return sample.time < value; });
    return std::min<std::size_t>(static_cast<std::size_t>(it - trace.begin()), trace.size() - 1);
  };
  SmoothSpan span = {0, trace.size() - 1};
  for (const double corner : corners) {
    if (corner <= time + tolerance) span.from = index_at(corner);
    if (corner > time + tolerance) {
      span.to = index_at(corner);
      break;
    }
  }
  return span;
}

// Value of the reference at a time: a cubic through the four samples around it, a node's own value
// at a node; fewer samples where the span holds fewer.
double reference_value(const std::vector<FilmSample>& trace, const SmoothSpan& span, double time,
                       double FilmSample::*value) {
  const auto first = trace.begin() + static_cast<std::ptrdiff_t>(span.from);
  const auto last = trace.begin() + static_cast<std::ptrdiff_t>(span.to) + 1;
  const auto next = std::lower_bound(
      first, last, time, [](const FilmSample& sample, double t) { return sample.time < t; });
  const std::size_t count = std::min<std::size_t>(4, span.to - span.from + 1);
  auto left = static_cast<std::ptrdiff_t>(next - trace.begin()) - 2;
  left = std::clamp(left, static_cast<std::ptrdiff_t>(span.from),
                    static_cast<std::ptrdiff_t>(span.to + 1 - count));
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const FilmSample& a = trace[static_cast<std::size_t>(left) + i];
    double weight = 1.0;
    for (std::size_t j = 0; j < count; ++j) {
      const FilmSample& b = trace[static_cast<std::size_t>(left) + j];
      if (j != i) weight *= (time - b.time) / (a.time - b.time);
    }
    sum += weight * (a.*value);
  }
  return sum;
}

// Largest differences over the samples of `run`.
void compare_traces(const FilmRun& run, const FilmRun& reference,
                    const std::vector<double>& corners, const FilmScales& scales,
                    OrderPoint* point) {
  for (const FilmSample& s : run.trace) {
    const SmoothSpan span = smooth_span(reference.trace, corners, s.time);
    for (const OrderQuantity& q : kOrderQuantities) {
      const double exact = reference_value(reference.trace, span, s.time, q.value);
      double& largest = point->*q.error;
      largest = std::max(largest, std::abs(s.*q.value - exact) / scales.*q.scale);
    }
  }
}

// The definition with another number of film nodes; the contact elements of condensed bodies follow
// in proportion, so that every body keeps its own ratio to the film grid (Schmidt table 4.8).
FilmContactSpec with_points(const FilmContactSpec& d, int points) {
  FilmContactSpec variant = d;
  const double ratio = static_cast<double>(points - 1) / (d.grid.points - 1);
  variant.grid.points = points;
  for (BodySpec* body : {&variant.lower, &variant.upper}) {
    body->contact_elements = static_cast<int>(std::lround(ratio * body->contact_elements));
  }
  return variant;
}

FilmRun run_or_throw(const FilmContactSpec& d, const Progress& progress) {
  FilmRun run = simulate_film(d, progress, nullptr);
  if (!run.completed) {
    throw Error(d.path, run.stop_reason, "shorten the study's duration or its largest step");
  }
  return run;
}

}  // namespace

OrderStudy study_orders(const FilmContactSpec& definition, const OrderOptions& options,
                        const Progress& progress) {
  FilmContactSpec d = definition;
  d.step.control = StepControl::fixed;
  d.output = {};
  std::vector<double> steps = options.steps;
  if (steps.empty()) {
    for (const double factor : {4.0, 2.0, 1.0, 0.5}) steps.push_back(factor * d.step.size);
  }
  std::sort(steps.rbegin(), steps.rend());
  if (!options.schemes.empty())
    d.duration = steps.front() * std::floor(d.duration / steps.front() + 1e-6);
  OrderStudy study;
  const FilmScales scales = film_scales(d);
  const std::vector<double> corners = LoadHistory(d.load).kinks();

  // progress by the number of steps of each run
  double total = 0.0, done = 0.0;
  study.reference_step = options.reference_step > 0.0 ? options.reference_step : steps.back() / 5.0;
  const auto cost = [&](double step) { return d.duration / step; };
  if (!options.schemes.empty()) {
    total += cost(study.reference_step);
    for (const double step : steps) {
      total += static_cast<double>(options.schemes.size()) * cost(step);
    }
  }
  for (std::size_t i = 0; i < options.points.size(); ++i) total += cost(d.step.size);
  double share = 0.0;
  const Progress inner = [&](double part) {
    if (progress) progress((done + part * share) / total);
  };
  const auto run = [&](const FilmContactSpec& variant) {
    share = cost(variant.step.size);
    FilmRun result = run_or_throw(variant, inner);
    done += share;
    return result;
  };

  // ratio: of the resolution to that of the row before; 0: it is the first
  const auto add = [&](const FilmContactSpec& variant, const FilmRun& exact, double ratio,
                       std::vector<OrderPoint>* points) {
    OrderPoint point;
    point.scheme = name_of(variant.step.scheme);
    point.step = variant.step.size;
    point.points = variant.grid.points;
    point.first = ratio == 0.0;
    compare_traces(run(variant), exact, corners, scales, &point);
    for (const OrderQuantity& q : kOrderQuantities) {
      if (!point.first)
        point.*q.order = std::log(points->back().*q.error / point.*q.error) / std::log(ratio);
    }
    points->push_back(point);
  };

  if (!options.schemes.empty()) {
    FilmContactSpec variant = d;
    variant.step.scheme = FilmScheme::sdirk2;
    variant.step.size = study.reference_step;
    const FilmRun exact = run(variant);
    for (const FilmScheme scheme : options.schemes) {
      variant.step.scheme = scheme;
      for (std::size_t k = 0; k < steps.size(); ++k) {
        variant.step.size = steps[k];
        add(variant, exact, k > 0 ? steps[k - 1] / steps[k] : 0.0, &study.time);
      }
    }
  }

  if (options.points.size() >= 2) {
    std::vector<int> points = options.points;
    std::sort(points.begin(), points.end());
    study.reference_points = points.back();
    const FilmRun exact = run(with_points(d, points.back()));
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      const double ratio = k > 0 ? static_cast<double>(points[k] - 1) / (points[k - 1] - 1) : 0.0;
      add(with_points(d, points[k]), exact, ratio, &study.space);
    }
  }
  return study;
}

}  // namespace mortise::gen
