#include <memory>

#include "generator/cli/analyze.hpp"
#include "generator/cli/sliding_command.hpp"
#include "generator/cli/text_table.hpp"
#include "generator/define/nearest.hpp"
#include "generator/error.hpp"
#include "generator/sliding/frf.hpp"

namespace mortise::gen {
namespace {

struct FrfArguments {
  std::string definition, input, output;
  std::vector<std::string> overrides;
  std::vector<double> positions, frequencies;
  bool deformed = false, full = false, json = false;
};

template <class Channel>
std::size_t channel(const std::vector<Channel>& channels, const std::string& name,
                    const std::string& option) {
  std::vector<std::string> names;
  names.reserve(channels.size());
  for (const Channel& c : channels) names.push_back(c.name);
  if (names.empty()) throw Error(option, "the definition has none", "add one to the definition");
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name.empty() || names[i] == name) return i;
  throw Error(option + " " + name, "is not in the definition",
              "the nearest is '" + nearest(name, names) + "'");
}

// Output by name, else the first acceleration, else the first motion.
std::size_t motion(const ReducedSystem& system, const std::string& name) {
  if (!name.empty()) return channel(system.outputs, name, "--output");
  for (const OutputQuantity wanted :
       {OutputQuantity::acceleration, OutputQuantity::velocity, OutputQuantity::displacement})
    for (std::size_t i = 0; i < system.outputs.size(); ++i)
      if (system.outputs[i].quantity == wanted) return i;
  throw Error("analyze frf", "no output is a displacement, velocity or acceleration",
              "add one to [[outputs]]");
}

ResponseKind kind_of(const OutputChannel& output) {
  switch (output.quantity) {
    case OutputQuantity::displacement:
      return ResponseKind::displacement;
    case OutputQuantity::velocity:
      return ResponseKind::velocity;
    case OutputQuantity::acceleration:
      return ResponseKind::acceleration;
    default:
      throw Error("--output " + output.name, "is not a displacement, velocity or acceleration",
                  "name another output");
  }
}

std::vector<double> frequencies_of(const std::vector<double>& range) {
  if (range.size() != 3 || !(range[0] > 0) || !(range[1] >= range[0]) || !(range[2] > 0)) {
    throw UsageError("--frequencies takes first, last and increment in Hz, all positive");
  }
  const auto count = static_cast<std::size_t>((range[1] - range[0]) / range[2] * (1 + 1e-12)) + 1;
  std::vector<double> hz(count);
  for (std::size_t k = 0; k < count; ++k) hz[k] = range[0] + range[2] * static_cast<double>(k);
  return hz;
}

nlohmann::json to_json(const FrfRequest& request, const Eigen::MatrixXcd& table,
                       const std::string& input, const OutputChannel& output,
                       const std::string& unit) {
  nlohmann::json points = nlohmann::json::array();
  for (Eigen::Index p = 0; p < table.cols(); ++p) {
    const Vector real = table.col(p).real(), imaginary = table.col(p).imag();
    points.push_back({{"position_m", request.positions[static_cast<std::size_t>(p)]},
                      {"real", std::vector<double>(real.begin(), real.end())},
                      {"imaginary", std::vector<double>(imaginary.begin(), imaginary.end())}});
  }
  return {{"input", input},
          {"output", output.name},
          {"unit", unit},
          {"frequencies_hz", request.frequencies_hz},
          {"points", points}};
}

std::string to_table(const FrfRequest& request, const Eigen::MatrixXcd& table,
                     const std::string& unit) {
  TextTable rows({quantity_head("position", "m"), quantity_head("frequency", "Hz"),
                  quantity_head("magnitude", unit), quantity_head("phase", "deg")});
  for (Eigen::Index p = 0; p < table.cols(); ++p) {
    for (Eigen::Index k = 0; k < table.rows(); ++k) {
      rows.add_row({cell("%.8g", request.positions[static_cast<std::size_t>(p)]),
                    cell("%.8g", request.frequencies_hz[static_cast<std::size_t>(k)]),
                    cell("%.4g", std::abs(table(k, p))),
                    cell("%.2f", std::arg(table(k, p)) * 57.29577951308232)});
    }
  }
  return rows.text();
}

std::string response_unit(const ReducedSystem& system, std::size_t input, std::size_t output) {
  const std::string& per = system.inputs[input].unit;
  const bool quotient = per.find('/') != std::string::npos;
  return system.outputs[output].unit + "/" + (quotient ? "(" + per + ")" : per);
}

int run_frf(const FrfArguments& a) {
  const std::vector<double> hz = frequencies_of(a.frequencies);
  const ReducedSystem system = sliding_system(read_definition(a.definition, a.overrides), a.full);
  const std::size_t input = channel(system.inputs, a.input, "--input"),
                    output = motion(system, a.output);
  FrfRequest request;
  request.positions = sliding_positions(system, a.positions, 0);
  request.frequencies_hz = hz;
  request.force = system.input_forces.col(static_cast<Eigen::Index>(input));
  request.response = system.output_rows.row(system.outputs[output].index).transpose();
  request.kind = kind_of(system.outputs[output]);
  request.deformed = a.deformed;
  const Eigen::MatrixXcd table = sliding_frf(system, request);
  if (a.json) {
    print_result(to_json(request, table, system.inputs[input].name, system.outputs[output],
                         response_unit(system, input, output)));
  } else {
    print_result(to_table(request, table, response_unit(system, input, output)));
  }
  return 0;
}

}  // namespace

void add_analyze_frf(CLI::App* analyze, Command* chosen) {
  auto a = std::make_shared<FrfArguments>();
  CLI::App* command = analyze->add_subcommand(
      "frf", "frequency responses of a sliding contact at positions of its path");
  command->add_option("DEF", a->definition, "definition (TOML)")->required();
  command->add_option("--positions", a->positions, "of the sliding node [m]")
      ->delimiter(',')
      ->required();
  command->add_option("--frequencies", a->frequencies, "first, last, increment [Hz]")
      ->delimiter(',')
      ->expected(3)
      ->required();
  command->add_option("--input", a->input, "force; default: the first input");
  command->add_option("--output", a->output, "motion; default: the first acceleration");
  command->add_flag("--deformed", a->deformed, "about the static sliding state");
  command->add_flag("--full", a->full, "all modes of both bodies instead of the condensed ones");
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_frf(*a); }; });
}

}  // namespace mortise::gen
