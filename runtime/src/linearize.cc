#include "mortise/linearize.hpp"

#include <cstring>

#include "carried.hpp"
#include "mortise/view/carver.hpp"
#if !defined(MORTISE_NO_ASSEMBLY)
#include "assembly/places.hpp"
#endif

namespace mortise {

namespace {

constexpr Real kFirstShare = 0.0625, kShrink = 0.125;  // powers of 2: increments have no rounding
constexpr int kLevels = 13;
constexpr int kLevelsBeyond = 2;  // that may be worse than the best one so far
constexpr Real kStill = 1e-4;     // least modal velocity, and way of a film's bodies, to look with
constexpr Real kCornerShare = 0x1p-12;  // of that velocity
constexpr Real kKinkLeast = 1e-6;       // what a difference of both sides is worth telling from on
constexpr Real kVagueLeast = 1e-3;      // errors of columns that are worth telling
constexpr Real kLittle = 0x1p-20;       // share of what states do to a row
constexpr Real kTighter[] = {1e-4, 1e-2, 1};
constexpr Real kLeastTolerance = 1e-14;
constexpr std::int32_t kMoreSweeps = 8;
// Newton of films: the last change of an unknown, in either arithmetic; what it leaves is of second
// order in that. And iterations.
constexpr Real kFilmChange = 1e-9, kFilmChangeSingle = 1e-4;
constexpr std::uint32_t kFilmIterations = 20;
// After these a step is none, or is one of another kind.
constexpr Status kDecisive = status::kHELD | status::kROLLED_BACK | status::kCAPPED |
                             status::kLIMITED | status::kRATE_LIMITED | status::kREPEATED |
                             status::kDETACHED | status::kSTICKING | status::kOFF_TARGET |
                             status::kWEDGED | status::kRECOVERING | status::kBAD_CALL;

Real size_of(Real x) { return x < 0 ? -x : x; }
Real larger_of(Real a, Real b) { return a > b ? a : b; }
std::size_t count_of(std::int32_t n) { return static_cast<std::size_t>(n); }
void fill(Real* to, Real value, std::int32_t count) {
  for (std::int32_t k = 0; k < count; ++k) to[k] = value;
}

// The parts of a model that have a law of their own: the model itself, or its interfaces.
//   visit(carried, view, state of it, interface, beside a film)
template <class Visit>
void each_part(const ModelView& m, State& s, const Visit& visit) {
#if !defined(MORTISE_NO_ASSEMBLY)
  if (m.is_assembly()) {
    const auto& a = static_cast<const AssemblyView&>(m);
    for (std::int32_t k = 0; k < a.interfaces; ++k)
      visit(carried_of(a.interface[k]), a.interface[k], assembly::state_of(a, s, k), k,
            a.group[a.interface[k].group].films > 0);
    return;
  }
#endif
  visit(carried_of(m), m, s, -1, false);
}

// Assemblies pad bodies with modes that nothing moves and nobody sees.
bool is_padding(const ModelView& m, const State& s, std::int32_t mode) {
#if !defined(MORTISE_NO_ASSEMBLY)
  if (!m.is_assembly() || m.omega[mode] != 0 || m.constant[mode] != 0) return false;
  const std::int32_t np = m.dims.modes_padded;
  const auto at = [&](const Real* columns, std::int32_t count) {
    for (std::int32_t k = 0; k < count; ++k)
      if (columns[std::ptrdiff_t{k} * np + mode] != 0) return true;
    return false;
  };
  if (at(m.from_input, m.dims.inputs) || at(m.output_rows, m.dims.output_rows)) return false;
  if (s.at<Real>(m.layout.q[s.current_])[mode] != 0) return false;
  if (s.at<Real>(m.layout.v[s.current_])[mode] != 0) return false;
  const auto& a = static_cast<const AssemblyView&>(m);
  for (std::int32_t k = 0; k < a.interfaces; ++k) {
    const ModelView& own = a.interface[k];
    const std::int32_t local = mode - a.interface[k].first_mode;
    if (local >= 0 && local < own.dims.modes &&
        carried_of(own).touches(own, assembly::state_of(a, s, k), local))
      return false;
  }
  return true;
#else
  (void)m, (void)s, (void)mode;
  return false;
#endif
}

// Over x: modal coordinates, velocities, then what laws carry.
void walk(const ModelView& m, State& s, CarriedWalk* w) {
  const Carried& own_law = carried_of(m);
  const auto modal = [&](LinearKind kind, const std::uint32_t(&copies)[2]) {
    for (std::int32_t j = 0; j < m.dims.modes; ++j)
      if (!is_padding(m, s, j)) w->add(kind, s.at<Real>(copies[s.current_]) + j, 1, j);
  };
  w->interface = -1;
  modal(own_law.position, m.layout.q);
  modal(own_law.velocity, m.layout.v);
  each_part(m, s,
            [&](const Carried& law, const ModelView& own, State& part, std::int32_t interface,
                bool beside_film) {
              w->interface = interface;
              w->beside_film = beside_film;
              law.walk(own, part, w);
            });
}

void settle(const ModelView& m, State& s) {
  each_part(m, s,
            [&](const Carried& law, const ModelView& own, State& part, std::int32_t,
                bool beside_film) { law.settle(own, part, beside_film); });
}

void list_branches(const ModelView& m, const State& after, BranchList* list) {
  each_part(
      m, const_cast<State&>(after),
      [&](const Carried& law, const ModelView& own, State& part, std::int32_t interface, bool) {
        list->begin_interface(interface);
        law.branches(own, part, list);
      });
}

std::int32_t count_branches(const ModelView& m, const State& s) {
  BranchList list(nullptr);
  list_branches(m, s, &list);
  return list.count();
}

struct Sizes {
  std::int32_t states, inputs, outputs, branches;
  std::int32_t rows() const { return states + outputs; }
  std::int32_t columns() const { return states + 2 * inputs; }
};

Sizes sizes_of(const Model& model, const State& state) {
  const ModelView& m = model.view();
  CarriedWalk counting;
  walk(m, const_cast<State&>(state), &counting);
  return {counting.count(), m.dims.inputs, m.dims.outputs, count_branches(m, state)};
}

std::int32_t count_film_bases(const ModelView& m) {
  std::int32_t count = 0;
  const auto add = [&](const ModelView& own) { count += own.film.count; };
#if !defined(MORTISE_NO_ASSEMBLY)
  const auto& a = static_cast<const AssemblyView&>(m);
  for (std::int32_t k = 0; m.is_assembly() && k < a.interfaces; ++k) add(a.interface[k]);
#endif
  add(m);
  return count;
}

// Where everything lies in the scratch.
struct Places {
  std::uint32_t origin, trial, view, interfaces, film_bases;
  std::uint32_t column_scale, row_scale[2], base, plus, minus, slope, last, best, other, inputs;
  std::uint32_t corner, last_corner, row_best;  // as `error` measures
  std::uint32_t branches, trial_branches;
  std::uint64_t bytes;
};

Places places_of(const ModelView& m, const Sizes& n) {
  const auto size = [](std::int32_t count) { return static_cast<std::uint64_t>(count); };
  Carver c;
  Places p{};
  p.origin = c.take(m.layout.bytes, 1);
  p.trial = c.take(m.layout.bytes, 1);
  p.view = c.take(m.is_assembly() ? sizeof(AssemblyView) : sizeof(ModelView), 1);
#if !defined(MORTISE_NO_ASSEMBLY)
  if (m.is_assembly())
    p.interfaces =
        c.take(assembly::bytes_of_interfaces(static_cast<const AssemblyView&>(m).interfaces), 1);
#endif
  p.film_bases = c.take(size(count_film_bases(m)), sizeof(FilmBasis));
  p.column_scale = c.take(size(n.columns()), sizeof(Real));
  std::uint32_t* const of_rows[] = {&p.row_scale[0], &p.row_scale[1], &p.base,        &p.plus,
                                    &p.minus,        &p.slope,        &p.last,        &p.best,
                                    &p.other,        &p.corner,       &p.last_corner, &p.row_best};
  for (std::uint32_t* at : of_rows) *at = c.take(size(n.rows()), sizeof(Real));
  p.inputs = c.take(2 * size(2 * n.inputs), sizeof(Real));
  p.branches = c.take(size(n.branches), sizeof(std::int32_t));
  p.trial_branches = c.take(size(n.branches), sizeof(std::int32_t));
  p.bytes = c.bytes();
  return p;
}

class Lineariser {
 public:
  Lineariser(const Model& model, const State& state, const LinearSpace& space, void* scratch)
      : model_(model),
        m_(model.view()),
        state_(state),
        space_(space),
        n_(sizes_of(model, state)),
        scratch_(static_cast<unsigned char*>(scratch)),
        at_(places_of(m_, n_)) {}

