// Small, complete models from which the robustness tests mutate; together they hold every table and
// every optional field of the schema.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/numbers/aligned_bytes.hpp"
#include "tests/robustness/seed_names.hpp"

namespace mortise::robustness {

struct SeedModel {
  std::string name;
  gen::AlignedBytes bytes;
};

// free      5 modes, no contact, an input of each hold, scenario
// single    8 modes, one contact, Gauss-Seidel, energy-safe law
// several   20 modes, 4 unlike contacts, status Newton with inverse, certificate, training box,
//           scenario with initial state and sweep, linear hold, padding in every array
// rigid     4 modes, 3 contacts (more rows than motions), status Newton without inverse
// bare      1 mode, nothing optional
// line      film under a load, float64, profile, scenario with ramps and initial film
// line32    the same in float32
// carried   float32 film that a line of deposits carries through its contact
// paced     film of an impact, float32, three bases, steps of several lengths
// edge      the same of three bases and a rebound that moves with the edge of the contact
// kept      float32 film that keeps its factorisation without pivots, compressible fluid,
//           no profile
// point     film of an impact, float32, two bases, one modal coordinate
// point64   the same in float64, the second basis without pivots
// joint     10 modes, joint with friction and residual compliance, three cases of two dampings,
//           scenario with phases and initial pressure
// jenkins   joint with friction of fixed strength, clamped dampers
// springs   joint without friction, residual compliance and cases
// slider    12 modes, unilateral sliding contact, Moreau-Jean
// alpha     bilateral sliding contact, generalised alpha
// drawn     assembly: two sliding contacts, a joint and stops on two bodies
std::vector<SeedModel> make_seed_models();

// One of them by name.
gen::AlignedBytes make_seed_model(const std::string& name);

}  // namespace mortise::robustness
