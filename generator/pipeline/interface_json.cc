#include "generator/pipeline/interface_json.hpp"

#include "generator/pipeline/matrix_json.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

json of_law(const JointLaw& law) {
  const NormalLaw& n = law.normal;
  const TangentialLaw& t = law.tangential;
  return {n.stiffness,
          n.damping,
          static_cast<int>(n.damper),
          n.gap,
          n.separation_stiffness,
          n.separation_gap,
          static_cast<int>(t.kind),
          t.friction,
          t.friction_modulus,
          t.slip_traction,
          t.elements,
          t.static_friction,
          t.stribeck_velocity,
          t.bristle_damping,
          t.viscous};
}

JointLaw law_of(const json& v) {
  JointLaw law;
  law.normal = {v.at(0), v.at(1), static_cast<ImpactDamper>(v.at(2).get<int>()),
                v.at(3), v.at(4), v.at(5)};
  law.tangential = {static_cast<TangentialKind>(v.at(6).get<int>()),
                    v.at(7),
                    v.at(8),
                    v.at(9),
                    v.at(10),
                    v.at(11),
                    v.at(12),
                    v.at(13),
                    v.at(14)};
  return law;
}

json of_residual(const ResidualCompliance& r) {
  return {{"lag", r.lag},
          {"rows", of_matrix(r.row_compliance)},
          {"inputs", of_matrix(r.input_compliance)},
          {"outputs", of_matrix(r.output_compliance)},
          {"row_offset", of_matrix(r.row_offset)},
          {"output_offset", of_matrix(r.output_offset)}};
}

ResidualCompliance residual_of(const json& v) {
  ResidualCompliance r;
  r.lag = v.at("lag");
  r.row_compliance = matrix_of(v.at("rows"));
  r.input_compliance = matrix_of(v.at("inputs"));
  r.output_compliance = matrix_of(v.at("outputs"));
  r.row_offset = vector_of(v.at("row_offset"));
  r.output_offset = vector_of(v.at("output_offset"));
  return r;
}

}  // namespace

json of_joint(const ReducedJoint& joint) {
  json points = json::array();
  for (const JointPoint& p : joint.points)
    points.push_back({p.node[0], p.node[1], p.share[0], p.share[1], p.length, p.position});
  json value = {{"rows", of_matrix(joint.rows)},
                {"nodes", joint.node_names},
                {"points", points},
                {"law", of_law(joint.law)}};
  if (joint.residual) value["residual"] = of_residual(*joint.residual);
  return value;
}

ReducedJoint joint_of(const json& value) {
  ReducedJoint joint;
  joint.rows = matrix_of(value.at("rows"));
  joint.node_names = value.at("nodes").get<std::vector<std::string>>();
  for (const json& p : value.at("points"))
    joint.points.push_back({{p.at(0), p.at(1)}, {p.at(2), p.at(3)}, p.at(4), p.at(5)});
  joint.law = law_of(value.at("law"));
  if (value.contains("residual")) joint.residual = residual_of(value.at("residual"));
  return joint;
}

json of_sliding(const ReducedSliding& s) {
  return {{"slave", of_matrix(s.slave_rows)},
          {"target", of_matrix(s.target_rows)},
          {"positions", of_matrix(s.geometry.target_positions)},
          {"geometry", {s.geometry.slave_height, s.geometry.start}},
          {"law", {static_cast<int>(s.law.kind), s.law.friction, s.law.velocity, s.law.feedback}}};
}

ReducedSliding sliding_of(const json& value) {
  ReducedSliding s;
  s.slave_rows = matrix_of(value.at("slave"));
  s.target_rows = matrix_of(value.at("target"));
  s.geometry = {matrix_of(value.at("positions")), value.at("geometry").at(0),
                value.at("geometry").at(1)};
  const json& law = value.at("law");
  s.law = {static_cast<SlidingKind>(law.at(0).get<int>()), law.at(1), law.at(2), law.at(3)};
  return s;
}

json of_cases(const std::vector<OperatingCase>& cases) {
  json list = json::array();
  for (const OperatingCase& c : cases) {
    json damping = json::array();
    for (const Rayleigh& r : c.damping) damping.push_back({r.alpha, r.beta});
    list.push_back({{"name", c.name}, {"law", of_law(c.law)}, {"damping", damping}});
  }
  return list;
}

std::vector<OperatingCase> cases_of(const json& value) {
  std::vector<OperatingCase> cases;
  for (const json& entry : value) {
    OperatingCase c{entry.at("name"), law_of(entry.at("law")), {}};
    for (const json& r : entry.at("damping")) c.damping.push_back({r.at(0), r.at(1)});
    cases.push_back(std::move(c));
  }
  return cases;
}

json of_phases(const std::vector<std::vector<Phase>>& phases) {
  json list = json::array();
  for (const std::vector<Phase>& scenario : phases) {
    json entries = json::array();
    for (const Phase& p : scenario) entries.push_back({p.duration, p.operating_case});
    list.push_back(entries);
  }
  return list;
}

std::vector<std::vector<Phase>> phases_of(const json& value) {
  std::vector<std::vector<Phase>> phases;
  for (const json& entries : value) {
    phases.emplace_back();
    for (const json& p : entries) phases.back().push_back({p.at(0), p.at(1)});
  }
  return phases;
}

}  // namespace mortise::gen
