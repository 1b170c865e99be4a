#include <algorithm>
#include "generator/deliver/pictures/compare_pictures.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/film/impacts.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/failure.hpp"
#include "generator/tool/cli/figures.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct ImpactArguments : AnalysisArguments {
  std::string picture;
  std::vector<std::string> variants;
  double duration = 0.0;
};

struct Variant {
  std::string label;
  std::string definition;  // empty: the command's own
  std::vector<std::string> overrides;
};

bool is_setting(const std::string& text) {
  return text.find('=') != std::string::npos && text.front() != '=';
}

bool is_definition(const std::string& text) {
  const std::string end = ".toml";
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0 &&
         !is_setting(text);
}

// "LABEL:key=value,key=value", or "LABEL:OTHER.toml,key=value" for another definition; commas
// within [] separate the entries of a value.
Variant parse_variant(const std::string& text) {
  const auto colon = text.find(':');
  Variant variant;
  variant.label = text.substr(0, std::min(colon, text.size()));
  int depth = 0;
  std::string setting;
  for (std::size_t i = variant.label.size() + 1; i < text.size(); ++i) {
    depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (text[i] == ',' && depth == 0) {
      variant.overrides.push_back(setting);
      setting.clear();
    } else {
      setting += text[i];
    }
  }
  variant.overrides.push_back(setting);
  if (is_definition(variant.overrides.front())) {
    variant.definition = variant.overrides.front();
    variant.overrides.erase(variant.overrides.begin());
  }
  const auto& settings = variant.overrides;
  if (variant.label.empty() || !std::all_of(settings.begin(), settings.end(), is_setting)) {
    throw UsageError("--variant needs LABEL:key=value,key=value or LABEL:OTHER.toml, not \"" +
                     text + "\"");
  }
  return variant;
}

struct ImpactCase {
  std::string label;
  FilmContactSpec definition;
  FilmRun run;
  std::vector<KeyFigure> figures;
};

std::vector<KeyFigure> impact_figures(const ImpactMeasures& m, FilmKind kind) {
  const bool plane = kind == FilmKind::dry;
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

std::vector<KeyFigure> case_figures(const ImpactCase& c) {
  try {
    return impact_figures(measure_impact(c.run, c.definition.impact.velocity),
                          c.definition.film.kind);
  } catch (const Error& error) {
    throw Error(c.label, error.what(), "");  // says which one
  }
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

nlohmann::json case_json(const ImpactCase& c) {
  nlohmann::json result = figures_json(c.figures);
  result.update(counts_json(c.run));
  return result;
}

nlohmann::json cases_json_with_variants(const std::vector<ImpactCase>& cases) {
  nlohmann::json result = case_json(cases.front());
  result["variants"] = nlohmann::json::array();
  for (std::size_t i = 1; i < cases.size(); ++i) {
    nlohmann::json one = case_json(cases[i]);
    one["label"] = cases[i].label;
    result["variants"].push_back(std::move(one));
  }
  return result;
}

// One column per case.
std::string cases_table(const std::vector<ImpactCase>& cases) {
  std::vector<TableHead> heads = {word_head("quantity"), word_head("unit")};
  for (const ImpactCase& c : cases) heads.push_back(count_head(c.label));
  TextTable table(heads);
  for (std::size_t row = 0; row < cases.front().figures.size(); ++row) {
    const KeyFigure& first = cases.front().figures[row];
    const std::string unit = "[" + (first.unit.empty() ? "-" : first.unit) + "]";
    std::vector<std::string> cells = {first.label, unit};
    for (const ImpactCase& c : cases) {
      cells.push_back(cell("%.6g", c.figures[row].value / c.figures[row].per_unit));
    }
    table.add_row(std::move(cells));
  }
  return table.text();
}

void draw_cases(const std::vector<ImpactCase>& cases, const std::string& path) {
  std::vector<std::string> labels;
  std::vector<FilmRun> runs;
  for (const ImpactCase& c : cases) {
    labels.push_back(c.label);
    runs.push_back(c.run);
  }
  write_trace_comparison(labels, runs, path);
}

int run_impact(const ImpactArguments& a) {
  std::vector<ImpactCase> cases = read_cases(a);
  int code = 0;
  for (ImpactCase& c : cases) {
    if (cases.size() > 1) c.definition.name = c.label;  // names the progress bar
    c.run = run_film_command(c.definition, a.duration > 0.0 ? FilmEnd::duration : FilmEnd::parting);
    c.figures = case_figures(c);
    code = std::max(code, film_exit_code(c.run));
  }
  if (!a.picture.empty()) draw_cases(cases, a.picture);
  if (a.json) {
    nlohmann::json result = cases_json_with_variants(cases);
    for (const ImpactCase& c : cases) {
      if (!c.run.completed && !result.contains("error"))
        result = failed_result(result, stop_finding(c.definition, c.run));
    }
    print_result(result);
  } else if (cases.size() == 1) {
    print_result(figures_text(cases.front().figures));
  } else {
    print_result(cases_table(cases));
  }
  return code;
}

}  // namespace

void add_analyze_impact(CLI::App* analyze, Command* chosen) {
  add_analysis<ImpactArguments>(
      analyze, chosen, "impact", "peaks, times and restitution of an impact on a film",
      "definition (TOML) with [film]", run_impact, [](CLI::App* command, ImpactArguments* a) {
        command
            ->add_option("--duration", a->duration,
                         "seconds; default: as defined, and on until the bodies part")
            ->check(CLI::PositiveNumber);
        command
            ->add_option(
                "--variant", a->variants,
                "beside the defined impact the same with other keys, or of another definition; "
                "repeatable")
            ->type_name("LABEL:[OTHER.toml,]KEY=VALUE,...")
            ->take_all()
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        add_pictures(command, &a->picture, "SVG of central pressures and gaps");
      });
}

}  // namespace mortise::gen
