#include "pump.hpp"

#include "../../runtime/src/film/signal.hpp"
#include "mortise/join.hpp"

namespace mortise::targets {

using Signal = MORTISE_ISA::Signal;

Pump::Pump(const Model& model, State* state, Bench* bench, int steps_per_tick,
           Real* memory) noexcept
    : model_(model), state_(*state), bench_(*bench), steps_(steps_per_tick) {
  const std::int32_t nu = model.dims().inputs;
  from_ = memory;
  to_ = from_ + nu;
  slope_ = to_ + nu;
  u_ = slope_ + nu;
  y_ = u_ + 2 * nu;
  joined_ = y_ + model.dims().outputs;
  for (std::size_t k = 0; k < memory_reals(model); ++k) memory[k] = 0;
}

std::size_t Pump::memory_reals(const Model& model) noexcept {
  return 5 * static_cast<std::size_t>(model.dims().inputs) +
         2 * static_cast<std::size_t>(model.dims().outputs);
}

Status Pump::tick() noexcept {
  const std::int32_t nu = model_.dims().inputs;
  Status status = status::kOk;
  if (!model_.view().linear_hold) {
    if (started_) bench_.write(joined_);
    bench_.read(from_);
    status = advance();
  } else {
    for (std::int32_t k = 0; k < nu; ++k) from_[k] = to_[k];
    bench_.read(to_);
    if (started_) {
      status = advance();
      bench_.write(joined_);
    }
  }
  started_ = true;
  return status;
}

// How input k runs over the tick: what the step does over a step.
static Signal over_tick(const InputRange& range, Real from, Real to, Real slope) {
  Signal s;
  s.start = from;
  s.change = to - from;
  s.slope = slope;
  s.minimum = range.minimum;
  s.maximum = range.maximum;
  s.cubic = range.hold == kHoldCubic;
  return s;
}

Status Pump::advance() noexcept {
  const std::int32_t nu = model_.dims().inputs;
  Status all = status::kOk;
  for (int j = 0; j < steps_; ++j) {
    for (std::int32_t k = 0; k < nu; ++k) {
      u_[k] = from_[k];
      if (!model_.view().linear_hold) continue;
      u_[nu + k] = to_[k];
      const InputRange& range = model_.view().input_ranges[k];
      if (range.hold == kHoldZeroOrder) continue;
      const Signal signal = over_tick(range, from_[k], to_[k], slope_[k]);
      const auto part = [this](int i) { return static_cast<Real>(i) / static_cast<Real>(steps_); };
      if (j > 0) u_[k] = signal.at(part(j)).value;
      if (j + 1 < steps_) u_[nu + k] = signal.at(part(j + 1)).value;
    }
    bench_.stepping(state_);
    const Status status = step(model_, state_, u_, y_);
    bench_.stepped(y_, status);
    join_outputs(model_, y_, static_cast<std::uint64_t>(j), joined_);
    all |= status;
  }
  for (std::int32_t k = 0; k < nu; ++k) slope_[k] = to_[k] - from_[k];
  return all;
}

}  // namespace mortise::targets
