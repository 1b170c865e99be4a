#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "generator/error.hpp"
#include "generator/solid/element.hpp"

namespace mortise::gen {
namespace {

using ElementMatrix = Eigen::Matrix<double, 16, 16>;
constexpr double kOnAxis = 1e-9;  // of the largest radius

std::string brief(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return text.data();
}

void check_material(const std::string& where, const ElasticMaterial& material) {
  const auto refuse = [&](const char* name, double value, const char* range) {
    throw Error(where, std::string(name) + " = " + brief(value) + " is not " + range,
                "give the constants of a linear elastic material in SI units");
  };
  const auto positive = [](double value) { return std::isfinite(value) && value > 0.0; };
  if (!positive(material.young)) refuse("young", material.young, "a positive modulus");
  if (!positive(material.density)) refuse("density", material.density, "a positive density");
  if (!(material.poisson > -1.0 && material.poisson < 0.5))
    refuse("poisson", material.poisson, "between -1 and 0.5 (exclusive)");
}

void check_nodes(const PlaneMesh& mesh) {
  constexpr char kRemedy[] = "correct the mesh";
  const int n = static_cast<int>(mesh.nodes.size());
  const auto label = [](std::size_t i) { return std::to_string(i + 1); };
  std::vector<bool> used(mesh.nodes.size(), false);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    for (const int node : mesh.elements[e]) {
      if (node < 0 || node >= n)
        throw Error(mesh.source, "element " + label(e) + " has a node that does not exist",
                    kRemedy);
      used[static_cast<std::size_t>(node)] = true;
    }
  }
  for (const auto& [name, nodes] : mesh.sets)
    for (const int node : nodes)
      if (node < 0 || node >= n)
        throw Error(mesh.source, "set " + name + " has a node that does not exist", kRemedy);
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    if (!used[i]) throw Error(mesh.source, "node " + label(i) + " belongs to no element", kRemedy);
    if (!mesh.nodes[i].allFinite())
      throw Error(mesh.source, "the coordinates of node " + label(i) + " are not finite", kRemedy);
    if (mesh.kind == PlaneKind::axisymmetric && mesh.nodes[i].x() < 0.0)
      throw Error(mesh.source,
                  "node " + label(i) + " has the negative radius " + brief(mesh.nodes[i].x()),
                  "an axisymmetric mesh lies at x >= 0");
  }
}

// Folded anywhere we look: at the quadrature points and the nodes.
void check_shape(const PlaneMesh& mesh, std::size_t element) {
  const auto refuse = [&](double jacobian) {
    throw Error(mesh.source,
                "element " + std::to_string(element + 1) +
                    " is folded or runs clockwise: Jacobian " + brief(jacobian),
                "move its nodes, or number them counter-clockwise");
  };
  for (const GaussPoint& gauss : gauss_points()) {
    const double jacobian = element_point(mesh, element, gauss.xi, gauss.eta).jacobian;
    if (!(jacobian > 0.0)) refuse(jacobian);
  }
  for (const auto& node : natural_nodes()) {
    const double jacobian = element_point(mesh, element, node[0], node[1]).jacobian;
    if (jacobian < 0.0) refuse(jacobian);
  }
}

// Stress of unit strains (xx, yy, hoop, shear), Voigt [Pa]. Plane strain has no hoop strain.
Eigen::Matrix4d elasticity(const ElasticMaterial& material) {
  const double nu = material.poisson;
  const double shear = material.young / (2.0 * (1.0 + nu));
  const double lame = material.young * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
  Eigen::Matrix4d d = Eigen::Matrix4d::Zero();
  d.topLeftCorner<3, 3>().setConstant(lame);
  d.diagonal() << lame + 2.0 * shear, lame + 2.0 * shear, lame + 2.0 * shear, shear;
  return d;
}

// Strains of the displacements (x, y of node 1, x, y of node 2, ...).
Eigen::Matrix<double, 4, 16> strains(const ElementPoint& point, PlaneKind kind) {
  Eigen::Matrix<double, 4, 16> b = Eigen::Matrix<double, 4, 16>::Zero();
  for (int i = 0; i < 8; ++i) {
    b(0, 2 * i) = point.gradient(i, 0);
    b(1, 2 * i + 1) = point.gradient(i, 1);
    if (kind == PlaneKind::axisymmetric) b(2, 2 * i) = point.shape[i] / point.position.x();
    b(3, 2 * i) = point.gradient(i, 1);
    b(3, 2 * i + 1) = point.gradient(i, 0);
  }
  return b;
}

