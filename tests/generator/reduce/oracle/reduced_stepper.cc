#include "tests/generator/reduce/oracle/reduced_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/dense_solver.hpp"

namespace mortise::gen {

ReducedStepper::ReducedStepper(const ReducedFilm* film) : film_(film) {
  for (const ReducedBasis& basis : film->bases)
    equations_.emplace_back(&film->problem, basis, film->gap_floor);
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
  state_.smallest_gap = minimum_gap(0);
  time_ = 0.0;
}

void ReducedStepper::start_flight(const Vector& q, const Vector& v) {
  state_ = {};
  state_.at.q = q;
  state_.v = v;
  state_.smallest_gap = std::numeric_limits<double>::infinity();
  time_ = 0.0;
  land();
}

bool ReducedStepper::step(const ReducedDriveFunction& drive) {
  const double dT = film_->step / film_->problem.scales.time;
  if (film_->graded()) {
    if (!graded_step(drive)) return false;
  } else if (state_.basis < 0) {
    fly(dT, drive(time_ + dT).acceleration);
    land();
  } else {
    const int substeps = basis_of(state_.basis).substeps;
    const double part = dT / substeps;
    for (int k = 0; k < substeps; ++k)
      if (!advance(time_ + k * part, part, drive)) return false;
    if (!film_->problem.loaded) change_basis();
  }
  time_ += dT;
  return true;
}

// Steps of bases that have several lengths are whole ticks, and begin at whole multiples of their
// length: they sum up to the step however the bases take turns.
bool ReducedStepper::graded_step(const ReducedDriveFunction& drive) {
  const int ticks = film_->bases.front().substeps;
  const double tick_length = film_->step / film_->problem.scales.time / ticks;
  for (int tick = 0; tick < ticks;) {
    const double from = time_ + tick * tick_length;
    if (state_.basis < 0) {
      fly(tick_length, drive(from + tick_length).acceleration);
      land();
      ++tick;
      continue;
    }
    const int length = ticks_of_step(tick, tick_length);
    if (!advance(from, length * tick_length, drive)) return false;
    state_.smallest_gap = at_edge() ? state_.edge.minimum_gap : minimum_gap(state_.basis);
    change_basis();
    tick += length;
  }
  return true;
}

int ReducedStepper::ticks_of_step(int tick, double tick_length) const {
  const bool edge = at_edge();
  const ReducedBasis& basis = edge ? film_->bases.back() : basis_of(state_.basis);
  if (!(basis.gap_share > 0.0) || (edge && state_.edge.rate == 0.0)) return 1;
  const double closing =
      std::abs(edge ? state_.edge.rate : film_->problem.modes.rigid_row.dot(state_.v));
  const double most =
      edge ? film_->edge.edge_share * state_.edge.a : basis.gap_share * state_.smallest_gap;
  int length = 1;
  while (2 * length <= basis.substeps && tick % (2 * length) == 0 &&
         2 * length * tick_length * closing <= most)
    length *= 2;
  return length;
}

bool ReducedStepper::move_edge(double time, double step, const ReducedDriveFunction& drive) {
  const ReducedDrive first = drive(time + sdirk_gamma() * step), second = drive(time + step);
  Matrix constant(state_.at.q.size(), 2);
  constant << modal_constant(first.acceleration), modal_constant(second.acceleration);
  return edge_->step(step, film_->edge.iterations, constant,
                     {first.viscosity_factor, second.viscosity_factor}, &state_.edge, &state_.at.q,
                     &state_.v);
}

bool ReducedStepper::advance(double time, double step, const ReducedDriveFunction& drive) {
  return at_edge() ? move_edge(time, step, drive) : substep(time, step, drive);
}

bool ReducedStepper::substep(double time, double step, const ReducedDriveFunction& drive) {
  const BasisEquations& e = equations();
  const FilmModes& modes = film_->problem.modes;
  const bool moving = modes.omega.size() > 0;
  Stage stage;
  stage.film.shift = stage_shift(step);
  ModalStage modal;
  if (moving) {
    modal = modal_stage(modes, stage.film.shift);
    stage.spring = modal.spring;
  }
  stage.content = state_.content;
  Vector q_start = state_.at.q, v_start = state_.v;
  const Vector content_0 = state_.content, q_0 = q_start, v_0 = v_start;
  for (const int index : {0, 1}) {
    const ReducedDrive d = drive(time + (index == 0 ? sdirk_gamma() : 1.0) * step);
    static_cast<StageDrive&>(stage.film) = d;
    stage.load = d.load;
    if (moving) stage.free = modal.free(q_start, v_start, modal_constant(d.acceleration));
    if (!solve(stage)) return false;
    state_.frame = d.frame;
    state_.content = e.content(state_.at, d.frame);
    if (moving) state_.v = stage.film.shift * (state_.at.q - q_start);
    if (index == 1) break;
    stage.content = content_0 + sdirk_carry() * (state_.content - content_0);
    if (moving) {
      q_start = q_0 + sdirk_carry() * (state_.at.q - q_0);
      v_start = v_0 + sdirk_carry() * (state_.v - v_0);
    }
  }
  return true;
}

bool ReducedStepper::solve(const Stage& stage) {
  const BasisEquations& e = equations();
  const ReducedBasis& basis = basis_of(state_.basis);
  ReducedPoint& at = state_.at;
  const auto follow = [&] {
    if (stage.spring.size() > 0)
      at.q = stage.free + stage.spring.cwiseProduct(e.excitation() * at.b);
  };
  follow();
  bool damped = false;
  for (int k = 0; k < basis.iterations; ++k) {
    Vector f;
    Matrix jacobian;
    e.residual(at, stage.film, stage.content, stage.spring, &f, &jacobian);
    DenseLu lu;
    if (!jacobian.allFinite() || !lu.factorise(e.project(jacobian))) return false;
    Matrix d = -e.project(f, at.b, stage.load);
    lu.solve(d);
    const double change = d.cwiseAbs().maxCoeff();
    if (!d.allFinite() || change > film_->guard) return false;
    const double largest = d.topRows(e.modes()).cwiseAbs().maxCoeff();
    damped = largest > basis.step_limit;
    if (damped) d *= basis.step_limit / largest;
    at.b += d.topRows(e.modes());
    if (film_->problem.loaded) at.approach += d(e.modes(), 0);
    follow();
    if (change <= basis.tolerance) break;
  }
  return !damped;
}

void ReducedStepper::fly(double step, double acceleration) {
  const double shift = stage_shift(step);
  const ModalStage m = modal_stage(film_->problem.modes, shift);
  const Vector constant = modal_constant(acceleration);
  const Vector q = state_.at.q, v = state_.v;
  const auto stage = [&](const Vector& q_start, const Vector& v_start) {
    state_.at.q = m.free(q_start, v_start, constant);
    state_.v = shift * (state_.at.q - q_start);
  };
  stage(q, v);
  stage(q + sdirk_carry() * (state_.at.q - q), v + sdirk_carry() * (state_.v - v));
}

double ReducedStepper::minimum_gap(int basis) const {
  const Vector all = gap();
  double smallest = all.maxCoeff();
  for (const int node : basis_of(basis).minimum_nodes) smallest = std::min(smallest, all[node]);
  return smallest;
}

// Bodies that close meet the film.
void ReducedStepper::land() {
  const double before = state_.smallest_gap;
  state_.smallest_gap = minimum_gap(0);
  if (state_.smallest_gap >= before || state_.smallest_gap > film_->landing_gap) return;
  state_.basis = 0;
  state_.at.b = Vector::Zero(equations_.front().modes());
  state_.content = equations_.front().content(state_.at, state_.frame);
  state_.force = state_.peak = 0.0;
}

// A falling force is the end of a phase only of bodies that part: they meet the film with a jump of
// its pressure, small but falling for a moment. The content is carried over from the old basis:
// projected, it would lose the film.
void ReducedStepper::change_basis() {
  const auto from = static_cast<std::size_t>(state_.basis);
  const bool edge = at_edge();
  const double last = state_.force;
  state_.force = edge ? state_.edge.force : equations().load_row().dot(state_.at.b);
  state_.peak = std::max(state_.peak, state_.force);
  const double leave = edge ? film_->edge.leave_fraction : film_->bases[from].leave_fraction;
  const bool parting = film_->problem.modes.rigid_row.dot(state_.v) > 0.0;
  const bool falling = parting && state_.force < last && state_.force < leave * state_.peak;
  const double most = edge ? 0.0 : film_->bases[from].leave_pressure;
  const bool pressed = most > 0.0 && problem_grid(film_->problem).central(pressure()) > most;
  const bool ends = edge && state_.edge.a < film_->edge.first + film_->edge.spacing;
  if (!falling && !pressed && !ends) return;
  if (film_->moving() && from + 1 == film_->bases.size()) {
    // a film that does not freeze is followed as before, and left where a moving edge would be
    const double approach = film_->problem.modes.shapes.row(0).dot(state_.at.q);
    if (edge_->take_over(pressure(), approach, &state_.edge)) {
      state_.at.b = state_.content = Vector();
      ++state_.basis;
      return;
    }
    if (!(state_.force < film_->edge.leave_fraction * state_.peak)) return;
  }
  if (from + 1 >= film_->bases.size()) {
    state_.basis = -1;
    state_.at.b = state_.content = Vector();
    state_.force = 0.0;
    state_.smallest_gap = minimum_gap(0);
    return;
  }
  const ReducedBasis &old = film_->bases[from], &next = film_->bases[from + 1];
  const FilmRowSet& rows = equations_[from + 1].rows();
  state_.content = rows.content(rows.gather(pressure()), rows.gather(gap()));
  state_.at.b = least_squares(next.pressure, old.pressure * state_.at.b);
  ++state_.basis;
}

Vector ReducedStepper::gap() const {
  const FilmProblemData& p = film_->problem;
  if (at_edge()) return edge_->gap(state_.edge, p.modes.shapes.row(0).dot(state_.at.q));
  Vector gap = p.geometry;
  if (state_.basis >= 0) gap += p.compliance * (basis_of(state_.basis).pressure * state_.at.b);
  gap = state_.frame * state_.frame * gap.array() + state_.at.approach;
  if (state_.at.q.size() > 0) gap += p.modes.shapes * state_.at.q;
  return gap;
}

Vector ReducedStepper::pressure() const {
  if (state_.basis < 0) return Vector::Zero(film_->problem.x.size());
  if (at_edge())
    return edge_->pressure(state_.edge, film_->problem.modes.shapes.row(0).dot(state_.at.q));
  return state_.frame * (basis_of(state_.basis).pressure * state_.at.b);
}

SteppedOutputs ReducedStepper::outputs() const {
  const FilmGrid grid = problem_grid(film_->problem);
  SteppedOutputs out;
  out.basis = state_.basis;
  if (state_.v.size() > 0) out.velocity = film_->problem.modes.rigid_row.dot(state_.v);
  if (at_edge()) {
    const EdgeState& e = state_.edge;
    static_cast<ReducedOutputs&>(out) = {e.force, e.central_pressure, e.central_gap, e.minimum_gap};
    return out;
  }
  if (state_.basis >= 0)
    out.force = state_.frame * state_.frame * equations().load_row().dot(state_.at.b);
  out.central_pressure = grid.central(pressure());
  out.central_gap = grid.central(gap());
  out.minimum_gap = minimum_gap(std::max(state_.basis, 0));
  return out;
}

}  // namespace mortise::gen
