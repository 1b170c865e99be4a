// The loop beside its pump: overruns, peers that are silent or babble, samples on their way to a
// log.
#include <gtest/gtest.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>

#include "csv_source.hpp"
#include "logger.hpp"
#include "loop_bench.hpp"
#include "peer_source.hpp"
#include "rehearsal.hpp"
#include "shm_link.hpp"
#include "tests/realtime/fake_loop.hpp"
#include "udp_link.hpp"

namespace mortise::test {
namespace {

using namespace targets;

// Messages as a test lays them down.
class FakeLink final : public Link {
 public:
  std::size_t receive(unsigned char* out, std::size_t capacity,
                      std::uint64_t* sender) noexcept override {
    if (next_ == come.size()) return 0;
    *sender = from;
    const std::vector<unsigned char>& m = come[next_++];
    if (m.size() <= capacity) std::copy(m.begin(), m.end(), out);
    return m.empty() ? capacity + 1 : m.size();
  }
  bool send(const unsigned char* bytes, std::size_t size) noexcept override {
    gone.emplace_back(bytes, bytes + size);
    return open;
  }
  void forget() {
    come.clear();
    next_ = 0;
  }
  std::size_t left() const { return come.size() - next_; }
  std::size_t room() const noexcept override { return looked_at; }
  std::vector<std::vector<unsigned char>> come, gone;
  bool open = true;
  std::uint64_t from = 1;
  std::size_t looked_at = 1000;

