#include "peer_source.hpp"

#include <algorithm>

namespace mortise::targets {

namespace {

void add(std::atomic<std::uint64_t>* count, std::uint64_t by = 1) {
  count->store(count->load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

}  // namespace

PeerSource::PeerSource(const Model& model, Link* link, std::uint64_t silent_limit)
    : link_(*link),
      silent_limit_(silent_limit),
      held_(static_cast<std::size_t>(model.dims().inputs)),
      fresh_(held_.size()),
      buffer_(packet_bytes(held_.size())) {
  for (std::size_t k = 0; k < held_.size(); ++k)
    held_[k] = model.view().input_ranges[k].default_value;
}

// Whether a packet that does not follow the peer's last one begins a new run.
bool PeerSource::begins_anew(std::uint64_t sequence, std::uint64_t sender) noexcept {
  const bool near = sender == sender_ || !followed_, silent = silent_in_row_ >= kAnew;
  if (near && silent) return true;
  // one run at a time: others wait until its sender has been silent
  if (run_.length > 0 && run_.sender != sender && tick_ - run_.tick < kAnew) return false;
  const bool counts_up = run_.length > 0 && run_.sender == sender && sequence > run_.sequence;
  run_ = {sender, sequence, tick_, counts_up ? run_.length + 1 : 1};
  return (near || silent) && run_.length >= kRun;
}

bool PeerSource::take(std::size_t size, std::uint64_t sender) noexcept {
  Packet packet;
  if (read_packet(PacketKind::inputs, buffer_.data(), size, held_.size(), &packet, fresh_.data()) !=
      PacketFault::none) {
    add(&counts_.malformed);
    return false;
  }
  const std::uint64_t ahead = packet.sequence - last_.sequence;
  const bool follows =
      (sender == sender_ || !followed_) && packet.sequence > last_.sequence && ahead <= kFar;
  if (spoken_ && !follows) {
    if (!begins_anew(packet.sequence, sender)) {
      add(sender == sender_ ? &counts_.stale : &counts_.foreign);
      return false;
    }
    add(&counts_.restarts);
  }
  if (spoken_ && follows) add(&counts_.missing, ahead - 1);
  followed_ = spoken_ && (follows ? sender == sender_ : run_.length >= kRun);
  spoken_ = true;
  sender_ = sender;
  last_ = packet;
  run_.length = 0;
  silent_in_row_ = 0;
  held_.swap(fresh_);
  add(&counts_.accepted);
  return true;
}

// All that has come; no more, so that a peer which never stops is left in time.
bool PeerSource::drain() noexcept {
  bool any = false;
  for (std::size_t looked = 0, most = link_.room(); looked < most; ++looked) {
    std::uint64_t sender = 0;
    const std::size_t size = link_.receive(buffer_.data(), buffer_.size(), &sender);
    if (size == 0) break;
    any = take(size, sender) || any;
  }
  return any;
}

void PeerSource::read(Real* u) noexcept {
  ++tick_;
  if (!drain()) {
    ++silent_in_row_;
    add(&counts_.silent);
    if (silent_in_row_ > counts_.longest.load(std::memory_order_relaxed))
      counts_.longest.store(silent_in_row_, std::memory_order_relaxed);
    lost_ = silent_limit_ > 0 && silent_in_row_ >= silent_limit_;
  }
  std::copy(held_.begin(), held_.end(), u);
}

}  // namespace mortise::targets
