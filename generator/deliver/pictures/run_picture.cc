#include "generator/deliver/pictures/run_picture.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

std::vector<double> output_of(const Trajectory& trajectory, std::size_t output) {
  std::vector<double> values;
  values.reserve(trajectory.outputs.size());
  for (std::size_t k = 0; k < trajectory.outputs.size(); ++k)
    values.push_back(recorded(trajectory, k, output));
  return values;
}

Samples drawn_samples(const Samples& all, double span) {
  Samples drawn;
  const auto add = [&](double time, double value) {
    drawn.time.push_back(time);
    drawn.values.push_back(value);
  };
  double sum = 0.0, during = 0.0, place = -1.0;
  for (std::size_t k = 0; k < all.values.size(); ++k) {
    const double value = all.values[k], time = all.time[k];
    if (std::isnan(value)) continue;
    if (!(span > 0.0)) {
      add(time, value);
      continue;
    }
    const double before = k > 0 ? all.time[k - 1] : 0.0;
    if (!(time > before)) continue;
    const double now = std::floor(0.5 * (before + time) / span);
    if (now != place && during > 0.0) {
      add(before, sum / during);
      sum = during = 0.0;
    }
    place = now;
    sum += (time - before) * value;
    during += time - before;
  }
  if (during > 0.0) add(all.time.back(), sum / during);
  return drawn;
}

std::string mean_over(double span) { return ", mean over " + number_text(span, 3) + " s"; }

Figure run_figure(const std::string& title, const std::vector<double>& time,
                  const std::vector<RunCurve>& curves) {
  Figure figure;
  figure.title = title;
  figure.share_x = true;
  for (const RunCurve& curve : curves) {
    const std::string label = "[" + (curve.unit.empty() ? std::string("1") : curve.unit) + "]";
    const auto fits = [&](const PlotPanel& panel) { return panel.y.label == label; };
    auto panel = std::find_if(figure.panels.begin(), figure.panels.end(), fits);
    if (panel == figure.panels.end()) {
      PlotPanel empty;
      empty.x.label = "time [s]";
      empty.y.label = label;
      panel = figure.panels.insert(panel, std::move(empty));
    }
    PlotSeries series;
    series.x = curve.time.empty() ? time : curve.time;
    series.y = curve.values;
    series.label = curve.name;
    series.width = 1.2;
    if (curve.dashed) series.style = PlotStyle::dashed;
    panel->series.push_back(std::move(series));
  }
  return figure;
}

namespace {

// span: of a rigid contact's force [s]; 0: of none. of: behind the name of the output.
RunCurve curve_of(const Trajectory& t, std::size_t output, const std::string& unit, double span,
                  const std::string& of = "") {
  Samples drawn = drawn_samples({t.time, output_of(t, output)}, span);
  return {t.names[output] + of + (span > 0.0 ? mean_over(span) : ""), unit, std::move(drawn.values),
          std::move(drawn.time)};
}

double span_of(const Trajectory& t, OutputSense sense) {
  return sense == OutputSense::impulse_over_step ? t.time.back() / kSpansOfRun : 0.0;
}

}  // namespace

std::vector<RunCurve> run_curves(const std::vector<std::string>& units,
                                 const std::vector<OutputSense>& senses, const Trajectory& file) {
  std::vector<RunCurve> curves;
  for (std::size_t k = 0; k < file.names.size(); ++k)
    curves.push_back(curve_of(file, k, units[k], span_of(file, senses[k])));
  return curves;
}

Figure beside_figure(const std::string& title, const std::vector<std::string>& units,
                     const std::vector<OutputSense>& senses, const Trajectory& file,
                     const Trajectory& full) {
  std::vector<RunCurve> curves;
  for (std::size_t k = 0; k < file.names.size(); ++k) {
    const double span = span_of(file, senses[k]);
    curves.push_back(curve_of(file, k, units[k], span));
    const auto at = std::find(full.names.begin(), full.names.end(), file.names[k]);
    if (at == full.names.end() || full.time.empty()) continue;
    curves.push_back(curve_of(full, static_cast<std::size_t>(at - full.names.begin()), units[k],
                              span, ", full"));
    curves.back().dashed = true;
  }
  return run_figure(title, file.time, curves);
}

}  // namespace mortise::gen
