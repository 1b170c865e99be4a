#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "generator/define/definition/read_sections.hpp"
#include "generator/define/definition/unused_keys.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

FilmOutputSpec read_film_output(const KeyReader& reader, double duration,
                                std::vector<std::string>* notices) {
  FilmOutputSpec output;
  reader.fill("output", &output);
  std::sort(output.profiles.begin(), output.profiles.end());
  if (!output.profiles.empty() && output.profiles.back() > duration) {
    notices->push_back("output.profiles: times after the duration are left out");
  }
  const auto beyond = std::upper_bound(output.profiles.begin(), output.profiles.end(), duration);
  output.profiles.erase(beyond, output.profiles.end());
  return output;
}

// Counts beyond these are slips of the unit, not wishes.
constexpr double kMostSteps = 1e9, kMostSamples = 1e7;

void check_counts(const KeyReader& reader, const FilmContactSpec& d) {
  const auto refuse = [&](const char* key, double count, const char* what) {
    std::ostringstream text;
    text << "'" << key << "' makes " << count << " " << what << " of the duration of " << d.duration
         << " s";
    throw Error(reader.where(key), text.str(), "give both in seconds");
  };
  const double steps = d.duration / d.step.size, samples = d.duration / d.output.interval;
  if (d.step.control == StepControl::fixed && steps > kMostSteps) {
    refuse("step.size", steps, "steps");
  }
  if (d.output.interval > 0.0 && samples > kMostSamples) {
    refuse("output.interval", samples, "samples");
  }
}

void read_line(const KeyReader& reader, FilmContactSpec* d) {
  d->load = read_load(reader);
  d->reference_speed = 0.0;
  reader.fill<FilmCase>("speed", d);
  if (!reader.has("speed.reference")) d->reference_speed = d->entrainment;
  if (d->reference_speed == 0.0) {
    reader.refuse("speed.entrainment", "is 0 and gives no unit of time",
                  "give speed.reference, any velocity that is usual for the contact");
  }
  // bodies of an assembly may bear what is carried
  const bool borne =
      reader.has("reduce.method") && reader.get<std::string>("reduce.method") == "transported";
  if (reader.has("load.rest_distance") && !d->carried() && !borne)
    reader.refuse("load.rest_distance", "has no meaning for a load in balance",
                  "remove it, or give load.mass or reduce.method = \"transported\"");
}

void check_pair(const KeyReader& reader, const FilmContactSpec& d,
                std::vector<std::string>* notices) {
  if (std::isinf(d.lower.young) && std::isinf(d.upper.young)) {
    throw Error(reader.where("bodies.upper.shape"), "both bodies are rigid",
                "give at least one of them E and nu");
  }
  const bool sphere_on_plane = d.structure == StructureKind::condensed &&
                               d.upper.shape == BodyShape::sphere &&
                               d.lower.shape != BodyShape::import;
  if (sphere_on_plane && std::abs(d.upper.radius - d.reduced_radius) > 1e-6 * d.upper.radius) {
    notices->push_back(
        "bodies.radius differs from bodies.upper.radius: it is used for the scales only, the gap "
        "follows from the bodies");
  }
}

// Where a film is left whose reduction names no phases [share of the peak force].
constexpr double kLeaveFraction = 0.05;

constexpr int kMostTicks = 64;  // shortest steps within one of the model

void check_phases(const KeyReader& reader, const std::vector<double>& phases) {
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const double before = k == 0 ? 1.0 : phases[k - 1];
    if (!(phases[k] < before)) {
      reader.refuse_value("reduce.phases", "give shares below 1 in descending order");
    }
  }
}

// One number for every basis, or one per basis.
void spread(const KeyReader& reader, const std::string& key, int bases, std::vector<int>* list) {
  if (list->size() == 1) list->assign(static_cast<std::size_t>(bases), list->front());
  if (static_cast<int>(list->size()) != bases) {
    reader.refuse_value(key,
                        "give one number, or as many as reduce.loading and reduce.phases have: " +
                            std::to_string(bases));
  }
}

// [minimum, maximum] or one number; `usual` if it is not given.
TrainRange read_range(const KeyReader& reader, const std::string& key, TrainRange usual) {
  const auto given = reader.find<std::vector<double>>(key);
  if (!given) return usual;
  if (!(given->front() <= given->back())) {
    reader.refuse_value(key, "give [smallest, largest], or one number");
  }
  return {given->front(), given->back()};
}

TrainRange own_load(const LoadSpec& load) {
  const double other = load.rise.empty() && load.fall.empty() ? load.base : load.base + load.step;
  return {std::min(load.base, other), std::max(load.base, other)};
}

