// Which setting of a structure to take: candidates with their cost and certified error, those that
// none of the others beats, and the one with the most room to the limits asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/bake/file/certificate.hpp"

namespace mortise::gen {

// omega h of the highest wanted mode: above, the step of the midpoint rule is off by more than
// (omega h)^2/12 = 1 % in its frequency.
inline constexpr double kWantedOmegaH = 0.35;

// What a setting sets, and what became of it.
struct AdvisedCandidate {
  std::vector<std::string> keys;  // "condense.modes=10", as --set takes them
  std::string method, solver;     // as given; empty: as defined
  int modes = 0;                  // of the model file
  double step = 0.0;              // h [s]

  std::string refused;  // why there is no such model, or no such certificate; empty: there is
  Measured total, reduction, step_part;   // worst over the scenarios
  bool resolved = false;                  // the reference is fine enough in time to tell them
  std::vector<std::string> shortcomings;  // of the certificate, with the limits asked for
  double sampling = 0.0;                  // largest change by sampling the load twice as often [-]
  double omega_h = 0.0;                   // of the highest kept mode
  double omega_h_wanted = 0.0;            // of the highest one that carries the motion
  std::uint64_t arena_bytes = 0, file_bytes = 0, flops_free = 0, flops_worst = 0;

  // Times of a step [ns], measured or counted; 0: unknown.
  double ns_typical = 0.0, ns_worst = 0.0;

  bool built() const { return refused.empty(); }
  bool timed() const { return ns_worst > 0.0; }
  // Largest of the total errors asked for; absent if nothing was measured.
  std::optional<double> error(const std::vector<Measure>& measures) const;
};

struct AdviceLimits {
  double budget_ns = 0.0;  // of the worst step
  double error = 0.0;      // of every measure below
  std::vector<Measure> measures{};
};

// Is there a worst step and a certified error of it?
bool has_figures(const AdvisedCandidate& candidate, const AdviceLimits& limits);

// Load of a candidate with figures: the larger of error over its limit and worst step over the
// budget, or over h if that is shorter: what steps slower than time runs is of no use. Infinite
// without a certified error.
double load_of(const AdvisedCandidate& candidate, const AdviceLimits& limits);

// What to know before taking it, a sentence each: omega h of the highest wanted mode, a step or a
// sampling of the load that changes the result by more than the error asked for.
std::vector<std::string> advice_warnings(const AdvisedCandidate& candidate,
                                         const AdviceLimits& limits);

// Candidates for which no other is at least as good in worst step, arena and error and better in
// one, by ascending time. Only candidates with figures.
std::vector<std::size_t> pareto_front(const std::vector<AdvisedCandidate>& candidates,
                                      const AdviceLimits& limits);

struct Recommendation {
  std::optional<std::size_t> candidate;  // that meets all limits
  std::optional<std::size_t> nearest;    // else: the smallest load of all
  std::string reason;                    // one sentence
};

// The candidate with the smallest load that meets the limits, one without warnings first.
Recommendation recommend(const std::vector<AdvisedCandidate>& candidates,
                         const AdviceLimits& limits);

}  // namespace mortise::gen
