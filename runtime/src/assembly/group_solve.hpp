// The solve of several interfaces that see each other: sweeps over all of them, and Newton on all
// their forces where sweeps do not finish.
//
// Contacts enter by their statuses (status_newton.hpp), with which their laws are linear; joints by
// what their laws would change. Where statuses turn about without progress, only the worst contact
// of the group changes. Where that does not end either, a path leads to the solution, from contacts
// that are held open, if all laws are linear by pieces.
#pragma once

#include <type_traits>

#include "interface_block.hpp"
#include "mortise/kernel/contact/lu.hpp"
#include "passive_friction.hpp"
#include "places.hpp"

namespace mortise::MORTISE_ISA {

class GroupSolve {
 public:
  // members: that take part, in the order of a sweep; push: room for those of every pair
  GroupSolve(const AssemblyView& a, State& s, const GroupView& group, GroupMember* members,
             int count, RowPush* push, Couplings coupling)
      : a_(a), s_(s), group_(group), coupling_(coupling), member_(members), count_(count) {
    join(push);
    if (group.newton_cap == 0) return;
    system_ = assembly::part_at<Real>(a, s, a.parts.system);
    unknown_ = assembly::part_at<Real>(a, s, a.parts.unknowns);
    best_force_ = assembly::part_at<Real>(a, s, a.parts.best);
  }

  // Forces of all laws and the motion of all rows. fell_back: Newton met its cap.
  SolveReport run(Status* st, bool* fell_back) {
    each([](auto& b) { b.enter(); });
    SolveReport report = solve(fell_back);
    PassiveFriction friction(member_, count_);
    if (!friction.drives(group_.tolerance)) return report;
    friction.oppose_mean_velocity();
    each([](auto& b) {
      b.gather();
      b.start_over();
    });
    bool fell_back_again = false;
    const SolveReport second = solve(&fell_back_again);
    *fell_back = *fell_back || fell_back_again;
    report.iterations += second.iterations;
    report.converged = report.converged && second.converged;
    report.residual = larger(report.residual, second.residual);
    if (friction.blend() > PassiveBlend::kNotice) *st |= status::kBLENDED;
    start_over();
    return report;
  }
  // From the forces as they are, once all blocks follow their free motion.
  SolveReport solve(bool* fell_back) {
    SolveReport report;
    find_rows();
    push_all();
    Real size = 0;
    each([&](auto& b) { size = larger(size, b.size()); });
    const Real speed = speed_of_bodies();
    Real rounding = 0;
    each([&](auto& b) { rounding = larger(rounding, b.rounding(speed)); });
    size_ = size;
    enough_ = larger(group_.tolerance * size, rounding);
    const bool swept = sweeps_pay();
    if (swept) {
      sweeps(&report);
      if (!report.converged) backoff() = kSweepBackoff;
    }
    if (!report.converged && group_.newton_cap > 0) {
      newton(&report, swept ? kFromForces : kFromStatuses);
      if (!report.converged) newton(&report, follow_path(&report) ? kFromPath : kFromNone);
      *fell_back = !report.converged;
      if (!report.converged) tail(&report);
    }
    if (!report.converged) finish(&report);
    if (size > 0) report.residual /= size;
    return report;
  }

 private:
  static constexpr Real kGolden = 0.6180339887498949;
  static constexpr Real kUnknown = 1e300;
  static constexpr int kSweepBackoff = 16;

  template <class Visit>
  MORTISE_INLINE void each(const Visit& visit) {
    for (int i = 0; i < count_; ++i) member_[i].block->visit_rows(visit);
  }

  // Where they would not finish with all contacts closed, sweeps that have failed are left out for
  // a few steps.
  bool sweeps_pay() {
    if (!group_.newton_first || group_.films > 0) return true;
    if (backoff() > 0) --backoff();
    return backoff() == 0;
  }
  // Kept with the first interface, which needs it alone only.
  std::int32_t& backoff() {
    return assembly::state_of(a_, s_, static_cast<std::int32_t>(group_.interface[0]))
        .sweep_backoff_;
  }

  // Norm of the modal velocities of the group at the start of the step.
  Real speed_of_bodies() const {
    const Real* v = s_.at<Real>(a_.layout.v[s_.current_]) + group_.first_mode;
    Pack squares = Pack::all(0);
    for (int j = 0; j < group_.modes; j += kLanes) {
      const Pack vj = Pack::load(v + j);
      squares = squares + vj * vj;
    }
    return square_root(sum(squares));
  }