  LinearReport run(const Real* u) {
    take_inputs(u);
    copy_state(&origin(), state_);
    for (const Real share : kTighter) {
      tighten(share);
      set_reference();
      report_.status = status_;
      if (!(status_ & status::kCAPPED)) break;
    }
    if (report_.status & status::kROLLED_BACK) return report_;
    tell_operating_point();
    copy(best(), base());
    settle(m_, origin());
    set_reference();
    copy(other(), base());
    scale_modes();
    leave_corners();
    scale_columns();
    for (std::int32_t i = 0; i < n_.states; ++i)
      report_.settled = larger_of(report_.settled, size_of(best()[i] - other()[i]) / scale(i, 0));
    if (space_.output_error) fill(space_.output_error, 0, n_.outputs);
    for (std::int32_t j = 0; j < n_.columns(); ++j) make_column(j);
    return report_;
  }

 private:
  static constexpr std::int32_t kNone = -1;

  // What is kept of a column: whether it was found, and the error of its rows that are states.
  struct Kept {
    bool found = false, kink = false;
    Real error = 0;
  };

  Real* reals(std::uint32_t offset) const { return reinterpret_cast<Real*>(scratch_ + offset); }
  std::int32_t* indices(std::uint32_t offset) const {
    return reinterpret_cast<std::int32_t*>(scratch_ + offset);
  }
  State& origin() const { return *reinterpret_cast<State*>(scratch_ + at_.origin); }
  State& trial() const { return *reinterpret_cast<State*>(scratch_ + at_.trial); }
  // Rows: x at t_n+1, then y.
  Real* base() const { return reals(at_.base); }    // of the operating step
  Real* plus() const { return reals(at_.plus); }    // of one further on
  Real* minus() const { return reals(at_.minus); }  // and one further back
  Real* slope() const { return reals(at_.slope); }
  Real* last() const { return reals(at_.last); }
  Real* best() const { return reals(at_.best); }
  Real* other() const { return reals(at_.other); }
  Real* column_scale() const { return reals(at_.column_scale); }
  Real* inputs() const { return reals(at_.inputs); }
  Real* trial_inputs() const { return reals(at_.inputs) + 2 * n_.inputs; }