void integrate(const PlaneMesh& mesh, std::size_t element, const Eigen::Matrix4d& elastic,
               double density, ElementMatrix* stiffness, ElementMatrix* mass) {
  stiffness->setZero();
  mass->setZero();
  for (const GaussPoint& gauss : gauss_points()) {
    const ElementPoint point = element_point(mesh, element, gauss.xi, gauss.eta);
    const double volume =
        gauss.weight * point.jacobian * plane_depth(mesh.kind, point.position.x());
    const Eigen::Matrix<double, 4, 16> b = strains(point, mesh.kind);
    *stiffness += volume * (b.transpose() * elastic * b);
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        for (int d = 0; d < 2; ++d)
          (*mass)(2 * i + d, 2 * j + d) += volume * density * point.shape[i] * point.shape[j];
  }
}

// Row of (node, direction) at 2 node + direction - 1; -1: held, no row.
std::vector<int> number_rows(const PlaneMesh& mesh, std::vector<Dof>* dofs) {
  double reach = 0.0;
  for (const Eigen::Vector2d& node : mesh.nodes) reach = std::max(reach, std::abs(node.x()));
  std::vector<int> rows(2 * mesh.nodes.size(), 0);
  const auto fixed = mesh.sets.find("fixed");
  if (fixed != mesh.sets.end()) {
    for (const int node : fixed->second) {
      rows[2 * static_cast<std::size_t>(node)] = -1;
      rows[2 * static_cast<std::size_t>(node) + 1] = -1;
    }
  }
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    if (mesh.kind == PlaneKind::axisymmetric && mesh.nodes[i].x() <= kOnAxis * reach)
      rows[2 * i] = -1;
    for (std::size_t d = 0; d < 2; ++d) {
      if (rows[2 * i + d] < 0) continue;
      rows[2 * i + d] = static_cast<int>(dofs->size());
      dofs->push_back({static_cast<std::int64_t>(i) + 1, static_cast<int>(d) + 1});
    }
  }
  return rows;
}

void name_nodes(const PlaneMesh& mesh, FullModel* model) {
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    model->nodes[static_cast<std::int64_t>(i) + 1] =
        Vector3(mesh.nodes[i].x(), mesh.nodes[i].y(), 0.0);
  for (const auto& [name, nodes] : mesh.sets) {
    auto& labels = model->sets[name];
    labels.reserve(nodes.size());
    for (const int node : nodes) labels.push_back(static_cast<std::int64_t>(node) + 1);
  }
}

}  // namespace

FullModel assemble_plane(const PlaneMesh& mesh, const ElasticMaterial& material) {
  check_material(mesh.source, material);
  check_nodes(mesh);
  FullModel model;
  model.source = mesh.source;
  name_nodes(mesh, &model);
  const std::vector<int> rows = number_rows(mesh, &model.dofs);
  if (model.dofs.empty())
    throw Error(mesh.source, "no node is free to move",
                "mesh the body, and hold a part of it only");

  const Eigen::Matrix4d elastic = elasticity(material);
  std::vector<Eigen::Triplet<double>> stiffness, mass;
  stiffness.reserve(256 * mesh.elements.size());
  mass.reserve(128 * mesh.elements.size());
  ElementMatrix k, m;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    check_shape(mesh, e);
    integrate(mesh, e, elastic, material.density, &k, &m);
    std::array<int, 16> row{};
    for (std::size_t i = 0; i < 16; ++i)
      row[i] = rows[2 * static_cast<std::size_t>(mesh.elements[e][i / 2]) + i % 2];
    for (std::size_t i = 0; i < 16; ++i) {
      for (std::size_t j = 0; j < 16; ++j) {
        if (row[i] < 0 || row[j] < 0) continue;
        const auto a = static_cast<Eigen::Index>(i), b = static_cast<Eigen::Index>(j);
        stiffness.emplace_back(row[i], row[j], 0.5 * (k(a, b) + k(b, a)));
        if (i % 2 == j % 2) mass.emplace_back(row[i], row[j], m(a, b));
      }
    }
  }
  const auto n = static_cast<Eigen::Index>(model.dofs.size());
  model.stiffness.resize(n, n);
  model.mass.resize(n, n);
  model.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
  model.mass.setFromTriplets(mass.begin(), mass.end());
  return model;
}

}  // namespace mortise::gen
