
#include <array>
#include <cmath>

#include "generator/bodies/mesh/plane_element.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Gradients = Eigen::Matrix<double, 4, 2>;  // d/dx, d/dy of the shape functions [1/m]
using Strain = Eigen::Matrix<double, 3, 8>;     // strain of the corners' dofs [1/m]
using Internal = Eigen::Matrix<double, 3, 4>;   // strain of the incompatible modes [1/m]

constexpr std::array<double, 4> kXi{-1.0, 1.0, 1.0, -1.0};
constexpr std::array<double, 4> kEta{-1.0, -1.0, 1.0, 1.0};

// Shape functions and their derivatives by xi, eta at a point of the unit square.
struct Point {
  Point(double xi, double eta) : xi(xi), eta(eta) {
    for (int i = 0; i < 4; ++i) {
      const auto k = static_cast<std::size_t>(i);
      shape[i] = 0.25 * (1.0 + kXi[k] * xi) * (1.0 + kEta[k] * eta);
      slope(i, 0) = 0.25 * kXi[k] * (1.0 + kEta[k] * eta);
      slope(i, 1) = 0.25 * kEta[k] * (1.0 + kXi[k] * xi);
    }
  }

  // d(x, y) / d(xi, eta), column by column.
  Eigen::Matrix2d jacobian(const QuadCorners& corners) const { return corners.transpose() * slope; }

  double xi, eta;
  Eigen::Vector4d shape;
  Gradients slope;
};

std::array<Point, 4> four_points() {
  const double g = 1.0 / std::sqrt(3.0);
  return {Point(-g, -g), Point(g, -g), Point(g, g), Point(-g, g)};
}

// The determinant of a bilinear map is smallest in a corner.
void check_shape(const QuadCorners& corners) {
  for (std::size_t i = 0; i < 4; ++i) {
    if (Point(kXi[i], kEta[i]).jacobian(corners).determinant() > 0.0) continue;
    throw Error("quadrilateral", "corner " + std::to_string(i + 1) + " is not convex",
                "order the corners counter-clockwise, every angle between 0 and 180 degrees");
  }
}

// Rows xx, yy, shear angle of the columns (x, y) of functions with these gradients.
template <int functions>
Eigen::Matrix<double, 3, 2 * functions> strain_of(
    const Eigen::Matrix<double, functions, 2>& gradients) {
  Eigen::Matrix<double, 3, 2 * functions> strain = Eigen::Matrix<double, 3, 2 * functions>::Zero();
  for (int i = 0; i < functions; ++i) {
    strain(0, 2 * i) = strain(2, 2 * i + 1) = gradients(i, 0);
    strain(1, 2 * i + 1) = strain(2, 2 * i) = gradients(i, 1);
  }
  return strain;
}

// Strain of 1 - xi^2 and 1 - eta^2, whose mean over the element the correction makes zero.
Internal internal_strain(const Point& at, const Eigen::Matrix2d& centre, double ratio) {
  Eigen::Matrix2d slope;
  slope << -2.0 * at.xi, 0.0, 0.0, -2.0 * at.eta;
  const Eigen::Matrix2d gradients = ratio * (slope * centre.inverse());
  return strain_of<2>(gradients);
}

void quad(const PlaneMesh& mesh, std::size_t index, const Material& material, QuadKind kind,
          Matrix* stiffness, Matrix* mass) {
  demand(mesh.state != PlaneState::axisymmetric, mesh.source,
         "elements of four nodes know no axis of revolution", "use quadratic ones");
  QuadCorners corners;
  for (int i = 0; i < 4; ++i)
    corners.row(i) =
        mesh.nodes[static_cast<std::size_t>(mesh.elements[index][static_cast<std::size_t>(i)])];
  *stiffness = quad_stiffness(corners, plane_elasticity(material, mesh.state), mesh.width, kind);
  *mass = quad_mass(corners, material.density, mesh.width);
}

}  // namespace

Eigen::Matrix3d plane_elasticity(const Material& material, PlaneState state) {
  const double young = material.young, poisson = material.poisson;
  // plane strain is plane stress of E / (1 - nu^2), nu / (1 - nu)
  const bool strain = state == PlaneState::strain;
  const double e = strain ? young / (1.0 - poisson * poisson) : young;
  const double nu = strain ? poisson / (1.0 - poisson) : poisson;
  Eigen::Matrix3d d = Eigen::Matrix3d::Zero();
  d(0, 0) = d(1, 1) = e / (1.0 - nu * nu);
  d(0, 1) = d(1, 0) = nu * d(0, 0);
  d(2, 2) = young / (2.0 * (1.0 + poisson));
  return d;
}

QuadMatrix quad_stiffness(const QuadCorners& corners, const Eigen::Matrix3d& elasticity,
                          double width, QuadKind kind) {
  check_shape(corners);
  const Eigen::Matrix2d centre = Point(0.0, 0.0).jacobian(corners);
  QuadMatrix k = QuadMatrix::Zero();
  Eigen::Matrix<double, 8, 4> coupling = Eigen::Matrix<double, 8, 4>::Zero();
  Eigen::Matrix4d internal = Eigen::Matrix4d::Zero();
  for (const Point& at : four_points()) {
    const Eigen::Matrix2d jacobian = at.jacobian(corners);
    const double area = jacobian.determinant();
    const Gradients gradients = at.slope * jacobian.inverse();
    const Strain b = strain_of<4>(gradients);
    const Internal g = internal_strain(at, centre, centre.determinant() / area);
    k += width * area * (b.transpose() * elasticity * b);
    coupling += width * area * (b.transpose() * elasticity * g);
    internal += width * area * (g.transpose() * elasticity * g);
  }
  if (kind == QuadKind::incompatible) condense_inner(internal, coupling, &k);
  return 0.5 * (k + k.transpose());
}

QuadMatrix quad_mass(const QuadCorners& corners, double density, double width) {
  check_shape(corners);
  QuadMatrix m = QuadMatrix::Zero();
  for (const Point& at : four_points()) {
    const double mass = density * width * at.jacobian(corners).determinant();
    const Eigen::Matrix4d pairs = mass * (at.shape * at.shape.transpose());
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        for (int d = 0; d < 2; ++d) m(2 * i + d, 2 * j + d) += pairs(i, j);
  }
  return m;
}

void bilinear_quad(const PlaneMesh& mesh, std::size_t index, const Material& material,
                   Matrix* stiffness, Matrix* mass) {
  quad(mesh, index, material, QuadKind::full, stiffness, mass);
}

void incompatible_quad(const PlaneMesh& mesh, std::size_t index, const Material& material,
                       Matrix* stiffness, Matrix* mass) {
  quad(mesh, index, material, QuadKind::incompatible, stiffness, mass);
}

}  // namespace mortise::gen
