// Directed mutations of the fields that only assemblies have.
#include "tests/robustness/catalogue.hpp"
#include "tests/robustness/oversized_model.hpp"

namespace mortise::robustness {

namespace {

class AssemblyCatalogue : Catalogue {
 public:
  using Catalogue::Catalogue;

  std::vector<Directed> make() {
    interfaces();
    groups();
    couplings();
    channels();
    films();
    borne();
    sliding();
    positions();
    certificate();
    changes();
    return std::move(out_);
  }

 private:
  // Contacts at position level beside others.
  void positions() {
    from("beside");
    const std::string own = "interfaces[0].model.";
    for (const std::string name : {"law.port_compliance", "law.output_compliance"}) {
      expect(name, E::kNOT_FINITE, edit().set_element(own + name, 0, kNan));
      expect(name, E::kOUT_OF_RANGE, edit().set_element(own + name, 0, 1e31));
      expect(name, E::kBAD_PADDING, edit().set_element(own + name, 7, 1.0));
    }
    // as many output rows as the assembly has
    expect("law.output_compliance", E::kWRONG_LENGTH,
           edit()
               .set_length(own + "law.output_offset", 0)
               .set_length(own + "law.output_compliance", 0));
    for (const double gain : {0.0, 2.5})
      expect("stages.residual_gain", E::kOUT_OF_RANGE,
             edit().set(own + "stages[0].residual_gain", gain));
    from("frame");
  }

  void interfaces() {
    expect("interfaces", E::kTOO_LARGE, oversized_model("interfaces"));
    for (const char* list : {"interfaces", "outputs", "parameters", "scenarios"}) {
      const std::string field = std::string("interfaces.model.") + list;
      expect(field, E::kWRONG_LENGTH, oversized_model(field));
    }
    expect("interfaces.model.law_type", E::kUNKNOWN_VALUE,
           edit().set("interfaces[0].model.law_type", u8{0}));
    expect("interfaces.model.stages", E::kWRONG_LENGTH,
           edit().set_length("interfaces[1].model.stages", 0));
    expect("interfaces.model.step", E::kOUT_OF_RANGE, edit().set("interfaces[0].model.step", 2e-4));
    // one input less than the bodies, everywhere
    const std::string own = "interfaces[0].model.";
    expect("interfaces.model.inputs", E::kWRONG_LENGTH,
           edit()
               .set_length(own + "inputs", 0)
               .set_length(own + "input_ranges", 0)
               .set_length(own + "stages[0].velocity_from_input", 0)
               .set(own + "schema_minor", u32{0}));
    for (const u32 first : {u32{4}, u32{800}})
      expect("interfaces.first_mode", E::kBAD_INDEX, edit().set("interfaces[0].first_mode", first));
    // what is wrong inside of an interface is told as of a model of its own
    expect("law.clearance", E::kNOT_FINITE,
           edit().set_element("interfaces[0].model.law.clearance", 0, kNan));
    expect("cost.arena_bytes", E::kWRONG_ARENA,
           edit().set("interfaces[1].model.cost.arena_bytes", u64{64}));
  }

  void groups() {
    expect("groups", E::kWRONG_LENGTH, edit().set_length("groups", 0));
    const std::string group = "groups[0].";
    expect("groups.interfaces", E::kWRONG_LENGTH, edit().set_length(group + "interfaces", 0));
    expect("groups.interfaces", E::kMISSING, edit().set_length(group + "interfaces", 3));
    for (const u32 interface : {u32{4}, ~u32{0}})
      expect("groups.interfaces", E::kBAD_INDEX,
             edit().set_element(group + "interfaces", 0, interface));
    // once each
    expect("groups.interfaces", E::kBAD_INDEX,
           edit()
               .set_element(group + "interfaces", 0, u32{0})
               .set_element(group + "interfaces", 1, u32{0}));
    // groups that share modes
    expect("groups.interfaces", E::kOUT_OF_RANGE,
           edit("apart").set("interfaces[1].first_mode", u32{0}));
    for (const char* cap : {"sweep_cap", "newton_cap", "tail_sweeps"})
      expect(std::string("groups.") + cap, E::kOUT_OF_RANGE, edit().set(group + cap, u32{10001}));
    number(group + "tolerance", "groups.tolerance", -0.1, 1.1);
    number(group + "coupling", "groups.coupling", -0.1, kHuge);
  }

