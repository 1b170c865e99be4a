// How long steps take, against the time they stand for.
#include <algorithm>
#include <cmath>

#include "generator/deliver/report/report.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr double kPerDecade = 20.0;  // bins

// Steps per bin, equally wide on the logarithmic axis: a stair of both edges of every bin.
ReportChart histogram(const std::vector<double>& ns, double step_ns) {
  const auto bin = [](double x) {
    return static_cast<long>(std::floor(kPerDecade * std::log10(std::max(1.0, x))));
  };
  const long first = bin(ns.front()), last = bin(ns.back());
  std::vector<double> counts(static_cast<std::size_t>(last - first + 1), 0.0);
  for (const double x : ns) ++counts[static_cast<std::size_t>(bin(x) - first)];
  const auto edge = [](double k) { return 1e-3 * std::pow(10.0, k / kPerDecade); };  // [us]
  std::vector<double> sides, heights;
  for (std::size_t k = 0; k < counts.size(); ++k)
    for (const double side : {0.0, 1.0}) {
      sides.push_back(edge(static_cast<double>(first) + static_cast<double>(k) + side));
      heights.push_back(std::max(counts[k], 0.5));
    }
  ReportChart chart{"Step times against the deadline",
                    "",
                    {"", {"time of a step [µs]", {}, {}, true}, {"steps", {}, {}, true}}};
  const double most = *std::max_element(counts.begin(), counts.end());
  chart.add("steps", std::move(sides), std::move(heights));
  chart.add("deadline: the step itself", {1e-3 * step_ns, 1e-3 * step_ns}, {0.5, most},
            PlotStyle::dashed);
  return chart;
}

}  // namespace

ReportSection time_section(const ReportInput& input) {
  ReportSection section{"times", "Step times"};
  if (!input.times) {
    section.absent = "they were not to be measured (`--no-timing`)";
    return section;
  }
  std::vector<double> ns = input.times->ns;
  std::sort(ns.begin(), ns.end());
  const double step_ns = 1e9 * input.facts.at("step_s").get<double>();
  const auto at = [&](double share) {
    return ns[static_cast<std::size_t>(share * static_cast<double>(ns.size() - 1))];
  };
  const auto late = static_cast<std::size_t>(
      std::count_if(ns.begin(), ns.end(), [&](double x) { return x > step_ns; }));
  ReportChart chart = histogram(ns, step_ns);
  chart.summary = counted(ns.size(), "step") + " took " + number_text(1e-3 * at(0.5), 4) +
                  " µs in the median and " + number_text(1e-3 * ns.back(), 4) +
                  " µs at most; a step stands for " + number_text(1e-3 * step_ns, 6) + " µs, and " +
                  std::to_string(late) + " took longer";
  section.blocks.push_back(std::move(chart));
  ReportTable table{"Step times, measured when this page was made and on that machine",
                    {"what", "value", "unit"},
                    {}};
  const auto add = [&](const char* what, double us) {
    table.rows.push_back({what, number_text(us, 5), "µs"});
  };
  add("least", 1e-3 * ns.front());
  add("median", 1e-3 * at(0.5));
  add("99 of 100", 1e-3 * at(0.99));
  add("999 of 1000", 1e-3 * at(0.999));
  add("most", 1e-3 * ns.back());
  add("deadline, the step", 1e-3 * step_ns);
  add("reading the clock, contained", 1e-3 * input.times->clock_ns);
  table.rows.push_back({"instruction set", input.instance.model().instruction_set(), ""});
  table.rows.push_back({"heap calls", std::to_string(input.times->heap_calls), ""});
  table.rows.push_back({"most iterations", std::to_string(input.times->iterations_max), ""});
  section.blocks.push_back(std::move(table));
  return section;
}

}  // namespace mortise::gen
