#include "generator/reduce/film/phases.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/residual_training.hpp"

namespace mortise::gen {
namespace {

constexpr double kPressureOverlap = 1.1;  // of neighbouring bases of loading

// Walks a run like the model will: in contact, the force over the peak so far; in flight, nothing.
class ImpactWalk {
 public:
  ImpactWalk(double last_leave, double landing_gap) : last_(last_leave), landing_(landing_gap) {}

  void restart() {
    flying_ = true;
    peak_ = 0.0;
    previous_gap_ = -1.0;
  }

  // Force over its peak; 2 while it still rises to its first maximum, -1 in flight.
  double next(double force, double smallest_gap) {
    const bool closing = previous_gap_ < 0.0 || smallest_gap < previous_gap_;
    previous_gap_ = smallest_gap;
    if (flying_ && closing && smallest_gap <= 1.0001 * landing_) {
      flying_ = false;
      peak_ = 0.0;
    }
    if (flying_) return -1.0;
    if (force >= peak_ || peak_ == 0.0) {
      peak_ = std::max(force, 0.0);
      return 2.0;
    }
    const double share = force / peak_;
    if (share < last_) flying_ = true;
    return share;
  }

 private:
  double last_, landing_, peak_ = 0.0, previous_gap_ = -1.0;
  bool flying_ = true;
};

}  // namespace

double landing_gap(const FilmProblemData& problem, const FilmSnapshots& snapshots, double least) {
  std::vector<int> all(static_cast<std::size_t>(snapshots.count()));
  std::iota(all.begin(), all.end(), 0);
  const Vector smallest = snapshot_gaps(problem, snapshots, all).colwise().minCoeff();
  double landing = least;
  double highest = 0.0;  // since the bodies last came nearer
  int run = -1;
  for (const int k : all) {
    if (snapshots.run[static_cast<std::size_t>(k)] != run) highest = 0.0;
    run = snapshots.run[static_cast<std::size_t>(k)];
    if (smallest[k] < highest) {
      landing = std::max(landing, highest);
      highest = 0.0;
    }
    highest = std::max(highest, smallest[k]);
  }
  return landing;
}

std::vector<std::vector<int>> phase_columns(const FilmProblemData& problem,
                                            const FilmSnapshots& snapshots,
                                            const std::vector<double>& loading,
                                            const std::vector<double>& leave, double landing_gap,
                                            double overlap) {
  std::vector<int> all(static_cast<std::size_t>(snapshots.count()));
  std::iota(all.begin(), all.end(), 0);
  const Vector smallest = snapshot_gaps(problem, snapshots, all).colwise().minCoeff();
  const Vector force =
      snapshots.frame.cwiseProduct(snapshots.pressure.transpose() * problem.weights);
  std::optional<FilmGrid> grid;
  if (!loading.empty()) grid = problem_grid(problem);
  std::vector<std::vector<int>> phases(loading.size() + leave.size());
  // bodies that part do fly at last, however small the share where the last phase is left
  const double end = std::max(leave.back() - overlap, 0.5 * leave.back());
  ImpactWalk walk(end, landing_gap);
  int run = -1;
  for (const int k : all) {
    if (snapshots.run[static_cast<std::size_t>(k)] != run) walk.restart();
    run = snapshots.run[static_cast<std::size_t>(k)];
    const double share = walk.next(force[k], smallest[k]);
    if (share < 0.0) continue;
    if (share >= 2.0) {
      const double pressure =
          grid ? snapshots.frame[k] * grid->central(snapshots.pressure.col(k)) : 0.0;
      for (std::size_t p = 0; p <= loading.size(); ++p) {
        const bool begun = p == 0 || pressure * kPressureOverlap >= loading[p - 1];
        const bool left = p < loading.size() && pressure > kPressureOverlap * loading[p];
        if (begun && !left) phases[p].push_back(k);
      }
      continue;
    }
    for (std::size_t p = 0; p < leave.size(); ++p) {
      const double upper = p == 0 ? 2.0 : leave[p - 1] + overlap,
                   lower = std::max(leave[p] - overlap, end);
      if (share <= upper && share >= lower) phases[loading.size() + p].push_back(k);
    }
  }
  for (std::size_t p = 0; p < phases.size(); ++p) {
    demand(!phases[p].empty(), "reduce.phases", "no snapshot lies in phase " + std::to_string(p),
           "train with more or longer runs, or use fewer phases");
  }
  return phases;
}

}  // namespace mortise::gen
