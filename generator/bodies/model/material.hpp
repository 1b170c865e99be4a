// What an elastic body is made of.
#pragma once

#include <string>

namespace mortise::gen {

// Linear elastic and isotropic.
struct Material {
  double young = 0.0;    // E [Pa] > 0
  double poisson = 0.3;  // nu [-], -1 < nu < 0.5; G = E / (2 (1 + nu))
  double density = 0.0;  // [kg/m3] > 0
};

// Throws Error(where) naming the number that is out of its range.
// half: nu = 0.5 is allowed, as plane stress has a finite stiffness then.
void check_material(const std::string& where, const Material& material, bool half = false);

}  // namespace mortise::gen
