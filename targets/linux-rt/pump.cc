#include "pump.hpp"

namespace mortise::targets {

Pump::Pump(const Model& model, State* state, Bench* bench, int steps_per_tick,
           Real* memory) noexcept
    : model_(model), state_(*state), bench_(*bench), steps_(steps_per_tick) {
  const std::int32_t nu = model.dims().inputs;
  from_ = memory;
  to_ = from_ + nu;
  u_ = to_ + nu;
  y_ = u_ + 2 * nu;
  for (std::size_t k = 0; k < memory_reals(model); ++k) memory[k] = 0;
}

std::size_t Pump::memory_reals(const Model& model) noexcept {
  return 4 * static_cast<std::size_t>(model.dims().inputs) +
         static_cast<std::size_t>(model.dims().outputs);
}

Status Pump::tick() noexcept {
  const std::int32_t nu = model_.dims().inputs;
  Status status = status::kOk;
  if (!model_.view().linear_hold) {
    if (started_) bench_.write(y_);
    bench_.read(from_);
    status = advance();
  } else {
    for (std::int32_t k = 0; k < nu; ++k) from_[k] = to_[k];
    bench_.read(to_);
    if (started_) {
      status = advance();
      bench_.write(y_);
    }
  }
  started_ = true;
  return status;
}

Status Pump::advance() noexcept {
  const std::int32_t nu = model_.dims().inputs;
  Status all = status::kOk;
  for (int j = 0; j < steps_; ++j) {
    for (std::int32_t k = 0; k < nu; ++k) {
      u_[k] = from_[k];
      if (!model_.view().linear_hold) continue;
      u_[nu + k] = to_[k];
      if (model_.view().input_ranges[k].hold != kHoldLinear) continue;
      const Real change = to_[k] - from_[k];
      if (j > 0) u_[k] = from_[k] + change * static_cast<Real>(j) / static_cast<Real>(steps_);
      if (j + 1 < steps_)
        u_[nu + k] = from_[k] + change * static_cast<Real>(j + 1) / static_cast<Real>(steps_);
    }
    const Status status = step(model_, state_, u_, y_);
    bench_.stepped(y_, status);
    all |= status;
  }
  return all;
}

}  // namespace mortise::targets
