// Newton on contact statuses for strongly coupled contacts.
//
// The cone is homogeneous, so for fixed statuses, slip directions d and ratios f the law is linear
// in the new values and no residual is assembled. Per contact
//   open: r = 0      stick: u = 0
//   slip: u_n = 0,  d.r_t - mu r_n = 0,  (1 - f) e.r_t + rho f e.u_t = 0      (e across d)
// and from the solution  tau = r_t - rho u_t,  h = r_n - u_n / G_nn:
//   h <= 0 open;  |tau| <= mu h stick;  else slip with d = tau/|tau|, f = mu h/|tau|.
//
// Two forms of the same step: dual (unknown: velocities that are not zero; needs G^-1 of the whole
// contact set) and primal (unknown: forces of the closed contacts). Block changes of status may
// cycle: after two iterations without progress only the worst contact changes (Murty's rule).
#pragma once

#include "mortise/kernel/contact/gauss_seidel.hpp"
#include "mortise/kernel/contact/lu.hpp"

namespace mortise::MORTISE_ISA {

struct NewtonWork {
  const Real* inverse = nullptr;  // G^-1 (ld x 3 count) of the problem, or null: primal form
  Real* free_force = nullptr;     // r_s = -G^-1 b (ld); dual form only
  Real* system = nullptr;         // (3 count) x (ld + 8)
  Real* best_force = nullptr;     // (ld)
  Real* unknowns = nullptr;       // (ld)
  std::int32_t* index = nullptr;  // (3 count) interface row of every unknown
  int cap = 0;                    // Newton iterations
  int tail = 0;                   // sweeps if the cap is met
};

struct SlipFrame {
  Real d1, d2, f;
};

MORTISE_INLINE SlipFrame frame_of(const ContactMemory& m) {
  return {m.direction[0], m.direction[1], m.slip_ratio};
}

// Status from the last solution of a contact. mu = 0 slides with f = 0, which demands r_t = 0.
MORTISE_INLINE void classify(const LocalContact& l, Real mu, const Real* r, const Real* u,
                             ContactMemory& m) {
  const Real h = r[0] - u[0] * l.inverse_normal;
  if (!(h > 0)) {
    m.status = contact_status::kOpen;
    return;
  }
  const Real t1 = r[1] - u[1] * l.friction_step, t2 = r[2] - u[2] * l.friction_step;
  const Real size = square_root(t1 * t1 + t2 * t2);
  if (mu > 0 && size <= mu * h) {
    m.status = contact_status::kStick;
    return;
  }
  m.status = contact_status::kSlip;
  m.direction[0] = size > 0 ? t1 / size : 1;
  m.direction[1] = size > 0 ? t2 / size : 0;
  m.slip_ratio = size > 0 ? mu * h / size : 0;
}

class StatusNewton {
 public:
  StatusNewton(const ContactProblem& p, const ContactIterate& x, const NewtonWork& w)
      : p_(p), x_(x), w_(w), rows_(3 * p.count) {}

  SolveReport solve() {
    SolveReport report;
    size_ = largest_velocity(p_, x_);
    if (!(size_ > 0)) return gauss_seidel(p_, x_, 1);
    prepare();
    Real best = -1, reference = -1;
    int slow = 0, exchanges = 0;
    bool single = false;
    while (report.iterations < w_.cap) {
      ++report.iterations;
      if (!iterate()) break;
      const Real residual = worst_residual(p_, x_) / size_;
      if (best < 0 || residual < best) {
        best = residual;
        copy(w_.best_force, x_.force, p_.ld);
      }
      if (residual <= p_.tolerance) {
        classify_all();
        report.converged = true;
        report.residual = residual;
        return report;
      }
      if (reference < 0 || residual < Real(0.25) * reference) {
        reference = residual;
        slow = 0;
        single = false;
      } else if (++slow >= kNewtonPatience) {
        single = true;
      }
      if (single && exchanges == kNewtonExchanges) {
        sweep_from_best();
        single = false;
        slow = exchanges = 0;
        reference = -1;
      } else if (single) {
        ++exchanges;
        exchange_worst();
      } else {
        classify_all();
      }
    }
    return fall_back(report, best);
  }

  bool fell_back() const { return fell_back_; }

  // Every contact sticks: u = 0 exactly and r = r_s. True if that obeys the law.
  bool all_stick() {
    prepare();
    for (int i = 0; i < p_.count; ++i) {
      const Real* r = w_.free_force + 3 * i;
      const Real limit = p_.friction[p_.contact[i]] * r[0];
      if (!(r[0] >= 0) || !(r[1] * r[1] + r[2] * r[2] <= limit * limit)) return false;
    }
    copy(x_.force, w_.free_force, p_.ld);
    fill_zero(x_.velocity, p_.ld);
    for (int i = 0; i < p_.count; ++i) x_.memory[i].status = contact_status::kStick;
    return true;
  }

