// Where bodies and interfaces stand, and how they swing.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/deliver/pictures/bolted_pictures.hpp"
#include "generator/deliver/pictures/study_pictures.hpp"
#include "generator/deliver/report/definition_sections.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/judge/analyses/natural_modes.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/assemble/assemble_bolted.hpp"
#include "generator/simulate/assemble/attach.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kShapes = 8;
constexpr std::size_t kMostPoints = 5000;  // of a body that is drawn
constexpr std::size_t kMostBars = 9000;
constexpr double kRigid = 1e-3;  // Hz: slower is no swing

// The nodes that are drawn, by their labels.
class DrawnNodes {
 public:
  explicit DrawnNodes(const FullModel& model) : model_(model) {
    const std::size_t every = (model.nodes.size() + kMostPoints - 1) / kMostPoints;
    std::size_t k = 0;
    for (const auto& [node, place] : model.nodes) {
      if (k++ % every != 0) continue;
      index_[node] = places_.size();
      places_.push_back(place);
    }
  }

  const std::vector<Vector3>& places() const { return places_; }
  bool all() const { return places_.size() == model_.nodes.size(); }
  // Index of a label; none: -1.
  std::ptrdiff_t find(std::int64_t node) const {
    const auto at = index_.find(node);
    return at == index_.end() ? -1 : static_cast<std::ptrdiff_t>(at->second);
  }

