#include "generator/reduce/film/reduced_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {
namespace {

constexpr double kNear = 0.1;  // see worn()

}  // namespace

ReducedStepper::ReducedStepper(const ReducedFilm* film, bool whole_grid)
    : film_(film), residuals_(film->bases.size() + 1, 0.0) {
  for (const ReducedBasis& basis : film->bases) {
    equations_.emplace_back(&film->problem, basis, whole_grid, film->gap_floor);
  }
  if (film->moving())
    edge_.emplace(&film->problem, &film->edge, film->gap_floor,
                  film->step / film->problem.scales.time, film->bases.front().substeps);
}

void ReducedStepper::start(const Vector& unknowns, const Vector& q, const Vector& v,
                           const ReducedDrive& drive) {
  const BasisEquations& e = equations_.front();
  state_ = {};
  state_.basis = 0;
  state_.at = {unknowns.head(e.modes()), film_->problem.loaded ? unknowns[e.modes()] : 0.0, q};
  state_.v = v;
  state_.frame = drive.frame;
  state_.content = e.content(state_.at, drive.frame);
  state_.smallest_gap = minimum_gap(state_, 0);
  kept_.basis = -1;
  time_ = 0.0;
}

void ReducedStepper::start_flight(const Vector& q, const Vector& v) {
  state_ = {};
  state_.at.q = q;
  state_.v = v;
  state_.smallest_gap = std::numeric_limits<double>::infinity();
  kept_.basis = -1;
  time_ = 0.0;
  land(&state_);
}

bool ReducedStepper::step(const ReducedDriveFunction& drive) {
  const double dT = film_->step / film_->problem.scales.time;
  State trial = state_;
  if (film_->graded()) {
    if (!graded_step(drive, &trial)) return false;
  } else if (trial.basis < 0) {
    fly(dT, drive(time_ + dT).acceleration, &trial);
    land(&trial);
  } else {
    const ReducedBasis& basis = basis_of(trial.basis);
    const double part = dT / basis.substeps;
    for (int k = 0; k < basis.substeps; ++k) {
      if (!advance(time_ + k * part, part, drive, &trial)) return false;
    }
    note_residual(trial);
    if (!film_->problem.loaded) change_basis(&trial);
  }
  state_ = trial;
  time_ += dT;
  ++counts_.steps;
  return true;
}

void ReducedStepper::note_residual(const State& state) {
  const double scale =
      at_edge(state) ? film_->edge.film_scale : basis_of(state.basis).residual_scale;
  double& largest = residuals_[static_cast<std::size_t>(state.basis)];
  largest = std::max(largest, state.residual * scale);
}

// Steps of bases that have several lengths are whole ticks, and begin at whole multiples of their
// length: they sum up to the step however the bases take turns.
bool ReducedStepper::graded_step(const ReducedDriveFunction& drive, State* state) {
  const int ticks = film_->bases.front().substeps;
  const double tick_length = film_->step / film_->problem.scales.time / ticks;
  for (int tick = 0; tick < ticks;) {
    const double from = time_ + tick * tick_length;
    if (state->basis < 0) {
      fly(tick_length, drive(from + tick_length).acceleration, state);
      land(state);
      ++tick;
      continue;
    }
    const int length = ticks_of_step(*state, tick, tick_length);
    if (!advance(from, length * tick_length, drive, state)) return false;
    note_residual(*state);
    state->smallest_gap =
        at_edge(*state) ? state->edge.minimum_gap : minimum_gap(*state, state->basis);
    change_basis(state);
    tick += length;
  }
  return true;
}

int ReducedStepper::ticks_of_step(const State& state, int tick, double tick_length) const {
  const bool edge = at_edge(state);
  const ReducedBasis& basis = edge ? film_->bases.back() : basis_of(state.basis);
  if (!(basis.gap_share > 0.0) || (edge && state.edge.rate == 0.0)) return 1;
  const double closing =
      std::abs(edge ? state.edge.rate : film_->problem.modes.rigid_row.dot(state.v));
  const double most =
      edge ? film_->edge.edge_share * state.edge.a : basis.gap_share * state.smallest_gap;
  int length = 1;
  while (2 * length <= basis.substeps && tick % (2 * length) == 0 &&
         2 * length * tick_length * closing <= most)
    length *= 2;
  return length;
}

