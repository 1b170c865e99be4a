#include "generator/bodies/halfspace/rectangle.hpp"

#include <cmath>

#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

// u ln[(v1 + sqrt(u^2 + v1^2)) / (v0 + sqrt(u^2 + v0^2))]; the quotient itself cancels for v < 0.
double edge(double u, double v1, double v0) {
  if (u == 0.0) return 0.0;
  return u * (std::asinh(v1 / std::abs(u)) - std::asinh(v0 / std::abs(u)));
}

}  // namespace

RectangleCompliance& RectangleCompliance::operator+=(const RectangleCompliance& other) {
  zz += other.zz;
  xx += other.xx;
  yy += other.yy;
  xy += other.xy;
  return *this;
}

RectangleCompliance rectangle_compliance(const Rectangle& cell, double x, double y,
                                         const Material& material) {
  const double left = x - cell.half_x, right = x + cell.half_x;
  const double below = y - cell.half_y, above = y + cell.half_y;
  const double along_x = edge(right, above, below) - edge(left, above, below);
  const double along_y = edge(above, right, left) - edge(below, right, left);
  const double corners = std::hypot(right, below) + std::hypot(left, above) -
                         std::hypot(right, above) - std::hypot(left, below);
  const double nu = material.poisson;
  const double unit = (1.0 - nu * nu) / (kPi * material.young * 4.0 * cell.half_x * cell.half_y);
  RectangleCompliance c;
  c.zz = unit * (along_x + along_y);
  c.xx = unit * (along_x + along_y / (1.0 - nu));
  c.yy = unit * (along_x / (1.0 - nu) + along_y);
  c.xy = unit * nu / (1.0 - nu) * corners;
  return c;
}

}  // namespace mortise::gen
