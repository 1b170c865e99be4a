// The runtime's own step of a reduced film, on a model packed in memory: training sees what ships.
#pragma once

#include <array>
#include <vector>

#include "generator/ground/numbers/aligned_bytes.hpp"
#include "generator/reduce/film/film_arrays.hpp"
#include "generator/reduce/film/reduced_drive.hpp"
#include "mortise/state.hpp"

namespace mortise::gen {

// What is prescribed at one time; straight lines lead from step to step.
struct PlayedInputs {
  double load = 1.0, speed = 1.0;  // over their references; unused by films that have none
  double viscosity_factor = 1.0;
  double acceleration = 0.0;  // of the upper body towards the lower one [m/s2]
};

class FilmPlayer {
 public:
  // film: not transported. whole_grid: all rows of the grid, weighted as Galerkin does, in place of
  // the sampled ones. Throws Error as PackedFilm.
  explicit FilmPlayer(const ReducedFilm& film, bool whole_grid = false);
  FilmPlayer(const FilmPlayer&) = delete;
  FilmPlayer& operator=(const FilmPlayer&) = delete;

  // At time 0 with the first basis: b and H0 (u), q and v (n, empty unless there are modes).
  // unknowns empty: those of the film, or free flight where the bodies are far apart.
  void start(const Vector& unknowns, const Vector& q, const Vector& v, const PlayedInputs& at);

  // One step of the model to its inputs at the end, a failed one repeated in halves. False if that
  // fails, too.
  bool step(const PlayedInputs& end);

  double time() const;                               // [unit of time]
  int basis() const { return state().film_.basis; }  // -1: free flight; their number: on the edge
  ReducedOutputs outputs() const;                    // of the last step
  bool settled() const {  // the last step has met the tolerances of its solves
    return (state().statistics().last_status & status::kCAPPED) == 0;
  }
  double residual() const { return state().statistics().last_residual; }  // film_residual of it
  // (bases + 1) what its watched rows show in the bases that it went through, not scaled, else 0;
  // the last one of a moving edge.
  const std::vector<double>& residuals() const { return residuals_; }
  Vector unknowns() const { return film_unknowns(view_, state()); }  // of the first basis
  Vector q() const { return motion(view_.layout.q); }                // (n)
  Vector v() const { return motion(view_.layout.v); }                // (n) dq/dT

 private:
  static constexpr std::size_t kInputs = kInputNone, kOutputs = 4;

  State& state() { return *reinterpret_cast<State*>(arena_.data()); }
  const State& state() const { return *reinterpret_cast<const State*>(arena_.data()); }
  Status play(const double* inputs);
  void note_residuals(const AlignedBytes& before, const double* inputs, int basis);
  double& scale_of(std::size_t basis);
  Vector motion(const std::uint32_t (&copies)[2]) const;
  std::array<double, kInputs> values_of(const PlayedInputs& inputs) const;

  PackedFilm packed_;
  AlignedBytes numbers_, arena_;
  std::array<std::uint32_t, kInputs> roles_;
  std::array<InputRange, kInputs> ranges_;
  std::array<OutputRule, kOutputs> rules_;
  ModelView view_;
  std::array<double, kInputs> before_{};
  std::vector<double> residuals_;
  std::array<double, kOutputs> outputs_{};
};

// Steady films under prescribed loads: a step that never ends, for nothing is squeezed then.
class SteadyPlayer {
 public:
  // film: as for FilmPlayer.
  explicit SteadyPlayer(const ReducedFilm& film, bool whole_grid = false);

  // b and H0 (u), from a guess (u) nearby. Throws Error if Newton's method does not converge.
  Vector at(const PlayedInputs& inputs, const Vector& guess);

 private:
  FilmPlayer player_;
};

}  // namespace mortise::gen
