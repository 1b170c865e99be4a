#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/play/contact_places.hpp"
#include "generator/bake/play/play.hpp"
#include "generator/bake/play/static_start.hpp"
#include "generator/define/definition/key_list.hpp"
#include "generator/deliver/pictures/run_picture.hpp"
#include "generator/deliver/pictures/state_picture.hpp"
#include "generator/ground/files/csv_file.hpp"
#include "generator/ground/files/table_writer.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/ground/text/unit_text.hpp"
#include "generator/simulate/run/run_steps.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/model_report.hpp"
#include "mortise/join.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

struct RunArguments : ModelArguments {
  std::string input, scenario, output, pictures, states;
  std::vector<std::string> overrides;
  double duration = 0.0;
  std::uint64_t every = 1;
  bool status = false, units = false;
};

// Inputs of a run: a stored scenario, a CSV file, or the file on top of the scenario.
class RunInputs {
 public:
  // csv, scenario: may be empty; without both the first scenario of the model runs, if it has one.
  // Sets the scenario's initial state. Throws Error for unknown scenarios and columns.
  RunInputs(const std::string& csv, const std::string& scenario, Instance* instance);

  // Inputs of the step that begins at k h; linear interpolation between the rows of the CSV.
  // u: room for 2 nu numbers.
  void next(const Model& model, std::uint64_t k, double* u, State* state);

  // Length of the scenario or the CSV [s], 0 if neither says.
  double duration() const { return duration_; }
  const std::string& scenario() const { return scenario_; }
  bool starts_pressed(const Model& model) const;

 private:
  void choose_scenario(bool has_csv, Instance* instance);
  void match_columns(const Instance& instance);
  void check_units(const Instance& instance);

  std::optional<ScenarioPlayer> player_;
  std::optional<TimeSeries> series_;
  std::vector<int> columns_;  // per input: column of the CSV, -1 if it has none
  std::string scenario_;
  double duration_ = 0.0;
};

RunInputs::RunInputs(const std::string& csv, const std::string& scenario, Instance* instance)
    : scenario_(scenario) {
  if (!csv.empty()) {
    series_ = read_csv(csv);
    match_columns(*instance);
    check_units(*instance);
    duration_ = series_->time.back();
  }
  choose_scenario(!csv.empty(), instance);
}

void RunInputs::match_columns(const Instance& instance) {
  const std::vector<std::string> inputs = instance.input_names();
  for (const std::string& input : inputs) columns_.push_back(series_->find(input));
  for (const std::string& column : series_->names) {
    if (std::count(inputs.begin(), inputs.end(), column) != 0) continue;
    throw Error(series_->file + ":1", "the model has no input '" + column + "'",
                inputs.empty() ? "this model takes no inputs"
                               : "the nearest is '" + nearest(column, inputs) + "'");
  }
}

// A file that names its units is held to them.
void RunInputs::check_units(const Instance& instance) {
  const auto* inputs = instance.model().root()->inputs();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (series_->units.empty() || columns_[i] < 0) continue;
    const std::string& given = series_->units[static_cast<std::size_t>(columns_[i])];
    const std::string wanted = inputs->Get(static_cast<std::uint32_t>(i))->unit()->str();
    if (given == wanted) continue;
    const std::string& name = series_->names[static_cast<std::size_t>(columns_[i])];
    throw Error(series_->file,
                std::string("column '").append(name).append("' is in ").append(given),
                "the model takes it in " + wanted);
  }
}

void RunInputs::choose_scenario(bool has_csv, Instance* instance) {
  const Model& model = instance->model();
  const auto* scenarios = model.root()->scenarios();
  const bool any = scenarios != nullptr && scenarios->size() > 0;
  if (scenario_.empty() && (has_csv || !any)) return;
  if (scenario_.empty()) scenario_ = scenarios->Get(0)->name()->str();
  ScenarioPlayer player;
  player.start(model, asked_scenario(model, scenario_), &instance->state());
  player_ = player;
  duration_ = player.duration();
}

