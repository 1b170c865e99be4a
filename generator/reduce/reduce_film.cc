#include "generator/reduce/reduce_film.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "generator/dense/dense_solver.hpp"
#include "generator/error.hpp"
#include "generator/reduce/basis_equations.hpp"
#include "generator/reduce/hyper_reduction.hpp"
#include "generator/reduce/input_ranges.hpp"
#include "generator/reduce/minimum_nodes.hpp"
#include "generator/reduce/phases.hpp"
#include "generator/reduce/problem_data.hpp"
#include "generator/reduce/rerun.hpp"
#include "generator/reduce/stage_model.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kTrainingStates = 400;  // at most, for the choice of rows
constexpr double kPhaseOverlap = 0.04;        // of the force over its peak
constexpr double kConverged = 1e-6;           // iterations that may be several end here

// At most `most` of the columns, evenly spread, first and last included.
std::vector<int> thinned(const std::vector<int>& columns, std::size_t most) {
  if (columns.size() <= most) return columns;
  std::vector<int> some;
  for (std::size_t k = 0; k < most; ++k) {
    some.push_back(columns[k * (columns.size() - 1) / (most - 1)]);
  }
  return some;
}

template <class T>
T entry(const std::vector<T>& list, std::size_t index, T otherwise) {
  if (list.empty()) return otherwise;
  return list[std::min(index, list.size() - 1)];
}

Matrix side_by_side(const Matrix& a, const Matrix& b) {
  Matrix both(a.rows(), a.cols() + b.cols());
  both << a, b;
  return both;
}

double watched_scale(const FilmProblemData& problem, const ResidualTraining& training,
                     const std::vector<int>& watched) {
  if (watched.empty()) return 1.0;
  double largest = 0.0;
  for (Eigen::Index k = 0; k < training.residual.cols(); ++k) {
    double sum = 0.0;
    for (const int node : watched) {
      const double f = training.residual(node - problem.first, k);
      sum += f * f;
    }
    largest = std::max(largest, std::sqrt(sum / static_cast<double>(watched.size())));
  }
  return largest > 0.0 ? largest : 1.0;
}

PressureBasis basis_of(const ReduceSpec& spec, const FilmProblemData& problem,
                       const FilmSnapshots& snapshots, const std::vector<int>& columns,
                       std::size_t index) {
  BasisOptions options;
  options.modes = entry(spec.modes, index, 0);
  options.error = spec.error;
  options.clip = spec.clip;
  options.weight_floor = spec.weight_floor;
  options.relative_floor = !problem.loaded;
  Matrix part(snapshots.points(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    part.col(static_cast<Eigen::Index>(k)) = snapshots.pressure.col(columns[k]);
  }
  return pressure_basis(part, problem.compliance, options);
}

// Rows that hold, then the watched ones, whole blocks of lanes in all.
void take_rows(const ReduceSpec& spec, const HyperReductionInput& input, ReducedBasis* basis,
               std::string* finding) {
  const SampledRows sampled =
      make_hyper_reduction(spec.method, spec.points, spec.tolerance)->choose(input);
  const int lanes = spec.scalar == FilmScalar::float32 ? 16 : 8;
  const int hold = static_cast<int>(sampled.rows.size());
  const int all = (hold + spec.watched + lanes - 1) / lanes * lanes;
  const std::vector<int> watched =
      spec.watched > 0 ? watched_rows(input, sampled.rows, all - hold) : std::vector<int>();
  basis->rows = sampled.rows;
  basis->rows.insert(basis->rows.end(), watched.begin(), watched.end());
  basis->watched = static_cast<int>(watched.size());
  basis->test = sampled.test;
  basis->residual_scale = watched_scale(*input.problem, *input.training, watched);
  *finding = sampled.finding;
}

// The scale of the watched rows: what they show on the training runs, where the model can be
// trusted.
void take_rerun(const FilmSnapshots& snapshots, ReducedFilm* film) {
  const Rerun rerun = rerun_training(*film, snapshots);
  for (std::size_t k = 0; k < film->bases.size(); ++k) {
    if (rerun.residual[k] > 0.0) film->bases[k].residual_scale = rerun.residual[k];
  }
  std::ostringstream text;
  text.precision(3);
  text << "training runs again: " << rerun.runs - rerun.failed << " of " << rerun.runs
       << " followed, smallest gap within " << 100.0 * rerun.film_error << " %";
  film->findings.push_back(text.str());
}

}  // namespace