bool ReducedStepper::move_edge(double time, double step, const ReducedDriveFunction& drive,
                               State* state) {
  const auto over = [&](double from, double length, int iterations, State* s) {
    const ReducedDrive first = drive(from + sdirk_gamma() * length), second = drive(from + length);
    Matrix constant(s->at.q.size(), 2);
    constant << modal_constant(first.acceleration), modal_constant(second.acceleration);
    return edge_->step(length, iterations, constant,
                       {first.viscosity_factor, second.viscosity_factor}, &s->edge, &s->at.q, &s->v,
                       &counts_.iterations);
  };
  const State before = *state;
  const MovingEdge& e = film_->edge;
  bool good = over(time, step, e.iterations, state);
  if (!good) {
    ++counts_.repeats;
    *state = before;
    good = over(time, 0.5 * step, e.repeat_iterations, state) &&
           over(time + 0.5 * step, 0.5 * step, e.repeat_iterations, state);
  }
  state->residual = state->edge.residual;
  return good;
}

bool ReducedStepper::advance(double time, double step, const ReducedDriveFunction& drive,
                             State* state) {
  if (at_edge(*state)) return move_edge(time, step, drive, state);
  const ReducedBasis& basis = basis_of(state->basis);
  const State before = *state;
  if (substep(time, step, basis.iterations, drive, state)) return true;
  ++counts_.repeats;
  *state = before;
  for (const int half : {0, 1}) {
    if (!substep(time + 0.5 * half * step, 0.5 * step, basis.repeat_iterations, drive, state))
      return false;
  }
  return true;
}

bool ReducedStepper::substep(double time, double step, int iterations,
                             const ReducedDriveFunction& drive, State* state) {
  const BasisEquations& e = equations_of(state->basis);
  const FilmModes& modes = film_->problem.modes;
  const bool moving = modes.omega.size() > 0;
  Stage stage;
  stage.film.shift = stage_shift(step);
  ModalStage modal;
  if (moving) {
    modal = modal_stage(modes, stage.film.shift);
    stage.spring = modal.spring;
  }
  stage.content = state->content;
  Vector q_start = state->at.q, v_start = state->v, f;
  const Vector content_0 = state->content, q_0 = q_start, v_0 = v_start;
  for (const int index : {0, 1}) {
    const ReducedDrive d = drive(time + (index == 0 ? sdirk_gamma() : 1.0) * step);
    static_cast<StageDrive&>(stage.film) = d;
    stage.load = d.load;
    if (moving) stage.free = modal.free(q_start, v_start, modal_constant(d.acceleration));
    if (!solve(stage, iterations, state, &f)) return false;
    state->frame = d.frame;
    state->content = e.content(state->at, d.frame);
    if (moving) state->v = stage.film.shift * (state->at.q - q_start);
    if (index == 1) break;
    stage.content = content_0 + sdirk_carry() * (state->content - content_0);
    if (moving) {
      q_start = q_0 + sdirk_carry() * (state->at.q - q_0);
      v_start = v_0 + sdirk_carry() * (state->v - v_0);
    }
  }
  e.residual(state->at, stage.film, stage.content, stage.spring, &f, nullptr);
  state->residual = e.watched(f) / basis_of(state->basis).residual_scale;
  return true;
}

// A kept factorisation serves one solve per stage, further ones only next to where it was made:
// they diverge, the viscosity being an exponential of the pressure.
bool ReducedStepper::worn(const Stage& stage, const State& state, bool within_stage) const {
  if (film_->every_stage || kept_.basis != state.basis || kept_.shift != stage.film.shift) {
    return true;
  }
  const double limit = basis_of(state.basis).age_limit * (within_stage ? kNear : 1.0);
  const double faster = std::abs(stage.film.speed - kept_.speed);
  const double thicker = std::abs(stage.film.viscosity_factor / kept_.viscosity_factor - 1.0);
  const double moved = (state.at.b - kept_.b).cwiseAbs().maxCoeff();
  // of approaching bodies the gap changes long before there is a pressure to speak of
  double closed = 0.0;
  if (stage.spring.size() > 0 && !within_stage) {
    closed = std::abs(minimum_gap(state, state.basis) / kept_.gap - 1.0);
  }
  return !(std::max({faster, thicker, moved, closed}) <= limit);
}

