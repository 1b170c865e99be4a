#include "generator/reduce/film/reduce_film.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/conditions.hpp"
#include "generator/reduce/film/film_player.hpp"
#include "generator/reduce/film/inputs.hpp"
#include "generator/reduce/film/make_basis.hpp"
#include "generator/reduce/film/phases.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/rerun.hpp"
#include "generator/reduce/film/train_edge.hpp"
#include "generator/reduce/film/transport_stepper.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {
namespace {

constexpr double kPhaseOverlap = 0.04;           // of the force over its peak
constexpr double kEdgeOverlap = 0.02;            // the same where a moving edge takes over
constexpr int kAttempts = 3;                     // at a tolerance, its half and its quarter
constexpr double kWorse = 1.5, kWorseBy = 2e-3;  // what sampling may add to the error of the film
constexpr double kGrowths[] = {1.0, 1.15, 1.3, 1.6, 2.0, 2.5};  // tried for a given number of rows

// Columns of every basis. landing_gap: as of ReducedFilm.
std::vector<std::vector<int>> columns_of(const ReduceSpec& spec, const FilmProblemData& problem,
                                         const FilmSnapshots& snapshots, double landing_gap) {
  std::vector<std::vector<int>> phases(1);
  if (!problem.loaded && !spec.phases.empty()) {
    phases = phase_columns(problem, snapshots, spec.loading, spec.phases, landing_gap,
                           spec.moving() ? kEdgeOverlap : kPhaseOverlap);
    if (spec.moving()) phases.pop_back();  // the edge takes its place
    return phases;
  }
  phases[0].resize(static_cast<std::size_t>(snapshots.count()));
  std::iota(phases[0].begin(), phases[0].end(), 0);
  return phases;
}

Sampling sampling_of(const ReduceSpec& spec) { return {spec.method, spec.points, spec.tolerance}; }

using Phases = std::vector<std::vector<int>>;

// Initial state of a line contact: the steady film at load w, found from the full one (points + 1:
// P^, H0).
Vector initial_of(const FilmContactSpec& d, const ReducedFilm& film, const Vector& steady,
                  double w) {
  const Matrix& shapes = film.bases.front().pressure;
  Vector guess(shapes.cols() + 1);
  guess << shapes.transpose() * steady.head(shapes.rows()), steady[shapes.rows()];
  return SteadyPlayer(film).at({w, d.entrainment / d.reference_speed}, guess);
}

// The scale of the watched rows: what they show on the training runs, where the model is to be
// trusted.
void take_scales(const Rerun& rerun, ReducedFilm* film) {
  for (std::size_t k = 0; k < film->bases.size(); ++k) {
    if (rerun.residual[k] > 0.0) film->bases[k].residual_scale = rerun.residual[k];
  }
  if (rerun.residual.back() > 0.0) film->edge.film_scale = rerun.residual.back();
}

std::string told(const Rerun& rerun) {
  return fmt::format("{} of {} training runs followed, smallest gap within {:.3g} %",
                     rerun.runs - rerun.failed, rerun.runs, 100.0 * rerun.film_error);
}

bool as_good(const Rerun& sampled, const Rerun& all_rows) {
  if (sampled.failed != all_rows.failed) return sampled.failed < all_rows.failed;
  return sampled.film_error <= kWorse * all_rows.film_error + kWorseBy;
}

// The rows of all bases, chosen in one of several ways and tried on the training runs.
class RowChoice {
 public:
  RowChoice(const FilmContactSpec& d, const FilmSnapshots& snapshots, const Phases& phases,
            const Vector& steady, double w, ReducedFilm* film)
      : d_(d), spec_(*d.reduce), snapshots_(snapshots), steady_(steady), w_(w), film_(film) {
    for (std::size_t k = 0; k < phases.size(); ++k) {
      bases_.push_back(make_shapes(spec_, film->problem, snapshots, phases[k], k));
    }
    truth_ = trained_outputs(film->problem, snapshots);
  }

  void make() {
    if (!reduction_of(spec_.method).weighted) {
      attempt(sampling_of(spec_));
    } else if (spec_.points > 0) {
      make_best();
    } else {
      make_good();
    }
  }

 private:
  // Sets the bases, their scales and the initial state.
  Rerun attempt(const Sampling& sampling) {
    film_->bases.clear();
    film_->findings.clear();
    for (const UnsampledBasis& u : bases_) {
      film_->bases.push_back(with_rows(spec_, sampling, film_->problem, u, &film_->findings));
    }
    if (film_->problem.loaded) {
      film_->initial = initial_of(d_, *film_, steady_, w_);
    }
    Rerun sampled = rerun_training(*film_, snapshots_, truth_, false);
    // the shapes are the same in every attempt
    if (all_rows_.runs == 0) all_rows_ = rerun_training(*film_, snapshots_, truth_, true);
    take_scales(sampled, film_);
    film_->findings.push_back("sampled rows: " + told(sampled));
    film_->findings.push_back("all rows: " + told(all_rows_));
    return sampled;
  }

  // A tolerance that saves rows can still lose a run; it is halved until none is lost.
  void make_good() {
    Sampling sampling = sampling_of(spec_);
    std::vector<std::string> tried;
    for (int left = kAttempts; left > 0; --left) {
      bool good = false;
      try {
        good = as_good(attempt(sampling), all_rows_);
      } catch (const Error&) {
        if (left == 1) throw;
        film_->findings.push_back("no steady state");
      }
      if (good || left == 1) break;
      tried.push_back(
          fmt::format("tolerance {:g} refused: {}", sampling.tolerance,
                      film_->findings[std::min(bases_.size(), film_->findings.size() - 1)]));
      sampling.tolerance *= 0.5;
    }
    film_->findings.insert(film_->findings.end(), tried.begin(), tried.end());
  }

