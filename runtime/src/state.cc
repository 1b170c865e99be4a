#include "mortise/state.hpp"

#include <cstring>

#include "check.hpp"
#include "parameter_values.hpp"
#include "pipeline.hpp"

namespace mortise {

namespace {

constexpr std::uint32_t kMagic = 0x5452534du;  // "MSRT"
constexpr Real kUnlimited = 1e300;

void copy_reals(Real* to, const Real* from, std::int32_t count) {
  std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(Real));
}

// The basis in use, and the pivots of a kept factorisation that was made with a choice of them.
bool film_indices_in_range(const ModelView& m, const State& s) {
  if (s.film_.basis < -1 || s.film_.basis >= m.film.count) return false;
  const unsigned char* region = s.at<unsigned char>(m.layout.film_history);
  const std::int32_t kind =
      reinterpret_cast<const FilmFactorKind*>(region + m.film_layout.factor_kind)->kind;
  if (kind == 0) return true;
  if (kind < 0 || kind > 2 * m.film.count) return false;
  const FilmBasis& basis = m.film.bases[(kind - 1) / 2];
  if (basis.pivoting == 0) return true;
  const std::uint32_t u = basis.modes + m.film.constants->loaded;
  const std::uint32_t lanes = 64 / static_cast<std::uint32_t>(m.film.scalar);
  const std::uint32_t rows = (u + lanes - 1) / lanes * lanes;
  const std::uint32_t columns = (u + kFilmPanel - 1) / kFilmPanel * kFilmPanel;
  const auto* pivots = reinterpret_cast<const std::uint32_t*>(region + m.film_layout.pivots);
  for (std::uint32_t c = 0; c < columns; ++c)
    if (pivots[c] >= rows) return false;
  return true;
}

// Does some law parameter in force use the interface velocity at the start of the step?
bool needs_start_velocity(const Model& model, const State& s) {
  const ModelView& m = model.view();
  if (m.energy_safe || m.mean_friction) return true;
  const Real* e = s.at<Real>(m.layout.restitution);
  const Real* et = s.at<Real>(m.layout.restitution_tangential);
  for (std::int32_t i = 0; i < m.dims.contacts; ++i)
    if (e[i] != 0 || et[i] != 0) return true;
  return false;
}

// Is every parameter inside of what the certificate has seen?
bool outside_training(const Model& model, const State& s) {
  const schema::Model& root = *model.root();
  if (!root.parameters()) return false;
  for (const schema::Parameter* p : *root.parameters()) {
    const schema::Range* range = box_entry(root, *p);
    const Real* values = parameter_values(model, s, p->kind()) + p->first_contact();
    for (std::uint32_t i = 0; range && i < p->contacts(); ++i)
      if (values[i] < range->minimum() || values[i] > range->maximum()) return true;
  }
  return false;
}

// Everything in a state that a step uses as an index or as a bound of a loop. The rest are numbers,
// whatever they are, a step ends with finite ones or is rolled back.
bool indices_in_range(const ModelView& m, const State& s) {
  const auto within = [](std::int32_t x, std::int32_t count) { return x >= 0 && x < count; };
  if (m.is_joint()) {
    if (s.joint_case_ >= static_cast<std::uint32_t>(m.joint.cases)) return false;
    const auto& now = *reinterpret_cast<const JointParameters*>(
        s.at<unsigned char>(m.layout.law_history) + m.joint_layout.parameters);
    const JointParameters& filed = *m.joint.parameters[s.joint_case_];
    return now.damper == filed.damper && now.tangential == filed.tangential &&
           now.elements == filed.elements;
  }
  if (m.is_sliding()) {
    const unsigned char* region = s.at<unsigned char>(m.layout.law_history);
    const auto& memory =
        *reinterpret_cast<const SlidingMemory*>(region + m.sliding_layout.memory[s.current_]);
    return within(memory.segment, m.sliding.nodes - 1);
  }
  if (m.is_film()) return film_indices_in_range(m, s);
  if (!within(s.committed_contacts_, m.dims.contacts + 1)) return false;
  const std::int32_t* previous = s.at<std::int32_t>(m.layout.previous);
  for (std::int32_t i = 0; i < s.committed_contacts_; ++i)
    if (!within(previous[i], m.dims.contacts)) return false;
  return true;
}

// Damping and law of an operating case; numbers that the user has set keep their value.
void enter_case(const Model& model, State& state, std::int32_t id) {
  const ModelView& m = model.view();
  JointParameters& now = joint_parameters(model, state);
  const JointParameters kept = now;
  now = *m.joint.parameters[id];
  for (int k = 0; k < kJointNumbers; ++k)
    if (state.joint_overridden_ >> k & 1) (&now.stiffness)[k] = (&kept.stiffness)[k];
  // another law begins without shear
  if (now.tangential != kept.tangential || now.elements != kept.elements) {
    unsigned char* memory =
        state.at<unsigned char>(m.layout.law_history) + m.joint_layout.memory[state.current_];
    const auto points = static_cast<std::size_t>(m.joint.points);
    std::memset(memory + m.joint_layout.tangent, 0, points * sizeof(Real));
    std::memset(memory + m.joint_layout.bristles, 0,
                points * static_cast<std::size_t>(m.joint.memory) * sizeof(Real));
  }
  state.joint_case_ = static_cast<std::uint32_t>(id);
  baseline::joint_prepare(m, state);
}

}  // namespace

