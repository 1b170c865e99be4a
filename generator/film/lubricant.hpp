// Density and viscosity of the lubricant over pressure, dimensionless.
#pragma once

#include "generator/define/film_definition.hpp"

namespace mortise::gen {

// Relative properties at nodal pressures P (n); below ambient pressure they are those at ambient.
struct LubricantState {
  Vector density, density_slope;    // rho / rho0, d/dP
  Vector fluidity, fluidity_slope;  // eta0 / eta, d/dP
};

// The laws at pressures over a scale (Schmidt 2.8-2.10), dimensionless:
//   Barus        eta/eta0 = exp(barus P)
//   Roelands     eta/eta0 = exp(roelands_log ((1 + roelands_pole P)^roelands_index - 1))
//   Dowson-Higginson   rho/rho0 = (density + 1.34 P) / (density + P)
struct LubricantNumbers {
  double barus, roelands_log, roelands_pole, roelands_index, density;
};

class Lubricant {
 public:
  // scale: p_H [Pa]. Throws Error if Roelands' law is not defined for the viscosity
  // (eta0 <= exp(-9.67) Pa s).
  Lubricant(const LubricantSpec& spec, double scale);

  LubricantNumbers numbers() const;

  // Barus (Schmidt 2.8), Roelands (2.9), Dowson-Higginson (2.10).
  void evaluate(const Vector& P, LubricantState* state) const;

  // The same lubricant with a share 0..1 of its pressure-viscosity coefficient: the path along
  // which a steady solution is found.
  Lubricant with_share(double share) const;

 private:
  LubricantSpec spec_;
  double scale_;
};

}  // namespace mortise::gen