bool ReducedStepper::rebuild(const Stage& stage, const State& state, Vector* f) {
  const BasisEquations& e = equations_of(state.basis);
  Matrix jacobian, slopes;
  e.residual(state.at, stage.film, stage.content, stage.spring, f, &jacobian, &slopes);
  const bool some = !film_->every_stage && kept_.basis == state.basis &&
                    kept_.shift == stage.film.shift && basis_of(state.basis).row_limit > 0.0;
  kept_.basis = -1;
  if (!jacobian.allFinite()) return false;
  if (!some || take_changed(jacobian, slopes, state.basis)) {
    if (!some) {
      kept_.jacobian = jacobian;
      kept_.slopes = slopes;
    }
    if (!kept_.lu.factorise(e.project(kept_.jacobian))) return false;
    ++counts_.rebuilds;
  }
  kept_.basis = state.basis;
  kept_.shift = stage.film.shift;
  kept_.b = state.at.b;
  kept_.speed = stage.film.speed;
  kept_.viscosity_factor = stage.film.viscosity_factor;
  if (stage.spring.size() > 0) kept_.gap = minimum_gap(state, state.basis);
  return true;
}

// Rows whose slopes have changed by more than the limit's share of their size; false if none has.
bool ReducedStepper::take_changed(const Matrix& jacobian, const Matrix& slopes, int basis) {
  const double limit = basis_of(basis).row_limit;
  bool any = false;
  for (Eigen::Index i = 0; i < slopes.rows(); ++i) {
    const double change = (slopes.row(i) - kept_.slopes.row(i)).lpNorm<1>();
    if (!(change > limit * kept_.slopes.row(i).lpNorm<1>())) continue;
    kept_.jacobian.row(i) = jacobian.row(i);
    kept_.slopes.row(i) = slopes.row(i);
    any = true;
  }
  return any;
}

bool ReducedStepper::solve(const Stage& stage, int iterations, State* state, Vector* f) {
  const BasisEquations& e = equations_of(state->basis);
  const ReducedBasis& basis = basis_of(state->basis);
  ReducedPoint& at = state->at;
  const auto follow = [&] {
    if (stage.spring.size() > 0) {
      at.q = stage.free + stage.spring.cwiseProduct(e.excitation() * at.b);
    }
  };
  follow();
  bool damped = false;
  for (int k = 0; k < iterations; ++k) {
    if (worn(stage, *state, k > 0)) {
      if (!rebuild(stage, *state, f)) return false;
    } else {
      e.residual(at, stage.film, stage.content, stage.spring, f, nullptr);
    }
    Matrix d = -e.project(*f, at.b, stage.load);
    kept_.lu.solve(d);
    ++counts_.iterations;
    const double change = d.cwiseAbs().maxCoeff();
    if (!d.allFinite() || change > film_->guard) return forget();
    const double largest = d.topRows(e.modes()).cwiseAbs().maxCoeff();
    damped = largest > basis.step_limit;
    if (damped) d *= basis.step_limit / largest;
    at.b += d.topRows(e.modes());
    if (film_->problem.loaded) at.approach += d(e.modes(), 0);
    follow();
    if (change <= basis.tolerance) break;
  }
  return !damped || forget();
}

void ReducedStepper::fly(double step, double acceleration, State* state) const {
  const double shift = stage_shift(step);
  const ModalStage m = modal_stage(film_->problem.modes, shift);
  const Vector constant = modal_constant(acceleration);
  const Vector q = state->at.q, v = state->v;
  const auto stage = [&](const Vector& q_start, const Vector& v_start) {
    state->at.q = m.free(q_start, v_start, constant);
    state->v = shift * (state->at.q - q_start);
  };
  stage(q, v);
  stage(q + sdirk_carry() * (state->at.q - q), v + sdirk_carry() * (state->v - v));
}

double ReducedStepper::minimum_gap(const State& state, int basis) const {
  const Vector gap = gap_of(state);
  double smallest = gap.maxCoeff();
  for (const int node : basis_of(basis).minimum_nodes) {
    smallest = std::min(smallest, gap[node]);
  }
  return smallest;
}

// Bodies that close meet the film.
void ReducedStepper::land(State* state) const {
  const double before = state->smallest_gap;
  state->smallest_gap = minimum_gap(*state, 0);
  if (state->smallest_gap >= before || state->smallest_gap > film_->landing_gap) return;
  state->basis = 0;
  state->at.b = Vector::Zero(equations_.front().modes());
  state->content = equations_.front().content(state->at, state->frame);
  state->force = state->peak = 0.0;
}