  void couplings() {
    array("couplings[0].motion");
    const std::string one = "couplings[0].", two = "couplings[1].";
    for (const char* end : {"to", "from"})
      expect("couplings.to", E::kBAD_INDEX, edit().set(one + end, u32{4}));
    expect("couplings.to", E::kBAD_INDEX, edit().set(one + "to", edit().get<u32>(one + "from")));
    expect("couplings.to", E::kBAD_INDEX,
           edit()
               .set(two + "to", edit().get<u32>(one + "to"))
               .set(two + "from", edit().get<u32>(one + "from")));
  }

  // A film among others: of bodies that move, one substep of its own, to a tolerance; beside
  // another one it opens as one. All of its group have its step, a whole part of the assembly's.
  void films() {
    const std::string law = "interfaces[2].model.law.", step = "interfaces[0].model.step";
    for (const char* name : {"oiled", "apart"})
      expect("interfaces.model.step", E::kOUT_OF_RANGE,
             edit(name).set(step, edit(name).get<double>("step") / 2));
    for (const double share : {1.0, 3.0, 1.9, 65.0})
      expect("interfaces.model.step", E::kOUT_OF_RANGE,
             edit("parts").set(step, edit("parts").get<double>("step") / share));
    expect("interfaces.model.law.bases.substeps", E::kOUT_OF_RANGE,
           edit("oiled")
               .set(law + "bases[1].substeps", u32{2})
               .set(law + "bases[1].shift", 2 * edit("oiled").get<double>(law + "bases[1].shift")));
    expect("interfaces.model.law.bases.tolerance", E::kOUT_OF_RANGE,
           edit("oiled").set(law + "bases[0].tolerance", 0.0));
    const u32 shapes = edit("oiled").get<u32>(law + "bases[0].mode_shapes");
    expect("groups.interfaces", E::kTOO_LARGE,
           edit("oiled").set_inside(law + "numbers", shapes + sizeof(float), 0.5F));
    expect("law.input_roles", E::kUNKNOWN_VALUE,
           edit("oiled").set_element(law + "input_roles", 0, u32{5}));
    expect("law.input_roles", E::kOUT_OF_RANGE,
           edit("oiled").set_element(law + "input_roles", 0, u32{2}));
    // alone there is no input without a meaning
    expect("law.input_roles", E::kUNKNOWN_VALUE,
           edit("point64").set_element("law.input_roles", 0, u32{4}));
  }

  // A carried film that bodies bear: see FilmOnBodies in the schema.
  void borne() {
    const std::string law = "interfaces[0].model.law.", own = law + "on_bodies.",
                      field = "law.on_bodies.";
    const auto changed = [&](const std::string& name, auto value) {
      return edit("borne").set(own + name, value);
    };
    for (const double beyond : {-1e31, 1e31})
      expect(field + "clearance", E::kOUT_OF_RANGE, changed("clearance", beyond));
    for (const double beyond : {-101.0, 101.0})
      expect(field + "datum", E::kOUT_OF_RANGE, changed("datum", beyond));
    for (const u32 beyond : {u32{2}, u32{65}})
      expect(field + "steady", E::kOUT_OF_RANGE, changed("steady", beyond));
    for (const double beyond : {0.0, 1e7})
      expect(field + "least", E::kOUT_OF_RANGE, changed("least", beyond));
    expect(field + "most", E::kOUT_OF_RANGE, changed("most", 0.01));
    for (const char* trained : {"trained_least", "trained_most"})
      expect(field + trained, E::kOUT_OF_RANGE, changed(trained, -1.0));
    for (const char* array : {"open", "push", "steady_films"}) {
      expect(field + array, E::kMISALIGNED,
             changed(array, edit("borne").get<u32>(own + array) + 8));
      expect(field + array, E::kBAD_INDEX, changed(array, u32{1} << 30));
    }
    // films that stand in open as they hold less, down to nothing
    const u32 films = edit("borne").get<u32>(own + "steady_films"),
              count = edit("borne").get<u32>(own + "steady"), padded = (count + 7) / 8 * 8;
    const auto number = [&](u32 row, u32 k, double value) {
      return edit("borne").set_inside(law + "numbers", films + 8 * (row * padded + k), value);
    };
    expect(field + "steady_films", E::kOUT_OF_RANGE, number(0, 1, -1e3));
    expect(field + "steady_films", E::kOUT_OF_RANGE, number(1, 1, 1e3));
    expect(field + "steady_films", E::kOUT_OF_RANGE, number(1, count - 1, 1e-3));
    // solved to a tolerance, and its load is no input
    expect("law.on_bodies", E::kOUT_OF_RANGE, edit("borne").set(law + "bases[0].tolerance", 0.0));
    expect("law.input_roles", E::kOUT_OF_RANGE,
           edit("borne").set_element(law + "input_roles", 0, u32{0}));
  }

