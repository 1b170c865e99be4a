#include "generator/simulate/run/state_map.hpp"

#include <algorithm>
#include <utility>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

StateMap::StateMap(std::vector<MappedInterface> interfaces, long steps)
    : interfaces_(std::move(interfaces)), steps_(steps) {
  std::size_t places = 0;
  for (const MappedInterface& interface : interfaces_) places += interface.places;
  before_.resize(places, Touch::kOpen);
}

void StateMap::add(double time, const std::vector<Touch>& now) {
  demand(now.size() == before_.size(), "map of states",
         "a step tells of " + std::to_string(now.size()) + " places, there are " +
             std::to_string(before_.size()),
         "this is a defect of the run");
  const auto span =
      static_cast<std::size_t>(std::min(steps_, kMostSpans) * std::min(seen_, steps_ - 1) / steps_);
  if (span >= spans_.size()) {
    spans_.emplace_back(now.size());
    ends_.emplace_back();
  }
  ends_.back() = time;
  for (std::size_t k = 0; k < now.size(); ++k) {
    Counts& counts = spans_.back()[k];
    ++counts.of[static_cast<std::size_t>(now[k])];
    const bool closed = seen_ > 0 && before_[k] == Touch::kOpen && now[k] != Touch::kOpen;
    counts.slaps = counts.slaps || closed;
  }
  before_ = now;
  ++seen_;
}

std::vector<ShownState> StateMap::span(std::size_t k) const {
  std::vector<ShownState> shown;
  for (const Counts& counts : spans_.at(k)) {
    const auto most = std::max_element(std::begin(counts.of), std::end(counts.of));
    shown.push_back(counts.slaps ? ShownState::slaps
                                 : static_cast<ShownState>(most - std::begin(counts.of)));
  }
  return shown;
}

double StateMap::share(Touch what) const {
  long sum = 0;
  for (const auto& span : spans_)
    for (const Counts& counts : span) sum += counts.of[static_cast<std::size_t>(what)];
  const double all = static_cast<double>(seen_) * static_cast<double>(places());
  return all > 0.0 ? static_cast<double>(sum) / all : 0.0;
}

}  // namespace mortise::gen
