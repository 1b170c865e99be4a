#include "tests/robustness/directed.hpp"

#include <cfenv>

#include "tests/robustness/catalogue.hpp"
#include "tests/robustness/model_bytes.hpp"
#include "tests/robustness/oversized_model.hpp"
#include "tests/robustness/reseal.hpp"

namespace mortise::robustness {

namespace {

class StructureCatalogue : Catalogue {
 public:
  using Catalogue::Catalogue;

  std::vector<Directed> make() {
    envelope();
    sizes();
    solver_and_memory();
    channels();
    arrays();
    positions();
    law();
    parameters();
    certificate();
    scenarios();
    golden();
    return std::move(out_);
  }

 private:
  void envelope() {
    const Bytes& good = seeds_.at("several");
    expect("file", E::kNULL_BUFFER, good, Presentation::null_bytes);
    expect("model", E::kNULL_BUFFER, good, Presentation::null_model);
    expect("file", E::kMISALIGNED, good, Presentation::misaligned);
    expect("file", E::kTOO_LARGE, good, Presentation::claimed_too_large);
    expect("file", E::kTOO_SHORT, Bytes(good.begin(), good.begin() + 15));
    Bytes other = good;
    other[4] = 'X';
    expect("file_identifier", E::kNOT_A_MODEL, other);
    Bytes flipped = good;
    flipped[good.size() / 2] ^= 1;
    expect("checksum", E::kBAD_CHECKSUM, flipped);
    expect("checksum", E::kBAD_CHECKSUM, edit().drop("checksum"));
    misplaced_roots();
    expect("file", E::kBAD_STRUCTURE, edit().drop("name"));
    expect("file", E::kBAD_STRUCTURE, edit().set_length("omega", 1u << 30));
    Bytes longer = good;
    longer.resize(good.size() + 64, 0);
    reseal(&longer, false);
    expect("file_size", E::kBAD_SIZE, longer);
    for (const u32 version : {u32{0}, u32{2}, ~u32{0}})
      expect("schema_version", E::kUNKNOWN_VERSION, edit().set("schema_version", version));
    // A feature that nobody has, one whose name is not fit to be shown, and one that is none.
    for (const u8 letter : {u8{'x'}, u8{27}, u8{0}})
      expect("required_features", E::kUNKNOWN_FEATURE,
             edit().set_element("required_features[0]", 0, letter));
    expect("float_mode", E::kFLOAT_MODE, good, Presentation::rounding_up);
  }

  // The checksum is looked for before anything is verified: root and vtable outside of the file,
  // and as close to its end as they can be.
  void misplaced_roots() {
    const Bytes& good = seeds_.at("several");
    const auto end = static_cast<u32>(good.size());
    const u32 root = edit().root();
    for (const u32 at : {end - 4, end - 3, end, ~u32{0}, u32{0}})
      expect("checksum", E::kBAD_CHECKSUM, edit().set_word(0, at).sealed());
    for (const u32 vtable : {end - 4, end - 2, end, u32{0}, ~u32{0}})
      expect("checksum", E::kBAD_CHECKSUM, edit().set_word(root, root - vtable).sealed());
  }

  void sizes() {
    expect("scalar", E::kUNKNOWN_VALUE, edit().set("scalar", u8{2}));
    expect("scalar", E::kWRONG_SCALAR, edit().set("scalar", u8{1}));
    choice("scheme", "scheme", u8{1});  // that of films
    number("step", "step", 0.0, 1e4);
    expect("modes", E::kOUT_OF_RANGE, edit().set("modes", u32{0}));
    expect("modes", E::kTOO_LARGE, edit().set("modes", u32{16385}));
    expect("contacts", E::kTOO_LARGE, edit().set("contacts", u32{4097}));
    expect("contacts", E::kTOO_LARGE, edit().set("contacts", u32{4096}));  // state above 2 GiB
    for (const char* list : {"inputs", "outputs", "parameters", "training_box", "scenarios"})
      expect(list, E::kTOO_LARGE, oversized_model(list));
    expect("output_rows", E::kWRONG_LENGTH, edit().set_length("output_rows", 47));
    expect("stages", E::kWRONG_LENGTH, edit().set_length("stages", 0));
  }

