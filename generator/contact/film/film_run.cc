#include "generator/contact/film/film_run.hpp"

#include <algorithm>

namespace mortise::gen {

FilmSample sample_between(const FilmSample& a, const FilmSample& b, double time) {
  const double s = b.time > a.time ? std::min(1.0, (time - a.time) / (b.time - a.time)) : 1.0;
  const auto mix = [s](double from, double to) { return from + s * (to - from); };
  return {time,
          mix(a.force, b.force),
          mix(a.p_central, b.p_central),
          mix(a.p_max, b.p_max),
          mix(a.h_central, b.h_central),
          mix(a.h_min, b.h_min),
          mix(a.velocity, b.velocity)};
}

FilmSample sample_at(const std::vector<FilmSample>& trace, double time) {
  const auto next = std::lower_bound(trace.begin(), trace.end(), time,
                                     [](const FilmSample& s, double t) { return s.time < t; });
  if (next == trace.begin()) return trace.front();
  if (next == trace.end()) return trace.back();
  return sample_between(*(next - 1), *next, time);
}

}  // namespace mortise::gen
