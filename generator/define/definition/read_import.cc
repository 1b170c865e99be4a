#include <fmt/format.h>

#include <filesystem>

#include "generator/bodies/import/importer.hpp"
#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

// name of every entry of a list -> another key of it.
template <class Value>
std::map<std::string, Value> named_entries(const KeyReader& reader, const std::string& list,
                                           const char* key) {
  std::map<std::string, Value> values;
  for (int i = 0; i < reader.count(list); ++i) {
    const std::string entry = list + "." + std::to_string(i) + ".";
    values[reader.get<std::string>(entry + "name")] = reader.get<Value>(entry + key);
  }
  return values;
}

BeamSpec read_beam(const KeyReader& reader) {
  BeamSpec beam;
  reader.fill("import.beam", &beam);
  reader.fill("import.beam", &beam.material);
  const auto diameter = reader.find<double>("import.beam.diameter");
  const auto width = reader.find<double>("import.beam.width");
  const auto height = reader.find<double>("import.beam.height");
  if (diameter.has_value() == (width && height) || width.has_value() != height.has_value()) {
    throw Error(reader.where("import.beam"), "the section of the beam is not determined",
                "give either import.beam.diameter, or width and height");
  }
  beam.section = diameter ? round_section(*diameter) : rectangular_section(*width, *height);
  beam.segments = reader.entries<BeamSegment>("import.beam.segments");
  if (beam.segments.empty()) {
    throw Error(reader.where("import.beam"), "the beam has no segments",
                "add [[import.beam.segments]] with elements and length");
  }
  beam.named_stations = named_entries<double>(reader, "import.beam.stations", "distance");
  return beam;
}

LumpedSpec read_lumped(const KeyReader& reader) {
  LumpedSpec spec;
  spec.masses = reader.entries<PointMass>("import.masses");
  if (spec.masses.empty()) {
    throw Error(reader.where("import"), "a lumped model needs masses",
                "add [[import.masses]] with node and mass");
  }
  spec.springs = reader.entries<Spring>("import.springs");
  spec.sets = named_entries<std::vector<std::int64_t>>(reader, "import.sets", "nodes");
  return spec;
}

// A list of exactly two numbers.
template <class T>
void read_pair(const KeyReader& reader, const std::string& path, const char* example, T* x, T* y) {
  const auto pair = reader.get<std::vector<T>>(path);
  if (pair.size() != 2) {
    reader.refuse(path, "has " + std::to_string(pair.size()) + " entries",
                  std::string("give two, e.g. ") + example);
  }
  *x = pair[0];
  *y = pair[1];
}

PlaneBodySpec read_plane_body(const KeyReader& reader, const std::string& entry) {
  PlaneBodySpec spec;
  PlaneBody& body = spec.body;
  reader.fill(entry, &spec);
  reader.fill(entry, &body);
  reader.fill(entry, &body.material);
  read_pair(reader, entry + ".elements", "[20, 2]", &body.elements_x, &body.elements_y);
  read_pair(reader, entry + ".origin", "[0.0, 0.1]", &body.origin_x, &body.origin_y);
  body.angle *= kRadiansPerDegree;
  body.supports = reader.entries<EdgeSupport>(entry + ".supports");
  return spec;
}

std::vector<PlaneBodySpec> read_plane(const KeyReader& reader) {
  std::vector<PlaneBodySpec> bodies;
  std::vector<std::string> names;
  for (int i = 0; i < reader.count("import.bodies"); ++i) {
    bodies.push_back(read_plane_body(reader, "import.bodies." + std::to_string(i)));
    names.push_back(bodies.back().body.name);
  }
  if (bodies.empty()) {
    throw Error(reader.where("import"), "a plane model needs bodies",
                "add [[import.bodies]] with name, length, height, elements and material");
  }
  check_entry_names(reader, "import.bodies", names);
  return bodies;
}

// `mesh` says whether the structure is built here; [import] says so as well.
void check_mesh(const KeyReader& reader, const std::string& kind) {
  if (!reader.has("mesh")) return;
  const bool built = kind == "bolted_beam", file = reader.get<std::string>("mesh") == "file";
  if (built && file)
    reader.refuse_value(
        "mesh",
        fmt::format("set import.kind to the format of your export, {}, import.file to its matrices "
                    "and import.units",
                    fmt::join(split_choices(matrix_formats()), " or ")),
        ", but import.kind = \"bolted_beam\" is meshed here");
  if (!built && !file)
    reader.refuse_value("mesh", "set it to \"file\", or import.kind to \"bolted_beam\"",
                        ", a mesh that is made here, but import.kind is \"" + kind + "\"");
}

}  // namespace

std::string resolve_file(const KeyReader& reader, const std::string& key) {
  const fs::path given = reader.get<std::string>(key);
  const fs::path beside = fs::path(reader.table().file).parent_path() / given;
  if (reader.from_override(key) && names_import(given)) return given.string();
  if (names_import(beside)) return beside.string();
  throw Error(reader.where(key), "'" + key + "': no file " + beside.string(),
              "give the path relative to the definition" +
                  std::string(reader.from_override(key) ? " or to the working directory" : ""));
}

void read_files(const KeyReader& reader, const std::string& table, ImportSpec* import) {
  import->file = resolve_file(reader, table + ".file");
  if (reader.has(table + ".deck")) import->deck = resolve_file(reader, table + ".deck");
}

ImportSpec read_import(const KeyReader& reader) {
  ImportSpec spec;
  reader.fill("import", &spec);
  if (spec.kind == kAssemblyImport) return spec;  // its bodies are read one by one
  check_mesh(reader, spec.kind);
  if (spec.kind == "beam") {
    spec.beam = read_beam(reader);
  } else if (spec.kind == "lumped") {
    spec.lumped = read_lumped(reader);
  } else if (spec.kind == "plane") {
    spec.bodies = read_plane(reader);
  } else if (spec.kind == "bolted_beam") {
    reader.fill("", &spec.bolted_beam);
    reader.fill("import.bolted_beam", &spec.bolted_beam.shape);
    reader.fill("import.bolted_beam", &spec.bolted_beam.material);
  } else if (spec.kind == "lap_joint") {
    reader.fill("import.lap_joint", &spec.lap_joint.shape);
    reader.fill("import.lap_joint", &spec.lap_joint.material);
  } else if (spec.kind == "pressed_blocks") {
    reader.fill("import.pressed_blocks", &spec.pressed_blocks);
    reader.fill("import.pressed_blocks", &spec.pressed_blocks.material);
  } else {
    read_files(reader, "import", &spec);
    spec.interface_nodes = reader.entries<InterfaceNodeSpec>("import.interface_nodes");
    check_entry_names(reader, "import.interface_nodes", names_of(spec.interface_nodes));
  }
  return spec;
}

}  // namespace mortise::gen