  void copy(Real* to, const Real* from) const {
    std::memcpy(to, from, count_of(n_.rows()) * sizeof(Real));
  }
  void copy_state(State* to, const State& from) const {
    std::memcpy(static_cast<void*>(to), static_cast<const void*>(&from), m_.layout.bytes);
  }

  // Rows are measured by what states do to them, or, for columns of inputs, by what inputs do; by a
  // little of what states do where inputs do nothing but round.
  bool is_input(std::int32_t column) const { return column >= n_.states; }
  Real scale(std::int32_t row, std::int32_t column) const {
    const Real by_states = reals(at_.row_scale[0])[row], by_inputs = reals(at_.row_scale[1])[row];
    const Real own = is_input(column) ? larger_of(by_inputs, kLittle * by_states) : by_states;
    return own > 0 ? own : 1;
  }

  void take_inputs(const Real* u) {
    const std::int32_t nu = n_.inputs;
    const Real* last_ones = state_.at<Real>(m_.layout.inputs) + nu;
    for (std::int32_t k = 0; k < nu; ++k) {
      inputs()[k] = u ? u[k] : last_ones[k];
      inputs()[nu + k] = u && m_.linear_hold ? u[nu + k] : inputs()[k];
    }
  }

  // Newton with a Jacobian of its own in every iteration, until it has converged: what a step with
  // one that is kept finds depends on when it was made.
  static void make_finer(FilmBasis* basis, bool single, Real share) {
    basis->tolerance = (single ? kFilmChangeSingle : kFilmChange) * (share / kTighter[0]);
    if (basis->iterations < kFilmIterations) basis->iterations = kFilmIterations;
    if (basis->repeat_iterations < kFilmIterations) basis->repeat_iterations = kFilmIterations;
    basis->age_limit = 0;
    basis->row_limit = 0;
  }

