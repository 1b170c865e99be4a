#include <fmt/format.h>

#include <iterator>
#include "generator/deliver/pictures/compare_pictures.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/analyses/orders.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct OrdersArguments : AnalysisArguments {
  std::string picture;
  std::vector<std::string> schemes;
  std::vector<double> steps;
  std::vector<int> points;
  double duration = 0.0, reference_step = 0.0;
};

FilmScheme film_scheme(const std::string& name) {
  int index = 0;
  while (name != enum_names<FilmScheme>[index]) ++index;
  return static_cast<FilmScheme>(index);
}

OrderOptions options_of(const OrdersArguments& a) {
  OrderOptions options;
  options.steps = a.steps;
  options.points = a.points;
  options.reference_step = a.reference_step;
  if (!a.schemes.empty()) {
    options.schemes.clear();
    for (const std::string& name : a.schemes) options.schemes.push_back(film_scheme(name));
  } else if (!a.points.empty() && a.steps.empty()) {
    options.schemes.clear();  // a study in space alone
  }
  return options;
}

bool is_first_of_scheme(const std::vector<OrderPoint>& rows, std::size_t k) {
  return k == 0 || rows[k - 1].scheme != rows[k].scheme;
}

// Orders compare with the row before of the same scheme: null in the first.
nlohmann::json rows_json(const std::vector<OrderPoint>& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const OrderPoint& r = rows[k];
    const bool first = is_first_of_scheme(rows, k);
    const auto order = [first](double value) {
      return first ? nlohmann::json() : nlohmann::json(value);
    };
    list.push_back({{"scheme", r.scheme},
                    {"step_s", r.step},
                    {"points", r.points},
                    {"error_p_central", r.error_p_central},
                    {"error_h_central", r.error_h_central},
                    {"error_h_min", r.error_h_min},
                    {"order_p_central", order(r.order_p_central)},
                    {"order_h_central", order(r.order_h_central)},
                    {"order_h_min", order(r.order_h_min)}});
  }
  return list;
}

std::string rows_text(const std::vector<OrderPoint>& rows, bool in_time) {
  TextTable table({word_head("scheme"),
                   in_time ? quantity_head("step", "us") : count_head("points"),
                   quantity_head("p_central", "p_Hertz"), quantity_head("order", "-"),
                   quantity_head("h_central", "b^2/R"), quantity_head("order", "-"),
                   quantity_head("h_min", "b^2/R"), quantity_head("order", "-")});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const OrderPoint& r = rows[k];
    std::vector<std::string> row = {
        r.scheme, in_time ? cell("%.5g", 1e6 * r.step) : cell(static_cast<long>(r.points))};
    const double values[][2] = {{r.error_p_central, r.order_p_central},
                                {r.error_h_central, r.order_h_central},
                                {r.error_h_min, r.order_h_min}};
    for (const auto& value : values) {
      row.push_back(cell("%.3e", value[0]));
      row.push_back(is_first_of_scheme(rows, k) ? "-" : cell("%.2f", value[1]));
    }
    table.add_row(std::move(row));
  }
  return table.text();
}

std::string study_text(const OrderStudy& study) {
  std::string text = "largest errors over the run, p in Hertz pressures, h in b^2/R\n";
  if (!study.time.empty())
    text += fmt::format("in time, against steps of {:.5g} us\n", 1e6 * study.reference_step) +
            rows_text(study.time, true);
  if (!study.space.empty())
    text += fmt::format("in space, against {} points\n", study.reference_points) +
            rows_text(study.space, false);
  return text;
}

int run_orders(const OrdersArguments& a) {
  const FilmContactSpec definition = film_command(a.definition, a.overrides, a.duration);
  if (!a.points.empty() && (definition.film.kind == FilmKind::dry || definition.grid.ratio)) {
    throw Error(a.definition, "the nodes of the bodies decide on its grid, --points cannot",
                "leave --points out, or give grid.points in place of grid.ratio");
  }
  OrderStudy study;
  {
    ProgressBar bar("orders");
    study = study_orders(definition, options_of(a), bar.shares());
  }
  if (!a.picture.empty()) write_order_picture(study, a.picture);
  if (a.json) {
    nlohmann::json result = {{"time", rows_json(study.time)}, {"space", rows_json(study.space)}};
    if (!study.time.empty()) result["reference_step_s"] = study.reference_step;
    if (!study.space.empty()) result["reference_points"] = study.reference_points;
    print_result(result);
  } else {
    print_result(study_text(study));
  }
  return 0;
}

}  // namespace

void add_analyze_orders(CLI::App* analyze, Command* chosen) {
  add_analysis<OrdersArguments>(
      analyze, chosen, "orders", "observed orders of convergence in time and space",
      "definition (TOML) with [film]", run_orders, [](CLI::App* command, OrdersArguments* a) {
        command
            ->add_option("--steps", a->steps,
                         "of the study in time [s]; default: step.size times 4, 2, 1, 1/2")
            ->delimiter(',')
            ->check(CLI::PositiveNumber);
        command
            ->add_option("--reference-step", a->reference_step, "default: a fifth of the smallest")
            ->check(CLI::PositiveNumber);
        command
            ->add_option(
                "--points", a->points,
                "of the study in space, the most are the reference; alone they leave out the "
                "study in time")
            ->delimiter(',')
            ->check(CLI::Range(8, 100000))
            ->expected(3, 100);
        command
            ->add_option("--schemes", a->schemes, "of the study in time; default: all but sdirk4")
            ->delimiter(',')
            ->check(CLI::IsMember(std::vector<std::string>(std::begin(enum_names<FilmScheme>),
                                                           std::end(enum_names<FilmScheme>))));
        add_pictures(command, &a->picture, "SVG of the errors");
        command->add_option("--duration", a->duration, "seconds; default: as defined")
            ->check(CLI::PositiveNumber);
      });
}

}  // namespace mortise::gen
