#include "generator/ground/files/terminal.hpp"
#include "generator/judge/analyses/control_study.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct ControlArguments : AnalysisArguments {
  ControlOptions options;
};

nlohmann::json cases_json(const std::vector<ControlCase>& cases) {
  nlohmann::json list = nlohmann::json::array();
  for (const ControlCase& c : cases) {
    list.push_back({{"scheme", c.scheme},
                    {"control", c.control},
                    {"tolerance", c.tolerance},
                    {"monitored", c.monitored},
                    {"error_p_central", c.error_p_central},
                    {"steps", c.counts.steps},
                    {"rejected", c.counts.rejected},
                    {"iterations", c.counts.iterations},
                    {"factorisations", c.counts.factorisations},
                    {"wall_seconds", c.counts.wall_seconds}});
  }
  return {{"cases", list}};
}

std::string cases_text(const std::vector<ControlCase>& cases) {
  TextTable table({word_head("scheme"), word_head("control"), quantity_head("tolerance", "-"),
                   word_head("monitored"), count_head("steps"), count_head("rejected"),
                   quantity_head("p_c error", "%"), count_head("iterations"),
                   quantity_head("time", "s")});
  for (const ControlCase& c : cases) {
    table.add_row({c.scheme, c.control, cell("%.2g", c.tolerance), c.monitored ? "yes" : "no",
                   cell(c.counts.steps), cell(c.counts.rejected),
                   cell("%.2f", 100.0 * c.error_p_central), cell(c.counts.iterations),
                   cell("%.2f", c.counts.wall_seconds)});
  }
  return table.text();
}

int run_control(const ControlArguments& a) {
  const FilmContactSpec definition = film_command(a.definition, a.overrides);
  std::vector<ControlCase> cases;
  {
    ProgressBar bar("step control");
    cases = study_control(definition, a.options, bar.shares());
  }
  return print_either(a, cases_json(cases), cases_text(cases));
}

}  // namespace

void add_analyze_control(CLI::App* analyze, Command* chosen) {
  add_analysis<ControlArguments>(
      analyze, chosen, "control",
      "adaptive step control: BDF2 against SDIRK2, the load watched or not",
      "definition (TOML) with [film], film.kind = \"line\"", run_control,
      [](CLI::App* command, ControlArguments* a) {
        command
            ->add_option("--bdf2-tolerances", a->options.bdf2_tolerances,
                         "absolute, of pressure and gap, dimensionless; default 2.5e-3,2.5e-4")
            ->delimiter(',')
            ->check(CLI::PositiveNumber);
        command
            ->add_option("--sdirk2-tolerances", a->options.sdirk2_tolerances, "default 5e-4,5e-5")
            ->delimiter(',')
            ->check(CLI::PositiveNumber);
        command
            ->add_option("--monitor-tolerance", a->options.monitor_tolerance,
                         "of the load, over the reference load; default 1e-3")
            ->check(CLI::PositiveNumber);
        command
            ->add_option("--reference-step", a->options.reference_step,
                         "fixed step of the reference [s]; default: a fifth of step.size")
            ->check(CLI::PositiveNumber);
      });
}

}  // namespace mortise::gen
