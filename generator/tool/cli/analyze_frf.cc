#include "generator/judge/analyses/frf.hpp"
#include "generator/tool/cli/analysis_command.hpp"
#include "generator/tool/cli/analyze.hpp"
#include "generator/tool/cli/sliding_command.hpp"
#include "generator/tool/cli/text_table.hpp"

namespace mortise::gen {
namespace {

struct FrfArguments : AnalysisArguments {
  std::string input, output;
  std::vector<double> positions, frequencies;
  bool deformed = false, full = false;
};

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

int run_frf(const FrfArguments& a) {
  const std::vector<double> hz = frequencies_of(a.frequencies);
  const ReducedSystem system = sliding_system(a.definition, a.overrides, a.full);
  const FrfChannels channels = frf_channels(system, a.input, a.output);
  FrfRequest request = frf_request(system, channels);
  request.positions = sliding_positions(system, a.positions, 0);
  request.frequencies_hz = hz;
  request.deformed = a.deformed;
  const Eigen::MatrixXcd table = sliding_frf(system, request);
  return print_either(a,
                      to_json(request, table, system.inputs[channels.input].name,
                              system.outputs[channels.output], channels.unit),
                      to_table(request, table, channels.unit));
}

}  // namespace

void add_analyze_frf(CLI::App* analyze, Command* chosen) {
  add_analysis<FrfArguments>(
      analyze, chosen, "frf", "frequency responses of a sliding contact at positions of its path",
      "definition (TOML)", run_frf, [](CLI::App* command, FrfArguments* a) {
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
        command->add_flag("--full", a->full,
                          "all modes of both bodies instead of the condensed ones");
      });
}

}  // namespace mortise::gen