  // The few rows asked for can be chosen well or badly; the best of several choices counts.
  void make_best() {
    ReducedFilm best = *film_;
    Rerun least;
    std::vector<std::string> tried;
    for (const double growth : kGrowths) {
      Sampling sampling = sampling_of(spec_);
      sampling.growth = growth;
      std::string text = "no steady state";
      try {
        const Rerun rerun = attempt(sampling);
        text = fmt::format("deviation {:.3g} %", 100.0 * rerun.deviation);
        const bool better = least.runs == 0 || rerun.failed < least.failed ||
                            (rerun.failed == least.failed && rerun.deviation < least.deviation);
        if (better) {
          best = *film_;
          least = rerun;
        }
      } catch (const Error&) {
        // as the text says
      }
      tried.push_back(fmt::format("growth {:.3g}: {}", growth, text));
    }
    demand(least.runs != 0, d_.path, "no choice of reduce.points rows has a steady state",
           "raise reduce.points, or lower reduce.modes");
    *film_ = best;
    film_->findings.insert(film_->findings.end(), tried.begin(), tried.end());
  }

  const FilmContactSpec& d_;
  const ReduceSpec& spec_;
  const FilmSnapshots& snapshots_;
  const Vector& steady_;
  double w_;
  ReducedFilm* film_;
  std::vector<UnsampledBasis> bases_;
  TrainedOutputs truth_;
  Rerun all_rows_;
};

}  // namespace

SteadyReduced steady_film_of(const ReducedFilm& film, const Vector& guess, double load,
                             double speed) {
  const FilmProblemData& p = film.problem;
  const double frame = p.load_scaled ? std::sqrt(load) : 1.0;
  if (film.transported()) {
    ReducedDrive drive;
    drive.frame = frame;
    drive.load = reduced_load(load, frame);
    drive.speed = speed;
    TransportStepper stepper(&film);
    demand(stepper.start(guess, drive), "reduce", "the transported film has no steady state here",
           "use more reduce.modes, or a smaller reduce.tolerance");
    return {stepper.unknowns(), stepper.gap()};
  }
  const Matrix& shapes = film.bases.front().pressure;
  SteadyReduced steady;
  steady.unknowns = SteadyPlayer(film).at({load, speed}, guess);
  steady.gap = p.geometry + p.compliance * (shapes * steady.unknowns.head(shapes.cols()));
  steady.gap = frame * frame * steady.gap.array() + steady.unknowns[shapes.cols()];
  return steady;
}

std::vector<PressureBasis> pressure_bases(const FilmContactSpec& given,
                                          const FilmSnapshots& snapshots) {
  const FilmContactSpec d = reducible(given);
  const FilmProblemData p = problem_data(d, d.reduce->penalty, nullptr);
  const double landing =
      p.loaded ? 0.0 : landing_gap(p, snapshots, d.impact.height / p.scales.film);
  std::vector<PressureBasis> bases;
  for (const std::vector<int>& columns : columns_of(*d.reduce, p, snapshots, landing))
    bases.push_back(shapes_of(*d.reduce, p, snapshots, columns, bases.size()));
  return bases;
}

ReducedFilm reduce_film(const FilmContactSpec& given, const FilmSnapshots& snapshots,
                        std::vector<std::string>* warnings) {
  demand(given.reduce.has_value(), given.path, "there is no [reduce] table",
         "add one, at least reduce.step and modes");
  const FilmContactSpec d = reducible(given);
  const ReduceSpec& spec = *d.reduce;
  ContactProblem full(d, warnings);
  ReducedFilm film;
  film.problem = problem_data(d, &full, spec.penalty);
  const FilmProblemData& p = film.problem;
  if (warnings) {
    const std::string starved = starved_in(d, {trained_conditions(d, 0.0)});
    if (!starved.empty()) warnings->push_back(starved);
  }
  demand(snapshots.points() == p.x.size() && snapshots.count() >= 2, d.path,
         fmt::format("the snapshots have {} nodes, the grid {}", snapshots.points(), p.x.size()),
         "train again");
  film.step = spec.step;
  film.every_stage = spec.jacobian == JacobianUse::every_stage;
  film.trust_limit = spec.trust_limit;
  film.profile = spec.profile;
  if (!p.loaded) film.landing_gap = landing_gap(p, snapshots, d.impact.height / p.scales.film);

  const Phases phases = columns_of(spec, p, snapshots, film.landing_gap);
  add_inputs(d, snapshots, &film);
  Vector steady;
  if (p.loaded) {
    const FilmUnknowns full_steady = full.steady(0.0);
    steady.resize(p.x.size() + 1);
    steady << full_steady.P / std::sqrt(full.load().value(0.0)), full_steady.approach;
  }
  if (spec.transported()) {
    reduce_transported(d, snapshots, steady, full.load().value(0.0), &film);
  } else {
    std::vector<std::string> findings;
    if (spec.moving()) film.edge = train_edge(spec, p, snapshots, &findings);
    RowChoice(d, snapshots, phases, steady, full.load().value(0.0), &film).make();
    film.findings.insert(film.findings.end(), findings.begin(), findings.end());
  }
  return film;
}

}  // namespace mortise::gen
