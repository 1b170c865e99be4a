#include "generator/contact/film/resting_film.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kLeastShare = 1e-3, kMostShare = 8.0;  // of the reference load
constexpr int kSecants = 60;
constexpr double kSame = 1e-9;   // of the film's unit
constexpr double kAside = 1.03;  // first way of the secant
constexpr int kBearings = 14;
constexpr double kAbove = 2.5, kBelow = 0.05;  // of the largest and the smallest load

}  // namespace

GapEquations gap_of_bodies(const FilmCase& film, ContactProblem* problem) {
  GapEquations equations = *problem->system().gap().equations();
  if (film.balanced())
    equations.compliance.rowwise() +=
        (std::log(film.load.rest_distance / problem->scales().length) / kPi) *
        problem->grid().weights().transpose();
  return equations;
}

RestingFilm::RestingFilm(const FilmCase& film, double width, double clearance)
    : case_(film), width_(width), clearance_(clearance) {
  case_.grid.frame = FilmFrame::fixed;
  const FilmScales scales = film_scales(case_);
  unit_ = scales.film;
  datum_ = std::log(case_.load.rest_distance / scales.length);
}

FilmUnknowns RestingFilm::steady(double share) const {
  FilmCase still = case_;
  still.load = {};
  still.load.reference = case_.load.reference;
  still.load.base = share;
  return ContactProblem(still, nullptr).steady(0.0);
}

// int P dX = pi/2 share
double RestingFilm::opening_of(const FilmUnknowns& film, double share) const {
  return unit_ * (film.approach - 0.5 * datum_ * share) - clearance_;
}

std::vector<SteadyBearing> steady_bearings(const FilmCase& film, double least, double most) {
  FilmCase fixed = film;
  fixed.grid.frame = FilmFrame::fixed;
  const RestingFilm resting(fixed, 1.0, 0.0);
  ContactProblem problem(fixed, nullptr);
  std::vector<SteadyBearing> all;
  std::string reason;
  for (int k = 0; k < kBearings; ++k) {
    const double highest = kAbove * most, lowest = kBelow * least;
    const double share =
        highest * std::pow(lowest / highest, static_cast<double>(k) / (kBearings - 1));
    try {
      const FilmUnknowns x = resting.steady(share);
      const FilmSample sample = problem.fields(x.U, x.H);
      all.push_back(
          {resting.opening_of(x, share), share, sample.p_central, sample.h_central, sample.h_min});
    } catch (const Error& e) {
      reason = e.what();  // its neighbours span the gap
    }
  }
  demand(all.size() >= 2 && all.front().share > most && all.back().share < least, film.path,
         "the film is not steady beyond its training: " + reason, "raise grid.points");
  return all;
}

double RestingFilm::opening(double force) const {
  const double share = force / reference_force();
  demand(share > 0.0, case_.path, "the film would pull its bodies together",
         "press them together with [[forces]] or inputs");
  return opening_of(steady(share), share);
}

std::optional<RestingFilm::Found> RestingFilm::at(double opening) const {
  // a film that opens holds less: a secant on the logarithm of the share
  const auto off = [&](double share, FilmUnknowns* film) {
    *film = steady(share);
    return (opening_of(*film, share) - opening) / unit_;
  };
  FilmUnknowns film;
  double before = std::max(case_.load.base, kLeastShare), f_before = off(before, &film);
  double share = f_before > 0.0 ? before * kAside : before / kAside;
  for (int k = 0; k < kSecants; ++k) {
    const double f = off(share, &film);
    if (std::abs(f) < kSame) return Found{share * reference_force(), film};
    const double slope = (f - f_before) / std::log(share / before);
    const double way = slope < 0.0 ? -f / slope : (f > 0.0 ? 0.3 : -0.3);
    before = share;
    f_before = f;
    share *= std::exp(std::clamp(way, -0.7, 0.7));
    if (share < kLeastShare) return std::nullopt;
    demand(share < kMostShare, case_.path,
           "the bodies press the film far beyond its reference load",
           "start them further apart, or raise load.reference");
  }
  throw Error(case_.path, "no steady film is found at the opening of its bodies",
              "start with initial.shape = \"pressed\"");
}

}  // namespace mortise::gen
