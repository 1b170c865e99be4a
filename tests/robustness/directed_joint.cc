// Directed mutations of the fields that only joints have.
#include "tests/robustness/catalogue.hpp"
#include "tests/robustness/oversized_model.hpp"

namespace mortise::robustness {

namespace {

class JointCatalogue : Catalogue {
 public:
  using Catalogue::Catalogue;

  std::vector<Directed> make() {
    sizes();
    points();
    cases();
    laws();
    operators();
    residual();
    channels();
    phases();
    return std::move(out_);
  }

 private:
  void sizes() {
    expect("law", E::kMISSING, edit().drop("law"));
    choice("scheme", "scheme", u8{2});  // that of bilateral sliding contacts
    expect("contacts", E::kOUT_OF_RANGE, edit().set("contacts", u32{1}));
    expect("law.nodes", E::kTOO_LARGE, edit().set("law.nodes", u32{2049}));
    expect("law.nodes", E::kOUT_OF_RANGE, edit().set("law.nodes", u32{0}));
    for (const char* list : {"law.points", "law.cases", "stages"})
      expect(list, E::kTOO_LARGE, oversized_model(list));
    for (const char* list : {"law.points", "law.cases"})
      expect(list, E::kOUT_OF_RANGE, edit().set_length(list, 0));
    expect("stages", E::kWRONG_LENGTH, edit().set_length("stages", 0));
    expect("law.memory", E::kTOO_LARGE, edit().set("law.memory", u32{17}));
    expect("law_history_bytes", E::kWRONG_ARENA, edit().set("law_history_bytes", u32{64}));
  }

  void points() {
    const std::string p = "law.points[0].";
    expect("law.points", E::kMISALIGNED, edit().move_vector("law.points", 32, 4));
    for (const char* node : {"first", "second"})
      for (const u32 index : {u32{3}, ~u32{0}})
        expect("law.points", E::kBAD_INDEX, edit().set(p + node, index));
    expect("law.points", E::kBAD_INDEX, edit().set(p + "second", u32{0}));  // twice the same
    number(p + "share_first", "law.points.share_first", -9.0, 9.0);
    number(p + "share_second", "law.points.share_second", -9.0, 9.0);
    number(p + "length", "law.points.length", 0.0, 1e7);
  }

  void cases() {
    expect("law.cases.stage", E::kBAD_INDEX, edit().set("law.cases[1].stage", u32{2}));
    const std::string p = "law.cases[0].parameters.", field = "law.cases.parameters";
    for (const char* any : {"stiffness", "damping", "separation_stiffness", "separation_gap",
                            "friction", "friction_modulus", "slip_traction", "static_friction",
                            "stribeck_velocity", "bristle_damping", "viscous"})
      number(p + any, field, -1e-9, 1e31);
    number(p + "gap", field, -1e7, 1e31);
    expect(field + ".stiffness", E::kOUT_OF_RANGE, edit().set(p + "stiffness", 0.0));
    // Pushes and pulls at the same opening.
    expect(field + ".separation_gap", E::kOUT_OF_RANGE, edit().set(p + "gap", -1.0));
    choice(p + "damper", field + ".damper", u32{4});
    choice(p + "tangential", field + ".tangential", u32{5});
    choice(p + "reserved", field + ".reserved", u32{1});
  }

  void laws() {
    // Case 1 is Iwan with 5 elements, case 2 LuGre.
    expect("law.memory", E::kOUT_OF_RANGE, edit().set("law.memory", u32{4}));
    for (const u32 elements : {u32{0}, u32{6}, ~u32{0}})
      expect("law.memory", E::kOUT_OF_RANGE,
             edit().set("law.cases[1].parameters.elements", elements));
    for (const char* divisor : {"friction", "stribeck_velocity"})
      expect("law.cases.parameters.stribeck_velocity", E::kOUT_OF_RANGE,
             edit().set("law.cases[2].parameters." + std::string(divisor), 0.0));
    expect("law.tangential", E::kOUT_OF_RANGE, edit().set("law.tangential", u8{0}));
  }

  void operators() {
    array("law.rows", -1e151, 1e151);
    for (const char* path : {"stages[1].velocity_from_position", "stages[1].velocity_constant",
                             "stages[1].velocity_from_input"})
      array(path);
    array("stages[1].velocity_from_velocity", -1.5, 1.5);
    array("stages[1].admittance", 0.0);
    array("stages[1].damping", -1.0);
    array("stages[1].delassus", -1e31, 1e31);
    array("stages[1].point_compliance", -1e-9, 1e31, false);
    number("stages[0].residual_keep", "stages.residual_keep", -1.5, 1.5);
    number("stages[0].residual_gain", "stages.residual_gain", -0.1, 2.5);
    expect("stages.residual_gain", E::kOUT_OF_RANGE, edit().set("stages[0].residual_gain", 0.0));
    expect("stages.velocity_from_input", E::kWRONG_LENGTH,
           edit().drop("stages[0].velocity_from_input"));
  }

  void residual() {
    for (const char* path :
         {"law.port_compliance", "law.output_compliance", "law.row_offset", "law.output_offset"})
      array(path, -1e31, 1e31);
    // Without residual compliance there is nothing that could have an offset.
    ModelEdit e = edit();
    e.drop("law.port_compliance");
    const u32 bytes = edit().get<u32>("law_history_bytes"), less = bytes - without_residual();
    e.set("law_history_bytes", bytes - less);
    e.set("cost.arena_bytes", edit().get<u64>("cost.arena_bytes") - less);
    for (const char* path : {"law.output_compliance", "law.row_offset", "law.output_offset"}) {
      expect(path, E::kWRONG_LENGTH, e);
      e.drop(path);
    }
  }

