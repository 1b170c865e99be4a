#include "generator/judge/certify/verdict.hpp"

#include <algorithm>

#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kMeasureNames[kMeasures] = {
    "displacement", "velocity",    "force",          "dissipated_energy", "p_central",  "h_central",
    "h_min",        "restitution", "filtered_force", "remaining_energy",  "scheme_loss"};

// Above, a mode that carries the motion has fewer than 13 steps per period and its frequency is
// off by 2 %; a kept one cannot be followed at all.
constexpr double kCoarseForMotion = 0.5, kCoarseForKept = 3.14159265358979;

std::string quoted(const std::string& name) { return "scenario \"" + name + "\""; }

std::string over_limit(const ScenarioErrors& e, Measure m, double limit) {
  if (m == Measure::scheme_loss)
    return quoted(e.scenario) + ": the scheme takes " + error_number(e.total[m]) +
           " of the energy, its limit is " + number_text(limit, 3) + ": take a smaller step";
  const bool parts = e.reduction[m] && e.step[m];
  std::string text = quoted(e.scenario) + ": " + measure_name(m) + " is off by " +
                     error_number(e.total[m]) + ", its limit is " + number_text(limit, 3);
  if (!parts) return text;
  text += " (reduction " + error_number(e.reduction[m]) + ", step " + error_number(e.step[m]) + ")";
  text += *e.step[m] > *e.reduction[m] ? ": the step is too coarse, take a smaller one"
                                       : ": keep more coordinates";
  return text + (m == Measure::filtered_force ? ", or a longer verify.filter_time" : "");
}

std::string unresolved(const ScenarioErrors& e, Measure m, double limit) {
  std::string text = quoted(e.scenario) + ": the reference is not resolved in time: " +
                     "its last two levels differ by " + error_number(e.reference[m]) + " in " +
                     measure_name(m) + ", more than a fifth of the limit " + number_text(limit, 3);
  if (e.resolved_until)
    text += "; they agree until " + number_text(*e.resolved_until, 3) +
            " s: shorten the scenario, or take a smaller step";
  return text;
}

void judge_scenario(const CertificateOptions& c, const ScenarioErrors& e,
                    std::vector<std::string>* reasons) {
  if (e.total.empty()) {
    reasons->push_back(
        quoted(e.scenario) +
        " measures nothing: give the model outputs of displacement or velocity that move");
    return;
  }
  for (const Measure m : measures_of(c)) {
    const double limit = *c.limits[m];
    if (e.total[m] && !(*e.total[m] <= limit)) reasons->push_back(over_limit(e, m, limit));
    if (e.reference[m] && !(*e.reference[m] <= kReferenceShare * limit))
      reasons->push_back(unresolved(e, m, limit));
  }
  if (e.reference.empty())
    reasons->push_back(quoted(e.scenario) +
                       ": the error of the step is not known, the model file is not the one that "
                       "this definition makes: build it again");
}

// Warns of an assembly's interfaces that no scenario touches, and of those that are further off
// than the whole may be.
void warn_of_interfaces(const CertificateOptions& c, std::vector<std::string>* lines) {
  const auto count = c.errors.empty() ? 0 : c.errors.front().interfaces.size();
  for (std::size_t k = 0; k < count; ++k) {
    bool touched = false;
    for (const ScenarioErrors& e : c.errors) {
      const InterfaceErrors& i = e.interfaces.at(k);
      touched = touched || i.total[Measure::force] || i.total[Measure::dissipated_energy];
      for (const Measure m : {Measure::force, Measure::dissipated_energy})
        if (i.total[m] && c.limits[m] && !(*i.total[m] <= *c.limits[m]))
          lines->push_back(quoted(e.scenario) + ": " + measure_name(m) + " of " + i.interface +
                           " is off by " + error_number(i.total[m]) + " (reduction " +
                           error_number(i.reduction[m]) + ", step " + error_number(i.step[m]) +
                           "), that of the whole by " + error_number(e.total[m]));
    }
    if (!touched)
      lines->push_back("no scenario touches interface " + c.errors.front().interfaces[k].interface +
                       ", nothing is known of it: hold one out that does");
  }
}

bool any_touched(const CertificateOptions& c) {
  return std::any_of(c.errors.begin(), c.errors.end(),
                     [](const ScenarioErrors& e) { return e.touched; });
}

}  // namespace

