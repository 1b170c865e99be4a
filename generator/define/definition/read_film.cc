#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <limits>

#include "generator/bodies/import/importer.hpp"
#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// [start, end] in ascending order, or empty.
void check_ramp(const KeyReader& reader, const std::string& key, const std::vector<double>& ramp) {
  if (ramp.empty() || (ramp.size() == 2 && ramp[0] < ramp[1])) return;
  reader.refuse_value(key, "give [start, end] with start < end, or leave it empty");
}

void check_extent(const KeyReader& reader, const FilmGridSpec& grid, FilmKind kind, bool one) {
  const auto refuse = [&](const char* remedy) { reader.refuse_value("grid.extent", remedy); };
  if (kind == FilmKind::point) {
    if (grid.start != 0.0) refuse("a point contact starts at its axis: give [0, end] or end alone");
    if (!(grid.end > 0.0)) refuse("the end of the film must lie beyond its axis at 0");
    return;
  }
  if (one) refuse("only point contacts start at 0: give [start, end]");
  if (!(grid.start < 0.0 && grid.end > 0.0)) {
    refuse("the contact lies at 0: start < 0 < end must hold");
  }
}

// What "auto" spans at least [b].
constexpr double kNearestStart = -4.0, kNearestEnd = 2.0;

// Bodies of a condensed pair, as bits.
constexpr unsigned kUpperOfPoint = 1, kLowerOfPoint = 2, kUpperOfDry = 4, kLowerOfDry = 8;

// In the order of BodyShape: which bodies make sense in a shape, and the lengths it must have.
constexpr struct {
  const char* name;
  unsigned bodies;
  std::array<const char*, 5> lengths;
} kBodyShapes[] = {
    {"sphere", kUpperOfPoint, {"radius"}},
    {"plate", kLowerOfPoint, {"radius", "thickness"}},
    {"valve",
     kUpperOfPoint,
     {"radius", "stem_radius", "stem_length", "bar_radius", "bar_thickness"}},
    {"t_profile",
     kUpperOfDry,
     {"radius", "stem_radius", "stem_length", "bar_radius", "bar_thickness"}},
    {"import", kUpperOfPoint | kLowerOfPoint | kUpperOfDry, {}},
    {"rigid", kLowerOfPoint | kLowerOfDry, {}},
};

std::vector<std::string> shapes_for(bool upper, FilmKind kind) {
  const unsigned body = kind == FilmKind::dry ? (upper ? kUpperOfDry : kLowerOfDry)
                                              : (upper ? kUpperOfPoint : kLowerOfPoint);
  std::vector<std::string> names;
  for (const auto& shape : kBodyShapes)
    if ((shape.bodies & body) != 0) names.emplace_back(shape.name);
  return names;
}

std::string either(const std::vector<std::string>& words) {
  const auto last = words.end() - 1;
  return fmt::format("{}{}{}", fmt::join(words.begin(), last, ", "), words.size() > 1 ? " or " : "",
                     *last);
}

void check_shape(const KeyReader& reader, const std::string& body, bool upper, FilmKind kind) {
  const std::string key = body + ".shape";
  const std::vector<std::string> allowed = shapes_for(upper, kind);
  const auto shape = reader.find<std::string>(key);
  if (!shape) {
    if (kind == FilmKind::dry && !upper) return;  // rigid
    throw Error(reader.where(body), "'" + key + "' is missing",
                "structure.kind = condensed needs a body: " + either(allowed));
  }
  if (std::count(allowed.begin(), allowed.end(), *shape) != 0) return;
  reader.refuse_value(key, std::string("the ") + (upper ? "upper" : "lower") + " body of a " +
                               (kind == FilmKind::dry ? "dry" : "point") + " impact is " +
                               either(allowed));
}

void refuse_material_of_rigid(const KeyReader& reader, const std::string& body) {
  for (const char* name : {".E", ".nu", ".density"}) {
    if (!reader.has(body + name)) continue;
    reader.refuse(body + name, "has no meaning for a rigid body",
                  "remove it, or set " + body + ".shape to an elastic body");
  }
}

// Keys without a default that a condensed body of this shape must have.
void require_shape(const KeyReader& reader, const std::string& body, const BodySpec& spec) {
  const std::string table = body + ".";
  const auto require = [&](const char* name) { (void)reader.get<double>(table + name); };
  if (spec.shape == BodyShape::rigid) return;
  const bool imported = spec.shape == BodyShape::import;
  for (const char* name : {"file", "units", "contact_set"})
    if (imported) (void)reader.get<std::string>(table + name);
  if (!imported) (void)reader.get<int>(table + "contact_elements");
  for (const char* name : kBodyShapes[static_cast<std::size_t>(spec.shape)].lengths)
    if (name != nullptr) require(name);
  for (const char* name : {"density", "contact_radius"})
    if (!imported) require(name);
  if (spec.method != "full") require("cutoff_hz");
}

