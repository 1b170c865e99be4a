// The step of bolted contacts, readable aloud: inputs, then substeps - kick, flow, contact, kick -
// then what is remembered (Strang's splitting of the bonded structure and of what slips and opens).
#pragma once

#include "mortise/kernel/modal_motion.hpp"
#include "mortise/kernel/step_frame.hpp"

#include "../energy_outputs.hpp"
#include "sweeps.hpp"

namespace mortise::MORTISE_ISA {

class BoltedStepper : protected StepFrame<DynamicSizes> {
 public:
  BoltedStepper(const ModelView& m, State& s)
      : Frame(m, s),
        b_(m.bolted),
        l_(m.bolted_layout),
        region_(s.at<unsigned char>(m.layout.law_history)),
        half_(m.h / (2 * Real(m.bolted.substeps))) {}

  Status run(const Real* u, Real* y) {
    Status st = take_inputs(u);
    carry_over();
    StepAccount account;
    for (int k = 0; k < b_.substeps; ++k) {
      take_drive(k);
      kick(drive());
      flow();
      st |= solve(k == 0, &account);
      push(memory(1));
      kick(drive() + d_.inputs());
    }
    account.active = settle(next<std::int32_t>(l_.status));
    if (b_.energies) energies(q_next(), v_next(), drive() + d_.inputs(), memory(1));
    books().ratio = training_ratio();
    if (b_.trust_limit > 0 && books().ratio > b_.trust_limit) st |= status::kUNTRUSTED;
    return end_step(
        finite(), st, account, y, [] {}, [this](Real* kept) { outputs(kept); });
  }

  // Preloaded, then brought to the modal state as it stands in quasi-static steps, under the last
  // inputs: in one jump friction would hold far more than on any way there.
  void start() {
    for (int copy = 0; copy < 2; ++copy)
      __builtin_memset(region_ + l_.memory[copy], 0, l_.memory_bytes);
    const int n = d_.modes(), rp = b_.rows_padded;
    Real *q_now = q_next(), largest = 0;
    for (int k = 0; k < n; ++k) {
      largest = larger(largest, q()[k] < 0 ? -q()[k] : q()[k]);
      q_now[k] = 0;
    }
    for (int k = 0; k < d_.inputs(); ++k) drive()[d_.inputs() + k] = last_inputs()[k];
    Memory now = memory(1);
    free_rows(q_now, last_inputs());
    copy(now.y, of<Real>(l_.free), rp);
    copy(now.anchor, now.y, rp);
    for (int c = 0; c < b_.clusters; ++c)
      now.status[c] = c < b_.base ? kClusterSticks : kClusterOpen;
    StepAccount account;
    for (int step = 1; step <= kStartSteps && largest > 0; ++step) {
      for (int k = 0; k < n; ++k) q_now[k] = q()[k] * (Real(step) / Real(kStartSteps));
      solve(false, &account);
    }
    if (largest > 0) push(now);
    *now.books = BoltedBooks();
    __builtin_memcpy(region_ + l_.memory[s_.current_], region_ + l_.memory[1 - s_.current_],
                     l_.memory_bytes);
    if (b_.energies) energies(q(), v(), last_inputs(), memory(0));
  }

  // Outputs of the state as it stands (ny).
  void outputs(Real* y) const {
    for (int k = 0; k < d_.outputs(); ++k) y[k] = output(m_.output_rules[k]);
  }

 protected:
  using Frame = StepFrame<DynamicSizes>;
  static constexpr int kStartSteps = 20;

  // What is remembered at t_n (0) and at t_n+1 (1).
  struct Memory {
    Real *x, *y, *anchor, *push;
    std::int32_t* status;
    BoltedBooks* books;
  };

  template <class T>
  T* of(std::uint32_t offset) const {
    return reinterpret_cast<T*>(region_ + offset);
  }
  template <class T>
  T* in(std::uint32_t copy, std::uint32_t offset) const {
    return of<T>(l_.memory[copy == 0 ? s_.current_ : 1 - s_.current_] + offset);
  }
  template <class T>
  T* next(std::uint32_t offset) const {
    return in<T>(1, offset);
  }
  Memory memory(std::uint32_t copy) const {
    return {in<Real>(copy, l_.x),
            in<Real>(copy, l_.y),
            in<Real>(copy, l_.anchor),
            in<Real>(copy, l_.push),
            in<std::int32_t>(copy, l_.status),
            in<BoltedBooks>(copy, l_.books)};
  }
  BoltedBooks& books() const { return *next<BoltedBooks>(l_.books); }
  // Inputs at both ends of the substep (2 nu).
  Real* drive() const { return of<Real>(l_.drive); }

