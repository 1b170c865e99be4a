#include <algorithm>
#include <set>

#include "generator/define/read_film_sections.hpp"
#include "generator/error.hpp"

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

std::vector<double> read_phases(const KeyReader& reader, FilmKind kind) {
  if (kind == FilmKind::line) return {};
  auto phases = reader.get<std::vector<double>>("reduce.phases");
  if (phases.empty()) return {kLeaveFraction};
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const double before = k == 0 ? 1.0 : phases[k - 1];
    if (!(phases[k] < before)) {
      refuse_value(reader, "reduce.phases", "give shares below 1 in descending order");
    }
  }
  return phases;
}

// One number for every basis, or one per basis.
std::vector<int> read_per_basis(const KeyReader& reader, const std::string& key, int bases) {
  auto list = reader.get<std::vector<int>>(key);
  if (list.size() == 1) list.assign(static_cast<std::size_t>(bases), list[0]);
  if (static_cast<int>(list.size()) != bases) {
    refuse_value(reader, key,
                 "give one number, or as many as reduce.phases has: " + std::to_string(bases));
  }
  return list;
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

void read_line_training(const KeyReader& reader, const FilmDefinition& d, TrainSpec* train) {
  train->smooth = reader.get<double>("train.smooth");
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

void read_load_corners(const KeyReader& reader, const std::string& entry, FilmScenarioSpec* s) {
  const std::string times = entry + ".load_times", values = entry + ".load_values";
  s->load_times = reader.get<std::vector<double>>(times);
  s->load_values = reader.get<std::vector<double>>(values);
  s->smooth = reader.get<bool>(entry + ".smooth");
  if (s->load_times.size() != s->load_values.size()) {
    throw Error(reader.where(reader.has(values) ? values : times),
                "'" + times + "' has " + std::to_string(s->load_times.size()) + " entries, '" +
                    values + "' has " + std::to_string(s->load_values.size()),
                "every corner of the load has a time and a value");
  }
  const auto repeated = std::adjacent_find(s->load_times.begin(), s->load_times.end(),
                                           [](double a, double b) { return !(a < b); });
  if (repeated != s->load_times.end()) refuse_value(reader, times, "give the times ascending");
  if (s->smooth && s->load_times.empty()) {
    throw Error(reader.where(entry + ".smooth"), "'" + entry + ".smooth' has no corners to round",
                "give " + times + " and " + values);
  }
}

FilmScenarioSpec own_scenario(const FilmDefinition& d) {
  FilmScenarioSpec s;
  s.name = "base";
  s.duration = d.duration;
  s.entrainment = d.entrainment;
  s.velocity = d.impact.velocity;
  s.height = d.impact.height;
  s.acceleration = d.impact.acceleration;
  return s;
}

}  // namespace

bool is_given(const KeyReader& reader, const std::string& table) {
  return reader.table().tables.count(table) != 0 || reader.has_table(table);
}

ReduceSpec read_reduce(const KeyReader& reader, const FilmDefinition& d) {
  if (d.film.kind == FilmKind::dry) {
    throw Error(reader.where("reduce"), "[reduce] has no meaning with film.kind = dry",
                "it reduces the pressure of a film: remove it, or set film.kind to line or point");
  }
  ReduceSpec s;
  s.method = read_choice<ReductionMethod>(reader, "reduce.method");
  s.phases = read_phases(reader, d.film.kind);
  const int bases = s.bases();
  s.modes = read_per_basis(reader, "reduce.modes", bases);
  s.substeps = read_per_basis(reader, "reduce.substeps", bases);
  s.iterations = read_per_basis(reader, "reduce.iterations", bases);
  s.error = reader.get<double>("reduce.error");
  s.points = reader.get<int>("reduce.points");
  s.tolerance = reader.get<double>("reduce.tolerance");
  s.gap_tolerance = reader.get<double>("reduce.gap_tolerance");
  s.clip = reader.get<bool>("reduce.clip");
  s.weight_floor = reader.get<double>("reduce.weight_floor");
  s.penalty = reader.get<double>("reduce.penalty");
  s.watched = reader.get<int>("reduce.watched");
  s.step = reader.find<double>("reduce.step").value_or(d.step.size);
  s.repeat_iterations = reader.get<int>("reduce.repeat_iterations");
  s.age_limit = reader.get<double>("reduce.age_limit");
  s.row_limit = reader.get<double>("reduce.row_limit");
  s.step_limit = reader.get<double>("reduce.step_limit");
  s.jacobian = read_choice<JacobianUse>(reader, "reduce.jacobian");
  s.hold = read_choice<FilmHold>(reader, "reduce.hold");
  s.scalar = read_choice<FilmScalar>(reader, "reduce.scalar");
  s.profile = reader.get<bool>("reduce.profile");
  s.margin = reader.get<double>("reduce.margin");
  s.trust_limit = reader.get<double>("reduce.trust_limit");
  return s;
}

TrainSpec read_train(const KeyReader& reader, const FilmDefinition& d) {
  if (d.film.kind == FilmKind::dry) {
    throw Error(reader.where("train"), "[train] has no meaning with film.kind = dry",
                "only films are reduced: remove it, or set film.kind to line or point");
  }
  TrainSpec s;
  s.seed = reader.get<std::int64_t>("train.seed");
  s.runs = reader.get<int>("train.runs");
  s.duration = reader.find<double>("train.duration").value_or(d.duration);
  s.step = reader.get<double>("train.step");
  if (s.step > s.duration) refuse_value(reader, "train.step", "a run takes several steps");
  s.every = reader.get<int>("train.every");
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

std::vector<FilmScenarioSpec> read_film_scenarios(const KeyReader& reader,
                                                  const FilmDefinition& d) {
  const int count = reader.count("scenarios");
  if (count == 0) return {own_scenario(d)};
  std::vector<FilmScenarioSpec> scenarios;
  std::set<std::string> names;
  read_entries(count, [&](int i) {
    const std::string entry = "scenarios." + std::to_string(i);
    FilmScenarioSpec s = own_scenario(d);
    s.name = reader.get<std::string>(entry + ".name");
    if (s.name.empty() || !names.insert(s.name).second) {
      refuse_value(reader, entry + ".name", "give every scenario a name of its own");
    }
    s.held_out = reader.get<bool>(entry + ".held_out");
    s.duration = reader.find<double>(entry + ".duration").value_or(s.duration);
    s.viscosity_factor = reader.get<double>(entry + ".viscosity_factor");
    if (d.film.kind == FilmKind::line) {
      read_load_corners(reader, entry, &s);
      s.entrainment = reader.find<double>(entry + ".entrainment").value_or(s.entrainment);
    } else {
      s.velocity = reader.find<double>(entry + ".velocity").value_or(s.velocity);
      s.height = reader.find<double>(entry + ".height").value_or(s.height);
      s.acceleration = reader.find<double>(entry + ".acceleration").value_or(s.acceleration);
    }
    scenarios.push_back(s);
  });
  return scenarios;
}

FilmVerifySpec read_film_verify(const KeyReader& reader) {
  FilmVerifySpec s;
  s.film = reader.get<double>("verify.film");
  s.pressure = reader.get<double>("verify.pressure");
  s.force = reader.get<double>("verify.force");
  s.restitution = reader.get<double>("verify.restitution");
  return s;
}

}  // namespace mortise::gen
