#include "generator/reduce/film/rerun.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/film_player.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/residual_training.hpp"

namespace mortise::gen {
namespace {

// One run of the snapshots: columns first .. last - 1.
class TrainedRun {
 public:
  TrainedRun(const ReducedFilm& film, const FilmSnapshots& snapshots, const TrainedOutputs& truth,
             Eigen::Index first, Eigen::Index last, bool whole_grid)
      : film_(film),
        s_(snapshots),
        truth_(truth),
        first_(first),
        last_(last),
        whole_grid_(whole_grid) {}

  // player: of this film, with the same rows
  void follow(FilmPlayer* player, Rerun* rerun) const {
    ++rerun->runs;
    if (!start(player)) {
      ++rerun->failed;
      return;
    }
    const double step = film_.step / film_.problem.scales.time;
    ReducedOutputs before;
    double error = 0.0;
    Judgement gaps, centre, pressure;
    Eigen::Index next = first_;
    while (next < last_) {
      const int basis = player->basis();
      const double from = player->time();
      if (!player->step(at(from + step))) {
        ++rerun->failed;
        return;
      }
      for (std::size_t k = 0; k < rerun->residual.size(); ++k)
        rerun->residual[k] = std::max(rerun->residual[k], player->residuals()[k]);
      const ReducedOutputs out = player->outputs();
      for (; next < last_ && s_.time[next] <= player->time(); ++next) {
        // what is not judged: bodies that leave the film, the start, which no step has made
        if (player->basis() < 0 || basis < 0 || from == 0.0) continue;
        const double share = (s_.time[next] - from) / (player->time() - from);
        const auto between = [&](double ReducedOutputs::*value) {
          return before.*value + share * (out.*value - before.*value);
        };
        const double gap = between(&ReducedOutputs::minimum_gap), least = truth_.minimum_gap[next];
        error = std::max(error, std::abs(gap / least - 1.0));
        gaps.add(gap, least);
        centre.add(between(&ReducedOutputs::central_gap), truth_.central_gap[next]);
        pressure.add(between(&ReducedOutputs::central_pressure), truth_.central_pressure[next]);
      }
      before = out;
    }
    rerun->film_error = std::max(rerun->film_error, error);
    rerun->deviation +=
        std::max({gaps.relative(), centre.relative(), pressure.relative() / kPressureCounts});
  }

 private:
  // Largest error of a quantity over its largest value.
  class Judgement {
   public:
    void add(double value, double truth) {
      off_ = std::max(off_, std::abs(value - truth));
      most_ = std::max(most_, std::abs(truth));
    }
    double relative() const { return most_ > 0.0 ? off_ / most_ : 0.0; }

   private:
    double off_ = 0.0, most_ = 0.0;
  };
  static constexpr double kPressureCounts = 3.0;

  double interpolated(const Vector& values, double T) const {
    const double* begin = s_.time.data() + first_;
    const double* end = s_.time.data() + last_;
    const auto k = std::upper_bound(begin, end, T) - s_.time.data();
    if (k == first_) return values[first_];
    if (k == last_) return values[last_ - 1];
    const double width = s_.time[k] - s_.time[k - 1];
    const double share = width > 0.0 ? (T - s_.time[k - 1]) / width : 0.0;
    return values[k - 1] + share * (values[k] - values[k - 1]);
  }

  PlayedInputs at(double T) const {
    return {interpolated(s_.load, T), interpolated(s_.speed, T),
            interpolated(s_.viscosity_factor, T), interpolated(s_.acceleration, T)};
  }

  bool start(FilmPlayer* player) const {
    const ReducedBasis& basis = film_.bases.front();
    const PlayedInputs now = at(0.0);
    if (!film_.problem.loaded) {
      // bodies as they move, from the first two stages
      const Vector v = (s_.modal.col(first_ + 1) - s_.modal.col(first_)) /
                       (s_.time[first_ + 1] - s_.time[first_]);
      const bool rolling = film_.problem.speed_reference > 0.0;  // from its steady state
      player->start(rolling ? Vector(least_squares(basis.pressure, s_.pressure.col(first_)))
                            : Vector::Zero(basis.pressure.cols()),
                    s_.modal.col(first_) - s_.time[first_] * v, v, now);
      return true;
    }
    Vector guess(basis.pressure.cols() + 1);
    guess << least_squares(basis.pressure, s_.pressure.col(first_)), s_.approach[first_];
    try {
      player->start(SteadyPlayer(film_, whole_grid_).at(now, guess), Vector(), Vector(), now);
    } catch (const Error&) {
      return false;
    }
    return true;
  }

  const ReducedFilm& film_;
  const FilmSnapshots& s_;
  const TrainedOutputs& truth_;
  Eigen::Index first_, last_;
  bool whole_grid_;
};

}  // namespace

TrainedOutputs trained_outputs(const FilmProblemData& problem, const FilmSnapshots& snapshots) {
  constexpr Eigen::Index kTogether = 256;  // columns whose gaps are held at once
  const FilmGrid grid = problem_grid(problem);
  const Eigen::Index count = snapshots.count();
  TrainedOutputs out{Vector(count), Vector(count), Vector(count)};
  for (Eigen::Index first = 0; first < count; first += kTogether) {
    std::vector<int> columns(static_cast<std::size_t>(std::min(kTogether, count - first)));
    std::iota(columns.begin(), columns.end(), static_cast<int>(first));
    const Matrix gaps = snapshot_gaps(problem, snapshots, columns);
    for (Eigen::Index k = 0; k < gaps.cols(); ++k) {
      out.minimum_gap[first + k] = gaps.col(k).minCoeff();
      out.central_gap[first + k] = grid.central(gaps.col(k));
      out.central_pressure[first + k] =
          snapshots.frame[first + k] * grid.central(snapshots.pressure.col(first + k));
    }
  }
  return out;
}

Rerun rerun_training(const ReducedFilm& film, const FilmSnapshots& snapshots,
                     const TrainedOutputs& truth, bool whole_grid) {
  Rerun rerun;
  rerun.residual.assign(film.bases.size() + 1, 0.0);
  FilmPlayer player(film, whole_grid);
  Eigen::Index first = 0;
  for (Eigen::Index k = 1; k <= snapshots.count(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (k < snapshots.count() && snapshots.run[at] == snapshots.run[at - 1]) continue;
    if (k - first >= 2)
      TrainedRun(film, snapshots, truth, first, k, whole_grid).follow(&player, &rerun);
    first = k;
  }
  const int followed = rerun.runs - rerun.failed;
  if (followed > 0) rerun.deviation /= followed;
  return rerun;
}

}  // namespace mortise::gen
