// `mortise_studies orders`, `control` and `reductions`: studies of a film's simulation.
#include <fmt/format.h>

#include "generator/ground/text/error.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "tests/studies/film/control_study.hpp"
#include "tests/studies/film/reduction_study.hpp"
#include "tests/studies/pictures/pictures.hpp"

namespace mortise::gen {
namespace {

struct ControlArguments : DefinitionArguments {
  ControlOptions options;
};

int run_control(const ControlArguments& a) {
  using Case = ControlCase;
  const Fields<Case> fields = {
      {"scheme", of(&Case::scheme), word_head("scheme")},
      {"control", of(&Case::control), word_head("control")},
      {"tolerance", of(&Case::tolerance), quantity_head("tolerance", "-"), "%.2g"},
      {"monitored", of(&Case::monitored), word_head("monitored")},
      {"steps", of(&Case::counts, &RunCounts::steps), count_head("steps")},
      {"rejected", of(&Case::counts, &RunCounts::rejected), count_head("rejected")},
      {"error_p_central", of(&Case::error_p_central), quantity_head("p_c error", "%"), "%.2f", 100},
      {"iterations", of(&Case::counts, &RunCounts::iterations), count_head("iterations")},
      {"factorisations", of(&Case::counts, &RunCounts::factorisations)},
      {"wall_seconds", of(&Case::counts, &RunCounts::wall_seconds), quantity_head("time", "s"),
       "%.2f"}};
  const FilmContactSpec definition = film_command(a.definition, a.overrides);
  const auto cases = with_bar("step control", [&](const Progress& progress) {
    return study_control(definition, a.options, progress);
  });
  return print_result(a.json, {{"cases", rows_json(fields, cases)}}, rows_text(fields, cases));
}

struct OrdersArguments : DefinitionArguments {
  std::string picture;
  std::vector<std::string> schemes;
  std::vector<double> steps;
  std::vector<int> points;
  double duration = 0.0, reference_step = 0.0;
};

OrderOptions options_of(const OrdersArguments& a) {
  OrderOptions options;
  options.steps = a.steps;
  options.points = a.points;
  options.reference_step = a.reference_step;
  const auto& names = enum_names<FilmScheme>;
  if (!a.schemes.empty() || (!a.points.empty() && a.steps.empty())) options.schemes.clear();
  for (const std::string& name : a.schemes)
    options.schemes.push_back(
        static_cast<FilmScheme>(std::find(names.begin(), names.end(), name) - names.begin()));
  return options;
}

// Orders compare with the row before of the same scheme: null in its first.
Fields<OrderPoint> order_fields(bool in_time) {
  using Point = OrderPoint;
  Fields<Point> fields = {{"scheme", of(&Point::scheme), word_head("scheme")},
                          {"step_s", of(&Point::step)},
                          {"points", of(&Point::points)}};
  if (in_time) {
    fields[1].head = quantity_head("step", "us");
    fields[1].format = "%.5g";
    fields[1].factor = 1e6;
  } else {
    fields[2].head = count_head("points");
  }
  for (const OrderQuantity& q : kOrderQuantities) {
    const std::string name = q.name;
    fields.push_back({"error_" + name, of(q.error), quantity_head(name, q.scale_name), "%.3e"});
    fields.push_back({"order_" + name,
                      [order = q.order](const Point& p) {
                        return p.first ? nlohmann::json() : nlohmann::json(p.*order);
                      },
                      quantity_head("order", "-"), "%.2f"});
  }
  return fields;
}

std::string study_text(const OrderStudy& study) {
  std::string text = "largest errors over the run, p in Hertz pressures, h in b^2/R\n";
  if (!study.time.empty())
    text += fmt::format("in time, against steps of {:.5g} us\n", 1e6 * study.reference_step) +
            rows_text(order_fields(true), study.time);
  if (!study.space.empty())
    text += fmt::format("in space, against {} points\n", study.reference_points) +
            rows_text(order_fields(false), study.space);
  return text;
}

int run_orders(const OrdersArguments& a) {
  const FilmContactSpec definition = film_command(a.definition, a.overrides, a.duration);
  if (!a.points.empty() && (definition.film.kind == FilmKind::dry || definition.grid.ratio)) {
    throw Error(a.definition, "the nodes of the bodies decide on its grid, --points cannot",
                "leave --points out, or give grid.points in place of grid.ratio");
  }
  const OrderStudy study = with_bar("orders", [&](const Progress& progress) {
    return study_orders(definition, options_of(a), progress);
  });
  if (!a.picture.empty()) write_order_picture(study, a.picture);
  nlohmann::json result = {{"time", rows_json(order_fields(true), study.time)},
                           {"space", rows_json(order_fields(false), study.space)}};
  if (!study.time.empty()) result["reference_step_s"] = study.reference_step;
  if (!study.space.empty()) result["reference_points"] = study.reference_points;
  return print_result(a.json, result, study_text(study));
}

struct ReductionsArguments : DefinitionArguments {
  std::string picture;
  std::vector<double> cutoffs = {150e3, 450e3};
  double duration = 0.0;
};

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
  using Case = ReductionCase;
  const Fields<Case> fields = {
      {"name", of(&Case::name), word_head("model")},
      {"contact_time_s", of(&Case::measures, &DryMeasures::contact_time),
       quantity_head("contact", "us"), "%.2f", 1e6},
      {"separation_s", of(&Case::measures, &DryMeasures::separation), quantity_head("parted", "us"),
       "%.2f", 1e6},
      {"force_max_n_per_m", of(&Case::measures, &DryMeasures::force_max)},
      {"rebound_velocity_mps", of(&Case::measures, &DryMeasures::rebound_velocity),
       quantity_head("rebound", "m/s"), "%.4f"},
      {"force_error", of(&Case::force_error), quantity_head("force", "%"), "%.2f", 100},
      {"pressure_error", of(&Case::pressure_error), quantity_head("p_c", "%"), "%.2f", 100},
      {"gap_error", of(&Case::gap_error), quantity_head("h_c", "%"), "%.2f", 100},
      {"iterations", of(&Case::counts, &RunCounts::iterations)},
      {"wall_seconds", of(&Case::counts, &RunCounts::wall_seconds)}};
  const FilmContactSpec definition = film_command(a.definition, a.overrides, a.duration);
  const auto cases = with_bar("reductions", [&](const Progress& progress) {
    return study_reductions(definition, a.cutoffs, a.duration > 0.0, progress);
  });
  if (!a.picture.empty()) draw_reductions(cases, a.picture);
  return print_result(
      a.json, {{"cases", rows_json(fields, cases)}},
      rows_text(fields, cases) +
          "force and p_c: rms difference, h_c: largest one, against the unreduced body\n");
}

}  // namespace

