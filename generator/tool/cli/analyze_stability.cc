#include <cmath>
#include "generator/deliver/pictures/sliding_pictures.hpp"
#include "generator/judge/analyses/stability.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/sliding_command.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct StabilityArguments : AnalysisArguments {
  std::string picture;
  std::vector<double> positions, frictions{0.0, 0.5, 26.0};
  double maximum_hz = 20000.0;
  int count = 199;
  bool deformed = false, full = false;
};

nlohmann::json number(double x) { return std::isfinite(x) ? nlohmann::json(x) : nlohmann::json(); }

nlohmann::json to_json(const StabilityMap& map) {
  nlohmann::json growth = nlohmann::json::array(), frequency = nlohmann::json::array(),
                 critical = nlohmann::json::array();
  for (Eigen::Index m = 0; m < map.growth.rows(); ++m) {
    nlohmann::json g = nlohmann::json::array(), f = nlohmann::json::array();
    for (Eigen::Index p = 0; p < map.growth.cols(); ++p) {
      g.push_back(number(map.growth(m, p)));
      f.push_back(map.frequency_hz(m, p));
    }
    growth.push_back(g);
    frequency.push_back(f);
  }
  for (const double mu : critical_friction(map)) critical.push_back(number(mu));
  return {{"frictions", map.frictions},
          {"positions_m", map.positions},
          {"worst_growth_1_s", growth},
          {"frequency_hz", frequency},
          {"critical_friction", critical}};
}

std::string to_table(const StabilityMap& map) {
  TextTable table({quantity_head("friction", "-"), count_head("unstable"), count_head("positions"),
                   quantity_head("worst growth", "1/s"), quantity_head("frequency", "Hz"),
                   quantity_head("at", "m")});
  for (Eigen::Index m = 0; m < map.growth.rows(); ++m) {
    Eigen::Index worst = 0, unstable = 0;
    for (Eigen::Index p = 0; p < map.growth.cols(); ++p) {
      if (map.growth(m, p) > 0) ++unstable;
      if (!(map.growth(m, p) <= map.growth(m, worst))) worst = p;
    }
    table.add_row({cell("%.4g", map.frictions[static_cast<std::size_t>(m)]),
                   cell(static_cast<long>(unstable)), cell(static_cast<long>(map.growth.cols())),
                   cell("%.6g", map.growth(m, worst)), cell("%.8g", map.frequency_hz(m, worst)),
                   cell("%.6g", map.positions[static_cast<std::size_t>(worst)])});
  }
  return table.text();
}

int run_stability(const StabilityArguments& a) {
  StabilityRequest request;
  request.frictions =
      even_range(a.frictions[0], a.frictions[1], a.frictions[2], "--friction-range");
  const ReducedSystem system = sliding_system(a.definition, a.overrides, a.full);
  request.positions = sliding_positions(system, a.positions, a.count);
  request.eigen.deformed = a.deformed;
  request.eigen.maximum_hz = a.maximum_hz;
  const StabilityMap map = stability_map(system, request);
  if (!a.picture.empty()) write_stability_picture(map, a.picture);
  return print_either(a, to_json(map), to_table(map));
}

}  // namespace

void add_analyze_stability(CLI::App* analyze, Command* chosen) {
  add_analysis<StabilityArguments>(
      analyze, chosen, "stability",
      "where a sliding contact squeals: map over friction and position", "definition (TOML)",
      run_stability, [](CLI::App* command, StabilityArguments* a) {
        command->add_option("--positions", a->positions, "of the sliding node [m]")->delimiter(',');
        command->add_option("--count", a->count, "or so many, evenly over the target; default 199")
            ->check(CLI::PositiveNumber);
        command
            ->add_option("--friction-range", a->frictions,
                         "first, last and number of frictions; default 0,0.5,26")
            ->delimiter(',')
            ->expected(3);
        command->add_flag("--deformed", a->deformed, "linearised about the static sliding state");
        command->add_flag("--full", a->full,
                          "all modes of both bodies instead of the condensed ones");
        command
            ->add_option("--maximum-frequency", a->maximum_hz,
                         "modes above do not count [Hz]; default 20000, 0: all count")
            ->check(CLI::NonNegativeNumber);
        add_pictures(command, &a->picture, "SVG of the map");
      });
}

}  // namespace mortise::gen