  void solver_and_memory() {
    choice("solver.kind", "solver.kind", u8{2});
    for (const char* cap : {"solver.sweep_cap", "solver.newton_cap", "solver.tail_sweeps"})
      expect(cap, E::kOUT_OF_RANGE, edit().set(cap, u32{10001}));
    expect("solver.sweep_cap", E::kOUT_OF_RANGE, edit().set("solver.sweep_cap", u32{0}));
    expect("solver.newton_cap", E::kOUT_OF_RANGE, edit().set("solver.newton_cap", u32{0}));
    number("solver.tolerance", "solver.tolerance", -1e-9, 1.5);
    expect("law_history_bytes", E::kWRONG_ARENA, edit().set("law_history_bytes", u32{64}));
    expect("film_history_bytes", E::kWRONG_ARENA, edit().set("film_history_bytes", u32{64}));
    expect("cost.arena_bytes", E::kWRONG_ARENA, edit().set("cost.arena_bytes", u64{64}));
  }

  void channels() {
    expect("input_ranges", E::kWRONG_LENGTH, edit().set_length("input_ranges", 1));
    expect("input_ranges", E::kMISALIGNED, edit().move_vector("input_ranges", 32, 4));
    number("input_ranges[0].minimum", "input_ranges.minimum", -kHuge, kHuge);
    number("input_ranges[1].maximum", "input_ranges.maximum", -101.0, kHuge);
    number("input_ranges[1].default_value", "input_ranges.default_value", -101.0, 101.0);
    choice("input_ranges[0].hold", "input_ranges.hold", u32{2});
    choice("input_ranges[0].reserved", "input_ranges.reserved", u32{1});
    for (const char* entry : {"inputs[0].range", "parameters[0].range"})
      expect("range", E::kOUT_OF_RANGE, edit().set(entry, u32{3}));  // behind the training box
    expect("output_rules", E::kWRONG_LENGTH, edit().set_length("output_rules", 4));
    choice("output_rules[0].quantity", "output_rules.quantity", u32{5});
    choice("output_rules[0].quantity", "output_rules.quantity", u32{27});  // no books are kept
    // Just behind the rows, modes, interface rows and contacts of this seed.
    const u32 first_bad[5] = {2, 2, 20, 12, 4};
    for (u32 k = 0; k < 5; ++k) {
      const std::string path = "output_rules[" + std::to_string(k) + "].index";
      expect("output_rules.index", E::kBAD_INDEX, edit().set(path, first_bad[k]));
    }
  }

  void arrays() {
    for (const char* path : {"omega", "damping", "stages[0].admittance"}) array(path, -1.0);
    for (const char* path :
         {"initial_q", "initial_v", "stages[0].velocity_constant",
          "stages[0].velocity_from_position", "stages[0].velocity_from_input", "stages[0].delassus",
          "stages[0].delassus_inverse", "scenarios[0].initial_q", "scenarios[0].initial_v",
          "golden.q", "golden.v"})
      array(path);
    for (const char* path : {"output_rows", "law.contact_rows"}) array(path, -1e151, 1e151);
    array("stages[0].velocity_from_velocity", -1.5, 1.5);
    array("stages[0].local_contacts", -kHuge, kHuge, false);
    expect("stages.delassus", E::kOUT_OF_RANGE, edit().set_element("stages[0].delassus", 0, -1.0));
    // Entry 15 of a contact: the reciprocal length of its normal row must not be too long.
    for (const double reach : {-1.0, 1e10})
      expect("stages.local_contacts.inverse_reach", E::kOUT_OF_RANGE,
             edit().set_element("stages[0].local_contacts", 15, reach));
    array("law.clearance", -1e7, 1e7, false);
    array("law.friction", -0.1, 1e4, false);
    array("law.restitution", -0.1, 1.1, false);
    array("law.restitution_tangential", -0.1, 1.1, false);
    const auto bore = [&](E code, const ModelEdit& edited) {
      expect("law.bore_rows", code, edited);
    };
    bore(E::kWRONG_LENGTH, edit("bore").set_length("law.bore_rows", 1));
    bore(E::kMISALIGNED, edit("bore").move_vector("law.bore_rows", 8, 8));
    bore(E::kNOT_FINITE, edit("bore").set_element("law.bore_rows", 0, kNan));
    for (const double row : {-1e151, 1e151})
      bore(E::kOUT_OF_RANGE, edit("bore").set_element("law.bore_rows", 0, row));
    bore(E::kBAD_PADDING, edit("bore").set_element("law.bore_rows", -1, 1.0));
    array("golden.clearance", -1e7, 1e7, false);
    array("golden.inputs", -kHuge, kHuge, false);
    // An optional array that the sizes of the model demand.
    expect("stages.velocity_from_input", E::kWRONG_LENGTH,
           edit().drop("stages[0].velocity_from_input"));
  }

