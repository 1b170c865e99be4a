#include "generator/deliver/pictures/study_pictures.hpp"

#include <fmt/format.h>

#include "generator/deliver/pictures/trace_columns.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kEqualWidth = 1.8, kFirstWidth = 4.5;  // of a group's first run [px]

void check_groups(const std::vector<TraceGroup>& groups, const std::string& path) {
  for (const TraceGroup& group : groups) {
    if (group.runs.empty() || group.labels.size() != group.runs.size()) {
      throw Error(path,
                  fmt::format("{} runs cannot be compared under {} labels", group.runs.size(),
                              group.labels.size()),
                  "give at least one run and one label for each");
    }
    for (std::size_t i = 0; i < group.runs.size(); ++i) {
      check_trace(*group.runs[i], path + ", run " + printable(group.labels[i]));
    }
  }
}

// Central pressure and central gap, one row per group.
void write_traces(const std::vector<TraceGroup>& groups, double first_width,
                  const std::string& path) {
  check_groups(groups, path);
  TraceRuns all;
  for (const TraceGroup& group : groups) {
    all.insert(all.end(), group.runs.begin(), group.runs.end());
  }
  const SiPrefix time = time_prefix(all);
  const TraceMember p_central = &FilmSample::p_central, h_central = &FilmSample::h_central;
  const TraceAxis pressure = pressure_axis("central pressure", all, {p_central});
  const TraceAxis gap = gap_axis("central gap", all, {h_central});
  Figure figure{"", {}, 2, 240.0, true};
  for (const TraceGroup& group : groups) {
    const auto add = [&](const TraceAxis& axis, TraceMember member) -> PlotPanel& {
      std::vector<TraceCurve> curves;
      curves.reserve(group.runs.size());
      for (std::size_t i = 0; i < group.runs.size(); ++i)
        curves.push_back(
            {group.runs[i], member, group.labels[i], i == 0 ? first_width : kEqualWidth});
      return figure.panels.emplace_back(trace_panel(time, axis, curves));
    };
    std::string& title = add(pressure, p_central).title;
    title.insert(0, group.title.empty() || title.empty() ? group.title : group.title + "; ");
    add(gap, h_central);
  }
  write_svg(figure, path);
}

}  // namespace

void write_trace_comparison(const TraceGroup& group, const std::string& path) {
  write_traces({group}, kEqualWidth, path);
}

void write_trace_groups(const std::vector<TraceGroup>& groups, const std::string& path) {
  write_traces(groups, kFirstWidth, path);
}

}  // namespace mortise::gen
