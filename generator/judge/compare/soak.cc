#include "generator/judge/compare/soak.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "generator/bake/laws/file_law.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/stage_cache.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/compare/energy_account.hpp"
#include "mortise/selftest.hpp"
#include "mortise/snapshot.hpp"
#include "mortise/training.hpp"

namespace mortise::gen {
namespace {

constexpr std::int64_t kLook = 100;             // steps between two that are looked at
constexpr std::int64_t kLongestLeg = 20000000;  // steps
constexpr std::int64_t kLegs = 10;              // of a run of fewer
constexpr int kWaves = 97;                      // half-waves of an input before they come again

// An input as a function of the step alone: whoever restores a state needs no other memory.
class Wave {
 public:
  // Half-waves of about `usual` steps, one in four of them shorter.
  Wave(double middle, double height, double usual, Dice* dice) : middle_(middle) {
    double sign = 1.0;
    for (int k = 0; k < kWaves; ++k) {
      const double length = k % 4 == 3 ? dice->between(0.1, 0.8) : dice->between(0.8, 1.25);
      const auto steps = std::llround(length * usual);
      ends_.push_back((k > 0 ? ends_.back() : 0) + std::max<std::int64_t>(2, steps));
      heights_.push_back((sign = -sign) * height * dice->between(0.2, 1.0));
    }
  }

  void seek(std::int64_t step) {
    at_ = step % ends_.back();
    wave_ =
        static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), at_) - ends_.begin());
  }
  double value() const {
    const std::int64_t begin = wave_ > 0 ? ends_[wave_ - 1] : 0;
    const double x = static_cast<double>(at_ - begin) / static_cast<double>(ends_[wave_] - begin);
    return middle_ + heights_[wave_] * 4.0 * x * (1.0 - x);
  }
  void next() {
    if (++at_ < ends_[wave_]) return;
    if (++wave_ < ends_.size()) return;
    wave_ = 0;
    at_ = 0;
  }

 private:
  double middle_;
  std::vector<std::int64_t> ends_;
  std::vector<double> heights_;
  std::int64_t at_ = 0;
  std::size_t wave_ = 0;
};

// Lowest frequency that is none of a rigid motion [rad/s].
double lowest_frequency(const ModelView& view) {
  double lowest = 0.0;
  for (std::int32_t j = 0; j < view.dims.modes; ++j) {
    const double omega = view.omega[j];
    if (omega > 1e-3 && (lowest == 0.0 || omega < lowest)) lowest = omega;
  }
  return lowest > 0.0 ? lowest : kTwoPi / (1000.0 * view.h);
}

std::vector<Wave> waves_of(const Model& model, const std::string& name,
                           const SoakSettings& settings) {
  const ModelView& view = model.view();
  const double half_period = 0.5 * kTwoPi / lowest_frequency(view) / view.h;
  Dice dice(settings.seed);
  std::vector<Wave> waves;
  bool moves = view.dims.inputs == 0;
  for (std::int32_t k = 0; k < view.dims.inputs; ++k) {
    const InputRange& range = view.input_ranges[k];
    double middle = range.default_value, height = settings.force;
    if (TrainedRange trained; height == 0.0 && trained_range_of_input(model, k, &trained)) {
      middle = 0.5 * (trained.minimum + trained.maximum);
      height = 0.5 * (trained.maximum - trained.minimum);
    }
    height = std::min({height, range.maximum - middle, middle - range.minimum});
    moves = moves || height > 0.0;
    waves.emplace_back(middle, height, half_period, &dice);
  }
  demand(moves, name, "none of its inputs has been trained over a range", "give --force");
  return waves;
}

class Soak {
 public:
  Soak(const AlignedBytes& model, const std::string& name, const SoakSettings& settings)
      : bytes_(model), name_(name), settings_(settings), cache_(settings.cache) {
    key_ = ContentHash()
               .add(generator_build())
               .add(bytes_.data(), bytes_.size())
               .add(&settings.seed, sizeof settings.seed)
               .add(&settings.force, sizeof settings.force)
               .hex();
    open();
  }

  SoakResult run(const std::function<void(double)>& progress) {
    if (!settings_.cache.empty()) go_on();
    result_.found = result_.steps;
    const std::int64_t leg = settings_.cache.empty()
                                 ? settings_.steps
                                 : std::clamp(settings_.steps / kLegs, kLook, kLongestLeg);
    while (result_.steps < settings_.steps) {
      go(std::min(result_.steps + leg, settings_.steps), progress);
      if (!settings_.cache.empty()) end_leg();
    }
    result_.booked = account_->kept();
    result_.external = account_->external();
    result_.lost = account_->lost();
    result_.drift = account_->drift();
    result_.relative_drift = account_->relative_drift();
    return result_;
  }

 private:
  void open() {
    instance_.emplace(bytes_, name_);
    const Model& model = instance_->model();
    y_.assign(static_cast<std::size_t>(model.dims().outputs) + 1, 0.0);
    u_.assign(static_cast<std::size_t>(model.input_values()) + 1, 0.0);
    waves_ = waves_of(model, name_, settings_);
    start_path();
    account_.emplace(*instance_);
  }

