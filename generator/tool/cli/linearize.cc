// `mortise linearize`: the step of a model file about a state, as a discrete state space.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "generator/bake/play/instance.hpp"
#include "generator/ground/files/mat_writer.hpp"
#include "generator/ground/files/npz_writer.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/judge/analyses/linearization.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/model_report.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

struct LinearizeArguments : ModelArguments {
  std::string scenario, output;
  double time = 0.0;
};

// What leads to the operating point: the scenario asked for, else the first; without any the
// initial state and the inputs' defaults.
class WayToPoint {
 public:
  WayToPoint(const LinearizeArguments& a, Instance* instance) : instance_(*instance) {
    const Model& model = instance_.model();
    const auto* scenarios = model.root()->scenarios();
    if (a.scenario.empty() && (scenarios == nullptr || scenarios->size() == 0)) return;
    const int index = a.scenario.empty() ? 0 : asked_scenario(model, a.scenario);
    player_.start(model, index, &instance_.state());
    name_ = scenarios->Get(static_cast<std::uint32_t>(index))->name()->str();
  }

  const std::string& name() const { return name_; }

  // Steps to the time; returns the inputs of the step that begins there.
  Vector go(double time) {
    const Model& model = instance_.model();
    const double h = model.step_size(), until = player_.duration();
    if (!name_.empty() && time > until + 0.5 * h)
      throw Error("--time " + number_text(time),
                  "the scenario \"" + name_ + "\" ends at " + number_text(until) + " s",
                  "give a time up to there");
    Vector u = Vector::Zero(model.input_values());
    const auto steps = static_cast<std::uint64_t>(std::llround(time / h));
    for (std::uint64_t k = 0; k <= steps; ++k) {
      if (name_.empty()) {
        for (Eigen::Index i = 0; i < u.size(); ++i)
          u[i] = model.view().input_ranges[i % model.dims().inputs].default_value;
      } else {
        player_.next(model, u.data(), &instance_.state());
      }
      if (k < steps) (void)instance_.step(u.data(), nullptr);
    }
    return u;
  }

 private:
  Instance& instance_;
  ScenarioPlayer player_;
  std::string name_;
};

nlohmann::json nested_rows(const Matrix& m) {
  nlohmann::json rows = nlohmann::json::array();
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    const Vector row = m.row(i);
    rows.push_back(std::vector<double>(row.data(), row.data() + row.size()));
  }
  return rows;
}
std::vector<double> numbers_of(const Vector& v) { return {v.data(), v.data() + v.size()}; }

nlohmann::json channels_json(const std::vector<NamedChannel>& channels) {
  nlohmann::json list = nlohmann::json::array();
  for (const NamedChannel& c : channels) list.push_back({{"name", c.name}, {"unit", c.unit}});
  return list;
}

Fields<DiscreteMode> mode_fields() {
  return {{"magnitude", of(&DiscreteMode::magnitude), quantity_head("|z|", "-"), "%.9f"},
          {"angle_rad", of(&DiscreteMode::angle), quantity_head("angle", "rad"), "%.6g"},
          {"frequency_hz",
           [](const DiscreteMode& m) {
             return m.frequency_hz ? nlohmann::json(*m.frequency_hz) : nlohmann::json();
           },
           quantity_head("frequency", "Hz"), "%.6g"},
          {"damping_ratio",
           [](const DiscreteMode& m) {
             return m.damping_ratio ? nlohmann::json(*m.damping_ratio) : nlohmann::json();
           },
           quantity_head("damping", "-"), "%.4g"}};
}

nlohmann::json findings_json(const StateSpace& s) {
  nlohmann::json list = nlohmann::json::array();
  for (const Finding& f : s.findings)
    list.push_back({{"where", f.where}, {"what", f.what}, {"remedy", f.remedy}});
  return list;
}

nlohmann::json summary_json(const LinearizeArguments& a, const std::string& scenario,
                            const StateSpace& s, const std::vector<DiscreteMode>& modes) {
  return {{"model", a.model},
          {"scenario", scenario},
          {"time_s", s.time},
          {"step_s", s.step},
          {"states", channels_json(s.states)},
          {"inputs", channels_json(s.inputs)},
          {"outputs", channels_json(s.outputs)},
          {"spectral_radius", spectral_radius(modes)},
          {"modes", rows_json(mode_fields(), modes)},
          {"error", s.error},
          {"settled", s.settled},
          {"steps_taken", s.steps},
          {"findings", findings_json(s)},
          {"held", s.held}};
}

std::string space_text(nlohmann::json summary, const StateSpace& s) {
  summary["A"] = nested_rows(s.a);
  summary["B"] = nested_rows(s.b);
  summary["B_end"] = nested_rows(s.b_end);
  summary["C"] = nested_rows(s.c);
  summary["D"] = nested_rows(s.d);
  summary["D_end"] = nested_rows(s.d_end);
  summary["column_error"] = numbers_of(s.column_error);
  summary["output_error"] = numbers_of(s.output_error);
  summary["operating_point"] = {{"x", numbers_of(s.x_now)},
                                {"x_next", numbers_of(s.x_next)},
                                {"u", numbers_of(s.u_now)},
                                {"u_end", numbers_of(s.u_end)},
                                {"y_next", numbers_of(s.y_next)}};
  return summary.dump() + "\n";
}

