#include "generator/tool/cli/endurance.hpp"

#include <fmt/format.h>

#include "generator/judge/compare/film_endurance.hpp"
#include "generator/judge/compare/soak.hpp"
#include "generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

double share_of(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

// Steps rolled back in a row, and errors of the gaps at rest, that a film may show under any input.
constexpr std::int64_t kMostInARow = 8;
constexpr double kMostAtRest = 0.02;

nlohmann::json endurance_json(const EnduranceResult& r, bool passed) {
  nlohmann::json out = {{"steps", r.steps},
                        {"repeated", r.repeated},
                        {"rolled_back", r.rolled_back},
                        {"recovering", r.recovering},
                        {"untrusted", r.untrusted},
                        {"steps_inside_box", r.inside},
                        {"untrusted_inside_box", r.untrusted_inside},
                        {"longest_rolled_back", r.longest_rolled_back},
                        {"longest_recovering", r.longest_recovering},
                        {"iterations_max", r.most_iterations},
                        {"finite", r.finite},
                        {"rests", r.rests},
                        {"passed", passed}};
  if (r.rests == 0) return out;
  out["worst_gap_at_rest"] = r.worst_gap;
  out["worst_pressure_at_rest"] = r.worst_pressure;
  out["worst_at"] = {{"load", r.worst_load},
                     {"entrainment", r.worst_speed},
                     {"viscosity_factor", r.worst_viscosity}};
  return out;
}

std::string endurance_text(const EnduranceResult& r) {
  std::string text = fmt::format(
      "{} steps: {} repeated, {} rolled back, at most {} in a row (limit {}); {} getting back, at "
      "most {} in a row; at most {} iterations\n"
      "untrusted: {:.2f} % of all steps, {:.2f} % of the {} inside the training box\n",
      r.steps, r.repeated, r.rolled_back, r.longest_rolled_back, kMostInARow, r.recovering,
      r.longest_recovering, r.most_iterations, 100.0 * share_of(r.untrusted, r.steps),
      100.0 * share_of(r.untrusted_inside, r.inside), r.inside);
  if (r.rests == 0) return text;
  return text + fmt::format(
                    "at rest {} times: gaps within {:.2f} % (limit {:.0f} %), central pressure "
                    "within {:.2f} % of the full model's; worst at {:.6g} N/m, {:.4g} m/s, "
                    "viscosity x {:.3g}\n",
                    r.rests, 100.0 * r.worst_gap, 100.0 * kMostAtRest, 100.0 * r.worst_pressure,
                    r.worst_load, r.worst_speed, r.worst_viscosity);
}

// What the energy of a structure may be off its books, over what was held, came in or was lost.
constexpr double kMostDrift = 1e-9;

std::string hash_text(const SoakResult& r) { return fmt::format("{:016x}", r.hash); }

nlohmann::json soak_json(const SoakResult& r, bool passed) {
  nlohmann::json statuses = nlohmann::json::object();
  for (std::int32_t bit = 0; bit < 32; ++bit) {
    const std::int64_t steps = r.statuses[static_cast<std::size_t>(bit)];
    if (steps > 0) statuses[status_name(bit)] = steps;
  }
  nlohmann::json out = {{"steps", r.steps},     {"steps_in_contact", r.in_contact},
                        {"statuses", statuses}, {"finite", r.finite},
                        {"legs", r.legs},       {"steps_found", r.found},
                        {"hash", hash_text(r)}, {"passed", passed}};
  if (!r.booked) return out;
  out["work_j"] = r.external;
  out["lost_j"] = r.lost;
  out["drift_j"] = r.drift;
  out["relative_drift"] = r.relative_drift;
  return out;
}

std::string soak_text(const SoakResult& r) {
  std::string text = fmt::format("{} steps, {} in contact, ", r.steps, r.in_contact);
  if (r.legs > 0) {
    text += fmt::format("{} legs of saved states{}\n", r.legs,
                        r.found > 0 ? fmt::format(" behind {} steps found", r.found) : "");
  } else {
    text += "in one go\n";
  }
  std::string statuses;
  for (std::int32_t bit = 0; bit < 32; ++bit) {
    const std::int64_t steps = r.statuses[static_cast<std::size_t>(bit)];
    if (steps > 0) statuses += fmt::format(" {} in {} steps", status_name(bit), steps);
  }
  text += "status" + (statuses.empty() ? std::string(" none") : statuses) + "\n";
  text += r.booked ? fmt::format(
                         "energy: {:.6g} J of work, {:.6g} J lost, off its books by {:.2g} J"
                         " at worst, {:.2g} (limit {:.0g})\n",
                         r.external, r.lost, r.drift, r.relative_drift, kMostDrift)
                   : std::string("energy: no books (output.energies)\n");
  return text + "hash " + hash_text(r) + "\n";
}

}  // namespace

int endure(const EnduranceArguments& a, const FilmContactSpec& film, Instance* instance) {
  EnduranceSettings settings;
  settings.steps = a.steps;
  settings.seed = a.seed;
  const EnduranceResult result = with_bar("endurance", [&](const Progress& progress) {
    const auto truth = film.film.kind == FilmKind::line ? steady_truth(film) : SteadyTruth();
    return film_endurance(instance, settings, truth, progress);
  });
  std::vector<Finding> failures;
  if (!endures(result, kMostInARow, kMostAtRest))
    failures.push_back({a.model, "the film does not get back within its limits",
                        "train it over all that it accepts, or lower reduce.margin"});
  return print_result(a.json, endurance_json(result, failures.empty()),
                      endurance_text(result) + (failures.empty() ? "passed\n" : "FAILED\n"),
                      failures);
}

int endure(const EnduranceArguments& a, const Instance& instance) {
  SoakSettings settings;
  settings.steps = a.steps;
  settings.seed = a.seed;
  settings.force = a.force;
  settings.cache = a.cache;
  const SoakResult result = with_bar("endurance", [&](const Progress& progress) {
    return soak(instance.bytes(), a.model, settings, progress);
  });
  std::vector<Finding> failures;
  if (!endures(result, kMostDrift))
    failures.push_back({a.model, "its steps have a status, or its energy leaves its books",
                        "stay inside the training box; see the statuses in mortise/status.def"});
  return print_result(a.json, soak_json(result, failures.empty()),
                      soak_text(result) + (failures.empty() ? "passed\n" : "FAILED\n"), failures);
}

}  // namespace mortise::gen
