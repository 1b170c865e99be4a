#include "generator/compare/grid_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "generator/compare/random_search.hpp"
#include "generator/compare/smallest_gap.hpp"
#include "generator/ehd/contact_problem.hpp"
#include "generator/ehd/line_gap.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kFailed = 1e3;  // counts as the error of a film that cannot be solved
constexpr double kEdge = 0.9;    // the gap is compared up to this share of the contact's half-width
constexpr int kPlaces = 61;      // there, equidistant

double interpolate(const Vector& x, const Vector& y, double at) {
  const auto above = std::upper_bound(x.begin(), x.end(), at) - x.begin();
  const auto k = std::clamp<Eigen::Index>(above, 1, x.size() - 1);
  const double s = (at - x[k - 1]) / (x[k] - x[k - 1]);
  return y[k - 1] + s * (y[k] - y[k - 1]);
}

// The steady film of one load on the fine grid.
struct FineFilm {
  double load = 1.0, frame = 1.0;
  FilmUnknowns x;
  double smallest = 0.0;
};

// Numbers of the search: at, ln factor, ln width of every place.
std::vector<GridRefinement> places_of(const std::vector<double>& numbers) {
  std::vector<GridRefinement> places;
  for (std::size_t k = 0; k < numbers.size(); k += 3) {
    places.push_back({numbers[k], std::exp(numbers[k + 1]), std::exp(numbers[k + 2])});
  }
  return places;
}

class Search {
 public:
  Search(const FilmDefinition& definition, const GridSearch& search)
      : definition_(definition), search_(search) {
    for (const double load : search.loads) solve_fine(load);
  }

  double even_error() { return error_of({}); }

  // Largest error over the loads.
  double error_of(const std::vector<GridRefinement>& places) {
    const FilmDefinition& d = definition_;
    const FilmGrid grid =
        make_graded_grid(refined_nodes(search_.points, d.grid.start, d.grid.end, places));
    Reynolds law(grid, Lubricant(d.lubricant, scales_.pressure), lambda_,
                 d.entrainment / d.reference_speed, d.film.cavitation, d.film.penalty);
    double worst = 0.0;
    for (const FineFilm& fine : fine_) worst = std::max(worst, error_at(grid, law, fine));
    return worst;
  }

  // Distance of the node density from the one that follows the bends of the fine films: of the
  // places where equal shares of the nodes have been passed.
  double distance_from_bends(const std::vector<GridRefinement>& places) const {
    constexpr Eigen::Index kShares = 64;
    const Vector nodes =
        refined_nodes(kShares + 1, definition_.grid.start, definition_.grid.end, places);
    return (nodes - bends_).cwiseAbs().sum();
  }

  // Follows the bends of gap and pressure, |P''|^(1/2) and |H''|^(1/2), widened over neighbours.
  void find_bends();

  long films() const { return films_; }

 private:
  void solve_fine(double load);
  double error_at(const FilmGrid& grid, const Reynolds& law, const FineFilm& fine);

  const FilmDefinition& definition_;
  const GridSearch& search_;
  FilmScales scales_;
  double lambda_ = 0.0;
  FilmGrid fine_grid_;
  std::vector<FineFilm> fine_;
  Vector bends_;
  long films_ = 0;
};

void Search::solve_fine(double load) {
  FilmDefinition d = definition_;
  d.load.base = load;
  d.load.step = 0.0;
  d.load.rise.clear();
  d.load.fall.clear();
  ContactProblem problem(d, nullptr);
  scales_ = problem.scales();
  lambda_ = problem.reynolds()->lambda();
  fine_grid_ = problem.grid();
  FineFilm fine;
  fine.load = load;
  if (d.grid.frame == FilmFrame::load_scaled) fine.frame = std::sqrt(load);
  fine.x = problem.steady(0.0);
  fine.smallest = smallest_gap(fine_grid_.x, fine.x.H);
  fine_.push_back(std::move(fine));
}

double Search::error_at(const FilmGrid& grid, const Reynolds& law, const FineFilm& fine) {
  ++films_;
  const double frame = fine.frame;
  LineGap gap(
      grid, [&](double) { return fine.load; }, [frame](double) { return frame; });
  gap.begin_stage(0.0, 0.0, Vector());
  FilmUnknowns x;
  x.U.resize(grid.points());
  for (Eigen::Index i = 0; i < grid.points(); ++i) {
    x.U[i] = interpolate(fine_grid_.x, fine.x.U, grid.x[i]);
  }
  // the constant of the half-space is the same on both grids
  x.approach = fine.x.approach;
  StageTerms terms;
  terms.frame = frame;
  NewtonOptions options;
  options.tolerance = 1e-6;
  FilmNewton newton(&law, options);
  if (!newton.solve(&gap, terms, gap.load(0.0), &x)) return kFailed;
  const double centre = grid.central(x.H) / fine_grid_.central(fine.x.H) - 1.0;
  const double smallest = smallest_gap(grid.x, x.H) / fine.smallest - 1.0;
  const double reach = kEdge * std::sqrt(fine.load) / frame;
  double sum = 0.0;
  for (int k = 0; k < kPlaces; ++k) {
    const double at = reach * (2.0 * k / (kPlaces - 1) - 1.0);
    sum += std::abs(interpolate(grid.x, x.H, at) / interpolate(fine_grid_.x, fine.x.H, at) - 1.0);
  }
  return std::max({std::abs(centre), std::abs(smallest), sum / kPlaces});
}

