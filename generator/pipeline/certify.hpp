// Reduced against full model on the scenarios that no reduction step has seen.
#pragma once

#include "generator/bake/instance.hpp"
#include "generator/define/definition.hpp"
#include "generator/pipeline/build.hpp"

namespace mortise::gen {

struct CertifySettings {
  std::string scenario;  // its name; empty: all with held_out = true
  int jobs = 1;          // scenarios at a time; never changes the result
  Log log;               // one line per scenario, in their order; may be empty
};

// Runs the scenarios in both models, with the step of the reduced one.
// model: bytes of a model file built from this definition.
// Throws Error for an unknown scenario, a definition without a full model, and one whose contacts,
// outputs or scenarios are not those of the model.
CertificateOptions certify(const Definition& definition, const AlignedBytes& model,
                           const CertifySettings& settings);

// True if no error is over its limit.
bool within_limits(const CertificateOptions& certificate);

// True if the definition has a full model and scenarios to compare it on.
bool can_certify(const Definition& definition);

}  // namespace mortise::gen