  // Edges of faces, else nodes that stiffness joins; none where not all nodes are drawn.
  std::vector<std::pair<std::size_t, std::size_t>> bars() const {
    if (!all()) return {};
    std::set<std::pair<std::size_t, std::size_t>> found;
    const auto join = [&](std::int64_t a, std::int64_t b) {
      const std::ptrdiff_t i = find(a), j = find(b);
      if (i < 0 || j < 0 || i == j) return;
      found.insert(std::minmax(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
    };
    for (const std::vector<std::int64_t>& face : model_.faces)
      for (std::size_t k = 0; k < face.size(); ++k) join(face[k], face[(k + 1) % face.size()]);
    if (model_.faces.empty())
      for (Eigen::Index column = 0; column < model_.stiffness.outerSize(); ++column)
        for (SparseMatrix::InnerIterator entry(model_.stiffness, column); entry; ++entry)
          if (entry.row() < entry.col() && found.size() <= kMostBars)
            join(model_.dofs[static_cast<std::size_t>(entry.row())].node,
                 model_.dofs[static_cast<std::size_t>(entry.col())].node);
    if (found.size() > kMostBars) return {};
    return {found.begin(), found.end()};
  }

  // What a vector of the dofs does to the points.
  std::vector<Vector3> motion(const Vector& u) const {
    std::vector<Vector3> moved(places_.size(), Vector3::Zero());
    const auto add = [&](const Dof& dof, double value) {
      const std::ptrdiff_t i = find(dof.node);
      if (i >= 0 && dof.is_translation())
        moved[static_cast<std::size_t>(i)][dof.direction - 1] += value;
    };
    std::map<Dof, double> free;
    for (Eigen::Index k = 0; k < u.size(); ++k) {
      const Dof& dof = model_.dofs[static_cast<std::size_t>(k)];
      add(dof, u[k]);
      if (!model_.followers.empty()) free[dof] = u[k];
    }
    for (const auto& [dof, leaders] : model_.followers)
      for (const auto& [leader, weight] : leaders) {
        const auto at = free.find(leader);
        if (at != free.end()) add(dof, weight * at->second);
      }
    return moved;
  }

 private:
  const FullModel& model_;
  std::vector<Vector3> places_;
  std::map<std::int64_t, std::size_t> index_;
};

// Points whose dofs the rows of interfaces touch.
std::vector<std::size_t> touched_points(const FullSystem& system, const DrawnNodes& nodes) {
  std::set<std::size_t> points;
  const SparseMatrix rows = attached_rows(system);
  for (Eigen::Index column = 0; column < rows.outerSize(); ++column)
    for (SparseMatrix::InnerIterator entry(rows, column); entry; ++entry) {
      const std::ptrdiff_t i =
          nodes.find(system.model.dofs[static_cast<std::size_t>(entry.col())].node);
      if (i >= 0) points.insert(static_cast<std::size_t>(i));
    }
  return {points.begin(), points.end()};
}

std::string extent_text(const std::vector<Vector3>& places) {
  Vector3 low = places.front(), high = places.front();
  for (const Vector3& place : places) {
    low = low.cwiseMin(place);
    high = high.cwiseMax(place);
  }
  const Vector3 extent = high - low;
  return fmt::format("{} x {} x {} m", number_text(extent[0], 4), number_text(extent[1], 4),
                     number_text(extent[2], 4));
}

void add_motion(const FullSystem& system, ReportSection* section) {
  const FullModel& model = system.model;
  if (model.nodes.empty()) {
    section->blocks.push_back(ReportText{"The import has no coordinates of nodes to draw."});
    return;
  }
  const DrawnNodes nodes(model);
  ModeRequest request;
  request.count = std::min<Eigen::Index>(kShapes, model.size());
  request.proven = false;
  request.elastic = true;
  const Modes modes =
      lowest_modes(closed_stiffness(system, JointState::stuck), model.mass, request);
  const Vector hz = modes.frequencies_hz();
  ReportMotion motion{"Mode shapes", "", nodes.places(), nodes.bars(), {}};
  motion.marked = touched_points(system, nodes);
  std::string list;
  const bool swings = hz.size() > 0 && hz[hz.size() - 1] >= kRigid;
  for (Eigen::Index k = 0; k < hz.size(); ++k) {
    if (swings && hz[k] < kRigid) continue;  // rigid ones alone where there are no others
    const std::string name = hz[k] < kRigid
                                 ? fmt::format("mode {}, rigid", k + 1)
                                 : fmt::format("mode {}, {} Hz", k + 1, number_text(hz[k], 5));
    motion.shapes.push_back({name, nodes.motion(modes.shapes.col(k))});
    list += (list.empty() ? "" : ", ") + number_text(hz[k] < kRigid ? 0.0 : hz[k], 4);
  }
  motion.summary = fmt::format(
      "{} of {} within {}, contacts open and joints stuck, {} of them in an interface (marked); "
      "the lowest "
      "modes of the full model of {} dofs have {} Hz",
      nodes.places().size(), counted(model.nodes.size(), "node"), extent_text(nodes.places()),
      motion.marked.size(), model.size(), list);
  section->blocks.push_back(std::move(motion));
}

void add_bolted(const DefinitionWork& work, ReportSection* section) {
  const Definition& d = work.definition;
  const BoltedModel model = assemble_bolted(d, nullptr);
  const std::vector<ContactZone>& zones = model.system.structure->zones;
  const SurfaceState& state = model.system.preloaded.state;
  if (d.import.kind == "bolted_beam")
    section->blocks.push_back(ReportPicture{
        "Geometry", "the beams from their side and from above, with bolts, zones and sensor",
        beam_figure(d.import.bolted_beam.shape, d.name)});
  const auto closed = std::count_if(state.status.begin(), state.status.end(),
                                    [](PointStatus s) { return s != PointStatus::OPEN; });
  const std::string summary = fmt::format("{} of {} points in {} are closed by the preload", closed,
                                          state.status.size(), counted(zones.size(), "zone"));
  section->blocks.push_back(
      ReportPicture{"Pressure under the preload", summary, pressure_figure(zones, state, d.name)});
  section->blocks.push_back(
      ReportPicture{"Who is open and who sticks under the preload", summary,
                    contact_figure(zones, {"preloaded"}, {state.status}, d.name)});
  section->blocks.push_back(ReportText{
      "Modes of the preloaded structure stand under Frequencies and damping; their shapes are not "
      "drawn, because the condensed structure keeps the nodes of its interface alone."});
}

}  // namespace

ReportSection shape_section(const DefinitionWork& work) {
  ReportSection section{"shapes", "Geometry and mode shapes"};
  const Definition& d = work.definition;
  if (d.film || d.import.modal()) {
    section.absent = d.film ? "the bodies of a film model are known by their motion at the film "
                              "alone, not by nodes"
                            : "the definition gives modal data, which have no nodes";
    return section;
  }
  if (d.contact.kind == ContactKind::bolted) {
    add_bolted(work, &section);
    return section;
  }
  const AssembledSystem assembled = assemble(d, nullptr);
  if (!d.interfaces.empty()) {
    const FullModel model = import_model(d.path, d.name, d.import, nullptr);
    const AssemblyDrawing drawing = drawing_of(d, model);
    section.blocks.push_back(
        ReportPicture{"Bodies and interfaces",
                      fmt::format("{} {} and ", drawing.bodies.size(),
                                  drawing.bodies.size() == 1 ? "body" : "bodies") +
                          counted(drawing.interfaces.size(), "interface") +
                          " where they stand, seen along the direction in which they extend least",
                      assembly_figure(drawing, d.path)});
  }
  add_motion(assembled.system, &section);
  return section;
}

}  // namespace mortise::gen
