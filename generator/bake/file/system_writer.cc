#include "generator/bake/file/system_writer.hpp"

#include "generator/bake/play/instance.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

AlignedBytes write_file(const SystemWriter& system, const ModelOptions& options,
                        const GoldenTrace* golden) {
  const Dims dims = system.dims();
  ModelWriter writer(options, dims);
  return writer.finish(body_of(system, options, &writer), golden);
}

}  // namespace

std::uint32_t arena_of(const SystemWriter& system, const ModelOptions& options,
                       std::uint32_t real_bytes) {
  StateLayout layout{};
  if (!lay_out_state(system.dims(), system.layout(real_bytes), &layout))
    throw Error(options.name, "the state would take 2^31 bytes or more", "ask for fewer modes");
  return layout.bytes;
}

ModelBody body_of(const SystemWriter& system, const ModelOptions& options, ModelWriter* writer) {
  ModelBody body;
  system.write(writer, &body);
  const StepCost c = system.cost();
  body.cost = schema::CreateCost(writer->builder(), c.flops_free, c.flops_worst, c.bytes_free,
                                 c.bytes_worst, arena_of(system, options, sizeof(double)),
                                 arena_of(system, options, sizeof(float)), c.iterations_worst,
                                 c.flops_rest);
  return body;
}

void add_outputs(const std::vector<OutputChannel>& outputs, ModelBody* body) {
  for (const OutputChannel& c : outputs) {
    body->outputs.push_back({c.name, c.unit});
    body->output_rules.push_back(
        {static_cast<std::uint32_t>(c.quantity), static_cast<std::uint32_t>(c.index)});
  }
}

AlignedBytes bake_system(const SystemWriter& system, ModelOptions options) {
  std::vector<ScenarioOptions> scenarios;
  scenarios.swap(options.scenarios);  // nothing is known yet of where they start
  const AlignedBytes draft = write_file(system, options, nullptr);
  scenarios.swap(options.scenarios);
  system.settle(draft, &options);
  std::optional<GoldenTrace> golden;
  if (options.golden_steps > 0) {
    golden = system.start(draft, options.golden_steps);
    record_golden(draft, &*golden);
  }
  AlignedBytes bytes = write_file(system, options, golden ? &*golden : nullptr);
  Instance check(bytes, options.name);
  if (golden && !run_selftest(check.model(), check.state()).passed)
    throw Error(options.name, "the golden trace does not repeat itself",
                "report this; the machine or the build is not deterministic");
  return bytes;
}

}  // namespace mortise::gen
