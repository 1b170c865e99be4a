#include <cstdio>
#include <memory>

#include "generator/cli/analyze.hpp"
#include "generator/cli/failure.hpp"
#include "generator/define/assemble.hpp"
#include "generator/error.hpp"
#include "generator/io/terminal.hpp"
#include "generator/joint/joint_order.hpp"
#include "generator/joint/statics.hpp"
#include "generator/number_text.hpp"

namespace mortise::gen {
namespace {

struct PreloadArguments {
  std::string definition;
  std::vector<std::string> overrides;
  double increment = 0.01;
  bool json = false;
};

std::size_t loaded_input(const Definition& definition) {
  if (!definition.load)
    throw Error(definition.path, "there is no [load] to raise", "give load.input, load.reference");
  if (definition.load->input.empty() && !definition.inputs.empty()) return 0;
  for (std::size_t i = 0; i < definition.inputs.size(); ++i)
    if (definition.inputs[i].name == definition.load->input) return i;
  throw Error(definition.path, "load.input = \"" + definition.load->input + "\" is no input",
              "name one of [[inputs]]");
}

// Of the plane body that the joint's first side belongs to [m].
double width_of(const Definition& definition) {
  for (const std::string& side : definition.contact.joint.sides)
    for (const PlaneBodySpec& spec : definition.import.bodies)
      if (side.rfind(spec.body.name + ".", 0) == 0) return spec.body.width;
  return 1.0;
}

// The front at load.factor: the weight, the constant forces and the other inputs press, without
// friction; the load pulls.
SlipFront front_at_factor(const Definition& definition, const FullSystem& system,
                          double increment) {
  const std::size_t input = loaded_input(definition);
  Vector held(static_cast<Eigen::Index>(system.inputs.size()));
  for (std::size_t i = 0; i < system.inputs.size(); ++i)
    held[static_cast<Eigen::Index>(i)] = i == input ? 0.0 : system.inputs[i].default_value;
  const Vector pull = definition.load->reference * system.input_forces[input];
  PreloadOptions options;
  options.increment = increment;
  return slip_fronts(system, applied_force(system, held), pull, {definition.load->factor}, options)
      .front();
}

nlohmann::json front_json(const SlipFront& front, std::size_t points, double width) {
  using nlohmann::json;
  json result = {{"load_factor", front.factor},
                 {"equilibrium", front.equilibrium},
                 {"slip_points", front.equilibrium ? front.slip_points : static_cast<int>(points)},
                 {"total_points", points},
                 {"slip_intervals_m", json::array()},
                 {"p_left_pa", nullptr},
                 {"p_mid_pa", nullptr},
                 {"p_right_pa", nullptr}};
  if (!front.equilibrium) return result;
  for (const auto& [first, last] : front.intervals)
    result["slip_intervals_m"].push_back({first, last});
  result["p_left_pa"] = front.compression.front() / width;
  result["p_mid_pa"] = front.compression[points / 2] / width;
  result["p_right_pa"] = front.compression.back() / width;
  return result;
}

std::string front_text(const SlipFront& front, std::size_t points, double width) {
  char line[160];
  std::snprintf(line, sizeof line, "%d of %zu law points slip\n", front.slip_points, points);
  std::string text = line;
  for (const auto& [first, last] : front.intervals) {
    std::snprintf(line, sizeof line, "  %.5g ... %.5g m\n", first, last);
    text += line;
  }
  std::snprintf(line, sizeof line, "pressure left, middle, right: %.5g, %.5g, %.5g Pa\n",
                front.compression.front() / width, front.compression[points / 2] / width,
                front.compression.back() / width);
  return text + line;
}

int run_preload(const PreloadArguments& a) {
  const Definition definition = read_definition(a.definition, a.overrides);
  log_messages(definition);
  std::vector<std::string> warnings;
  const AssembledSystem assembled = assemble(definition, &warnings);
  for (const std::string& warning : warnings) log_warning(warning);
  const FullSystem& system = assembled.system;
  if (!system.joint)
    throw Error(definition.path, "there is no joint that could slip",
                "set contact.kind = \"joint\"");
  const SlipFront front = front_at_factor(definition, system, a.increment);
  const std::size_t points = system.joint->points.size();
  const double width = width_of(definition);
  if (!front.equilibrium) {
    const Finding slips = {
        definition.path,
        "gross slip: no static equilibrium at load.factor = " + number_text(front.factor),
        "lower load.factor, or press the joint harder"};
    if (a.json) print_result(failed_result(front_json(front, points, width), slips));
    return report_failure(FailureKind::job, {slips}, false);
  }
  if (a.json) {
    print_result(front_json(front, points, width));
  } else {
    print_result(front_text(front, points, width));
  }
  return 0;
}

}  // namespace

void add_analyze_preload(CLI::App* analyze, Command* chosen) {
  auto a = std::make_shared<PreloadArguments>();
  CLI::App* command = analyze->add_subcommand(
      "preload", "where a pressed joint slips under load.factor, quasi-static; 1: it slips off");
  command->add_option("DEF", a->definition, "definition (TOML)")->required();
  command->add_option("--increment", a->increment, "of load.factor; default 0.01")
      ->check(CLI::PositiveNumber);
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_preload(*a); }; });
}

}  // namespace mortise::gen
