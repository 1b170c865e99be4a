// Who carries how much, and what the film looks like meanwhile.
#include <fmt/format.h>

#include <algorithm>

#include "generator/bake/laws/file_law.hpp"
#include "generator/deliver/pictures/run_picture.hpp"
#include "generator/deliver/pictures/state_picture.hpp"
#include "generator/deliver/report/report.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kMostRows = 40;  // of a table of places

std::string share_text(std::size_t part, std::size_t whole) {
  return number_text(100.0 * static_cast<double>(part) / static_cast<double>(whole), 4) + " %";
}

std::string share_text(const StateMap& states, Touch what) {
  return number_text(100.0 * states.share(what), 4) + " %";
}

std::string name_of(const PlacedInterface& interface) {
  return interface.name.empty() ? interface.kind : interface.name;
}

// Places of an interface one by one, or together where they are many.
void add_rows(const PlacedInterface& interface, const ReportRecording& r, std::size_t first,
              bool together, ReportTable* table) {
  const std::size_t steps = r.time.size();
  const double step = r.duration / static_cast<double>(steps);
  const auto add = [&](const std::string& name, const ReportRecording::Place& p, std::size_t at,
                       std::size_t places) {
    const auto rows =
        r.forces.middleRows(static_cast<Eigen::Index>(at), static_cast<Eigen::Index>(places));
    std::vector<std::string> row{name, share_text(p.closed, steps * places),
                                 interface.tells_slip ? share_text(p.slips, steps * places) : "-",
                                 number_text(rows.maxCoeff(), 5),
                                 interface.rigid ? number_text(step * p.largest, 5) : "-"};
    for (const std::size_t count : p.events) row.push_back(std::to_string(count));
    table->rows.push_back(std::move(row));
  };
  ReportRecording::Place all;
  for (std::size_t k = 0; k < interface.places; ++k) {
    const ReportRecording::Place& p = r.places[first + k];
    if (!together)
      add(name_of(interface) + ", " + interface.place + " " + std::to_string(k + 1), p, first + k,
          1);
    all.closed += p.closed;
    all.slips += p.slips;
    all.largest = std::max(all.largest, p.largest);
    for (std::size_t e = 0; e < all.events.size(); ++e) all.events[e] += p.events[e];
  }
  if (together)
    add(name_of(interface) + ", " + counted(interface.places, interface.place), all, first,
        interface.places);
}

void add_scenario(const std::vector<PlacedInterface>& interfaces, const ReportRecording& r,
                  ReportSection* section) {
  const double span = r.duration / static_cast<double>(r.forces.cols());
  const auto rigid = [](const PlacedInterface& i) { return i.rigid; };
  const bool any_rigid = std::any_of(interfaces.begin(), interfaces.end(), rigid);
  const std::string mean = any_rigid ? ", of rigid contacts" + mean_over(span).substr(1) : "";
  ReportChart chart = chart_over_time(r.scenario, "normal force" + mean, "normal force [N]");
  ReportTable table{
      r.scenario + ": places of the interfaces",
      {"place", "pressed", "of it slipping", "largest size of the normal force" + mean + " [N]",
       "largest impulse of a step [N s]", "times it opened", "times it closed",
       "times it began to slip", "times it stuck"},
      {}};
  std::size_t first = 0;
  for (std::size_t i = 0; i < interfaces.size(); ++i) {
    const PlacedInterface& interface = interfaces[i];
    const Samples drawn = drawn_samples({r.time, r.normal[i]}, interface.rigid ? span : 0.0);
    chart.add(name_of(interface), drawn.time, drawn.values);
    chart.summary +=
        (chart.summary.empty() ? "" : "; ") + range_text(name_of(interface), drawn.values, "N");
    add_rows(interface, r, first, r.places.size() > kMostRows, &table);
    first += interface.places;
  }
  section->blocks.push_back(std::move(chart));
  if (r.places.size() > 1) {
    ReportMap map{r.scenario + ": who carries the force",
                  "each row is a place, in the order of the table; the largest size of the normal "
                  "force of a place is " +
                      number_text(r.forces.maxCoeff(), 4) + " N" + mean + ", and " +
                      std::to_string((r.forces.rowwise().maxCoeff().array() > 0.0).count()) +
                      " of " + counted(r.places.size(), "place") + " carry anything",
                  "time [s]", "place", "size of the force [N]"};
    map.x_first = r.time.front();
    map.x_last = r.time.back();
    map.y_first = 1.0;
    map.y_last = static_cast<double>(r.places.size());
    map.values = r.forces;
    section->blocks.push_back(std::move(map));
  }
  if (r.states)
    section->blocks.push_back(
        ReportPicture{r.scenario + ": who sticks, slips, parts and slaps",
                      "of all places and steps " + share_text(*r.states, Touch::kOpen) +
                          " are parted, " + share_text(*r.states, Touch::kSticks) + " stick, " +
                          share_text(*r.states, Touch::kSlips) +
                          " slip; a place slaps where it closes, having been open",
                      state_figure("", *r.states)});
  section->blocks.push_back(std::move(table));
}

}  // namespace

ReportSection contact_section(const ReportInput& input) {
  ReportSection section{"contact", "Contact"};
  const std::vector<PlacedInterface> interfaces = placed_interfaces(input.instance);
  if (interfaces.empty()) {
    const ModelView& view = input.instance.model().view();
    section.absent = file_law(view).force_is_given(view)
                         ? "the film is under a prescribed load: it carries what it is given"
                         : "the model has no interface";
    return section;
  }
  if (input.recordings.empty()) {
    section.absent = "the file holds no scenario that could be played";
    return section;
  }
  for (const ReportRecording& r : input.recordings)
    if (!r.time.empty()) add_scenario(interfaces, r, &section);
  return section;
}

ReportSection film_section(const ReportInput& input) {
  ReportSection section{"film", "Film"};
  if (input.facts.at("film").is_null()) {
    section.absent = input.facts.at("assembly").is_null()
                         ? "the model has no oil film"
                         : "an assembly gives no profiles of its films; their forces stand under "
                           "Contact";
    return section;
  }
  for (const ReportRecording& r : input.recordings) {
    if (r.profile_time.empty()) continue;
    const auto add = [&](const std::string& what, const Matrix& values, const std::string& unit) {
      ReportMap map{r.scenario + ": " + what + " of the film", "", "time [s]", "place [m]",
                    fmt::format("{} [{}]", what, unit)};
      const std::vector<double> all(values.data(), values.data() + values.size());
      map.summary =
          range_text(what, all, unit) + " over " + counted(r.profile_time.size(), "profile");
      map.x_first = r.profile_time.front();
      map.x_last = r.profile_time.back();
      map.y_first = r.profile_from;
      map.y_last = r.profile_to;
      map.values = values;
      map.log = unit == "m";
      map.cuts = true;
      section.blocks.push_back(std::move(map));
    };
    add("pressure", r.pressure, "Pa");
    add("gap", r.gap, "m");
  }
  if (section.blocks.empty())
    section.absent = "the file keeps no profile of its film, or no scenario that could be played";
  return section;
}

}  // namespace mortise::gen