 private:
  void prepare() {
    if (!w_.inverse || prepared_) return;
    combine(w_.free_force, w_.inverse, p_.ld, p_.free_velocity, rows_, p_.ld);
    for (int j = 0; j < p_.ld; j += kLanes)
      (Pack::all(0) - Pack::load(w_.free_force + j)).store(w_.free_force + j);
    prepared_ = true;
  }

  const LocalContact& local(int i) const { return p_.local[p_.contact[i]]; }
  Real friction(int i) const { return p_.friction[p_.contact[i]]; }

  bool iterate() { return w_.inverse ? dual() : primal(); }

  // Unknown z = velocities that may differ from zero: tangential where it slides, all where open.
  bool dual() {
    int k = 0;
    for (int i = 0; i < p_.count; ++i) {
      const int status = x_.memory[i].status;
      if (status == contact_status::kStick) continue;
      if (status != contact_status::kSlip) w_.index[k++] = 3 * i;
      w_.index[k++] = 3 * i + 1;
      w_.index[k++] = 3 * i + 2;
    }
    for (int e = 0; e < k;) {
      const int i = w_.index[e] / 3;
      e += x_.memory[i].status == contact_status::kSlip ? dual_slip_rows(i, e, k)
                                                        : dual_open_rows(i, e, k);
    }
    if (k > 0 && !solve_in_place(w_.system, k, (k / kPadding + 1) * kPadding, w_.unknowns))
      return false;
    copy(x_.force, w_.free_force, p_.ld);
    fill_zero(x_.velocity, p_.ld);
    for (int e = 0; e < k; ++e) {
      const int j = w_.index[e];
      x_.velocity[j] = w_.unknowns[e];
      add_scaled(x_.force, w_.inverse + static_cast<std::ptrdiff_t>(j) * p_.ld, w_.unknowns[e],
                 p_.ld);
    }
    for (int i = 0; i < p_.count; ++i) {
      if (x_.memory[i].status == contact_status::kStick ||
          x_.memory[i].status == contact_status::kSlip)
        continue;
      x_.force[3 * i] = x_.force[3 * i + 1] = x_.force[3 * i + 2] = 0;
    }
    return true;
  }

  int dual_open_rows(int i, int e, int k) {
    const int ld = (k / kPadding + 1) * kPadding;
    for (int axis = 0; axis < 3; ++axis) {
      const Real* g = w_.inverse + static_cast<std::ptrdiff_t>(3 * i + axis) * p_.ld;
      Real* out = w_.system + static_cast<std::ptrdiff_t>(e + axis) * ld;
      for (int j = 0; j < k; ++j) out[j] = g[w_.index[j]];
      finish_row(out, k, ld, -w_.free_force[3 * i + axis]);
    }
    return 3;
  }

  int dual_slip_rows(int i, int e, int k) {
    const int ld = (k / kPadding + 1) * kPadding;
    const SlipFrame s = frame_of(x_.memory[i]);
    const Real mu = friction(i), across = 1 - s.f;
    const Real* n = w_.inverse + static_cast<std::ptrdiff_t>(3 * i) * p_.ld;
    const Real *t1 = n + p_.ld, *t2 = t1 + p_.ld;
    Real* along_row = w_.system + static_cast<std::ptrdiff_t>(e) * ld;
    Real* across_row = along_row + ld;
    for (int j = 0; j < k; ++j) {
      const int c = w_.index[j];
      along_row[j] = s.d1 * t1[c] + s.d2 * t2[c] - mu * n[c];
      across_row[j] = across * (s.d1 * t2[c] - s.d2 * t1[c]);
    }
    const Real rho_f = local(i).friction_step * s.f;
    across_row[e] -= rho_f * s.d2;
    across_row[e + 1] += rho_f * s.d1;
    const Real* rs = w_.free_force + 3 * i;
    finish_row(along_row, k, ld, mu * rs[0] - s.d1 * rs[1] - s.d2 * rs[2]);
    finish_row(across_row, k, ld, across * (s.d2 * rs[1] - s.d1 * rs[2]));
    return 2;
  }

  static void finish_row(Real* out, int k, int ld, Real rhs) {
    out[k] = rhs;
    for (int j = k + 1; j < ld; ++j) out[j] = 0;
  }

