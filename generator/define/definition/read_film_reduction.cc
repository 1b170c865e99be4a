#include <algorithm>
#include <set>

#include "generator/define/definition/read_film_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Where a film is left whose reduction names no phases [share of the peak force].
constexpr double kLeaveFraction = 0.05;

// The place and the text of a value that was given.
[[noreturn]] void refuse_value(const KeyReader& reader, const std::string& key,
                               const std::string& remedy) {
  throw Error(reader.where(key), "'" + key + "' is " + to_text(reader.table().values.at(key).value),
              remedy);
}

void check_phases(const KeyReader& reader, const std::vector<double>& phases) {
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const double before = k == 0 ? 1.0 : phases[k - 1];
    if (!(phases[k] < before)) {
      refuse_value(reader, "reduce.phases", "give shares below 1 in descending order");
    }
  }
}

// One number for every basis, or one per basis.
void spread(const KeyReader& reader, const std::string& key, int bases, std::vector<int>* list) {
  if (list->size() == 1) list->assign(static_cast<std::size_t>(bases), list->front());
  if (static_cast<int>(list->size()) != bases) {
    refuse_value(reader, key,
                 "give one number, or as many as reduce.phases has: " + std::to_string(bases));
  }
}

// [minimum, maximum] or one number; `usual` if it is not given.
TrainRange read_range(const KeyReader& reader, const std::string& key, TrainRange usual) {
  const auto given = reader.find<std::vector<double>>(key);
  if (!given) return usual;
  if (!(given->front() <= given->back())) {
    refuse_value(reader, key, "give [smallest, largest], or one number");
  }
  return {given->front(), given->back()};
}

TrainRange own_load(const LoadSpec& load) {
  const double other = load.rise.empty() && load.fall.empty() ? load.base : load.base + load.step;
  return {std::min(load.base, other), std::max(load.base, other)};
}

void read_line_training(const KeyReader& reader, const FilmContactSpec& d, TrainSpec* train) {
  train->load = read_range(reader, "train.load", own_load(d.load));
  const bool steps = train->load.minimum < train->load.maximum;
  if (d.load.rise.empty() && steps) (void)reader.get<std::vector<double>>("train.ramp");
  const double rise = d.load.rise.empty() ? 0.0 : d.load.rise[1] - d.load.rise[0];
  train->ramp = read_range(reader, "train.ramp", {rise, rise});
  // a rise and a fall, and some time for what they leave behind
  if (steps && !(4.0 * train->ramp.maximum <= train->duration)) {
    const char* key = reader.has("train.ramp") ? "train.ramp" : "train.duration";
    throw Error(reader.where(key), "'train.ramp' takes more than a quarter of a run",
                "a run holds a rise and a fall of the load: shorten train.ramp or lengthen "
                "train.duration");
  }
  train->entrainment = read_range(reader, "train.entrainment", {d.entrainment, d.entrainment});
}

void check_load_corners(const KeyReader& reader, const std::string& entry, const FilmDrive& drive) {
  const std::string times = entry + ".load_times", values = entry + ".load_values";
  if (drive.load_times.size() != drive.load_values.size()) {
    throw Error(reader.where(reader.has(values) ? values : times),
                "'" + times + "' has " + std::to_string(drive.load_times.size()) + " entries, '" +
                    values + "' has " + std::to_string(drive.load_values.size()),
                "every corner of the load has a time and a value");
  }
  const auto repeated = std::adjacent_find(drive.load_times.begin(), drive.load_times.end(),
                                           [](double a, double b) { return !(a < b); });
  if (repeated != drive.load_times.end()) refuse_value(reader, times, "give the times ascending");
  if (drive.smooth && drive.load_times.empty()) {
    throw Error(reader.where(entry + ".smooth"), "'" + entry + ".smooth' has no corners to round",
                "give " + times + " and " + values);
  }
}

ScenarioSpec own_scenario(const FilmContactSpec& d) {
  ScenarioSpec s;
  s.name = "base";
  s.duration = d.duration;
  s.film.entrainment = d.entrainment;
  s.film.velocity = d.impact.velocity;
  s.film.height = d.impact.height;
  s.film.acceleration = d.impact.acceleration;
  return s;
}

}  // namespace

bool is_given(const KeyReader& reader, const std::string& table) {
  return reader.table().tables.count(table) != 0 || reader.has_table(table);
}

ReduceSpec read_reduce(const KeyReader& reader, const FilmContactSpec& d) {
  if (d.film.kind == FilmKind::dry) {
    throw Error(reader.where("reduce"), "[reduce] has no meaning with film.kind = dry",
                "it reduces the pressure of a film: remove it, or set film.kind to line or point");
  }
  ReduceSpec s;
  s.step = d.step.size;
  reader.fill("reduce", &s);
  check_phases(reader, s.phases);
  if (d.film.kind != FilmKind::line && s.phases.empty()) s.phases = {kLeaveFraction};
  spread(reader, "reduce.modes", s.bases(), &s.modes);
  spread(reader, "reduce.substeps", s.bases(), &s.substeps);
  spread(reader, "reduce.iterations", s.bases(), &s.iterations);
  return s;
}

TrainSpec read_train(const KeyReader& reader, const FilmContactSpec& d) {
  if (d.film.kind == FilmKind::dry) {
    throw Error(reader.where("train"), "[train] has no meaning with film.kind = dry",
                "only films are reduced: remove it, or set film.kind to line or point");
  }
  TrainSpec s;
  s.duration = d.duration;
  reader.fill("train", &s);
  if (s.step > s.duration) refuse_value(reader, "train.step", "a run takes several steps");
  s.viscosity_factor = read_range(reader, "train.viscosity_factor", {1.0, 1.0});
  if (d.film.kind == FilmKind::line) {
    read_line_training(reader, d, &s);
  } else {
    const ImpactSpec& impact = d.impact;
    s.velocity = read_range(reader, "train.velocity", {impact.velocity, impact.velocity});
    s.acceleration =
        read_range(reader, "train.acceleration", {impact.acceleration, impact.acceleration});
  }
  return s;
}

std::vector<ScenarioSpec> read_film_scenarios(const KeyReader& reader, const FilmContactSpec& d) {
  const int count = reader.count("scenarios");
  if (count == 0) return {own_scenario(d)};
  std::vector<ScenarioSpec> scenarios;
  std::set<std::string> names;
  read_entries(count, [&](int i) {
    const std::string entry = "scenarios." + std::to_string(i);
    ScenarioSpec s = own_scenario(d);
    reader.fill(entry, &s);
    reader.fill(entry, &s.film);
    if (s.name.empty() || !names.insert(s.name).second) {
      refuse_value(reader, entry + ".name", "give every scenario a name of its own");
    }
    check_load_corners(reader, entry, s.film);
    scenarios.push_back(s);
  });
  return scenarios;
}

}  // namespace mortise::gen