bool RunInputs::starts_pressed(const Model& model) const {
  const schema::Model& file = *model.root();
  const auto at = static_cast<std::uint32_t>(find_scenario(model, scenario_.c_str()));
  const schema::Scenario* played = player_ ? file.scenarios()->Get(at) : nullptr;
  const bool own = played != nullptr && (played->initial_q() || played->initial_pressure());
  return (own ? played->initial_pressure() : file.initial_pressure()) != nullptr;
}

void RunInputs::next(const Model& model, std::uint64_t k, double* u, State* state) {
  const std::int32_t inputs = model.dims().inputs;
  const bool both_ends = model.input_values() > inputs;
  if (player_) {
    player_->next(model, u, state);
  } else {
    for (std::int32_t i = 0; i < model.input_values(); ++i) {
      u[i] = model.view().input_ranges[i % std::max(inputs, 1)].default_value;
    }
  }
  if (!series_) return;
  const double h = model.step_size();
  for (std::int32_t i = 0; i < inputs; ++i) {
    const int column = columns_[static_cast<std::size_t>(i)];
    if (column < 0) continue;
    u[i] = interpolate(*series_, column, static_cast<double>(k) * h);
    if (both_ends) u[inputs + i] = interpolate(*series_, column, static_cast<double>(k + 1) * h);
  }
}

// Law parameters may change at run time; everything else is baked. Returns the name.
std::string set_from_text(Instance* instance, const std::string& text) {
  const auto equal = text.find('=');
  if (equal == std::string::npos) throw UsageError("--set needs name=value, not \"" + text + "\"");
  const std::string name = text.substr(0, equal), where = "--set " + text;
  const std::int32_t id = find_parameter(instance->model(), name.c_str());
  if (id < 0 && structure_keys().find(name) != nullptr) {
    throw Error(where, "'" + name + "' is baked into the operators of the model",
                "use `mortise build DEF.toml --set " + text + "`");
  }
  const auto* parameters = instance->model().root()->parameters();
  if (id < 0) {
    std::vector<std::string> names;
    for (const auto* p : *parameters) names.push_back(p->name()->str());
    if (names.empty()) {
      throw Error(where, "the model has no parameters",
                  instance->dims().inputs > 0 ? "give its inputs with --input" : "leave it out");
    }
    throw Error(where, "the model has no parameter '" + name + "'",
                "the nearest is '" + nearest(name, names) + "'");
  }
  char* end = nullptr;
  const std::string number = text.substr(equal + 1);
  const double value = std::strtod(number.c_str(), &end);
  const bool read = !number.empty() && *end == '\0';
  const auto* p = parameters->Get(static_cast<std::uint32_t>(id));
  const Status status =
      read ? set_parameter(instance->model(), instance->state(), id, value) : status::kBAD_CALL;
  if ((status & status::kBAD_CALL) != 0) {
    throw Error(where,
                "is not a number from " + number_text(p->minimum()) + " to " +
                    number_text(p->maximum()) + behind_number(p->unit()->str()),
                "choose a value in range");
  }
  if ((status & status::kOUTSIDE_TRAINING) != 0) {
    log_warning(name + " = " + number + " is outside of what the certificate covers");
  }
  return name;
}

constexpr const char* kStatusColumn = "status";

std::vector<Column> output_columns(const Model& model, bool status) {
  std::vector<Column> columns = {{"time", "s"}};
  for (std::int32_t i = 0; i < model.dims().outputs; ++i) {
    const auto* channel = model.root()->outputs()->Get(static_cast<std::uint32_t>(i));
    columns.push_back({channel->name()->str(), channel->unit()->str()});
    if (status && columns.back().name == kStatusColumn) {
      throw Error("--status", "the model has an output of that name", "rename it, or run without");
    }
  }
  if (status) columns.push_back({kStatusColumn, "1", true});
  return columns;
}

