#include "generator/bodies/model/material.hpp"

#include <cmath>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

void check_material(const std::string& where, const Material& material, bool half) {
  const auto require = [&](bool holds, const std::string& finding, double value,
                           const char* remedy) {
    if (!holds) throw Error(where, finding + " = " + number_text(value), remedy);
  };
  const auto positive = [](double value) { return std::isfinite(value) && value > 0.0; };
  const double nu = material.poisson;
  require(positive(material.young), "Young's modulus is not positive: young", material.young,
          "give it in Pa");
  require(positive(material.density), "the density is not positive: density", material.density,
          "give it in kg/m3");
  require(nu > -1.0 && (half ? nu <= 0.5 : nu < 0.5),
          "Poisson's ratio is not between -1 and 0.5: poisson", nu,
          "steel has 0.3; only plane stress may have 0.5, plane strain needs less");
}

}  // namespace mortise::gen
