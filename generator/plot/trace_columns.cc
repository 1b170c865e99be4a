#include "generator/plot/trace_columns.hpp"

#include <algorithm>
#include <cmath>

#include "generator/error.hpp"
#include "generator/plot/text.hpp"

namespace mortise::gen {
namespace {

constexpr double kUnderPressure = 0.05;  // of the largest pressure: the bodies interact
constexpr double kGapCut = 2.0, kFlight = 1.5;

struct NamedMember {
  const char* name;
  TraceMember member;
};
constexpr NamedMember kMembers[] = {
    {"time", &FilmSample::time},           {"force", &FilmSample::force},
    {"p_central", &FilmSample::p_central}, {"p_max", &FilmSample::p_max},
    {"h_central", &FilmSample::h_central}, {"h_min", &FilmSample::h_min},
    {"velocity", &FilmSample::velocity}};

}  // namespace

void check_trace(const FilmRun& run, const std::string& where) {
  if (run.trace.empty()) {
    throw Error(where, "the run recorded no samples, so there is nothing to show",
                run.stop_reason.empty() ? "let it simulate a longer duration" : run.stop_reason);
  }
  for (std::size_t i = 0; i < run.trace.size(); ++i) {
    for (const NamedMember& entry : kMembers) {
      const double value = run.trace[i].*entry.member;
      if (std::isfinite(value)) continue;
      throw Error(where,
                  std::string("sample ") + std::to_string(i) + " has " + entry.name + " = " +
                      number_text(value),
                  "find out where the computation left the finite numbers");
    }
  }
}

std::vector<double> trace_column(const FilmRun& run, TraceMember member, const SiPrefix& prefix) {
  std::vector<double> column;
  column.reserve(run.trace.size());
  for (const FilmSample& sample : run.trace) column.push_back(sample.*member / prefix.factor);
  return column;
}

double largest_magnitude(const std::vector<const FilmRun*>& runs,
                         const std::vector<TraceMember>& members) {
  double largest = 0.0;
  for (const FilmRun* run : runs) {
    for (const FilmSample& sample : run->trace) {
      for (const TraceMember member : members) {
        largest = std::max(largest, std::fabs(sample.*member));
      }
    }
  }
  return largest;
}

SiPrefix time_prefix(const std::vector<const FilmRun*>& runs) {
  return si_prefix(largest_magnitude(runs, {&FilmSample::time}), "s");
}

// Contact pressures are told in GPa and films in micrometres also below 1.
SiPrefix pressure_prefix(double largest) { return si_prefix(largest, "Pa", 0.1); }
SiPrefix gap_prefix(double largest) { return si_prefix(largest, "m", 0.1); }

std::optional<double> gap_axis_end(const std::vector<const FilmRun*>& runs) {
  double flight = 0.0, contact = 0.0;
  for (const FilmRun* run : runs) {
    const double pressure = largest_magnitude({run}, {&FilmSample::p_max});
    for (const FilmSample& sample : run->trace) {
      flight = std::max(flight, sample.h_central);
      if (sample.h_min <= 0.0) return std::nullopt;
      if (pressure > 0.0 && sample.p_max >= kUnderPressure * pressure) {
        contact = std::max(contact, sample.h_central);
      }
    }
  }
  const double end = kGapCut * contact;
  if (end <= 0.0 || flight < kFlight * end) return std::nullopt;
  return end;
}

}  // namespace mortise::gen
