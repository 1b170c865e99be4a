// `mortise analyze impact` and `adaptive`: what an impact on a film does, and what reduced models
// made on the way cost and miss.
#include <fmt/format.h>

#include <algorithm>

#include "generator/deliver/pictures/study_pictures.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/film/impacts.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "generator/tool/cli/variant.hpp"

namespace mortise::gen {
namespace {

struct ImpactArguments : DefinitionArguments {
  std::string picture;
  std::vector<std::string> variants;
  double duration = 0.0;  // [s]; 0: as defined, and on until the bodies part
};

FilmEnd end_of(double duration) { return duration > 0.0 ? FilmEnd::duration : FilmEnd::parting; }

struct ImpactCase {
  std::string label;
  FilmContactSpec definition;
  FilmRun run;
  std::vector<KeyFigure> figures;
};

std::vector<KeyFigure> impact_figures(const ImpactCase& c) {
  const bool plane = c.definition.film.kind == FilmKind::dry;
  ImpactMeasures m;
  try {
    m = measure_impact(c.run, c.definition.impact.velocity);
  } catch (const Error& error) {
    throw Error(c.label, error.what(), "");  // says which one
  }
  return {{"p_first_peak_pa", "first peak, centre", m.p_first_peak, "GPa", 1e9},
          {"t_first_peak_s", "  at", m.t_first_peak, "us", 1e-6},
          {"p_valley_pa", "valley, centre", m.p_valley, "GPa", 1e9},
          {"t_valley_s", "  at", m.t_valley, "us", 1e-6},
          {"t_second_peak_s", "second peak, centre, at", m.t_second_peak, "us", 1e-6},
          {plane ? "force_max_n_per_m" : "force_max_n", "largest force", m.force_max,
           plane ? "N/m" : "N"},
          {"t_force_max_s", "  at", m.t_force_max, "us", 1e-6},
          {"contact_duration_s", "force above 10 % of it", m.contact_duration, "us", 1e-6},
          {"h_min_m", "smallest gap meanwhile", m.h_min, "um", 1e-6},
          {"t_h_min_s", "  at", m.t_h_min, "us", 1e-6},
          {"h_plateau_m", "central gap, plateau", m.h_plateau, "um", 1e-6},
          {"rebound_velocity_mps", "rebound velocity", m.rebound_velocity, "m/s"},
          {"restitution", "coefficient of restitution", m.restitution, ""}};
}

// The definition itself and its variants; all are read before any is simulated.
std::vector<ImpactCase> read_cases(const ImpactArguments& a) {
  std::vector<Variant> variants(1);
  for (const std::string& text : a.variants) variants.push_back(parse_variant(text));
  std::vector<ImpactCase> cases;
  for (const Variant& variant : variants) {
    std::vector<std::string> overrides = a.overrides;
    overrides.insert(overrides.end(), variant.overrides.begin(), variant.overrides.end());
    ImpactCase one;
    const std::string& path = variant.definition.empty() ? a.definition : variant.definition;
    one.definition = film_command(path, overrides, a.duration);
    if (one.definition.film.kind == FilmKind::line) {
      throw Error(
          path, "film.kind = \"line\" has no impact",
          "use analyze steady or full, or a definition with film.kind = \"point\" or \"dry\"");
    }
    one.label = variant.label.empty() ? one.definition.name : variant.label;
    cases.push_back(std::move(one));
  }
  return cases;
}

// The variants beside what was defined.
nlohmann::json impacts_json(const std::vector<ImpactCase>& cases) {
  std::vector<nlohmann::json> each;
  for (const ImpactCase& c : cases) {
    each.push_back(figures_json(c.figures));
    each.back().update(counts_json(c.run));
    if (each.size() > 1) each.back()["label"] = c.label;
  }
  nlohmann::json result = each.front();
  result["variants"] = nlohmann::json::array();
  std::copy(each.begin() + 1, each.end(), std::back_inserter(result["variants"]));
  return result;
}

// One column per case; one case alone stands without them.
std::string impacts_text(const std::vector<ImpactCase>& cases) {
  if (cases.size() == 1) return figures_text(cases.front().figures);
  std::vector<TableHead> heads = {word_head("quantity"), word_head("unit")};
  for (const ImpactCase& c : cases) heads.push_back(count_head(c.label));
  TextTable table(heads);
  for (std::size_t row = 0; row < cases.front().figures.size(); ++row) {
    const KeyFigure& first = cases.front().figures[row];
    std::vector<std::string> cells = {first.label,
                                      "[" + (first.unit.empty() ? "-" : first.unit) + "]"};
    for (const ImpactCase& c : cases) {
      cells.push_back(cell("%.6g", c.figures[row].value / c.figures[row].per_unit));
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

int run_impact(const ImpactArguments& a) {
  std::vector<ImpactCase> cases = read_cases(a);
  TraceGroup shown;
  std::vector<Finding> stops;
  for (ImpactCase& c : cases) {
    if (cases.size() > 1) c.definition.name = c.label;  // names the progress bar
    c.run = run_film_command(c.definition, end_of(a.duration));
    c.figures = impact_figures(c);
    if (film_exit_code(c.run) != 0) stops.push_back(stop_finding(c.definition, c.run));
    shown.labels.push_back(c.label);
    shown.runs.push_back(&c.run);
  }
  if (!a.picture.empty()) write_trace_comparison(shown, a.picture);
  return print_result(a.json, impacts_json(cases), impacts_text(cases), stops);
}

struct AdaptiveArguments : DefinitionArguments {
  double duration = 0.0;
};

// One impact in both runs, and its rebound over the velocity before: the impact velocity, then the
// last rebound [-].
struct ImpactPair {
  std::size_t number;
  Impact full, adaptive;
  double restitution_full, restitution;

  double force_error() const { return adaptive.force / full.force - 1.0; }
  double rebound_error() const { return adaptive.rebound / full.rebound - 1.0; }
  double restitution_error() const { return restitution / restitution_full - 1.0; }
};

// As many as the shorter one has. velocity: of the first approach [m/s].
std::vector<ImpactPair> pair_impacts(const std::vector<Impact>& full,
                                     const std::vector<Impact>& adaptive, double velocity) {
  std::vector<ImpactPair> pairs;
  double in_full = velocity, in_adaptive = velocity;
  for (std::size_t k = 0; k < std::min(full.size(), adaptive.size()); ++k) {
    pairs.push_back({k + 1, full[k], adaptive[k], full[k].rebound / in_full,
                     adaptive[k].rebound / in_adaptive});
    in_full = full[k].rebound;
    in_adaptive = adaptive[k].rebound;
  }
  return pairs;
}

int run_adaptive(const AdaptiveArguments& a) {
  using Pair = ImpactPair;
  const Fields<Pair> fields = {
      {"", of(&Pair::number), count_head("impact")},
      {"force_n", of(&Pair::adaptive, &Impact::force), quantity_head("force", "N"), "%.3f"},
      {"force_error", of(&Pair::force_error), quantity_head("error", "%"), "%.3f", 100},
      {"time_s", of(&Pair::adaptive, &Impact::time)},
      {"rebound_mps", of(&Pair::adaptive, &Impact::rebound), quantity_head("rebound", "m/s"),
       "%.5f"},
      {"rebound_error", of(&Pair::rebound_error), quantity_head("error", "%"), "%.3f", 100},
      {"restitution", of(&Pair::restitution), quantity_head("restitution", "-"), "%.5f"},
      {"restitution_error", of(&Pair::restitution_error), quantity_head("error", "%"), "%.3f",
       100}};
  FilmContactSpec definition = film_command(a.definition, a.overrides, a.duration);
  check_adaptive(definition);
  const FilmRun full = run_film_command(definition, end_of(a.duration));
  if (a.duration <= 0.0) definition.duration = full.trace.back().time;
  const AdaptiveRun adaptive = run_adaptive_command(definition);
  const auto full_peaks = find_impacts(full.trace, kBounces),
             peaks = find_impacts(adaptive.run.trace, kBounces);
  const std::vector<Pair> pairs = pair_impacts(full_peaks, peaks, definition.impact.velocity);
  const RunCounts &cost = adaptive.run.counts, &whole = full.counts;
  const double wall = cost.wall_seconds / whole.wall_seconds;
  const double processor = cost.cpu_seconds / whole.cpu_seconds;
  nlohmann::json result = {{"wall_ratio", wall},
                           {"cpu_ratio", processor},
                           {"full", counts_json(full)},
                           {"adaptive", counts_json(adaptive.run)},
                           {"impacts_full", full_peaks.size()},
                           {"impacts_adaptive", peaks.size()},
                           {"impacts", rows_json(fields, pairs)}};
  result["adaptive"].update(adaptive_json(adaptive.counts));
  std::string text =
      rows_text(fields, pairs) +
      fmt::format(
          "{:.2f} s of {:.2f} s wall time, ratio {:.3f}; {:.2f} s of {:.2f} s processor time, "
          "ratio {:.3f}\n",
          cost.wall_seconds, whole.wall_seconds, wall, cost.cpu_seconds, whole.cpu_seconds,
          processor) +
      adaptive_text(adaptive.counts);
  if (full_peaks.size() != peaks.size())
    text += fmt::format("the full model has {} impacts\n", full_peaks.size());
  print_result(a.json, result, text);
  return std::max(film_exit_code(full), film_exit_code(adaptive.run));
}

}  // namespace

void add_analyze_impact(CLI::App* analyze, Command* chosen) {
  add_analysis<ImpactArguments>(
      analyze, chosen, "impact", "peaks, times and restitution of an impact on a film",
      "definition (TOML) with [film]", run_impact, [](CLI::App* command, ImpactArguments* a) {
        add_duration(command, &a->duration, kUntilParted);
        add_variants(command, &a->variants,
                     "beside the defined impact the same with other keys, or of another "
                     "definition; repeatable");
        add_pictures(command, &a->picture, "SVG of central pressures and gaps");
      });
}

void add_analyze_adaptive(CLI::App* analyze, Command* chosen) {
  add_analysis<AdaptiveArguments>(
      analyze, chosen, "adaptive",
      "impacts with reduced models made on the way against the full model: cost, errors",
      "definition (TOML) with film.kind = \"point\"", run_adaptive,
      [](CLI::App* command, AdaptiveArguments* a) {
        add_duration(command, &a->duration, kUntilParted);
      });
}

}  // namespace mortise::gen
