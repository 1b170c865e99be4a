// What goes in and out over the scenarios, and what frequencies that has.
#include <algorithm>
#include <cmath>

#include "generator/deliver/pictures/run_picture.hpp"
#include "generator/deliver/report/channel_groups.hpp"
#include "generator/deliver/report/report.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/deliver/report/spectrum.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

// The largest impulse that one step gives.
std::string hardest_step(const Samples& force) {
  double largest = 0.0;
  for (std::size_t k = 1; k < force.values.size(); ++k)
    largest = std::max(largest, std::abs(force.values[k]) * (force.time[k] - force.time[k - 1]));
  return ", at most " + number_text(largest, 4) + " N s in a step";
}

constexpr double kSpectrumFloor = 1e-9;  // of its largest amplitude: what lies below is rounding

// samples(channel): those of one.
template <class SamplesOf>
ReportChart chart_of(const ReportRecording& r, const ChannelGroup& group, const json& channels,
                     const SamplesOf& samples) {
  const double span = r.duration / kSpansOfRun;
  const std::string what = group.quantity + (group.rigid ? mean_over(span) : "");
  ReportChart chart = chart_over_time(r.scenario, what, group.quantity + " [" + group.unit + "]");
  for (const std::size_t k : group.channels) {
    const Samples all = samples(k), drawn = drawn_samples(all, group.rigid ? span : 0.0);
    chart.add(channels[k].at("name").get<std::string>(), drawn.time, drawn.values);
    const PlotSeries& curve = chart.panel.series.back();
    chart.summary +=
        (chart.summary.empty() ? "" : "; ") + range_text(curve.label, curve.y, group.unit);
    if (group.rigid) chart.summary += hardest_step(all);
  }
  return chart;
}

// A constant, wherever it is a number.
bool is_constant(const std::vector<double>& values) {
  const auto [lowest, highest] = finite_ends(values);
  return !(lowest < highest);
}

// The chart, or a line where there is nothing to be seen.
ReportBlock chart_or_line(ReportChart chart) {
  const std::vector<PlotSeries>& curves = chart.panel.series;
  if (!std::all_of(curves.begin(), curves.end(),
                   [](const PlotSeries& curve) { return is_constant(curve.y); }))
    return chart;
  return ReportText{chart.title + ": " + chart.summary + "."};
}

ReportTable status_table(const ReportRecording& r) {
  ReportTable table{r.scenario + ": what its steps say", {"status", "steps", "meaning"}, {}};
  const std::array<std::size_t, 32> counts = status_counts(r);
  for (int bit = 0; bit < 32; ++bit) {
    const std::size_t count = counts[static_cast<std::size_t>(bit)];
    if (count > 0)
      table.rows.push_back({status_name(bit), std::to_string(count), status_text(bit)});
  }
  return table;
}

}  // namespace

ReportSection run_section(const ReportInput& input) {
  ReportSection section{"runs", "Runs of the model"};
  if (input.recordings.empty()) {
    section.absent = "the file holds no scenario that could be played";
    return section;
  }
  const json &inputs = input.facts.at("inputs"), &outputs = input.facts.at("outputs");
  for (const ReportRecording& r : input.recordings) {
    double mean = 0.0, most = 0.0;
    for (const double n : r.iterations) {
      mean += n / static_cast<double>(r.iterations.size());
      most = std::max(most, n);
    }
    section.blocks.push_back(ReportHeading{"Scenario " + r.scenario});
    section.blocks.push_back(ReportText{
        counted(static_cast<std::size_t>(r.trajectory.steps), "step") + " over " +
        number_text(r.duration, 6) + " s, " + std::to_string(r.trajectory.steps_in_contact) +
        " of them with the interface; iterations: " + number_text(mean, 3) + " in the mean, " +
        number_text(most, 3) + " at most."});
    for (const ChannelGroup& group : channel_groups(outputs))
      section.blocks.push_back(chart_or_line(chart_of(r, group, outputs, [&](std::size_t k) {
        return Samples{r.trajectory.time, output_of(r.trajectory, k)};
      })));
    for (const ChannelGroup& group : channel_groups(inputs)) {
      ReportChart chart = chart_of(r, group, inputs, [&](std::size_t k) {
        return Samples{r.time, r.inputs[k]};
      });
      chart.title += " (input)";
      section.blocks.push_back(chart_or_line(std::move(chart)));
    }
    ReportTable table = status_table(r);
    if (table.rows.empty())
      section.blocks.push_back(
          ReportText{"Every step of " + r.scenario + " ended without a status."});
    else
      section.blocks.push_back(std::move(table));
  }
  return section;
}

ReportSection spectrum_section(const ReportInput& input) {
  ReportSection section{"spectra", "Spectra"};
  const json& outputs = input.facts.at("outputs");
  const double step = input.facts.at("step_s").get<double>();
  for (const ReportRecording& r : input.recordings)
    for (const ChannelGroup& group : channel_groups(outputs)) {
      ReportChart chart{
          r.scenario + ": spectrum of " + group.quantity,
          "",
          {"", {"frequency [Hz]", {}, {}, true}, {"amplitude [" + group.unit + "]", {}, {}, true}},
          "spectra"};
      for (const std::size_t k : group.channels) {
        AmplitudeSpectrum s = amplitude_spectrum(output_of(r.trajectory, k), step);
        const auto peak = std::max_element(s.amplitude.begin(), s.amplitude.end());
        if (peak == s.amplitude.end() || !(*peak > 0.0)) continue;
        const std::string name = outputs[k].at("name").get<std::string>();
        chart.summary +=
            (chart.summary.empty() ? "" : "; ") + name + " is largest at " +
            number_text(s.hz[static_cast<std::size_t>(peak - s.amplitude.begin())], 4) +
            " Hz with " + number_text(*peak, 4) + " " + group.unit;
        const double floor = kSpectrumFloor * *peak;
        for (double& amplitude : s.amplitude) amplitude = std::max(amplitude, floor);
        chart.add(name, std::move(s.hz), std::move(s.amplitude));
      }
      if (!chart.panel.series.empty()) section.blocks.push_back(std::move(chart));
    }
  if (section.blocks.empty())
    section.absent = "no output of a scenario moves for at least 16 steps";
  else
    section.blocks.insert(
        section.blocks.begin(),
        ReportText{"Amplitudes of the outputs without their mean, under Hann's window over the "
                   "scenario; below 1e-9 of the largest they are cut."});
  return section;
}

}  // namespace mortise::gen
