#include "generator/bodies/import/importer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "generator/bodies/import/abaqus_job.hpp"
#include "generator/bodies/import/deck.hpp"
#include "generator/bodies/import/deck_instances.hpp"
#include "generator/bodies/import/eliminated_dofs.hpp"
#include "generator/bodies/import/expanded_elements.hpp"
#include "generator/bodies/import/local_axes.hpp"
#include "generator/bodies/import/raw_export.hpp"
#include "generator/bodies/import/substructure.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr char kCalculixFormat[] = "calculix", kAbaqusFormat[] = "abaqus";

using Warnings = std::vector<std::string>;

FullModel import_beam(const std::string& name, const ImportSpec& import, Warnings*) {
  BeamSpec spec = import.beam;
  spec.name = name;
  return build_beam(spec);
}

FullModel import_lumped(const std::string& name, const ImportSpec& import, Warnings*) {
  LumpedSpec spec = import.lumped;
  spec.name = name;
  return build_lumped(spec);
}

FullModel import_plane(const std::string& name, const ImportSpec& import, Warnings*) {
  std::vector<PlaneBody> bodies;
  for (const PlaneBodySpec& spec : import.bodies) bodies.push_back(spec.body);
  return build_plane(name, bodies);
}

FullModel import_bolted_beam(const std::string& name, const ImportSpec& import, Warnings*) {
  const BoltedBeamSpec& spec = import.bolted_beam;
  SolidMesh mesh = bolted_beam(spec.shape, bolted_beam_mesh(spec.mesh));
  mesh.source = name + " (" + mesh.source + ")";
  return assemble_solid(mesh, spec.material);
}

FullModel import_lap_joint(const std::string& name, const ImportSpec& import, Warnings*) {
  SolidMesh mesh = lap_joint(import.lap_joint.shape);
  mesh.source = name + " (" + mesh.source + ")";
  return assemble_solid(mesh, import.lap_joint.material);
}

FullModel import_pressed_blocks(const std::string&, const ImportSpec& import, Warnings*) {
  return pressed_blocks(import.pressed_blocks);
}

FullModel import_assembly(const std::string& path, const ImportSpec& import, Warnings* warnings) {
  std::vector<NamedBody> bodies;
  for (const BodyImport& part : import.parts) {
    Warnings own;
    bodies.push_back(
        {part.name, placed(import_model(path, part.name, part.import, &own), part.placement)});
    if (warnings == nullptr) continue;
    for (const std::string& warning : own) warnings->push_back(part.name + ": " + warning);
  }
  return tie_bodies(merge_bodies(std::move(bodies)), import.ties);
}

// The files of a job that are there.
using FileFinder = std::vector<std::string> (*)(const std::string& path);

struct Importer {
  const char* name;
  FormatReader read = nullptr;  // of a matrix format
  ExportFiles files{};          // of a matrix format
  FileFinder find = nullptr;    // of one whose files have no fixed endings
  // Of a built-in model, or of several bodies.
  FullModel (*build)(const std::string&, const ImportSpec&, Warnings*) = nullptr;
};

constexpr Importer kImporters[] = {
    {kCalculixFormat, read_calculix, kCalculixFiles},
    {"ansys", read_ansys, kAnsysFiles},
    {"nastran", read_nastran, kNastranFiles},
    {"npz", read_npz, kNpzFiles},
    {kAbaqusFormat, read_abaqus, kAbaqusFiles, abaqus_files},
    {"matrix_market", read_matrix_market, kMatrixMarketFiles},
    {"beam", nullptr, {}, nullptr, import_beam},
    {"lumped", nullptr, {}, nullptr, import_lumped},
    {"modal"},
    {"plane", nullptr, {}, nullptr, import_plane},
    {"bolted_beam", nullptr, {}, nullptr, import_bolted_beam},
    {"lap_joint", nullptr, {}, nullptr, import_lap_joint},
    {"pressed_blocks", nullptr, {}, nullptr, import_pressed_blocks},
    {kAssemblyImport, nullptr, {}, nullptr, import_assembly},
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
    if (dof.is_translation()) dof.direction += 3;
  }
  return found;
}

