// Natural frequencies of the coordinates, and those of the step about where the first scenario
// begins.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "generator/bake/laws/file_law.hpp"
#include "generator/deliver/report/report.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/judge/analyses/linearization.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kMostModes = 60;
constexpr std::int32_t kMostStates = 120;  // that are linearised while the reader waits

void add_linearised(const Instance& instance, ReportSection* section) {
  Instance fresh(AlignedBytes(instance.bytes().data(), instance.bytes().size()), "the model");
  const Model& model = fresh.model();
  const std::int32_t states = linear_states(model, fresh.state());
  if (states == 0 || states > kMostStates || linear_scratch_bytes(model, fresh.state()) == 0) {
    section->blocks.push_back(ReportText{
        states > kMostStates ? fmt::format("The step has {} states; `mortise linearize` makes its "
                                           "state space.",
                                           states)
                             : "The step has no state space."});
    return;
  }
  ScenarioPlayer player;
  Vector u = Vector::Zero(model.input_values());
  if (player.start(model, 0, &fresh.state())) {
    player.next(model, u.data(), &fresh.state());
  } else {
    for (Eigen::Index i = 0; i < u.size(); ++i)
      u[i] = model.view().input_ranges[i % model.dims().inputs].default_value;
  }
  StateSpace space;
  try {
    space = linearize(fresh, u, "the model");
  } catch (const Error&) {
    section->blocks.push_back(ReportText{
        "The first step of the first scenario cannot be linearised: it is rolled back."});
    return;
  }
  const std::vector<DiscreteMode> modes = discrete_modes(space);
  ReportTable table{"The step about the start of the first scenario, statuses of contacts held",
                    {"eigenvalue", "magnitude [-]", "frequency [Hz]", "damping ratio [-]"},
                    {}};
  const auto optional = [](const std::optional<double>& x) {
    return x ? number_text(*x, 6) : std::string("-");
  };
  for (std::size_t k = 0; k < std::min(modes.size(), kMostModes); ++k)
    table.rows.push_back({std::to_string(k + 1), number_text(modes[k].magnitude, 9),
                          optional(modes[k].frequency_hz), optional(modes[k].damping_ratio)});
  section->blocks.push_back(
      ReportText{"Linearised about the start of the first scenario the step has " +
                 counted(space.states.size(), "state") + " and the spectral radius " +
                 number_text(spectral_radius(modes), 9) + "."});
  if (!table.rows.empty()) section->blocks.push_back(std::move(table));
}

}  // namespace

ReportSection frequency_section(const ReportInput& input) {
  ReportSection section{"frequencies", "Frequencies and damping"};
  const ModelView& view = input.instance.model().view();
  const auto modes = static_cast<std::size_t>(view.dims.modes);
  if (modes == 0) {
    section.absent = "a film under a prescribed load has no modal coordinates";
    return section;
  }
  const double per_second = 1.0 / file_law(view).time_unit(view);
  std::vector<std::size_t> order(modes);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return view.omega[a] < view.omega[b]; });
  ReportChart chart{
      "Modal damping", "", {"", {"frequency [Hz]", {}, {}, true}, {"damping ratio [-]"}}};
  PlotSeries damping{{}, {}, "modes"};
  ReportTable table{"Modal coordinates, the lowest first",
                    {"coordinate", "frequency [Hz]", "damping ratio [-]", "damping [1/s]"},
                    {}};
  std::vector<double> all;
  for (const std::size_t k : order) {
    const double omega = view.omega[k] * per_second, d = view.damping[k] * per_second;
    all.push_back(omega / kTwoPi);
    if (omega > 0.0) {
      damping.x.push_back(omega / kTwoPi);
      damping.y.push_back(d / (2.0 * omega));
    }
    if (table.rows.size() < kMostModes)
      table.rows.push_back({std::to_string(k + 1), number_text(omega / kTwoPi, 6),
                            omega > 0.0 ? number_text(d / (2.0 * omega), 4) : "-",
                            number_text(d, 4)});
  }
  if (damping.x.size() > 2) {
    chart.summary = range_text("damping ratio", damping.y, "") + ", " +
                    range_text("frequencies", damping.x, "Hz");
    chart.panel.series.push_back(std::move(damping));
    section.blocks.push_back(std::move(chart));
  }
  if (modes > kMostModes)
    section.blocks.push_back(ReportText{
        fmt::format("{} coordinates in all; the {} lowest stand below.", modes, kMostModes)});
  section.blocks.push_back(std::move(table));
  add_linearised(input.instance, &section);
  return section;
}

}  // namespace mortise::gen
