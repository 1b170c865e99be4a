#include "generator/ground/files/terminal.hpp"
#include "generator/judge/analyses/eigen.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/sliding_command.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct EigArguments : AnalysisArguments {
  std::vector<double> positions, frictions;
  double maximum_hz = 20000.0;
  int count = 0;
  bool deformed = false, turning = false, full = false;
};

std::vector<SlidingEigenPoint> eigenvalues(const EigArguments& a, const ReducedSystem& system) {
  SlidingEigenOptions options;
  options.deformed = a.deformed;
  options.turning_force = a.turning;
  options.maximum_hz = a.maximum_hz;
  const std::vector<double> positions = sliding_positions(system, a.positions, a.count);
  const std::vector<double> frictions =
      a.frictions.empty()
          ? std::vector<double>{system.sliding->law.friction}
          : even_range(a.frictions[0], a.frictions[1], a.frictions[2], "--friction-range");
  ProgressBar bar("eigenvalues");
  return sliding_eigenvalues(system, positions, frictions, options, bar.shares());
}

nlohmann::json to_json(const std::vector<SlidingEigenPoint>& points, bool with_friction) {
  nlohmann::json list = nlohmann::json::array(), unstable = nlohmann::json::array();
  for (const SlidingEigenPoint& p : points) {
    nlohmann::json modes = nlohmann::json::array();
    for (const ComplexMode& mode : p.modes) {
      modes.push_back({{"frequency_hz", mode.frequency_hz}, {"growth_1_s", mode.growth}});
      if (!(mode.growth > 0)) continue;
      unstable.push_back({{"position_m", p.position},
                          {"frequency_hz", mode.frequency_hz},
                          {"growth_1_s", mode.growth}});
      if (with_friction) unstable.back()["friction"] = p.friction;
    }
    list.push_back({{"position_m", p.position}, {"eigenvalues", modes}});
    if (with_friction) list.back()["friction"] = p.friction;
  }
  return {{"points", list}, {"unstable", unstable}};
}

std::string to_table(const std::vector<SlidingEigenPoint>& points) {
  TextTable table({quantity_head("friction", "-"), quantity_head("position", "m"),
                   quantity_head("frequency", "Hz"), quantity_head("growth", "1/s"),
                   word_head("")});
  for (const SlidingEigenPoint& p : points) {
    for (const ComplexMode& mode : p.modes) {
      table.add_row({cell("%.4g", p.friction), cell("%.8g", p.position),
                     cell("%.8g", mode.frequency_hz), cell("%.6g", mode.growth),
                     mode.growth > 0 ? "unstable" : ""});
    }
  }
  return table.text();
}

int run_eig(const EigArguments& a) {
  if (a.turning && !a.deformed) throw UsageError("--turning-force needs --deformed");
  const ReducedSystem system = sliding_system(a.definition, a.overrides, a.full);
  const std::vector<SlidingEigenPoint> points = eigenvalues(a, system);
  return print_either(a, to_json(points, !a.frictions.empty()), to_table(points));
}

}  // namespace

void add_analyze_eig(CLI::App* analyze, Command* chosen) {
  add_analysis<EigArguments>(
      analyze, chosen, "eig", "complex eigenvalues of a sliding contact at positions of its path",
      "definition (TOML)", run_eig, [](CLI::App* command, EigArguments* a) {
        command
            ->add_option("--positions", a->positions, "of the sliding node [m], e.g. 0.0485,0.051")
            ->delimiter(',');
        command->add_option("--count", a->count, "or so many, evenly over the target")
            ->check(CLI::PositiveNumber);
        command->add_flag("--deformed", a->deformed, "linearised about the static sliding state");
        command->add_flag("--turning-force", a->turning,
                          "with --deformed: the contact force turns and travels with its segment");
        command->add_flag("--full", a->full,
                          "all modes of both bodies instead of the condensed ones");
        command->add_option("--friction-range", a->frictions, "first, last and number of frictions")
            ->delimiter(',')
            ->expected(3);
        command
            ->add_option("--maximum-frequency", a->maximum_hz,
                         "of the modes listed [Hz]; default 20000, 0: all")
            ->check(CLI::NonNegativeNumber);
      });
}

}  // namespace mortise::gen
