// A joint as one interface of an assembly: the parts of its step, and one sweep.
#pragma once

#include "../stacked_row.hpp"
#include "../substep_part.hpp"
#include "mortise/kernel/contact/problem.hpp"
#include "step.hpp"

namespace mortise::MORTISE_ISA {

// Held by the block before its base, which refers to it.
struct JointOperators {
  JointStage live;
};

class JointBlock : JointOperators, JointStepper {
  template <class Ask>
  auto with_law(const Ask& ask) const {
    return with_tangential_law(law_.tangential, ask);
  }

 public:
  static constexpr bool kCompliant = true;
  static constexpr RowsSeen kSeen = RowsSeen::positions;

  // beside_film: with operators of the step instead of the file's
  JointBlock(const ModelView& m, State& s, bool beside_film)
      : JointOperators{beside_film ? file_stage(m, s) : JointStage{}},
        JointStepper(m, s, beside_film ? live : file_stage(m, s)),
        problem_(problem()) {}

  int rows() const { return joint_.rows; }
  int active() const { return closed_; }
  static bool activate(const Real*) { return true; }

  // ---- alone: the step of a model of its own
  SolveReport solve_alone(Status* st) {
    free_positions();
    const JointReport report = solve();
    closed_ = report.closed;
    if (!report.converged) *st |= status::kCAPPED;
    correct();
    alone_ = true;
    return {report.iterations, report.residual, report.converged};
  }

  // ---- among others
  // Forces to start with, and their push on the modes.
  void add_warm_forces(Real* modal) {
    warm_forces(problem_);
    add_forces(modal);
  }
  // Positions of all rows under the forces as they are.
  void enter() { start_over(); }
  static void prepare() {}
  void follow() { start_over(); }
  // ---- beside a film: operators of the step, before and after they have changed
  static bool pushes(int) { return true; }
  const Real* modal_row(int r) const {
    return joint_.row + static_cast<std::ptrdiff_t>(r) * d_.modes();
  }
  void use(const Real* compliance, const LocalContact*, Real* point_compliance) {
    live.compliance = compliance;
    live.point_compliance = points_ = point_compliance;
  }
  void renew() {
    const int nn = joint_.tangential ? joint_.nodes : 0;
    for (int k = 0; k < joint_.points; ++k) {
      const JointPoint& at = joint_.point[k];
      points_[2 * k] = coupling(joint_, live, at, 0, at, 0);
      points_[2 * k + 1] = nn > 0 ? coupling(joint_, live, at, nn, at, nn) : Real(0);
    }
    JointStepper::prepare();
  }
  void start_over() {
    free_positions();
    const int ld = joint_.rows_padded;
    add_rows(problem_.position, stage_.compliance, ld, of<Real>(l_.force), joint_.rows, ld);
  }
  Real* seen() const { return problem_.position; }           // (nrp) [m]
  const Real* forces() const { return of<Real>(l_.force); }  // (nr) [N]
  Real size() const { return size_ * (2 / m_.h); }
  static Real rounding(Real) { return 0; }  // residual() knows
  Real sweep(const RowPushes& others) {
    return with_law([&](auto law) {
             using Law = decltype(law);
             return joint_sweep<Law, Law::kRubs>(problem_, others);
           }) *
           (2 / m_.h);
  }
  Real residual() const {
    const Real off = with_law([&](auto law) {
      using Law = decltype(law);
      return joint_residual<Law, Law::kRubs>(problem_);
    });
    return off > least_ ? off * (2 / m_.h) : Real(0);
  }
  // ---- Newton: the mean forces of the points, normal ones and, with friction, tangential ones in
  // turn
  int unknowns() const { return axes() * joint_.points; }
  // Adds motion as the block of contacts does.
  void add_motion(const StackedEquation& e, const Real* columns, int ld, Real* out) const {
    const int n = axes();
    for (int k = 0; k < joint_.points; ++k) {
      const JointPoint& at = joint_.point[k];
      for (int axis = 0; axis < n; ++axis) {
        const Real* first = columns + (std::ptrdiff_t(at.first) + axis * joint_.nodes) * ld;
        const Real* second = columns + (std::ptrdiff_t(at.second) + axis * joint_.nodes) * ld;
        Real by_first = 0, by_second = 0;
        for (int r = 0; r < e.rows; ++r) {
          by_first += e.by_row[r] * first[e.row[r]];
          by_second += e.by_row[r] * second[e.row[r]];
        }
        *out++ += at.share_first * by_first + at.share_second * by_second;
      }
    }
  }
  // Equations of unknowns k, and k + 1 with friction: what the laws would change, by differences.
  int equations(int k, StackedEquation* out) const {
    const int point = k / axes(), n = axes();
    const JointPoint& at = joint_.point[point];
    const Real* c = stage_.point_compliance + 2 * static_cast<std::ptrdiff_t>(point);
    const Real opening = at_nodes(problem_.position, at);
    const Real slip = n > 1 ? at_nodes(problem_.position + joint_.nodes, at) : Real(0);
    const Real step = larger(kOfMotion * size_, larger(kOfRounding * least_, kTiny));
    const PointChange here = change(point, opening, slip);
    const PointChange opened = change(point, opening + step, slip);
    const PointChange slid = n > 1 ? change(point, opening, slip + step) : here;
    const Real by[2][2] = {
        {(opened.normal - here.normal) / step, 0},
        {(opened.tangent - here.tangent) / step, (slid.tangent - here.tangent) / step}};
    const Real value[2] = {here.normal, here.tangent};
    for (int e = 0; e < n; ++e) {
      // forces count as the motion that they cause, so that all rows are of one size
      const Real scale = (c[e] > 0 ? c[e] : Real(1)) * (2 / m_.h);
      StackedEquation& q = out[e];
      q.value = scale * value[e];
      for (int j = 0; j <= e; ++j) {
        // the law sees what others do to it: its own force is no part of that
        q.of_force(k + j, scale * ((j == e ? Real(-1) : Real(0)) - c[j] * by[e][j]));
        q.of_row(static_cast<int>(at.first) + j * joint_.nodes, scale * by[e][j] * at.share_first);
        q.of_row(static_cast<int>(at.second) + j * joint_.nodes,
                 scale * by[e][j] * at.share_second);
      }
    }
    return n;
  }
  const Real* own_columns() const { return stage_.compliance; }
  Real force_of(int k) const { return *force_at(k); }
  void set_force(int k, Real force) { *force_at(k) = force; }
  void read_forces(Real* out) const {
    const int n = unknowns();
    for (int k = 0; k < n; ++k) out[k] = force_of(k);
  }
  void move_forces(const Real* from, Real share, const Real* change) {
    const int n = unknowns();
    for (int k = 0; k < n; ++k) set_force(k, from[k] + share * change[k]);
  }
  static void classify_all() {}
  static Real worst_exchange(int*) { return -1; }
  static void exchange(int) {}

