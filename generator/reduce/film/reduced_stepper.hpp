// The step of a reduced film in plain arithmetic: what the runtime computes, without its layout,
// and more: all rows of the grid in place of the sampled ones. Validates bases before they are
// baked, and is the runtime's reference.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/reduce/film/basis_equations.hpp"
#include "generator/reduce/film/edge_stepper.hpp"
#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {

// Prescribed values at one time, dimensionless.
struct ReducedDrive : StageDrive {
  double load = 0.0;          // G b, i.e. pi/2 w / a^2 for a line contact
  double acceleration = 0.0;  // of the upper body towards the lower one, beyond the default one
};
using ReducedDriveFunction = std::function<ReducedDrive(double time)>;

// Dimensionless: pressures of P, gaps of H, force = a^2 G b, the integral of P over the film.
struct ReducedOutputs {
  double force = 0.0, central_pressure = 0.0, central_gap = 0.0, minimum_gap = 0.0;
  double velocity = 0.0;  // of the bodies, opening positive
  double residual = 0.0;  // over the largest seen in training
  int basis = -1;         // -1: free flight; the number of bases: on the moving edge
};

struct ReducedCounts {
  long steps = 0, iterations = 0, rebuilds = 0, repeats = 0;
};

class ReducedStepper {
 public:
  // film must outlive the object. whole_grid: all rows in place of the sampled ones.
  explicit ReducedStepper(const ReducedFilm* film, bool whole_grid = false);

  // At time 0 with the first basis: b and H0 (u), q and v (n, empty unless there are modes).
  void start(const Vector& unknowns, const Vector& q, const Vector& v, const ReducedDrive& drive);
  // At time 0 in free flight; lands by itself.
  void start_flight(const Vector& q, const Vector& v);

  // One step of the model, film.step; a substep that fails is repeated in halves. Returns false if
  // that fails, too: the state is then the one before the step. With steps of several lengths bases
  // change within, otherwise at its end.
  bool step(const ReducedDriveFunction& drive);

  double time() const { return time_; }  // [unit of time]
  ReducedOutputs outputs() const;
  const ReducedPoint& point() const { return state_.at; }
  const Vector& velocity() const { return state_.v; }  // (n) dq/dT
  int basis() const { return state_.basis; }
  double frame() const { return state_.frame; }
  Vector pressure() const { return pressure_of(state_); }  // (points) P
  Vector gap() const { return gap_of(state_); }            // (points) H
  const ReducedCounts& counts() const { return counts_; }
  // (bases) largest root mean square of the watched rows at the ends of steps, not scaled; behind
  // them what the frozen film of a moving edge left, likewise.
  const std::vector<double>& residuals() const { return residuals_; }

 private:
  struct State {
    int basis = -1;
    ReducedPoint at;
    Vector v, content;  // (n), (m) y at the rows of the basis
    double frame = 1.0;
    double force = 0.0, peak = 0.0;  // of the last step, largest since landing; not if loaded
    double smallest_gap = 0.0;       // in flight, and with steps of several lengths
    double residual = 0.0;
    EdgeState edge;
  };
  // Kept factorisation: of the basis, shift and b it was made for.
  struct Kept {
    int basis = -1;
    double shift = 0.0;
    Vector b;
    Matrix jacobian, slopes;  // row by row of when it was made
    DenseLu lu;
    double speed = 0.0, viscosity_factor = 1.0;
    double gap = 0.0;  // smallest one, of moving bodies
  };
  struct Stage {
    FilmStage film;
    double load = 0.0;
    Vector content, free, spring;  // start of y; q without pressure
  };

  void note_residual(const State& state);
  bool at_edge(const State& state) const {
    return state.basis == static_cast<int>(film_->bases.size());
  }
  bool move_edge(double time, double step, const ReducedDriveFunction& drive, State* state);
  bool graded_step(const ReducedDriveFunction& drive, State* state);
  bool advance(double time, double step, const ReducedDriveFunction& drive, State* state);
  int ticks_of_step(const State& state, int tick, double tick_length) const;
  bool substep(double time, double step, int iterations, const ReducedDriveFunction& drive,
               State* state);
  bool solve(const Stage& stage, int iterations, State* state, Vector* f);
  bool worn(const Stage& stage, const State& state, bool within_stage) const;
  bool rebuild(const Stage& stage, const State& state, Vector* f);
  bool take_changed(const Matrix& jacobian, const Matrix& slopes, int basis);
  // drops the factorisation; false
  bool forget() {
    kept_.basis = -1;
    return false;
  }
  void fly(double step, double acceleration, State* state) const;
  void change_basis(State* state);
  void land(State* state) const;
  double minimum_gap(const State& state, int basis) const;  // of its candidates
  Vector modal_constant(double acceleration) const {
    return film_->problem.modes.constant + acceleration * film_->problem.modes.acceleration;
  }
  Vector gap_of(const State& state) const;
  Vector pressure_of(const State& state) const;
  const ReducedBasis& basis_of(int basis) const {
    return film_->bases[static_cast<std::size_t>(basis)];
  }
  const BasisEquations& equations_of(int basis) const {
    return equations_[static_cast<std::size_t>(basis)];
  }

  const ReducedFilm* film_;
  std::vector<BasisEquations> equations_;
  std::optional<EdgeStepper> edge_;
  State state_;
  Kept kept_;
  double time_ = 0.0;
  ReducedCounts counts_;
  std::vector<double> residuals_;
};

}  // namespace mortise::gen
