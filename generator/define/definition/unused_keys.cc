#include "generator/define/definition/unused_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "generator/contact/joint/laws.hpp"
#include "generator/contact/system/output_quantity.hpp"
#include "generator/ground/text/findings.hpp"

namespace mortise::gen {
namespace {

class UnusedKeys {
 public:
  UnusedKeys(const KeyReader& reader, const Definition& d) : reader_(reader), d_(d) {}

  void refuse_all() {
    outputs();
    joint_laws();
    damping_states();
    excitations();
    condense("condense");
    for (int i = 0; i < reader_.count("bodies"); ++i) body(fmt::format("bodies.{}", i));
    if (reader_.count("bodies") == 0)
      refuse_if("ties.0.between", "joins bodies, and there are no [[bodies]]",
                "leave [[ties]] out, or give the structure as [[bodies]]");
    if (!found_.empty()) throw_findings(std::move(found_));
  }

 private:
  void refuse_if(const std::string& path, const std::string& finding, const std::string& remedy) {
    if (reader_.has(path))
      found_.push_back({reader_.where(path), "'" + path + "' " + finding, remedy});
  }

  void outputs() {
    struct Use {
      const char* key;
      std::set<OutputIndex> by;
    };
    static const Use uses[] = {{"node", {OutputIndex::row}},
                               {"set", {OutputIndex::row}},
                               {"near", {OutputIndex::row}},
                               {"direction", {OutputIndex::row}},
                               {"contact", {OutputIndex::contact_axis, OutputIndex::contact}},
                               {"component", {OutputIndex::contact_axis}},
                               {"point", {OutputIndex::point}},
                               {"mode", {OutputIndex::mode}}};
    for (int i = 0; i < reader_.count("outputs"); ++i) {
      const std::string entry = fmt::format("outputs.{}", i);
      const QuantityRow& row = quantity_row(reader_.get<std::string>(entry + ".quantity"));
      for (const Use& use : uses)
        if (use.by.count(row.index) == 0)
          refuse_if(entry + "." + use.key,
                    fmt::format("has no meaning for quantity = \"{}\"", row.name),
                    "leave it out, or give another quantity");
    }
  }

  // A key that speaks of a number of friction laws and dampers that none of `laws` has.
  using Has = bool (*)(const JointLaw&, const JointNumber&);
  void number(const std::string& path, const JointNumber& n, const std::string& table,
              const std::vector<JointLaw>& laws, Has has) {
    const bool of_stuck = n.is("friction_modulus");  // modes of a stuck joint ask for it
    if (of_stuck ||
        std::any_of(laws.begin(), laws.end(), [&](const JointLaw& law) { return has(law, n); }))
      return;
    const JointLaw& law = laws.front();
    const bool friction = has_number(law.normal.damper, n);
    refuse_if(path,
              friction
                  ? fmt::format("is no number of the friction law {}", name_of(law.tangential.kind))
                  : fmt::format("is no number of the damper {}", name_of(law.normal.damper)),
              fmt::format("leave it out, or set {}.{} to a law that has it", table,
                          friction ? "tangential" : "damper"));
  }

  void numbers(const std::string& table, const std::vector<JointLaw>& laws) {
    for (const JointNumber& n : joint_numbers())
      number(table + "." + n.name, n, table, laws, has_number);
  }

  void fields(const std::string& table, const std::vector<JointField>& fields,
              const std::vector<JointLaw>& laws) {
    // all laws have a coefficient of friction, but those that slip at a strength do not rub with it
    const Has uses = [](const JointLaw& law, const JointNumber& n) {
      const bool strong = std::any_of(
          joint_numbers().begin(), joint_numbers().end(),
          [&](const JointNumber& s) { return s.is("slip_traction") && has_number(law, s); });
      const bool rubs = law.tangential.kind != TangentialKind::none && !strong;
      return has_number(law, n) && (rubs || !n.is("friction"));
    };
    for (std::size_t i = 0; i < fields.size(); ++i)
      number(fmt::format("{}.fields.{}.number", table, i),
             joint_numbers()[static_cast<std::size_t>(fields[i].number)], table, laws, uses);
  }

