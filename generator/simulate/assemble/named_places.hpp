// The places that a definition names, looked for in the model before anything is made of them.
#pragma once

#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/text/findings.hpp"

namespace mortise::gen {

// A finding for every node, set or point of contacts, interfaces, masters, inputs, forces, outputs
// and starts that the model does not have, as a build would refuse it. Zones of bolted contacts are
// left out: their sets are made later.
std::vector<Finding> missing_places(const Definition& definition, const FullModel& model);

}  // namespace mortise::gen
