// `mortise analyze steady` and `impact`: a film at rest, and what an impact on one does.
#include <fmt/format.h>

#include <algorithm>

#include "generator/deliver/pictures/study_pictures.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/film/impacts.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "generator/tool/cli/variant.hpp"

namespace mortise::gen {
namespace {

int run_steady(const DefinitionArguments& a) {
  const FilmSteady s = steady_film(film_command(a.definition, a.overrides));
  if (!s.starved.empty()) log_warning(s.starved);
  const std::vector<KeyFigure> figures = {
      {"load_n_per_m", "load", s.load, "N/mm", 1e3},
      {"h_central_m", "central gap", s.h_central, "um", 1e-6},
      {"h_min_m", "smallest gap", s.h_min, "um", 1e-6},
      {"p_central_pa", "central pressure", s.p_central, "GPa", 1e9},
      {"p_hertz_pa", "Hertz pressure", s.p_hertz, "GPa", 1e9},
      {"b_hertz_m", "Hertz half-width", s.b_hertz, "um", 1e-6}};
  nlohmann::json result = figures_json(figures);
  result["iterations"] = s.counts.iterations;
  result["factorisations"] = s.counts.factorisations;
  result["wall_seconds"] = s.counts.wall_seconds;
  return print_result(a.json, result, figures_text(figures));
}

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

}  // namespace

void add_analyze_steady(CLI::App* analyze, Command* chosen) {
  add_analysis<DefinitionArguments>(
      analyze, chosen, "steady", "steady film of a line contact under its base load",
      "definition (TOML) with [film]", run_steady, [](CLI::App*, DefinitionArguments*) {});
}

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

}  // namespace mortise::gen
