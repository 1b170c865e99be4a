// A reduced bolted contact as a kept stage.
#pragma once

#include "generator/ground/files/matrix_json.hpp"
#include "generator/reduce/bolted/reduce_bolted.hpp"
#include "generator/tool/pipeline/condensed_model.hpp"

namespace mortise::gen {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TractionCluster, zone, base, points)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BoltedRows, constant, modes, contact, inputs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReducedBolted, omega, zeta, zones, friction, clusters, constant,
                                   from_modes, from_inputs, pivot, input_force, motions, resultants,
                                   trained_modes, trained_contact)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReducedPart, reduced, findings)

}  // namespace mortise::gen
