#include <memory>

#include "generator/cli/analyze.hpp"
#include "generator/cli/film_command.hpp"
#include "generator/cli/text_table.hpp"
#include "generator/ehd/reduction_study.hpp"
#include "generator/io/terminal.hpp"
#include "generator/plot/compare_pictures.hpp"

namespace mortise::gen {
namespace {

struct ReductionsArguments {
  std::string definition, picture;
  std::vector<std::string> overrides;
  std::vector<double> cutoffs = {150e3, 450e3};
  double duration = 0.0;
  bool json = false;
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
  for (const BodyMethod method : {BodyMethod::craig_bampton, BodyMethod::craig_chang}) {
    const std::string prefix =
        method == BodyMethod::craig_bampton ? "craig_bampton " : "craig_chang ";
    TraceGroup group;
    group.title = prefix.substr(0, prefix.size() - 1);
    for (const ReductionCase& c : cases) {
      if (c.method != method && c.method != BodyMethod::full) continue;
      const bool named = c.name.compare(0, prefix.size(), prefix) == 0;
      group.labels.push_back(named ? c.name.substr(prefix.size()) : c.name);
      group.runs.push_back(&c.run);
    }
    groups.push_back(std::move(group));
  }
  write_trace_groups(groups, path);
}

int run_reductions(const ReductionsArguments& a) {
  const FilmDefinition definition = read_film_command(a.definition, a.overrides, a.duration, "");
  std::vector<ReductionCase> cases;
  {
    ProgressBar bar("reductions", 1000);
    cases = study_reductions(definition, a.cutoffs, a.duration > 0.0, [&](double share) {
      bar.update(static_cast<std::uint64_t>(1000.0 * share));
    });
  }
  if (!a.picture.empty()) draw_reductions(cases, a.picture);
  if (a.json) {
    print_result(reductions_json(cases));
  } else {
    print_result(reductions_text(cases));
  }
  return 0;
}

}  // namespace

void add_analyze_reductions(CLI::App* analyze, Command* chosen) {
  auto a = std::make_shared<ReductionsArguments>();
  CLI::App* command = analyze->add_subcommand(
      "reductions", "reduced models of a dry impact against the unreduced body");
  command->add_option("DEF", a->definition, "definition (TOML) with film.kind = \"dry\"")
      ->required();
  command->add_option("--cutoffs", a->cutoffs, "of the normal modes [Hz]; default 150e3,450e3")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  add_pictures(command, &a->picture, "SVG of central pressures and gaps");
  command
      ->add_option("--duration", a->duration,
                   "seconds; default: as defined, and on until the bodies part")
      ->check(CLI::PositiveNumber);
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_reductions(*a); }; });
}

}  // namespace mortise::gen