  // Bytes of the joint's memory then.
  u32 without_residual() const {
    JointView v;
    v.rows_padded = v.ports_padded = 8;
    v.points = static_cast<std::int32_t>(edit().length("law.points"));
    v.memory = static_cast<std::int32_t>(edit().get<u32>("law.memory"));
    return lay_out_joint(v).bytes;
  }

  void channels() {
    choice("output_rules[0].quantity", "output_rules.quantity", u32{24});
    choice("output_rules[0].quantity", "output_rules.quantity", u32{3});
    const std::string rule = "output_rules[0].";
    for (const u32 quantity : {u32{21}, u32{22}})
      expect("output_rules.index", E::kBAD_INDEX,
             edit().set(rule + "quantity", quantity).set(rule + "index", u32{4}));
    for (u32 quantity = 14; quantity <= 20; ++quantity)
      expect("output_rules.index", E::kBAD_INDEX,
             edit().set(rule + "quantity", quantity).set(rule + "index", u32{1}));
    choice("parameters[0].kind", "parameters.kind", u8{3});
    choice("parameters[0].kind", "parameters.kind", u8{16});
    expect("parameters.first_contact", E::kBAD_INDEX, edit().set("parameters[0].contacts", u32{0}));
    expect("parameters.first_contact", E::kBAD_INDEX,
           edit().set("parameters[0].first_contact", u32{1}));
    number("parameters[0].minimum", "parameters.minimum", 0.0, 1e31);
    number("parameters[0].maximum", "parameters.maximum", -0.1, 1e31);
    number("parameters[0].default_value", "parameters.default_value", 0.0, 1e31);
    number("parameters[2].minimum", "parameters.minimum", -1e7, 1e31);  // the gap
  }

  void phases() {
    const std::string list = "scenarios[2].phases";
    expect("scenarios.phases", E::kMISALIGNED, edit().move_vector(list, 16, 4));
    expect("scenarios.phases.joint_case", E::kBAD_INDEX,
           edit().set(list + "[1].joint_case", u64{3}));
    expect("scenarios.phases.joint_case", E::kBAD_INDEX,
           edit().set(list + "[1].joint_case", u64{1} << 32));
    expect("scenarios.phases.step", E::kOUT_OF_RANGE,
           edit().set(list + "[1].step", edit().get<u64>(list + "[2].step")));
    array("scenarios[2].initial_pressure", -1e31, 1e31, false);
  }
};

// Damage to impact units that are no linear springs: those of the first two cases.
class ImpactCatalogue : Catalogue {
 public:
  using Catalogue::Catalogue;

  std::vector<Directed> make() {
    const std::string p = "law.cases[0].impact.", field = "law.cases.impact.";
    number(p + "exponent", field + "exponent", 0.999, 8.1);
    number(p + "restitution", field + "restitution", -1e-9, 1.001);
    number(p + "velocity", field + "velocity", 0.0, 1e31);
    expect("law.cases.impact", E::kMISSING, edit().drop("law.cases[0].impact"));
    choice("law.cases[0].parameters.damper", "law.cases.parameters.damper", u32{4});
    // without its numbers a file has neither their parameters nor room for touches
    ModelEdit e = edit();
    e.set("law.cases[0].parameters.damper", u32{2});
    for (const char* each : {"law.cases[0].impact", "law.cases[1].impact"}) e.drop(each);
    expect("law_history_bytes", E::kWRONG_ARENA, e);
    number("parameters[6].minimum", "parameters.minimum", 0.9, 8.1);
    return std::move(out_);
  }
};

// Damage to what varies along a joint: all numbers in their order.
class FieldCatalogue : Catalogue {
 public:
  using Catalogue::Catalogue;

  std::vector<Directed> make() {
    const std::string stiffness = "law.fields[0]", gap = "law.fields[2]";
    array(stiffness + ".value", 0.0, 1e31, false);
    array(gap + ".value", -1e7, 1e31, false);
    array("law.fields[5].value", -1e-9, 1e31, false);
    for (const u8 other : {u8{3}, u8{16}, u8{18}, u8{255}})
      choice(stiffness + ".number", "law.fields.number", other);
    expect("law.fields.number", E::kBAD_INDEX, edit().set(stiffness + ".number", u8{6}));
    // pushes and pulls at the same opening; bristles without friction
    expect("law.fields", E::kOUT_OF_RANGE, edit().set_element(gap + ".value", 1, -1.0));
    expect("law.fields", E::kOUT_OF_RANGE, edit().set_element("law.fields[5].value", 3, 0.0));
    // more than a number may be
    expect("law.fields", E::kOUT_OF_RANGE, edit().set_element(stiffness + ".value", 3, 1e29));
    // without them a file has no room for laws of points
    expect("law_history_bytes", E::kWRONG_ARENA, edit().drop("law.fields"));
    return std::move(out_);
  }
};

}  // namespace

std::vector<Directed> joint_mutations(const Bytes& schema,
                                      const std::map<std::string, Bytes>& seeds) {
  std::vector<Directed> all = JointCatalogue(schema, seeds, "joint").make();
  for (Directed& each : ImpactCatalogue(schema, seeds, "hertz").make())
    all.push_back(std::move(each));
  for (Directed& each : FieldCatalogue(schema, seeds, "varied").make())
    all.push_back(std::move(each));
  return all;
}

}  // namespace mortise::robustness