  // The model with tolerances of the solvers times `share`, and with time to meet them.
  void tighten(Real share) {
    const auto finer = [&](Real tolerance) {
      const Real wanted = larger_of(share * tolerance, kLeastTolerance);
      return wanted < tolerance ? wanted : tolerance;
    };
    FilmBasis* bases = reinterpret_cast<FilmBasis*>(scratch_ + at_.film_bases);
    const auto finer_law = [&](ModelView* m) {
      rough_ = rough_ || m->film.scalar == 4;
      m->tolerance = finer(m->tolerance);
      if (!(share < 1)) return;
      m->sweep_cap *= kMoreSweeps;
      m->bolted.update_cap *= kMoreSweeps;
      if (m->film.count == 0) return;
      for (std::int32_t k = 0; k < m->film.count; ++k) {
        bases[k] = m->film.bases[k];
        make_finer(&bases[k], m->film.scalar == 4, share);
      }
      m->film.bases = bases;
      bases += m->film.count;
    };
#if !defined(MORTISE_NO_ASSEMBLY)
    if (m_.is_assembly()) {
      auto* a = reinterpret_cast<AssemblyView*>(scratch_ + at_.view);
      std::memcpy(static_cast<void*>(a), static_cast<const void*>(&m_), sizeof *a);
      const auto& from = static_cast<const AssemblyView&>(m_);
      std::memcpy(scratch_ + at_.interfaces, static_cast<const void*>(&from.interface[0]),
                  assembly::bytes_of_interfaces(from.interfaces));
      assembly::point_to_interfaces(scratch_ + at_.interfaces, from.interfaces, a);
      for (std::int32_t k = 0; k < a->interfaces; ++k) finer_law(&a->interface[k]);
      for (std::int32_t g = 0; g < a->groups; ++g) {
        GroupView& group = a->group[g];
        group.tolerance = finer(group.tolerance);
        if (group.newton_cap == 0 && share < 1) group.sweep_cap *= kMoreSweeps;
      }
      stepped_ = a;
      return;
    }
#endif
    auto* m = reinterpret_cast<ModelView*>(scratch_ + at_.view);
    std::memcpy(static_cast<void*>(m), static_cast<const void*>(&m_), sizeof *m);
    finer_law(m);
    stepped_ = m;
  }

  // The step from the operating point with one number of x, u_n, u_n+1 moved. Returns whether it is
  // a step of the same kind.
  //   out    (rows)
  //   moved  by how much, with the rounding of the number; null: not asked for
  bool evaluate(std::int32_t column, Real by, Real* out, Real* moved) {
    State& s = trial();
    copy_state(&s, origin());
    std::memcpy(trial_inputs(), inputs(), count_of(2 * n_.inputs) * sizeof(Real));
    if (is_input(column)) {
      Real& u = trial_inputs()[column - n_.states];
      const Real before = u;
      u += by;
      if (moved) *moved = u - before;
    } else if (column != kNone) {
      CarriedWalk walking = CarriedWalk::moving(column, by);
      walk(m_, s, &walking);
      settle(m_, s);
      if (moved) *moved = walking.moved();
    }
    ++report_.steps;
    status_ = model_.step_function()(*stepped_, s, trial_inputs(), out + n_.states);
    if (status_ & status::kROLLED_BACK) return false;
    CarriedWalk reading = CarriedWalk::reading(out);
    if (count_states(s) != n_.states) return false;  // bodies have met a film, or have left it
    walk(m_, s, &reading);
    BranchList list(indices(at_.trial_branches));
    list_branches(m_, s, &list);
    if ((status_ & kDecisive) != (reference_ & kDecisive)) return false;
    const std::int32_t* now = indices(at_.trial_branches);
    for (std::int32_t k = 0; k < n_.branches && checks_; ++k)
      if (now[k] != indices(at_.branches)[k]) {
        changed_ = k;
        return false;
      }
    return true;
  }
  std::int32_t count_states(State& s) const {
    CarriedWalk counting;
    walk(m_, s, &counting);
    return counting.count();
  }

  // The step of the operating point, that others are compared with.
  void set_reference() {
    checks_ = false;
    (void)evaluate(kNone, 0, base(), nullptr);
    checks_ = true;
    reference_ = status_;
    std::memcpy(indices(at_.branches), indices(at_.trial_branches),
                count_of(n_.branches) * sizeof(std::int32_t));
  }

  void tell_operating_point() const {
    if (space_.x) {
      CarriedWalk reading = CarriedWalk::reading(space_.x);
      walk(m_, origin(), &reading);
    }
    if (space_.x_next) std::memcpy(space_.x_next, base(), count_of(n_.states) * sizeof(Real));
    if (space_.y_next)
      std::memcpy(space_.y_next, base() + n_.states, count_of(n_.outputs) * sizeof(Real));
  }

  // ---- how far entries go

