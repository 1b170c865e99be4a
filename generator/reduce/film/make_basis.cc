#include "generator/reduce/film/make_basis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kTrainingStates = 400;  // at most, for the choice of rows
constexpr double kLevelled = 0.7;             // of the snapshots of approach
constexpr double kThin = 1.5, kSolid = 10.0;  // alpha p on the axis
constexpr double kLonger = 4.0;               // steps below the one and above the other
constexpr double kConverged = 1e-6;           // iterations that may be several end here
constexpr double kConvergedByTicks = 0.02;    // the same in ticks, by which fronts move a node

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

// What long steps err by is how fast the viscosity grows: pressures up to its onset and those of
// oil that is all but solid allow longer ones.
double gap_share_of(const ReduceSpec& spec, const FilmProblemData& problem, std::size_t index) {
  const double growth = problem.lubricant.pressure_coefficient * problem.scales.pressure;
  const std::vector<double>& borders = spec.loading;
  const bool thin = index < borders.size() && growth * borders[index] < kThin;
  const bool solid = index > 0 && growth * borders[index - 1] > kSolid;
  return std::min(1.0, spec.gap_share * (thin || solid ? kLonger : 1.0));
}

}  // namespace

PressureBasis shapes_of(const ReduceSpec& spec, const FilmProblemData& problem,
                        const FilmSnapshots& snapshots, const std::vector<int>& columns,
                        std::size_t index) {
  return pressure_basis(snapshots.pressure(Eigen::all, columns), problem.compliance,
                        {entry(spec.modes, index, 0), spec.error, spec.clip, spec.weight_floor,
                         !problem.loaded, index == 0 && !spec.loading.empty() ? kLevelled : 0.0});
}

UnsampledBasis make_shapes(const ReduceSpec& spec, const FilmProblemData& problem,
                           const FilmSnapshots& snapshots, const std::vector<int>& columns,
                           std::size_t index) {
  UnsampledBasis u;
  ReducedBasis& basis = u.basis;
  basis.substeps = entry(spec.substeps, index, 1);
  basis.iterations = entry(spec.iterations, index, 1);
  basis.repeat_iterations = spec.repeat_iterations;
  basis.age_limit = spec.age_limit;
  basis.row_limit = spec.row_limit;
  basis.step_limit = spec.step_limit;
  const bool by_ticks = spec.gap_share > 0.0;
  basis.tolerance = basis.iterations > 1 ? (by_ticks ? kConvergedByTicks : kConverged) : 0.0;
  const std::size_t loading = spec.loading.size();
  basis.leave_fraction = entry(spec.phases, index > loading ? index - loading : 0, 0.0);
  if (index < loading) basis.leave_pressure = spec.loading[index];
  if (index <= loading) basis.gap_share = gap_share_of(spec, problem, index);
  // positive weights keep the matrix close to a symmetric positive one; of impacts only in steps no
  // longer than the closing gap allows
  basis.pivoting =
      !reduction_of(spec.method).weighted || (!problem.loaded && !(basis.gap_share > 0.0));

  const PressureBasis shapes = shapes_of(spec, problem, snapshots, columns, index);
  basis.pressure = shapes.shapes;
  // of steps of several lengths a middle one
  const double parts = basis.gap_share > 0.0 ? std::sqrt(basis.substeps) : basis.substeps;
  const double shift = stage_shift(spec.step / problem.scales.time / parts);
  const ReducedStates states =
      project_states(problem, shapes, snapshots, thinned(columns, kTrainingStates), shift);
  u.training = train_residuals(problem, shapes, snapshots, states, shift);
  Matrix gaps = snapshot_gaps(problem, snapshots, columns);
  gaps.conservativeResize(Eigen::NoChange, gaps.cols() + states.gap.cols());
  gaps.rightCols(states.gap.cols()) = states.gap;
  basis.minimum_nodes = minimum_nodes(gaps, spec.gap_tolerance);
  u.about = fmt::format(
      "basis {}: {} shapes of {} snapshots, projection error pressure {:.3g}, deformation {:.3g}; ",
      index, basis.pressure.cols(), columns.size(), shapes.pressure_error, shapes.gap_error);
  return u;
}

ReducedBasis with_rows(const ReduceSpec& spec, const Sampling& sampling,
                       const FilmProblemData& problem, const UnsampledBasis& u,
                       std::vector<std::string>* findings) {
  ReducedBasis basis = u.basis;
  const HyperReductionInput input{&problem, &basis.pressure, &u.training};
  const SampledRows sampled = choose_rows(sampling, input);
  const int lanes = spec.scalar == FilmScalar::float32 ? 16 : 8;
  const int hold = static_cast<int>(sampled.rows.size());
  const int all = (hold + spec.watched + lanes - 1) / lanes * lanes;
  const std::vector<int> watched =
      spec.watched > 0 ? watched_rows(input, sampled.rows, all - hold) : std::vector<int>();
  basis.rows = sampled.rows;
  basis.rows.insert(basis.rows.end(), watched.begin(), watched.end());
  basis.watched = static_cast<int>(watched.size());
  basis.test = sampled.test;
  basis.residual_scale = watched_scale(problem, u.training, watched);
  findings->push_back(fmt::format("{}{}; {} rows watched, {} nodes for the smallest gap", u.about,
                                  sampled.finding, basis.watched, basis.minimum_nodes.size()));
  return basis;
}

}  // namespace mortise::gen
