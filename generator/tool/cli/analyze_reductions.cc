#include "generator/deliver/pictures/compare_pictures.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/judge/analyses/reduction_study.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct ReductionsArguments : AnalysisArguments {
  std::string picture;
  std::vector<double> cutoffs = {150e3, 450e3};
  double duration = 0.0;
};

nlohmann::json reductions_json(const std::vector<ReductionCase>& cases) {
  nlohmann::json list = nlohmann::json::array();
  for (const ReductionCase& c : cases) {
    list.push_back({{"name", c.name},
                    {"contact_time_s", c.measures.contact_time},
                    {"separation_s", c.measures.separation},
                    {"force_max_n_per_m", c.measures.force_max},
                    {"rebound_velocity_mps", c.measures.rebound_velocity},
                    {"force_error", c.force_error},
                    {"pressure_error", c.pressure_error},
                    {"gap_error", c.gap_error},
                    {"iterations", c.counts.iterations},
                    {"wall_seconds", c.counts.wall_seconds}});
  }
  return {{"cases", list}};
}

std::string reductions_text(const std::vector<ReductionCase>& cases) {
  TextTable table({word_head("model"), quantity_head("contact", "us"),
                   quantity_head("parted", "us"), quantity_head("rebound", "m/s"),
                   quantity_head("force", "%"), quantity_head("p_c", "%"),
                   quantity_head("h_c", "%")});
  for (const ReductionCase& c : cases) {
    table.add_row({c.name, cell("%.2f", 1e6 * c.measures.contact_time),
                   cell("%.2f", 1e6 * c.measures.separation),
                   cell("%.4f", c.measures.rebound_velocity), cell("%.2f", 100.0 * c.force_error),
                   cell("%.2f", 100.0 * c.pressure_error), cell("%.2f", 100.0 * c.gap_error)});
  }
  return table.text() +
         "force and p_c: rms difference, h_c: largest one, against the unreduced body\n";
}

// One row per method, each beside the unreduced body.
void draw_reductions(const std::vector<ReductionCase>& cases, const std::string& path) {
  std::vector<TraceGroup> groups;
  for (const std::string method : {"craig_bampton", "craig_chang"}) {
    const std::string prefix = method + " ";
    TraceGroup group;
    group.title = method;
    for (const ReductionCase& c : cases) {
      if (c.method != method && c.method != "full") continue;
      const bool named = c.name.compare(0, prefix.size(), prefix) == 0;
      group.labels.push_back(named ? c.name.substr(prefix.size()) : c.name);
      group.runs.push_back(&c.run);
    }
    groups.push_back(std::move(group));
  }
  write_trace_groups(groups, path);
}

int run_reductions(const ReductionsArguments& a) {
  const FilmContactSpec definition = film_command(a.definition, a.overrides, a.duration);
  std::vector<ReductionCase> cases;
  {
    ProgressBar bar("reductions");
    cases = study_reductions(definition, a.cutoffs, a.duration > 0.0, bar.shares());
  }
  if (!a.picture.empty()) draw_reductions(cases, a.picture);
  return print_either(a, reductions_json(cases), reductions_text(cases));
}

}  // namespace

void add_analyze_reductions(CLI::App* analyze, Command* chosen) {
  add_analysis<ReductionsArguments>(
      analyze, chosen, "reductions", "reduced models of a dry impact against the unreduced body",
      "definition (TOML) with film.kind = \"dry\"", run_reductions,
      [](CLI::App* command, ReductionsArguments* a) {
        command
            ->add_option("--cutoffs", a->cutoffs, "of the normal modes [Hz]; default 150e3,450e3")
            ->delimiter(',')
            ->check(CLI::PositiveNumber);
        add_pictures(command, &a->picture, "SVG of central pressures and gaps");
        command
            ->add_option("--duration", a->duration,
                         "seconds; default: as defined, and on until the bodies part")
            ->check(CLI::PositiveNumber);
      });
}

}  // namespace mortise::gen