  // Typical deviations of modes: with the energy that moves now, or next.
  void scale_modes() {
    const Real *q = origin().q(model_), *v = origin().v(model_);
    const Real* v_next = trial().v(model_);
    Real square = 0, way = 0;
    for (std::int32_t j = 0; j < m_.dims.modes; ++j) {
      const Real w = m_.omega ? m_.omega[j] * q[j] : 0;
      square += v[j] * v[j] + v_next[j] * v_next[j] + w * w;
      way = larger_of(way, size_of(q[j]));
    }
    // less may be what rounding has left
    speed_ = larger_of(__builtin_sqrt(square), kStill);
    way_ = larger_of(way, kStill);
  }
  Real mode_scale(const LinearState& state) const {
    switch (state.kind) {
      case LinearKind::kPosition: {
        const Real slowest = kSlowest / m_.h, w = m_.omega ? m_.omega[state.number] : 0;
        return larger_of(speed_ / larger_of(w, slowest),
                         kOfPlace * size_of(origin().q(model_)[state.number]));
      }
      case LinearKind::kFilmPosition:
        return way_;
      default:
        return speed_;
    }
  }
  static bool is_modal(LinearKind kind) {
    return kind == LinearKind::kPosition || kind == LinearKind::kVelocity ||
           kind == LinearKind::kFilmPosition || kind == LinearKind::kFilmVelocity;
  }
  LinearState told(std::int32_t column) const {
    CarriedWalk telling = CarriedWalk::telling(column);
    walk(m_, origin(), &telling);
    return telling.told();
  }

  // Scale of a number that is carried: the largest of its kind, now or next, or what motion does to
  // it; of an input that is followed, a share of it.
  Real carried_scale(std::int32_t column) {
    const LinearState own = told(column);
    if (own.kind == LinearKind::kSignal || own.kind == LinearKind::kSlope) {
      const Real now = size_of(inputs()[own.number]);
      const Real share = own.kind == LinearKind::kSlope ? kOfSlope : 1;
      return now > 0 ? share * now : share;
    }
    CarriedWalk reading = CarriedWalk::reading(plus());
    walk(m_, origin(), &reading);
    Real most = 0;
    for (std::int32_t k = 0; k < n_.states; ++k) {
      const LinearState each = told(k);
      if (each.kind != own.kind || each.interface != own.interface) continue;
      most = larger_of(most, larger_of(size_of(plus()[k]), size_of(base()[k])));
      most = larger_of(most, reals(at_.row_scale[0])[k]);
    }
    return most > 0 ? most : 1;
  }

  // Scale of an input: its size, or what moves the bodies as they move if that is more.
  Real input_scale(std::int32_t column) {
    const std::int32_t nu = n_.inputs, k = (column - n_.states) % nu;
    const InputRange& range = m_.input_ranges[k];
    Real size = larger_of(size_of(inputs()[k]), size_of(inputs()[nu + k]));
    const Real widest = larger_of(size_of(range.minimum), size_of(range.maximum));
    const Real guess = widest < 1 ? widest : 1;
    if (size < kNothing * guess) size = guess;
    Real moved = 0, effect = 0;
    checks_ = false;
    (void)evaluate(column, kFirstShare * size, plus(), &moved);
    checks_ = true;
    if (status_ & (status::kROLLED_BACK | status::kHELD)) return size;
    for (std::int32_t i = 0; i < n_.states; ++i)
      if (is_modal(told(i).kind))
        effect = larger_of(effect, size_of(plus()[i] - base()[i]) / column_scale()[i]);
    effect /= kFirstShare;
    return effect > kLeastEffect && effect < 1 ? size / effect : size;
  }

  bool is_read(std::int32_t column) const {
    if (column < n_.states + n_.inputs) return true;
    return m_.linear_hold && m_.input_ranges[column - n_.states - n_.inputs].hold != kHoldZeroOrder;
  }

  void scale_columns() {
    for (const std::uint32_t at : at_.row_scale) fill(reals(at), 0, n_.rows());
    for (int carried = 0; carried < 2; ++carried)
      for (std::int32_t j = 0; j < n_.states; ++j) {
        const LinearState state = told(j);
        if (is_modal(state.kind) != (carried == 0)) continue;
        column_scale()[j] = carried == 0 ? mode_scale(state) : carried_scale(j);
        look_along(j);
      }
    for (std::int32_t j = n_.states; j < n_.columns(); ++j) {
      if (!is_read(j)) continue;
      column_scale()[j] = input_scale(j);
      look_along(j);
    }
  }
  // What a typical deviation of a column does to the rows.
  void look_along(std::int32_t column) {
    Real* rows = reals(at_.row_scale[is_input(column) ? 1 : 0]);
    const Real s = column_scale()[column];
    Real by = kFirstShare * s, moved = 0;
    for (int k = 0; k < kLevels; ++k, by *= kShrink) {
      if (!evaluate(column, by, plus(), &moved) && !evaluate(column, -by, plus(), &moved)) continue;
      if (moved == 0) return;
      for (std::int32_t i = 0; i < n_.rows(); ++i)
        rows[i] = larger_of(rows[i], size_of((plus()[i] - base()[i]) / moved) * s);
      return;
    }
  }

