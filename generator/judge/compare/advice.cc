#include "generator/judge/compare/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace mortise::gen {
namespace {

constexpr double kNever = HUGE_VAL;

std::string setting_text(const AdvisedCandidate& c) {
  std::string text = fmt::format("{} modes, h = {:.4g} us", c.modes, 1e6 * c.step);
  if (!c.method.empty()) text += ", " + c.method;
  if (!c.solver.empty()) text += ", " + c.solver;
  return text;
}

double time_limit(const AdvisedCandidate& c, const AdviceLimits& limits) {
  return std::min(limits.budget_ns, 1e9 * c.step);
}

// At least as good in everything, and better in something.
bool beats(const AdvisedCandidate& a, const AdvisedCandidate& b, const AdviceLimits& limits) {
  const auto merits = [&limits](const AdvisedCandidate& c) {
    return std::make_tuple(c.ns_worst, static_cast<double>(c.arena_bytes),
                           *c.error(limits.measures));
  };
  const auto [ta, ma, ea] = merits(a);
  const auto [tb, mb, eb] = merits(b);
  return ta <= tb && ma <= mb && ea <= eb && (ta < tb || ma < mb || ea < eb);
}

// What stands in the way of a candidate that is not good enough.
std::string obstacle_of(const AdvisedCandidate& c, const AdviceLimits& limits) {
  const double error = c.error(limits.measures).value_or(kNever);
  std::vector<std::string> parts;
  if (!(error <= limits.error))
    parts.push_back(fmt::format("its error is {:.3g} % of {:.3g} % allowed", 100.0 * error,
                                100.0 * limits.error));
  if (!(c.ns_worst <= limits.budget_ns))
    parts.push_back(fmt::format("its worst step takes {:.3g} us of {:.3g} us", 1e-3 * c.ns_worst,
                                1e-3 * limits.budget_ns));
  else if (!(c.ns_worst <= 1e9 * c.step))
    parts.push_back(fmt::format("its worst step takes {:.3g} us, longer than h = {:.3g} us",
                                1e-3 * c.ns_worst, 1e6 * c.step));
  if (parts.empty() && !c.shortcomings.empty()) parts.push_back(c.shortcomings.front());
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::optional<double> AdvisedCandidate::error(const std::vector<Measure>& measures) const {
  std::optional<double> worst;
  for (const Measure m : measures)
    if (total[m] && !(worst && *worst >= *total[m])) worst = total[m];
  return worst;
}

bool has_figures(const AdvisedCandidate& c, const AdviceLimits& limits) {
  const auto error = c.error(limits.measures);
  return c.built() && c.timed() && c.resolved && error && std::isfinite(*error);
}

double load_of(const AdvisedCandidate& c, const AdviceLimits& limits) {
  if (!has_figures(c, limits)) return kNever;
  return std::max(*c.error(limits.measures) / limits.error, c.ns_worst / time_limit(c, limits));
}

std::vector<std::string> advice_warnings(const AdvisedCandidate& c, const AdviceLimits& limits) {
  std::vector<std::string> lines;
  if (c.omega_h_wanted > kWantedOmegaH)
    lines.push_back(fmt::format(
        "omega h of the highest wanted mode is {:.3g}, above {:.2g}: its frequency is off by "
        "{:.2g} %, take a smaller step",
        c.omega_h_wanted, kWantedOmegaH, 100.0 * std::pow(c.omega_h_wanted, 2) / 12.0));
  double step = 0.0;
  for (const Measure m : limits.measures) step = std::max(step, c.step_part[m].value_or(0.0));
  if (!(step <= limits.error))
    lines.push_back(fmt::format(
        "a smaller step changes the result by {:.3g} %, more than the {:.3g} % asked for",
        100.0 * step, 100.0 * limits.error));
  if (!(c.sampling <= limits.error))
    lines.push_back(fmt::format(
        "sampling the load twice as often changes the result by {:.3g} %, more than the {:.3g} % "
        "asked for: take a smaller step, or inputs.*.hold = \"linear\"",
        100.0 * c.sampling, 100.0 * limits.error));
  return lines;
}

std::vector<std::size_t> pareto_front(const std::vector<AdvisedCandidate>& candidates,
                                      const AdviceLimits& limits) {
  std::vector<std::size_t> known, front;
  for (std::size_t k = 0; k < candidates.size(); ++k)
    if (has_figures(candidates[k], limits)) known.push_back(k);
  for (const std::size_t k : known) {
    const bool beaten = std::any_of(known.begin(), known.end(), [&](std::size_t other) {
      return beats(candidates[other], candidates[k], limits);
    });
    if (!beaten) front.push_back(k);
  }
  std::stable_sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) {
    return candidates[a].ns_worst < candidates[b].ns_worst;
  });
  return front;
}

Recommendation recommend(const std::vector<AdvisedCandidate>& candidates,
                         const AdviceLimits& limits) {
  Recommendation r;
  double least = kNever, least_of_all = kNever;
  bool clean = false;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const AdvisedCandidate& c = candidates[k];
    const double load = load_of(c, limits);
    if (load < least_of_all) {
      least_of_all = load;
      r.nearest = k;
    }
    if (!(load <= 1.0) || !c.shortcomings.empty()) continue;
    const bool quiet = advice_warnings(c, limits).empty();
    if (r.candidate && (clean > quiet || (clean == quiet && load >= least))) continue;
    r.candidate = k;
    least = load;
    clean = quiet;
  }
  if (r.candidate) {
    const AdvisedCandidate& c = candidates[*r.candidate];
    r.reason = fmt::format(
        "{}: of all that meet the limits{} the one furthest from them: error {:.3g} % of {:.3g} %, "
        "worst step {:.3g} us of {:.3g} us",
        setting_text(c), clean ? " without a warning" : "", 100.0 * *c.error(limits.measures),
        100.0 * limits.error, 1e-3 * c.ns_worst, 1e-3 * time_limit(c, limits));
    if (time_limit(c, limits) < limits.budget_ns) r.reason += ", its h";
    r.nearest.reset();
  } else if (r.nearest) {
    const AdvisedCandidate& c = candidates[*r.nearest];
    r.reason =
        "nothing meets the limits; nearest is " + setting_text(c) + ": " + obstacle_of(c, limits);
  } else {
    r.reason = "no candidate was certified, nothing is known of any";
  }
  return r;
}

}  // namespace mortise::gen
