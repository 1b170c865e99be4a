// Frequency and damping of a bolted joint over the amplitude of its modes.
#include <fmt/format.h>

#include <cmath>

#include "generator/bake/laws/file_law.hpp"
#include "generator/deliver/report/report.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/judge/analyses/backbone_study.hpp"
#include "generator/reduce/bolted/reduced_backbone.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kModes = 3;
constexpr int kLevels = 13;
constexpr double kLeastDamping = 1e-9;  // what lies below is rounding
constexpr double kDecades = 3.0;        // up to what training has seen of a mode

// Up to the amplitude that alone has a training ratio of 1.
std::vector<double> loads_of(const BoltedView& view, Eigen::Index mode, double omega) {
  std::vector<double> loads;
  for (int k = 0; k < kLevels; ++k) {
    const double share = std::pow(10.0, -kDecades * (1.0 - k / (kLevels - 1.0)));
    loads.push_back(omega * omega * share / view.trained_modes[mode]);
  }
  return loads;
}

}  // namespace

ReportSection backbone_section(const ReportInput& input) {
  ReportSection section{"backbones", "Backbones"};
  const ModelView& view = input.instance.model().view();
  if (!file_law(view).has_backbones) {
    section.absent = "frequency and damping over amplitude are those of bolted joints alone";
    return section;
  }
  const BoltedFile file = open_bolted_file(input.path);
  const PlotAxis amplitude{"amplitude [m]", {}, {}, true};
  ReportChart frequency{"Frequency over amplitude",
                        "",
                        {"", amplitude, {"frequency over that without slip [-]"}},
                        "backbones"};
  ReportChart damping{"Damping by friction over amplitude",
                      "",
                      {"", amplitude, {"damping ratio [-]", {}, {}, true}},
                      "backbones"};
  ReportTable table{"Backbones",
                    {"mode", "amplitude [m]", "frequency [Hz]", "damping ratio [-]",
                     "clusters that slip", "clusters closed"},
                    {}};
  std::string sensors;
  for (Eigen::Index mode = 0; mode < std::min(kModes, file.reduced.omega.size()); ++mode) {
    if (!(view.bolted.trained_modes[mode] > 0.0)) continue;
    std::vector<std::string> outputs;
    ReducedBackboneTask task;
    task.mode = mode;
    try {
      task.sensor = sensor_rows(file, mode, &outputs);
    } catch (const Error&) {
      continue;  // no output sees this mode
    }
    const double omega = file.reduced.omega[mode];
    task.loads = loads_of(view.bolted, mode, omega);
    const std::string name =
        fmt::format("mode {}, {} Hz", mode + 1, number_text(omega / kTwoPi, 5));
    PlotSeries f{{}, {}, name}, d = f;
    for (const BackbonePoint& point : reduced_backbone(file.reduced, task)) {
      f.x.push_back(point.amplitude);
      f.y.push_back(point.frequency_hz * kTwoPi / omega);
      d.x.push_back(point.amplitude);
      d.y.push_back(point.damping > kLeastDamping ? point.damping : std::nan(""));
      table.rows.push_back({name, number_text(point.amplitude, 4),
                            number_text(point.frequency_hz, 7), number_text(point.damping, 4),
                            std::to_string(point.slip_points),
                            std::to_string(point.closed_points)});
    }
    sensors +=
        fmt::format("{}{} at {}", sensors.empty() ? "" : "; ", name, fmt::join(outputs, ", "));
    frequency.summary += (frequency.summary.empty() ? "" : "; ") + range_text(name, f.y, "");
    damping.summary += (damping.summary.empty() ? "" : "; ") + range_text(name, d.y, "");
    frequency.panel.series.push_back(std::move(f));
    damping.panel.series.push_back(std::move(d));
  }
  if (frequency.panel.series.empty()) {
    section.absent = "no displacement output of the file sees one of its first modes";
    return section;
  }
  section.blocks.push_back(ReportText{
      "Quasi-static modal analysis of the file, up to what training has seen of each mode; "
      "amplitudes of " +
      sensors + "."});
  section.blocks.push_back(std::move(frequency));
  section.blocks.push_back(std::move(damping));
  section.blocks.push_back(std::move(table));
  return section;
}

}  // namespace mortise::gen
