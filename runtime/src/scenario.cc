#include "mortise/scenario.hpp"

#include <cstring>

#include "mortise_generated.h"

namespace mortise {

namespace {

// z <- z w, and back to the unit circle by one Newton step so that amplitudes do not drift.
void rotate(Real z[2], const Real w[2]) {
  const Real re = z[0] * w[0] - z[1] * w[1];
  const Real im = z[0] * w[1] + z[1] * w[0];
  const Real correction = (3 - (re * re + im * im)) / 2;
  z[0] = re * correction;
  z[1] = im * correction;
}

}  // namespace

bool ScenarioPlayer::start(const Model& model, std::int32_t index, State* state) noexcept {
  const auto* table = model.root()->scenarios();
  if (!table || index < 0 || static_cast<std::uint32_t>(index) >= table->size()) return false;
  const schema::Scenario& s = *table->Get(static_cast<std::uint32_t>(index));
  duration_ = s.duration();
  count_ = 0;
  for (std::uint32_t k = 0; s.sources() && k < s.sources()->size(); ++k) {
    const schema::Source& from = *s.sources()->Get(k);
    sources_[count_++] = Source{static_cast<std::int32_t>(from.input()),
                                from.offset(),
                                from.amplitude(),
                                {from.phasor_real(), from.phasor_imaginary()},
                                {from.rotation_real(), from.rotation_imaginary()},
                                {from.chirp_real(), from.chirp_imaginary()}};
  }
  if (state) {
    const std::size_t bytes = static_cast<std::size_t>(model.dims().modes_padded) * sizeof(Real);
    state->reset(model);
    if (s.initial_q()) std::memcpy(state->q(model), s.initial_q()->data(), bytes);
    if (s.initial_v()) std::memcpy(state->v(model), s.initial_v()->data(), bytes);
  }
  return true;
}

void ScenarioPlayer::write(const Model& model, Real* u) const noexcept {
  for (std::int32_t k = 0; k < model.dims().inputs; ++k)
    u[k] = model.view().input_ranges[k].default_value;
  for (int k = 0; k < count_; ++k) u[sources_[k].input] = 0;
  for (int k = 0; k < count_; ++k)
    u[sources_[k].input] += sources_[k].offset + sources_[k].amplitude * sources_[k].phasor[1];
}

void ScenarioPlayer::next(const Model& model, Real* u) noexcept {
  write(model, u);
  for (int k = 0; k < count_; ++k) {
    rotate(sources_[k].phasor, sources_[k].rotation);
    rotate(sources_[k].rotation, sources_[k].chirp);
  }
  if (model.input_values() > model.dims().inputs) write(model, u + model.dims().inputs);
}

std::int32_t find_scenario(const Model& model, const char* name) noexcept {
  const auto* table = model.root()->scenarios();
  for (std::uint32_t k = 0; name && table && k < table->size(); ++k)
    if (std::strcmp(table->Get(k)->name()->c_str(), name) == 0) return static_cast<std::int32_t>(k);
  return -1;
}

}  // namespace mortise