State* State::make(const Model& model, void* arena, std::size_t size, Status* status) noexcept {
  const bool good = arena && reinterpret_cast<std::uintptr_t>(arena) % 64 == 0 &&
                    model.step_function() && size >= model.arena_bytes();
  if (status) *status = good ? status::kOk : status::kBAD_CALL;
  if (!good) return nullptr;
  std::memset(arena, 0, model.arena_bytes());
  State* s = static_cast<State*>(arena);
  s->magic_ = kMagic;
  s->fingerprint_ = model.view().fingerprint;
  s->bytes_ = model.view().layout.bytes;
  s->reset(model);
  return s;
}

bool State::belongs_to(const Model& model) const noexcept {
  return magic_ == kMagic && bytes_ == model.view().layout.bytes &&
         fingerprint_ == model.view().fingerprint && current_ <= 1 &&
         reinterpret_cast<std::uintptr_t>(this) % 64 == 0 && indices_in_range(model.view(), *this);
}

void State::reset(const Model& model) noexcept {
  const ModelView& m = model.view();
  if (magic_ != kMagic || bytes_ != m.layout.bytes || fingerprint_ != m.fingerprint) return;
  std::memset(at<unsigned char>(m.layout.q[0]), 0, m.layout.bytes - m.layout.q[0]);
  current_ = 0;
  cached_contacts_ = -1;
  committed_contacts_ = 0;
  contacts_before_ = 0;
  sweep_backoff_ = 0;
  joint_case_ = 0;
  joint_overridden_ = 0;
  film_ = FilmProgress{};
  statistics_ = Statistics{};
  copy_reals(q(model), m.initial_q, m.dims.modes_padded);
  copy_reals(v(model), m.initial_v, m.dims.modes_padded);
  for (std::int32_t k = 0; k < m.dims.inputs; ++k) {
    at<Real>(m.layout.inputs)[k] = m.input_ranges[k].default_value;
    at<Real>(m.layout.inputs)[m.dims.inputs + k] = m.input_ranges[k].default_value;
  }
  const std::int32_t nc = m.dims.contacts;
  if (const schema::SignoriniCoulomb* law = m.root->law_as_SignoriniCoulomb()) {
    copy_reals(at<Real>(m.layout.friction), law->friction()->data(), nc);
    copy_reals(at<Real>(m.layout.restitution), law->restitution()->data(), nc);
    copy_reals(at<Real>(m.layout.restitution_tangential), law->restitution_tangential()->data(),
               nc);
    copy_reals(at<Real>(m.layout.clearance), law->clearance()->data(), nc);
  }
  if (m.is_joint()) {
    enter_case(model, *this, 0);
    restart_joint(model, nullptr);
  }
  if (m.is_sliding()) {
    SlidingSettings& settings = sliding_settings(model, *this);
    settings.friction = m.sliding.friction;
    settings.velocity = m.sliding.velocity;
    restart_sliding(model);
  }
  needs_start_velocity_ = needs_start_velocity(model, *this) ? 1 : 0;
  outside_training_ = outside_training(model, *this) ? 1 : 0;
  if (!m.is_film()) return;
  Real* box = at<Real>(m.layout.film_box);
  for (std::int32_t k = 0; k < m.dims.inputs; ++k) {
    const schema::Channel& input = *m.root->inputs()->Get(static_cast<std::uint32_t>(k));
    const schema::Range* range = box_entry(*m.root, input);
    box[k] = range ? range->minimum() : -kUnlimited;
    box[m.dims.inputs + k] = range ? range->maximum() : kUnlimited;
  }
  restart_film(model, nullptr);
}

