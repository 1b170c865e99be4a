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

// Laws with too many entries in the list that is `crowded`.
fb::Offset<schema::CompliantJoint> crowded_joint(fb::FlatBufferBuilder& b,
                                                 const std::string& crowded) {
  const auto text = b.CreateString("x");
  const auto reals = b.CreateVector(std::vector<double>(8, 0.0));
  const schema::JointParameters parameters;
  const auto one = schema::CreateJointCase(b, text, 0, &parameters);
  const auto points =
      b.CreateVectorOfStructs(std::vector<schema::JointPoint>(crowded == "law.points" ? kMany : 1));
  const auto cases = b.CreateVector(
      std::vector<fb::Offset<schema::JointCase>>(crowded == "law.cases" ? kMany : 1, one));
  return schema::CreateCompliantJoint(b, reals, 1, false, points, cases);
}

fb::Offset<schema::SlidingContact> crowded_chain(fb::FlatBufferBuilder& b) {
  const auto reals = b.CreateVector(std::vector<double>(8, 0.0));
  const auto positions = b.CreateVector(std::vector<double>(kMany, 0.0));
  return schema::CreateSlidingContact(b, reals, reals, positions);
}

fb::Offset<schema::BoltedContact> crowded_clusters(fb::FlatBufferBuilder& b,
                                                   const std::string& crowded) {
  const auto reals = b.CreateVector(std::vector<double>(8, 0.0));
  const auto zones = b.CreateVectorOfStrings(
      std::vector<std::string>(crowded == "law.zones" ? kMany : 1, std::string("x")));
  const auto zone_of =
      b.CreateVector(std::vector<std::uint32_t>(crowded == "law.zone_of" ? kMany : 1, 0u));
  return schema::CreateBoltedContact(b, zones, reals, 1, zone_of, 1, 1, 1.0, 0.0, reals, reals,
                                     reals, reals, 0, reals, reals, 0, reals, reals, 0, 0, 0, reals,
                                     reals, reals);
}

// A model with one entry in each list but the one that is `crowded`.
fb::Offset<schema::Model> crowded_model(fb::FlatBufferBuilder& b, const std::string& crowded,
                                        fb::Offset<schema::Model> inner) {
  const auto text = b.CreateString("x");
  const auto provenance = schema::CreateProvenance(b, text, text, text);
  const auto reals = b.CreateVector(std::vector<double>(8, 0.0));
  const auto stage = schema::CreateStage(b, reals, reals, reals, 0, reals);
  const bool of_joint = crowded == "law.points" || crowded == "law.cases" || crowded == "stages";
  const auto stages = b.CreateVector(
      std::vector<fb::Offset<schema::Stage>>(crowded == "stages" ? kMany : 1, stage));
  const auto solver = schema::CreateSolver(b, schema::SolverKind::projected_gauss_seidel, 1);
  const auto joint = crowded_joint(b, crowded);
  const auto chain = crowded_chain(b);
  const auto clusters = crowded_clusters(b, crowded);
  const auto contacts = schema::CreateSignoriniCoulomb(b, reals, reals, reals, reals, reals);
  const auto cost = schema::CreateCost(b);
  const auto channels = many(b, schema::CreateChannel(b, text, text));
  const auto parameters = many(b, schema::CreateParameter(b, text, text));
  const auto ranges = many(b, schema::CreateRange(b, text));
  const auto scenarios = many(b, schema::CreateScenario(b, text));
  fb::Offset<fb::Vector<fb::Offset<schema::Interface>>> interfaces;
  if (!inner.IsNull()) {
    const auto one = schema::CreateInterface(b, inner);
    interfaces = b.CreateVector(
        std::vector<fb::Offset<schema::Interface>>(crowded == "interfaces" ? 100 : 1, one));
  }
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
  if (of_joint) {
    root.add_law_type(schema::Law::CompliantJoint);
    root.add_law(joint.Union());
  } else if (crowded == "law.target_positions") {
    root.add_law_type(schema::Law::SlidingContact);
    root.add_law(chain.Union());
  } else if (crowded == "law.zones" || crowded == "law.zone_of") {
    root.add_scheme(schema::Scheme::split);
    root.add_law_type(schema::Law::BoltedContact);
    root.add_law(clusters.Union());
  } else if (inner.IsNull() || crowded.empty()) {
    root.add_law_type(schema::Law::SignoriniCoulomb);
    root.add_law(contacts.Union());
  }
  if (crowded == "inputs") root.add_inputs(channels);
  if (crowded == "outputs") root.add_outputs(channels);
  if (crowded == "parameters") root.add_parameters(parameters);
  if (crowded == "training_box") root.add_training_box(ranges);
  if (crowded == "scenarios") root.add_scenarios(scenarios);
  if (!inner.IsNull()) root.add_interfaces(interfaces);
  return root.Finish();
}

}  // namespace

Bytes oversized_model(const std::string& crowded) {
  fb::FlatBufferBuilder b;
  b.ForceDefaults(true);
  const std::string inside = "interfaces.model.";
  fb::Offset<schema::Model> inner;
  if (crowded == inside + "interfaces") {
    inner = crowded_model(b, "", crowded_model(b, "", {}));
  } else if (crowded.rfind(inside, 0) == 0) {
    inner = crowded_model(b, crowded.substr(inside.size()), {});
  } else if (crowded == "interfaces") {
    inner = crowded_model(b, "", {});
  }
  schema::FinishModelBuffer(b, crowded_model(b, crowded, inner));
  Bytes bytes(b.GetBufferPointer(), b.GetBufferPointer() + b.GetSize());
  reseal(&bytes);
  return bytes;
}

}  // namespace mortise::robustness
