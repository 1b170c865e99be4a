// What builds of bolted contacts share with the commands that look at their parts.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "generator/bake/file/options.hpp"
#include "generator/reduce/bolted/reduce_bolted.hpp"
#include "generator/simulate/assemble/assemble_bolted.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {

// The model with all its points, made when it is first asked for. One thread at a time.
class BoltedOnce {
 public:
  // definition: outlives this.
  explicit BoltedOnce(const Definition& definition) : definition_(definition) {}
  // warnings: of the import, if it is made now; may be null.
  const BoltedModel& get(std::vector<std::string>* warnings = nullptr);

 private:
  const Definition& definition_;
  std::unique_ptr<const BoltedModel> model_;
};

BoltedReductionOptions reduction_options(const BoltedReduceSpec& spec, int jobs);
// What there is to say of it.
std::string finding_of(const BoltedReduction& reduction);
// The solver that the structure's definition asks for.
BoltedSolver solver_of(const Definition& definition);

// What is kept of a reduction: all that a model file is baked from.
struct KeptBolted {
  ReducedBolted reduced;
  std::vector<InputChannel> inputs;
  std::vector<OutputChannel> outputs;
  Vector sensed;                // see BoltedModel
  std::optional<double> trust;  // limit of the training ratio that draws have chosen
  std::vector<std::string> findings;
};

// Trained now, or kept by an earlier build. Throws Error.
KeptBolted kept_bolted(const Definition& definition, const BuildSettings& settings,
                       BoltedOnce* full);

// Baked as the definition says.
AlignedBytes bake_bolted(const Definition& definition, const KeptBolted& kept,
                         const std::optional<CertificateOptions>& certificate);

}  // namespace mortise::gen
