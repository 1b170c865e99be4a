#include "generator/simulate/assemble/operating_cases.hpp"

#include "generator/contact/joint/law_numbers.hpp"

namespace mortise::gen {
namespace {

bool same(const std::vector<Rayleigh>& a, const std::vector<Rayleigh>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].alpha != b[i].alpha || a[i].beta != b[i].beta) return false;
  }
  return true;
}

// Index of the case, appended if it is new.
std::size_t case_of(OperatingCase wanted, std::vector<OperatingCase>* cases) {
  for (std::size_t i = 0; i < cases->size(); ++i) {
    const OperatingCase& c = (*cases)[i];
    if (c.law == wanted.law && same(c.damping, wanted.damping)) return i;
  }
  cases->push_back(std::move(wanted));
  return cases->size() - 1;
}

}  // namespace

void add_operating_cases(const Definition& definition, AssembledSystem* assembled) {
  FullSystem& system = assembled->system;
  const JointLaw& law = definition.contact.joint.law;
  DampingRule rule(definition, system);
  system.damping = rule.of(definition.damping, law);
  if (!system.joint) return;

  assembled->cases = {{definition.name, law, system.damping}};
  for (const ScenarioSpec& scenario : definition.scenarios) {
    std::vector<Phase> phases;
    for (const PhaseSpec& spec : scenario.phases) {
      const std::string name = scenario.name + (spec.name.empty() ? "" : "." + spec.name);
      phases.push_back({spec.duration, case_of({name, spec.law, rule.of(spec.damping, spec.law)},
                                               &assembled->cases)});
    }
    assembled->scenario_phases.push_back(std::move(phases));
  }
}

}  // namespace mortise::gen
