// The Reynolds equation, discretised, with its analytic Jacobian (Schmidt 2.20, B.8):
//   d_X(A xi d_X P) - A u d_X y - A d_T y - gamma min(P, 0) = 0,
//   xi = rho H^3 / (lambda eta),  y = rho H theta,  A = 1 (line) or X (around an axis).
// In a moving frame x = a X the first term has the factor 1/a^2, and (u - a' X) / a stands for u.
// Poiseuille term: central differences with averaged xi; Couette term: upwind of second or third
// order of rho H, times the fill of the cell upstream; finite volumes at the axis. On graded grids,
// too, each row is what passes the faces of its cell over the cell's width: what flows is
// conserved, and a steady film is of second order however the nodes are spaced.
//
// Cavitation: by penalty (Swift-Stieber), or mass-conserving (Jakobsson-Floberg-Olsson) as the
// complementarity P >= 0, 1 - theta >= 0, P (1 - theta) = 0, solved in one variable U:
// P = max(U, 0), theta = 1 + min(U, 0).
#pragma once

#include "generator/contact/film/grid.hpp"
#include "generator/contact/film/lubricant.hpp"
#include "generator/contact/film/pressure_law.hpp"

namespace mortise::gen {

class Reynolds final : public PressureLaw {
 public:
  // lambda: film number (FilmScales); speed: u, entrainment over the reference speed; penalty:
  // gamma, ignored if mass-conserving; order: of the Couette term, second if mass-conserving.
  Reynolds(const FilmGrid& grid, const Lubricant& lubricant, double lambda, double speed,
           Cavitation cavitation, double penalty, FilmUpwind order = FilmUpwind::second_order)
      : grid_(grid),
        lubricant_(lubricant),
        lambda_(lambda),
        speed_(speed),
        cavitation_(cavitation),
        penalty_(penalty),
        order_(order) {}

  Eigen::Index points() const override { return grid_.points(); }
  Eigen::Index first() const override { return grid_.first(); }
  Eigen::Index unknowns() const override { return grid_.unknowns(); }
  void pressure(const Vector& U, Vector* P, Vector* fill) const override;
  // y = rho H theta
  Vector content(const Vector& U, const Vector& H) const override;
  void residual(const Vector& U, const Vector& H, const StageTerms& terms,
                Vector* f) const override;
  void jacobian(const Vector& U, const Vector& H, const StageTerms& terms, Bands* by_U,
                Bands* by_H) const override;
  bool needs_gap() const override { return true; }

  const FilmGrid& grid() const { return grid_; }
  void set_lubricant(const Lubricant& lubricant) { lubricant_ = lubricant; }
  const Lubricant& lubricant() const { return lubricant_; }
  void set_lambda(double lambda) { lambda_ = lambda; }
  double lambda() const { return lambda_; }
  void set_speed(double speed) { speed_ = speed; }
  double speed() const { return speed_; }

 private:
  // nodal values shared by residual and Jacobian
  struct Nodal {
    Vector P, fill;
    LubricantState fluid;
    Vector xi, full;  // xi, rho H
  };
  Nodal nodal(const Vector& U, const Vector& H) const;
  double upwind(const Nodal& v, Eigen::Index i, double speed) const;
  double flow_scale(const StageTerms& terms) const {
    const double h = grid_.spacing, a = terms.frame;
    return 1.0 / (h * h * a * a * terms.viscosity_factor);
  }
  double wind(Eigen::Index i, const StageTerms& terms) const {
    return (terms.speed_factor * speed_ - terms.frame_rate * grid_.x[i]) / terms.frame;
  }

  FilmGrid grid_;
  Lubricant lubricant_;
  double lambda_, speed_;
  Cavitation cavitation_;
  double penalty_;
  FilmUpwind order_;
};

}  // namespace mortise::gen