  // Unknown r of the closed contacts.
  bool primal() {
    int k = 0;
    for (int i = 0; i < p_.count; ++i) {
      if (x_.memory[i].status == contact_status::kOpen) continue;
      for (int axis = 0; axis < 3; ++axis) w_.index[k++] = 3 * i + axis;
    }
    const int ld = (k / kPadding + 1) * kPadding;
    for (int e = 0; e < k; e += 3) primal_rows(w_.index[e] / 3, e, k, ld);
    if (k > 0 && !solve_in_place(w_.system, k, ld, w_.unknowns)) return false;
    fill_zero(x_.force, p_.ld);
    for (int e = 0; e < k; ++e) x_.force[w_.index[e]] = w_.unknowns[e];
    interface_velocity(p_, x_.force, x_.velocity);
    return true;
  }

  void primal_rows(int i, int e, int k, int ld) {
    Real* out = w_.system + static_cast<std::ptrdiff_t>(e) * ld;
    const Real* g = p_.delassus + static_cast<std::ptrdiff_t>(3 * i) * p_.ld;
    const Real* b = p_.free_velocity + 3 * i;
    for (int j = 0; j < k; ++j) out[j] = g[w_.index[j]];
    finish_row(out, k, ld, -b[0]);
    const Real *g1 = g + p_.ld, *g2 = g1 + p_.ld;
    Real *along = out + ld, *across = along + ld;
    if (x_.memory[i].status == contact_status::kStick) {
      for (int j = 0; j < k; ++j) {
        along[j] = g1[w_.index[j]];
        across[j] = g2[w_.index[j]];
      }
      // a tangent that cannot move carries no force
      if (!(g1[3 * i + 1] > 0)) along[e + 1] = local(i).scale;
      if (!(g2[3 * i + 2] > 0)) across[e + 2] = local(i).scale;
      finish_row(along, k, ld, -b[1]);
      finish_row(across, k, ld, -b[2]);
      return;
    }
    const SlipFrame s = frame_of(x_.memory[i]);
    const LocalContact& l = local(i);
    const Real weight = l.friction_step > 0 ? 1 / l.friction_step : l.scale;
    for (int j = 0; j < k; ++j) {
      const int c = w_.index[j];
      along[j] = 0;
      across[j] = s.f * (s.d1 * g2[c] - s.d2 * g1[c]);
    }
    along[e] = -weight * friction(i);
    along[e + 1] = weight * s.d1;
    along[e + 2] = weight * s.d2;
    across[e + 1] -= weight * (1 - s.f) * s.d2;
    across[e + 2] += weight * (1 - s.f) * s.d1;
    finish_row(along, k, ld, 0);
    finish_row(across, k, ld, s.f * (s.d2 * b[1] - s.d1 * b[2]));
  }

  bool takes_part(int i) const { return x_.memory[i].status != contact_status::kInactive; }

  Real residual_of(int i) const {
    return natural_residual(friction(i), local(i).scale, x_.force + 3 * i, x_.velocity + 3 * i);
  }

  void classify_one(int i) {
    classify(local(i), friction(i), x_.force + 3 * i, x_.velocity + 3 * i, x_.memory[i]);
  }

  void classify_all() {
    for (int i = 0; i < p_.count; ++i)
      if (takes_part(i)) classify_one(i);
  }

  // Only the contact that violates its law most may change status; slip directions still turn.
  void exchange_worst() {
    int worst_contact = -1;
    Real w = -1;
    for (int i = 0; i < p_.count; ++i) {
      if (!takes_part(i)) continue;
      ContactMemory next = x_.memory[i];
      classify(local(i), friction(i), x_.force + 3 * i, x_.velocity + 3 * i, next);
      if (next.status == x_.memory[i].status) {
        x_.memory[i] = next;
      } else if (residual_of(i) > w) {
        w = residual_of(i);
        worst_contact = i;
      }
    }
    if (worst_contact >= 0) classify_one(worst_contact);
  }

  void feasible_best() {
    copy(x_.force, w_.best_force, p_.ld);
    make_feasible(p_, x_);
  }

  void sweep_from_best() {
    feasible_best();
    for (int k = 0; k < kNewtonSweeps; ++k) sweep(p_, x_);
    classify_all();
  }

  SolveReport fall_back(SolveReport report, Real best) {
    fell_back_ = true;
    if (best < 0) fill_zero(w_.best_force, p_.ld);
    feasible_best();
    for (int k = 0; k < w_.tail; ++k) {
      ++report.iterations;
      if (sweep(p_, x_) <= p_.tolerance * size_) break;
    }
    make_feasible(p_, x_);
    report.residual = worst_residual(p_, x_) / size_;
    report.converged = report.residual <= p_.tolerance;
    classify_all();
    return report;
  }

  ContactProblem p_;
  ContactIterate x_;
  NewtonWork w_;
  int rows_;
  Real size_ = 0;
  bool prepared_ = false, fell_back_ = false;
};

}  // namespace mortise::MORTISE_ISA
