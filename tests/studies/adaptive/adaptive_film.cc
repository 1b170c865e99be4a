#include "tests/studies/adaptive/adaptive_film.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

AdaptiveCounts AdaptiveFilm::counts() const {
  AdaptiveCounts c = counts_;
  c.iterations = newton_.iterations();
  c.factorisations = newton_.factorisations();
  c.mean_modes /= static_cast<double>(std::max(1L, c.reduced));
  c.mean_free /= static_cast<double>(std::max(1L, c.reduced));
  return c;
}

void AdaptiveFilm::spread(const Vector& measure, double limit, std::vector<bool>* nodes) const {
  const PressureLaw& law = full_.newton().law();
  const Eigen::Index first = law.first(), end = first + law.unknowns();
  for (Eigen::Index i = first; i < end; ++i) {
    if (measure[i] <= limit) continue;
    const Eigen::Index from = std::max(first, i - options_.margin);
    const Eigen::Index to = std::min(end, i + options_.margin + 1);
    std::fill(nodes->begin() + from, nodes->begin() + to, true);
  }
}

bool AdaptiveFilm::solve_stage(double time, double shift, const Vector& start, Vector* z) {
  if (stages_.size() >= 3 && solve_reduced(time, shift, start, z)) return true;
  // z: the guess, or what the reduced space made of it
  if (!full_.solve_stage(time, shift, start, z)) return false;
  ++counts_.full;
  const FilmLayout& layout = full_.layout();
  const ComplianceParts a = full_.gap().compliance_parts();
  const Vector P = layout.unknowns(*z);
  Vector still = layout.gap(*z) - full_.gap().base();
  still.noalias() -= *a.shapes * a.spring->cwiseProduct(*a.excite * P);
  remember(P, still);
  return true;
}

LocalBasis AdaptiveFilm::first_space(const std::vector<bool>& free, const Vector& guess,
                                     StageFields* x) {
  LocalBasis basis = make_local_basis(stages_, {}, free, options_.noise);
  // the guess extrapolates stages; the compliance of its part outside the space is not known
  const PressureField& last = stages_.front();
  const Vector c = basis.tests.transpose() * (guess - last.P);
  x->P = last.P + basis.modes * c;
  x->still = last.still + basis.still * c;
  return basis;
}

bool AdaptiveFilm::enlarge(const Vector& correction, const Vector& measure, std::vector<bool>* free,
                           std::vector<PressureField>* directions) const {
  const double n = static_cast<double>(free->size());
  std::vector<bool> wider = *free;
  spread(measure, options_.enlarge, &wider);
  const auto all = static_cast<double>(std::count(wider.begin(), wider.end(), true));
  const auto before = static_cast<double>(std::count(free->begin(), free->end(), true));
  if (all == before) return false;
  if (all - before > options_.wide * n) {
    PressureField d{correction, Vector::Zero(correction.size())};
    add_product(1.0, *full_.gap().compliance_parts().still, d.P, &d.still);
    directions->push_back(std::move(d));
    return true;
  }
  *free = wider;
  return all <= options_.most_free * n;
}

void AdaptiveFilm::accept(const LocalBasis& basis, const StageFields& x, const Vector& guess,
                          const std::vector<bool>& free, double worst) {
  ++counts_.reduced;
  counts_.mean_modes += static_cast<double>(basis.modes.cols());
  counts_.mean_free += static_cast<double>(basis.nodes.size());
  counts_.largest = std::max(counts_.largest, static_cast<long>(basis.size()));
  counts_.worst_accepted = std::max(counts_.worst_accepted, worst);
  Vector moved = over_tolerance(x.P - guess, x.P);
  for (Eigen::Index i = 0; i < moved.size(); ++i) {
    if (!free[static_cast<std::size_t>(i)]) moved[i] = 0.0;
  }
  std::fill(follow_.begin(), follow_.end(), false);
  spread(moved, options_.follow, &follow_);
  remember(x.P, x.still);
}

bool AdaptiveFilm::solve_reduced(double time, double shift, const Vector& start, Vector* z) {
  const FilmLayout& layout = full_.layout();
  const Vector guess = layout.unknowns(*z), content = layout.content(start);
  StageTerms terms;
  terms.shift = shift;
  terms.start = &content;
  full_.gap().begin_stage(time, shift, layout.states(start));

  std::vector<bool> free = follow_;
  std::vector<PressureField> directions;
  StageFields x;
  LocalBasis basis = first_space(free, guess, &x);
  for (int round = 0;; ++round) {
    ++counts_.bases;
    if (!newton_.solve(basis, terms, &x)) return false;
    const Vector correction = newton_.remaining(terms, x);
    const Vector measure = over_tolerance(correction, x.P);
    if (!measure.allFinite()) return false;
    ++counts_.checks;
    *z = state_of(x);
    const double worst = measure.maxCoeff();
    if (worst <= options_.accept) {
      if (!z->allFinite()) return false;
      accept(basis, x, guess, free, worst);
      return true;
    }
    if (round == options_.rounds || !enlarge(correction, measure, &free, &directions)) return false;
    ++counts_.enlargements;
    basis = make_local_basis(stages_, directions, free, options_.noise);
  }
}

void check_adaptive(const FilmCase& d) {
  demand(d.film.kind == FilmKind::point && d.film.cavitation == Cavitation::penalty, d.path,
         "adaptive reduced models are for impacts on a film with penalty cavitation",
         "use film.kind = \"point\" and film.cavitation = \"penalty\", or run at full order");
}

AdaptiveRun simulate_adaptive(const FilmCase& d, const AdaptiveOptions& options,
                              const Progress& progress, std::vector<std::string>* warnings) {
  check_adaptive(d);
  std::unique_ptr<AdaptiveFilm> film;
  AdaptiveRun result;
  result.run = simulate_film(d, progress, warnings, [&](FilmSystem* full) {
    film = std::make_unique<AdaptiveFilm>(full, options);
    return film.get();
  });
  result.counts = film->counts();
  return result;
}

}  // namespace mortise::gen
