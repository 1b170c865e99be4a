// A line film on manifolds of pressures, one per range of the load, without hyper-reduction: what a
// reduction could reach at best, before anybody builds it into the runtime. Alexander's scheme and
// Galerkin's projection on the tangent, all rows of the grid.
#pragma once

#include <vector>

#include "generator/compare/coarse_film.hpp"
#include "generator/compare/pressure_manifold.hpp"
#include "generator/reduce/row_set.hpp"

namespace mortise::gen {

// Used while the load over the reference lies between `low` and `high`; neighbours overlap.
struct LoadWindow {
  double low = 0.0, high = 0.0;
  PressureManifold manifold;
};

// Splits the snapshots at the loads into `windows` ranges of equal width that overlap by a tenth of
// it, and makes a basis of at most `modes` shapes of each. Throws Error as pressure_basis() does.
// load: (count) w of every snapshot, over the reference.
std::vector<LoadWindow> load_windows(const Matrix& snapshots, const Vector& load,
                                     const Matrix& compliance, const BasisOptions& options,
                                     int windows);

struct ManifoldOptions {
  double step = 0.0;   // [unit of time]
  int iterations = 1;  // per stage
  int repeat_iterations = 4;
  double step_limit = 0.5, gap_floor = 1e-4;
};

class ManifoldFilm {
 public:
  // problem: a line contact in the load-scaled frame. It and the windows outlive the object.
  ManifoldFilm(const FilmProblemData* problem, const std::vector<LoadWindow>* windows,
               const ManifoldOptions& options);

  // At time 0 from a full state: P / a (points) and H0. Its content y is kept.
  void start(const Vector& pressure, double approach, const ReducedDrive& drive);
  // One step; repeated in halves if it fails. False if that fails, too.
  bool step(const ReducedDriveFunction& drive);

  double time() const { return time_; }
  CoarseOutputs outputs() const;
  const ReducedCounts& counts() const { return counts_; }
  long switches() const { return switches_; }  // from one window to another

 private:
  struct State {
    std::size_t window = 0;
    Vector b;
    double approach = 0.0, frame = 1.0;
    Vector content;  // (rows)
  };
  const PressureManifold& manifold(const State& state) const {
    return (*windows_)[state.window].manifold;
  }
  void choose_window(double load, State* state);
  Vector gap(const State& state, double frame) const;
  Vector content(const State& state) const;
  bool substep(double time, double step, int iterations, const ReducedDriveFunction& drive,
               State* state);
  bool solve(const FilmStage& stage, double load, const Vector& start, int iterations,
             State* state);

  const FilmProblemData* problem_;
  const std::vector<LoadWindow>* windows_;
  ManifoldOptions options_;
  FilmRowSet rows_;
  Vector row_weights_;  // (rows) of Galerkin's projection
  State state_;
  double time_ = 0.0;
  ReducedCounts counts_;
  long switches_ = 0;
};

}  // namespace mortise::gen
