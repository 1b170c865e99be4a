// Inputs from a peer, which may be silent, late, or talk nonsense.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "input_source.hpp"
#include "link.hpp"
#include "wire.hpp"

namespace mortise::targets {

// Of one peer, from its first packet on; written by the loop alone, read by anybody.
struct PeerCounts {
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> malformed{0};  // of another size, magic, version, kind or count
  std::atomic<std::uint64_t> stale{0};      // not newer than the last one
  std::atomic<std::uint64_t> missing{0};    // numbers of the sequence that never came
  std::atomic<std::uint64_t> silent{0};     // ticks without a new packet
  std::atomic<std::uint64_t> longest{0};    // most of them in a row
  std::atomic<std::uint64_t> restarts{0};   // a sequence that began anew, see kAnew
  std::atomic<std::uint64_t> overfed{0};    // ticks that left packets unread
};

class PeerSource final : public InputSource {
 public:
  // After so many ticks without a packet that is newer any sequence is taken: the peer was started
  // anew, or the last one it is held against was a wrong one.
  static constexpr std::uint64_t kAnew = 50;

  // link: must outlive it. most: packets looked at per tick, the newest one counts. silent_limit:
  // ticks without a packet after which the peer is lost, once it has spoken; 0: never. Until then
  // its last inputs are held; until its first packet the defaults of the model.
  PeerSource(const Model& model, Link* link, int most, std::uint64_t silent_limit);

  void read(Real* u) noexcept override;
  bool lost() const noexcept override { return lost_; }
  const PeerCounts& counts() const { return counts_; }
  // Of the newest packet: which tick it answers.
  std::uint64_t answered() const { return last_.tick; }

 private:
  bool take(std::size_t size) noexcept;

  Link& link_;
  int most_;
  std::uint64_t silent_limit_, silent_in_row_ = 0;
  std::vector<Real> held_, fresh_;
  std::vector<unsigned char> buffer_;
  Packet last_;
  PeerCounts counts_;
  bool spoken_ = false, lost_ = false;
};

}  // namespace mortise::targets
