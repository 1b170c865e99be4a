#include <algorithm>
#include <cmath>
#include <sstream>

#include "generator/define/definition/read_film_sections.hpp"
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
    throw Error(reader.where("speed.entrainment"),
                "'speed.entrainment' is 0 and gives no unit of time",
                "give speed.reference, any velocity that is usual for the contact");
  }
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
  errors->read("impact", {"film", "structure"}, [&] {
    if (!line) d->impact = read_impact(reader, *d);
  });
  errors->read("bodies", {"film", "structure"}, [&] {
    reader.fill<FilmCase>("bodies", d);
    const char* const bodies[] = {"bodies.lower", "bodies.upper"};
    BodySpec* const specs[] = {&d->lower, &d->upper};
    read_entries(2, [&](int i) { *specs[i] = read_body(reader, bodies[i], *d); });
    check_pair(reader, *d, &definition->notices);
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
    if (is_given(reader, "reduce")) d->reduce = read_reduce(reader, *d);
  });
  errors->read("train", needs, [&] {
    if (is_given(reader, "train")) d->train = read_train(reader, *d);
  });
  if (dry) return;
  errors->read("scenarios", needs,
               [&] { definition->scenarios = read_film_scenarios(reader, *d); });
  errors->read("verify", {"film"}, [&] { reader.fill("verify", &d->verify); });
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
  d.impact.reference_velocity = film.impact.velocity;
  d.impact.velocity = drive.velocity;
  d.impact.height = drive.height;
  d.impact.acceleration = drive.acceleration;
  std::vector<double>& profiles = d.output.profiles;
  profiles.erase(std::upper_bound(profiles.begin(), profiles.end(), d.duration), profiles.end());
  return d;
}

}  // namespace mortise::gen
