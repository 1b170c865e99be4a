#include "generator/judge/compare/bolted_draws.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/judge/certify/compare_bolted.hpp"

namespace mortise::gen {
namespace {

constexpr int kSines = 12;
constexpr double kTopHz = 1200.0;

struct Sine {
  double frequency, phase;  // [Hz], [rad]
};

// One input over time.
class RandomForce {
 public:
  RandomForce(const BoltedDraws& draws, double low, double high, Dice* dice)
      : size_(draws.force * std::sqrt(2.0 / kSines)), rise_(0.1 * draws.duration) {
    for (int k = 0; k < kSines; ++k)
      sines_.push_back({dice->between(low, high), dice->between(0.0, kTwoPi)});
  }
  double at(double time) const {
    double sum = 0.0;
    for (const Sine& s : sines_) sum += std::sin(kTwoPi * s.frequency * time + s.phase);
    const double share = std::min(1.0, time / rise_);
    return size_ * share * share * (3.0 - 2.0 * share) * sum;
  }

 private:
  double size_, rise_;
  std::vector<Sine> sines_;
};

std::optional<double> first_flagged(const Trajectory& file) {
  for (std::size_t k = 0; k < file.status.size(); ++k)
    if ((file.status[k] & status::kUNTRUSTED) != 0) return file.time[k];
  return std::nullopt;
}

}  // namespace

std::optional<double> first_wrong(const BoltedPair& pair, double late) {
  double largest = 0.0;
  for (std::size_t k = 0; k < pair.full.outputs.size(); ++k) {
    double off = 0.0, size = 0.0;
    for (std::size_t c = 0; c < pair.full.names.size(); ++c) {
      if (pair.full.quantities[c] != OutputQuantity::displacement) continue;
      off += std::pow(pair.file.outputs[k][c] - pair.full.outputs[k][c], 2);
      size += std::pow(pair.full.outputs[k][c], 2);
    }
    largest = std::max(largest, size);
    if (!(off <= late * late * largest)) return pair.full.time[k];
  }
  return std::nullopt;
}

TrustCount count_trust(const std::vector<BoltedDraw>& draws) {
  TrustCount count;
  for (const BoltedDraw& draw : draws) {
    ++count.runs;
    count.flagged += draw.flagged ? 1 : 0;
    count.wrong += draw.wrong ? 1 : 0;
    count.warned += draw.wrong && draw.flagged && *draw.flagged <= *draw.wrong ? 1 : 0;
    count.false_alarms += draw.flagged && !draw.wrong ? 1 : 0;
  }
  return count;
}

std::vector<std::function<Vector(double time)>> drawn_forces(const BoltedModel& full,
                                                             const BoltedDraws& draws) {
  const Vector hz = full.system.modes.omega / kTwoPi;
  const double low = draws.low_hz > 0.0 ? draws.low_hz : 0.8 * hz[0];
  const double high =
      draws.high_hz > 0.0 ? draws.high_hz : std::max(2.0 * low, std::min(kTopHz, hz.maxCoeff()));
  Dice dice(draws.seed);
  std::vector<std::function<Vector(double)>> drawn;
  for (int k = 0; k < draws.count; ++k) {
    std::vector<RandomForce> forces;
    for (std::size_t i = 0; i < full.inputs.size(); ++i)
      forces.emplace_back(draws, low, high, &dice);
    drawn.emplace_back([forces](double time) {
      Vector u(static_cast<Eigen::Index>(forces.size()));
      for (std::size_t i = 0; i < forces.size(); ++i)
        u[static_cast<Eigen::Index>(i)] = forces[i].at(time);
      return u;
    });
  }
  return drawn;
}

std::vector<BoltedDraw> judge_draws(const BoltedModel& full, const AlignedBytes& model,
                                    const BoltedDraws& draws,
                                    const std::function<void(double)>& progress) {
  const auto drawn = drawn_forces(full, draws);
  return parallel_map(
      drawn.size(), draws.jobs,
      [&](std::size_t k) {
        Instance instance(model, "model file");
        const BoltedPair pair =
            run_both(full, draws.substeps, draws.finer, &instance, drawn[k], draws.duration);
        return BoltedDraw{compare_bolted(pair.file, pair.full), first_flagged(pair.file),
                          first_wrong(pair, draws.late)};
      },
      progress);
}

}  // namespace mortise::gen