void Search::find_bends() {
  const Eigen::Index n = fine_grid_.points();
  Vector monitor = Vector::Zero(n);
  for (const FineFilm& fine : fine_) {
    for (const Vector* v : {&fine.x.P, &fine.x.H}) {
      Vector bend = Vector::Zero(n);
      for (Eigen::Index i = 1; i + 1 < n; ++i) {
        const double left = ((*v)[i] - (*v)[i - 1]) / fine_grid_.width[i - 1];
        const double right = ((*v)[i + 1] - (*v)[i]) / fine_grid_.width[i];
        bend[i] = std::sqrt(std::abs(right - left) / fine_grid_.cell(i));
      }
      monitor += bend / bend.sum();
    }
  }
  // widened, and a floor that leaves nodes everywhere
  const Eigen::Index reach = std::max<Eigen::Index>(1, n / 60);
  Vector smooth(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index from = std::max<Eigen::Index>(0, i - reach);
    const Eigen::Index to = std::min(n, i + reach + 1);
    smooth[i] = monitor.segment(from, to - from).mean();
  }
  smooth.array() += 0.2 * smooth.mean();
  Vector passed = Vector::Zero(n);
  for (Eigen::Index i = 1; i < n; ++i) {
    passed[i] = passed[i - 1] + 0.5 * (smooth[i] + smooth[i - 1]) * fine_grid_.width[i - 1];
  }
  bends_.resize(65);
  for (Eigen::Index k = 0; k <= 64; ++k) {
    bends_[k] = interpolate(passed, fine_grid_.x, passed[n - 1] * static_cast<double>(k) / 64.0);
  }
}

// First steps of the search in its three numbers: a share of the contact, factors of e^0.5.
std::vector<double> first_steps(int places) {
  std::vector<double> steps;
  for (int k = 0; k < places; ++k) steps.insert(steps.end(), {0.1, 0.5, 0.5});
  return steps;
}

}  // namespace

GridChoice search_grid(const FilmDefinition& definition, const GridSearch& search) {
  if (definition.film.kind != FilmKind::line) {
    throw Error(definition.path, "only grids of line contacts are graded",
                "use film.kind = \"line\"");
  }
  if (search.points < 16 || search.loads.empty() || search.places < 1) {
    throw Error(definition.path, "there is nothing to search for",
                "ask for at least 16 nodes, one load and one place");
  }
  Search films(definition, search);
  films.find_bends();
  // spread over the contact to begin with
  std::vector<double> numbers;
  for (int k = 0; k < search.places; ++k) {
    const double at = search.places == 1 ? 0.5 : -1.0 + 2.0 * k / (search.places - 1);
    numbers.insert(numbers.end(), {at, 0.7, -1.0});
  }
  const std::vector<double> steps = first_steps(search.places);
  numbers = random_search(
      [&](const std::vector<double>& v) { return films.distance_from_bends(places_of(v)); },
      numbers, steps, 600);
  GridChoice choice;
  choice.even_error = films.even_error();
  choice.start_error = films.error_of(places_of(numbers));
  numbers =
      random_search([&](const std::vector<double>& v) { return films.error_of(places_of(v)); },
                    numbers, steps, search.trials);
  choice.refine = places_of(numbers);
  choice.error = films.error_of(choice.refine);
  choice.films = films.films();
  if (choice.error >= kFailed) {
    throw Error(definition.path,
                "no film could be solved on " + std::to_string(search.points) + " nodes",
                "ask for more nodes");
  }
  return choice;
}

std::vector<GridRefinement> improve_refinements(
    const std::vector<GridRefinement>& start, int trials,
    const std::function<double(const std::vector<GridRefinement>&)>& error) {
  std::vector<double> numbers;
  for (const GridRefinement& r : start) {
    numbers.insert(numbers.end(), {r.at, std::log(r.factor), std::log(r.width)});
  }
  std::vector<double> steps = first_steps(static_cast<int>(start.size()));
  for (double& step : steps) step *= 0.3;
  return places_of(random_search([&](const std::vector<double>& v) { return error(places_of(v)); },
                                 numbers, steps, trials));
}

}  // namespace mortise::gen
