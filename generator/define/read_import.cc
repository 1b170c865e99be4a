#include <filesystem>

#include "generator/define/read_sections.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

// An export may be named by its job, without the endings of its files.
bool names_a_file(const fs::path& path) {
  if (fs::is_regular_file(path)) return true;
  for (const char* ending : {".sti", ".sti.gz"}) {
    if (fs::is_regular_file(path.string() + ending)) return true;
  }
  return false;
}

BeamImport read_beam(const KeyReader& reader) {
  BeamImport beam;
  beam.axis = reader.get<std::string>("import.beam.axis");
  beam.origin = reader.get<Vector3>("import.beam.origin");
  beam.diameter = reader.find<double>("import.beam.diameter");
  beam.width = reader.find<double>("import.beam.width");
  beam.height = reader.find<double>("import.beam.height");
  if (beam.diameter.has_value() == (beam.width && beam.height) ||
      beam.width.has_value() != beam.height.has_value()) {
    throw Error(reader.where("import.beam"), "the section of the beam is not determined",
                "give either import.beam.diameter, or width and height");
  }
  beam.young = reader.get<double>("import.beam.young");
  beam.density = reader.get<double>("import.beam.density");
  beam.poisson = reader.get<double>("import.beam.poisson");
  beam.root_clamped = reader.get<std::string>("import.beam.root") == "clamped";
  beam.tip_clamped = reader.get<std::string>("import.beam.tip") == "clamped";
  for (int i = 0; i < reader.count("import.beam.segments"); ++i) {
    const std::string entry = "import.beam.segments." + std::to_string(i);
    beam.segments.push_back(
        {reader.get<int>(entry + ".elements"), reader.get<double>(entry + ".length")});
  }
  if (beam.segments.empty()) {
    throw Error(reader.where("import.beam"), "the beam has no segments",
                "add [[import.beam.segments]] with elements and length");
  }
  for (int i = 0; i < reader.count("import.beam.stations"); ++i) {
    const std::string entry = "import.beam.stations." + std::to_string(i);
    beam.stations.push_back(
        {reader.get<std::string>(entry + ".name"), reader.get<double>(entry + ".distance")});
  }
  return beam;
}

void read_lumped(const KeyReader& reader, ImportSpec* spec) {
  for (int i = 0; i < reader.count("import.masses"); ++i) {
    const std::string entry = "import.masses." + std::to_string(i);
    spec->masses.push_back({reader.get<std::int64_t>(entry + ".node"),
                            reader.get<double>(entry + ".mass"),
                            reader.get<std::vector<int>>(entry + ".directions"),
                            reader.get<Vector3>(entry + ".position")});
  }
  if (spec->masses.empty()) {
    throw Error(reader.where("import"), "a lumped model needs masses",
                "add [[import.masses]] with node and mass");
  }
  for (int i = 0; i < reader.count("import.springs"); ++i) {
    const std::string entry = "import.springs." + std::to_string(i);
    spec->springs.push_back(
        {reader.get<std::int64_t>(entry + ".from"), reader.get<std::int64_t>(entry + ".to"),
         reader.get<int>(entry + ".direction"), reader.get<double>(entry + ".stiffness")});
  }
  for (int i = 0; i < reader.count("import.sets"); ++i) {
    const std::string entry = "import.sets." + std::to_string(i);
    spec->sets.push_back({reader.get<std::string>(entry + ".name"),
                          reader.get<std::vector<std::int64_t>>(entry + ".nodes")});
  }
}

}  // namespace

std::string resolve_file(const KeyReader& reader, const std::string& key) {
  const fs::path given = reader.get<std::string>(key);
  const fs::path beside = fs::path(reader.table().file).parent_path() / given;
  if (reader.from_override(key) && names_a_file(given)) return given.string();
  if (names_a_file(beside)) return beside.string();
  throw Error(reader.where(key), "'" + key + "': no file " + beside.string(),
              "give the path relative to the definition" +
                  std::string(reader.from_override(key) ? " or to the working directory" : ""));
}

ImportSpec read_import(const KeyReader& reader) {
  ImportSpec spec;
  spec.kind = read_choice<ImportKind>(reader, "import.kind");
  switch (spec.kind) {
    case ImportKind::calculix:
      spec.file = resolve_file(reader, "import.file");
      if (reader.has("import.deck")) spec.deck = resolve_file(reader, "import.deck");
      spec.units = reader.get<std::string>("import.units");
      spec.rotation_nodes = reader.get<std::vector<std::int64_t>>("import.rotation_nodes");
      break;
    case ImportKind::beam:
      spec.beam = read_beam(reader);
      break;
    case ImportKind::lumped:
      read_lumped(reader, &spec);
      break;
    case ImportKind::modal:
      spec.file = resolve_file(reader, "import.file");
      break;
    case ImportKind::plane:
      spec.bodies = read_plane(reader);
      break;
  }
  return spec;
}

}  // namespace mortise::gen