void add_control(CLI::App* app, Command* chosen) {
  add_analysis<ControlArguments>(
      app, chosen, "control", "adaptive step control: BDF2 against SDIRK2, the load watched or not",
      "definition (TOML) with [film], film.kind = \"line\"", run_control,
      [](CLI::App* command, ControlArguments* a) {
        add_option(command, "--bdf2-tolerances", &a->options.bdf2_tolerances,
                   "absolute, of pressure and gap, dimensionless; default 2.5e-3,2.5e-4",
                   CLI::PositiveNumber);
        add_option(command, "--sdirk2-tolerances", &a->options.sdirk2_tolerances,
                   "default 5e-4,5e-5", CLI::PositiveNumber);
        add_option(command, "--monitor-tolerance", &a->options.monitor_tolerance,
                   "of the load, over the reference load; default 1e-3", CLI::PositiveNumber);
        add_option(command, "--reference-step", &a->options.reference_step,
                   "fixed step of the reference [s]; default: a fifth of step.size",
                   CLI::PositiveNumber);
      });
}

void add_orders(CLI::App* app, Command* chosen) {
  add_analysis<OrdersArguments>(
      app, chosen, "orders", "observed orders of convergence in time and space",
      "definition (TOML) with [film]", run_orders, [](CLI::App* command, OrdersArguments* a) {
        add_option(command, "--steps", &a->steps,
                   "of the study in time [s]; default: step.size times 4, 2, 1, 1/2",
                   CLI::PositiveNumber);
        add_option(command, "--reference-step", &a->reference_step,
                   "default: a fifth of the smallest", CLI::PositiveNumber);
        add_option(command, "--points", &a->points,
                   "of the study in space, the most are the reference; alone they leave out the "
                   "study in time",
                   in_range(8, 100000))
            ->expected(3, 100);
        const auto& names = enum_names<FilmScheme>;
        add_option(command, "--schemes", &a->schemes,
                   "of the study in time; default: all but sdirk4",
                   one_of(std::vector<std::string>(names.begin(), names.end())));
        add_pictures(command, &a->picture, "SVG of the errors");
        add_duration(command, &a->duration, "seconds; default: as defined");
      });
}

void add_reductions(CLI::App* app, Command* chosen) {
  add_analysis<ReductionsArguments>(
      app, chosen, "reductions", "reduced models of a dry impact against the unreduced body",
      "definition (TOML) with film.kind = \"dry\"", run_reductions,
      [](CLI::App* command, ReductionsArguments* a) {
        add_option(command, "--cutoffs", &a->cutoffs,
                   "of the normal modes [Hz]; default 150e3,450e3", CLI::PositiveNumber);
        add_pictures(command, &a->picture, "SVG of central pressures and gaps");
        add_duration(command, &a->duration, kUntilParted);
      });
}

}  // namespace mortise::gen
