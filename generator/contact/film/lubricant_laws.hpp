// The laws of a lubricant over pressure, numbered as in the schema, and the numbers of an oil. A
// new law is a line here and its type with its row in lubricant.cc; a number of its own a member of
// LubricantSpec and a row of lubricant_numbers(), from which its key follows. Its twin in the step
// stands in runtime/src/film/lubricant_laws.hpp.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/law/law_number.hpp"
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

struct LubricantSpec {
  double viscosity = 0.0;             // eta0 [Pa s]
  double viscosity_factor = 1.0;      // on eta0, of one run: the scales keep eta0 [-]
  double pressure_coefficient = 0.0;  // alpha [1/Pa]
  ViscosityLaw viscosity_law = ViscosityLaw::roelands;
  DensityLaw density_law = DensityLaw::dowson_higginson;
};

using LubricantNumber = LawNumber<LubricantSpec>;

// The numbers of oils. Those without a default are required where an oil has them.
const std::vector<LubricantNumber>& lubricant_numbers();

// Whether one of the oil's laws has the number: what no law names, all have.
bool has_number(const LubricantSpec& oil, const LubricantNumber& number);

// The laws that name it, e.g. "lubricant.viscosity_law = barus or roelands"; empty: none does.
std::string laws_with(const LubricantNumber& number);

// An oil that its laws cannot do with. key: of [lubricant], whose value is wrong, null if none is;
// why goes on after the value.
struct LubricantFault {
  const char *key, *why, *remedy;
};
LubricantFault fault_of(const LubricantSpec& oil);

}  // namespace mortise::gen