void read_line_training(const KeyReader& reader, const FilmContactSpec& d, TrainSpec* train) {
  train->load = read_range(reader, "train.load", own_load(d.load));
  if (!(train->load.maximum > 0.0) || (d.balanced() && !(train->load.minimum > 0.0)))
    reader.refuse_value("train.load", "must be > 0: the bodies stay pressed together");
  if (train->kinked > 0.0 && !(train->load.minimum > 0.0))
    reader.refuse_value("train.kinked", "asks for train.load > 0: runs begin in balance");
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

// of: "scenarios.0.load", what the keys of both lists begin with
void check_corners(const KeyReader& reader, const std::string& of, const std::vector<double>& at,
                   const std::vector<double>& list) {
  const std::string times = of + "_times", values = of + "_values";
  if (at.size() != list.size()) {
    throw Error(reader.where(reader.has(values) ? values : times),
                "'" + times + "' has " + std::to_string(at.size()) + " entries, '" + values +
                    "' has " + std::to_string(list.size()),
                "every corner has a time and a value");
  }
  const auto repeated =
      std::adjacent_find(at.begin(), at.end(), [](double a, double b) { return !(a < b); });
  if (repeated != at.end()) reader.refuse_value(times, "give the times ascending");
}

void check_load_corners(const KeyReader& reader, const std::string& entry, const FilmDrive& drive) {
  const std::string times = entry + ".load_times", values = entry + ".load_values";
  check_corners(reader, entry + ".load", drive.load_times, drive.load_values);
  if (drive.smooth && drive.load_times.empty()) {
    reader.refuse(entry + ".smooth", "has no corners to round", "give " + times + " and " + values);
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

// Every section after those it needs.
void read_film_contact(const KeyReader& reader, Definition* definition, SectionErrors* errors) {
  FilmContactSpec* d = &definition->film.emplace();
  d->path = definition->path;
  d->name = definition->name;
  errors->read("film", {}, [&] { d->film = read_film(reader); });
  errors->read("structure", {"film"}, [&] { d->structure = read_structure(reader, d->film.kind); });
  const bool dry = d->film.kind == FilmKind::dry, line = d->film.kind == FilmKind::line;
  errors->read("lubricant", {"film"}, [&] {
    if (!dry) d->lubricant = read_lubricant(reader);
  });
  errors->read("grid", {"film", "structure"}, [&] {
    if (!dry) d->grid = read_film_grid(reader, *d);
  });
  errors->read("load", {"film", "speed"}, [&] {
    if (line) read_line(reader, d);
  });
  errors->read("load.mass", {"load", "grid"}, [&] {
    if (d->carried() && d->grid.frame == FilmFrame::load_scaled)
      reader.refuse("load.mass", "stands beside grid.frame = load_scaled",
                    "a film that carries a mass does not follow its load: set grid.frame to fixed");
  });
  errors->read("impact", {"film", "structure"}, [&] {
    if (!line) d->impact = read_impact(reader, *d);
  });
  errors->read("bodies", {"film", "structure"}, [&] {
    reader.fill<FilmCase>("bodies", d);
    const char* const bodies[] = {"bodies.lower", "bodies.upper"};
    BodySpec* const specs[] = {&d->lower, &d->upper};
    read_entries(2, [&](int i) { *specs[i] = read_body(reader, bodies[i], *d); });
    check_pair(reader, *d, &definition->notices);
    if (d->film.kind == FilmKind::line && !(d->load.rest_distance > 0.0))
      d->load.rest_distance = d->reduced_radius;
  });
  errors->read("step", {}, [&] { d->step = read_film_step(reader); });
  errors->read("duration", {}, [&] { reader.fill<FilmCase>("", d); });
  errors->read("output", {"duration", "step"}, [&] {
    d->output = read_film_output(reader, d->duration, &definition->notices);
    check_counts(reader, *d);
  });
  // what follows reads all of the definition
  const auto needs = {"film",   "structure", "lubricant", "grid",     "load",
                      "impact", "bodies",    "step",      "duration", "output"};
  errors->read("reduce", needs, [&] {
    if (reader.is_given("reduce")) d->reduce = read_reduce(reader, *d);
  });
  errors->read("train", needs, [&] {
    if (reader.is_given("train")) d->train = read_train(reader, *d);
  });
  errors->read("unused", {"lubricant", "load", "reduce"},
               [&] { refuse_unused_of_film(reader, *d); });
  if (dry) return;
  errors->read("scenarios", needs,
               [&] { definition->scenarios = read_film_scenarios(reader, *d); });
  errors->read("verify", {"film"}, [&] {
    reader.fill("verify", &d->verify);
    check_refinements(reader, "verify.refine", d->verify.refine);
  });
}

FilmContactSpec film_scenario(const FilmContactSpec& film, const ScenarioSpec& scenario) {
  FilmContactSpec d = film;
  const FilmDrive& drive = scenario.film;
  d.duration = scenario.duration;
  if (!drive.load_times.empty()) {
    d.load.times = drive.load_times;
    d.load.values = drive.load_values;
    d.load.smooth = drive.smooth;
  }
  d.entrainment = drive.entrainment;
  d.lubricant.viscosity_factor = drive.viscosity_factor;
  // a run begins in balance with what it begins with
  d.entrainment_over_time = {drive.entrainment_times, drive.entrainment_values};
  if (!drive.entrainment_values.empty()) d.entrainment = drive.entrainment_values.front();
  d.viscosity_over_time = {drive.viscosity_times, drive.viscosity_values};
  if (!drive.viscosity_values.empty())
    d.lubricant.viscosity_factor = drive.viscosity_values.front();
  d.impact.reference_velocity = film.impact.velocity;
  d.impact.velocity = drive.velocity;
  d.impact.height = drive.height;
  d.impact.acceleration = drive.acceleration;
  std::vector<double>& profiles = d.output.profiles;
  profiles.erase(std::upper_bound(profiles.begin(), profiles.end(), d.duration), profiles.end());
  return d;
}

void check_transport(const KeyReader& reader, const FilmContactSpec& d, const ReduceSpec& s) {
  if (!d.balanced())
    reader.refuse("reduce.method", "= transported takes a line contact whose load is in balance",
                  "use ecsw, or film.kind = line without load.mass");
  if (s.modes.size() != 2)
    reader.refuse("reduce.modes", "needs two numbers for reduce.method = transported",
                  "give the shapes of inlet and outlet: modes = [6, 8]");
  if (s.contact.size() != 2 || !(s.contact[0] < s.contact[1]) || !(s.contact[0] > d.grid.start) ||
      !(s.contact[1] < d.grid.end))
    reader.refuse("reduce.contact", "is no interval within grid.extent",
                  "give the ends of inlet and contact: contact = [-0.80, 0.85]");
  if (!(s.entry < s.contact[0]) || !(s.entry > d.grid.start))
    reader.refuse("reduce.entry", "is not within the inlet",
                  "place it before reduce.contact[0], by 0.07 or so");
}

// Bases of loading, and steps of several lengths.
void check_loading(const KeyReader& reader, const FilmContactSpec& d, const ReduceSpec& s) {
  for (std::size_t k = 1; k < s.loading.size(); ++k)
    if (!(s.loading[k] > s.loading[k - 1]))
      reader.refuse_value("reduce.loading", "give central pressures in ascending order");
  if (d.balanced() && !s.loading.empty())
    reader.refuse("reduce.loading", "has no meaning with film.kind = line and a load in balance",
                  "remove it, or give the body that the load presses a load.mass");
  if (!(s.gap_share > 0.0) && s.loading.empty()) return;
  if (s.gap_share > 0.0 && (d.balanced() || d.carried()))
    reader.refuse("reduce.gap_share", "is for impacts whose bodies no other system moves",
                  "remove it: the steps of this film are all equal");
  const int most = s.substeps.front();
  for (const int substeps : s.substeps)
    if (substeps != most || most > kMostTicks || (most & (most - 1)) != 0)
      reader.refuse_value(
          "reduce.substeps",
          "with reduce.gap_share or reduce.loading give one power of two, 64 at most");
}

// A rebound on nodes that move with the edge.
void check_rebound(const KeyReader& reader, const ReduceSpec& s) {
  if (!s.moving()) return;
  if (s.phases.size() < 2)
    reader.refuse("reduce.phases", "needs at least two numbers for reduce.rebound = moving",
                  "give the shares of the peak force below which the edge takes over, and below "
                  "which the bodies fly freely: phases = [0.945, 0.035]");
  if (!(s.gap_share > 0.0))
    reader.refuse("reduce.rebound", "= moving takes steps of several lengths",
                  "give reduce.gap_share, 0.05 for example");
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
  if (d.balanced() && !s.phases.empty())
    reader.refuse("reduce.phases", "has no meaning with film.kind = line and a load in balance",
                  "remove it, or give the body that the load presses a load.mass");
  if (!d.balanced() && s.phases.empty()) s.phases = {kLeaveFraction};
  if (s.transported()) {
    check_transport(reader, d, s);
  } else {
    if (s.finer_gap)
      reader.refuse("reduce.finer_gap", "is for films that are carried",
                    "remove it, or set reduce.method = \"transported\"");
    spread(reader, "reduce.modes", s.bases(), &s.modes);
  }
  spread(reader, "reduce.substeps", s.bases(), &s.substeps);
  spread(reader, "reduce.iterations", s.bases(), &s.iterations);
  check_loading(reader, d, s);
  check_rebound(reader, s);
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
  if (s.step > s.duration) reader.refuse_value("train.step", "a run takes several steps");
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
      reader.refuse_value(entry + ".name", "give every scenario a name of its own");
    }
    check_load_corners(reader, entry, s.film);
    check_corners(reader, entry + ".entrainment", s.film.entrainment_times,
                  s.film.entrainment_values);
    check_corners(reader, entry + ".viscosity", s.film.viscosity_times, s.film.viscosity_values);
    scenarios.push_back(s);
  });
  return scenarios;
}

}  // namespace mortise::gen
