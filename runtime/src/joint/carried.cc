// What joints carry: shear of the law points, forces of the residual compliance and, where these
// move rows without modes, the rates that dampers know. Positions of rows and normal forces follow.
#include "../carried.hpp"

#include "step.hpp"

namespace mortise {

namespace joint {

namespace {

class JointCarried : baseline::JointStepper {
 public:
  using JointStepper::JointStepper;

  void walk(CarriedWalk* w) {
    if (joint_.ports > 0) w->add(LinearKind::kResidual, now(l_.residual), ports());
    if (own_rates(w->beside_film)) w->add(LinearKind::kRate, now(l_.rate), joint_.rows);
    baseline::with_tangential_law(law_.tangential, [&](auto tangential) {
      if (!tangential.kRubs) return;
      const auto memory = static_cast<std::int32_t>(tangential.memory(law_));
      if (memory == 0) w->add(LinearKind::kShear, now(l_.tangent), joint_.points);
      for (std::int32_t k = 0; k < joint_.points && memory > 0; ++k)
        w->add(tangential.kSliders ? LinearKind::kSlider : LinearKind::kBristle, bristles(k),
               memory, memory * k);
    });
  }

  void settle(bool beside_film) {
    positions(q(), now(l_.residual), now(l_.position));
    const int n = d_.modes();
    for (int r = 0; r < joint_.rows && !own_rates(beside_film); ++r)
      baseline::dot_rows<1>(joint_.row + static_cast<std::ptrdiff_t>(r) * n, n, v(), n,
                            now(l_.rate) + r);
    press();
    baseline::with_tangential_law(law_.tangential, [&](auto tangential) {
      if (!tangential.kSliders) return;
      for (int k = 0; k < joint_.points; ++k) {
        Real sum = 0;
        for (std::uint32_t j = 0; j < law_.elements; ++j) sum += bristles(k)[j];
        now(l_.tangent)[k] = sum;
      }
    });
  }

  // Branches of every law point: how it is pressed, whether it slips, and which sliders do; how it
  // was pressed at the start of the step, and whether it was over it.
  void branches(BranchList* list) const {
    for (int k = 0; k < joint_.points; ++k) {
      const Real length = joint_.point[k].length;
      const JointParameters& law = laws_[k];
      std::int32_t branch = now(l_.pressure)[k] > 0 ? 1 : now(l_.normal)[k] < 0 ? 2 : 0;
      const Real from = baseline::at_nodes(next(l_.position), joint_.point[k]);
      const bool pulled = law.separation_stiffness > 0 && from > law.separation_gap;
      branch += from + law.gap < 0 ? 1 << 20 : pulled ? 1 << 21 : 0;
      if (now(l_.normal_mean)[k] != 0) branch += 1 << 22;
      baseline::with_tangential_law(law_.tangential, [&](auto tangential) {
        const Real limit = tangential.limit(law, now(l_.pressure)[k], length);
        if (baseline::slips_at(limit, now(l_.tangent)[k])) branch += 4;
        if (!tangential.kSliders) return;
        for (std::uint32_t j = 0; j < law_.elements; ++j)
          if (baseline::slips_at(tangential.strength(law, length, j), bristles(k)[j]))
            branch += 8 << j;
      });
      list->add(branch);
    }
  }

 private:
  // Row forces and, behind them, the inputs.
  std::int32_t ports() const { return joint_.rows + d_.inputs(); }
  // Where only modes move rows, and by the trapezoidal rule, rates are those of the modes.
  bool own_rates(bool beside_film) const {
    const bool damps = law_.damping > 0 || law_.damper == kDamperLankaraniNikravesh;
    return damps && (joint_.ports > 0 || beside_film);
  }
  Real* bristles(int point) const {
    return now(l_.bristles) + static_cast<std::ptrdiff_t>(point) * joint_.memory;
  }
};

void walk(const ModelView& m, State& s, CarriedWalk* w) { JointCarried(m, s).walk(w); }
void settle(const ModelView& m, State& s, bool beside_film) {
  JointCarried(m, s).settle(beside_film);
}
void branches(const ModelView& m, const State& after, BranchList* list) {
  JointCarried(m, const_cast<State&>(after)).branches(list);
}
bool touches(const ModelView& m, const State&, std::int32_t mode) {
  for (std::int32_t r = 0; r < m.joint.rows; ++r)
    if (m.joint.row[std::ptrdiff_t{r} * m.dims.modes_padded + mode] != 0) return true;
  return false;
}

constexpr Carried make_carried() {
  Carried c;
  c.walk = walk;
  c.settle = settle;
  c.branches = branches;
  c.touches = touches;
  return c;
}

}  // namespace

}  // namespace joint

constexpr Carried carried::joint = joint::make_carried();

}  // namespace mortise