  // Contacts at position level.
  void positions() {
    from("seated");
    choice("law.level", "law.level", u8{2});
    number("law.filter_keep", "law.filter_keep", -0.1, 1.1);
    expect("law.level", E::kUNKNOWN_VALUE, edit("bore").set("law.level", u8{1}));
    expect("law.port_compliance", E::kWRONG_LENGTH, edit().drop("law.port_compliance"));
    for (const char* path :
         {"law.port_compliance", "law.output_compliance", "law.row_offset", "law.output_offset"})
      array(path, -1e31, 1e31);
    for (const std::string name : {"from_velocity", "from_position", "constant"}) {
      array("stages[0].position_" + name);
      expect("stages.position_" + name, E::kMISSING, edit().drop("stages[0].position_" + name));
    }
    array("stages[0].position_from_input");
    array("stages[0].position_admittance", -1.0);
    expect("stages.position_admittance", E::kMISSING, edit().drop("stages[0].position_admittance"));
    number("stages[0].residual_keep", "stages.residual_keep", -1.5, 1.5);
    number("stages[0].residual_gain", "stages.residual_gain", 0.0, 2.5);
    expect("parameters.first_contact", E::kBAD_INDEX,
           edit().set("parameters[1].first_contact", u32{2}));
    for (const u32 cap : {u32{0}, u32{10001}})
      expect("solver.rest_sweep_cap", E::kOUT_OF_RANGE, edit().set("solver.rest_sweep_cap", cap));
    from("several");
  }

  void law() {
    expect("law_type", E::kUNKNOWN_VALUE, edit().set("law_type", u8{0}));
    expect("law_type", E::kUNKNOWN_VALUE, edit().set("law_type", u8{7}));
    expect("law_type", E::kUNKNOWN_VALUE,
           edit("free").alias("law_type", "schema_version"));  // 1, without contacts
    expect("law", E::kMISSING, edit().drop("law"));
    choice("law.friction_velocity", "law.friction_velocity", u8{3});
    for (const char* rule : {"law.restitution_rule", "law.activation"}) choice(rule, rule, u8{2});
    for (const char* limit :
         {"law.activation_threshold", "law.activation_hysteresis", "law.restitution_threshold"})
      number(limit, limit, -1e-9, 1e7);
  }

  void parameters() {
    choice("parameters[0].kind", "parameters.kind", u8{4});
    expect("parameters.first_contact", E::kBAD_INDEX, edit().set("parameters[0].contacts", u32{0}));
    expect("parameters.first_contact", E::kBAD_INDEX, edit().set("parameters[0].contacts", u32{5}));
    expect("parameters.first_contact", E::kBAD_INDEX,
           edit().set("parameters[0].first_contact", ~u32{0}));
    number("parameters[0].minimum", "parameters.minimum", -0.1, 1e4);
    number("parameters[0].maximum", "parameters.maximum", -0.1, 1e4);
    number("parameters[0].default_value", "parameters.default_value", -0.1, 11.0);
  }

