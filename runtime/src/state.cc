#include "mortise/state.hpp"

#include <cstring>

#include "parameters.hpp"
#include "training_box.hpp"

namespace mortise {

namespace {

constexpr std::uint32_t kStateMagic = 0x5452534du;  // "MSRT"

void copy_reals(Real* to, const Real* from, std::int32_t count) {
  std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(Real));
}

// Is some parameter outside of what the certificate has seen?
bool outside_training(const Model& model, const State& s) {
  const schema::Model& root = *model.root();
  if (!root.parameters()) return false;
  for (const schema::Parameter* p : *root.parameters()) {
    const schema::Range* range = box_entry(root, *p);
    const Real* values = values_of(model, s, *p);
    for (std::uint32_t i = 0; range && i < p->contacts(); ++i)
      if (values[i] < range->minimum() || values[i] > range->maximum()) return true;
  }
  return false;
}

}  // namespace

State* State::make(const Model& model, void* arena, std::size_t size, Status* status) noexcept {
  const bool good = arena && reinterpret_cast<std::uintptr_t>(arena) % 64 == 0 &&
                    model.step_function() && size >= model.arena_bytes();
  if (status) *status = good ? status::kOk : status::kBAD_CALL;
  if (!good) return nullptr;
  std::memset(arena, 0, model.arena_bytes());
  State* s = static_cast<State*>(arena);
  s->magic_ = kStateMagic;
  s->fingerprint_ = model.view().fingerprint;
  s->bytes_ = model.view().layout.bytes;
  const Status told = s->reset(model);
  if (status) *status = told;
  return s;
}

bool State::belongs_to(const Model& model) const noexcept {
  return magic_ == kStateMagic && bytes_ == model.view().layout.bytes &&
         fingerprint_ == model.view().fingerprint && current_ <= 1 &&
         reinterpret_cast<std::uintptr_t>(this) % 64 == 0 &&
         law_of(model).indices_in_range(model.view(), *this);
}

Status State::reset(const Model& model) noexcept {
  const ModelView& m = model.view();
  if (magic_ != kStateMagic || bytes_ != m.layout.bytes || fingerprint_ != m.fingerprint)
    return status::kBAD_CALL;
  std::memset(at<unsigned char>(m.layout.q[0]), 0, m.layout.bytes - m.layout.q[0]);
  current_ = 0;
  cached_contacts_ = -1;
  committed_contacts_ = 0;
  contacts_before_ = 0;
  sweep_backoff_ = 0;
  statistics_ = Statistics{};
  copy_reals(q(model), m.initial_q, m.dims.modes_padded);
  copy_reals(v(model), m.initial_v, m.dims.modes_padded);
  for (std::int32_t k = 0; k < m.dims.inputs; ++k) {
    at<Real>(m.layout.inputs)[k] = m.input_ranges[k].default_value;
    at<Real>(m.layout.inputs)[m.dims.inputs + k] = m.input_ranges[k].default_value;
  }
  law_of(m).reset(m, *this);
  press(model, model.root()->initial_pressure(), *this);
  outside_training_ = outside_training(model, *this) ? 1 : 0;
  return law_of(m).told(m, *this);
}

Status step(const Model& model, State& state, const Real* u, Real* y) noexcept {
  if (!state.belongs_to(model)) return status::kBAD_CALL;
  return model.step_function()(model.view(), state, u, y);
}

Status change_parameter(const Model& model, State& state, std::int32_t id, Real value) noexcept {
  if (!state.belongs_to(model)) return status::kBAD_CALL;
  const schema::Model& root = *model.root();
  if (!root.parameters() || id < 0 || static_cast<std::uint32_t>(id) >= root.parameters()->size())
    return status::kBAD_CALL;
  const schema::Parameter& p = *root.parameters()->Get(static_cast<std::uint32_t>(id));
  if (!(value >= p.minimum() && value <= p.maximum())) return status::kBAD_CALL;
  const Law& law = law_of(model);
  law.set_parameter(model.view(), state, p, value);
  state.outside_training_ = outside_training(model, state) ? 1 : 0;
  const Status outside = state.outside_training_ ? status::kOUTSIDE_TRAINING : status::kOk;
  return outside | law.told(model.view(), state);
}

Status set_parameter(const Model& model, State& state, std::int32_t id, Real value) noexcept {
  const bool starts_at_rest = state.belongs_to(model) && state.statistics().steps == 0 &&
                              law_of(model).rests(model.view(), state);
  const Status st = change_parameter(model, state, id, value);
  if (starts_at_rest && st != status::kBAD_CALL) (void)law_of(model).rest(model.view(), state);
  return st;
}

Status set_operating_case(const Model& model, State& state, std::int32_t id) noexcept {
  if (!state.belongs_to(model)) return status::kBAD_CALL;
  const Law& law = law_of(model);
  const JointCases* cases = law.cases(model.view());
  if (!cases || id < 0 || static_cast<std::uint32_t>(id) >= cases->size()) return status::kBAD_CALL;
  law.enter_case(model.view(), state, id);
  return status::kOk;
}

std::int32_t find_parameter(const Model& model, const char* name) noexcept {
  const auto* table = model.root()->parameters();
  for (std::uint32_t k = 0; name && table && k < table->size(); ++k)
    if (std::strcmp(table->Get(k)->name()->c_str(), name) == 0) return static_cast<std::int32_t>(k);
  return -1;
}

}  // namespace mortise
