#include "generator/compare/manifold_film.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/dense/dense_solver.hpp"
#include "generator/error.hpp"
#include "generator/reduce/problem_data.hpp"
#include "generator/reduce/residual_training.hpp"
#include "generator/reduce/stage_model.hpp"

namespace mortise::gen {
namespace {

constexpr double kWindowOverlap = 0.1;  // of the width of a window
constexpr double kLost = 1e3;           // a larger correction is a failure

}  // namespace

std::vector<LoadWindow> load_windows(const Matrix& snapshots, const Vector& load,
                                     const Matrix& compliance, const BasisOptions& options,
                                     int windows) {
  if (windows < 1) throw Error("compare", "no window of the load", "ask for at least one");
  const double lowest = load.minCoeff(), width = (load.maxCoeff() - lowest) / windows;
  std::vector<LoadWindow> made;
  for (int k = 0; k < windows; ++k) {
    const double low = lowest + (k - kWindowOverlap) * width;
    const double high = lowest + (k + 1 + kWindowOverlap) * width;
    const Eigen::Array<bool, Eigen::Dynamic, 1> inside =
        load.array() >= low && load.array() <= high;
    Matrix part(snapshots.rows(), inside.count());
    for (Eigen::Index i = 0, at = 0; i < load.size(); ++i) {
      if (inside[i]) part.col(at++) = snapshots.col(i);
    }
    if (part.cols() == 0) {
      throw Error("compare", "no snapshot has a load in window " + std::to_string(k),
                  "train with more runs, or ask for fewer windows");
    }
    made.push_back({low, high, {pressure_basis(part, compliance, options), compliance}});
  }
  return made;
}

ManifoldFilm::ManifoldFilm(const FilmProblemData* problem, const std::vector<LoadWindow>* windows,
                           const ManifoldOptions& options)
    : problem_(problem),
      windows_(windows),
      options_(options),
      rows_(*problem, all_rows(*problem), options.gap_floor),
      row_weights_(galerkin_weights(*problem).segment(problem->first, problem->unknowns)) {}

Vector ManifoldFilm::gap(const State& state, double frame) const {
  const Vector bent = problem_->geometry + manifold(state).deformation(state.b);
  return (frame * frame * bent.array() + state.approach).matrix();
}

Vector ManifoldFilm::content(const State& state) const {
  const Vector P = state.frame * manifold(state).pressure(state.b);
  return rows_.content(rows_.gather(P), rows_.gather(gap(state, state.frame)));
}

void ManifoldFilm::start(const Vector& pressure, double approach, const ReducedDrive& drive) {
  state_ = {};
  const double load = drive.frame * drive.frame;
  while (state_.window + 1 < windows_->size() && load > (*windows_)[state_.window].high) {
    ++state_.window;
  }
  state_.b = manifold(state_).encode(pressure);
  state_.approach = approach;
  state_.frame = drive.frame;
  Vector H = problem_->geometry;
  add_product(1.0, problem_->compliance, pressure, &H);
  H = (drive.frame * drive.frame * H.array() + approach).matrix();
  state_.content = rows_.content(rows_.gather(Vector(drive.frame * pressure)), rows_.gather(H));
  time_ = 0.0;
}

// The content is carried over from the old window: projected, it would lose the film.
void ManifoldFilm::choose_window(double load, State* state) {
  const LoadWindow& now = (*windows_)[state->window];
  std::size_t next = state->window;
  if (load > now.high && next + 1 < windows_->size()) ++next;
  if (load < now.low && next > 0) --next;
  if (next == state->window) return;
  const Vector pressure = now.manifold.pressure(state->b);
  state->window = next;
  state->b = manifold(*state).encode(pressure);
  ++switches_;
}

bool ManifoldFilm::solve(const FilmStage& stage, double load, const Vector& start, int iterations,
                         State* state) {
  const double a = stage.frame;
  const PressureManifold& m = manifold(*state);
  const Eigen::Index r = m.modes();
  const Vector weights = problem_->weights;
  double largest = 0.0;
  for (int k = 0; k < iterations; ++k) {
    const Vector P = m.pressure(state->b);
    const Matrix V = m.pressure_slope(state->b);
    Vector f;
    FilmRowSet::Stencil by_P, by_H;
    rows_.evaluate(rows_.gather(Vector(a * P)), rows_.gather(gap(*state, a)), stage, start, &f,
                   &by_P, &by_H);
    const auto shapes = rows_.gather(V), gap_shapes = rows_.gather(m.deformation_slope(state->b));
    Matrix jacobian = Matrix::Zero(rows_.size(), r + 1);
    for (int node = 0; node < 4; ++node) {
      const auto at = static_cast<std::size_t>(node);
      jacobian.leftCols(r) += (a * by_P.col(node)).matrix().asDiagonal() * shapes[at];
      jacobian.leftCols(r) += (a * a * by_H.col(node)).matrix().asDiagonal() * gap_shapes[at];
    }
    jacobian.col(r) = by_H.rowwise().sum().matrix();
    const Matrix test =
        (row_weights_.asDiagonal() * V.middleRows(problem_->first, problem_->unknowns)).transpose();
    Matrix system = Matrix::Zero(r + 1, r + 1);
    system.topRows(r) = product(test, jacobian);
    system.row(r).head(r) = weights.transpose() * V;
    Vector d(r + 1);
    d << -(test * f), load - weights.dot(P);
    DenseLu lu;
    if (!system.allFinite() || !lu.factorise(system)) return false;
    lu.solve(d);
    ++counts_.iterations;
    if (!d.allFinite() || d.cwiseAbs().maxCoeff() > kLost) return false;
    largest = d.head(r).cwiseAbs().maxCoeff();
    if (largest > options_.step_limit) d *= options_.step_limit / largest;
    state->b += d.head(r);
    state->approach += d[r];
  }
  return largest <= options_.step_limit;
}

bool ManifoldFilm::substep(double time, double step, int iterations,
                           const ReducedDriveFunction& drive, State* state) {
  FilmStage stage;
  stage.shift = stage_shift(step);
  const Vector before = state->content;
  Vector start = before;
  for (const int index : {0, 1}) {
    const ReducedDrive d = drive(time + (index == 0 ? sdirk_gamma() : 1.0) * step);
    stage.frame = d.frame;
    stage.frame_rate = d.frame_rate;
    stage.speed = d.speed;
    stage.viscosity_factor = d.viscosity_factor;
    if (!solve(stage, d.load, start, iterations, state)) return false;
    state->frame = d.frame;
    state->content = content(*state);
    start = before + sdirk_carry() * (state->content - before);
  }
  return true;
}

bool ManifoldFilm::step(const ReducedDriveFunction& drive) {
  State trial = state_;
  choose_window(trial.frame * trial.frame, &trial);
  State attempt = trial;
  if (!substep(time_, options_.step, options_.iterations, drive, &attempt)) {
    ++counts_.repeats;
    attempt = trial;
    const double half = 0.5 * options_.step;
    for (const int k : {0, 1}) {
      if (!substep(time_ + k * half, half, options_.repeat_iterations, drive, &attempt)) {
        return false;
      }
    }
  }
  state_ = attempt;
  time_ += options_.step;
  ++counts_.steps;
  return true;
}

CoarseOutputs ManifoldFilm::outputs() const {
  const FilmGrid grid = problem_grid(*problem_);
  const Vector P = state_.frame * manifold(state_).pressure(state_.b);
  const Vector H = gap(state_, state_.frame);
  return {grid.central(P), grid.central(H), H.minCoeff()};
}

}  // namespace mortise::gen