  // ---- path: springs without damping and elastic sliders are linear by pieces. While a path is
  // followed, what the points remember of the running step says in which piece they are: of the
  // normal law in `pressure`, in `tangent` the direction in which they slip, 0 if they stick.
  // Coordinates: opening and slip.
  bool piecewise() const {
    return !impact_ && !(law_.damping > 0) &&
           with_law([](auto law) { return decltype(law)::kPiecewise; });
  }
  static void release() {}
  // True if some point was not where it is; at the very end of its piece it stays.
  bool find_pieces() {
    bool changed = false;
    for (int k = 0; k < joint_.points; ++k) {
      const Real o = coordinate(k * axes());
      const Real normal = o < -laws_[k].gap ? kPressed : apart(k, o) ? kApart : kFree;
      Real slips = 0;
      if (rubs()) {
        const Real trial = trial_of(k, coordinate(k * axes() + 1)), most = limit_of(k);
        const Real was = problem_.tangent[k], over = absolute(trial) - most;
        if (over > 0) slips = trial > 0 ? 1 : -1;
        if (absolute(over) <= kEnd * most && was * trial >= 0 && (was == 0 || was * was == 1))
          slips = was;
      }
      changed = changed || problem_.pressure[k] != normal || problem_.tangent[k] != slips;
      problem_.pressure[k] = normal;
      problem_.tangent[k] = slips;
    }
    return changed;
  }
  int piece_equations(int k, StackedEquation* out) const {
    const int point = k / axes(), n = axes();
    const Real piece = problem_.pressure[point], length = joint_.point[point].length;
    const JointParameters& law = laws_[point];
    const Real normal = piece == kPressed ? length * law.stiffness
                        : piece == kApart ? length * law.separation_stiffness
                                          : Real(0);
    const Real rest = piece == kPressed ? -law.gap : law.separation_gap;
    write_piece(k, normal, -normal * (coordinate(k) - rest), out);
    if (n == 1) return n;
    const Real slips = problem_.tangent[point];
    const bool sticks = rubs() && slips == 0;
    const Real end = sticks ? trial_of(point, coordinate(k + 1)) : slips * limit_of(point);
    write_piece(k + 1, sticks ? length * law.friction_modulus : Real(0), end, out + 1);
    return n;
  }
  Real coordinate(int k) const {
    const Real* rows = problem_.position + k % axes() * joint_.nodes;
    return at_nodes(rows, joint_.point[k / axes()]);
  }
  static Real cover(int) { return 0; }
  int law_points() const { return joint_.points; }
  PieceChange next_change(int point, const Real* z, const Real* dz) const {
    PieceChange next;
    const Real piece = problem_.pressure[point], o = z[0], rate = dz[0];
    const JointParameters& law = laws_[point];
    const auto pass = [&](Real at, int into) {  // the opening passes `at`
      const Real way = rate > 0 ? at - o : o - at;
      const Real inside = rate > 0 ? Real(1) : Real(-1);
      next.earlier({larger(way, 0) / absolute(rate), into, {0, 0}, {inside, 0, 0}});
    };
    if (piece == kPressed && rate > 0) pass(-law.gap, kEnterFree);
    if (piece == kApart && rate < 0) pass(law.separation_gap, kEnterFree);
    if (piece == kFree && rate < 0 && law.stiffness > 0) pass(-law.gap, kEnterPressed);
    if (piece == kFree && rate > 0 && law.separation_stiffness > 0)
      pass(law.separation_gap, kEnterApart);
    if (!rubs()) return next;
    const Real trial = trial_of(point, z[1]), most = limit_of(point);
    const Real change = -joint_.point[point].length * law.friction_modulus * dz[1];
    const Real slips = problem_.tangent[point];
    const Real to = change > 0 ? Real(1) : Real(-1);
    if (change == 0) return next;
    if (slips == 0)
      next.earlier(
          {larger(most - to * trial, 0) / absolute(change), kEnterSlip, {to, 0}, {0, -to, 0}});
    if (slips * to < 0)
      next.earlier(
          {larger(slips * trial - most, 0) / absolute(change), kEnterStick, {0, 0}, {0, -to, 0}});
    return next;
  }
  void turn(int point, const PieceChange& to) {
    if (to.piece == kEnterStick || to.piece == kEnterSlip) {
      problem_.tangent[point] = to.slip[0];
    } else {
      problem_.pressure[point] = to.piece == kEnterPressed ? kPressed
                                 : to.piece == kEnterApart ? kApart
                                                           : kFree;
    }
  }