void add_space(const StateSpace& s, NamedArrays* out) {
  NamedArrays& arrays = *out;
  arrays.add("A", s.a);
  arrays.add("B", s.b);
  arrays.add("B_end", s.b_end);
  arrays.add("C", s.c);
  arrays.add("D", s.d);
  arrays.add("D_end", s.d_end);
  arrays.add("x", s.x_now);
  arrays.add("x_next", s.x_next);
  arrays.add("u", s.u_now);
  arrays.add("u_end", s.u_end);
  arrays.add("y_next", s.y_next);
  arrays.add("column_error", s.column_error);
  arrays.add("output_error", s.output_error);
  arrays.add("step_s", s.step);
  arrays.add("time_s", s.time);
  arrays.add("error", s.error);
  arrays.add("settled", s.settled);
  const auto add_channels = [&](const std::string& what, const std::vector<NamedChannel>& list) {
    std::vector<std::string> names, units;
    for (const NamedChannel& c : list) {
      names.push_back(c.name);
      units.push_back(c.unit);
    }
    arrays.add(what + "_names", names);
    arrays.add(what + "_units", units);
  };
  add_channels("state", s.states);
  add_channels("input", s.inputs);
  add_channels("output", s.outputs);
  std::vector<std::string> findings;
  for (const Finding& f : s.findings) findings.push_back(finding_line(f));
  arrays.add("findings", findings);
  arrays.add("held", s.held);
}

// A file of the kind that the ending of the path says.
std::string space_file(const std::string& path, const nlohmann::json& summary,
                       const StateSpace& s) {
  std::unique_ptr<NamedArrays> arrays;
  if (ending_of(path) == ".npz") arrays = std::make_unique<NpzArrays>();
  if (ending_of(path) == ".mat") arrays = std::make_unique<MatArrays>();
  if (!arrays) return space_text(summary, s);
  add_space(s, arrays.get());
  return arrays->file(path);
}

std::string summary_text(const std::string& scenario, const StateSpace& s,
                         const std::vector<DiscreteMode>& modes) {
  std::string text = fmt::format(
      "{} states, {} inputs, {} outputs, step {:.6g} s, at t = {:.6g} s{}\n"
      "spectral radius {:.9f}, estimated error of the entries {:.2g}, {} steps taken\n",
      s.states.size(), s.inputs.size(), s.outputs.size(), s.step, s.time,
      scenario.empty() ? "" : fmt::format(" of {}", scenario), spectral_radius(modes), s.error,
      s.steps);
  for (const std::string& held : s.held) text += fmt::format("held, no state: {}\n", held);
  for (const Finding& f : s.findings) text += finding_line(f) + "\n";
  return text + rows_text(mode_fields(), modes);
}

int run_linearize(const LinearizeArguments& a) {
  Instance instance = open_model_file(a.model);
  if (acts_on_positions(instance.model().view()))
    throw Error(a.model, "has contacts at position level, whose steps are not linearised",
                "build it with contact.level, or level of its [[interfaces]], = \"velocity\"");
  if (linear_scratch_bytes(instance.model(), instance.state()) == 0)
    throw Error(a.model, "has no state space: what has entered its contact moves through it",
                "build it with reduce.method = \"ecsw\"");
  WayToPoint way(a, &instance);
  const Vector u = way.go(a.time);
  const StateSpace s = linearize(instance, u, a.model);
  const std::vector<DiscreteMode> modes = discrete_modes(s);
  const nlohmann::json summary = summary_json(a, way.name(), s, modes);
  if (!a.output.empty()) {
    const std::string bytes = space_file(a.output, summary, s);
    write_output(a.output, OutputKind::state_space, bytes.data(), bytes.size());
  }
  nlohmann::json result = summary;
  result["output"] = a.output;
  return print_result(a.json, result, summary_text(way.name(), s, modes));
}

}  // namespace

void add_linearize(CLI::App* app, Command* chosen) {
  add_command<LinearizeArguments>(
      app, chosen, "linearize", "discrete state space of the step about a state, for controllers",
      run_linearize, [](CLI::App* command, LinearizeArguments* a) {
        add_model(command, &a->model);
        add_option(command, "--scenario", &a->scenario,
                   "of the file, that leads to the state; default: the first");
        add_option(command, "--time", &a->time, "of the state in the scenario [s]",
                   CLI::NonNegativeNumber)
            ->capture_default_str();
        add_output(command, "-o,--output", &a->output, OutputKind::state_space,
                   "matrices, names, units, operating point and errors");
      });
}

}  // namespace mortise::gen
