#include "generator/judge/compare/film_errors.hpp"

#include <algorithm>
#include <cmath>

#include "generator/contact/film/load_history.hpp"

namespace mortise::gen {

double case_input(const FilmCase& run, const std::string& input, double time) {
  if (input == "load") return run.load.reference * LoadHistory(run.load).value(time);
  if (input == "entrainment")
    return LoadHistory(run.entrainment, run.entrainment_over_time).value(time);
  if (input == "viscosity_factor")
    return LoadHistory(run.lubricant.viscosity_factor, run.viscosity_over_time).value(time);
  return run.impact.acceleration;
}

Vector case_inputs(const FilmCase& run, const std::vector<std::string>& names, double start,
                   double end) {
  const auto count = static_cast<Eigen::Index>(names.size());
  Vector u(2 * count);
  for (Eigen::Index k = 0; k < u.size(); ++k)
    u[k] = case_input(run, names[static_cast<std::size_t>(k % count)], k < count ? start : end);
  return u;
}

namespace {

constexpr double kShareOfPeak = 0.05;  // of the force: an impact is compared above

struct JudgedQuantity {
  double FilmErrors::*error;
  double FilmSample::*value;
  bool gap;
};
constexpr JudgedQuantity kJudged[] = {
    {&FilmErrors::force, &FilmSample::force, false},
    {&FilmErrors::central_pressure, &FilmSample::p_central, false},
    {&FilmErrors::central_gap, &FilmSample::h_central, true},
    {&FilmErrors::minimum_gap, &FilmSample::h_min, true}};

}  // namespace

FilmErrors worse_of(const FilmErrors& a, const FilmErrors& b) {
  FilmErrors worse = a;
  for (const JudgedQuantity& q : kJudged) {
    // std::max would drop a NaN in second place
    if (!(a.*q.error >= b.*q.error) && !std::isnan(a.*q.error)) worse.*q.error = b.*q.error;
  }
  return worse;
}

ErrorMeter::ErrorMeter(const FilmRun* full, FilmKind kind)
    : full_(full), impact_(kind != FilmKind::line) {
  const std::vector<FilmSample>& trace = full->trace;
  std::size_t first = 0, last = trace.size() - 1;
  if (impact_) {
    double peak = 0.0;
    for (const FilmSample& s : trace) peak = std::max(peak, s.force);
    const double level = kShareOfPeak * peak;
    while (first < last && trace[first].force < level) ++first;
    std::size_t k = first;
    while (k < last && trace[k].force >= level) ++k;
    last = k;
  }
  from_ = trace[first].time;
  to_ = trace[last].time;
  for (std::size_t k = first; k <= last; ++k)
    for (const JudgedQuantity& q : kJudged)
      largest_.*q.value = std::max(largest_.*q.value, trace[k].*q.value);
}

FilmErrors ErrorMeter::add(const FilmSample& s) {
  FilmErrors now;
  if (s.time < from_ || s.time > to_ * (1.0 + 1e-12)) return now;
  const FilmSample full = sample_at(full_->trace, s.time);
  for (const JudgedQuantity& q : kJudged) {
    const FilmSample& scale = impact_ && q.gap ? full : largest_;
    now.*q.error = std::abs(s.*q.value - full.*q.value) / scale.*q.value;
  }
  worst_ = worse_of(worst_, now);
  return now;
}

}  // namespace mortise::gen