void check_geometry(const KeyReader& reader, const std::string& body, const BodySpec& spec) {
  const auto refuse = [&](const char* name, const char* what, const char* remedy) {
    reader.refuse(body + "." + name, what, remedy);
  };
  if (spec.shape == BodyShape::valve || spec.shape == BodyShape::t_profile) {
    if (!(spec.stem_radius < spec.radius)) {
      refuse("stem_radius", "is not smaller than the radius of the tip",
             "make the tip rounder or the stem thinner");
    }
    if (!(spec.bar_radius > spec.stem_radius)) {
      refuse("bar_radius", "is not larger than the stem", "make the bar wider than the stem");
    }
    if (!(spec.contact_radius < spec.stem_radius)) {
      refuse("contact_radius", "reaches beyond the stem", "choose a smaller contact region");
    }
  } else if (!(spec.contact_radius < spec.radius)) {
    refuse("contact_radius", "reaches beyond the body", "choose a smaller contact region");
  }
}

}  // namespace

std::vector<GridRefinement> refinements_of(const std::vector<double>& numbers) {
  std::vector<GridRefinement> refinements;
  for (std::size_t k = 0; k + 2 < numbers.size(); k += 3)
    refinements.push_back({numbers[k], numbers[k + 1], numbers[k + 2]});
  return refinements;
}

void check_refinements(const KeyReader& reader, const std::string& key,
                       const std::vector<double>& numbers) {
  bool good = numbers.size() % 3 == 0;
  for (const GridRefinement& r : refinements_of(numbers))
    good = good && r.factor > -1.0 && r.width > 0.0;
  if (!good)
    reader.refuse_value(key, "give three numbers per place: where, factor > -1, width > 0");
}

FilmSpec read_film(const KeyReader& reader) {
  FilmSpec spec;
  reader.fill("film", &spec);
  if (spec.kind == FilmKind::dry && !reader.has("film.penalty")) spec.penalty = 1e10;
  if (spec.upwind == FilmUpwind::third_order && spec.cavitation == Cavitation::mass_conserving)
    reader.refuse("film.upwind", "= third_order stands beside film.cavitation = mass_conserving",
                  "voids are carried by differences of second order: leave film.upwind out");
  return spec;
}

StructureKind read_structure(const KeyReader& reader, FilmKind kind) {
  const auto structure = read_choice<StructureKind>(reader, "structure.kind");
  if (kind == FilmKind::line && structure == StructureKind::condensed) {
    reader.refuse("structure.kind", "is \"condensed\" with film.kind = line",
                  "line contacts rest on the half-space: set structure.kind to half_space");
  }
  if (kind == FilmKind::dry && structure == StructureKind::half_space) {
    reader.refuse("structure.kind", "is \"half_space\" with film.kind = dry",
                  "a dry impact is one of condensed bodies: set structure.kind to condensed");
  }
  return structure;
}

LubricantSpec read_lubricant(const KeyReader& reader) {
  LubricantSpec spec;
  reader.fill("lubricant", &spec);
  for (const LubricantNumber& number : lubricant_numbers()) {
    if (!has_number(spec, number))
      number.set(&spec, number.get(LubricantSpec()));
    else if (number.standard == nullptr)
      reader.get<double>(number.path());
  }
  const LubricantFault fault = fault_of(spec);
  if (fault.key != nullptr)
    reader.refuse_value(std::string("lubricant.") + fault.key, fault.remedy, fault.why);
  return spec;
}

FilmGridSpec read_film_grid(const KeyReader& reader, const FilmContactSpec& d) {
  FilmGridSpec grid;
  reader.fill("grid", &grid);
  if (grid.ratio && d.structure == StructureKind::half_space) {
    reader.refuse("grid.ratio", "has no meaning for a half_space",
                  "it has no contact nodes: give grid.points, or set structure.kind to condensed");
  }
  if (grid.points == 0 && !grid.ratio) (void)reader.get<int>("grid.points");
  grid.automatic = reader.is_word("grid.extent");
  if (grid.automatic) {
    if (d.film.kind != FilmKind::line)
      reader.refuse_value("grid.extent",
                          "only line contacts have an inlet to judge: give [0, end]");
    grid.start = kNearestStart;
    grid.end = kNearestEnd;
  } else {
    const auto extent = reader.get<std::vector<double>>("grid.extent");
    grid.start = extent.size() == 2 ? extent.front() : 0.0;
    grid.end = extent.back();
    check_extent(reader, grid, d.film.kind, extent.size() == 1);
  }
  if (d.film.kind == FilmKind::line) {
    const auto numbers = reader.get<std::vector<double>>("grid.refine");
    check_refinements(reader, "grid.refine", numbers);
    grid.refine = refinements_of(numbers);
  }
  return grid;
}

