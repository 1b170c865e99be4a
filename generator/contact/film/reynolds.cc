#include "generator/contact/film/reynolds.hpp"

#include <algorithm>

namespace mortise::gen {
namespace {

// One-sided difference of d_X at node i: what leaves its cell less what enters it, three-point
// where the grid has the nodes.
struct Upwind {
  int step = 0;  // -1: values from the left, +1: from the right, 0: nothing upstream (the axis)
  bool wide = false;  // three points
  // Share of the difference upstream that reaches the face, from node i and from the node upstream;
  // a half if equidistant.
  double out = 0.5, in = 0.5;
  double ahead = 0.0;  // share of the difference downstream, third order; those above are less then
  double width = 1.0;  // of the cell (of the face upstream if not wide), over the mean spacing
};

Upwind upwind_at(const FilmGrid& grid, Eigen::Index i, double wind, FilmUpwind order) {
  Upwind u;
  u.step = wind >= 0.0 ? -1 : 1;
  if (i + u.step < 0) u.step = 0;
  if (u.step == 0) return u;
  const Eigen::Index far = i + 2 * u.step;
  u.wide = far >= 0 && far < grid.points();
  const bool left = u.step < 0;
  const double upstream = grid.width[left ? i - 1 : i];
  u.width = upstream;
  if (!u.wide) return u;
  u.width = grid.cell(i);
  u.out = 0.5 * grid.width[left || i == 0 ? i : i - 1] / upstream;
  u.in = 0.5 * upstream / grid.width[left ? i - 2 : i + 1];
  const Eigen::Index down = i - u.step;
  if (order == FilmUpwind::second_order || down < 0 || down >= grid.points()) return u;
  u.ahead = 1.0 / 3.0;  // two thirds of the half difference downstream, one of that upstream
  u.out /= 3.0;
  u.in /= 3.0;
  return u;
}

}  // namespace

void Reynolds::pressure(const Vector& U, Vector* P, Vector* fill) const {
  if (cavitation_ == Cavitation::mass_conserving) {
    *P = U.cwiseMax(0.0);
    *fill = Vector::Ones(U.size()) + U.cwiseMin(0.0);
  } else {
    *P = U;
    fill->setOnes(U.size());
  }
}

Reynolds::Nodal Reynolds::nodal(const Vector& U, const Vector& H) const {
  Nodal v;
  pressure(U, &v.P, &v.fill);
  lubricant_.evaluate(v.P, &v.fluid);
  v.xi = v.fluid.density.array() * v.fluid.fluidity.array() * H.array().cube() / lambda_;
  v.full = v.fluid.density.array() * H.array();
  return v;
}

Vector Reynolds::content(const Vector& U, const Vector& H) const {
  Vector P, fill;
  pressure(U, &P, &fill);
  LubricantState fluid;
  lubricant_.evaluate(P, &fluid);
  return fluid.density.array() * H.array() * fill.array();
}

// d_X of the content against the wind, as a difference of what the two faces carry: rho H
// extrapolated from upstream (second order), times the fill of the cell upstream, which keeps the
// carried liquid positive however fast the void opens; or interpolated with the node downstream
// (third order, van Leer's kappa = 1/3), which smears a travelling front much less.
double Reynolds::upwind(const Nodal& v, Eigen::Index i, double speed) const {
  const Upwind u = upwind_at(grid_, i, speed, order_);
  if (u.step == 0) return 0.0;
  const double sign = -u.step / grid_.spacing / u.width;
  const Eigen::Index up = i + u.step;
  if (!u.wide) return sign * (v.fill[i] * v.full[i] - v.fill[up] * v.full[up]);
  const double ahead =
      u.ahead == 0.0
          ? 0.0
          : u.ahead * (v.full[i - u.step] - 2.0 * v.full[i] + v.full[up]);  // never with void
  return sign * (v.fill[i] * ((1.0 + u.out) * v.full[i] - u.out * v.full[up]) -
                 v.fill[up] * ((1.0 + u.in) * v.full[up] - u.in * v.full[up + u.step]) + ahead);
}

void Reynolds::residual(const Vector& U, const Vector& H, const StageTerms& terms,
                        Vector* f) const {
  const Nodal v = nodal(U, H);
  const double scale = flow_scale(terms);
  const Eigen::Index last = grid_.first() + grid_.unknowns();
  f->setZero(grid_.points());
  double inflow = 0.0;  // Poiseuille flux through the left face
  if (grid_.first() == 1) inflow = 0.5 * (v.xi[0] + v.xi[1]) * (v.P[1] - v.P[0]) / grid_.width[0];
  for (Eigen::Index i = grid_.first(); i < last; ++i) {
    const double outflow = grid_.face_factor(i) * 0.5 * (v.xi[i] + v.xi[i + 1]) *
                           (v.P[i + 1] - v.P[i]) / grid_.width[i];
    const double cell = grid_.cell_factor(i);
    double value = scale * (outflow - inflow) / grid_.cell(i);
    inflow = outflow;
    const double speed = wind(i, terms);
    if (speed != 0.0) value -= cell * speed * upwind(v, i, speed);
    if (terms.shift != 0.0) {
      value -= cell * terms.shift * (v.fill[i] * v.full[i] - (*terms.start)[i]);
    }
    if (cavitation_ == Cavitation::penalty) value -= cell * penalty_ * std::min(U[i], 0.0);
    (*f)[i] = value;
  }
}

void Reynolds::jacobian(const Vector& U, const Vector& H, const StageTerms& terms, Bands* by_U,
                        Bands* by_H) const {
  const Nodal v = nodal(U, H);
  const Eigen::Index n = grid_.points();
  const double scale = flow_scale(terms);
  const bool conserving = cavitation_ == Cavitation::mass_conserving;
  by_U->setZero(n, 5);
  by_H->setZero(n, 5);

  // slopes of the nodal values
  const Eigen::ArrayXd wet =
      conserving ? Eigen::ArrayXd((U.array() >= 0.0).cast<double>()) : Eigen::ArrayXd::Ones(n);
  const Eigen::ArrayXd fill_U = 1.0 - wet;
  const Eigen::ArrayXd h = H.array();
  const Eigen::ArrayXd rho = v.fluid.density.array();
  const Eigen::ArrayXd xi_U = wet * h.cube() / lambda_ *
                              (v.fluid.density_slope.array() * v.fluid.fluidity.array() +
                               rho * v.fluid.fluidity_slope.array());
  const Eigen::ArrayXd xi_H = 3.0 * v.xi.array() / h;
  const Eigen::ArrayXd full_U = wet * v.fluid.density_slope.array() * h;

  const auto add = [](Bands* bands, Eigen::Index row, Eigen::Index column, double value) {
    (*bands)(row, column - row + 2) += value;
  };
  const Eigen::Index last = grid_.first() + grid_.unknowns();
  for (Eigen::Index i = grid_.first(); i < last; ++i) {
    // faces to the left and right
    for (const Eigen::Index left : {i - 1, i}) {
      if (left < 0) continue;
      const Eigen::Index right = left + 1;
      const double sign = left == i ? scale : -scale;
      const double face = sign * grid_.face_factor(left) / (grid_.width[left] * grid_.cell(i));
      const double mean = 0.5 * (v.xi[left] + v.xi[right]);
      const double half_slope = 0.5 * (v.P[right] - v.P[left]);
      add(by_U, i, left, face * (half_slope * xi_U[left] - mean * wet[left]));
      add(by_U, i, right, face * (half_slope * xi_U[right] + mean * wet[right]));
      add(by_H, i, left, face * half_slope * xi_H[left]);
      add(by_H, i, right, face * half_slope * xi_H[right]);
    }
    const double cell = grid_.cell_factor(i);
    const double speed = wind(i, terms);
    const Upwind u = upwind_at(grid_, i, speed, order_);
    if (speed != 0.0 && u.step != 0) {
      const double factor = cell * speed * u.step / grid_.spacing / u.width;
      const Eigen::Index up = i + u.step;
      const auto add_full = [&](Eigen::Index at, double weight) {
        add(by_U, i, at, factor * weight * full_U[at]);
        add(by_H, i, at, factor * weight * rho[at]);
      };
      if (u.wide) {
        const Eigen::Index far = up + u.step;
        add_full(i, (1.0 + u.out) * v.fill[i]);
        add_full(up, -u.out * v.fill[i] - (1.0 + u.in) * v.fill[up]);
        add_full(far, u.in * v.fill[up]);
        if (u.ahead != 0.0) {
          add_full(i - u.step, u.ahead);
          add_full(i, -2.0 * u.ahead);
          add_full(up, u.ahead);
        }
        add(by_U, i, i, factor * fill_U[i] * ((1.0 + u.out) * v.full[i] - u.out * v.full[up]));
        add(by_U, i, up, -factor * fill_U[up] * ((1.0 + u.in) * v.full[up] - u.in * v.full[far]));
      } else {
        add_full(i, v.fill[i]);
        add_full(up, -v.fill[up]);
        add(by_U, i, i, factor * fill_U[i] * v.full[i]);
        add(by_U, i, up, -factor * fill_U[up] * v.full[up]);
      }
    }
    if (terms.shift != 0.0) {
      add(by_U, i, i, -cell * terms.shift * (v.fill[i] * full_U[i] + fill_U[i] * v.full[i]));
      add(by_H, i, i, -cell * terms.shift * v.fill[i] * rho[i]);
    }
    if (!conserving && U[i] < 0.0) add(by_U, i, i, -cell * penalty_);
  }
}

}  // namespace mortise::gen
