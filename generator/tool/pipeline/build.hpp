// The offline pipeline of one definition: import, condense, train, reduce, bake, certify.
#pragma once

#include <memory>
#include <string>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/judge/certify/certify.hpp"

namespace mortise::gen {

// The full system of a structure, imported when it is first needed; for builds that differ in
// nothing but condensation, step and solver.
class AssembledOnce;
std::shared_ptr<AssembledOnce> assembled_once();

struct BuildSettings {
  std::string cache;            // folder of kept stages; empty: none
  int jobs = 1;                 // full-order runs at a time
  bool certify = true;          // compare with the full model on the held-out scenarios
  long full_steps = kWholeRun;  // of the full model then, see CertifySettings
  Log log{};
  std::shared_ptr<AssembledOnce> assembled{};  // shared with other builds; null: its own
};

// Throws Error, saying which part of the definition is missing, unless a model can be made of it.
void check_build(const Definition& definition);

// The finished model file, whatever its certificate says. Stages that depend on nothing that has
// changed are taken from the cache. Throws Error as the stages do.
AlignedBytes build_model(const Definition& definition, const BuildSettings& settings);

// The certificate of a model file. settings.cache is that of a build.
// model: bytes of a file built from this definition, or one much like it.
CertificateOptions certify_model(const Definition& definition, const AlignedBytes& model,
                                 const CertifySettings& settings);

// Everything the bake stage of a structure takes: sweeps change step or excitation and bake again.
struct BakeInput {
  ReducedSystem system;
  BakeOptions options;  // no certificate yet
};

// Import, contacts and condensation, or the modal data.
BakeInput prepare_bake(const Definition& definition, const BuildSettings& settings);

// Condenses at once, or takes it from the cache.
Rebake rebake_of(const Definition& definition, const BuildSettings& settings);

}  // namespace mortise::gen
