#include "generator/simulate/assemble/damping.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/contact/joint/fields.hpp"
#include "generator/contact/joint/joint_stiffness.hpp"
#include "generator/contact/system/condense.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/attach.hpp"

namespace mortise::gen {
namespace {

Eigen::Index elastic_modes(const Modes& modes) {
  return modes.omega.size() - modes.rigid_body_modes;
}

bool same(const std::vector<Rayleigh>& a, const std::vector<Rayleigh>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].alpha != b[i].alpha || a[i].beta != b[i].beta) return false;
  }
  return true;
}

constexpr Eigen::Index kMuch = 20000;  // dofs from which a count costs more than the doubt

// One translation loads nothing.
bool floats(const FullModel& model) {
  constexpr double kRounding = 1e-9;
  const double level = kRounding * model.stiffness.diagonal().sum();
  for (int d = 1; d <= 3; ++d) {
    const Vector unit = translation(model, d);
    if (unit.squaredNorm() > 0.0 && std::abs(unit.dot(model.stiffness * unit)) <= level)
      return true;
  }
  return false;
}

// Does the condensation want the factor of K that the modes of the damping want?
bool shares_factor(const Definition& definition, const FullSystem& system) {
  return system.model.size() >= kMuch && !system.lone().as<Joint>() &&
         system.model.substructures.size() <= 1 && !definition.damping.modes.empty() &&
         keeps_interface(definition.condense.method) && !floats(system.model);
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

SparseMatrix stiffness_with_joint(const FullSystem& system, const JointLaw& law, JointState state) {
  const auto* joint = system.lone().as<Joint>();
  if (!joint) return system.model.stiffness;
  return system.model.stiffness + joint_stiffness(*joint, law, state, system.model.size());
}

const Modes& DampingRule::modes(Eigen::Index elastic, JointState state, const JointLaw& law) {
  const double normal = law.normal.stiffness, tangential = law.tangential.friction_modulus;
  for (const Counted& c : counted_) {
    const bool same = c.state == state && c.normal == normal && c.tangential == tangential;
    if (same && elastic_modes(c.modes) >= elastic) return c.modes;
  }
  ModeRequest request;
  request.count = elastic;
  request.elastic = true;
  request.proven = system_.model.size() < kMuch;
  const Matrix none(system_.model.size(), 0);
  const HeldStatics statics{system_.factor.get(), none};
  Modes modes = lowest_modes(stiffness_with_joint(system_, law, state), system_.model.mass, request,
                             SparseMatrix(), system_.factor ? &statics : nullptr);
  counted_.push_back({state, normal, tangential, std::move(modes)});
  return counted_.back().modes;
}

// Circular frequencies that the damping ratio holds at [rad/s].
std::vector<double> DampingRule::frequencies(const DampingSpec& damping, const JointLaw& law) {
  std::vector<double> omega;
  for (const double f : damping.frequencies) omega.push_back(kTwoPi * f);
  if (damping.modes.empty()) return omega;
  const int highest = *std::max_element(damping.modes.begin(), damping.modes.end());
  const Modes& found = modes(highest, damping.interface, law);
  for (const int mode : damping.modes) {
    if (mode > elastic_modes(found)) {
      throw Error(definition_.path,
                  "damping.modes names mode " + std::to_string(mode) + ", the model has " +
                      std::to_string(elastic_modes(found)) + " elastic modes",
                  "name lower modes, or give damping.frequencies");
    }
    omega.push_back(found.omega[found.rigid_body_modes + mode - 1]);
  }
  return omega;
}

Rayleigh DampingRule::common(const DampingSpec& damping, const JointLaw& law) {
  if (!damping.ratio) return {damping.alpha.value_or(0.0), damping.beta.value_or(0.0)};
  const std::vector<double> omega = frequencies(damping, law);
  if (omega.size() == 1) return {2.0 * *damping.ratio * omega[0], 0.0};
  return rayleigh_from_ratio(*damping.ratio, omega[0], omega[1]);
}

std::vector<Rayleigh> DampingRule::of(const DampingSpec& damping, const JointLaw& law) {
  const std::size_t parts = std::max<std::size_t>(system_.model.substructures.size(), 1);
  std::vector<Rayleigh> result(parts, common(damping, law));
  const std::vector<PlaneBodySpec>& bodies = definition_.import.bodies;
  for (std::size_t i = 0; i < std::min(parts, bodies.size()); ++i) {
    result[i].alpha = bodies[i].alpha.value_or(result[i].alpha);
    result[i].beta = bodies[i].beta.value_or(result[i].beta);
  }
  return result;
}

namespace {

// Every body alone, at modes of its own.
std::vector<Rayleigh> damping_of_bodies(const Definition& definition, const FullModel& model) {
  const std::vector<BodyImport>& bodies = definition.import.parts;
  std::vector<Rayleigh> all;
  auto part = model.substructures.begin();
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    Definition alone;
    alone.path = definition.path + ": body " + bodies[b].name;
    alone.import = bodies[b].import;
    FullSystem body;
    const Eigen::Index first = part == model.substructures.end() ? 0 : part->first;
    Eigen::Index size = 0;
    for (; part != model.substructures.end() &&
           (part->name == bodies[b].name || part->name.rfind(bodies[b].name + ".", 0) == 0);
         ++part) {
      body.model.substructures.push_back({part->name, size, part->size});
      size += part->size;
    }
    if (size == 0) continue;  // tied to one before it
    body.model.mass = model.mass.block(first, first, size, size);
    body.model.stiffness = model.stiffness.block(first, first, size, size);
    DampingRule rule(alone, body);
    const std::vector<Rayleigh> own = rule.of(definition.bodies[b].damping, JointLaw());
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace

void add_operating_cases(const Definition& definition, AssembledSystem* assembled) {
  FullSystem& system = assembled->system;
  const Joint* joint = system.lone().as<Joint>();
  if (!definition.bodies.empty()) {
    system.damping = damping_of_bodies(definition, system.model);
    if (!joint) return;
    assembled->cases = {{definition.name, joint->law, system.damping}};
    for (const ScenarioSpec& scenario : definition.scenarios)
      assembled->scenario_phases.push_back({{scenario.duration, 0}});
    return;
  }
  const JointLaw& law = definition.contact.joint.law;
  if (shares_factor(definition, system))
    system.factor = regular_factor(system.model.stiffness, system.model.mass);
  DampingRule rule(definition, system);
  system.damping = rule.of(definition.damping, law);
  if (!joint) return;

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
  for (const OperatingCase& c : assembled->cases)
    check_along(c.law, *system.lone().as<Joint>(), "case " + c.name);
}

std::vector<JointPhase> joint_phases(const AssembledSystem& assembled, std::size_t scenario) {
  std::vector<JointPhase> phases;
  if (scenario >= assembled.scenario_phases.size()) return phases;
  double start = 0.0;
  for (const Phase& phase : assembled.scenario_phases[scenario]) {
    phases.push_back({start, assembled.cases.at(phase.operating_case)});
    start += phase.duration;
  }
  return phases;
}

}  // namespace mortise::gen
