// The step of a reduced film in plain dense arithmetic, its Jacobian made anew in every stage: what
// the runtime's step is compared with. A stage without a solution ends it.
#pragma once

#include <optional>
#include <vector>

#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/reduced_drive.hpp"
#include "tests/generator/reduce/oracle/basis_equations.hpp"
#include "tests/generator/reduce/oracle/edge_stepper.hpp"

namespace mortise::gen {

struct SteppedOutputs : ReducedOutputs {
  double velocity = 0.0;  // of the bodies, opening positive
  int basis = -1;         // -1: free flight; the number of bases: on the moving edge
};

class ReducedStepper {
 public:
  // film must outlive the object.
  explicit ReducedStepper(const ReducedFilm* film);

  // At time 0 with the first basis: b and H0 (u), q and v (n, empty unless there are modes).
  void start(const Vector& unknowns, const Vector& q, const Vector& v, const ReducedDrive& drive);
  // At time 0 in free flight; lands by itself.
  void start_flight(const Vector& q, const Vector& v);

  // One step of the model, film.step. Returns false if a stage has no solution. With steps of
  // several lengths bases change within, otherwise at its end.
  bool step(const ReducedDriveFunction& drive);

  SteppedOutputs outputs() const;

 private:
  struct State {
    int basis = -1;
    ReducedPoint at;
    Vector v, content;  // (n), (m) y at the rows of the basis
    double frame = 1.0;
    double force = 0.0, peak = 0.0;  // of the last step, largest since landing; not if loaded
    double smallest_gap = 0.0;       // in flight, and with steps of several lengths
    EdgeState edge;
  };
  struct Stage {
    FilmStage film;
    double load = 0.0;
    Vector content, free, spring;  // start of y; q without pressure
  };

  bool at_edge() const { return state_.basis == static_cast<int>(film_->bases.size()); }
  bool move_edge(double time, double step, const ReducedDriveFunction& drive);
  bool graded_step(const ReducedDriveFunction& drive);
  bool advance(double time, double step, const ReducedDriveFunction& drive);
  int ticks_of_step(int tick, double tick_length) const;
  bool substep(double time, double step, const ReducedDriveFunction& drive);
  bool solve(const Stage& stage);
  void fly(double step, double acceleration);
  void change_basis();
  void land();
  double minimum_gap(int basis) const;  // of its candidates
  Vector modal_constant(double acceleration) const {
    return film_->problem.modes.constant + acceleration * film_->problem.modes.acceleration;
  }
  Vector gap() const;       // (points) H
  Vector pressure() const;  // (points) P
  const ReducedBasis& basis_of(int basis) const {
    return film_->bases[static_cast<std::size_t>(basis)];
  }
  const BasisEquations& equations() const {
    return equations_[static_cast<std::size_t>(state_.basis)];
  }

  const ReducedFilm* film_;
  std::vector<BasisEquations> equations_;
  std::optional<EdgeStepper> edge_;
  State state_;
  double time_ = 0.0;
};

}  // namespace mortise::gen
