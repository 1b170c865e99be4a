#include "generator/bodies/mesh/solid_mesh.hpp"

#include <fmt/format.h>

#include <cmath>

#include "generator/bodies/mesh/hexahedron.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::array<std::array<int, 3>, 8> kCellCorner{
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};

void check_block(const Vector3& length, const std::array<int, 3>& cells, double distortion) {
  for (int d = 0; d < 3; ++d) {
    const int count = cells[static_cast<std::size_t>(d)];
    if (!(length[d] > 0.0) || !std::isfinite(length[d]) || count < 1)
      throw Error("block", fmt::format("{} m in {} cells along {}", length[d], count, "xyz"[d]),
                  "give positive lengths and numbers of cells");
  }
  if (!(distortion >= 0.0 && distortion <= 0.2))
    throw Error("block", fmt::format("distortion = {}", distortion), "choose one of 0 to 0.2");
}

}  // namespace

SolidMesh block_mesh(const Vector3& length, const std::array<int, 3>& cells, double distortion) {
  check_block(length, cells, distortion);
  const auto [nx, ny, nz] = cells;
  SolidMesh mesh;
  mesh.source = fmt::format("block of {} x {} x {} hexahedra", nx, ny, nz);
  const auto node = [nx = nx, ny = ny](int i, int j, int k) {
    return (k * (ny + 1) + j) * (nx + 1) + i;
  };
  const Vector3 size(length[0] / nx, length[1] / ny, length[2] / nz);
  const auto off = [&](int d, int i, int n, double angle) {
    return i == 0 || i == n ? 0.0 : distortion * size[d] * std::sin(angle);
  };
  for (int k = 0; k <= nz; ++k)
    for (int j = 0; j <= ny; ++j)
      for (int i = 0; i <= nx; ++i) {
        mesh.nodes.emplace_back(i * size[0] + off(0, i, nx, 7.0 * j + 3.0 * k),
                                j * size[1] + off(1, j, ny, 5.0 * i + k),
                                k * size[2] + off(2, k, nz, 3.0 * i + 2.0 * j));
        if (i == 0) mesh.sets["fixed"].push_back(node(i, j, k));
        if (i == nx) mesh.sets["tip"].push_back(node(i, j, k));
      }
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        std::array<int, 8>& element = mesh.elements.emplace_back();
        for (std::size_t c = 0; c < 8; ++c)
          element[c] = node(i + kCellCorner[c][0], j + kCellCorner[c][1], k + kCellCorner[c][2]);
      }
  return mesh;
}

FullModel assemble_solid(const SolidMesh& mesh, const Material& material) {
  check_material(mesh.source, material);
  FullModel model;
  model.source = mesh.source;
  std::vector<int> row(mesh.nodes.size(), 0);  // of a node's x; -1: held
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    model.nodes[static_cast<std::int64_t>(i) + 1] = mesh.nodes[i];
  for (const auto& [name, nodes] : mesh.sets)
    for (const int i : nodes) {
      model.sets[name].push_back(i + 1);
      if (name == "fixed") row[static_cast<std::size_t>(i)] = -1;
    }
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] < 0) continue;
    row[i] = static_cast<int>(model.dofs.size());
    for (int d = 1; d <= 3; ++d) model.dofs.push_back({static_cast<std::int64_t>(i) + 1, d});
  }
  Entries stiffness, mass;
  stiffness.reserve(576 * mesh.elements.size());
  mass.reserve(192 * mesh.elements.size());
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    HexCorners corners;
    std::array<int, 8> rows{};
    for (std::size_t c = 0; c < 8; ++c) {
      const auto node = static_cast<std::size_t>(mesh.elements[e][c]);
      corners.row(static_cast<Eigen::Index>(c)) = mesh.nodes[node];
      rows[c] = row[node];
    }
    if (const int corner = folded_corner(corners); corner > 0)
      throw Error(mesh.source, fmt::format("element {} is folded at its corner {}", e + 1, corner),
                  "order its nodes counter-clockwise, the lower face first; every angle lies "
                  "between 0 and 180 degrees");
    const HexMatrix k = hex_stiffness(corners, material), m = hex_mass(corners, material.density);
    for (int i = 0; i < 24; ++i)
      for (int j = 0; j < 24; ++j) {
        const int a = rows[static_cast<std::size_t>(i / 3)];
        const int b = rows[static_cast<std::size_t>(j / 3)];
        if (a < 0 || b < 0) continue;
        stiffness.emplace_back(a + i % 3, b + j % 3, k(i, j));
        if (i % 3 == j % 3) mass.emplace_back(a + i % 3, b + j % 3, m(i, j));
      }
  }
  const auto n = static_cast<Eigen::Index>(model.dofs.size());
  model.stiffness = sparse_matrix(n, n, stiffness);
  model.mass = sparse_matrix(n, n, mass);
  return model;
}

}  // namespace mortise::gen