// Before its first step a model has no outputs that belong to one.
std::vector<double> start_row(const Instance& instance) {
  std::vector<double> row = initial_outputs(instance);
  const std::vector<OutputSense> senses = output_senses(instance);
  for (std::size_t k = 0; k < row.size(); ++k)
    if (senses[k] != OutputSense::at_end) row[k] = std::nan("");
  return row;
}

// The rows of a run, for its picture.
struct DrawnRun {
  Trajectory rows;
  std::vector<std::string> units;

  explicit DrawnRun(const std::vector<Column>& columns) {
    for (std::size_t k = 1; k < columns.size(); ++k) {
      rows.names.push_back(columns[k].name);
      units.push_back(columns[k].unit);
    }
  }
  void add(const double* row) {
    rows.time.push_back(row[0]);
    rows.outputs.emplace_back(row + 1, row + 1 + units.size());
  }
};

// table, drawn, map: may be null.
void step_through(const RunArguments& a, std::uint64_t steps, Instance* instance, RunInputs* inputs,
                  TableWriter* table, DrawnRun* drawn, StateMap* map) {
  const Model& model = instance->model();
  std::vector<double> u(static_cast<std::size_t>(2 * model.dims().inputs) + 1);
  const auto outputs = static_cast<std::size_t>(model.dims().outputs);
  std::vector<double> row(outputs + 1);
  if (file_law(model.view()).structural) {  // what a film gives out belongs to the end of a step
    row = start_row(*instance);
    row.insert(row.begin(), 0.0);
    row.resize(outputs + 2);
    if (table != nullptr) table->write_row(row.data());
    if (drawn != nullptr) drawn->add(row.data());
  }
  row.resize(outputs + 2);  // the last one is the status, whether it is written or not
  std::vector<double> y(outputs);
  Status since_written = 0;
  std::uint64_t joined = 0;  // steps of the row
  ProgressBar bar("steps", steps);
  for (std::uint64_t k = 1; k <= steps; ++k) {
    inputs->next(model, k - 1, u.data(), &instance->state());
    since_written |= instance->step(u.data(), y.data());
    if (map != nullptr)
      map->add(static_cast<double>(k) * model.step_size(), place_states(*instance));
    if (table != nullptr || drawn != nullptr) {
      join_outputs(model, y.data(), joined++, row.data() + 1);
      if (k % a.every == 0 || k == steps) {
        row[0] = static_cast<double>(k) * model.step_size();
        row[outputs + 1] = static_cast<double>(since_written);
        since_written = 0;
        joined = 0;
        if (table != nullptr) table->write_row(row.data());
        if (drawn != nullptr) drawn->add(row.data());
      }
    }
    bar.update(k);
  }
}

// Whether all that move along a path keep contact: statistics tell no one from another.
bool slides_are_kept(const ModelView& view) {
  return !any_interface(view, [](const ModelView& i) {
    return file_law(i).leaves_target && !file_law(i).keeps_contact(i);
  });
}

void warn_about(const Statistics& s, const Model& model) {
  const auto tell = [](std::uint64_t count, const char* what) {
    if (count > 0) log_warning(std::to_string(count) + " steps " + what);
  };
  tell(s.held, "used the last good value of an input");
  tell(s.rolled_back, "were rolled back: the result was not finite");
  tell(s.capped, "met the iteration cap");
  tell(s.limited, "had their contact forces limited");
  tell(s.rate_limited, "followed a load that changed faster than the model allows");
  tell(s.repeated, "failed and were repeated in halves");
  tell(s.detached, "opened the sliding contact, or would pull if it is bilateral");
  if (s.first_not_sliding > 0 && slides_are_kept(model.view())) {
    log_warning("the bilateral contact is valid until t = " +
                std::to_string(static_cast<double>(s.first_not_sliding - 1) * model.step_size()) +
                " s");
  }
  tell(s.sticking, "stuck in the sliding contact, or turned its slip around if it is bilateral");
  tell(s.off_target, "left the target chain");
  std::string untrusted;
  for (const FileLaw* law : file_laws())
    if (law->untrusted != nullptr && has_law(model.view(), *law))
      untrusted.append(untrusted.empty() ? "" : ", or ").append(law->untrusted);
  tell(s.untrusted, untrusted.c_str());
}

