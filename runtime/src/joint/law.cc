// Joints: what the runtime asks of their law.
#include "../laws.hpp"

#include <cstddef>
#include <cstring>

#include "../hash.hpp"
#include "check.hpp"
#include "friction_laws.hpp"
#include "pipeline.hpp"
#include "point_law.hpp"

namespace mortise {

namespace joint {

namespace {

JointParameters& in_force(const ModelView& m, State& s) {
  return *reinterpret_cast<JointParameters*>(s.at<unsigned char>(m.layout.law_history) +
                                             m.joint_layout.parameters);
}
const JointParameters& in_force(const ModelView& m, const State& s) {
  return in_force(m, const_cast<State&>(s));
}

JointImpact& impact_in_force(const ModelView& m, State& s) {
  return *reinterpret_cast<JointImpact*>(s.at<unsigned char>(m.layout.law_history) +
                                         m.joint_layout.impact);
}

baseline::PointLaws laws_of(const ModelView& m, const State& s) {
  return baseline::point_laws(m.joint, m.joint_layout,
                              const_cast<State&>(s).at<unsigned char>(m.layout.law_history));
}

// Place of a parameter among the numbers of JointParameters and, behind them, of JointImpact.
int number_of(schema::ParameterKind kind) {
  using Kind = schema::ParameterKind;
  const Kind first =
      kind < Kind::joint_impact_exponent ? Kind::joint_stiffness : Kind::joint_impact_exponent;
  return static_cast<int>(kind) - static_cast<int>(first) +
         (first == Kind::joint_stiffness ? 0 : kJointNumbers);
}

void lay_out(const ModelView& m, LayoutOptions* options) {
  options->law_history_bytes = m.joint_layout.bytes;
}

std::int32_t interface_size(const ModelView& m, std::uint32_t, OutputIndex) {
  return m.joint.points;
}

InterfaceShape shape(const ModelView& m) {
  InterfaceShape shape;
  shape.rows = m.joint.rows;
  shape.padded = m.joint.rows_padded;
  shape.unknowns = (m.joint.tangential ? 2 : 1) * m.joint.points;
  shape.means = 2 * m.joint.points;
  shape.places = m.joint.points;
  shape.by_position = true;
  return shape;
}

bool indices_in_range(const ModelView& m, const State& s) {
  if (s.joint_case_ >= static_cast<std::uint32_t>(m.joint.cases)) return false;
  const JointParameters& filed = *m.joint.parameters[s.joint_case_];
  const auto has_choices = [&](const JointParameters& now) {
    return now.damper == filed.damper && now.tangential == filed.tangential &&
           now.elements == filed.elements;
  };
  const baseline::PointLaws laws = laws_of(m, s);
  for (int k = 0; m.joint.varies && k < m.joint.points; ++k)
    if (!has_choices(laws[k])) return false;
  return has_choices(in_force(m, s));
}

const JointCases* cases(const ModelView& m) { return m.root->law_as_CompliantJoint()->cases(); }

// What is in force of a joint.
struct InForce {
  JointParameters parameters;
  JointImpact impact{};

