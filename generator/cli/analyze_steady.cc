#include <memory>

#include "generator/cli/analyze.hpp"
#include "generator/cli/figures.hpp"
#include "generator/cli/film_command.hpp"
#include "generator/ehd/simulate.hpp"

namespace mortise::gen {
namespace {

struct SteadyArguments {
  std::string definition;
  std::vector<std::string> overrides;
  bool json = false;
};

int run_steady(const SteadyArguments& a) {
  const FilmSteady s = steady_film(read_film_command(a.definition, a.overrides, 0.0, ""));
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
  auto a = std::make_shared<SteadyArguments>();
  CLI::App* command =
      analyze->add_subcommand("steady", "steady film of a line contact under its base load");
  command->add_option("DEF", a->definition, "definition (TOML) with [film]")->required();
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_steady(*a); }; });
}

}  // namespace mortise::gen