void demand_rotations(const std::vector<std::int64_t>& nodes, const std::set<std::int64_t>& found,
                      const RawExport& raw) {
  for (const std::int64_t label : nodes) {
    if (found.count(label) > 0) continue;
    throw Error(raw.dof_file, fmt::format("rotation node {} has no dof", label),
                "name the ROT NODE of a *RIGID BODY that is not clamped");
  }
}

// Every dof of these labels is a generalised coordinate.
void mark_generalised(const std::vector<std::int64_t>& nodes, RawExport& raw) {
  const std::set<std::int64_t> labels(nodes.begin(), nodes.end());
  std::set<std::int64_t> found;
  for (Dof& dof : raw.dofs) {
    if (labels.count(dof.node) == 0) continue;
    found.insert(dof.node);
    dof.direction = -std::abs(dof.direction);
  }
  for (const std::int64_t label : nodes) {
    if (found.count(label) > 0) continue;
    throw Error(raw.dof_file, fmt::format("generalised node {} has no dof", label),
                "name labels of the export in import.generalised_nodes");
  }
}

// CalculiX numbers the nine incompatible modes of a C3D8I as three nodes behind all of the deck's:
// no places, and no part of a translation. Only if there are exactly as many is it these.
void mark_incompatible_modes(const Deck& deck, RawExport& raw) {
  if (deck.incompatible_elements == 0 || deck.nodes.empty()) return;
  const std::int64_t last = deck.nodes.rbegin()->first;
  std::set<std::int64_t> labels;
  for (const Dof& dof : raw.dofs)
    if (dof.node > last) labels.insert(dof.node);
  if (static_cast<std::int64_t>(labels.size()) != 3 * deck.incompatible_elements) return;
  for (Dof& dof : raw.dofs)
    if (dof.node > last) dof.direction = -dof.direction;
}

// What turns a displacement of the export into SI. Rotations are rad everywhere. The unit of a
// generalised coordinate is not known, and need not be: any scale s is a change of coordinates,
// K_ij / (s_i s_j), M_ij / (s_i s_j), that leaves energies and frequencies as they are. Taken is
// that of an amplitude of mass-normalised modes, sqrt(mass) length: their M stays 1, and their K
// is omega^2 in rad^2/s^2.
Vector dof_scales(const std::vector<Dof>& dofs, const UnitSystem& units) {
  Vector scale(static_cast<Eigen::Index>(dofs.size()));
  for (std::size_t i = 0; i < dofs.size(); ++i)
    scale[static_cast<Eigen::Index>(i)] = dofs[i].is_translation() ? units.length
                                          : dofs[i].is_rotation()
                                              ? 1.0
                                              : std::sqrt(units.mass) * units.length;
  return scale;
}

// The nodes of a body that came condensed all see each other: its faces stand in the deck alone.
bool tells_no_faces(const SparseMatrix& stiffness) {
  const auto n = static_cast<double>(stiffness.rows());
  return static_cast<double>(stiffness.nonZeros()) > 0.5 * n * n;
}

// What the files of the export and all its decks say. The deck takes what eliminates dofs.
void take_axes(const RawExport& raw, Deck& deck, NodeAxes* local) {
  add_axes(raw.axes, local);
  add_axes(deck.axes, local);
  for (const std::string& file : raw.other_decks) {
    const Deck other = read_deck(file);
    add_axes(other.axes, local);
    const auto add = [](const auto& more, auto* all) {
      all->insert(all->end(), more.begin(), more.end());
    };
    add(other.constraints.held, &deck.constraints.held);
    add(other.constraints.unread, &deck.constraints.unread);
  }
}

RawExport read_files(const Importer& importer, const ImportOptions& options) {
  const auto substructure = find_substructure(options.path);
  if (!substructure) return importer.read(options);
  demand(options.format == kAbaqusFormat || options.format == kCalculixFormat, *substructure,
         "holds the matrices of an element, as *SUBSTRUCTURE GENERATE writes them",
         std::string("say import.kind = \"") + kAbaqusFormat + "\" or \"" + kCalculixFormat + "\"");
  return read_substructure(*substructure, options);
}

// Whether a dof that the export lacks does not move, as far as the decks tell.
std::function<bool(const Dof&)> held_by(const RawExport& raw, const DeckConstraints& deck) {
  std::set<Dof> held;
  for (const DeckHeld& dof : deck.held) held.insert(dof.dof);
  const bool all_read = deck.unread.empty() && !(raw.deck.empty() && raw.other_decks.empty());
  return [held = std::move(held), all_read](const Dof& dof) {
    return all_read || held.count(dof) > 0;
  };
}

