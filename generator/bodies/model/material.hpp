// What an elastic body is made of.
#pragma once

#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

// Linear elastic and isotropic.
struct Material {
  double young = 0.0;    // E [Pa] > 0
  double poisson = 0.3;  // nu [-], -1 < nu < 0.5; G = E / (2 (1 + nu))
  double density = 0.0;  // [kg/m3] > 0
};

// And finite.
inline bool is_positive(double value) { return std::isfinite(value) && value > 0.0; }

// Throws Error(where) naming the number that is out of its range.
// half: nu = 0.5 is allowed, as plane stress has a finite stiffness then.
inline void check_material(const std::string& where, const Material& material, bool half = false) {
  const auto require = [&](bool holds, const std::string& finding, double value,
                           const char* remedy) {
    demand(holds, where, finding + " = " + number_text(value), remedy);
  };
  const double nu = material.poisson;
  require(is_positive(material.young), "Young's modulus is not positive: young", material.young,
          "give it in Pa");
  require(is_positive(material.density), "the density is not positive: density", material.density,
          "give it in kg/m3");
  require(nu > -1.0 && (half ? nu <= 0.5 : nu < 0.5),
          "Poisson's ratio is not between -1 and 0.5: poisson", nu,
          "steel has 0.3; only plane stress may have 0.5, plane strain needs less");
}

}  // namespace mortise::gen