ReducedBasis reduce_basis(const ReduceSpec& spec, const FilmProblemData& problem,
                          const FilmSnapshots& snapshots, const std::vector<int>& columns,
                          std::size_t index, std::vector<std::string>* findings) {
  ReducedBasis basis;
  basis.substeps = entry(spec.substeps, index, 1);
  basis.iterations = entry(spec.iterations, index, 1);
  basis.repeat_iterations = spec.repeat_iterations;
  basis.age_limit = spec.age_limit;
  basis.step_limit = spec.step_limit;
  basis.tolerance = basis.iterations > 1 ? kConverged : 0.0;
  basis.leave_fraction = entry(spec.phases, index, 0.0);
  // positive weights keep the matrix close to a symmetric positive one
  basis.pivoting = spec.method != ReductionMethod::ecsw || !problem.loaded;

  const PressureBasis shapes = basis_of(spec, problem, snapshots, columns, index);
  basis.pressure = shapes.shapes;
  const double shift = stage_shift(spec.step / problem.scales.time / basis.substeps);
  const ReducedStates states =
      project_states(problem, shapes, snapshots, thinned(columns, kTrainingStates), shift);
  const ResidualTraining training = train_residuals(problem, shapes, snapshots, states, shift);
  std::string finding;
  take_rows(spec, {&problem, &basis.pressure, &training}, &basis, &finding);
  basis.minimum_nodes =
      minimum_nodes(side_by_side(snapshot_gaps(problem, snapshots, columns), states.gap));

  std::ostringstream text;
  text.precision(3);
  text << "basis " << index << ": " << basis.pressure.cols() << " shapes of " << columns.size()
       << " snapshots, projection error pressure " << shapes.pressure_error << ", deformation "
       << shapes.gap_error << "; " << finding << "; " << basis.watched << " rows watched, "
       << basis.minimum_nodes.size() << " nodes for the smallest gap";
  findings->push_back(text.str());
  return basis;
}

Vector steady_reduced(const FilmProblemData& problem, const ReducedBasis& basis,
                      const Vector& guess, double frame, double load, double speed, bool whole_grid,
                      double viscosity_factor) {
  const BasisEquations e(&problem, basis, whole_grid, 0.0);
  const Eigen::Index r = e.modes();
  FilmStage stage;
  stage.frame = frame;
  stage.speed = speed;
  stage.viscosity_factor = viscosity_factor;
  ReducedPoint at{guess.head(r), guess[r], Vector()};
  const Vector start = Vector::Zero(e.rows().size());
  for (int k = 0; k < 60; ++k) {
    Vector f;
    Matrix jacobian;
    e.residual(at, stage, start, Vector(), &f, &jacobian);
    const Matrix test = e.test(jacobian);
    DenseLu lu;
    if (!jacobian.allFinite() || !lu.factorise(e.project(test, jacobian))) break;
    Matrix d = -e.project(test, f, at.b, load);
    lu.solve(d);
    if (!d.allFinite()) break;
    const double size = d.cwiseAbs().maxCoeff();
    if (size > 0.5) d *= 0.5 / size;
    at.b += d.topRows(r);
    at.approach += d(r, 0);
    if (size < 1e-10) {
      Vector solution(r + 1);
      solution << at.b, at.approach;
      return solution;
    }
  }
  throw Error("reduce", "the reduced film has no steady state at its default load",
              "use more modes, or a smaller reduce.tolerance");
}

ReducedFilm reduce_film(const FilmDefinition& given, const FilmSnapshots& snapshots,
                        std::vector<std::string>* warnings) {
  if (!given.reduce) {
    throw Error(given.path, "there is no [reduce] table",
                "add one, at least reduce.step and modes");
  }
  const FilmDefinition d = reducible(given);
  const ReduceSpec& spec = *d.reduce;
  ContactProblem full(d, warnings);
  ReducedFilm film;
  film.problem = problem_data(d, &full, spec.penalty);
  const FilmProblemData& p = film.problem;
  if (snapshots.points() != p.x.size() || snapshots.count() < 2) {
    throw Error(d.path,
                "the snapshots have " + std::to_string(snapshots.points()) + " nodes, the grid " +
                    std::to_string(p.x.size()),
                "train again");
  }
  film.step = spec.step;
  film.every_stage = spec.jacobian == JacobianUse::every_stage;
  film.trust_limit = spec.trust_limit;
  film.profile = spec.profile;
  if (!p.loaded) film.landing_gap = d.impact.height / p.scales.film;

  std::vector<std::vector<int>> phases(1);
  if (p.loaded || spec.phases.empty()) {
    phases[0].resize(static_cast<std::size_t>(snapshots.count()));
    std::iota(phases[0].begin(), phases[0].end(), 0);
  } else {
    phases = phase_columns(p, snapshots, spec.phases, film.landing_gap, kPhaseOverlap);
  }
  for (std::size_t k = 0; k < phases.size(); ++k) {
    film.bases.push_back(reduce_basis(spec, p, snapshots, phases[k], k, &film.findings));
  }
  add_inputs(d, snapshots, &film);
  if (!p.loaded) {
    take_rerun(snapshots, &film);
    return film;
  }
  const FilmUnknowns steady = full.steady(0.0);
  const double w = full.load().value(0.0), frame = std::sqrt(w);
  const ReducedBasis& basis = film.bases.front();
  Vector guess(basis.pressure.cols() + 1);
  guess << basis.pressure.transpose() * (steady.P / frame), steady.approach;
  film.initial = steady_reduced(p, basis, guess, frame, reduced_load(w, frame),
                                d.entrainment / d.reference_speed, false);
  take_rerun(snapshots, &film);
  return film;
}

}  // namespace mortise::gen
