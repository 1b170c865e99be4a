// Bolted contacts within a body, of full-order dofs and seen by the modes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "generator/contact/law/law_answers.hpp"

namespace mortise::gen {

struct BondedBody;  // of the simulation, which knows bolted structures

// In the body whose dofs are the modes of the preloaded structure from `first_mode` on, as many as
// `modes`.
struct BoltedZones {
  std::size_t zones = 0;
  std::shared_ptr<const BondedBody> body;  // null until the structure is known
  Eigen::Index first_mode = 0, modes = 0;
};

// Where bolted contacts lie on the modes of all bodies. What they are made of is among the bolted
// structures that the bake stage is given; their modes are all modes of one body, which nothing
// else moves but other interfaces: input forces and constant forces on them are zero.
struct BoltedPlace {
  Matrix modes;    // (m x n) modes of the bolted structure by those of the bodies
  int bolted = 0;  // which of the bolted structures
};

// They kick the modes of their structure and have no rows.
MORTISE_LAW_ANSWERS(BoltedZones, BoltedPlace)

}  // namespace mortise::gen