  // The running step begins where the last one ended, and goes on in place.
  void carry_over() {
    copy(q_next(), q(), d_.modes());
    copy(v_next(), v(), d_.modes());
    carry_contact();
  }
  void carry_contact() {
    const int n = d_.modes(), rp = b_.rows_padded;
    const Memory from = memory(0), to = memory(1);
    copy(to.push, from.push, n);
    copy(to.x, from.x, rp);
    copy(to.y, from.y, rp);
    copy(to.anchor, from.anchor, rp);
    *to.books = *from.books;
  }

  // Linear inputs run through the substeps.
  void take_drive(int substep) {
    const int nu = d_.inputs();
    const Real* trial = at(m_.layout.input_trial);
    const Real from = Real(substep) / Real(b_.substeps), to = Real(substep + 1) / Real(b_.substeps);
    const bool last = substep + 1 == b_.substeps;
    for (int k = 0; k < nu; ++k) {
      const Real change = trial[nu + k] - trial[k];
      drive()[k] = trial[k] + from * change;
      drive()[nu + k] = last ? trial[nu + k] : trial[k] + to * change;
    }
  }

  // v += h/2 (S x + B u).
  void kick(const Real* u) {
    books().external += Real(0.5) * half_ * kick(half_, next<Real>(l_.push), u, v_next());
  }
  // v += time (S x + B u). Returns the sum of what inputs do times v before and after.
  Real kick(Real time, const Real* push, const Real* u, Real* v) const {
    const int n = d_.modes();
    const Real *forces = b_.input_force, *share = b_.kick;
    const Pack over = Pack::all(time);
    Real work = 0;
    lane_sums<1>(n, &work, [&](Pack* acc, int j) {
      Pack drive = Pack::all(0);
      for (int k = 0; k < d_.inputs(); ++k)
        drive =
            drive + Pack::load(forces + static_cast<std::ptrdiff_t>(k) * n + j) * Pack::all(u[k]);
      const Pack pushed = Pack::load(push + j);
      const Pack before = Pack::load(v + j);
      const Pack after =
          before + over * ((share ? Pack::load(share + j) * pushed : pushed) + drive);
      after.store(v + j);
      acc[0] = acc[0] + drive * (before + after);
    });
    return work;
  }

  // The bonded structure moves freely, exactly.
  void flow() {
    const int n = d_.modes();
    const Real *f0 = b_.flow, *f1 = f0 + n, *f2 = f1 + n, *f3 = f2 + n;
    Real *q = q_next(), *v = v_next();
    Real loss = 0;
    lane_sums<1>(n, &loss, [&](Pack* acc, int j) {
      const Pack qj = Pack::load(q + j), vj = Pack::load(v + j), omega = Pack::load(m_.omega + j);
      const Pack to_q = without_traces(Pack::load(f0 + j) * qj + Pack::load(f1 + j) * vj);
      const Pack to_v = without_traces(Pack::load(f2 + j) * qj + Pack::load(f3 + j) * vj);
      to_q.store(q + j);
      to_v.store(v + j);
      const Pack a = omega * qj, b = omega * to_q;
      acc[0] = acc[0] + ((vj * vj + a * a) - (to_v * to_v + b * b));
    });
    books().material += Real(0.5) * loss;
  }

  // free = constant + from_modes q + from_inputs u.
  void free_rows(const Real* q, const Real* u) const {
    const int rp = b_.rows_padded;
    Real* free = of<Real>(l_.free);
    combine(free, b_.from_modes, rp, q, m_.dims.modes, rp);
    for (int j = 0; j < rp; j += kLanes) {
      Pack sum = Pack::load(free + j) + Pack::load(b_.constant + j);
      for (int k = 0; k < d_.inputs(); ++k)
        sum = sum + Pack::load(b_.from_inputs + static_cast<std::ptrdiff_t>(k) * rp + j) *
                        Pack::all(u[k]);
      sum.store(free + j);
    }
  }

  // y = free + pivot x.
  void add_contact(Real* y, const Real* x) const {
    copy(y, of<Real>(l_.free), b_.rows_padded);
    add_clusters(y, x, 0);
  }