const char* measure_name(Measure measure) {
  return kMeasureNames[static_cast<std::size_t>(measure)];
}

std::vector<Measure> measures_of(const CertificateOptions& certificate) {
  std::vector<Measure> list;
  for (std::size_t k = 0; k < kMeasures; ++k)
    if (certificate.limits[static_cast<Measure>(k)]) list.push_back(static_cast<Measure>(k));
  return list;
}

bool within(const Measured& errors, const Measured& limits, double share) {
  for (std::size_t k = 0; k < kMeasures; ++k) {
    const auto m = static_cast<Measure>(k);
    if (errors[m] && limits[m] && !(*errors[m] <= share * *limits[m])) return false;
  }
  return true;
}

Measured sum_of(const Measured& a, const Measured& b) {
  Measured sum;
  for (std::size_t k = 0; k < kMeasures; ++k) {
    const auto m = static_cast<Measure>(k);
    if (a[m] || b[m]) sum[m] = a[m].value_or(0.0) + b[m].value_or(0.0);
  }
  return sum;
}

std::vector<std::string> shortcomings(const CertificateOptions& c) {
  std::vector<std::string> reasons;
  if (c.errors.empty()) reasons.emplace_back("no scenario was compared");
  for (const ScenarioErrors& e : c.errors) judge_scenario(c, e, &reasons);
  if (c.has_interface && !c.errors.empty() && !any_touched(c))
    reasons.emplace_back(
        "no scenario touches the interface, nothing is known of it: hold one out that does");
  return reasons;
}

std::vector<std::string> warnings_of(const CertificateOptions& c) {
  std::vector<std::string> lines = c.warnings;
  for (const ScenarioErrors& e : c.errors)
    if (c.has_interface && !e.touched)
      lines.push_back(quoted(e.scenario) + " does not touch the interface: it says nothing of it");
  warn_of_interfaces(c, &lines);
  if (c.omega_h_carrying && *c.omega_h_carrying > kCoarseForMotion)
    lines.push_back("the step is coarse for the modes that move: omega h reaches " +
                    number_text(*c.omega_h_carrying, 3) + " rad, better stay below 0.5");
  if (c.omega_h && *c.omega_h > kCoarseForKept)
    lines.push_back("the step cannot follow the highest kept modes: omega h reaches " +
                    number_text(*c.omega_h, 3) + " rad, they answer as if without inertia");
  return lines;
}

std::string error_number(const std::optional<double>& error) {
  return error ? number_text(*error, 3) : "-";
}

std::string errors_text(const CertificateOptions& certificate, const ScenarioErrors& e) {
  std::string text;
  for (const Measure m : measures_of(certificate)) {
    text +=
        (text.empty() ? "" : ", ") + std::string(measure_name(m)) + " " + error_number(e.total[m]);
    if (e.total[m])
      text +=
          " (reduction " + error_number(e.reduction[m]) + ", step " + error_number(e.step[m]) + ")";
  }
  for (const InterfaceErrors& i : e.interfaces)
    text += "; " + i.interface + ": force " + error_number(i.total[Measure::force]) + ", loss " +
            error_number(i.total[Measure::dissipated_energy]);
  return text;
}

std::string losses_text(const ScenarioErrors& e) {
  const auto of = [](const ContactLosses& l) {
    const auto percent = [](double share) { return number_text(100.0 * share, 3); };
    return percent(l.friction + l.impact + l.scheme) + " % (friction " + percent(l.friction) +
           ", impacts " + percent(l.impact) + ", scheme " + percent(l.scheme) + ")";
  };
  std::string text = "contacts take " + of(*e.losses) + " of the energy";
  if (e.full_losses) text += ", at full order " + of(*e.full_losses);
  return text;
}

void log_certificate(const CertificateOptions& certificate, const Log& log) {
  if (!log) return;
  for (const ScenarioErrors& e : certificate.errors) {
    log("certify   " + e.scenario + ": " + errors_text(certificate, e));
    if (e.losses) log("certify   " + e.scenario + ": " + losses_text(e));
  }
  for (const std::string& warning : warnings_of(certificate)) log("warning: " + warning);
}

}  // namespace mortise::gen