  void joint_laws() {
    for (std::size_t i = 0; i < d_.interfaces.size(); ++i)
      if (d_.interfaces[i].contact.kind == ContactKind::joint) {
        const JointSpec& joint = d_.interfaces[i].contact.joint;
        numbers(fmt::format("interfaces.{}", i), {joint.law});
        fields(fmt::format("interfaces.{}", i), joint.fields, {joint.law});
      }
    if (d_.contact.kind != ContactKind::joint) return;
    std::vector<JointLaw> all = {d_.contact.joint.law};
    for (std::size_t i = 0; i < d_.scenarios.size(); ++i) {
      const std::string entry = fmt::format("scenarios.{}", i);
      std::vector<JointLaw> own;
      const std::vector<PhaseSpec>& phases = d_.scenarios[i].phases;
      for (std::size_t p = 0; p < phases.size(); ++p) {
        own.push_back(phases[p].law);
        numbers(fmt::format("{}.phases.{}.contact", entry, p), {phases[p].law});
      }
      numbers(entry + ".contact", own);
      all.insert(all.end(), own.begin(), own.end());
    }
    numbers("contact", all);
    fields("contact", d_.contact.joint.fields, all);
  }

  // The joint's state while modes are counted, where none are.
  void damping_states() {
    const auto state = [&](const std::string& table, bool counts) {
      if (!counts)
        refuse_if(table + ".interface", "counts no modes: there is no damping.modes",
                  "leave it out, or give damping.ratio with modes");
    };
    bool any = !d_.damping.modes.empty();
    for (std::size_t i = 0; i < d_.scenarios.size(); ++i) {
      const std::string entry = fmt::format("scenarios.{}", i);
      const std::vector<PhaseSpec>& phases = d_.scenarios[i].phases;
      bool own = false;
      for (std::size_t p = 0; p < phases.size(); ++p) {
        const bool counts = !phases[p].damping.modes.empty();
        state(fmt::format("{}.phases.{}.damping", entry, p), counts);
        own = own || counts;
      }
      state(entry + ".damping", own);
      any = any || own;
    }
    state("damping", any);
  }

  // Numbers of an excitation that there is none of.
  void no_excitation(const std::string& entry) {
    for (const char* key : {"amplitude", "frequency", "phase"})
      refuse_if(entry + key, "is of no use without an excitation",
                "leave it out, or give kind = \"harmonic\"");
  }

  void excitations() {
    for (std::size_t i = 0; i < d_.excitations.size(); ++i) {
      if (d_.excitations[i].kind != ExcitationKind::none) continue;
      const std::string entry = fmt::format("excitations.{}.", i);
      no_excitation(entry);
      if (d_.excitations[i].offset == 0.0)
        refuse_if(entry + "input", "is of no use without an excitation",
                  "leave it out, or give kind = \"harmonic\"");
    }
    for (std::size_t i = 0; i < d_.scenarios.size(); ++i) {
      const ExcitationKind kind = d_.scenarios[i].excitation.kind;
      const std::string entry = fmt::format("scenarios.{}.", i);
      if (kind != ExcitationKind::sweep)
        refuse_if(entry + "rate",
                  "belongs to a sweep, which the excitation of this scenario is not",
                  "leave it out, or give kind = \"sweep\"");
      if (kind == ExcitationKind::none) no_excitation(entry);
      for (const auto& [key, there] :
           {std::pair{"impulse", d_.impulse.has_value()}, {"load", d_.load.has_value()}})
        if (!there)
          refuse_if(entry + key, fmt::format("speaks of [{}], which is not there", key),
                    fmt::format("leave it out, or add [{}]", key));
    }
  }

  void condense(const std::string& table) {
    const std::string method = reader_.get<std::string>(table + ".method");
    if (method == "auto" || reader_.has(table + ".interface_modes") ||
        reader_.has(table + ".interface_cutoff_hz"))
      return;
    refuse_if(table + ".band_hz", "is of no use for method = \"" + method + "\"",
              "leave it out, or give method = \"auto\", which chooses the modes for this band");
  }

  void body(const std::string& entry) {
    if (reader_.get<double>(entry + ".placement.angle") == 0.0)
      refuse_if(entry + ".placement.axis", "turns the body by an angle that is not given",
                "give " + entry + ".placement.angle, or leave the axis out");
    if (reader_.has_table(entry + ".condense")) condense(entry + ".condense");
  }

  const KeyReader& reader_;
  const Definition& d_;
  std::vector<Finding> found_;
};

}  // namespace

void refuse_unused(const KeyReader& reader, const Definition& d) {
  UnusedKeys(reader, d).refuse_all();
}

}  // namespace mortise::gen