  // y += pivot x of the clusters from `first` on.
  void add_clusters(Real* y, const Real* x, int first) const {
    const std::ptrdiff_t ld = b_.rows_padded;
    for (int c = first; c < b_.clusters; ++c) {
      const Real* xc = x + 3 * c;
      if (xc[0] == 0 && xc[1] == 0 && xc[2] == 0) continue;
      const Real* columns = b_.pivot + ld * 3 * c;
      add_three(y, columns, columns + ld, columns + 2 * ld, xc[0], xc[1], xc[2], b_.rows_padded);
    }
  }

  // The contact at the end of the substep, from the x that it has begun with.
  Status solve(bool first, StepAccount* account) {
    const int rp = b_.rows_padded;
    const Memory to = memory(1);
    Real *start_x = of<Real>(l_.start_x), *start_y = of<Real>(l_.start_y);
    copy(start_x, to.x, rp);
    copy(start_y, to.y, rp);
    free_rows(q_next(), drive() + d_.inputs());
    add_contact(to.y, to.x);
    copy(of<Real>(l_.warm), to.y, rp);
    for (int r = 0; r < 3 * b_.base; ++r) to.anchor[r] = start_x[r];
    BoltedProblem p;
    p.view = &b_;
    p.friction = of<Real>(l_.friction);
    p.before = to.anchor;
    p.x = to.x;
    p.y = to.y;
    p.enough = m_.tolerance * b_.force_scale;
    p.sweep_cap = m_.sweep_cap;
    const BoltedReport report = sweep_clusters(p);
    account->iterations += report.updates;
    account->residual = larger(account->residual, report.asked / b_.force_scale);
    Status st = report.converged ? status::kOk : status::kCAPPED;
    if (!passive()) st |= status::kLIMITED;
    note_clusters();
    if (b_.energies) losses(first ? last_inputs() : drive());
    return st;
  }

  // Sums over base rows of (x - start) a, over the others of x b.
  template <class A, class B>
  Real of_change(const A& a, const B& b) const {
    const Real *x = next<Real>(l_.x), *start = of<Real>(l_.start_x);
    const Pack half = Pack::all(0.5);
    Real total = 0;
    lane_sums<1>(b_.rows_padded, &total, [&](Pack* acc, int j) {
      const Pack sign = half * Pack::load(b_.sign + j), xj = Pack::load(x + j);
      acc[0] = acc[0] + (((half - sign) * (xj - Pack::load(start + j))) * a(j) +
                         ((half + sign) * xj) * b(j));
    });
    return total;
  }

  // Is what the contact has done to the structure a loss? With d the slip and opening of the base
  // and the forces of the others, what it gives along share d is quadratic, share (a + share b),
  // b = d . pivot d >= 0: if it is a gain, so much of d is taken that it is none.
  bool passive() {
    const Real *y = next<Real>(l_.y), *start_y = of<Real>(l_.start_y);
    const Real gain = of_change([&](int j) { return Pack::load(y + j); },
                                [&](int j) { return Pack::load(y + j) - Pack::load(start_y + j); });
    if (!(gain > 0)) return true;
    const int rp = b_.rows_padded;
    Real *along = of<Real>(l_.signed_x), *warm = of<Real>(l_.warm);
    for (int j = 0; j < rp; j += kLanes)
      (Pack::load(y + j) - Pack::load(warm + j)).store(along + j);
    add_clusters(along, of<Real>(l_.start_x), b_.base);
    const auto by_change = [&](int j) { return Pack::load(along + j); };
    const Real square = of_change(by_change, by_change), slope = gain - square;
    const Real share = slope < 0 ? -slope / square : Real(0);
    take_share(share);
    return !(1 - share > m_.tolerance);
  }

  // Takes a share of what the solve has changed.
  void take_share(Real share) {
    const Real *start = of<Real>(l_.start_x), *along = of<Real>(l_.signed_x);
    Real *x = next<Real>(l_.x), *y = next<Real>(l_.y);
    const Pack half = Pack::all(0.5), part = Pack::all(share), rest = Pack::all(1 - share);
    for (int j = 0; j < b_.rows_padded; j += kLanes) {
      const Pack of_base = half - half * Pack::load(b_.sign + j);
      const Pack from = of_base * Pack::load(start + j);
      (from + part * (Pack::load(x + j) - from)).store(x + j);
      (Pack::load(y + j) - rest * Pack::load(along + j)).store(y + j);
    }
  }

