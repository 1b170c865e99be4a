#include "generator/simulate/film/simulate.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/figures.hpp"
#include "generator/tool/cli/film_command.hpp"

namespace mortise::gen {
namespace {

using SteadyArguments = AnalysisArguments;

int run_steady(const SteadyArguments& a) {
  const FilmSteady s = steady_film(film_command(a.definition, a.overrides));
  const std::vector<KeyFigure> figures = {
      {"load_n_per_m", "load", s.load, "N/mm", 1e3},
      {"h_central_m", "central gap", s.h_central, "um", 1e-6},
      {"h_min_m", "smallest gap", s.h_min, "um", 1e-6},
      {"p_central_pa", "central pressure", s.p_central, "GPa", 1e9},
      {"p_hertz_pa", "Hertz pressure", s.p_hertz, "GPa", 1e9},
      {"b_hertz_m", "Hertz half-width", s.b_hertz, "um", 1e-6}};
  if (a.json) {
    nlohmann::json result = figures_json(figures);
    result["iterations"] = s.counts.iterations;
    result["factorisations"] = s.counts.factorisations;
    result["wall_seconds"] = s.counts.wall_seconds;
    print_result(result);
  } else {
    print_result(figures_text(figures));
  }
  return 0;
}

}  // namespace

void add_analyze_steady(CLI::App* analyze, Command* chosen) {
  add_analysis<SteadyArguments>(
      analyze, chosen, "steady", "steady film of a line contact under its base load",
      "definition (TOML) with [film]", run_steady, [](CLI::App*, SteadyArguments*) {});
}

}  // namespace mortise::gen