  // ---- corners
  void leave_corners() {
    constexpr int kRounds = 4;
    bool moved = true, told = false;
    for (int round = 0; round < kRounds && moved; ++round) {
      moved = false;
      each_part(
          m_, origin(),
          [&](const Carried& law, const ModelView& own, State& part, std::int32_t interface, bool) {
            const State* after = &trial();
#if !defined(MORTISE_NO_ASSEMBLY)
            if (interface >= 0)
              after = &assembly::state_of(static_cast<const AssemblyView&>(m_), trial(), interface);
#endif
            const std::int32_t contact = law.leave_corner(own, part, *after, kCornerShare * speed_);
            if (contact < 0) return;
            moved = true;
            if (round == 0) find(LinearFindingKind::kCorner, kNone, interface, contact, 0);
            told = true;
          });
    }
    if (!told) return;
    settle(m_, origin());
    set_reference();
  }

  // ---- columns

  // A difference of slopes as errors are measured.
  Real measured(std::int32_t row, std::int32_t column, Real difference) const {
    return size_of(difference) * column_scale()[column] / scale(row, column);
  }
  // |a - b| of the worst row that is a state.
  Real difference(std::int32_t column, const Real* a, const Real* b) const {
    Real worst = 0;
    for (std::int32_t i = 0; i < n_.states; ++i)
      worst = larger_of(worst, measured(i, column, a[i] - b[i]));
    return worst;
  }
  // The errors of all rows: |a - b|; where slopes of both sides differ however small the increment,
  // half of that.
  void keep_errors(std::int32_t column, const Real* a, const Real* b, bool both_sides,
                   Kept* kept) const {
    kept->kink = false;
    for (std::int32_t i = 0; i < n_.rows(); ++i) {
      Real error = measured(i, column, a[i] - b[i]);
      const Real corner = reals(at_.corner)[i];
      if (both_sides && !rough_ && corner > larger_of(kKinkLeast, 100 * error) &&
          corner > reals(at_.last_corner)[i] / 2) {
        error = corner / 2;
        kept->kink = kept->kink || i < n_.states;
      }
      reals(at_.row_best)[i] = error;
    }
  }

  void make_column(std::int32_t column) {
    if (!is_read(column)) {
      fill(best(), 0, n_.rows());
      fill(reals(at_.row_best), 0, n_.rows());
      store(column);
      return;
    }
    changed_ = kNone;
    const Kept kept = from_both_sides(column);
    if (kept.found) {
      const Real error = store(column);
      if (kept.kink) find(LinearFindingKind::kKink, column, kNone, kNone, error);
      if (!kept.kink && !(error < kVagueLeast))
        find(LinearFindingKind::kVague, column, kNone, kNone, error);
      return;
    }
    const std::int32_t why = changed_;
    const Kept forward = from_one_side(column, 1);
    const Kept back = from_one_side(column, -1);
    if (forward.found && !(back.found && back.error < forward.error))
      (void)from_one_side(column, 1);
    const bool found = forward.found || back.found;
    if (!found) mean_slope(column);
    find_at(found ? LinearFindingKind::kOneSided : LinearFindingKind::kChanges, column, why);
    store(column);
  }

  // Central differences, into `best`.
  Kept from_both_sides(std::int32_t column) {
    Kept kept;
    Real by = kFirstShare * column_scale()[column];
    int beyond = 0;
    bool any = false;
    for (int k = 0; k < kLevels && beyond <= kLevelsBeyond; ++k, by *= kShrink) {
      Real ahead = 0, behind = 0;
      const bool good = evaluate(column, by, plus(), &ahead) &&
                        evaluate(column, -by, minus(), &behind) && ahead > 0 && behind < 0;
      if (!good) {
        any = false;
        continue;
      }
      copy(reals(at_.last_corner), reals(at_.corner));
      for (std::int32_t i = 0; i < n_.rows(); ++i) {
        slope()[i] = (plus()[i] - minus()[i]) / (ahead - behind);
        const Real corner = (plus()[i] - base()[i]) / ahead - (minus()[i] - base()[i]) / behind;
        reals(at_.corner)[i] = measured(i, column, corner);
      }
      if (any) {
        const Real error = difference(column, slope(), last());
        if (!kept.found || error < kept.error) {
          kept.found = true;
          kept.error = error;
          keep_errors(column, slope(), last(), true, &kept);
          copy(best(), rough_ ? last() : slope());  // rounding counts for more than curvature
          beyond = 0;
        } else {
          ++beyond;
        }
        if (error == 0) break;
      }
      copy(last(), slope());
      any = true;
    }
    return kept;
  }

