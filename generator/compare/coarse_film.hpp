// The full line film on few, well placed nodes, stepped as a reduced film is: Alexander's scheme in
// the load-scaled frame, one linear solve per stage from the last value, the Jacobian kept while
// the pressure has hardly moved, no allocation in a step. The honest rival of a reduced film: what
// it has to beat is not the accurate full model but a coarse one of its own error.
#pragma once

#include <vector>

#include "generator/compare/in_place_lu.hpp"
#include "generator/film/lubricant.hpp"
#include "generator/reduce/reduced_film.hpp"
#include "generator/reduce/reduced_stepper.hpp"

namespace mortise::gen {

struct CoarseOptions {
  double step = 0.0;       // [unit of time] > 0
  double age_limit = 0.0;  // the Jacobian serves while no P / a has moved further [-]; 0: one stage
  int repeat_iterations = 4;  // of a stage, when a step is repeated with half steps
  double step_limit = 0.5;    // a larger correction of P / a is a failure [-]
  double gap_floor = 1e-4;    // gaps count as at least this [-]
};

struct CoarseOutputs {
  double central_pressure = 0.0, central_gap = 0.0;
  double minimum_gap = 0.0;  // parabola through the lowest nodes
};

// T: float or double, of state, Jacobian and solve; the lubricant is evaluated in double.
template <class T>
class CoarseFilm {
 public:
  // problem: a line contact under load; outlives the object. Its penalty is used as it stands.
  CoarseFilm(const FilmProblemData* problem, const CoarseOptions& options);

  // At time 0: P / a (points) and H0.
  void start(const Vector& pressure, double approach, const ReducedDrive& drive);

  // One step; repeated in halves if it fails. False if that fails, too.
  bool step(const ReducedDriveFunction& drive);

  double time() const { return time_; }
  CoarseOutputs outputs() const;
  const ReducedCounts& counts() const { return counts_; }

 private:
  struct Stage {
    ReducedDrive drive;
    double shift = 0.0;
  };
  using Nodal = std::vector<T>;

  bool substep(double time, double step, int iterations, const ReducedDriveFunction& drive);
  bool solve(const Stage& stage, int iterations);
  bool correct(const Stage& stage, bool within_stage);
  void fields(const Stage& stage);
  void residual(const Stage& stage);
  void slopes(const Stage& stage);
  bool factorise(const Stage& stage);
  bool worn(const Stage& stage, bool within_stage) const;
  bool forget();

  const FilmProblemData& problem_;
  CoarseOptions options_;
  int points_, unknowns_;  // unknowns: inner nodes
  Lubricant lubricant_;
  Nodal geometry_, weights_, left_, right_, d0_, d1_, d2_, x_;  // (points)
  std::vector<T> compliance_;  // (points + 3) per inner node, two zeros before and one behind
  // state
  Nodal p_, content_;  // (points) P / a, y
  T approach_ = 0;
  double frame_ = 1.0, time_ = 0.0;
  // of the stage
  Nodal start_;                          // (points) start value of y
  Nodal P_, H_, xi_, y_, xi_P_, y_P_;    // (points)
  Nodal f_, by_P_[4], by_H_[4], scale_;  // (points); k-th: by the node i - 2 + k
  Vector pressure_;                      // (points) for the lubricant
  LubricantState fluid_;
  std::vector<T> rhs_;  // (unknowns + 1)
  InPlaceLu<T> lu_;
  Nodal before_p_, before_content_;  // of the step
  Nodal kept_p_, kept_scale_;
  double kept_shift_ = -1.0, kept_speed_ = 0.0;
  ReducedCounts counts_;
};

}  // namespace mortise::gen
