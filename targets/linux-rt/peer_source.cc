#include "peer_source.hpp"

#include <algorithm>

namespace mortise::targets {

namespace {

void add(std::atomic<std::uint64_t>* count, std::uint64_t by = 1) {
  count->store(count->load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

}  // namespace

PeerSource::PeerSource(const Model& model, Link* link, int most, std::uint64_t silent_limit)
    : link_(*link),
      most_(most),
      silent_limit_(silent_limit),
      held_(static_cast<std::size_t>(model.dims().inputs)),
      fresh_(held_.size()),
      buffer_(packet_bytes(held_.size())) {
  for (std::size_t k = 0; k < held_.size(); ++k)
    held_[k] = model.view().input_ranges[k].default_value;
}

bool PeerSource::take(std::size_t size) noexcept {
  Packet packet;
  if (read_packet(PacketKind::inputs, buffer_.data(), size, held_.size(), &packet, fresh_.data()) !=
      PacketFault::none) {
    add(&counts_.malformed);
    return false;
  }
  const bool newer = packet.sequence > last_.sequence;
  if (spoken_ && !newer && silent_in_row_ < kAnew) {
    add(&counts_.stale);
    return false;
  }
  if (spoken_ && !newer) add(&counts_.restarts);
  if (spoken_ && newer) add(&counts_.missing, packet.sequence - last_.sequence - 1);
  spoken_ = true;
  last_ = packet;
  held_.swap(fresh_);
  add(&counts_.accepted);
  return true;
}

void PeerSource::read(Real* u) noexcept {
  bool any = false;
  int looked = 0;
  for (; looked < most_; ++looked) {
    const std::size_t size = link_.receive(buffer_.data(), buffer_.size());
    if (size == 0) break;
    any = take(size) || any;
  }
  if (looked == most_) add(&counts_.overfed);
  if (any) {
    silent_in_row_ = 0;
  } else if (spoken_) {
    ++silent_in_row_;
    add(&counts_.silent);
    if (silent_in_row_ > counts_.longest.load(std::memory_order_relaxed))
      counts_.longest.store(silent_in_row_, std::memory_order_relaxed);
    lost_ = silent_limit_ > 0 && silent_in_row_ >= silent_limit_;
  }
  std::copy(held_.begin(), held_.end(), u);
}

}  // namespace mortise::targets
