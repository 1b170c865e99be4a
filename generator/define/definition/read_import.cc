#include <filesystem>

#include "generator/bodies/import/importer.hpp"
#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

BeamSpec read_beam(const KeyReader& reader) {
  BeamSpec beam;
  beam.axis = read_choice<Axis>(reader, "import.beam.axis");
  beam.origin = reader.get<Vector3>("import.beam.origin");
  const auto diameter = reader.find<double>("import.beam.diameter");
  const auto width = reader.find<double>("import.beam.width");
  const auto height = reader.find<double>("import.beam.height");
  if (diameter.has_value() == (width && height) || width.has_value() != height.has_value()) {
    throw Error(reader.where("import.beam"), "the section of the beam is not determined",
                "give either import.beam.diameter, or width and height");
  }
  beam.section = diameter ? round_section(*diameter) : rectangular_section(*width, *height);
  beam.material = {reader.get<double>("import.beam.young"),
                   reader.get<double>("import.beam.poisson"),
                   reader.get<double>("import.beam.density")};
  beam.root = read_choice<BeamEnd>(reader, "import.beam.root");
  beam.tip = read_choice<BeamEnd>(reader, "import.beam.tip");
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
    beam.named_stations[reader.get<std::string>(entry + ".name")] =
        reader.get<double>(entry + ".distance");
  }
  return beam;
}

LumpedSpec read_lumped(const KeyReader& reader) {
  LumpedSpec spec;
  for (int i = 0; i < reader.count("import.masses"); ++i) {
    const std::string entry = "import.masses." + std::to_string(i);
    spec.masses.push_back({reader.get<std::int64_t>(entry + ".node"),
                           reader.get<double>(entry + ".mass"),
                           reader.get<std::vector<int>>(entry + ".directions"),
                           reader.get<Vector3>(entry + ".position")});
  }
  if (spec.masses.empty()) {
    throw Error(reader.where("import"), "a lumped model needs masses",
                "add [[import.masses]] with node and mass");
  }
  for (int i = 0; i < reader.count("import.springs"); ++i) {
    const std::string entry = "import.springs." + std::to_string(i);
    spec.springs.push_back(
        {reader.get<std::int64_t>(entry + ".from"), reader.get<std::int64_t>(entry + ".to"),
         reader.get<int>(entry + ".direction"), reader.get<double>(entry + ".stiffness")});
  }
  for (int i = 0; i < reader.count("import.sets"); ++i) {
    const std::string entry = "import.sets." + std::to_string(i);
    spec.sets[reader.get<std::string>(entry + ".name")] =
        reader.get<std::vector<std::int64_t>>(entry + ".nodes");
  }
  return spec;
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

ImportSpec read_import(const KeyReader& reader) {
  ImportSpec spec;
  spec.kind = reader.get<std::string>("import.kind");
  if (spec.kind == "beam") {
    spec.beam = read_beam(reader);
  } else if (spec.kind == "lumped") {
    spec.lumped = read_lumped(reader);
  } else if (spec.kind == "plane") {
    spec.bodies = read_plane(reader);
  } else {
    spec.file = resolve_file(reader, "import.file");
    if (spec.modal()) return spec;
    if (reader.has("import.deck")) spec.deck = resolve_file(reader, "import.deck");
    spec.units = reader.get<std::string>("import.units");
    spec.rotation_nodes = reader.get<std::vector<std::int64_t>>("import.rotation_nodes");
  }
  return spec;
}

}  // namespace mortise::gen