  InForce(const ModelView& m, State& s) : parameters(in_force(m, s)) {
    if (m.joint.impacts) impact = impact_in_force(m, s);
  }
  // The numbers before friction, those of impacts, and how the damper acts.
  bool same_normal_law(const InForce& other) const {
    const JointParameters &a = parameters, &b = other.parameters;
    const JointImpact &i = impact, &j = other.impact;
    return a.damper == b.damper && std::memcmp(&a, &b, offsetof(JointParameters, friction)) == 0 &&
           i.exponent == j.exponent && i.restitution == j.restitution && i.velocity == j.velocity;
  }
};

// A case without numbers of impacts: a linear spring.
constexpr JointImpact kLinear = {1, 1, 1};

// Damping and law of an operating case; numbers that the user has set keep their value.
void enter_case(const ModelView& m, State& s, std::int32_t id) {
  JointParameters& now = in_force(m, s);
  const InForce before(m, s);
  const JointParameters& kept = before.parameters;
  now = *m.joint.parameters[id];
  for (int k = 0; k < kJointNumbers; ++k)
    if (s.joint_overridden_ >> k & 1) (&now.stiffness)[k] = (&kept.stiffness)[k];
  if (m.joint.impacts) {
    JointImpact& impact = impact_in_force(m, s);
    impact = m.joint.impact[id] ? *m.joint.impact[id] : kLinear;
    for (int k = 0; k < kImpactNumbers; ++k)
      if (s.joint_overridden_ >> (kJointNumbers + k) & 1)
        (&impact.exponent)[k] = (&before.impact.exponent)[k];
  }
  // another law begins without shear
  if (now.tangential != kept.tangential || now.elements != kept.elements) {
    unsigned char* memory =
        s.at<unsigned char>(m.layout.law_history) + m.joint_layout.memory[s.current_];
    const auto points = static_cast<std::size_t>(m.joint.points);
    std::memset(memory + m.joint_layout.tangent, 0, points * sizeof(Real));
    std::memset(memory + m.joint_layout.bristles, 0,
                points * static_cast<std::size_t>(m.joint.memory) * sizeof(Real));
  }
  s.joint_case_ = static_cast<std::uint32_t>(id);
  baseline::joint_prepare(m, s, !before.same_normal_law(InForce(m, s)));
}

void reset(const ModelView& m, State& s) {
  s.joint_case_ = 0;
  s.joint_overridden_ = 0;
  enter_case(m, s, 0);
  baseline::joint_start(m, s, nullptr);
}

void begin(const ModelView& m, const schema::Scenario&, State& s) {
  baseline::joint_start(m, s, nullptr);
}

std::int32_t pressures(const ModelView& m) { return m.joint.points; }
void begin_pressed(const ModelView& m, State& s, const Real* pressure) {
  baseline::joint_start(m, s, pressure);
}

void begin_golden(const ModelView& m, State& s) { baseline::joint_start(m, s, nullptr); }

Real* parameter_values(const ModelView& m, State& s, const schema::Parameter& p) {
  const int number = number_of(p.kind());
  if (number >= kJointNumbers) return &impact_in_force(m, s).exponent + number - kJointNumbers;
  return &in_force(m, s).stiffness + number;
}

void set_parameter(const ModelView& m, State& s, const schema::Parameter& p, Real value) {
  const InForce kept(m, s);
  *parameter_values(m, s, p) = value;
  // opening has seen that the kind is a joint's
  s.joint_overridden_ |= std::uint32_t{1}
                         << (static_cast<std::uint32_t>(number_of(p.kind())) & 31u);
  baseline::joint_prepare(m, s, !kept.same_normal_law(InForce(m, s)));
}

void list_events(const ModelView& m, const State& s, EventList* list) {
  const unsigned char* region = s.at<unsigned char>(m.layout.law_history);
  const JointLayout& l = m.joint_layout;
  const baseline::PointLaws laws = laws_of(m, s);
  const auto array = [&](std::uint32_t copy, std::uint32_t offset) {
    return reinterpret_cast<const Real*>(region + l.memory[copy] + offset);
  };
  const auto touches = [&](std::uint32_t copy, std::int32_t k) {
    const Real pressure = array(copy, l.pressure)[k];
    if (!(pressure > 0)) return Touch::kOpen;
    const Real limit = baseline::with_tangential_law(laws[k].tangential, [&](auto tangential) {
      return tangential.limit(laws[k], pressure, m.joint.point[k].length);
    });
    return baseline::slips_at(limit, array(copy, l.tangent)[k]) ? Touch::kSlips : Touch::kSticks;
  };
  const Real* means = m.substeps > 1 ? s.at<Real>(m.layout.step_forces) : nullptr;
  const Real h = static_cast<Real>(m.substeps) * m.h;
  for (std::int32_t k = 0; k < m.joint.points; ++k) {
    const Real normal = means ? means[2 * k] : array(s.current_, l.normal_mean)[k];
    const Real along = means ? means[2 * k + 1] : array(s.current_, l.tangent_mean)[k];
    list->compare(k, touches(1 - s.current_, k), touches(s.current_, k),
                  {h * normal, h * along, 0});
  }
}

std::uint64_t hash_operators(std::uint64_t hash, const ModelView& m) {
  const JointView& j = m.joint;
  const std::int64_t np = m.dims.modes_padded, nrp = j.rows_padded;
  const auto size = [](std::int32_t n) { return static_cast<std::size_t>(n); };
  hash = hash_reals(hash, m.omega, np);  // read for energies
  hash = hash_reals(hash, m.damping, np);
  hash = hash_reals(hash, j.row, np * j.rows);
  hash = fnv1a(hash, j.point, size(j.points) * sizeof *j.point);
  for (std::int32_t k = 0; k < j.cases; ++k)
    hash = fnv1a(hash, j.parameters[k], sizeof *j.parameters[k]);
  for (std::int32_t k = 0; k < j.cases; ++k)
    if (j.impact[k]) hash = fnv1a(hash, j.impact[k], sizeof *j.impact[k]);
  for (int number = 0; number < kJointNumbers; ++number)
    if (j.field[number])
      hash = hash_reals(fnv1a(hash, &number, sizeof number), j.field[number], j.points);
  hash = fnv1a(hash, j.stage_of, size(j.cases) * sizeof *j.stage_of);
  hash = hash_residual(hash, j, m.dims.output_rows);
  for (std::int32_t k = 0; k < j.stages; ++k) {
    const JointStage& s = j.stage[k];
    hash = hash_reals(hash, s.from_velocity, np);
    hash = hash_reals(hash, s.from_position, np);
    hash = hash_reals(hash, s.constant, np);
    hash = hash_reals(hash, s.from_input, np * m.dims.inputs);
    hash = hash_reals(hash, s.admittance, np);
    hash = hash_reals(hash, s.compliance, nrp * j.rows);
    hash = hash_reals(hash, s.point_compliance, std::int64_t{2} * j.points);
    hash = hash_reals(hash, s.damping, np);
    hash = hash_reals(hash, &s.residual_keep, 1);
    hash = hash_reals(hash, &s.residual_gain, 1);
  }
  return hash;
}

// What the joint remembers at t_n but for the energies.
std::uint64_t hash_memory(std::uint64_t hash, const ModelView& m, const State& s) {
  const unsigned char* region = s.at<unsigned char>(m.layout.law_history);
  return fnv1a(hash, region + m.joint_layout.memory[s.current_], m.joint_layout.energies);
}

constexpr StepFunction kSteps[] = {MORTISE_STEPS(joint_step)};

constexpr Law make_law() {
  Law law;
  law.tag = 3;
  law.check_sizes = check_sizes;
  law.lay_out = lay_out;
  law.interface_size = interface_size;
  law.check_stages = check_stages;
  law.check_parameter = check_parameter;
  law.check_scenario = check_scenario;
  law.shape = shape;
  law.indices_in_range = indices_in_range;
  law.reset = reset;
  law.begin = begin;
  law.begins_with_inputs = true;
  law.pressures = pressures;
  law.begin_pressed = begin_pressed;
  law.begin_golden = begin_golden;
  law.parameter_values = parameter_values;
  law.set_parameter = set_parameter;
  law.cases = cases;
  law.enter_case = enter_case;
  law.list_events = list_events;
  law.hash_operators = hash_operators;
  law.hash_numbers = hash_law_sizes;
  law.hash_memory = hash_memory;
  law.steps = kSteps;
  return law;
}

}  // namespace

}  // namespace joint

constexpr Law laws::joint = joint::make_law();

void State::restart_joint(const Model& model, const Real* pressure) noexcept {
  if (belongs_to(model) && model.view().is_joint())
    baseline::joint_start(model.view(), *this, pressure);
}

}  // namespace mortise