void State::restart_joint(const Model& model, const Real* pressure) noexcept {
  if (!belongs_to(model) || !model.view().is_joint()) return;
  baseline::joint_start(model.view(), *this, pressure);
}

void State::restart_sliding(const Model& model) noexcept {
  if (!belongs_to(model) || !model.view().is_sliding()) return;
  baseline::sliding_start(model.view(), *this);
}

void State::restart_film(const Model& model, const Real* initial) noexcept {
  if (!belongs_to(model) || !model.view().is_film()) return;
  const ModelView& m = model.view();
  Real* signal = at<Real>(m.layout.film_signal);
  for (std::int32_t k = 0; k < m.dims.inputs; ++k) {
    signal[k] = at<Real>(m.layout.inputs)[m.dims.inputs + k];
    signal[m.dims.inputs + k] = 0;
  }
  baseline::film_start(m, *this, initial);
}

void State::settle_film(const Model& model) noexcept {
  restart_film(model, nullptr);
  baseline::film_settle(model.view(), *this);
}

Status State::set_clearance(const Model& model, std::int32_t contact, Real value) noexcept {
  if (!belongs_to(model) || contact < 0 || contact >= model.dims().contacts ||
      !(value >= -kMaxClearance && value <= kMaxClearance))
    return status::kBAD_CALL;
  at<Real>(model.view().layout.clearance)[contact] = value;
  at<Real>(model.view().layout.slack)[contact] = 0;  // its gap is predicted afresh
  return status::kOk;
}

Status step(const Model& model, State& state, const Real* u, Real* y) noexcept {
  if (!state.belongs_to(model)) return status::kBAD_CALL;
  return model.step_function()(model.view(), state, u, y);
}

Status set_parameter(const Model& model, State& state, std::int32_t id, Real value) noexcept {
  if (!state.belongs_to(model)) return status::kBAD_CALL;
  const schema::Model& root = *model.root();
  if (!root.parameters() || id < 0 || static_cast<std::uint32_t>(id) >= root.parameters()->size())
    return status::kBAD_CALL;
  const schema::Parameter& p = *root.parameters()->Get(static_cast<std::uint32_t>(id));
  if (!(value >= p.minimum() && value <= p.maximum())) return status::kBAD_CALL;
  Real* values = parameter_values(model, state, p.kind());
  if (of_sliding(p.kind())) {  // the path goes on from where it is
    SlidingSettings& now = sliding_settings(model, state);
    now.path += now.velocity * (model.step_size() * static_cast<Real>(now.steps));
    now.steps = 0;
    *values = value;
  } else if (of_joint(p.kind())) {
    *values = value;
    state.joint_overridden_ |= std::uint32_t{1} << joint_number(p.kind());
    baseline::joint_prepare(model.view(), state);
  } else {
    for (std::uint32_t i = 0; i < p.contacts(); ++i) {
      values[p.first_contact() + i] = value;
      state.at<Real>(model.view().layout.slack)[p.first_contact() + i] = 0;
    }
  }
  state.needs_start_velocity_ = needs_start_velocity(model, state) ? 1 : 0;
  state.outside_training_ = outside_training(model, state) ? 1 : 0;
  return state.outside_training_ ? status::kOUTSIDE_TRAINING : status::kOk;
}

Status set_operating_case(const Model& model, State& state, std::int32_t id) noexcept {
  if (!state.belongs_to(model) || !model.view().is_joint() || id < 0 ||
      id >= model.view().joint.cases)
    return status::kBAD_CALL;
  enter_case(model, state, id);
  return status::kOk;
}

std::int32_t find_parameter(const Model& model, const char* name) noexcept {
  const auto* table = model.root()->parameters();
  for (std::uint32_t k = 0; name && table && k < table->size(); ++k)
    if (std::strcmp(table->Get(k)->name()->c_str(), name) == 0) return static_cast<std::int32_t>(k);
  return -1;
}

}  // namespace mortise