// A falling force is the end of a phase only of bodies that part: they meet the film with a jump of
// its pressure, small but falling for a moment. The content is carried over from the old basis:
// projected, it would lose the film.
void ReducedStepper::change_basis(State* state) {
  const auto from = static_cast<std::size_t>(state->basis);
  const bool edge = at_edge(*state);
  const double last = state->force;
  state->force = edge ? state->edge.force : equations_[from].load_row().dot(state->at.b);
  state->peak = std::max(state->peak, state->force);
  const double leave = edge ? film_->edge.leave_fraction : film_->bases[from].leave_fraction;
  const bool parting = film_->problem.modes.rigid_row.dot(state->v) > 0.0;
  const bool falling = parting && state->force < last && state->force < leave * state->peak;
  const double most = edge ? 0.0 : film_->bases[from].leave_pressure;
  const bool pressed =
      most > 0.0 && problem_grid(film_->problem).central(pressure_of(*state)) > most;
  const bool ends = edge && state->edge.a < film_->edge.first + film_->edge.spacing;
  if (!falling && !pressed && !ends) return;
  if (film_->moving() && from + 1 == film_->bases.size()) {
    // a film that does not freeze is followed as before, and left where a moving edge would be
    const double approach = film_->problem.modes.shapes.row(0).dot(state->at.q);
    if (edge_->take_over(pressure_of(*state), approach, &state->edge, &counts_.iterations)) {
      state->at.b = Vector();
      state->content = Vector();
      ++state->basis;
      return;
    }
    if (!(state->force < film_->edge.leave_fraction * state->peak)) return;
  }
  if (from + 1 >= film_->bases.size()) {
    state->basis = -1;
    state->at.b = Vector();
    state->content = Vector();
    state->force = 0.0;
    state->smallest_gap = minimum_gap(*state, 0);
    return;
  }
  const ReducedBasis &old = film_->bases[from], &next = film_->bases[from + 1];
  const BasisEquations& e = equations_[from + 1];
  const FilmRowSet& rows = e.rows();
  const Vector pressure = state->frame * (old.pressure * state->at.b);
  state->content = rows.content(rows.gather(pressure), rows.gather(gap_of(*state)));
  state->at.b = least_squares(next.pressure, old.pressure * state->at.b);
  ++state->basis;
}

Vector ReducedStepper::gap_of(const State& state) const {
  const FilmProblemData& p = film_->problem;
  if (at_edge(state)) return edge_->gap(state.edge, p.modes.shapes.row(0).dot(state.at.q));
  Vector gap = p.geometry;
  if (state.basis >= 0) {
    add_product(1.0, p.compliance, basis_of(state.basis).pressure * state.at.b, &gap);
  }
  gap = state.frame * state.frame * gap.array() + state.at.approach;
  if (state.at.q.size() > 0) gap += p.modes.shapes * state.at.q;
  return gap;
}

Vector ReducedStepper::pressure_of(const State& state) const {
  if (state.basis < 0) return Vector::Zero(film_->problem.x.size());
  if (at_edge(state))
    return edge_->pressure(state.edge, film_->problem.modes.shapes.row(0).dot(state.at.q));
  return state.frame * (basis_of(state.basis).pressure * state.at.b);
}

ReducedOutputs ReducedStepper::outputs() const {
  const FilmGrid grid = problem_grid(film_->problem);
  ReducedOutputs out;
  out.basis = state_.basis;
  if (at_edge(state_)) {
    const EdgeState& e = state_.edge;
    out.force = e.force;
    out.central_pressure = e.central_pressure;
    out.central_gap = e.central_gap;
    out.minimum_gap = e.minimum_gap;
    out.velocity = film_->problem.modes.rigid_row.dot(state_.v);
    out.residual = state_.residual;
    return out;
  }
  if (state_.basis >= 0) {
    const Vector& load = equations_of(state_.basis).load_row();
    out.force = state_.frame * state_.frame * load.dot(state_.at.b);
  }
  out.central_pressure = grid.central(pressure());
  out.central_gap = grid.central(gap_of(state_));
  out.minimum_gap = minimum_gap(state_, std::max(state_.basis, 0));
  if (state_.v.size() > 0) out.velocity = film_->problem.modes.rigid_row.dot(state_.v);
  out.residual = state_.residual;
  return out;
}

}  // namespace mortise::gen