  // Differences to one side, extrapolated, into `best`.
  Kept from_one_side(std::int32_t column, Real side) {
    Kept kept;
    Real by = side * kFirstShare * column_scale()[column];
    int beyond = 0;
    bool any = false;
    for (int k = 0; k < kLevels && beyond <= kLevelsBeyond; ++k, by *= kShrink) {
      Real moved = 0;
      if (!evaluate(column, by, plus(), &moved) || moved == 0) {
        any = false;
        continue;
      }
      for (std::int32_t i = 0; i < n_.rows(); ++i) slope()[i] = (plus()[i] - base()[i]) / moved;
      if (any) {
        for (std::int32_t i = 0; i < n_.rows(); ++i)
          minus()[i] = (slope()[i] - kShrink * last()[i]) / (1 - kShrink);
        const Real error = difference(column, minus(), slope());
        if (!kept.found || error < kept.error) {
          kept.found = true;
          kept.error = error;
          keep_errors(column, minus(), slope(), false, &kept);
          copy(best(), minus());
          beyond = 0;
        } else {
          ++beyond;
        }
      }
      copy(last(), slope());
      any = true;
    }
    return kept;
  }

  // Whatever statuses do, into `best`; its error is the difference of both sides.
  void mean_slope(std::int32_t column) {
    fill(best(), 0, n_.rows());
    fill(reals(at_.row_best), 1, n_.rows());
    Real by = kFirstShare * column_scale()[column];
    checks_ = false;
    for (int k = 0; k < kLevels; ++k, by *= kShrink) {
      Real ahead = 0, behind = 0;
      (void)evaluate(column, by, plus(), &ahead);
      const Status there = status_;
      (void)evaluate(column, -by, minus(), &behind);
      if (((there | status_) & status::kROLLED_BACK) || !(ahead > 0 && behind < 0)) continue;
      for (std::int32_t i = 0; i < n_.rows(); ++i) {
        best()[i] = (plus()[i] - minus()[i]) / (ahead - behind);
        const Real corner = (plus()[i] - base()[i]) / ahead - (minus()[i] - base()[i]) / behind;
        reals(at_.row_best)[i] = measured(i, column, corner);
      }
    }
    checks_ = true;
  }

  // Writes `best` and its errors where they belong. Returns the column's error.
  Real store(std::int32_t column) {
    const Real* errors = reals(at_.row_best);
    Real error = 0;
    for (std::int32_t i = 0; i < n_.states; ++i) error = larger_of(error, errors[i]);
    for (std::int32_t i = 0; i < n_.outputs && space_.output_error; ++i)
      space_.output_error[i] = larger_of(space_.output_error[i], errors[n_.states + i]);
    if (space_.column_error) space_.column_error[column] = error;
    report_.error = larger_of(report_.error, error);
    const std::int32_t nx = n_.states, nu = n_.inputs;
    if (column < nx) {
      write(space_.a, space_.c, column, nx);
    } else if (column < nx + nu) {
      write(space_.b, space_.d, column - nx, nu);
    } else {
      write(space_.b_end, space_.d_end, column - nx - nu, nu);
    }
    return error;
  }
  void write(Real* states, Real* outputs, std::int32_t column, std::int32_t columns) const {
    const auto put = [&](Real* matrix, std::int32_t first, std::int32_t rows) {
      for (std::int32_t i = 0; matrix && i < rows; ++i)
        matrix[std::ptrdiff_t{i} * columns + column] = best()[first + i];
    };
    put(states, 0, n_.states);
    put(outputs, n_.states, n_.outputs);
  }