  void make_feasible() { gather(); }
  // Row forces from those of the points.
  void gather() { scatter(problem_.normal_mean, problem_.tangent_mean, of<Real>(l_.force)); }
  void add_forces(Real* modal) const {
    const int n = d_.modes();
    add_rows(modal, joint_.row, n, of<Real>(l_.force), joint_.rows, n);
  }

  // ---- both
  // Returns 0 if what is remembered is finite.
  Real finish() {
    remember();
    for (int k = 0; k < joint_.points && !alone_; ++k) closed_ += next(l_.pressure)[k] > 0 ? 1 : 0;
    return finite_;
  }
  // After a capped solve, as JointStepper::limit().
  Real loss() const {
    press_end();
    const PointEnergy e = point_energies(problem());
    return e.friction + e.impact;
  }
  // Parameters change between steps: what springs hold less afterwards counts as lost.
  void add_energies(InterfaceEnergies* e) const {
    const PointEnergy step = point_energies(problem());
    e->impact += step.impact;
    e->friction += step.friction;
    const Real before = step.normal_start + step.shear_start;
    e->impact += e->stored - before;
    e->stored = step.stored();
  }
  Real stored() const {
    JointProblem p = problem();
    p.position = now(l_.position);
    p.tangent = now(l_.tangent);
    p.bristles = now(l_.bristles);
    return point_energies(p).stored();
  }
  static Real drive() { return 0; }
  static Status told() { return status::kOk; }
  void scale(Real factor) {
    for (int j = 0; j < joint_.rows_padded; ++j) next(l_.rate)[j] *= factor;
  }
  void stop() { forget_step(); }
  static void keep(SubstepPart) {}
  // Commits a step, or a substep that the next one starts from.
  void commit(SubstepPart part) {
    if (m_.substeps > 1) {
      for (int k = 0; k < joint_.points; ++k) {
        Real* mean = at(m_.layout.step_forces) + 2 * k;
        part.add_to_mean(next(l_.normal_mean) + k, 1, mean);
        part.add_to_mean(next(l_.tangent_mean) + k, 1, mean + 1);
      }
    }
    if (part.last()) {
      s_.current_ = 1 - s_.current_;
    } else {
      __builtin_memcpy(region_ + l_.memory[s_.current_], region_ + l_.memory[1 - s_.current_],
                       l_.memory_bytes);
    }
  }
  Real output(const OutputRule& rule) const {
    return JointStepper::output(rule, *reinterpret_cast<const JointEnergies*>(now(l_.energies)));
  }

