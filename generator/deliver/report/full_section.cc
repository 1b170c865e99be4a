// The model file beside the full model, over scenarios that no reduction has seen.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "generator/bake/structure/bake_options.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/deliver/pictures/run_picture.hpp"
#include "generator/deliver/report/channel_groups.hpp"
#include "generator/deliver/report/definition_sections.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/judge/certify/certify.hpp"
#include "generator/judge/certify/certify_bolted.hpp"
#include "generator/judge/certify/certify_film.hpp"
#include "generator/judge/certify/errors.hpp"
#include "generator/judge/certify/kept_full_run.hpp"
#include "generator/judge/certify/trajectory_errors.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "generator/simulate/structure/run_full.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

// A recording and its scenario in the definition.
struct ComparedScenario {
  const ReportRecording& recording;
  std::size_t index;
};

// Scenarios that are held out, else the first one.
std::vector<ComparedScenario> compared(const ReportInput& input, const Definition& definition) {
  std::vector<ComparedScenario> held_out, others;
  for (const ReportRecording& recording : input.recordings)
    for (std::size_t k = 0; k < definition.scenarios.size(); ++k) {
      if (definition.scenarios[k].name != recording.scenario) continue;
      (definition.scenarios[k].held_out ? held_out : others).push_back({recording, k});
    }
  if (!held_out.empty() || others.empty()) return held_out;
  return {others.front()};
}

// A trace of the full model, at times of its own.
struct FullTrace : Samples {
  double at(double t) const {
    const auto next = std::lower_bound(time.begin(), time.end(), t);
    if (next == time.begin()) return values.front();
    if (next == time.end()) return values.back();
    const auto k = static_cast<std::size_t>(next - time.begin());
    const double share = (t - time[k - 1]) / (time[k] - time[k - 1]);
    return values[k - 1] + share * (values[k] - values[k - 1]);
  }
};

// One group of outputs of a scenario: both models, and the difference of the two over the largest
// value of the full one, at least kMinorChannel of the largest of its unit; forces of rigid
// contacts in the mean over a span. full(output): its trace; empty: the full model does not have
// it.
template <class Full>
void add_group(const std::string& scenario, const Trajectory& file, const ChannelGroup& group,
               const json& outputs, const Full& full, ReportSection* section) {
  const double span = group.rigid ? file.time.back() / kSpansOfRun : 0.0;
  const std::string quantity = group.quantity + (group.rigid ? mean_over(span) : "");
  ReportChart traces = chart_over_time(scenario, quantity + ", reduced and full",
                                       group.quantity + " [" + group.unit + "]");
  ReportChart errors =
      chart_over_time(scenario, "error of " + quantity, "difference over the largest [-]");
  std::map<std::size_t, FullTrace> of_full;
  double largest_of_all = 0.0, reach = 0.0;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k].at("unit") != group.unit) continue;
    of_full[k] = {drawn_samples(full(k), span)};
    for (const double value : of_full[k].values)
      largest_of_all = std::max(largest_of_all, std::abs(value));
    if (!file.reach.empty()) reach = std::max(reach, file.reach[k]);
  }
  std::vector<std::string> resting;
  for (const std::size_t k : group.channels) {
    const FullTrace& trace = of_full[k];
    if (trace.time.empty()) continue;
    const std::string name = outputs[k].at("name").get<std::string>();
    Samples reduced = drawn_samples({file.time, output_of(file, k)}, span);
    std::vector<double> time, error;
    double largest = 0.0, sum = 0.0, worst = 0.0, worst_at = 0.0;
    for (const double value : trace.values) largest = std::max(largest, std::abs(value));
    double largest_reduced = 0.0;
    for (const double value : reduced.values)
      largest_reduced = std::max(largest_reduced, std::abs(value));
    if (std::max(largest, largest_reduced) < kRoundingShare * std::max(largest_of_all, reach)) {
      resting.push_back(name);
      continue;
    }
    largest = std::max(largest, kMinorChannel * largest_of_all);
    for (std::size_t i = 0; i < reduced.values.size(); ++i) {
      const double t = reduced.time[i];
      if (t > trace.time.back() * (1.0 + 1e-9)) break;
      time.push_back(t);
      error.push_back(largest > 0.0 ? std::abs(reduced.values[i] - trace.at(t)) / largest : 0.0);
      sum += error.back() * error.back();
      if (error.back() > worst) {
        worst = error.back();
        worst_at = t;
      }
    }
    reduced.values.resize(time.size());
    if (time.empty() || !(largest > 0.0)) continue;
    errors.summary +=
        (errors.summary.empty() ? "" : "; ") +
        fmt::format("{} is off by {} at most, at {} s, and by {} in the root mean square", name,
                    number_text(worst, 3), number_text(worst_at, 4),
                    number_text(std::sqrt(sum / static_cast<double>(time.size())), 3));
    traces.add(name + ", reduced", time, std::move(reduced.values));
    traces.add(name + ", full", trace.time, trace.values, PlotStyle::dashed);
    errors.add(name, std::move(time), std::move(error));
  }
  std::string rests;
  if (!resting.empty())
    rests = fmt::format("at rounding and judged by nothing: {}", fmt::join(resting, ", "));
  if (traces.panel.series.empty()) {
    if (!rests.empty())
      section->blocks.push_back(ReportText{quantity + ", reduced and full: " + rests + "."});
    return;
  }
  if (!rests.empty()) errors.summary += "; " + rests;
  traces.summary = "reduced drawn through, full dashed; " + errors.summary;
  section->blocks.push_back(std::move(traces));
  section->blocks.push_back(std::move(errors));
}

