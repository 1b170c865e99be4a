#include "generator/bodies/import/importer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "generator/bodies/import/deck.hpp"
#include "generator/bodies/import/raw_export.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

FullModel import_beam(const std::string& name, const ImportSpec& import) {
  BeamSpec spec = import.beam;
  spec.name = name;
  return build_beam(spec);
}

FullModel import_lumped(const std::string& name, const ImportSpec& import) {
  LumpedSpec spec = import.lumped;
  spec.name = name;
  return build_lumped(spec);
}

FullModel import_plane(const std::string& name, const ImportSpec& import) {
  std::vector<PlaneBody> bodies;
  for (const PlaneBodySpec& spec : import.bodies) bodies.push_back(spec.body);
  return build_plane(name, bodies);
}

struct Importer {
  const char* name;
  FormatReader read = nullptr;                                          // of a matrix format
  ExportFiles files{};                                                  // of a matrix format
  FullModel (*build)(const std::string&, const ImportSpec&) = nullptr;  // of a built-in model
};

constexpr Importer kImporters[] = {
    {"calculix", read_calculix, kCalculixFiles}, {"beam", nullptr, {}, import_beam},
    {"lumped", nullptr, {}, import_lumped},      {"modal"},
    {"plane", nullptr, {}, import_plane},
};

template <class Belongs>
std::string names_of(const Belongs& belongs, const char* between = "|") {
  std::string names;
  for (const Importer& importer : kImporters)
    if (belongs(importer)) names += (names.empty() ? "" : between) + std::string(importer.name);
  return names;
}

bool reads(const Importer& importer) { return importer.read != nullptr; }

bool is_physical(const Importer& importer) { return importer.read || importer.build; }

const Importer* find_importer(const std::string& name) {
  for (const Importer& importer : kImporters)
    if (importer.name == name) return &importer;
  return nullptr;
}

// Directions 1..3 of these nodes become rotations 4..6. Returns the labels that have dofs.
std::set<std::int64_t> mark_rotations(const std::vector<std::int64_t>& nodes, RawExport& raw) {
  const std::set<std::int64_t> labels(nodes.begin(), nodes.end());
  std::set<std::int64_t> found;
  for (Dof& dof : raw.dofs) {
    if (labels.count(dof.node) == 0) continue;
    found.insert(dof.node);
    if (dof.direction <= 3) dof.direction += 3;
  }
  return found;
}

void mark_declared_rotations(const std::vector<std::int64_t>& nodes, RawExport& raw) {
  const std::set<std::int64_t> found = mark_rotations(nodes, raw);
  for (const std::int64_t label : nodes) {
    if (found.count(label) > 0) continue;
    throw Error(raw.dof_file, fmt::format("rotation node {} has no dof", label),
                "name the ROT NODE of a *RIGID BODY that is not clamped");
  }
}

// Length that turns a displacement of the export into SI; rotations are rad everywhere.
Vector dof_scales(const std::vector<Dof>& dofs, double length) {
  Vector scale(static_cast<Eigen::Index>(dofs.size()));
  for (std::size_t i = 0; i < dofs.size(); ++i)
    scale[static_cast<Eigen::Index>(i)] = dofs[i].direction <= 3 ? length : 1.0;
  return scale;
}

void attach_deck(const Deck& deck, const std::string& deck_file, double length, FullModel& model) {
  for (const auto& [label, position] : deck.nodes) model.nodes[label] = length * position;
  model.sets = deck.sets;
  for (const Dof& dof : model.dofs) {
    if (model.nodes.count(dof.node) > 0) continue;
    throw Error(deck_file, fmt::format("does not define node {}, which has dofs", dof.node),
                "give the deck that the matrices were exported from");
  }
}

}  // namespace

const std::string& import_kinds() {
  static const std::string names = names_of([](const Importer&) { return true; });
  return names;
}

const std::string& physical_kinds() {
  static const std::string names = names_of(is_physical);
  return names;
}

const std::string& matrix_formats() {
  static const std::string names = names_of(reads);
  return names;
}

const char* usual_format() {
  return std::find_if(std::begin(kImporters), std::end(kImporters), reads)->name;
}

std::string export_stem(std::string path, const ExportFiles& endings) {
  const auto strip = [&path](const std::string& ending) {
    const bool has = path.size() > ending.size() &&
                     path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
    if (has) path.resize(path.size() - ending.size());
    return has;
  };
  strip(".gz");
  for (const char* ending : endings)
    if (ending != nullptr && strip(ending)) break;
  return path;
}

bool names_import(const std::string& path) {
  return fs::is_regular_file(path) ||
         std::any_of(std::begin(kImporters), std::end(kImporters), [&](const Importer& importer) {
           return importer.read && (fs::is_regular_file(path + importer.files[0]) ||
                                    fs::is_regular_file(path + importer.files[0] + ".gz"));
         });
}

std::vector<std::string> imported_files(const ImportSpec& import) {
  const Importer* importer = find_importer(import.kind);
  if (import.file.empty()) return {};
  if (importer == nullptr || !importer->read) return {import.file};
  std::set<std::string> files;
  if (!import.deck.empty()) files.insert(import.deck);
  const std::string stem = export_stem(import.file, importer->files);
  for (const char* ending : importer->files)
    for (const char* packed : {"", ".gz"})
      if (ending != nullptr && fs::is_regular_file(stem + ending + packed))
        files.insert(stem + ending + packed);
  return {files.begin(), files.end()};
}

FullModel import_model(const std::string& path, const std::string& name, const ImportSpec& import,
                       std::vector<std::string>* warnings) {
  const Importer* importer = find_importer(import.kind);
  if (importer != nullptr && importer->build) return importer->build(name, import);
  demand(importer != nullptr && importer->read, path, import.kind + " data has no full-order model",
         "this command needs import.kind = " + names_of(is_physical, ", "));
  return import_matrices(
      {import.kind, import.file, import.deck, import.units, import.rotation_nodes}, warnings);
}

FullModel import_matrices(const ImportOptions& options, std::vector<std::string>* warnings) {
  const UnitSystem units = parse_units(options.units);
  const Importer* importer = find_importer(options.format);
  if (importer == nullptr || !importer->read)
    throw Error(options.path, "\"" + options.format + "\" is no known matrix format",
                "use one of: " + names_of(reads, ", "));
  RawExport raw = importer->read(options);

  Deck deck;
  if (raw.deck.empty()) {
    raw.warnings.push_back("no deck (.inp) beside " + options.path +
                           ": coordinates and sets are unknown");
  } else {
    deck = read_deck(raw.deck);
  }
  mark_rotations(deck.rotation_nodes, raw);  // a clamped ROT NODE has no dofs, which is legal
  mark_declared_rotations(options.rotation_nodes, raw);
  check_dofs(raw);

  FullModel model;
  model.source = options.format + " export " + options.path;
  model.dofs = raw.dofs;
  const Vector scale = dof_scales(raw.dofs, units.length);
  const double energy = units.force * units.length;
  const double inertia = units.mass * units.length * units.length;
  model.stiffness = assemble(raw.stiffness, raw.dofs, scale, energy);
  model.mass = assemble(raw.mass, raw.dofs, scale, inertia);
  check_definite(model, raw);
  if (!raw.deck.empty()) attach_deck(deck, raw.deck, units.length, model);

  if (warnings != nullptr)
    warnings->insert(warnings->end(), raw.warnings.begin(), raw.warnings.end());
  return model;
}

}  // namespace mortise::gen
