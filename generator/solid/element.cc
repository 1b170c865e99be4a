#include "generator/solid/element.hpp"

#include <cmath>

#include "generator/constants.hpp"
#include "generator/solid/bodies.hpp"

namespace mortise::gen {
namespace {

std::array<GaussPoint, 9> product_rule() {
  const std::array<double, 3> at{-std::sqrt(0.6), 0.0, std::sqrt(0.6)};
  const std::array<double, 3> weight{5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
  std::array<GaussPoint, 9> rule;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) rule[3 * i + j] = {at[j], at[i], weight[i] * weight[j]};
  return rule;
}

}  // namespace

const std::array<GaussPoint, 9>& gauss_points() {
  static const std::array<GaussPoint, 9> rule = product_rule();
  return rule;
}

const std::array<std::array<double, 2>, 8>& natural_nodes() {
  static constexpr std::array<std::array<double, 2>, 8> nodes{
      {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
  return nodes;
}

ElementPoint element_point(const PlaneMesh& mesh, std::size_t element, double xi, double eta) {
  ElementPoint point;
  Eigen::Matrix<double, 8, 2> natural;  // dN/dxi, dN/deta
  const auto& at = natural_nodes();
  for (int i = 0; i < 8; ++i) {
    const double a = at[static_cast<std::size_t>(i)][0], b = at[static_cast<std::size_t>(i)][1];
    if (i < 4) {  // corner: (1 + a xi)(1 + b eta)(a xi + b eta - 1) / 4
      const double u = 1.0 + a * xi, v = 1.0 + b * eta;
      point.shape[i] = 0.25 * u * v * (u + v - 3.0);
      natural(i, 0) = 0.25 * a * v * (2.0 * u + v - 3.0);
      natural(i, 1) = 0.25 * b * u * (2.0 * v + u - 3.0);
    } else if (b != 0.0) {  // on the sides eta = -1, 1
      const double v = 1.0 + b * eta;
      point.shape[i] = 0.5 * (1.0 - xi * xi) * v;
      natural(i, 0) = -xi * v;
      natural(i, 1) = 0.5 * b * (1.0 - xi * xi);
    } else {
      const double u = 1.0 + a * xi;
      point.shape[i] = 0.5 * (1.0 - eta * eta) * u;
      natural(i, 0) = 0.5 * a * (1.0 - eta * eta);
      natural(i, 1) = -eta * u;
    }
  }
  Eigen::Matrix<double, 8, 2> nodes;
  for (int i = 0; i < 8; ++i) {
    const int node = mesh.elements[element][static_cast<std::size_t>(i)];
    nodes.row(i) = mesh.nodes[static_cast<std::size_t>(node)];
  }
  point.position = nodes.transpose() * point.shape;
  const Eigen::Matrix2d tangents = nodes.transpose() * natural;  // d(x, y)/d(xi, eta)
  point.jacobian = tangents.determinant();
  point.gradient = natural * tangents.inverse();
  return point;
}

double plane_depth(PlaneKind kind, double x) {
  return kind == PlaneKind::axisymmetric ? kTwoPi * x : 1.0;
}

double mesh_volume(const PlaneMesh& mesh) {
  double volume = 0.0;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    for (const GaussPoint& gauss : gauss_points()) {
      const ElementPoint point = element_point(mesh, e, gauss.xi, gauss.eta);
      volume += gauss.weight * point.jacobian * plane_depth(mesh.kind, point.position.x());
    }
  }
  return volume;
}

}  // namespace mortise::gen