  void certificate() {
    number("training_box[0].minimum", "training_box.minimum", -kHuge, kHuge);
    number("training_box[0].maximum", "training_box.maximum", -0.1, kHuge);
    number("certificate.limits[0].value", "certificate.limits.value", -1e-9, kHuge);
    choice("certificate.limits[0].measure", "certificate.limits.measure", u8{11});
    choice("certificate.errors[0].measured[1].measure", "certificate.errors.measured.measure",
           u8{11});
    for (const std::string name : {"total", "reduction", "step", "reference"})
      number("certificate.errors[0].measured[0]." + name, "certificate.errors.measured." + name,
             -1e-9, kHuge);
    number("certificate.errors[0].losses.impact", "certificate.errors.losses", -kHuge, kHuge);
    for (const std::string name : {"reference_step", "resolved_until"})
      number("certificate.errors[0]." + name, "certificate.errors." + name, -1e-9, kHuge);
    for (const char* field :
         {"certificate.omega_h", "certificate.omega_h_carrying", "certificate.filter_time"})
      number(field, field, -1e-9, kHuge);
  }

  void scenarios() {
    number("scenarios[0].duration", "scenarios.duration", -1.0, 1e10);
    expect("scenarios.sources", E::kOUT_OF_RANGE, edit().repeat_first("scenarios[0].sources", 17));
    const std::string source = "scenarios[0].sources[1].", field = "scenarios.sources.";
    expect(field + "input", E::kBAD_INDEX, edit().set(source + "input", u32{2}));
    for (const char* name : {"offset", "amplitude", "frequency", "rate"})
      number(source + name, field + name, -kHuge, kHuge);
    for (const char* name : {"phasor", "rotation", "chirp"})
      number(source + name + "_real", field + name, 0.0, 1.5);
  }

  void golden() {
    expect("golden.steps", E::kOUT_OF_RANGE, edit().set("golden.steps", u32{10001}));
    expect("golden.every", E::kOUT_OF_RANGE, edit().set("golden.every", u32{0}));
    expect("golden.checkpoints", E::kWRONG_LENGTH, edit().set_length("golden.checkpoints", 7));
    expect("golden.checkpoints", E::kMISALIGNED, edit().move_vector("golden.checkpoints", 8, 4));
  }
};

}  // namespace

std::vector<Directed> directed_mutations(const Bytes& schema,
                                         const std::map<std::string, Bytes>& seeds) {
  std::vector<Directed> all = StructureCatalogue(schema, seeds).make();
  for (const auto& of_law :
       {film_mutations, joint_mutations, sliding_mutations, bolted_mutations, assembly_mutations})
    for (Directed& d : of_law(schema, seeds)) all.push_back(std::move(d));
  return all;
}

LoadError open_directed(const Directed& d, LoadFault* fault) {
  const bool misaligned = d.presentation == Presentation::misaligned;
  ModelBytes copy(d.bytes.size() + (misaligned ? 8 : 0));
  auto* start = static_cast<unsigned char*>(copy.data()) + (misaligned ? 8 : 0);
  std::memcpy(start, d.bytes.data(), d.bytes.size());
  const void* bytes = d.presentation == Presentation::null_bytes ? nullptr : start;
  const std::size_t size =
      d.presentation == Presentation::claimed_too_large ? std::size_t{0x7fffffff} : d.bytes.size();
  Model model;
  const ModelBytes interfaces(Model::interface_bytes(bytes, size));
  const int rounding = std::fegetround();
  if (d.presentation == Presentation::rounding_up) std::fesetround(FE_UPWARD);
  const LoadError error =
      Model::open(bytes, size, d.presentation == Presentation::null_model ? nullptr : &model, fault,
                  interfaces.data(), interfaces.size());
  std::fesetround(rounding);
  return error;
}

}  // namespace mortise::robustness