LoadSpec read_load(const KeyReader& reader) {
  LoadSpec load;
  reader.fill("load", &load);
  if (!(load.base + load.step > 0.0)) {
    reader.refuse("load.step", "takes away all of 'load.base'",
                  "the bodies must stay pressed together: base + step > 0");
  }
  check_ramp(reader, "load.rise", load.rise);
  check_ramp(reader, "load.fall", load.fall);
  if (!load.fall.empty() && (load.rise.empty() || load.fall[0] < load.rise[1])) {
    reader.refuse("load.fall", "starts before 'load.rise' has ended",
                  "the load falls back after it has risen: give load.rise, and load.fall later");
  }
  return load;
}

ImpactSpec read_impact(const KeyReader& reader, const FilmContactSpec& d) {
  ImpactSpec impact;
  reader.fill("impact", &impact);
  const bool film = d.film.kind == FilmKind::point;
  if (film) (void)reader.get<double>("impact.height");
  if (film && !(impact.height > 0.0)) {
    reader.refuse("impact.height", "is 0",
                  "the bodies start apart, with lubricant between them: give a height > 0 [m]");
  }
  const bool own_mass = d.structure == StructureKind::half_space;
  if (own_mass) (void)reader.get<double>("impact.mass");
  return impact;
}

FilmStepSpec read_film_step(const KeyReader& reader) {
  FilmStepSpec step;
  reader.fill("step", &step);
  if (step.control == StepControl::standard && step.scheme != FilmScheme::sdirk2) {
    reader.refuse(
        "step.control",
        "is \"standard\" with step.scheme = " + reader.get<std::string>("step.scheme"),
        "it takes the embedded error of sdirk2: set step.scheme to sdirk2, or step.control to "
        "fixed");
  }
  if (step.control == StepControl::threshold && step.scheme == FilmScheme::backward_euler) {
    reader.refuse(
        "step.control", "is \"threshold\" with step.scheme = backward_euler",
        "backward_euler estimates no error: choose another scheme or step.control = fixed");
  }
  if (step.shrink == 1.0) {
    reader.refuse("step.shrink", "is 1", "a rejected step must become smaller: give a factor < 1");
  }
  if (step.smallest > step.size || (step.largest > 0.0 && step.largest < step.size)) {
    throw Error(reader.where(step.smallest > step.size ? "step.smallest" : "step.largest"),
                "'step.size' is not between 'step.smallest' and 'step.largest'",
                "step.size is the first step: smallest <= size <= largest");
  }
  return step;
}

BodySpec read_body(const KeyReader& reader, const std::string& body, const FilmContactSpec& d) {
  const bool upper = body == "bodies.upper", condensed = d.structure == StructureKind::condensed;
  if (condensed) check_shape(reader, body, upper, d.film.kind);
  BodySpec spec;
  const bool shaped = reader.has(body + ".shape");
  if (shaped) spec.shape = read_choice<BodyShape>(reader, body + ".shape");
  if (spec.shape == BodyShape::rigid && (shaped || condensed)) {
    refuse_material_of_rigid(reader, body);
    spec.young = std::numeric_limits<double>::infinity();
    return spec;
  }
  reader.fill(body, &spec);
  reader.fill<BodyCondensation>(body, &spec);
  (void)reader.get<double>(body + ".E");
  (void)reader.get<double>(body + ".nu");
  const std::string extra = body + ".extra_masters";
  for (int i = 0; i < reader.count(extra); ++i) {
    spec.extra_masters.push_back(reader.get<Vector3>(extra + "." + std::to_string(i) + ".near"));
  }
  if (condensed) {
    require_shape(reader, body, spec);
    if (spec.shape == BodyShape::import) {
      spec.import.kind = usual_format();
      read_files(reader, body, &spec.import);
    } else {
      check_geometry(reader, body, spec);
    }
  }
  return spec;
}

}  // namespace mortise::gen
