#include "generator/define/film_definition.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "generator/define/dubious_values.hpp"
#include "generator/define/read_film_sections.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

bool holds_film(const FlatTable& table) { return table.tables.count("film") != 0; }

FilmOutputSpec read_film_output(const KeyReader& reader, double duration,
                                std::vector<std::string>* notices) {
  FilmOutputSpec output;
  output.interval = reader.get<double>("output.interval");
  output.profiles = reader.get<std::vector<double>>("output.profiles");
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

void check_counts(const KeyReader& reader, const FilmDefinition& d) {
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

void read_line(const KeyReader& reader, FilmDefinition* d) {
  d->load = read_load(reader);
  d->entrainment = reader.get<double>("speed.entrainment");
  const auto reference = reader.find<double>("speed.reference");
  if (!reference && d->entrainment == 0.0) {
    throw Error(reader.where("speed.entrainment"),
                "'speed.entrainment' is 0 and gives no unit of time",
                "give speed.reference, any velocity that is usual for the contact");
  }
  d->reference_speed = reference.value_or(d->entrainment);
}

void check_pair(const KeyReader& reader, FilmDefinition* d) {
  if (std::isinf(d->lower.young) && std::isinf(d->upper.young)) {
    throw Error(reader.where("bodies.upper.shape"), "both bodies are rigid",
                "give at least one of them E and nu");
  }
  const bool sphere_on_plane = d->structure == StructureKind::condensed &&
                               d->upper.shape == BodyShape::sphere &&
                               d->lower.shape != BodyShape::import;
  if (sphere_on_plane && std::abs(d->upper.radius - d->reduced_radius) > 1e-6 * d->upper.radius) {
    d->notices.push_back(
        "bodies.radius differs from bodies.upper.radius: it is used for the scales only, the gap "
        "follows from the bodies");
  }
}

// Every section after those it needs.
void read_film_contact_sections(const KeyReader& reader, FilmDefinition* d, SectionErrors* errors) {
  errors->read("name", {}, [&] { d->name = reader.get<std::string>("name"); });
  errors->read("description", {}, [&] { d->description = reader.get<std::string>("description"); });
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
  errors->read("impact", {"film", "structure"}, [&] {
    if (!line) d->impact = read_impact(reader, *d);
  });
  errors->read("bodies", {"film", "structure"}, [&] {
    d->reduced_radius = reader.get<double>("bodies.radius");
    const char* const bodies[] = {"bodies.lower", "bodies.upper"};
    BodySpec* const specs[] = {&d->lower, &d->upper};
    read_entries(2, [&](int i) { *specs[i] = read_body(reader, bodies[i], *d); });
    check_pair(reader, d);
  });
  errors->read("step", {}, [&] { d->step = read_film_step(reader); });
  errors->read("duration", {}, [&] { d->duration = reader.get<double>("duration"); });
  errors->read("output", {"duration", "step"}, [&] {
    d->output = read_film_output(reader, d->duration, &d->notices);
    check_counts(reader, *d);
  });
  // what follows reads all of the definition
  const auto needs = {"film",   "structure", "lubricant", "grid",     "load",
                      "impact", "bodies",    "step",      "duration", "output"};
  errors->read("reduce", needs, [&] {
    if (is_given(reader, "reduce")) d->reduce = read_reduce(reader, *d);
  });
  errors->read("train", needs, [&] {
    if (is_given(reader, "train")) d->train = read_train(reader, *d);
  });
  if (dry) return;
  errors->read("scenarios", needs, [&] { d->scenarios = read_film_scenarios(reader, *d); });
  errors->read("verify", {"film"}, [&] { d->verify = read_film_verify(reader); });
}

}  // namespace

bool is_film_definition(const std::string& path) { return holds_film(read_flat_table(path)); }

FilmDefinition film_scenario(const FilmDefinition& definition, const FilmScenarioSpec& scenario) {
  FilmDefinition d = definition;
  d.duration = scenario.duration;
  if (!scenario.load_times.empty()) {
    d.load.times = scenario.load_times;
    d.load.values = scenario.load_values;
    d.load.smooth = scenario.smooth;
  }
  d.entrainment = scenario.entrainment;
  d.lubricant.viscosity_factor = scenario.viscosity_factor;
  d.impact.reference_velocity = definition.impact.velocity;
  d.impact.velocity = scenario.velocity;
  d.impact.height = scenario.height;
  d.impact.acceleration = scenario.acceleration;
  std::vector<double>& profiles = d.output.profiles;
  profiles.erase(std::upper_bound(profiles.begin(), profiles.end(), d.duration), profiles.end());
  return d;
}

FilmDefinition read_film_definition(const std::string& path,
                                    const std::vector<std::string>& overrides) {
  FlatTable table = read_flat_table(path);
  if (!holds_film(table)) {
    throw Error(path, "has no [film] table: it does not define a film contact",
                "add [film] with kind = \"line\", \"point\" or \"dry\"; definitions of structures "
                "are for `mortise build`");
  }
  SectionErrors errors(path);
  apply_overrides(overrides, &table, &errors);
  const KeyReader reader(std::move(table), film_keys(), &errors);

  FilmDefinition d;
  d.path = path;
  read_film_contact_sections(reader, &d, &errors);
  errors.throw_if_any();
  for (std::string& warning : dubious_values(reader)) d.notices.push_back(std::move(warning));
  d.settings = settings_of(reader.table());
  return d;
}

}  // namespace mortise::gen
