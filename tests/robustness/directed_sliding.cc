// Directed mutations of the fields that only sliding contacts have.
#include "tests/robustness/catalogue.hpp"
#include "tests/robustness/oversized_model.hpp"

namespace mortise::robustness {

namespace {

class SlidingCatalogue : Catalogue {
 public:
  using Catalogue::Catalogue;

  std::vector<Directed> make() {
    for (const char* seed : {"slider", "alpha"}) {
      from(seed);
      sizes();
      numbers();
      channels();
    }
    // Generalised alpha keeps the contact closed.
    expect("scheme", E::kUNKNOWN_VALUE, edit("slider").set("scheme", u8{2}));
    from("alpha");
    alpha();
    return std::move(out_);
  }

 private:
  void sizes() {
    expect("law", E::kMISSING, edit().drop("law"));
    choice("scheme", "scheme", u8{1});
    expect("contacts", E::kOUT_OF_RANGE, edit().set("contacts", u32{1}));
    expect("law.target_positions", E::kTOO_LARGE, oversized_model("law.target_positions"));
    for (const u32 numbers : {u32{2}, u32{11}})
      expect("law.target_positions", E::kWRONG_LENGTH,
             edit().set_length("law.target_positions", numbers));
    for (const u32 neighbours : {u32{0}, u32{17}})
      expect("law.neighbours", E::kOUT_OF_RANGE, edit().set("law.neighbours", neighbours));
    // No multiple of 8, beyond the padded modes, end before begin.
    for (const std::string which : {"slave", "target"}) {
      const std::string field = "law." + which + "_end";
      for (const u32 end : {u32{12}, u32{24}, ~u32{7}})
        expect(field, E::kBAD_INDEX, edit().set(field, end));
      expect(field, E::kBAD_INDEX,
             edit().set("law." + which + "_begin", u32{16}).set(field, u32{8}));
      expect(field, E::kBAD_INDEX, edit().set("law." + which + "_begin", u32{4}));
      // A mode that moves, but lies outside.
      expect("law." + which + "_rows", E::kBAD_PADDING,
             edit().set("law." + which + "_begin", u32{0}).set(field, u32{0}));
    }
    expect("law_history_bytes", E::kWRONG_ARENA, edit().set("law_history_bytes", u32{64}));
    expect("stages", E::kWRONG_LENGTH, edit().set_length("stages", 0));
  }

  void numbers() {
    for (const char* rows : {"law.slave_rows", "law.target_rows"}) array(rows, -1e151, 1e151);
    array("law.target_positions", -1e7, 1e7, false);
    // x must ascend.
    expect("law.target_positions", E::kOUT_OF_RANGE,
           edit().set_element("law.target_positions", 2, 0.0));
    for (const char* number_of : {"law.slave_height", "law.start", "law.velocity"})
      number(number_of, number_of, -1e7, 1e7);
    number("law.friction", "law.friction", -0.1, 1e4);
    number("law.feedback", "law.feedback", -0.1, 1.1);
  }

  void channels() {
    choice("output_rules[0].quantity", "output_rules.quantity", u32{14});
    const std::string rule = "output_rules[0].";
    expect("output_rules.index", E::kBAD_INDEX,
           edit().set(rule + "quantity", u32{3}).set(rule + "index", u32{2}));
    for (const u32 quantity : {u32{24}, u32{25}})
      expect("output_rules.index", E::kBAD_INDEX,
             edit().set(rule + "quantity", quantity).set(rule + "index", u32{1}));
    choice("parameters[0].kind", "parameters.kind", u8{0});
    choice("parameters[0].kind", "parameters.kind", u8{15});
    expect("parameters.first_contact", E::kBAD_INDEX, edit().set("parameters[0].contacts", u32{2}));
    number("parameters[0].minimum", "parameters.minimum", -0.1, 1e7);
    number("parameters[0].maximum", "parameters.maximum", -0.1, 1e7);
    number("parameters[0].default_value", "parameters.default_value", -0.1, 1e7);
    number("parameters[1].minimum", "parameters.minimum", -1e7, 1e7);
  }

  void alpha() {
    for (const char* path :
         {"stages[0].auxiliary_from_auxiliary", "stages[0].auxiliary_from_acceleration",
          "stages[0].constant_force", "stages[0].input_force"})
      array(path);
    number("stages[0].beta", "stages.beta", 0.0, 11.0);
    number("stages[0].gamma", "stages.gamma", 0.0, 11.0);
    expect("stages.auxiliary_from_auxiliary", E::kWRONG_LENGTH,
           edit().drop("stages[0].auxiliary_from_auxiliary"));
  }
};

}  // namespace

std::vector<Directed> sliding_mutations(const Bytes& schema,
                                        const std::map<std::string, Bytes>& seeds) {
  return SlidingCatalogue(schema, seeds, "slider").make();
}

}  // namespace mortise::robustness
