// A definition with bolted contacts, imported, seen on its grids and condensed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/simulate/bolted/modal_load.hpp"

namespace mortise::gen {

struct BoltedCase {
  BoltedStructure structure;
  PreloadTask preload;
  double friction = 0.0;
};

// Zones are named "left" and "right"; the model's sets "left_top", "left_bottom" hold the nodes of
// their surfaces, "left_bolt_upper", "left_bolt_lower" those that the bolt pulls together, "sensor"
// one node whose motion is the amplitude. Zones without their sets are not there.
// Throws Error naming sets that are missing.
BoltedCase bolted_case(const Definition& definition, std::vector<std::string>* warnings);

}  // namespace mortise::gen
