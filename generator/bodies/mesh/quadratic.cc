
#include <cmath>
#include <string>

#include "generator/bodies/mesh/bodies.hpp"
#include "generator/bodies/mesh/plane_element.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

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

// Folded anywhere we look: at the quadrature points and the nodes.
void check_folds(const PlaneMesh& mesh, std::size_t element) {
  const auto refuse = [&](double jacobian) {
    throw Error(mesh.source,
                "element " + std::to_string(element + 1) +
                    " is folded or runs clockwise: Jacobian " + number_text(jacobian),
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

// Stress of unit strains (xx, yy, hoop, shear), Voigt [Pa]. Only a body of revolution has hoop
// strain.
Eigen::Matrix4d elasticity(const Material& material, PlaneState state) {
  const double nu = material.poisson;
  const double shear = material.young / (2.0 * (1.0 + nu));
  const double lame = state == PlaneState::stress
                          ? material.young * nu / (1.0 - nu * nu)
                          : material.young * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
  Eigen::Matrix4d d = Eigen::Matrix4d::Zero();
  d.topLeftCorner<3, 3>().setConstant(lame);
  d.diagonal() << lame + 2.0 * shear, lame + 2.0 * shear, lame + 2.0 * shear, shear;
  return d;
}

// Strains of the displacements (x, y of node 1, x, y of node 2, ...).
Eigen::Matrix<double, 4, 16> strains(const ElementPoint& point, PlaneState state) {
  Eigen::Matrix<double, 4, 16> b = Eigen::Matrix<double, 4, 16>::Zero();
  for (int i = 0; i < 8; ++i) {
    b(0, 2 * i) = point.gradient(i, 0);
    b(1, 2 * i + 1) = point.gradient(i, 1);
    if (state == PlaneState::axisymmetric) b(2, 2 * i) = point.shape[i] / point.position.x();
    b(3, 2 * i) = point.gradient(i, 1);
    b(3, 2 * i + 1) = point.gradient(i, 0);
  }
  return b;
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

double mesh_volume(const PlaneMesh& mesh) {
  double volume = 0.0;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    for (const GaussPoint& gauss : gauss_points()) {
      const ElementPoint point = element_point(mesh, e, gauss.xi, gauss.eta);
      volume += gauss.weight * point.jacobian * plane_depth(mesh, point.position.x());
    }
  }
  return volume;
}

void quadratic_quad(const PlaneMesh& mesh, std::size_t index, const Material& material,
                    Matrix* stiffness, Matrix* mass) {
  check_folds(mesh, index);
  const Eigen::Matrix4d elastic = elasticity(material, mesh.state);
  Eigen::Matrix<double, 16, 16> k = Eigen::Matrix<double, 16, 16>::Zero(), m = k;
  for (const GaussPoint& gauss : gauss_points()) {
    const ElementPoint point = element_point(mesh, index, gauss.xi, gauss.eta);
    const double volume = gauss.weight * point.jacobian * plane_depth(mesh, point.position.x());
    const Eigen::Matrix<double, 4, 16> b = strains(point, mesh.state);
    k += volume * (b.transpose() * elastic * b);
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        for (int d = 0; d < 2; ++d)
          m(2 * i + d, 2 * j + d) += volume * material.density * point.shape[i] * point.shape[j];
  }
  *stiffness = 0.5 * (k + k.transpose());
  *mass = m;
}

}  // namespace mortise::gen