 private:
  std::size_t next_ = 0;
};

std::vector<unsigned char> inputs_packet(std::uint64_t sequence, double value) {
  std::vector<unsigned char> bytes(packet_bytes(1));
  Packet packet;
  packet.sequence = sequence;
  write_packet(PacketKind::inputs, packet, &value, 1, bytes.data());
  return bytes;
}

struct Loop {
  explicit Loop(InputSource* source, Link* peer = nullptr, SampleRing* ring = nullptr)
      : run(integrator(gen::Hold::zero_order)),
        memory(Pump::memory_reals(run.model())),
        bench(run.model(), run.state(), source, peer,
              ring == nullptr ? std::vector<SampleRing*>{} : std::vector<SampleRing*>{ring}),
        pump(run.model(), &run.state(), &bench, 1, memory.data()) {}
  gen::Instance run;
  std::vector<Real> memory;
  LoopBench bench;
  Pump pump;
};

// ---- overruns

struct OverrunLoop {
  OverrunLoop() : run(integrator(gen::Hold::zero_order)), bench(&clock) {
    settings.period = 1000;
    settings.ticks = 10;
    bench.step_cost = 2500;  // two instants pass within every tick
  }
  LoopEnd go() {
    std::vector<Real> memory(Pump::memory_reals(run.model()));
    Pump pump(run.model(), &run.state(), &bench, 1, memory.data());
    return run_paced(&clock, &pump, settings, &record);
  }
  gen::Instance run;
  FakeClock clock;
  RecordingBench bench;
  LoopSettings settings;
  LoopRecord record;
};

TEST(OnOverrun, ContinueTakesEveryTickLate) {
  OverrunLoop loop;
  EXPECT_EQ(loop.go(), LoopEnd::finished);
  EXPECT_EQ(loop.record.ticks, 10u);
  EXPECT_EQ(loop.record.overruns, 10u);
  EXPECT_EQ(loop.record.skipped, 0u);
  EXPECT_NEAR(loop.record.wake_up.largest(), 9 * 1.5, 1e-9);
}

TEST(OnOverrun, HoldSkipsInstantsAndIsNeverLateForMoreThanOne) {
  OverrunLoop loop;
  loop.settings.on_overrun = OnOverrun::hold;
  EXPECT_EQ(loop.go(), LoopEnd::finished);
  EXPECT_EQ(loop.record.ticks, 10u);
  EXPECT_EQ(loop.run.state().steps(), 10u);
  EXPECT_EQ(loop.record.overruns, 10u);
  EXPECT_GE(loop.record.skipped, 10u);
  EXPECT_LT(loop.record.wake_up.largest(), 1.0);
}

TEST(OnOverrun, StopEndsAfterTheTick) {
  OverrunLoop loop;
  loop.settings.on_overrun = OnOverrun::stop;
  EXPECT_EQ(loop.go(), LoopEnd::overrun);
  EXPECT_EQ(loop.record.ticks, 1u);
}

TEST(OnOverrun, StopMayWaitForSoManyInARow) {
  OverrunLoop loop;
  loop.settings.on_overrun = OnOverrun::stop;
  loop.settings.overruns_in_row = 4;
  EXPECT_EQ(loop.go(), LoopEnd::overrun);
  EXPECT_EQ(loop.record.ticks, 4u);
  EXPECT_EQ(loop.record.in_row, 4u);
  // every third tick catches up: never more than two
  OverrunLoop some;
  some.settings = loop.settings;
  some.settings.ticks = 100;
  some.bench.costs = {1200, 1200, 100};
  EXPECT_EQ(some.go(), LoopEnd::finished);
  EXPECT_EQ(some.record.ticks, 100u);
  EXPECT_EQ(some.record.in_row, 2u);
}

// A loop that has no pause for a second lets others have the processor until it has caught up.
TEST(OnOverrun, WithoutAPauseOthersHaveTheProcessor) {
  constexpr std::int64_t kPeriod = 10000000;  // [ns]
  struct Rests : TickWatch {
    void begin(const SampleHead& head) override { tick = head.tick; }
    void rest(bool has) override { at.emplace_back(tick, has); }
    std::uint64_t tick = 0;
    std::vector<std::pair<std::uint64_t, bool>> at;
  } rests;
  OverrunLoop loop;
  loop.settings.period = kPeriod;
  loop.settings.ticks = 2000;
  loop.settings.watch = &rests;
  // 200 ticks of two periods, then quick ones
  loop.bench.costs.assign(200, 2 * kPeriod);
  loop.bench.costs.resize(2000, kPeriod / 2);
  EXPECT_EQ(loop.go(), LoopEnd::finished);
  ASSERT_EQ(rests.at.size(), 2u);
  EXPECT_EQ(rests.at[0], std::make_pair(std::uint64_t{50}, false)) << "after a second";
  EXPECT_EQ(rests.at[1].second, true);
  EXPECT_NEAR(static_cast<double>(rests.at[1].first), 600, 3) << "half a period caught up per tick";
  EXPECT_EQ(loop.record.yielded, 1u);
  // held instants are pauses, if they are worth the name
  for (const double share : {1.5, 1.999}) {
    rests.at.clear();
    OverrunLoop held;
    held.settings = loop.settings;
    held.settings.on_overrun = OnOverrun::hold;
    held.bench.step_cost = static_cast<std::int64_t>(share * kPeriod);
    EXPECT_EQ(held.go(), LoopEnd::finished);
    EXPECT_EQ(rests.at.size(), share < 1.9 ? 0u : 1u) << share;
  }
}

// A source whose inputs are known or not, and what its ticks take.
struct TimedSource final : InputSource {
  TimedSource(FakeClock* clock, bool known, std::vector<std::int64_t> costs)
      : clock(*clock), known(known), costs(std::move(costs)) {}
  bool rewind() noexcept override {
    tick = 0;
    return known;
  }
  void read(Real* u) noexcept override { u[0] = static_cast<Real>(++tick); }
  void stepping(State&) noexcept override { clock.pass(costs[(tick - 1) % costs.size()]); }
  FakeClock& clock;
  bool known;
  std::vector<std::int64_t> costs;
  std::size_t tick = 0;
};

TEST(Rehearsal, TellsWhatATickTakesAndLeavesNoTrace) {
  gen::Instance run = integrator(gen::Hold::zero_order);
  FakeClock clock;
  const std::vector<unsigned char> before(
      reinterpret_cast<const unsigned char*>(&run.state()),
      reinterpret_cast<const unsigned char*>(&run.state()) + run.model().arena_bytes());
  // one that was held up, one that did nothing
  TimedSource known(&clock, true, {3000, 900000, 3000, 0, 4000});
  EXPECT_EQ(rehearse(&clock, run.model(), &run.state(), &known, 1, 1000), 3.0);
  EXPECT_EQ(known.tick, 0u);
  EXPECT_EQ(std::memcmp(before.data(), &run.state(), before.size()), 0);
  // ticks of seconds: two are enough
  TimedSource slow(&clock, true, {600000000});
  const std::int64_t began = clock.now();
  EXPECT_EQ(rehearse(&clock, run.model(), &run.state(), &slow, 1, 1000), 6e5);
  EXPECT_LT(clock.now() - began, 1300000000);
  // a peer is not asked before its time
  TimedSource peer(&clock, false, {3000});
  EXPECT_EQ(rehearse(&clock, run.model(), &run.state(), &peer, 1, 1000), 0.0);
  EXPECT_EQ(peer.tick, 0u);
}

TEST(Loop, EndsWhenItIsTold) {
  OverrunLoop loop;
  std::atomic<bool> asked{true};
  loop.settings.asked = &asked;
  loop.settings.ticks = 0;
  EXPECT_EQ(loop.go(), LoopEnd::asked);
  EXPECT_EQ(loop.record.ticks, 0u);
}

TEST(Loop, EndsAtAStatus) {
  OverrunLoop loop;
  loop.settings.stop_on = status::kHELD;
  struct Nonsense : RecordingBench {
    void read(Real* u) override { u[0] = std::numeric_limits<Real>::quiet_NaN(); }
  } bench;
  std::vector<Real> memory(Pump::memory_reals(loop.run.model()));
  Pump pump(loop.run.model(), &loop.run.state(), &bench, 1, memory.data());
  EXPECT_EQ(run_paced(&loop.clock, &pump, loop.settings, &loop.record), LoopEnd::model);
  EXPECT_EQ(loop.record.ticks, 1u);
  EXPECT_EQ(loop.record.stopping, 1u);
}

// ---- peers

TEST(PeerSource, TakesTheNewestAndCountsTheRest) {
  FakeLink link;
  gen::Instance run = integrator(gen::Hold::zero_order);
  PeerSource source(run.model(), &link, 0);
  Real u = 1;
  source.read(&u);
  EXPECT_EQ(u, 0.0) << "the default until it speaks";
  link.come = {inputs_packet(5, 1.0), inputs_packet(6, 2.0), inputs_packet(9, 3.0)};
  source.read(&u);
  EXPECT_EQ(u, 3.0);
  EXPECT_EQ(source.counts().accepted, 3u);
  EXPECT_EQ(source.counts().missing, 2u);
  link.forget();
  link.come = {inputs_packet(9, 7.0), inputs_packet(4, 8.0)};
  source.read(&u);
  EXPECT_EQ(u, 3.0);
  EXPECT_EQ(source.counts().stale, 2u);
  EXPECT_EQ(source.counts().silent, 2u);
}

TEST(PeerSource, IsLostWhenItHasBeenSilentForTooLong) {
  FakeLink link;
  gen::Instance run = integrator(gen::Hold::zero_order);
  PeerSource source(run.model(), &link, 3);
  Real u = 0;
  link.come = {inputs_packet(1, 4.0)};
  for (int n = 0; n < 3; ++n) source.read(&u);
  EXPECT_FALSE(source.lost());
  source.read(&u);
  EXPECT_TRUE(source.lost());
  EXPECT_EQ(u, 4.0) << "its last inputs are held";
  EXPECT_EQ(source.counts().longest, 3u);
}

TEST(PeerSource, IsLostIfItNeverSpeaks) {
  FakeLink link;
  gen::Instance run = integrator(gen::Hold::zero_order);
  PeerSource source(run.model(), &link, 3);
  Real u = 0;
  for (int n = 0; n < 2; ++n) source.read(&u);
  EXPECT_FALSE(source.lost());
  link.come = {{1, 2, 3}};
  source.read(&u);
  EXPECT_TRUE(source.lost()) << "nonsense is no speech";
  EXPECT_EQ(source.counts().silent, 3u);
}

// What a tick hears of whom: packets of a sender by number, each with its number's value in u.
struct Heard {
  Heard() : run(integrator(gen::Hold::zero_order)), source(run.model(), &link, 0) {}
  double tick(std::uint64_t sender, const std::vector<std::uint64_t>& numbers, double value) {
    link.forget();
    link.from = sender;
    for (const std::uint64_t n : numbers) link.come.push_back(inputs_packet(n, value));
    Real u = 0;
    source.read(&u);
    return u;
  }
  FakeLink link;
  gen::Instance run;
  PeerSource source;
};

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();

TEST(PeerSource, OneNumberThatDoesNotFollowIsNotTaken) {
  for (const std::uint64_t wrong :
       {kLargest, std::uint64_t{1} << 63, PeerSource::kFar + 20, std::uint64_t{2}}) {
    Heard heard;
    std::uint64_t n = 0;
    for (; n < 10; ++n) EXPECT_EQ(heard.tick(1, {n + 1}, 1.0), 1.0);
    for (int again = 0; again < 5; ++again) {  // alone between those that follow
      EXPECT_EQ(heard.tick(1, {wrong}, 100.0), 1.0) << wrong;
      EXPECT_EQ(heard.tick(1, {++n}, 1.0), 1.0);
    }
    EXPECT_EQ(heard.source.counts().accepted, 15u);
    EXPECT_EQ(heard.source.counts().stale, 5u);
    EXPECT_EQ(heard.source.counts().missing, 0u);
    EXPECT_EQ(heard.source.counts().restarts, 0u);
  }
}

// One that does follow, but is wrong, is outvoted by the kRun-th packet of the peer.
TEST(PeerSource, OneNumberAheadHoldsForLessThanARun) {
  Heard heard;
  EXPECT_EQ(heard.tick(1, {1, 2, 3}, 1.0), 1.0);
  EXPECT_EQ(heard.tick(1, {500}, 100.0), 100.0);
  EXPECT_EQ(heard.tick(1, {4}, 2.0), 100.0);
  EXPECT_EQ(heard.tick(1, {5}, 3.0), 100.0);
  EXPECT_EQ(heard.tick(1, {6}, 4.0), 4.0);
  EXPECT_EQ(heard.tick(1, {7}, 5.0), 5.0);
}

TEST(PeerSource, IsHeardAgainAfterItWasStartedAnew) {
  Heard heard;
  EXPECT_EQ(heard.tick(1, {1000, 1001}, 1.0), 1.0);
  for (int n = 1; n < PeerSource::kRun; ++n)
    EXPECT_EQ(heard.tick(1, {static_cast<std::uint64_t>(n)}, 2.0), 1.0);
  EXPECT_EQ(heard.tick(1, {static_cast<std::uint64_t>(PeerSource::kRun)}, 3.0), 3.0);
  EXPECT_EQ(heard.source.counts().restarts, 1u);
  EXPECT_EQ(heard.source.counts().missing, 0u);
  EXPECT_EQ(heard.tick(1, {10}, 4.0), 4.0);
}

// Late and doubled packets are no new beginning.
TEST(PeerSource, WhatComesLateOrTwiceIsStale) {
  Heard heard;
  EXPECT_EQ(heard.tick(1, {1, 2, 6}, 1.0), 1.0);
  EXPECT_EQ(heard.tick(1, {4, 5}, 2.0), 1.0);
  EXPECT_EQ(heard.tick(1, {7, 7, 8, 8}, 3.0), 3.0);
  EXPECT_EQ(heard.tick(1, {8, 7}, 4.0), 3.0);
  EXPECT_EQ(heard.source.counts().stale, 6u);
  EXPECT_EQ(heard.source.counts().restarts, 0u);
}

TEST(PeerSource, SomebodyElseIsHeardOnceThePeerIsSilent) {
  Heard heard;
  std::uint64_t n = 1, other = 5;
  EXPECT_EQ(heard.tick(1, {n}, 1.0), 1.0);
  for (int k = 0; k < 100; ++k) {  // by turns, the other one faster and with larger numbers
    EXPECT_EQ(heard.tick(1, {++n}, 1.0), 1.0);
    EXPECT_EQ(heard.tick(2, {n + 1, n + 2, n + 3, ++other}, 100.0), 1.0);
  }
  EXPECT_EQ(heard.source.counts().foreign, 400u);
  EXPECT_EQ(heard.source.counts().stale, 0u);
  const std::uint64_t silent_for = PeerSource::kAnew;  // the tick before was the other's already
  for (std::uint64_t k = 1; k < silent_for; ++k) EXPECT_EQ(heard.tick(2, {++other}, 2.0), 1.0) << k;
  for (int k = 0; k < PeerSource::kRun && heard.tick(2, {++other}, 2.0) != 2.0; ++k) {
  }
  EXPECT_EQ(heard.tick(2, {++other}, 3.0), 3.0);
  EXPECT_EQ(heard.tick(1, {++n}, 1.0), 3.0) << "now the first one is the other";
  EXPECT_EQ(heard.source.counts().restarts, 1u);
}

// A packet from anywhere before the peer speaks does not shut it out.
TEST(PeerSource, OnePacketBeforeThePeerDoesNotTakeOver) {
  Heard heard;
  EXPECT_EQ(heard.tick(2, {kLargest}, 100.0), 100.0);
  EXPECT_EQ(heard.tick(1, {1}, 1.0), 100.0);
  EXPECT_EQ(heard.tick(1, {2}, 2.0), 100.0);
  EXPECT_EQ(heard.tick(1, {3}, 3.0), 3.0);
  for (std::uint64_t n = 4; n < 10; ++n) {
    EXPECT_EQ(heard.tick(2, {kLargest}, 100.0), 3.0);
    EXPECT_EQ(heard.tick(1, {n}, 3.0), 3.0);
  }
  EXPECT_EQ(heard.source.counts().missing, 0u);
}

// Scripts may open a socket for every packet, and begin to count with each of them.
TEST(PeerSource, EveryPacketMayComeFromElsewhere) {
  Heard heard;
  for (std::uint64_t n = 1; n < 20; ++n)
    EXPECT_EQ(heard.tick(n, {n}, static_cast<double>(n)), static_cast<double>(n));
  EXPECT_EQ(heard.source.counts().missing, 0u);
  for (std::uint64_t shot = 100; shot < 103; ++shot) {
    for (std::uint64_t k = 0; k < PeerSource::kAnew; ++k) heard.tick(0, {}, 0.0);
    EXPECT_EQ(heard.tick(shot, {1}, 7.0 * static_cast<double>(shot)),
              7.0 * static_cast<double>(shot));
  }
}

// The peer itself, after a silence: whatever its number.
TEST(PeerSource, IsHeardAtOnceAfterASilence) {
  Heard heard;
  heard.tick(1, {100, 101}, 1.0);
  for (std::uint64_t k = 0; k < PeerSource::kAnew; ++k) heard.tick(1, {}, 0.0);
  EXPECT_EQ(heard.tick(2, {200}, 2.0), 1.0) << "not somebody else";
  EXPECT_EQ(heard.tick(1, {1}, 3.0), 3.0);
}

TEST(PeerSource, EmptiesItsLinkAndNoMore) {
  Heard heard;
  std::vector<std::uint64_t> numbers(300);
  std::iota(numbers.begin(), numbers.end(), 1);
  EXPECT_EQ(heard.tick(1, numbers, 1.0), 1.0);
  EXPECT_EQ(heard.link.left(), 0u);
  EXPECT_EQ(heard.source.counts().accepted, 300u);
  // a sender that is quicker than the one who reads
  std::iota(numbers.begin(), numbers.end(), 301);
  heard.link.looked_at = 250;
  heard.tick(1, numbers, 2.0);
  EXPECT_EQ(heard.link.left(), 50u);
}

// A million packets of which some byte or the length is wrong, good ones between them: nothing is
// lost but they, and they are counted.
TEST(PeerSource, LosesNothingButWhatIsMalformed) {
  FakeLink link;
  PeerSource* source = nullptr;
  gen::Instance model = integrator(gen::Hold::zero_order);
  PeerSource made(model.model(), &link, 0);
  source = &made;
  Loop loop(source);
  std::mt19937_64 random(7);
  std::uint64_t malformed = 0;
  constexpr std::uint64_t kTicks = 2000, kBad = 500;
  for (std::uint64_t n = 1; n <= kTicks; ++n) {
    link.forget();
    const std::size_t place = random() % kBad;
    for (std::size_t k = 0; k < kBad; ++k) {
      if (k == place) link.come.push_back(inputs_packet(n, static_cast<double>(n % 7)));
      std::vector<unsigned char> bad = inputs_packet(n + random() % 3, 1e9);
      switch (random() % 4) {
        case 0:
          bad.resize(random() % 60);
          break;
        case 1:
          bad.push_back(0);
          break;
        case 2:
          bad.assign(random() % 2000, static_cast<unsigned char>(random()));
          break;
        default:  // magic, version, kind, count: whatever bit
          const std::size_t at = random() % 12;
          bad[at < 8 ? at : at + 20] ^= static_cast<unsigned char>(1u << random() % 8);
      }
      Packet packet;
      double number = 0;
      if (read_packet(PacketKind::inputs, bad.data(), bad.size(), 1, &packet, &number) ==
          PacketFault::none)
        continue;  // the length it was cut to was its own
      ++malformed;
      link.come.push_back(std::move(bad));
    }
    loop.pump.tick();
  }
  EXPECT_EQ(source->counts().accepted, kTicks);
  EXPECT_EQ(source->counts().malformed, malformed);
  EXPECT_GT(malformed, 990000u);
  EXPECT_EQ(source->counts().missing, 0u);
  Real sum = 0;
  for (std::uint64_t n = 1; n <= kTicks; ++n) sum += kStep * static_cast<double>(n % 7);
  Real y = 0;
  const Real u = 0;
  (void)loop.run.step(&u, &y);
  EXPECT_EQ(y, sum);
}

TEST(PeerSource, NumbersThatAreNoneAreHeldByTheModel) {
  FakeLink link;
  gen::Instance run = integrator(gen::Hold::zero_order);
  PeerSource source(run.model(), &link, 0);
  Loop loop(&source, &link);
  link.come = {inputs_packet(1, 4.0)};
  EXPECT_EQ(loop.pump.tick(), status::kOk);
  for (std::uint64_t n = 2; n < 5; ++n) {
    link.come.push_back(inputs_packet(n, std::numeric_limits<double>::infinity()));
    EXPECT_EQ(loop.pump.tick(), status::kHELD);
  }
  // outputs of the second to fourth tick, with the statuses of the steps that led there
  ASSERT_EQ(link.gone.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    Packet packet;
    double y = 0;
    ASSERT_EQ(
        read_packet(PacketKind::outputs, link.gone[k].data(), link.gone[k].size(), 1, &packet, &y),
        PacketFault::none);
    EXPECT_EQ(y, kStep * 4.0 * static_cast<double>(k + 1));
    EXPECT_EQ(packet.status, k == 0 ? status::kOk : status::kHELD);
    EXPECT_EQ(packet.sequence, k + 1);
  }
}

// ---- ways to a peer

// A port of this machine that nobody has.
std::unique_ptr<Link> hear_inputs(UdpAddress* address) {
  std::string why;
  std::unique_ptr<Link> link;
  for (int port = 47000 + getpid() % 1000; port < 60000 && !link; ++port) {
    read_udp_address("udp://127.0.0.1:" + std::to_string(port), address);
    link = open_udp(*address, packet_pattern(PacketKind::inputs, 1), &why);
  }
  EXPECT_TRUE(link) << why;
  return link;
}

TEST(UdpLink, CarriesPacketsAndDropsWhatIsNone) {
  std::string why;
  UdpAddress address;
  const std::unique_ptr<Link> from = hear_inputs(&address);
  const std::unique_ptr<Link> to = open_udp(address, &why), other = open_udp(address, &why);
  ASSERT_TRUE(from && to && other) << why;
  EXPECT_FALSE(open_udp(address, packet_pattern(PacketKind::inputs, 1), &why)) << "it is taken";
  unsigned char out[64] = {};
  std::uint64_t first = 0, second = 0;
  EXPECT_EQ(from->receive(out, sizeof out, &first), 0u);
  const std::vector<unsigned char> sent = inputs_packet(3, 0.5), longer(200, 1);
  std::vector<unsigned char> outputs = sent;
  outputs[6] = 2;
  ASSERT_TRUE(to->send(sent.data(), sent.size()));
  ASSERT_TRUE(to->send(longer.data(), longer.size()));
  ASSERT_TRUE(to->send(outputs.data(), outputs.size()));
  ASSERT_TRUE(to->send(sent.data(), 0));
  ASSERT_TRUE(other->send(sent.data(), sent.size()));
  ASSERT_EQ(from->receive(out, sizeof out, &first), sent.size());
  EXPECT_EQ(std::memcmp(out, sent.data(), sent.size()), 0);
  ASSERT_EQ(from->receive(out, sizeof out, &second), sent.size());
  EXPECT_NE(first, second);
  EXPECT_EQ(from->receive(out, sizeof out, &first), 0u);
  EXPECT_EQ(from->dropped(), 3u);
}

// Without a pattern that fits: the length of long ones is told, an empty one is one.
TEST(UdpLink, TellsTheLengthOfLongOnes) {
  std::string why;
  UdpAddress address;
  hear_inputs(&address).reset();
  MessagePattern pattern;
  pattern.example.resize(200);
  const std::unique_ptr<Link> from = open_udp(address, pattern, &why), to = open_udp(address, &why);
  ASSERT_TRUE(from && to) << why;
  const std::vector<unsigned char> longer(200, 1);
  ASSERT_TRUE(to->send(longer.data(), longer.size()));
  unsigned char out[64] = {};
  std::uint64_t sender = 0;
  EXPECT_EQ(from->receive(out, sizeof out, &sender), 200u);
}

// Twenty good packets a tick among more malformed ones than a socket holds, a hundred thousand in
// all: every tick acts on the last good one, which is as old as the tick.
TEST(UdpLink, AFloodDelaysNothing) {
  std::string why;
  UdpAddress address;
  const std::unique_ptr<Link> from = hear_inputs(&address);
  const std::unique_ptr<Link> good = open_udp(address, &why), bad = open_udp(address, &why);
  ASSERT_TRUE(from && good && bad) << why;
  gen::Instance run = integrator(gen::Hold::zero_order);
  PeerSource source(run.model(), from.get(), 0);
  constexpr std::uint64_t kTicks = 300, kPerTick = 20;
  std::uint64_t sequence = 0, malformed = 0;
  std::mt19937_64 random(5);
  const auto send_nonsense = [&](int count) {
    for (int k = 0; k < count; ++k, ++malformed) {
      std::vector<unsigned char> nonsense = inputs_packet(sequence + 1, 1e9);
      if (random() % 2 == 0) nonsense.resize(random() % 1200);
      if (nonsense.size() == packet_bytes(1)) nonsense[random() % 8] ^= 0xff;
      ASSERT_TRUE(bad->send(nonsense.data(), nonsense.size()));
    }
  };
  for (std::uint64_t tick = 1; tick <= kTicks; ++tick) {
    send_nonsense(300);
    for (std::uint64_t k = 0; k < kPerTick; ++k) {
      ++sequence;
      const auto packet = inputs_packet(sequence, static_cast<double>(sequence));
      ASSERT_TRUE(good->send(packet.data(), packet.size()));
      send_nonsense(2);
    }
    Real u = 0;
    source.read(&u);
    ASSERT_EQ(u, static_cast<double>(sequence)) << "tick " << tick;
  }
  EXPECT_GE(malformed, 100000u);
  EXPECT_EQ(source.malformed(), malformed);
  EXPECT_EQ(source.counts().accepted, sequence);
  EXPECT_EQ(source.counts().missing + source.counts().silent + source.counts().foreign, 0u);
}

TEST(UdpAddress, IsReadAndKnowsWhatIsThisMachine) {
  UdpAddress a;
  EXPECT_TRUE(read_udp_address("5000", &a) && a.loopback() && a.port == 5000);
  EXPECT_TRUE(read_udp_address("udp://localhost:1", &a) && a.loopback());
  EXPECT_TRUE(read_udp_address("udp://10.0.0.1:65535", &a) && !a.loopback());
  for (const char* bad :
       {"", "udp://", "udp://:", "udp://127.0.0.1", "udp://127.0.0.1:0", "udp://127.0.0.1:65536",
        "udp://127.0.0.1:5x", "udp://host.name:5", "udp://300.0.0.1:5", "udp://127.0.0.1:-5"})
    EXPECT_FALSE(read_udp_address(bad, &a)) << bad;
}

// A name belongs to one loop while that runs; what one that died has left is replaced.
TEST(ShmLink, BelongsToOneLoop) {
  const std::string name = "mortise-held-" + std::to_string(getpid());
  const std::string path = "/dev/shm/" + name;
  std::string why;
  auto first = open_shm(name, ShmSide::loop, 100, 64, &why);
  ASSERT_TRUE(first) << why;
  EXPECT_FALSE(open_shm(name, ShmSide::loop, 100, 64, &why));
  EXPECT_NE(why.find("is held by another loop that runs"), std::string::npos) << why;
  const auto peer = open_shm(name, ShmSide::peer, 100, 64, &why);
  EXPECT_TRUE(peer) << why;
  first.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
  // a process that ends without its destructors
  const pid_t child = fork();
  if (child == 0) {
    std::string ignored;
    const auto dying = open_shm(name, ShmSide::loop, 300, 64, &ignored);
    const unsigned char byte = 1;
    _exit(dying && dying->send(&byte, 1) ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  EXPECT_TRUE(std::filesystem::exists(path));
  const auto stale = open_shm(name, ShmSide::peer, 300, 64, &why);
  ASSERT_TRUE(stale) << why;
  first = open_shm(name, ShmSide::loop, 100, 64, &why);
  ASSERT_TRUE(first) << why;
  unsigned char out[128];
  std::uint64_t sender = 0;
  EXPECT_EQ(first->receive(out, sizeof out, &sender), 0u);
  // who still maps the old one neither sees the new one nor dies
  EXPECT_TRUE(stale->send(out, 64));
  EXPECT_EQ(first->receive(out, sizeof out, &sender), 0u);
  // a name that was removed by hand and made by another loop stays that one's
  std::filesystem::remove(path);
  auto second = open_shm(name, ShmSide::loop, 100, 64, &why);
  ASSERT_TRUE(second) << why;
  first.reset();
  EXPECT_TRUE(std::filesystem::exists(path));
  second.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
}

// A reader never sees half of one message and half of another.
TEST(ShmLink, GivesWholeMessagesWhileTheyAreWritten) {
  constexpr std::size_t kNumbers = 200, kBytes = kNumbers * sizeof(std::uint64_t);
  const std::string name = "mortise-test-" + std::to_string(getpid());
  std::string why;
  const auto loop = open_shm(name, ShmSide::loop, kBytes, 64, &why);
  ASSERT_TRUE(loop) << why;
  const auto peer = open_shm(name, ShmSide::peer, kBytes, 64, &why);
  ASSERT_TRUE(peer) << why;
  EXPECT_FALSE(open_shm(name, ShmSide::peer, kBytes + 64, 64, &why));
  EXPECT_EQ(why, "its size is that of another model");
  std::atomic<bool> ending{false};
  std::thread writer([&] {
    std::vector<std::uint64_t> message(kNumbers);
    for (std::uint64_t k = 1; !ending; ++k) {
      std::fill(message.begin(), message.end(), k);
      peer->send(reinterpret_cast<const unsigned char*>(message.data()), kBytes);
      std::this_thread::yield();
    }
  });
  std::vector<std::uint64_t> seen(kNumbers);
  std::uint64_t last = 0, sender = 0;
  int whole = 0;
  while (whole < 300) {
    if (loop->receive(reinterpret_cast<unsigned char*>(seen.data()), kBytes, &sender) != kBytes)
      continue;
    ASSERT_EQ(std::count(seen.begin(), seen.end(), seen[0]), static_cast<int>(kNumbers));
    ASSERT_GT(seen[0], last);
    last = seen[0];
    ++whole;
  }
  ending = true;
  writer.join();
  unsigned char answer[8] = {1, 2, 3};
  ASSERT_TRUE(loop->send(answer, sizeof answer));
  EXPECT_FALSE(loop->send(answer, 65)) << "longer than its slot";
  unsigned char got[64] = {};
  EXPECT_EQ(peer->receive(got, sizeof got, &sender), sizeof answer);
  EXPECT_EQ(got[2], 3);
  EXPECT_EQ(peer->receive(got, sizeof got, &sender), 0u) << "once";
}

// ---- samples

TEST(SampleRing, LosesNothingBetweenTwoThreads) {
  SampleRing ring(3, 1000);
  EXPECT_EQ(ring.capacity(), 1024u);
  constexpr std::uint64_t kSamples = 300000;
  std::uint64_t next = 0;
  std::thread reader([&] {
    while (next < kSamples)
      if (ring.drain(100, [&](const SampleHead& h, const double* x) {
            EXPECT_EQ(h.tick, next);
            EXPECT_EQ(x[2], static_cast<double>(next) + 2);
            ++next;
          }) == 0)
        std::this_thread::yield();
  });
  std::uint64_t full = 0;
  for (std::uint64_t k = 0; k < kSamples;) {
    double* x = ring.room();
    if (x == nullptr) {
      ++full;
      std::this_thread::yield();
      continue;
    }
    for (int c = 0; c < 3; ++c) x[c] = static_cast<double>(k) + c;
    SampleHead head;
    head.tick = k++;
    ring.publish(head);
  }
  reader.join();
  EXPECT_EQ(ring.lost(), full);
  EXPECT_EQ(ring.written(), kSamples);
}

// A log that stands still does not hold up the loop; what it could not take is counted.
class StalledTable final : public TableLog {
 public:
  StalledTable(std::mutex* gate, std::vector<double>* ticks) : gate_(*gate), ticks_(*ticks) {}
  bool write(const double* row) override {
    const std::lock_guard<std::mutex> wait(gate_);
    ticks_.push_back(row[0]);
    return true;
  }
  bool sync() override { return true; }
  bool close(std::string*) override { return true; }

 private:
  std::mutex& gate_;
  std::vector<double>& ticks_;
};

TEST(Logger, MayStallForAsLongAsTheRingHasRoom) {
  std::mutex gate;
  std::vector<double> ticks;
  FakeLink silent;
  gen::Instance run = integrator(gen::Hold::zero_order);
  PeerSource source(run.model(), &silent, 0);
  SampleRing ring(2, 64);
  Loop loop(&source, nullptr, &ring);
  Logger logger(&ring, std::make_unique<StalledTable>(&gate, &ticks), kStep);
  struct Watch : TickWatch {
    void begin(const SampleHead& h) override { bench->begin(h); }
    LoopBench* bench = nullptr;
  } watch;
  watch.bench = &loop.bench;
  FakeClock clock;
  LoopSettings settings;
  settings.period = 1000;
  settings.ticks = 201;  // the first one has no outputs
  settings.watch = &watch;
  LoopRecord record;
  {
    const std::lock_guard<std::mutex> stall(gate);
    logger.start();
    EXPECT_EQ(run_paced(&clock, &loop.pump, settings, &record), LoopEnd::finished);
    EXPECT_EQ(record.ticks, 201u);
  }
  std::string why;
  EXPECT_TRUE(logger.finish(&why));
  EXPECT_EQ(ring.lost() + ring.written(), 200u);
  EXPECT_EQ(ring.written(), 64u);
  EXPECT_EQ(logger.logged(), 64u);
  ASSERT_EQ(ticks.size(), 64u);
  EXPECT_EQ(ticks.front(), 2);
  EXPECT_EQ(ticks.back(), 65);
}

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(TableLog, CsvAppearsWholeUnderItsName) {
  const std::string path = testing::TempDir() + "loop_test_log.csv";
  std::filesystem::remove(path);
  std::string why;
  auto log = open_log(path, {{"time", "s"}, {"x", "m"}}, &why);
  ASSERT_TRUE(log) << why;
  const double row[2] = {0.1, -1e-300};
  EXPECT_TRUE(log->write(row));
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(log->close(&why)) << why;
  EXPECT_EQ(text_of(path), "time,x\n0.1,-1e-300\n");
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  EXPECT_FALSE(open_log("/nowhere/log.csv", {{"time", "s"}}, &why));
  EXPECT_NE(why.find("/nowhere/log.csv"), std::string::npos);
  EXPECT_FALSE(open_log("log.txt", {{"time", "s"}}, &why));
}

TEST(TableLog, AFullDiskIsToldAndLeavesThePart) {
  const std::string path = testing::TempDir() + "loop_test_full.csv";
  std::filesystem::remove(path);
  const auto ignored = signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit little{8192, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &little), 0);
  std::string why;
  auto log = open_log(path, {{"time", "s"}}, &why);
  const double row = 1;
  for (int k = 0; log && k < 10000; ++k) (void)log->write(&row);
  const bool closed = log && log->close(&why);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, ignored);
  ASSERT_TRUE(log) << why;
  EXPECT_FALSE(closed);
  EXPECT_NE(why.find("disk"), std::string::npos);
  log.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(std::filesystem::exists(path + ".part")) << "with what there is";
  std::filesystem::remove(path + ".part");
}

// A file belongs to one log until that is closed.
TEST(TableLog, IsWrittenByOneLoop) {
  for (const char* ending : {".csv", ".h5"}) {
    const std::string path = testing::TempDir() + "loop_test_held" + ending;
    std::filesystem::remove(path);
    std::string why;
    auto first = open_log(path, {{"time", "s"}}, &why);
    ASSERT_TRUE(first) << why;
    const double row = 1;
    EXPECT_TRUE(first->write(&row));
    EXPECT_TRUE(first->sync());
    const auto size = std::filesystem::file_size(path + ".part");
    EXPECT_FALSE(open_log(path, {{"time", "s"}}, &why));
    EXPECT_NE(why.find(path), std::string::npos);
    EXPECT_NE(why.find("is held by another loop that runs"), std::string::npos) << why;
    EXPECT_EQ(std::filesystem::file_size(path + ".part"), size);
    EXPECT_TRUE(first->close(&why)) << why;
    first.reset();
    auto second = open_log(path, {{"time", "s"}}, &why);
    ASSERT_TRUE(second) << why;
    EXPECT_TRUE(std::filesystem::exists(path)) << "until the second one is closed";
    second.reset();
    EXPECT_FALSE(std::filesystem::exists(path + ".part")) << "it has no row";
    std::filesystem::remove(path);
  }
}

// Rows of a column of an HDF5 log; -1 if it is not read.
long rows_of(const std::string& path, const char* column) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return -1;
  const hid_t set = H5Dopen2(file, column, H5P_DEFAULT), space = H5Dget_space(set);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  std::vector<double> numbers(static_cast<std::size_t>(std::max<hssize_t>(count, 0)));
  const herr_t read =
      H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
  for (std::size_t k = 0; k < numbers.size(); ++k)
    EXPECT_EQ(numbers[k], static_cast<double>(k)) << column;
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  return read < 0 ? -1 : static_cast<long>(count);
}

// Killed, a log holds all that it had before its last sync(), and the next one can begin.
TEST(TableLog, LosesNothingThatTheSystemHas) {
  for (const char* ending : {".csv", ".h5"}) {
    const std::string path = testing::TempDir() + "loop_test_killed" + ending;
    std::filesystem::remove(path + ".part");
    const std::vector<LogColumn> columns = {{"time", "s"}, {"x", "m"}};
    const pid_t child = fork();
    if (child == 0) {
      std::string ignored;
      const auto log = open_log(path, columns, &ignored);
      for (int k = 0; k < 5000; ++k) {
        const double row[2] = {double(k), double(k)};
        (void)log->write(row);
        if (k == 7 || k == 4500) (void)log->sync();
      }
      _exit(0);  // without destructors
    }
    int status = 1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    if (ending == std::string(".csv")) {
      const std::string text = text_of(path + ".part");
      EXPECT_GE(std::count(text.begin(), text.end(), '\n'), 4502);
      EXPECT_EQ(text.back(), '\n') << "no line is torn";
    } else {
      EXPECT_EQ(rows_of(path + ".part", "time"), 4501);
      EXPECT_EQ(rows_of(path + ".part", "x"), 4501);
    }
    std::string why;
    EXPECT_TRUE(open_log(path, columns, &why)) << why;
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  }
}

TEST(CsvSource, InterpolatesAtTheTicks) {
  const std::string path = testing::TempDir() + "loop_test_inputs.csv";
  gen::Instance run = integrator(gen::Hold::zero_order);
  std::string why;
  const auto load = [&](const std::string& text, CsvSource* source) {
    std::ofstream(path) << text;
    return source->load(path, run.model(), 0.5, &why);
  };
  CsvSource good;
  ASSERT_TRUE(load("# units: s,N\ntime,force\n0,2\n1,4\n2,4\n", &good)) << why;
  for (const Real expected : {2.0, 3.0, 4.0, 4.0, 4.0, 4.0}) {
    Real u = 0;
    good.read(&u);
    EXPECT_EQ(u, expected);
  }
  const auto refused = [&](const std::string& text, const std::string& reason) {
    CsvSource bad;
    EXPECT_FALSE(load(text, &bad)) << text;
    EXPECT_NE(why.find(reason), std::string::npos) << why;
  };
  refused("force,time\n", ":1: the first column must be time");
  refused("time,push\n", ":1: the model has no input \"push\"");
  refused("time,force\n0,1\n0,2\n", ":3: time does not ascend");
  refused("time,force\n0,nan\n", ":2: \"nan\" is no number");
  refused("time,force\n0\n", ":2: 1 numbers, the header has 2 names");
  refused("time,force\n", "has no rows");
  refused("", "has no rows");
}

}  // namespace
}  // namespace mortise::test