  void find(LinearFindingKind kind, std::int32_t column, std::int32_t interface,
            std::int32_t contact, Real size) {
    if (space_.findings && report_.findings < space_.capacity)
      space_.findings[report_.findings] = {kind, column, interface, contact, size};
    ++report_.findings;
  }
  // branch: that has changed, kNone: the step has failed or is of another kind
  void find_at(LinearFindingKind kind, std::int32_t column, std::int32_t branch) {
    BranchList list(nullptr, branch);
    list_branches(m_, origin(), &list);
    find(kind, column, list.interface(), list.contact(), 0);
  }

  static constexpr Real kSlowest = 1e-2;      // angle per step below which modes count as free
  static constexpr Real kLeastEffect = 1e-7;  // of an input, beyond rounding
  static constexpr Real kNothing = 1e-6;      // of an input that might be
  static constexpr Real kOfSlope = 1e-2;      // of an input, in a step
  static constexpr Real kOfPlace = 1e-6;      // of a free mode's place

  const Model& model_;
  const ModelView& m_;
  const State& state_;
  const LinearSpace& space_;
  Sizes n_;
  unsigned char* scratch_;
  Places at_;
  LinearReport report_;
  const ModelView* stepped_ = nullptr;
  Status status_ = status::kOk, reference_ = status::kOk;  // of the last step, of the operating one
  std::int32_t changed_ = kNone;                           // branch that was not that of it
  bool checks_ = true;
  bool rough_ = false;  // single precision: rounding looks like kinks
  Real speed_ = 0, way_ = 0;
};

const char* const kNames[] = {
#define MORTISE_LINEAR_STATE(constant, name, unit, meaning) name,
#include "mortise/linear_state.def"
#undef MORTISE_LINEAR_STATE
};
const char* const kUnits[] = {
#define MORTISE_LINEAR_STATE(constant, name, unit, meaning) unit,
#include "mortise/linear_state.def"
#undef MORTISE_LINEAR_STATE
};
constexpr std::int32_t kKinds = sizeof kNames / sizeof *kNames;

const char* text_of(const char* const* texts, LinearKind kind) {
  const auto k = static_cast<std::int32_t>(kind);
  return k >= 0 && k < kKinds ? texts[k] : "";
}

}  // namespace

const char* linear_kind_name(LinearKind kind) noexcept { return text_of(kNames, kind); }
const char* linear_kind_unit(LinearKind kind) noexcept { return text_of(kUnits, kind); }

std::int32_t linear_states(const Model& model, const State& state) noexcept {
  return state.belongs_to(model) ? sizes_of(model, state).states : 0;
}

bool linear_state(const Model& model, const State& state, std::int32_t index,
                  LinearState* told) noexcept {
  if (index < 0 || index >= linear_states(model, state)) return false;
  CarriedWalk telling = CarriedWalk::telling(index);
  walk(model.view(), const_cast<State&>(state), &telling);
  *told = telling.told();
  return true;
}

// Its line of deposits is no state that columns could be made of.
static bool has_carried_film(const ModelView& m) noexcept {
  bool any = m.film.transport != nullptr;
#if !defined(MORTISE_NO_ASSEMBLY)
  const auto& a = static_cast<const AssemblyView&>(m);
  for (std::int32_t k = 0; m.is_assembly() && k < a.interfaces; ++k)
    any = any || a.interface[k].film.transport != nullptr;
#endif
  return any;
}

bool acts_on_positions(const ModelView& m) noexcept {
  bool any = m.position.ports > 0;
#if !defined(MORTISE_NO_ASSEMBLY)
  any = any || (m.is_assembly() && static_cast<const AssemblyView&>(m).positions);
#endif
  return any;
}

std::size_t linear_scratch_bytes(const Model& model, const State& state) noexcept {
  if (!state.belongs_to(model) || has_carried_film(model.view())) return 0;
  if (acts_on_positions(model.view()))
    return 0;  // their forces at the end of a step are carried, too
  if (model.view().film.at_edge(state.film_.basis)) return 0;
  return static_cast<std::size_t>(places_of(model.view(), sizes_of(model, state)).bytes);
}

Status linearize(const Model& model, const State& state, const Real* u, const LinearSpace& space,
                 LinearReport* report, void* scratch, std::size_t scratch_size) noexcept {
  const std::size_t needed = linear_scratch_bytes(model, state);
  if (needed == 0 || !scratch || reinterpret_cast<std::uintptr_t>(scratch) % 64 != 0 ||
      scratch_size < needed)
    return status::kBAD_CALL;
  const LinearReport result = Lineariser(model, state, space, scratch).run(u);
  if (report) *report = result;
  return result.status;
}

}  // namespace mortise
