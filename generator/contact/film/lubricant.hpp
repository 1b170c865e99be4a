// Density and viscosity of the lubricant over pressure, dimensionless.
#pragma once

#include "generator/contact/film/film_case.hpp"

namespace mortise::gen {

// Relative properties at nodal pressures P (n); below ambient pressure they are those at ambient.
struct LubricantState {
  Vector density, density_slope;    // rho / rho0, d/dP
  Vector fluidity, fluidity_slope;  // eta0 / eta, d/dP
};

// What the file holds of the laws (lubricant_laws.hpp; Schmidt 2.8-2.10) at pressures over a scale,
// dimensionless: the members of FilmConstants with these names. Zero where no law reads it.
struct LubricantNumbers {
  double barus, roelands_log, roelands_pole, roelands_index, density;
};

class Lubricant {
 public:
  // scale: p_H [Pa]. Throws Error naming the number that the laws cannot do with.
  Lubricant(const LubricantSpec& spec, double scale);

  LubricantNumbers numbers() const;

  void evaluate(const Vector& P, LubricantState* state) const;

  // This lubricant with a share 0..1 of its pressure-viscosity coefficient: the path along which a
  // steady solution is found.
  Lubricant with_share(double share) const {
    Lubricant softer = *this;
    softer.spec_.pressure_coefficient *= share;
    return softer;
  }

 private:
  LubricantSpec spec_;
  double scale_;
};

}  // namespace mortise::gen