  // Puts a sliding contact at the start of its path; path_: its length [steps], 0 without one.
  void start_path() {
    if (!file_law(instance_->model().view()).leaves_target) return;
    instance_->state().reset(instance_->model());
    ScenarioPlayer player;
    if (!player.start(instance_->model(), 0, &instance_->state())) return;
    path_ = std::llround(player.duration() / instance_->model().step_size());
  }

  void go(std::int64_t end, const std::function<void(double)>& progress) {
    const auto nu = static_cast<std::size_t>(instance_->dims().inputs);
    const bool ahead = instance_->model().view().linear_hold;
    for (Wave& wave : waves_) wave.seek(result_.steps);
    for (std::size_t k = 0; ahead && k < nu; ++k) u_[nu + k] = waves_[k].value();
    while (result_.steps < end) {
      if (path_ > 0 && result_.steps > 0 && result_.steps % path_ == 0) start_path();
      for (std::size_t k = 0; k < nu; ++k) {
        u_[k] = ahead ? u_[nu + k] : waves_[k].value();
        waves_[k].next();
        if (ahead) u_[nu + k] = waves_[k].value();
      }
      account_->before(*instance_);
      const Status status = instance_->step(u_.data(), y_.data());
      account_->after(*instance_, u_.data());
      ++result_.steps;
      result_.in_contact += instance_->state().statistics().last_active > 0 ? 1 : 0;
      if (status != 0) count(status);
      if (result_.steps % kLook == 0) look();
      if (result_.steps % (1 << 20) == 0 && progress)
        progress(static_cast<double>(result_.steps) / static_cast<double>(settings_.steps));
    }
  }

  void count(Status status) {
    seen_ |= status;
    for (std::size_t bit = 0; bit < result_.statuses.size(); ++bit)
      result_.statuses[bit] += status >> bit & 1;
  }

  void look() {
    result_.hash =
        hash_step(result_.hash, instance_->model(), instance_->state(), y_.data(), seen_);
    seen_ = 0;
    account_->check(*instance_, y_.data());
    for (const double value : y_) result_.finite = result_.finite && std::isfinite(value);
  }

  // What it takes to go on in another process.
  void end_leg() {
    const Model& model = instance_->model();
    AlignedBytes snapshot(snapshot_bytes(model));
    write_snapshot(model, instance_->state(), snapshot.data(), snapshot.size());
    const nlohmann::json kept = {
        {"steps", result_.steps},
        {"in_contact", result_.in_contact},
        {"statuses", result_.statuses},
        {"finite", result_.finite},
        {"hash", result_.hash},
        {"seen", seen_},
        {"energy", account_->kept_state()},
        {"state", nlohmann::json::binary({snapshot.data(), snapshot.data() + snapshot.size()})}};
    cache_.store("endurance", key_, kept);
    ++result_.legs;
    open();  // a new model, a new state
    restore(kept);
  }

  // From what an earlier run has kept, unless it went farther.
  void go_on() {
    const auto kept = cache_.load("endurance", key_);
    if (kept && kept->at("steps").get<std::int64_t>() <= settings_.steps) restore(*kept);
  }

  void restore(const nlohmann::json& kept) {
    const auto& bytes = kept.at("state").get_binary();
    const AlignedBytes snapshot(bytes.data(), bytes.size());
    const SnapshotError error =
        restore_snapshot(instance_->model(), instance_->state(), snapshot.data(), snapshot.size());
    demand(error == SnapshotError::kOK, name_, snapshot_error_text(error),
           "give another --cache folder");
    kept.at("steps").get_to(result_.steps);
    kept.at("in_contact").get_to(result_.in_contact);
    kept.at("statuses").get_to(result_.statuses);
    kept.at("finite").get_to(result_.finite);
    kept.at("hash").get_to(result_.hash);
    kept.at("seen").get_to(seen_);
    account_->restore(kept.at("energy"));
  }

  const AlignedBytes& bytes_;
  std::string name_;
  const SoakSettings& settings_;
  StageCache cache_;
  std::string key_;
  std::optional<Instance> instance_;
  std::optional<EnergyAccount> account_;
  std::vector<Wave> waves_;
  std::vector<double> u_, y_;
  std::int64_t path_ = 0;
  Status seen_ = 0;  // since the last look
  SoakResult result_;
};

}  // namespace

SoakResult soak(const AlignedBytes& model, const std::string& name, const SoakSettings& settings,
                const std::function<void(double share)>& progress) {
  return Soak(model, name, settings).run(progress);
}

bool endures(const SoakResult& r, double drift) {
  std::int64_t told = 0;
  for (std::size_t bit = 0; bit < r.statuses.size(); ++bit)
    if (Status{1} << bit != status::kBLENDED) told += r.statuses[bit];  // passive friction at work
  const bool silent = told == 0;
  return silent && r.finite && (!r.booked || r.relative_drift <= drift);
}

}  // namespace mortise::gen
