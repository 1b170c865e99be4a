#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "generator/bodies/mesh/plane_element.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr double kOnAxis = 1e-9;  // of the largest radius
constexpr PlaneElement kElements[] = {
    {"full", 4, bilinear_quad},
    {"incompatible", 4, incompatible_quad},
    {"quadratic", 8, quadratic_quad},
};

void check_mesh(const PlaneMesh& mesh, std::size_t nodes_per_element) {
  const auto refuse = [&](const std::string& finding, const char* remedy = "correct the mesh") {
    throw Error(mesh.source, finding, remedy);
  };
  const auto label = [](std::size_t i) { return std::to_string(i + 1); };
  const auto exists = [n = static_cast<int>(mesh.nodes.size())](int i) { return i >= 0 && i < n; };
  std::vector<bool> used(mesh.nodes.size(), false);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    for (std::size_t i = 0; i < nodes_per_element; ++i) {
      const int node = mesh.elements[e][i];
      if (!exists(node)) refuse("element " + label(e) + " has a node that does not exist");
      used[static_cast<std::size_t>(node)] = true;
    }
  for (const auto& [name, nodes] : mesh.sets)
    if (!std::all_of(nodes.begin(), nodes.end(), exists))
      refuse("set " + name + " has a node that does not exist");
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    if (!used[i]) refuse("node " + label(i) + " belongs to no element");
    if (!mesh.nodes[i].allFinite())
      refuse("the coordinates of node " + label(i) + " are not finite");
    if (mesh.state == PlaneState::axisymmetric && mesh.nodes[i].x() < 0.0)
      refuse("node " + label(i) + " has the negative radius " + number_text(mesh.nodes[i].x()),
             "an axisymmetric mesh lies at x >= 0");
  }
}

// Meshes on their way into one model.
class PlaneAssembly {
 public:
  explicit PlaneAssembly(const std::string& source) { model_.source = source; }

  // Returns the dofs that the mesh brings.
  Substructure add(const std::string& name, const PlaneMesh& mesh, const Material& material) {
    check_material(mesh.source, material, mesh.state == PlaneState::stress);
    const PlaneElement& element = mesh.element ? *mesh.element : plane_element("quadratic");
    check_mesh(mesh, element.nodes);
    const auto first = static_cast<Eigen::Index>(model_.dofs.size());
    const std::vector<int> rows = number_rows(mesh, name_nodes(mesh));
    const Eigen::Index size = static_cast<Eigen::Index>(model_.dofs.size()) - first;
    demand(size != 0, mesh.source, "its supports hold every node, none is free to move",
           "mesh the body, and hold a part of it only");
    const std::size_t entries = 4 * element.nodes * element.nodes * mesh.elements.size();
    stiffness_.reserve(stiffness_.size() + entries);
    mass_.reserve(mass_.size() + entries / 2);
    Matrix k, m;
    for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
      if (e == 0 || !mesh.congruent) element.matrices(mesh, e, material, &k, &m);
      scatter(k, m, rows, mesh.elements[e], !mesh.congruent);
    }
    return {name, first, size};
  }

  FullModel finish(std::vector<Substructure> substructures = {}) {
    const auto n = static_cast<Eigen::Index>(model_.dofs.size());
    model_.stiffness = sparse_matrix(n, n, stiffness_);
    model_.mass = sparse_matrix(n, n, mass_);
    model_.substructures = std::move(substructures);
    return std::move(model_);
  }

 private:
  // Returns the label of the first one.
  std::int64_t name_nodes(const PlaneMesh& mesh) {
    const auto first = static_cast<std::int64_t>(model_.nodes.size()) + 1;
    std::int64_t label = first;
    for (const Eigen::Vector2d& node : mesh.nodes)
      model_.nodes[label++] = Vector3(mesh.origin.x() + node.x(), mesh.origin.y() + node.y(), 0.0);
    for (const auto& [name, nodes] : mesh.sets) {
      const auto [set, is_new] = model_.sets.try_emplace(name);
      demand(is_new, mesh.source, "the set name " + name + " is taken by another body",
             "name the bodies differently");
      for (const int node : nodes) set->second.push_back(first + node);
    }
    return first;
  }

  // Row of (node, direction) at 2 node + direction - 1; -1: held, no row.
  std::vector<int> number_rows(const PlaneMesh& mesh, std::int64_t first_label) {
    std::vector<int> rows(2 * mesh.nodes.size(), 0);
    const auto hold = [&](const SetSupport& support) {
      const auto set = mesh.sets.find(support.set);
      if (set == mesh.sets.end()) return;
      for (const int node : set->second)
        for (const int d : support.directions)
          rows[static_cast<std::size_t>(2 * node + d - 1)] = -1;
    };
    hold({"fixed", {1, 2}});
    for (const SetSupport& support : mesh.supports) hold(support);
    double reach = 0.0;
    for (const Eigen::Vector2d& node : mesh.nodes) reach = std::max(reach, std::abs(node.x()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool on_axis = mesh.state == PlaneState::axisymmetric && i % 2 == 0 &&
                           mesh.nodes[i / 2].x() <= kOnAxis * reach;
      if (on_axis) rows[i] = -1;
      if (rows[i] < 0) continue;
      rows[i] = static_cast<int>(model_.dofs.size());
      model_.dofs.push_back(
          {first_label + static_cast<std::int64_t>(i / 2), static_cast<int>(i % 2) + 1});
    }
    return rows;
  }

  // zeros: entries that are zero stay in the pattern; those of congruent elements are zero in all.
  void scatter(const Matrix& k, const Matrix& m, const std::vector<int>& rows,
               const std::array<int, 8>& nodes, bool zeros) {
    const auto row_of = [&](Eigen::Index i) {
      const auto node = static_cast<std::size_t>(nodes[static_cast<std::size_t>(i / 2)]);
      return rows[2 * node + static_cast<std::size_t>(i % 2)];
    };
    for (Eigen::Index i = 0; i < k.rows(); ++i)
      for (Eigen::Index j = 0; j < k.cols(); ++j) {
        const int a = row_of(i), b = row_of(j);
        if (a < 0 || b < 0) continue;
        if (zeros || k(i, j) != 0.0) stiffness_.emplace_back(a, b, k(i, j));
        if (i % 2 == j % 2 && (zeros || m(i, j) != 0.0)) mass_.emplace_back(a, b, m(i, j));
      }
  }

  FullModel model_;
  Entries stiffness_, mass_;
};

}  // namespace

const PlaneElement& plane_element(const std::string& name) {
  std::string known;
  for (const PlaneElement& element : kElements) {
    if (element.name == name) return element;
    known += (known.empty() ? "" : ", ") + std::string(element.name);
  }
  throw Error("plane element", "\"" + name + "\" is none", "use one of: " + known);
}

double plane_depth(const PlaneMesh& mesh, double x) {
  return mesh.state == PlaneState::axisymmetric ? kTwoPi * x : mesh.width;
}

FullModel assemble_plane(const PlaneMesh& mesh, const Material& material) {
  PlaneAssembly assembly(mesh.source);
  assembly.add("", mesh, material);
  return assembly.finish();
}

FullModel assemble_plane(const std::string& source, const std::vector<NamedPlaneMesh>& bodies) {
  PlaneAssembly assembly(source);
  std::vector<Substructure> substructures;
  substructures.reserve(bodies.size());
  for (const NamedPlaneMesh& body : bodies)
    substructures.push_back(assembly.add(body.name, body.mesh, body.material));
  return assembly.finish(std::move(substructures));
}

}  // namespace mortise::gen
