#include "generator/simulate/film/film_trace.hpp"

#include <algorithm>

namespace mortise::gen {

std::vector<FilmSample> film_samples(const Trajectory& t) {
  std::vector<FilmSample> trace(t.time.size());
  for (std::size_t k = 0; k < trace.size(); ++k) trace[k].time = t.time[k];
  for (const FilmChannel& channel : kFilmChannels) {
    const auto found = std::find(t.names.begin(), t.names.end(), channel.name);
    if (found == t.names.end()) continue;
    const auto at = static_cast<std::size_t>(found - t.names.begin());
    for (std::size_t k = 0; k < trace.size(); ++k) trace[k].*channel.member = t.outputs[k][at];
  }
  return trace;
}

}  // namespace mortise::gen
