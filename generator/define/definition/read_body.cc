#include <algorithm>
#include <limits>

#include "generator/define/definition/read_film_sections.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"

namespace mortise::gen {
namespace {

// The shapes that make sense as this body of a condensed pair, in the words of the key list.
std::vector<std::string> shapes_for(bool upper, FilmKind kind) {
  if (kind == FilmKind::dry) {
    return upper ? std::vector<std::string>{"t_profile", "import"}
                 : std::vector<std::string>{"rigid"};
  }
  return upper ? std::vector<std::string>{"sphere", "valve", "import"}
               : std::vector<std::string>{"plate", "import", "rigid"};
}

std::string either(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  }
  return text;
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
  throw Error(reader.where(key), "'" + key + "' is \"" + *shape + "\"",
              std::string("the ") + (upper ? "upper" : "lower") + " body of a " +
                  (kind == FilmKind::dry ? "dry" : "point") + " impact is " + either(allowed));
}

void refuse_material_of_rigid(const KeyReader& reader, const std::string& body) {
  for (const char* name : {".E", ".nu", ".density"}) {
    if (!reader.has(body + name)) continue;
    throw Error(reader.where(body + name), "'" + body + name + "' has no meaning for a rigid body",
                "remove it, or set " + body + ".shape to an elastic body");
  }
}

// Keys without a default that a condensed body of this shape must have.
void require_shape(const KeyReader& reader, const std::string& body, const BodySpec& spec) {
  std::vector<std::string> names;
  switch (spec.shape) {
    case BodyShape::plate:
      names = {"radius", "thickness"};
      break;
    case BodyShape::sphere:
      names = {"radius"};
      break;
    case BodyShape::valve:
    case BodyShape::t_profile:
      names = {"radius", "stem_radius", "stem_length", "bar_radius", "bar_thickness"};
      break;
    case BodyShape::import:
      for (const char* name : {".file", ".units", ".contact_set"}) {
        (void)reader.get<std::string>(body + name);
      }
      break;
    case BodyShape::rigid:
      return;
  }
  if (spec.shape != BodyShape::import) {
    (void)reader.get<int>(body + ".contact_elements");
    names.insert(names.end(), {"density", "contact_radius"});
  }
  if (spec.method != "full") names.emplace_back("cutoff_hz");
  const std::string table = body + ".";
  for (const std::string& name : names) (void)reader.get<double>(table + name);
}

void check_geometry(const KeyReader& reader, const std::string& body, const BodySpec& spec) {
  const auto refuse = [&](const char* name, const std::string& what, const char* remedy) {
    throw Error(reader.where(body + "." + name), "'" + body + "." + name + "' " + what, remedy);
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

void read_body_import(const KeyReader& reader, const std::string& body, ImportSpec* import) {
  import->kind = "calculix";
  import->file = resolve_file(reader, body + ".file");
  if (reader.has(body + ".deck")) import->deck = resolve_file(reader, body + ".deck");
}

}  // namespace

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
      read_body_import(reader, body, &spec.import);
    } else {
      check_geometry(reader, body, spec);
    }
  }
  return spec;
}

}  // namespace mortise::gen