  // A sliding contact among others: by velocities, never beside a film, its couplings made in every
  // step.
  void sliding() {
    expect("interfaces.model.scheme", E::kUNKNOWN_VALUE,
           edit("drawn").set("interfaces[3].model.scheme", u8{2}));
    expect("groups.interfaces", E::kUNKNOWN_VALUE,
           edit("oiled")
               .set_element("groups[0].interfaces", 0, u32{3})
               .set_element("groups[1].interfaces", 0, u32{1}));
    for (const char* end : {"to", "from"})
      for (const u32 interface : {u32{0}, u32{3}})
        expect("couplings.to", E::kBAD_INDEX,
               edit("drawn").set(std::string("couplings[0].") + end, interface));
    expect("law.slave_end", E::kBAD_INDEX,
           edit("drawn").set("interfaces[0].model.law.slave_end", u32{12}));
    expect(
        "law_history_bytes", E::kWRONG_ARENA,
        edit("drawn").set("law_history_bytes", edit("drawn").get<u32>("law_history_bytes") - 64));
  }

  void certificate() {
    const std::string own = "certificate.errors[0].interfaces[1].measured[0].",
                      field = "certificate.errors.interfaces.measured.";
    choice(own + "measure", field + "measure", u8{11});
    for (const char* name : {"total", "reduction", "step", "reference"})
      number(own + name, field + name, -1e-9, kHuge);
  }

  void changes() {
    const std::string list = "scenarios[2].changes", last = list + "[2].";
    expect("scenarios.changes", E::kMISALIGNED, edit().move_vector(list, 24, 4));
    for (const u64 parameter : {u64{1000}, u64{1} << 32})
      expect("scenarios.changes.parameter", E::kBAD_INDEX,
             edit().set(last + "parameter", parameter));
    for (const char* path : {"initial_pressure", "scenarios[2].initial_pressure"})
      array(path, -1e31, 1e31, false);
    number(last + "value", "scenarios.changes.value", -1e7, 1e31);
    expect("scenarios.changes.step", E::kOUT_OF_RANGE,
           edit().set(last + "step", edit().get<u64>(list + "[1].step") - 1));
  }

  void channels() {
    expect("output_interfaces", E::kWRONG_LENGTH, edit().set_length("output_interfaces", 2));
    expect("output_interfaces", E::kBAD_INDEX, edit().set_element("output_interfaces", 0, u32{5}));
    const std::string last = "parameters[" + std::to_string(edit().length("parameters") - 1) + "].";
    expect("parameters.interface", E::kBAD_INDEX, edit().set(last + "interface", u32{4}));
    // an interface has its own quantities
    expect("output_rules.quantity", E::kUNKNOWN_VALUE,
           edit().set("output_rules[1].quantity", u32{14}));
    expect("output_rules.index", E::kBAD_INDEX, edit().set("output_rules[1].index", u32{7}));
  }
};

}  // namespace

std::vector<Directed> assembly_mutations(const Bytes& schema,
                                         const std::map<std::string, Bytes>& seeds) {
  return AssemblyCatalogue(schema, seeds, "frame").make();
}

}  // namespace mortise::robustness
