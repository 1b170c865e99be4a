// Directed mutations of the fields that only bolted contacts have.
#include <limits>

#include "tests/robustness/catalogue.hpp"
#include "tests/robustness/oversized_model.hpp"

namespace mortise::robustness {

namespace {

class BoltedCatalogue : Catalogue {
 public:
  using Catalogue::Catalogue;

  std::vector<Directed> make() {
    sizes();
    numbers();
    channels();
    return std::move(out_);
  }

 private:
  void sizes() {
    expect("law", E::kMISSING, edit().drop("law"));
    choice("scheme", "scheme", u8{0});
    expect("contacts", E::kOUT_OF_RANGE, edit().set("contacts", u32{1}));
    for (const char* list : {"law.zone_of", "law.zones"}) {
      expect(list, E::kTOO_LARGE, oversized_model(list));
      expect(list, E::kOUT_OF_RANGE, edit().set_length(list, 0));
    }
    for (const auto& [field, most] :
         {std::pair{"law.substeps", u32{65}}, std::pair{"law.update_cap", u32{1000001}}}) {
      expect(field, E::kOUT_OF_RANGE, edit().set(field, u32{0}));
      expect(field, E::kTOO_LARGE, edit().set(field, most));
    }
    expect("law.base", E::kOUT_OF_RANGE, edit().set("law.base", u32{13}));
    expect("law.zone_of", E::kBAD_INDEX, edit().set_element("law.zone_of", 1, u32{2}));
    expect("law_history_bytes", E::kWRONG_ARENA, edit().set("law_history_bytes", u32{64}));
  }

  void numbers() {
    array("law.friction", -0.1, 1e4, false);
    number("law.force_scale", "law.force_scale", 0.0, 1e31);
    number("law.trust_limit", "law.trust_limit", -0.1, 1e31);
    array("law.stiffness", 0.0, 1e31, false);
    array("law.sign", -2.0, 2.0);
    expect("law.sign", E::kOUT_OF_RANGE, edit().set_element("law.sign", 0, 1.0));
    expect("law.sign", E::kOUT_OF_RANGE, edit().set("law.base", u32{7}));
    for (const char* path :
         {"law.constant", "law.from_modes", "law.from_inputs", "law.flow", "law.input_force",
          "law.output_contact", "law.resultant_modes", "law.resultant_contact"})
      array(path, -1e31, 1e31);
    for (const char* path : {"law.output_constant", "law.output_inputs", "law.resultant_constant",
                             "law.resultant_inputs"})
      array(path, -1e31, 1e31, false);
    // The first number stands on the diagonal.
    array("law.pivot", 0.0, 1e31);
    for (const char* path : {"law.trained_modes", "law.trained_contact"}) array(path, -0.1, 1e31);
  }

  void channels() {
    const std::string rule = "output_rules[0].";
    choice(rule + "quantity", "output_rules.quantity", u32{21});
    for (const auto& [quantity, indices] :
         {std::pair{u32{3}, u32{6}}, std::pair{u32{4}, u32{12}}, std::pair{u32{14}, u32{1}},
          std::pair{u32{23}, u32{1}}, std::pair{u32{26}, u32{1}}})
      expect("output_rules.index", E::kBAD_INDEX,
             edit().set(rule + "quantity", quantity).set(rule + "index", indices));
    choice("parameters[0].kind", "parameters.kind", u8{1});
    expect("parameters.first_contact", E::kBAD_INDEX, edit().set("parameters[0].contacts", u32{3}));
    expect("parameters.first_contact", E::kBAD_INDEX, edit().set("parameters[1].contacts", u32{0}));
    number("parameters[0].minimum", "parameters.minimum", -0.1, 1e7);
    number("parameters[0].maximum", "parameters.maximum", -0.1, 1e7);
    number("parameters[0].default_value", "parameters.default_value", -0.1, 1e7);
  }
};

// Faults of an assembly, whose interface 2 the bolts are.
class ScrewedCatalogue : Catalogue {
 public:
  using Catalogue::Catalogue;

  std::vector<Directed> make() {
    const std::string own = "interfaces[2].model.";
    expect("interfaces.model.law.substeps", E::kOUT_OF_RANGE,
           edit().set(own + "law.substeps", u32{2}));
    expect("interfaces.model.scheme", E::kUNKNOWN_VALUE, edit().set(own + "scheme", u8{0}));
    expect("law.kick", E::kNOT_FINITE,
           edit().set_element(own + "law.kick", 0, std::numeric_limits<double>::quiet_NaN()));
    expect("law.kick", E::kOUT_OF_RANGE, edit().set_element(own + "law.kick", 1, 1e31));
    expect("law.kick", E::kWRONG_LENGTH, edit().set_length(own + "law.kick", 4));
    expect("law.zone_of", E::kBAD_INDEX, edit().set_element(own + "law.zone_of", 1, u32{2}));
    // no coupling names it
    expect("couplings.to", E::kBAD_INDEX, edit().set("couplings[0].to", u32{2}));
    expect("couplings.to", E::kBAD_INDEX, edit().set("couplings[1].from", u32{2}));
    expect("output_rules.index", E::kBAD_INDEX, edit().set("output_rules[1].index", u32{2}));
    expect("output_rules.index", E::kBAD_INDEX, edit().set("output_rules[5].index", u32{6}));
    return std::move(out_);
  }
};

}  // namespace

std::vector<Directed> bolted_mutations(const Bytes& schema,
                                       const std::map<std::string, Bytes>& seeds) {
  std::vector<Directed> all = BoltedCatalogue(schema, seeds, "bolted").make();
  for (Directed& d : ScrewedCatalogue(schema, seeds, "screwed").make()) all.push_back(std::move(d));
  return all;
}

}  // namespace mortise::robustness
