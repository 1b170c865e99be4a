#include "tests/robustness/oversized_model.hpp"

#include "mortise_generated.h"
#include "tests/robustness/reseal.hpp"

namespace mortise::robustness {

namespace {

namespace fb = flatbuffers;

constexpr std::size_t kMany = 16385;

template <class T>
fb::Offset<fb::Vector<fb::Offset<T>>> many(fb::FlatBufferBuilder& b, fb::Offset<T> one) {
  return b.CreateVector(std::vector<fb::Offset<T>>(kMany, one));
}

}  // namespace

Bytes oversized_model(const std::string& crowded) {
  fb::FlatBufferBuilder b;
  const auto text = b.CreateString("x");
  const auto provenance = schema::CreateProvenance(b, text, text, text);
  const auto reals = b.CreateVector(std::vector<double>(8, 0.0));
  const auto stage = schema::CreateStage(b, reals, reals, reals, 0, reals);
  const auto stages = b.CreateVector(std::vector{stage});
  const auto solver = schema::CreateSolver(b);
  const auto cost = schema::CreateCost(b);
  const auto channels = many(b, schema::CreateChannel(b, text, text));
  const auto parameters = many(b, schema::CreateParameter(b, text, text));
  const auto ranges = many(b, schema::CreateRange(b, text));
  const auto scenarios = many(b, schema::CreateScenario(b, text));
  b.ForceDefaults(true);
  schema::ModelBuilder root(b);
  root.add_schema_version(1);
  root.add_file_size(0);
  root.add_checksum(0);
  root.add_name(text);
  root.add_provenance(provenance);
  root.add_step(1e-4);
  root.add_modes(1);
  root.add_omega(reals);
  root.add_damping(reals);
  root.add_initial_q(reals);
  root.add_initial_v(reals);
  root.add_stages(stages);
  root.add_solver(solver);
  root.add_cost(cost);
  if (crowded == "inputs") root.add_inputs(channels);
  if (crowded == "outputs") root.add_outputs(channels);
  if (crowded == "parameters") root.add_parameters(parameters);
  if (crowded == "training_box") root.add_training_box(ranges);
  if (crowded == "scenarios") root.add_scenarios(scenarios);
  schema::FinishModelBuffer(b, root.Finish());
  Bytes bytes(b.GetBufferPointer(), b.GetBufferPointer() + b.GetSize());
  reseal(&bytes);
  return bytes;
}

}  // namespace mortise::robustness
