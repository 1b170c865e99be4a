// What unilateral contacts carry: nothing but their motion; forces of the last step are where the
// next one starts to look for its own.
#include "../carried.hpp"

#include "mortise/kernel/contact/problem.hpp"
#include "mortise/kernel/kernels.hpp"

namespace mortise {

namespace unilateral {

namespace {

// Curvature of the step that has led to a state, in a bore (nc).
const Real* curvature(const ModelView& m, const State& after) {
  return reinterpret_cast<const Real*>(after.at<unsigned char>(m.layout.law_history) +
                                       m.bore_layout.curvature);
}

// The coefficient of restitution that a step uses for a normal velocity at its start (kernel's
// shift()).
Real restitution_at(const ModelView& m, const State& s, std::int32_t contact, Real velocity) {
  const Real curved = m.bore_rows ? curvature(m, s)[contact] : Real(0);
  const Real approach = -velocity - curved;
  if (m.bore_rows && approach <= curved) return 1;
  if (m.energy_safe && approach < 0) return 1;
  if (approach < m.restitution_threshold && approach >= 0) return 0;
  return s.at<Real>(m.layout.restitution)[contact];
}

// after: of the step whose rows they are
const Real* normal_row(const ModelView& m, const State& after, std::int32_t contact) {
  return after.contact_rows(m) + std::ptrdiff_t{3} * contact * m.dims.modes_padded;
}

Real normal_velocity(const ModelView& m, const State& after, std::int32_t contact, const Real* v) {
  Real u;
  baseline::dot_rows<1>(normal_row(m, after, contact), 0, v, m.dims.modes_padded, &u);
  return u;
}

bool pressed(const ModelView& m, const State& after, std::int32_t contact) {
  const ContactMemory& c = after.at<ContactMemory>(m.layout.contact_memory)[contact];
  return c.active != 0 && (c.status == contact_status::kStick || c.status == contact_status::kSlip);
}

// A contact that takes part without force is as one that does not.
void branches(const ModelView& m, const State& after, BranchList* list) {
  const Real* v_start = after.at<Real>(m.layout.v[1 - after.current_]);
  for (std::int32_t i = 0; i < m.dims.contacts; ++i) {
    if (!pressed(m, after, i)) {
      list->add(0);
      continue;
    }
    const Real e = restitution_at(m, after, i, normal_velocity(m, after, i, v_start));
    const std::int32_t rebounds = e == 0 ? 0 : e == 1 ? 1 : 2;
    list->add(after.at<ContactMemory>(m.layout.contact_memory)[i].status + 4 * rebounds);
  }
}

// Projections onto the half-spaces of velocities that close, one contact after another.
std::int32_t leave_corner(const ModelView& m, State& before, const State& after, Real speed) {
  constexpr int kRounds = 100;
  const std::int32_t n = m.dims.modes_padded;
  Real* v = before.at<Real>(m.layout.v[before.current_]);
  std::int32_t first = -1;
  bool moved = true;
  for (int round = 0; round < kRounds && moved; ++round) {
    moved = false;
    for (std::int32_t i = 0; i < m.dims.contacts; ++i) {
      if (!pressed(m, after, i)) continue;
      const Real* row = normal_row(m, after, i);
      Real square = 0;
      for (std::int32_t j = 0; j < n; ++j) square += row[j] * row[j];
      const Real least = speed * baseline::square_root(square), u = normal_velocity(m, after, i, v);
      // what the first round leaves alone is no corner
      if (!(square > 0) || u <= -least || u > (round == 0 ? least : 64 * least)) continue;
      if (restitution_at(m, after, i, -least) == restitution_at(m, after, i, least)) continue;
      const Real push = (u + Real(1.5) * least) / square;
      for (std::int32_t j = 0; j < n; ++j) v[j] -= push * row[j];
      moved = true;
      if (first < 0) first = i;
    }
  }
  return first;
}

bool touches(const ModelView& m, const State&, std::int32_t mode) {
  for (const Real* rows : {m.contact_rows, m.bore_rows})
    for (std::int32_t r = 0; rows && r < m.dims.rows; ++r)
      if (rows[std::ptrdiff_t{r} * m.dims.modes_padded + mode] != 0) return true;
  return false;
}

constexpr Carried make_carried() {
  Carried c;
  c.branches = branches;
  c.leave_corner = leave_corner;
  c.touches = touches;
  return c;
}

}  // namespace

}  // namespace unilateral

constexpr Carried carried::unilateral = unilateral::make_carried();

}  // namespace mortise
