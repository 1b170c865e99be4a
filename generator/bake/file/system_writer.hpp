// What a kind of system brings to its model file; everything else is the same for all of them.
#pragma once

#include <cstdint>

#include "generator/bake/file/golden.hpp"
#include "generator/bake/file/model_writer.hpp"

namespace mortise::gen {

// free: no active contact. worst: no step does more, whatever its inputs, parameters and state:
// every contact active and every cap of a loop met, those of the file and those of the runtime.
struct StepCost {
  std::uint64_t flops_free = 0, flops_worst = 0, bytes_free = 0, bytes_worst = 0;
  std::uint64_t iterations_worst = 0;  // of the interface, as Statistics::iterations counts them
  std::uint64_t flops_rest = 0;        // of a solve at rest, where starts and clearances need one
};

class SystemWriter {
 public:
  virtual ~SystemWriter() = default;

  virtual Dims dims() const = 0;

  // Fills the body: channels, modal data, stages, law, parameters, solver, bytes of histories. The
  // same bytes each time.
  virtual void write(ModelWriter* writer, ModelBody* body) const = 0;

  virtual StepCost cost() const = 0;

  // Layout of a state whose numbers have this size: 8 bytes, or 4 for the float figure of the file.
  virtual LayoutOptions layout(std::uint32_t real_bytes) const = 0;

  // Gives scenarios a start that bring none. draft: the model without scenarios.
  virtual void settle(const AlignedBytes& draft, ModelOptions* options) const = 0;

  // Start of the self-test.
  virtual GoldenTrace start(const AlignedBytes& draft, int steps) const = 0;
};

// What the system brings to its file, with its cost.
ModelBody body_of(const SystemWriter& system, const ModelOptions& options, ModelWriter* writer);

// Bytes of a state. Throws Error for 2^31 or more.
std::uint32_t arena_of(const SystemWriter& system, const ModelOptions& options,
                       std::uint32_t real_bytes);

void add_outputs(const std::vector<OutputChannel>& outputs, ModelBody* body);

// Writes the file, records the golden trace, reads it back. The same arguments give the same bytes.
// Throws Error for a state that is too large or a file that the runtime would refuse.
AlignedBytes bake_system(const SystemWriter& system, ModelOptions options);

}  // namespace mortise::gen