int run_model(const RunArguments& a) {
  Instance instance = open_model_file(a.model);
  RunInputs inputs(a.input, a.scenario, &instance);
  std::vector<std::string> set;
  for (const std::string& text : a.overrides) set.push_back(set_from_text(&instance, text));
  follow_parameters(set, inputs.starts_pressed(instance.model()), &instance);
  const double duration = a.duration > 0.0 ? a.duration : inputs.duration();
  if (!(duration > 0.0)) {
    throw Error(a.model, "how long to run is not known", "give --duration in seconds");
  }
  const auto steps = static_cast<std::uint64_t>(step_count(duration, instance.model().step_size()));
  std::unique_ptr<TableWriter> table;
  if (!a.output.empty()) {
    table = open_table(a.output, output_columns(instance.model(), a.status), {a.units});
  }
  std::optional<DrawnRun> drawn;
  if (!a.pictures.empty()) drawn.emplace(output_columns(instance.model(), false));
  std::optional<StateMap> map;
  if (!a.states.empty()) {
    map.emplace(empty_map(instance, static_cast<long>(steps)));
    demand_places(*map);
  }
  step_through(a, steps, &instance, &inputs, table.get(), drawn ? &*drawn : nullptr,
               map ? &*map : nullptr);
  if (table) table->commit();
  const std::string what = inputs.scenario().empty() ? a.input : inputs.scenario();
  const std::string title =
      instance.model().root()->name()->str() + (what.empty() ? "" : ", " + what);
  if (drawn)
    write_svg(run_figure(title, drawn->rows.time,
                         run_curves(drawn->units, output_senses(instance), drawn->rows)),
              a.pictures);
  if (map) write_svg(state_figure(title, *map), a.states);

  const Statistics& statistics = instance.state().statistics();
  warn_about(statistics, instance.model());
  const ModelView& view = instance.model().view();
  const bool parts = !file_law(view).force_is_given(view);
  return print_result(
      a.json,
      {{"model", a.model},
       {"scenario", inputs.scenario()},
       {"duration_s", static_cast<double>(steps) * instance.model().step_size()},
       {"output", a.output},
       {"pictures", a.pictures},
       {"states", a.states},
       {"statistics", statistics_json(statistics)}},
      std::to_string(steps) + " steps" +
          (parts ? ", " + std::to_string(statistics.steps_in_contact) + " in contact" : "") +
          written_to(a.output) + written_to(a.pictures) + written_to(a.states) + "\n");
}

}  // namespace

void add_run(CLI::App* app, Command* chosen) {
  add_command<RunArguments>(
      app, chosen, "run", "step a model file as fast as it can", run_model,
      [](CLI::App* command, RunArguments* a) {
        add_model(command, &a->model);
        add_option(command, "--input", &a->input, "CSV with the column time and inputs by name");
        add_option(command, "--scenario", &a->scenario,
                   "scenario of the file; default: the first, unless --input is given");
        add_duration(command, &a->duration, "seconds to run; default: the scenario's");
        command->add_option("--set", a->overrides, "law parameter, e.g. contact.friction=0.2")
            ->type_name("NAME=VALUE")
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        add_output(command, "-o,--output", &a->output, OutputKind::table, "table of the outputs");
        add_pictures(command, &a->pictures, "the outputs over time, a panel for all of one unit");
        add_states(command, &a->states);
        add_option(command, "--every", &a->every,
                   "write every N-th step and the last; contact forces and accelerations are means "
                   "over all steps since the row before",
                   CLI::PositiveNumber);
        command->add_flag("--status", a->status,
                          "a last column `status`: the status bits of the steps since the row "
                          "before, as a whole number");
        add_units(command, &a->units);
      });
}

}  // namespace mortise::gen