  // How every cluster ends the substep, and where those that stick begin the next one.
  void note_clusters() {
    const Memory to = memory(1);
    const Real *start = of<Real>(l_.start_x), *friction = of<Real>(l_.friction);
    for (int c = 0; c < b_.clusters; ++c) {
      const int r = 3 * c;
      const Real *x = to.x + r, *y = to.y + r;
      if (c < b_.base) {
        const bool moved = x[1] != start[r + 1] || x[2] != start[r + 2];
        to.status[c] = x[0] > 0 ? kClusterOpen : moved ? kClusterSlips : kClusterSticks;
        continue;
      }
      const Real limit = friction[b_.zone_of[c]] * x[0];
      const bool slips = x[1] * x[1] + x[2] * x[2] >= (1 - kAtLimit) * (limit * limit);
      to.status[c] = !(x[0] > 0) ? kClusterOpen : slips ? kClusterSlips : kClusterSticks;
      if (to.status[c] == kClusterSticks) continue;
      for (int a = 1; a < 3; ++a) to.anchor[r + a] = y[a];
    }
  }

  // Losses and work of the substep: the mean of each force's values at both ends times its way.
  //   last_solved  inputs of the contact before (nu)
  void losses(const Real* last_solved) {
    const Memory to = memory(1);
    const Real *start_x = of<Real>(l_.start_x), *start_y = of<Real>(l_.start_y);
    Real twice = 0;  // what the cluster rows take up
    for (int c = 0; c < b_.clusters; ++c) {
      for (int r = 3 * c + 1; r < 3 * c + 3; ++r)
        twice += c < b_.base ? (to.y[r] + start_y[r]) * (to.x[r] - start_x[r])
                             : (to.x[r] + start_x[r]) * (to.y[r] - start_y[r]);
    }
    books().friction -= Real(0.5) * twice;
    // what inputs move of the rows
    const Real *u0 = last_solved, *u1 = drive() + d_.inputs();
    for (int k = 0; k < d_.inputs(); ++k) {
      const Real* column = b_.from_inputs + static_cast<std::ptrdiff_t>(k) * b_.rows_padded;
      Real slip = 0, force = 0;
      for (int r = 0; r < 3 * b_.base; ++r) slip += column[r] * (to.x[r] - start_x[r]);
      for (int r = 3 * b_.base; r < b_.rows; ++r) force += column[r] * (to.x[r] + start_x[r]);
      books().external -= Real(0.5) * (slip * (u0[k] + u1[k]) + force * (u1[k] - u0[k]));
    }
  }

  // push = from_modes^T (sign x).
  void push(const Memory& of_step) const {
    const int rp = b_.rows_padded, n = m_.dims.modes;
    const Real* x = of_step.x;
    Real *signed_x = of<Real>(l_.signed_x), *to = of_step.push;
    for (int j = 0; j < rp; j += kLanes)
      (Pack::load(b_.sign + j) * Pack::load(x + j)).store(signed_x + j);
    int k = 0;
    for (; k + kRowBatch <= n; k += kRowBatch)
      dot_rows<kRowBatch>(b_.from_modes + static_cast<std::ptrdiff_t>(k) * rp, rp, signed_x, rp,
                          to + k);
    for (; k < n; ++k)
      dot_rows<1>(b_.from_modes + static_cast<std::ptrdiff_t>(k) * rp, rp, signed_x, rp, to + k);
  }

  // Clusters that take part in the solve.
  int settle(const std::int32_t* status) const {
    int active = 0;
    for (int c = 0; c < b_.clusters; ++c)
      active += status[c] != (c < b_.base ? kClusterSticks : kClusterOpen) ? 1 : 0;
    return active;
  }

  // What the structure and the contact hold, with the coordinates and inputs of `memory`'s rows.
  void energies(const Real* q, const Real* v, const Real* u, const Memory& to) const {
    Real modal[2];
    lane_sums<2>(d_.modes(), modal, [&](Pack* acc, int j) {
      const Pack vj = Pack::load(v + j), w = Pack::load(m_.omega + j) * Pack::load(q + j);
      acc[0] = acc[0] + vj * vj;
      acc[1] = acc[1] + w * w;
    });
    to.books->kinetic = Real(0.5) * modal[0];
    to.books->strain = Real(0.5) * modal[1] + contact_energy(u, to);
  }
  // Beside what the bonded modes hold; rows as `free` has them, from inputs u.
  Real contact_energy(const Real* u, const Memory& to) const {
    const Real* free = of<Real>(l_.free);
    const Pack half = Pack::all(0.5);
    Real contact = 0;
    lane_sums<1>(b_.rows_padded, &contact, [&](Pack* acc, int j) {
      const Pack f = Pack::load(free + j), xj = Pack::load(to.x + j);
      const Pack of_base = half - half * Pack::load(b_.sign + j);
      acc[0] = acc[0] + xj * (of_base * f + half * (Pack::load(to.y + j) - f));
    });
    for (int k = 0; k < d_.inputs(); ++k) {
      const Real* column = b_.from_inputs + static_cast<std::ptrdiff_t>(k) * b_.rows_padded;
      Real slip = 0;
      for (int r = 0; r < 3 * b_.base; ++r) slip += column[r] * to.x[r];
      contact -= slip * u[k];
    }
    return contact;
  }