void attach_deck(Deck&& deck, const std::string& deck_file, double length, FullModel& model) {
  for (auto& [label, position] : deck.nodes) position *= length;
  model.nodes = std::move(deck.nodes);
  model.sets = std::move(deck.sets);
  std::int64_t last = 0;  // has coordinates; its other dofs mostly follow
  for (const Dof& dof : model.dofs) {
    if (dof.is_generalised() || dof.node == last || model.nodes.count(dof.node) > 0) {
      if (!dof.is_generalised()) last = dof.node;
      continue;
    }
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
    const bool whole = ending[0] == '/' && "/" + path == ending;  // in the working directory
    if (whole) path = ".";
    return has || whole;
  };
  for (const char* packing : kPackings)
    if (*packing != '\0' && strip(packing)) break;
  for (const char* ending : endings)
    if (ending != nullptr && strip(ending)) break;
  return path;
}

void find_decks(const ImportOptions& options, const std::string& stem, RawExport* raw,
                std::initializer_list<const char*> own) {
  raw->deck = options.deck;
  if (raw->deck.empty() && existing_file(stem + ".inp")) raw->deck = stem + ".inp";
  for (const char* ending : own) {
    if (!existing_file(stem + ending) || raw->deck == stem + ending) continue;
    if (raw->deck.empty())
      raw->deck = stem + ending;
    else
      raw->other_decks.push_back(stem + ending);
  }
}

bool names_import(const std::string& path) {
  return fs::is_regular_file(path) ||
         std::any_of(std::begin(kImporters), std::end(kImporters), [&](const Importer& importer) {
           return std::any_of(importer.files.begin(), importer.files.end(),
                              [&](const char* ending) {
                                return ending != nullptr && existing_file(path + ending);
                              }) ||
                  (importer.find && !importer.find(path).empty());
         });
}

std::vector<std::string> imported_files(const ImportSpec& import) {
  const Importer* importer = find_importer(import.kind);
  std::set<std::string> of_parts;
  for (const BodyImport& part : import.parts)
    for (const std::string& file : imported_files(part.import)) of_parts.insert(file);
  if (import.file.empty()) return {of_parts.begin(), of_parts.end()};
  if (importer == nullptr || !importer->read) return {import.file};
  std::set<std::string> files;
  if (!import.deck.empty()) files.insert(import.deck);
  if (const auto substructure = find_substructure(import.file)) {
    files.insert(*substructure);
    for (const char* ending : {"_mass.mtx", ".inp"})
      for (const std::string& file : existing_files(export_stem(*substructure, {".mtx"}) + ending))
        files.insert(file);
  }
  const std::string stem = export_stem(import.file, importer->files);
  for (const char* ending : importer->files)
    if (ending != nullptr)
      for (const std::string& file : existing_files(stem + ending)) files.insert(file);
  if (importer->find)
    for (const std::string& file : importer->find(import.file)) files.insert(file);
  return {files.begin(), files.end()};
}

FullModel import_model(const std::string& path, const std::string& name, const ImportSpec& import,
                       std::vector<std::string>* warnings) {
  const Importer* importer = find_importer(import.kind);
  if (importer != nullptr && importer->build)
    return importer->build(import.parts.empty() ? name : path, import, warnings);
  demand(importer != nullptr && importer->read, path, import.kind + " data has no full-order model",
         "this command needs import.kind = " + names_of(is_physical, ", "));
  return add_interface_nodes(import_matrices({import.kind, import.file, import.deck, import.units,
                                              import.rotation_nodes, import.generalised_nodes},
                                             warnings),
                             import.interface_nodes);
}

