#include <memory>

#include "generator/cli/analyze.hpp"
#include "generator/cli/figures.hpp"
#include "generator/cli/film_command.hpp"
#include "generator/ehd/simulate.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

struct ImpactArguments {
  std::string definition;
  std::vector<std::string> overrides;
  double duration = 0.0;
  bool json = false;
};

std::vector<Figure> impact_figures(const ImpactMeasures& m, FilmKind kind) {
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

int run_impact(const ImpactArguments& a) {
  const FilmDefinition definition = read_film_command(a.definition, a.overrides, a.duration, "");
  if (definition.film.kind == FilmKind::line) {
    throw Error(
        a.definition, "film.kind = \"line\" has no impact",
        "use analyze steady or full, or a definition with film.kind = \"point\" or \"dry\"");
  }
  const FilmRun run = run_film_command(definition);
  const ImpactMeasures measures = measure_impact(run, definition.impact.velocity);
  const std::vector<Figure> figures = impact_figures(measures, definition.film.kind);
  if (a.json) {
    nlohmann::json result = figures_json(figures);
    result.update(counts_json(run));
    print_result(result);
  } else {
    print_result(figures_text(figures));
  }
  return film_exit_code(run);
}

}  // namespace

void add_analyze_impact(CLI::App* analyze, Command* chosen) {
  auto a = std::make_shared<ImpactArguments>();
  CLI::App* command =
      analyze->add_subcommand("impact", "peaks, times and restitution of an impact on a film");
  command->add_option("DEF", a->definition, "definition (TOML) with [film]")->required();
  command->add_option("--duration", a->duration, "seconds; default: as defined")
      ->check(CLI::PositiveNumber);
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_impact(*a); }; });
}

}  // namespace mortise::gen