  // Size of modes or of the contact, over the largest that training has seen.
  Real training_ratio() const {
    const auto square = [&](const Real* values, const Real* scales, int count) {
      Real sum = 0;
      lane_sums<1>(count, &sum, [&](Pack* acc, int j) {
        const Pack share = Pack::load(values + j) * Pack::load(scales + j);
        acc[0] = acc[0] + share * share;
      });
      return sum;
    };
    return square_root(larger(square(q_next(), b_.trained_modes, d_.modes()),
                              square(next<Real>(l_.x), b_.trained_contact, b_.rows_padded)));
  }

  // Everything that is remembered is a number.
  bool finite() const {
    const Pack huge = Pack::all(kHuge), zero = Pack::all(0);
    const Memory to = memory(1);
    Real sum = 0;
    lane_sums<1>(d_.modes(), &sum, [&](Pack* acc, int j) {
      acc[0] = acc[0] + (Pack::load(q_next() + j) * huge + Pack::load(v_next() + j) * huge) * zero +
               (Pack::load(to.push + j) * huge) * zero;
    });
    Real rows = 0;
    lane_sums<1>(b_.rows_padded, &rows, [&](Pack* acc, int j) {
      acc[0] = acc[0] + (Pack::load(to.x + j) * huge + Pack::load(to.y + j) * huge) * zero;
    });
    const BoltedBooks& e = *to.books;
    return sum + rows +
               (e.kinetic + e.strain + e.material + e.friction + e.external + e.ratio) * 0 ==
           0;
  }

  Real output(const OutputRule& o) const {
    const Memory now = memory(0);
    const BoltedBooks& e = *now.books;
    Real energy;
    if (booked_energy(e, o.quantity, &energy)) return energy;
    switch (o.quantity) {
      case quantity::displacement:
        return modal_output(o, q(), v()) +
               beside_modes(o.index, b_.output_constant, b_.output_contact, b_.output_inputs);
      case quantity::contact_force: {
        Real modes;
        dot_rows<1>(b_.resultant_modes + static_cast<std::ptrdiff_t>(o.index) * d_.modes(), 0, q(),
                    d_.modes(), &modes);
        return modes + beside_modes(o.index, b_.resultant_constant, b_.resultant_contact,
                                    b_.resultant_inputs);
      }
      case quantity::gap:
        return static_cast<std::int32_t>(o.index) < b_.base ? now.x[3 * o.index]
                                                            : now.y[3 * o.index];
      case quantity::dissipated_friction:
        return e.friction;
      case quantity::slipping_share:
        return slipping(now.status);
      case quantity::training_ratio:
        return e.ratio;
      default:
        return modal_output(o, q(), v());
    }
  }
  // What row `index` has of a constant, of the contact and of the inputs.
  Real beside_modes(std::uint32_t index, const Real* constant, const Real* contact,
                    const Real* inputs) const {
    Real value;
    dot_rows<1>(contact + static_cast<std::ptrdiff_t>(index) * b_.rows_padded, 0, in<Real>(0, l_.x),
                b_.rows_padded, &value);
    value += constant[index];
    for (int k = 0; k < d_.inputs(); ++k)
      value += inputs[static_cast<std::ptrdiff_t>(index) * d_.inputs() + k] * last_inputs()[k];
    return value;
  }
  Real slipping(const std::int32_t* status) const {
    int count = 0;
    for (int c = 0; c < b_.clusters; ++c) count += status[c] == kClusterSlips ? 1 : 0;
    return Real(count) / Real(b_.clusters);
  }

  static constexpr Real kAtLimit = 1e-9;  // share of its limit that a sliding force may miss

  const BoltedView& b_;
  const BoltedLayout& l_;
  unsigned char* region_;
  Real half_;  // of a substep [s]
};

}  // namespace mortise::MORTISE_ISA
