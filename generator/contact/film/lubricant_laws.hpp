// The laws of a lubricant over pressure. A new one is a line here and its function,
// <name>_viscosity or <name>_density, in lubricant.cc; in reduced films also its kernel in the
// runtime.
#pragma once

#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

#define MORTISE_VISCOSITY_LAWS(LAW)     \
  LAW(constant, "eta/eta0 = 1")         \
  LAW(barus, "eta/eta0 = exp(barus P)") \
  LAW(roelands, "eta/eta0 = exp(roelands_log ((1 + roelands_pole P)^roelands_index - 1))")

#define MORTISE_DENSITY_LAWS(LAW)     \
  LAW(incompressible, "rho/rho0 = 1") \
  LAW(dowson_higginson, "rho/rho0 = (density + 1.34 P) / (density + P)")

MORTISE_ENUM(ViscosityLaw, MORTISE_VISCOSITY_LAWS)
MORTISE_ENUM(DensityLaw, MORTISE_DENSITY_LAWS)

}  // namespace mortise::gen