 private:
  static const JointStage& file_stage(const ModelView& m, const State& s) {
    return m.joint.stage[m.joint.stage_of[s.joint_case_]];
  }

  // Differences of the laws: shares of the free motion and of what positions cannot resolve, and
  // the least one [m].
  static constexpr Real kOfMotion = 1e-6, kOfRounding = 1e6, kTiny = 1e-18;

  static constexpr Real kEnd = 1e-12;  // of the force at which a slider slips: no distance to it
  static constexpr Real kFree = 0, kPressed = 1, kApart = 2;
  static constexpr int kEnterFree = 0, kEnterPressed = 1, kEnterApart = 2, kEnterStick = 3,
                       kEnterSlip = 4;

  bool rubs() const { return axes() > 1 && law_.tangential != kTangentialNone; }
  bool apart(int point, Real opening) const {
    const JointParameters& law = laws_[point];
    return law.separation_stiffness > 0 && opening > law.separation_gap;
  }
  // Force of a slider that sticks, and at which it slips [N].
  Real trial_of(int point, Real slip) const {
    const Real before = at_nodes(problem_.position_start + joint_.nodes, joint_.point[point]);
    return problem_.tangent_start[point] -
           joint_.point[point].length * laws_[point].friction_modulus * (slip - before);
  }
  Real limit_of(int point) const { return laws_[point].slip_traction * joint_.point[point].length; }
  // Unknown k: the mean force belongs to the end force, which falls by `stiffness` per motion.
  void write_piece(int k, Real stiffness, Real end, StackedEquation* out) const {
    const int axis = k % axes(), point = k / axes();
    const JointPoint& at = joint_.point[point];
    const Real c = stage_.point_compliance[2 * point + axis];
    const Real scale = (c > 0 ? c : Real(1)) * (2 / m_.h);
    const Real start = axis == 0 ? problem_.normal_start[point] : problem_.tangent_start[point];
    out->value = scale * (Real(0.5) * (start + end) - force_of(k));
    out->of_force(k, -scale);
    if (!(stiffness > 0)) return;
    const Real by = Real(-0.5) * scale * stiffness;
    out->of_row(static_cast<int>(at.first) + axis * joint_.nodes, by * at.share_first);
    out->of_row(static_cast<int>(at.second) + axis * joint_.nodes, by * at.share_second);
  }

  int axes() const { return joint_.tangential ? 2 : 1; }
  Real* force_at(int k) const {
    const int point = k / axes();
    return (k % axes() == 0 ? problem_.normal_mean : problem_.tangent_mean) + point;
  }
  PointChange change(int point, Real opening, Real slip) const {
    return with_law([&](auto law) {
      using Law = decltype(law);
      return point_change<Law, Law::kRubs>(problem_, point, opening, slip);
    });
  }

  JointProblem problem_;
  Real* points_ = nullptr;
  int closed_ = 0;
  bool alone_ = false;
};

}  // namespace mortise::MORTISE_ISA
