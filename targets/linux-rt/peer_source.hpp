// Inputs from a peer, which may be silent, late, or talk nonsense; and others may talk as well.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "input_source.hpp"
#include "link.hpp"
#include "wire.hpp"

namespace mortise::targets {

// Written by the loop alone, read by anybody.
struct PeerCounts {
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> malformed{0};  // of another size, magic, version, kind or count
  std::atomic<std::uint64_t> stale{0};      // of the peer, with a number that does not follow
  std::atomic<std::uint64_t> foreign{0};    // of others than the peer
  std::atomic<std::uint64_t> missing{0};    // numbers of the sequence that never came
  std::atomic<std::uint64_t> silent{0};     // ticks without a new packet
  std::atomic<std::uint64_t> longest{0};    // most of them in a row
  std::atomic<std::uint64_t> restarts{0};   // sequences that began anew, or elsewhere
};

// The newest packet of a tick counts, however many there are. The peer is who speaks first. A
// number follows if it is larger than the last, by kFar at most. A packet that does not follow is
// taken
//
//   of the peer       from the kRun-th of a run on, which counts up and has none that follows in
//                     between (the peer was started anew); at once after kAnew silent ticks
//   of somebody else  from the kRun-th of a run on, after kAnew silent ticks of the peer
//
// so that no packet alone takes the peer's place. Who has not sent two packets that follow each
// other has no place yet: packets from everywhere are as his own.
class PeerSource final : public InputSource {
 public:
  static constexpr std::uint64_t kFar = 1 << 16, kAnew = 50;
  static constexpr int kRun = 3;

  // link: must outlive it. silent_limit: ticks without a packet after which the peer is lost, from
  // the first tick on; 0: never. Until then its last inputs are held; until its first packet the
  // defaults of the model.
  PeerSource(const Model& model, Link* link, std::uint64_t silent_limit);

  void settle() noexcept override { (void)drain(); }
  void read(Real* u) noexcept override;
  bool lost() const noexcept override { return lost_; }
  const PeerCounts& counts() const { return counts_; }
  // Malformed packets; those for which the system had no room among them.
  std::uint64_t malformed() const { return counts_.malformed.load() + link_.dropped(); }
  // The tick that the newest packet answers.
  std::uint64_t answered() const { return last_.tick; }

 private:
  bool drain() noexcept;
  bool take(std::size_t size, std::uint64_t sender) noexcept;
  bool begins_anew(std::uint64_t sequence, std::uint64_t sender) noexcept;

  // Packets that do not follow but count up.
  struct Run {
    std::uint64_t sender = 0, sequence = 0, tick = 0;
    int length = 0;
  };

  Link& link_;
  std::uint64_t silent_limit_, silent_in_row_ = 0, tick_ = 0, sender_ = 0;
  std::vector<Real> held_, fresh_;
  std::vector<unsigned char> buffer_;
  Packet last_;
  Run run_;
  PeerCounts counts_;
  bool spoken_ = false, followed_ = false, lost_ = false;
};

}  // namespace mortise::targets