FullModel import_matrices(const ImportOptions& options, std::vector<std::string>* warnings) {
  const UnitSystem units = parse_units(options.units);
  const Importer* importer = find_importer(options.format);
  if (importer == nullptr || !importer->read)
    throw Error(options.path, "\"" + options.format + "\" is no known matrix format",
                "use one of: " + names_of(reads, ", "));
  RawExport raw = read_files(*importer, options);

  Deck deck;
  if (raw.deck.empty() && raw.nodes.empty()) {
    raw.warnings.push_back("no deck (.inp) beside " + options.path +
                           ": coordinates and sets are unknown");
  } else if (!raw.deck.empty()) {
    deck = read_deck(raw.deck);
    if (options.format == kCalculixFormat && has_expanded(deck))
      deck = read_deck(raw.deck, DeckElementsRead::all);
  }
  if (!raw.condensed_by.empty())
    deck.constraints.unread.emplace_back(raw.dof_file, raw.condensed_by);
  const bool instances = !deck.instances.empty();
  const std::string first_instance = instances ? deck.instances.front().where : "";
  std::map<std::int64_t, std::int64_t> numbers;
  if (instances) {
    numbers = numbers_of_instances(deck, raw.dofs, raw.printed, &raw.warnings);
    renumber(numbers, &deck);
  }
  name_rotation_nodes(raw.dofs, &deck);
  std::vector<std::int64_t> rotations = options.rotation_nodes;
  for (const DeckRigidBody& body : deck.constraints.rigid_bodies)
    if (body.rotation != 0) rotations.push_back(body.rotation);
  // a clamped ROT NODE has no dofs, which is legal
  demand_rotations(options.rotation_nodes, mark_rotations(rotations, raw), raw);
  mark_generalised(options.generalised_nodes, raw);
  mark_incompatible_modes(deck, raw);
  LayeredDofs layers;
  if (options.format == kCalculixFormat && has_expanded(deck))
    layers = layered_dofs(deck, raw.dofs, raw.dof_file);
  const std::vector<Dof>& named = layers.dofs.empty() ? raw.dofs : layers.dofs;
  check_dofs(named, raw.dof_file);
  // Abaqus writes dofs along the axes of their nodes, CalculiX along the global ones if not told
  const bool calculix = options.format == kCalculixFormat;
  NodeAxes local;
  if (!calculix || deck.local_matrices) local = local_axes(deck.constraints, deck.nodes);
  if (!local.empty() && !calculix && options.format != kAbaqusFormat)
    throw Error(local.begin()->second.where,
                "*TRANSFORM turns dofs, which is not read of " + options.format + " exports",
                "export without *TRANSFORM");
  if (calculix && !raw.condensed_by.empty() && !deck.constraints.transforms.empty())
    throw Error(deck.constraints.transforms.front().where,
                "*TRANSFORM turns dofs, which is not read of substructures of CalculiX",
                "export without *TRANSFORM");
  take_axes(raw, deck, &local);
  Followers followers = eliminated_dofs(deck, named, rotations, !local.empty(), &raw.warnings);
  followers.insert(layers.unknown.begin(), layers.unknown.end());

  FullModel model;
  model.source = options.format + " export " + options.path;
  model.dofs = raw.dofs;
  const Vector scale = dof_scales(raw.dofs, units);
  const double energy = units.force * units.length;
  const double inertia = units.mass * units.length * units.length;
  const auto take = [&](RawMatrix& matrix, double factor) {
    matrix.read();
    check_size(raw, matrix);
    return assemble(matrix, raw.dofs, scale, factor);
  };
  model.stiffness = take(raw.stiffness, energy);
  model.mass = take(raw.mass, inertia);
  check_definite(model, raw);
  model = in_global_axes(std::move(model), local, held_by(raw, deck.constraints));
  if (!layers.dofs.empty()) model = without_layers(std::move(model), layers);
  if (!raw.deck.empty() && tells_no_faces(model.stiffness)) {
    Deck faces = read_deck(raw.deck, DeckElementsRead::faces);
    if (instances) renumber(numbers, &faces);
    model.faces = std::move(faces.faces);
  }
  if (!raw.deck.empty())
    attach_deck(std::move(deck), raw.deck, units.length, model);
  else
    for (const auto& [label, position] : raw.nodes) model.nodes[label] = units.length * position;

  // weights between displacements and rotations have the unit of a length
  for (auto& [dof, leaders] : followers)
    for (auto& [leader, weight] : leaders)
      weight *= (dof.is_translation() ? units.length : 1.0) /
                (leader.is_translation() ? units.length : 1.0);
  model.followers.merge(followers);  // what turned nodes say counts
  if (instances) demand_fitting_places(model, first_instance);

  if (warnings != nullptr)
    warnings->insert(warnings->end(), raw.warnings.begin(), raw.warnings.end());
  return model;
}

}  // namespace mortise::gen
