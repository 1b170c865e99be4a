// Reduced against full model on the scenarios that no reduction step has seen.
#pragma once

#include "generator/bake/instance.hpp"
#include "generator/define/definition.hpp"
#include "generator/pipeline/build.hpp"

namespace mortise::gen {

// Runs the scenarios in both models, with the step of the reduced one.
// scenario: its name; empty: all with held_out = true. log: one line per scenario, may be empty.
// Throws Error for an unknown scenario, a definition without a full model, and one whose
// structure or law parameters are not those of the model.
CertificateOptions certify(const Definition& definition, Instance& reduced,
                           const std::string& scenario, const Log& log);

// True if no error is over its limit.
bool within_limits(const CertificateOptions& certificate);

// True if the definition has a full model and scenarios to compare it on.
bool can_certify(const Definition& definition);

}  // namespace mortise::gen
