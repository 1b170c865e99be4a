// A reduced bolted structure against the one whose every point rubs and opens for itself, on the
// scenarios that no training has seen.
//
//   total      the model file against full order resolved in time, directly
//   reduction  the same against full order with the step of the file
//   step       full order with the step of the file against the resolved one
// Full order has the same modes and all points; modes that were left out are no part of the error.
#pragma once

#include <functional>
#include <memory>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/judge/certify/procedure.hpp"
#include "generator/simulate/assemble/assemble_bolted.hpp"

namespace mortise::gen {

// model: bytes of a model file built from this definition. full: called once, where a scenario is
// not kept in settings.cache. Throws Error for an unknown scenario.
CertificateOptions certify_bolted(const Definition& definition, const AlignedBytes& model,
                                  const std::function<const BoltedModel&()>& full,
                                  const CertifySettings& settings);

// Errors of the file in one run that no scenario describes: inputs (nu) at any time, over
// `duration` [s]; both at the step of the file.
Measured bolted_errors(const BoltedModel& full, int substeps, Instance* instance,
                       const std::function<Vector(double time)>& inputs, double duration);

}  // namespace mortise::gen
