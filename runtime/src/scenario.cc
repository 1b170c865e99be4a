#include "mortise/scenario.hpp"

#include <cstring>

#include "parameters.hpp"

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

// Value at time t of a piecewise linear signal with ascending corners.
Real interpolate(const schema::Ramp& ramp, Real t) {
  const Real *times = ramp.times()->data(), *values = ramp.values()->data();
  std::uint32_t low = 0, high = ramp.times()->size();  // times[low] <= t < times[high], if any is
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    (times[middle] <= t ? low : high) = middle;
  }
  if (t <= times[low] || high == ramp.times()->size()) return values[low];
  const Real share = (t - times[low]) / (times[high] - times[low]);
  return values[low] + share * (values[high] - values[low]);
}

bool sounds(const Source& s, std::uint64_t step) {
  return step >= s.first_step && (s.last_step == 0 || step < s.last_step);
}

const flatbuffers::Vector<const schema::Phase*>* phases_of(const Model& model,
                                                           std::int32_t scenario) {
  const auto* table = model.root()->scenarios();
  const auto* phases = law_of(model).cases(model.view()) && scenario >= 0 && table
                           ? table->Get(static_cast<std::uint32_t>(scenario))->phases()
                           : nullptr;
  return phases && phases->size() > 0 ? phases : nullptr;
}

#if !defined(MORTISE_NO_ASSEMBLY)
const flatbuffers::Vector<const schema::ParameterChange*>* changes_of(const Model& model,
                                                                      std::int32_t scenario) {
  const auto* table = model.root()->scenarios();
  return scenario >= 0 && table ? table->Get(static_cast<std::uint32_t>(scenario))->changes()
                                : nullptr;
}
#endif

// First entry that does not lie before `step`, of a list whose steps do not descend.
template <class Entry>
std::uint32_t first_from(const flatbuffers::Vector<const Entry*>& list, std::uint64_t step) {
  std::uint32_t low = 0, high = list.size();
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (list.Get(middle)->step() < step) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

bool ScenarioPlayer::start(const Model& model, std::int32_t index, State* state) noexcept {
  const auto* table = model.root()->scenarios();
  if (!table || index < 0 || static_cast<std::uint32_t>(index) >= table->size()) return false;
  const schema::Scenario& s = *table->Get(static_cast<std::uint32_t>(index));
  duration_ = s.duration();
  index_ = index;
  steps_ = 0;
  entered_ = state != nullptr;
  count_ = 0;
  for (std::uint32_t k = 0; s.sources() && k < s.sources()->size(); ++k) {
    const schema::Source& from = *s.sources()->Get(k);
    sources_[count_++] = Source{static_cast<std::int32_t>(from.input()),
                                from.offset(),
                                from.amplitude(),
                                {from.phasor_real(), from.phasor_imaginary()},
                                {from.rotation_real(), from.rotation_imaginary()},
                                {from.chirp_real(), from.chirp_imaginary()},
                                from.first_step(),
                                from.last_step()};
  }
  if (state) {
    const std::size_t bytes = static_cast<std::size_t>(model.dims().modes_padded) * sizeof(Real);
    state->reset(model);
    if (!state->belongs_to(model)) return false;
    if (s.initial_q()) std::memcpy(state->q(model), s.initial_q()->data(), bytes);
    if (s.initial_v()) std::memcpy(state->v(model), s.initial_v()->data(), bytes);
    const Law& law = law_of(model);
    if (law.begins_with_inputs) start_inputs(model, state);
    enter_phase(model, 0, state);
    law.begin(model.view(), s, *state);
    const bool own = s.initial_q() || s.initial_pressure();
    press(model, own ? s.initial_pressure() : model.root()->initial_pressure(), *state);
  }
  return true;
}

void ScenarioPlayer::start_inputs(const Model& model, State* state) const noexcept {
  const std::int32_t nu = model.dims().inputs;
  Real* u = state->at<Real>(model.view().layout.inputs);
  write(model, u);
  for (std::int32_t k = 0; k < nu; ++k) {
    const InputRange& range = model.view().input_ranges[k];
    if (!(u[k] >= range.minimum && u[k] <= range.maximum)) u[k] = range.default_value;
    u[nu + k] = u[k];
  }
}

void ScenarioPlayer::write(const Model& model, Real* u) const noexcept {
  for (std::int32_t k = 0; k < model.dims().inputs; ++k)
    u[k] = model.view().input_ranges[k].default_value;
  const auto* table = model.root()->scenarios();
  const auto* ramps =
      index_ >= 0 ? table->Get(static_cast<std::uint32_t>(index_))->ramps() : nullptr;
  const std::uint32_t count = ramps ? ramps->size() : 0;
  for (int k = 0; k < count_; ++k) u[sources_[k].input] = 0;
  for (std::uint32_t k = 0; k < count; ++k) u[ramps->Get(k)->input()] = 0;
  for (int k = 0; k < count_; ++k)
    if (sounds(sources_[k], steps_))
      u[sources_[k].input] += sources_[k].offset + sources_[k].amplitude * sources_[k].phasor[1];
  const Real t = static_cast<Real>(steps_) * model.step_size();
  for (std::uint32_t k = 0; k < count; ++k)
    u[ramps->Get(k)->input()] += interpolate(*ramps->Get(k), t);
}

void ScenarioPlayer::enter_phase(const Model& model, std::uint64_t step,
                                 State* state) const noexcept {
  if (!state) return;
  if (const auto* phases = phases_of(model, index_)) {
    const std::uint32_t at = first_from(*phases, step);
    if (at < phases->size() && phases->Get(at)->step() == step)
      (void)set_operating_case(model, *state,
                               static_cast<std::int32_t>(phases->Get(at)->joint_case()));
  }
#if !defined(MORTISE_NO_ASSEMBLY)
  if (const auto* changes = changes_of(model, index_)) {
    for (std::uint32_t k = first_from(*changes, step);
         k < changes->size() && changes->Get(k)->step() == step; ++k)
      (void)change_parameter(model, *state, static_cast<std::int32_t>(changes->Get(k)->parameter()),
                             changes->Get(k)->value());
  }
#endif
}

void ScenarioPlayer::next(const Model& model, Real* u, State* state) noexcept {
  if (steps_ > 0 || !entered_) enter_phase(model, steps_, state);
  write(model, u);
  for (int k = 0; k < count_; ++k) {
    if (steps_ < sources_[k].first_step) continue;  // its time counts from there
    rotate(sources_[k].phasor, sources_[k].rotation);
    rotate(sources_[k].rotation, sources_[k].chirp);
  }
  ++steps_;
  if (model.input_values() > model.dims().inputs) write(model, u + model.dims().inputs);
}

std::int32_t find_scenario(const Model& model, const char* name) noexcept {
  const auto* table = model.root()->scenarios();
  for (std::uint32_t k = 0; name && table && k < table->size(); ++k)
    if (std::strcmp(table->Get(k)->name()->c_str(), name) == 0) return static_cast<std::int32_t>(k);
  return -1;
}

}  // namespace mortise
