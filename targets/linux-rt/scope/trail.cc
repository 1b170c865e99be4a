#include "trail.hpp"

#include <algorithm>

namespace mortise::targets {

void Trail::add(const SampleHead& head, const double* numbers) {
  const std::size_t n = open_.low.size();
  const bool first = count_ == 0;
  if (first) {
    open_.first = head.tick;
    open_.status = 0;
    open_.work_us = open_.wake_up_us = 0;
  }
  for (std::size_t k = 0; k < n; ++k) {
    open_.low[k] = first ? numbers[k] : std::min(open_.low[k], numbers[k]);
    open_.high[k] = first ? numbers[k] : std::max(open_.high[k], numbers[k]);
  }
  open_.work_us = std::max(open_.work_us, static_cast<double>(head.work_ns) * 1e-3);
  open_.wake_up_us = std::max(open_.wake_up_us, static_cast<double>(head.wake_up_ns) * 1e-3);
  open_.status |= head.status;
  if (++count_ < ticks_) return;
  count_ = 0;
  entries_.push_back(open_);
  if (entries_.size() > most_) {
    entries_.pop_front();
    ++begin_;
  }
}

}  // namespace mortise::targets