void add_trajectory(const ReportInput& input, const std::string& scenario, const Trajectory& file,
                    const Trajectory& full, ReportSection* section) {
  const json& outputs = input.facts.at("outputs");
  for (const ChannelGroup& group : channel_groups(outputs))
    add_group(
        scenario, file, group, outputs,
        [&](std::size_t k) {
          const std::string name = outputs[k].at("name").get<std::string>();
          const auto at = std::find(full.names.begin(), full.names.end(), name);
          if (at == full.names.end()) return FullTrace();
          return FullTrace{
              {full.time, output_of(full, static_cast<std::size_t>(at - full.names.begin()))}};
        },
        section);
}

void add_structures(const ReportInput& input, const DefinitionWork& work,
                    const std::vector<ComparedScenario>& chosen, ReportSection* section) {
  const Definition& d = work.definition;
  const AssembledSystem assembled = assemble(d, nullptr);
  const double step = input.instance.model().step_size();
  section->blocks.push_back(ReportText{fmt::format(
      "The full model has {} dofs and steps as the file does, every {} s; velocities of both are "
      "means over a step.",
      assembled.system.model.size(), number_text(step, 6))});
  for (const ComparedScenario& c : chosen) {
    const ScenarioSpec& scenario = d.scenarios[c.index];
    const bool whole = work.full_steps == kWholeRun ||
                       static_cast<double>(work.full_steps) * step >= scenario.duration;
    const double duration = whole ? scenario.duration : static_cast<double>(work.full_steps) * step;
    if (work.log)
      work.log(fmt::format("full      {}: {} steps of {} dofs", scenario.name,
                           step_count(duration, step), assembled.system.model.size()));
    const Trajectory full = full_beside(d, assembled, c.index, step, duration, work.cache);
    section->blocks.push_back(ReportHeading{"Scenario " + scenario.name});
    if (!whole)
      section->blocks.push_back(
          ReportText{fmt::format("The full model ran through the first {} s of {} s.",
                                 number_text(duration, 4), number_text(scenario.duration, 4))});
    add_trajectory(input, scenario.name, over_steps(c.recording.trajectory, 1), full, section);
  }
}

void add_bolted(const ReportInput& input, const DefinitionWork& work,
                const std::vector<ComparedScenario>& chosen, ReportSection* section) {
  const BoltedModel model = assemble_bolted(work.definition, nullptr);
  section->blocks.push_back(ReportText{
      fmt::format("At full order each of the {} points rubs and opens for itself, on the same {} "
                  "modes and at the steps of the file.",
                  model.system.points(), model.system.modes.count())});
  for (const ComparedScenario& c : chosen) {
    const ScenarioSpec& scenario = work.definition.scenarios[c.index];
    if (work.log) work.log("full      " + scenario.name + " by all points");
    section->blocks.push_back(ReportHeading{"Scenario " + scenario.name});
    add_trajectory(input, scenario.name, c.recording.trajectory,
                   run_scenario(work.definition, scenario, model, 1), section);
  }
}

void add_films(const ReportInput& input, const DefinitionWork& work,
               const std::vector<ComparedScenario>& chosen, ReportSection* section) {
  const json& outputs = input.facts.at("outputs");
  section->blocks.push_back(
      ReportText{"The full film steps as the file does; between its samples lie straight lines."});
  for (const ComparedScenario& c : chosen) {
    const ScenarioSpec& scenario = work.definition.scenarios[c.index];
    if (work.log) work.log("full      " + scenario.name + " of the film");
    FullFilmTime time;
    time.step_of_file = true;
    const std::vector<FilmSample> samples =
        run_full_film_scenario(work.definition, scenario, time, work.cache);
    section->blocks.push_back(ReportHeading{"Scenario " + scenario.name});
    const auto trace = [&](std::size_t k) {
      FullTrace full;
      for (const FilmChannel& channel : kFilmChannels) {
        if (outputs[k].at("name") != channel.name) continue;
        for (const FilmSample& sample : samples) {
          full.time.push_back(sample.time);
          full.values.push_back(sample.*channel.member);
        }
      }
      return full;
    };
    for (const ChannelGroup& group : channel_groups(outputs))
      add_group(scenario.name, c.recording.trajectory, group, outputs, trace, section);
  }
}

}  // namespace

ReportSection full_section(const ReportInput& input, const DefinitionWork& work) {
  ReportSection section{"full", "Reduced against full"};
  const Definition& d = work.definition;
  if (!work.full) {
    section.absent = "the full model was not to be run (`--full-order none`)";
    return section;
  }
  if (!d.film && d.import.modal()) {
    section.absent = "modal data are their own full model: nothing was left out of them";
    return section;
  }
  const std::vector<ComparedScenario> chosen = compared(input, d);
  if (chosen.empty()) {
    section.absent = "no scenario of the definition is one of the file";
    return section;
  }
  if (d.film) {
    add_films(input, work, chosen, &section);
  } else if (d.contact.kind == ContactKind::bolted) {
    add_bolted(input, work, chosen, &section);
  } else {
    add_structures(input, work, chosen, &section);
  }
  return section;
}

}  // namespace mortise::gen