  // Whom every member pushes: those that take part.
  void join(RowPush* push) {
    for (int i = 0; i < count_; ++i) {
      GroupMember& from = member_[i];
      from.others = {push, 0};
      for (int j = 0; j < count_; ++j) {
        const Real* columns = coupling_.at(member_[j].interface, from.interface);
        if (!columns || j == i) continue;
        *push++ = {columns, nullptr, a_.interface[member_[j].interface].shape.padded};
        ++from.others.count;
      }
    }
  }
  // Rows lie where they do once every member has entered.
  void find_rows() {
    for (int i = 0; i < count_; ++i) {
      RowPush* push = member_[i].others.to;
      for (int j = 0; j < count_; ++j) {
        if (!coupling_.at(member_[j].interface, member_[i].interface) || j == i) continue;
        member_[j].block->visit_rows([&](auto& b) { push->rows = b.seen(); });
        ++push;
      }
    }
  }

  // Every member's forces move the rows of the others.
  void push_all() {
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        for (int o = 0; o < member_[i].others.count; ++o)
          for (int r = 0; r < b.rows(); ++r)
            if (b.forces()[r] != 0) member_[i].others.to[o].template push<1>(r, b.forces() + r);
      });
  }
  void start_over() {
    each([](auto& b) {
      b.gather();
      b.start_over();
    });
    push_all();
    if (shift_ != 0) each_covered([&](Real* seen, Real by) { *seen += shift_ * by; });
  }

  Real residual() {
    Real worst = 0;
    each([&](auto& b) { worst = larger(worst, b.residual()); });
    return worst;
  }

  Real sweep() {
    Real change = 0;
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows(
          [&](auto& b) { change = larger(change, b.sweep(member_[i].others)); });
    return change;
  }

  // Until all rows obey their laws, or the changes shrink too slowly to get there.
  void sweeps(SolveReport* report) {
    Real previous = 0;
    for (int k = 0; k < group_.sweep_cap; ++k) {
      ++report->iterations;
      const Real change = sweep();
      const bool settled = change <= enough_ || change * change <= enough_ * previous;
      if (settled) {
        report->residual = residual();
        report->converged = report->residual <= enough_;
        if (report->converged) return;
      }
      if (group_.newton_cap > 0 && k > 0 && hopeless(change, previous, group_.sweep_cap - 1 - k))
        return;
      previous = change;
    }
  }
  // With changes that shrink as the last one did, are `left` sweeps too few?
  bool hopeless(Real change, Real previous, int left) const {
    const Real rate = change / previous;
    Real next = change;
    for (int k = 0; k < left && next > enough_; ++k) next *= rate;
    return next > enough_;
  }

  void count_unknowns() {
    unknowns_ = 0;
    for (int i = 0; i < count_; ++i) {
      member_[i].first = unknowns_;
      member_[i].block->visit_rows([&](auto& b) { unknowns_ += b.unknowns(); });
    }
  }

  // kFromStatuses: as the last step has left them; the other ones by the forces, but for the
  // path's.
  enum NewtonStart { kFromStatuses, kFromForces, kFromPath, kFromNone };

  // The best iterate is that of all attempts.
  void newton(SolveReport* report, NewtonStart from) {
    const bool first = from == kFromStatuses || from == kFromForces;
    if (first) count_unknowns();
    if (from == kFromNone) {
      each([](auto& b) {
        for (int k = 0; k < b.unknowns(); ++k) b.set_force(k, 0);
      });
      start_over();
    }
    if (from == kFromForces || from == kFromNone) each([](auto& b) { b.classify_all(); });
    // Newton alone begins with a solve, whatever is left now
    Real reference = from == kFromStatuses ? kUnknown : residual();
    if (first) {
      best_ = reference;
      keep_best();
    }
    int slow = 0, exchanges = 0;
    bool single = false;
    for (int k = 0; k < group_.newton_cap; ++k) {
      ++report->iterations;
      if (!iterate()) break;
      Real off = residual();
      if (!(off >= 0)) break;
      if (off <= enough_) {
        off = remember(off);
        report->residual = off;
        report->converged = off <= enough_;
        if (report->converged) return;
      }
      if (off < best_) {
        best_ = off;
        keep_best();
      }
      if (off < Real(0.25) * reference) {
        reference = off;
        slow = 0;
        single = false;
      } else if (++slow >= kNewtonPatience) {
        single = true;
      }
      if (single && exchanges == kNewtonExchanges) {
        back_to_best();
        for (int j = 0; j < kNewtonSweeps; ++j) (void)sweep();
        each([](auto& b) { b.classify_all(); });
        single = false;
        slow = exchanges = 0;
        reference = residual();
      } else if (single) {
        ++exchanges;
        exchange_worst();
      } else {
        each([](auto& b) { b.classify_all(); });
      }
    }
    back_to_best();
  }

  // What laws remember, by the forces as they are. Compliant ones once more, which may move others.
  // Returns the residual, which was `off`.
  Real remember(Real off) {
    bool moved = false;
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        if constexpr (std::decay_t<decltype(b)>::kCompliant) {
          moved = true;
          (void)b.sweep(member_[i].others);
        }
      });
    each([](auto& b) { b.classify_all(); });
    return moved ? residual() : off;
  }

  // Forces of the best iterate, on their cones.
  void back_to_best() {
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        const Real* best = best_force_ + member_[i].first;
        b.move_forces(best, 0, best);
      });
    each([](auto& b) { b.make_feasible(); });
    start_over();
  }

  void keep_best() { read_forces(best_force_); }

  void exchange_worst() {
    Real worst = -1;
    InterfaceBlock* of = nullptr;
    int contact = -1;
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        int own = -1;
        const Real off = b.worst_exchange(&own);
        if (off <= worst) return;
        worst = off;
        of = member_[i].block;
        contact = own;
      });
    if (of) of->visit_rows([&](auto& b) { b.exchange(contact); });
  }

  // What linearises the laws: where they are, by their pieces, or by their pieces along a path.
  enum Linear { kHere, kByPieces, kAlongPath };

  // One linear solve for the change of all forces; false if the system is singular.
  template <Linear kLinear>
  bool solve_linear() {
    const int k = unknowns_, ld = (k / kPadding + 1) * kPadding;
    fill_zero(system_, k * ld);
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        const int own = b.unknowns();
        for (int e = 0; e < own;) {
          StackedEquation equation[3];
          const int rows =
              kLinear == kHere ? b.equations(e, equation) : b.piece_equations(e, equation);
          for (int r = 0; r < rows; ++r) {
            Real* out = system_ + static_cast<std::ptrdiff_t>(member_[i].first + e + r) * ld;
            write(equation[r], i, b, out);
            out[k] = -(kLinear == kAlongPath ? covered(equation[r], i, b) : equation[r].value);
          }
          e += rows;
        }
      });
    return solve_in_place(system_, k, ld, unknown_);
  }
  // Forces `from` (unknowns) and a share of the solution.
  void step_forces(Real share, const Real* from) {
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        const int first = member_[i].first;
        b.move_forces(from + first, share, unknown_ + first);
      });
    start_over();
  }
  // The solution added to the forces; overwrites the system.
  void add_solution() {
    read_forces(system_);
    step_forces(1, system_);
  }
  void read_forces(Real* to) const {
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) { b.read_forces(to + member_[i].first); });
  }
  bool iterate() {
    if (!solve_linear<kHere>()) return false;
    add_solution();
    return true;
  }

  // ---- path, for laws that are linear by pieces
  // The contacts are held open by a motion s times their cover, of which s is taken away: forces
  // and motion obey all laws at every s, and change at steady rates until a law point enters
  // another piece of its law. s may rise for a while (Lemke's algorithm in the unknowns of Newton).
  bool follow_path(SolveReport* report) {
    bool piecewise = true;
    each([&](auto& b) { piecewise = piecewise && b.piecewise(); });
    if (!piecewise) return false;
    int left = kGroupPivots * group_.newton_cap;
    each([](auto& b) { b.release(); });
    start_over();
    bool found = settle_pieces(&left);
    if (found) {
      Real s = 0;
      each_covered([&](Real* seen, Real by) { s = larger(s, -*seen / by); });
      found = follow(2 * s, &left);
    }
    shift_ = 0;
    start_over();
    if (!found) (void)sweep();  // joints forget their pieces
    report->iterations += kGroupPivots * group_.newton_cap - left;
    return found;
  }
  // Newton over the pieces while no contact is closed.
  bool settle_pieces(int* left) {
    for (int k = 0; *left > 0; ++k, --*left) {
      bool changed = false;
      each([&](auto& b) { changed = b.find_pieces() || changed; });
      if (k > 0 && !changed) return true;
      if (!solve_linear<kByPieces>()) return false;
      add_solution();
    }
    return false;
  }
  bool follow(Real s, int* left) {
    Real *z = system_, *dz = z + unknowns_, *forces = dz + unknowns_;
    Departure last;
    for (; *left > 0; --*left) {
      shift_ = s;
      start_over();
      if (!solve_linear<kAlongPath>()) return false;
      record(z);
      read_forces(forces);
      shift_ = s + 1;
      step_forces(1, forces);
      record(dz);
      for (int k = 0; k < unknowns_; ++k) dz[k] -= z[k];
      const Real way = last.of ? last.way(dz) : Real(-1);
      if (way == 0) return false;
      for (int k = 0; k < unknowns_; ++k) dz[k] *= way;
      last = next_departure(z, dz);
      const bool ends = way < 0 && (!last.of || last.change.after >= s);
      if (!ends && !last.of) return false;
      const Real step = ends ? -s : way * last.change.after;
      s = ends ? 0 : s + step;
      shift_ = s;
      step_forces(step, forces);
      if (ends) return true;
      last.of->visit_rows([&](auto& b) { b.turn(last.point, last.change); });
    }
    return false;
  }
  // The law point that enters another piece.
  struct Departure {
    PieceChange change;
    InterfaceBlock* of = nullptr;
    int point = 0, first = 0, count = 0;  // its coordinates among all

    // Which way the path goes on within that piece, 1: s rises; 0: it does not go on.
    //   dz  change of all coordinates where s rises
    Real way(const Real* dz) const {
      Real inside = 0;
      for (int a = 0; a < count; ++a) inside += change.inside[a] * dz[first + a];
      return inside > 0 ? 1 : inside < 0 ? -1 : 0;
    }
  };
  Departure next_departure(const Real* z, const Real* dz) const {
    Departure next;
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        const int points = b.law_points(), count = points > 0 ? b.unknowns() / points : 0;
        for (int p = 0; p < points; ++p) {
          const int first = member_[i].first + p * count;
          const PieceChange change = b.next_change(p, z + first, dz + first);
          if (change.after < 0 || (next.of && change.after >= next.change.after)) continue;
          next = {change, member_[i].block, p, first, count};
        }
      });
    return next;
  }
  void record(Real* coordinates) const {
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        for (int k = 0; k < b.unknowns(); ++k) coordinates[member_[i].first + k] = b.coordinate(k);
      });
  }
  // Unlike for any two rows, so that no two points enter other pieces at once.
  template <class Block>
  Real cover(const Block& b, int member, int row) const {
    const Real part = b.cover(row);
    if (part == 0) return 0;
    const Real mixed = kGolden * static_cast<Real>(1 + row + 37 * member);
    return part * size_ * (Real(0.5) + mixed - static_cast<Real>(static_cast<int>(mixed)));
  }
  template <class Block>
  Real covered(const StackedEquation& e, int member, const Block& b) const {
    Real moved = 0;
    for (int r = 0; r < e.rows; ++r) moved += e.by_row[r] * cover(b, member, e.row[r]);
    return moved;
  }
  template <class Visit>
  void each_covered(const Visit& visit) {
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        for (int r = 0; r < b.rows(); ++r) {
          const Real by = cover(b, i, r);
          if (by > 0) visit(b.seen() + r, by);
        }
      });
  }

  template <class Block>
  void write(const StackedEquation& e, int member, const Block& b, Real* out) {
    for (int f = 0; f < e.forces; ++f) out[member_[member].first + e.force[f]] += e.by_force[f];
    if (e.rows == 0) return;
    const int ld = a_.interface[member_[member].interface].shape.padded;
    for (int j = 0; j < count_; ++j) {
      const Real* columns = j == member
                                ? b.own_columns()
                                : coupling_.at(member_[member].interface, member_[j].interface);
      if (!columns) continue;
      member_[j].block->visit_rows(
          [&](auto& from) { from.add_motion(e, columns, ld, out + member_[j].first); });
    }
  }

  // Sweeps from the best iterate on.
  void tail(SolveReport* report) {
    for (int k = 0; k < group_.tail_sweeps; ++k) {
      ++report->iterations;
      if (sweep() > enough_) continue;
      report->residual = residual();
      report->converged = report->residual <= enough_;
      if (report->converged) return;
    }
  }
  // Forces of an unfinished solve on their cones; the rows of all follow.
  void finish(SolveReport* report) {
    each([](auto& b) { b.make_feasible(); });
    start_over();
    report->residual = residual();
    report->converged = report->residual <= enough_;
  }

  const AssemblyView& a_;
  State& s_;
  const GroupView& group_;
  Couplings coupling_;
  GroupMember* member_;
  int count_, unknowns_ = 0;
  Real *system_ = nullptr, *unknown_ = nullptr, *best_force_ = nullptr;
  Real enough_ = 0, best_ = 0, size_ = 0;
  Real shift_ = 0;  // s of a path
};

}  // namespace mortise::MORTISE_ISA
