#include "law.hpp"

#include <cstring>

#include "../check.hpp"
#include "../hash.hpp"
#include "mortise/kernel/contact/problem.hpp"

namespace mortise {

namespace unilateral {

void lay_out(const ModelView& m, LayoutOptions* options) {
  options->law_history_bytes = m.position.ports > 0 ? m.position_layout.bytes : m.bore_layout.bytes;
  options->passive_friction = m.passive_friction;
  options->contact_books = m.contact_books;
}

std::int32_t interface_size(const ModelView& m, std::uint32_t quantity, OutputIndex index) {
  const bool booked = quantity == quantity::contact_impulse ||
                      quantity == quantity::filtered_force || quantity == quantity::friction_work;
  if (booked && !m.contact_books) return -1;
  return index == OutputIndex::contact_axis ? m.dims.rows : m.dims.contacts;
}

InterfaceShape shape(const ModelView& m) {
  InterfaceShape shape;
  shape.rows = shape.unknowns = m.dims.rows;
  shape.padded = shape.means = m.dims.rows_padded;
  shape.places = m.dims.contacts;
  return shape;
}

bool indices_in_range(const ModelView& m, const State& s) {
  const auto within = [](std::int32_t x, std::int32_t count) { return x >= 0 && x < count; };
  if (!within(s.committed_contacts_, m.dims.contacts + 1)) return false;
  const std::int32_t* previous = s.at<std::int32_t>(m.layout.previous);
  for (std::int32_t i = 0; i < s.committed_contacts_; ++i)
    if (!within(previous[i], m.dims.contacts)) return false;
  return true;
}

namespace {

// Does some law parameter in force use the interface velocity at the start of the step?
bool needs_start_velocity(const ModelView& m, const State& s) {
  if (m.energy_safe || m.mean_friction || m.passive_friction || m.bore_rows) return true;
  const Real* e = s.at<Real>(m.layout.restitution);
  const Real* et = s.at<Real>(m.layout.restitution_tangential);
  for (std::int32_t i = 0; i < m.dims.contacts; ++i)
    if (e[i] != 0 || et[i] != 0) return true;
  return false;
}

}  // namespace

#if defined(MORTISE_NO_POSITION)
void start_positions(const ModelView&, State&) {}
void meet_clearance(const ModelView&, State&) {}
#else
void start_positions(const ModelView& m, State& s) {
  if (m.position.ports > 0) baseline::position_start(m, s);
}
void meet_clearance(const ModelView& m, State& s) {
  if (m.position.ports > 0) baseline::position_meet_clearance(m, s);
}
#endif

Status told(const ModelView& m, const State& s) {
  if (m.position.ports == 0) return status::kOk;
  const unsigned char* region = s.at<unsigned char>(m.layout.law_history);
  return *reinterpret_cast<const Status*>(region + m.position_layout.told);
}

void reset(const ModelView& m, State& s) {
  if (const schema::SignoriniCoulomb* law = m.root->law_as_SignoriniCoulomb()) {
    const auto copy = [&](std::uint32_t to, const flatbuffers::Vector<double>& from) {
      std::memcpy(s.at<Real>(to), from.data(), from.size() * sizeof(Real));
    };
    copy(m.layout.friction, *law->friction());
    copy(m.layout.restitution, *law->restitution());
    copy(m.layout.restitution_tangential, *law->restitution_tangential());
    copy(m.layout.clearance, *law->clearance());
  }
  s.needs_start_velocity_ = needs_start_velocity(m, s) ? 1 : 0;
  start_positions(m, s);
}

void begin(const ModelView& m, const schema::Scenario&, State& s) { start_positions(m, s); }

void begin_golden(const ModelView& m, State& s) { start_positions(m, s); }

Real* parameter_values(const ModelView& m, State& s, const schema::Parameter& p) {
  const StateLayout& l = m.layout;
  switch (p.kind()) {
    case schema::ParameterKind::friction:
      return s.at<Real>(l.friction);
    case schema::ParameterKind::restitution:
      return s.at<Real>(l.restitution);
    case schema::ParameterKind::restitution_tangential:
      return s.at<Real>(l.restitution_tangential);
    default:
      return s.at<Real>(l.clearance);
  }
}

void set_parameter(const ModelView& m, State& s, const schema::Parameter& p, Real value) {
  Real* values = parameter_values(m, s, p);
  for (std::uint32_t i = p.first_contact(); i < p.first_contact() + p.contacts(); ++i) {
    values[i] = value;
    s.at<Real>(m.layout.slack)[i] = 0;  // its gap is predicted afresh
  }
  s.needs_start_velocity_ = needs_start_velocity(m, s) ? 1 : 0;
  if (p.kind() == schema::ParameterKind::clearance) meet_clearance(m, s);
}

namespace {

Touch touch(std::int32_t status) {
  return status == contact_status::kStick  ? Touch::kSticks
         : status == contact_status::kSlip ? Touch::kSlips
                                           : Touch::kOpen;
}

}  // namespace

// Both lists of contacts ascend.
void list_events(const ModelView& m, const State& s, EventList* list) {
  const auto* before = s.at<std::int32_t>(m.layout.contacts_before);
  const auto* now = s.at<std::int32_t>(m.layout.previous);
  const auto* memory = s.at<ContactMemory>(m.layout.contact_memory);
  const bool parts = m.substeps > 1;
  const Real* lambda = s.at<Real>(parts ? m.layout.step_forces : m.layout.lambda);
  const Real h = static_cast<Real>(m.substeps) * m.h;
  const std::int32_t nc = m.dims.contacts;
  for (std::int32_t i = 0, j = 0;;) {
    const std::int32_t old = i < s.contacts_before_ && i < nc ? before[i] / 4 : nc;
    const std::int32_t here = j < s.committed_contacts_ && j < nc ? now[j] : nc;
    const std::int32_t c = old < here ? old : here;
    if (c < 0 || c >= nc) return;
    const Touch was = old == c ? touch(before[i] % 4) : Touch::kOpen;
    const Touch is = here == c ? touch(memory[c].status) : Touch::kOpen;
    const Real* r = lambda + 3 * c;
    list->compare(c, was, is, {h * r[0], h * r[1], h * r[2]});
    i += old == c ? 1 : 0;
    j += here == c ? 1 : 0;
  }
}

std::uint64_t hash_operators(std::uint64_t hash, const ModelView& m) {
  hash = hash_reals(hash, m.bore_rows, std::int64_t{m.dims.modes_padded} * m.dims.rows);
#if !defined(MORTISE_NO_POSITION)
  const PositionView& p = m.position;
  if (p.ports == 0) return hash;
  const std::int64_t np = m.dims.modes_padded;
  for (const Real* each : {p.from_velocity, p.from_position, p.constant, p.admittance})
    hash = hash_reals(hash, each, np);
  hash = hash_reals(hash, p.from_input, np * m.dims.inputs);
  hash = hash_reals(hash, &p.residual_keep, 1);
  hash = hash_reals(hash, &p.residual_gain, 1);
  hash = hash_residual(hash, p, p.from_velocity ? m.dims.output_rows : p.output_rows);
#endif
  return hash;
}

std::uint64_t hash_memory(std::uint64_t hash, const ModelView& m, const State& s) {
  if (m.position.ports == 0) return hash;
  const unsigned char* region = s.at<unsigned char>(m.layout.law_history);
  return fnv1a(hash, region + m.position_layout.memory[s.current_], m.position_layout.memory_bytes);
}

std::uint64_t hash_numbers(std::uint64_t hash, const ModelView& m) {
  if (const schema::SignoriniCoulomb* law = m.root->law_as_SignoriniCoulomb()) {
    for (const auto* each :
         {law->clearance(), law->friction(), law->restitution(), law->restitution_tangential()})
      hash = hash_records(hash, each, sizeof(Real));
    hash = hash_number(hash, static_cast<std::uint32_t>(law->friction_velocity()));
    hash = hash_number(hash, static_cast<std::uint32_t>(law->restitution_rule()));
    hash = hash_number(hash, static_cast<std::uint32_t>(law->activation()));
    const Real numbers[] = {law->activation_threshold(), law->activation_hysteresis(),
                            law->restitution_threshold()};
    hash = hash_reals(hash, numbers, sizeof numbers / sizeof *numbers);
    if (m.contact_books) hash = hash_reals(hash, &m.filter_keep, 1);
  }
  return hash_law_sizes(hash, m);
}

}  // namespace unilateral

Status State::set_clearance(const Model& model, std::int32_t contact, Real value) noexcept {
  if (!belongs_to(model) || contact < 0 || contact >= model.dims().contacts ||
      !(value >= -kMaxClearance && value <= kMaxClearance))
    return status::kBAD_CALL;
  at<Real>(model.view().layout.clearance)[contact] = value;
  at<Real>(model.view().layout.slack)[contact] = 0;
  unilateral::meet_clearance(model.view(), *this);
  return unilateral::told(model.view(), *this);
}

}  // namespace mortise
