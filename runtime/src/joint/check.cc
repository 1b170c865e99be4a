// Joints of compliant laws: sizes, laws, operators of every stage.
#include "check.hpp"

#include "../check.hpp"
#include "../quantities.hpp"
#include "../residual_check.hpp"
#include "friction_laws.hpp"
#include "point_law.hpp"

namespace mortise::joint {

namespace {

constexpr std::uint32_t kMaxJointNodes = 2048, kMaxJointPoints = 8192;
constexpr Real kMaxJointNumber = 1e30;
constexpr Real kLeastVelocity = 1e-30;  // by which dampers divide

class JointCheck {
 public:
  JointCheck(const schema::Model& m, const FieldCheck& is, ModelView* view)
      : m_(m), law_(*m.law_as_CompliantJoint()), v_(*view), j_(view->joint), is_(is) {}

  bool sizes() {
    if (m_.contacts() != 0)
      return is_.fail(LoadError::kOUT_OF_RANGE, "contacts", -1, m_.contacts());
    if (!is_.supported(law_.nodes(), kMaxJointNodes, "law.nodes") ||
        !is_.supported(count_of(law_.points()), kMaxJointPoints, "law.points") ||
        !is_.supported(count_of(law_.cases()), kMaxJointCases, "law.cases") ||
        !is_.supported(law_.memory(), kMaxJointMemory, "law.memory") ||
        !is_.supported(count_of(m_.stages()), kMaxJointStages, "stages"))
      return false;
    if (law_.nodes() < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "law.nodes");
    if (count_of(law_.points()) < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "law.points");
    if (count_of(law_.cases()) < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "law.cases");
    if (count_of(m_.stages()) < 1) return is_.fail(LoadError::kWRONG_LENGTH, "stages");
    j_.nodes = as_int(law_.nodes());
    j_.tangential = law_.tangential();
    j_.rows = j_.tangential ? 2 * j_.nodes : j_.nodes;
    j_.rows_padded = padded(j_.rows);
    j_.points = as_int(law_.points()->size());
    j_.memory = as_int(law_.memory());
    j_.cases = as_int(law_.cases()->size());
    j_.stages = as_int(m_.stages()->size());
    for (const schema::JointCase* c : *law_.cases())
      j_.impacts = j_.impacts || c->impact() != nullptr;
    size_residual(law_, j_.rows, v_.dims.inputs, &j_);
    j_.energies = wants_energy(m_);
    j_.varies = count_of(law_.fields()) > 0;
    v_.joint_layout = lay_out_joint(j_);
    return points() && fields() && cases();
  }

  bool operators() {
    if (!is_.array(law_.rows(), n(), np(), nr(), "law.rows", -kMaxRow, kMaxRow)) return false;
    j_.row = law_.rows()->data();
    if (!check_residual(law_, j_.rows, v_.dims.output_rows, is_, &j_)) return false;
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(j_.stages); ++k)
      if (!stage(*m_.stages()->Get(k), &j_.stage[k])) return false;
    const JointStage& first = j_.stage[0];
    v_.from_velocity = first.from_velocity;
    v_.from_position = first.from_position;
    v_.constant = first.constant;
    v_.admittance = first.admittance;
    v_.from_input = first.from_input;
    return true;
  }

 private:
  bool points() {
    if (!is_.aligned(law_.points(), 8, "law.points")) return false;
    for (std::uint32_t k = 0; k < law_.points()->size(); ++k) {
      const schema::JointPoint& p = *law_.points()->Get(k);
      if (p.first() >= law_.nodes() || p.second() >= law_.nodes() || p.first() == p.second())
        return is_.fail(LoadError::kBAD_INDEX, "law.points", k, p.second());
      if (!is_.in_range(p.share_first(), -8, 8, "law.points.share_first", k) ||
          !is_.in_range(p.share_second(), -8, 8, "law.points.share_second", k) ||
          !is_.in_range(p.length(), 1e-30, 1e6, "law.points.length", k))
        return false;
    }
    j_.point = reinterpret_cast<const JointPoint*>(law_.points()->Data());
    return true;
  }

  // Numbers that vary along the joint: clearances by so much, others by so many times.
  bool fields() {
    using Kind = schema::ParameterKind;
    for (std::uint32_t k = 0; k < count_of(law_.fields()); ++k) {
      const schema::JointField& f = *law_.fields()->Get(k);
      const Kind kind = f.number();
      if (kind < Kind::joint_stiffness || kind > Kind::joint_viscous)
        return is_.fail(LoadError::kUNKNOWN_VALUE, "law.fields.number", k, static_cast<int>(kind));
      const double*& field =
          j_.field[static_cast<int>(kind) - static_cast<int>(Kind::joint_stiffness)];
      if (field)
        return is_.fail(LoadError::kBAD_INDEX, "law.fields.number", k, static_cast<int>(kind));
      const bool clearance = kind == Kind::joint_gap || kind == Kind::joint_separation_gap;
      const bool divides = kind == Kind::joint_stiffness || kind == Kind::joint_stribeck_velocity;
      const Real low = clearance ? -1e6 : divides ? 1 / kMaxJointNumber : 0;
      const auto nk = static_cast<std::uint64_t>(j_.points);
      if (!is_.array(f.value(), nk, nk, 1, "law.fields.value", low, kMaxJointNumber)) return false;
      field = f.value()->data();
    }
    return true;
  }

  bool cases() {
    for (std::uint32_t k = 0; k < law_.cases()->size(); ++k) {
      const schema::JointCase& c = *law_.cases()->Get(k);
      if (c.stage() >= m_.stages()->size())
        return is_.fail(LoadError::kBAD_INDEX, "law.cases.stage", k, c.stage());
      j_.stage_of[k] = c.stage();
      j_.parameters[k] = reinterpret_cast<const JointParameters*>(c.parameters());
      j_.impact[k] = reinterpret_cast<const JointImpact*>(c.impact());
      if (!parameters(*j_.parameters[k], k) || !along(*j_.parameters[k], k) || !impact(k))
        return false;
    }
    return true;
  }

  // The law of every point, where they differ.
  bool along(const JointParameters& p, std::uint32_t k) {
    for (int point = 0; j_.varies && point < j_.points; ++point)
      if (!parameters(baseline::law_at(j_, p, point), k))
        return is_.fail(LoadError::kOUT_OF_RANGE, "law.fields", point);
    return true;
  }

  bool parameters(const JointParameters& p, std::uint32_t k) {
    static_assert(
        baseline::kTangentialLaws == static_cast<std::uint32_t>(schema::TangentialLaw::MAX) + 1,
        "friction_laws.hpp has the schema's");
    const Real* numbers = &p.stiffness;
    for (int i = 0; i < kJointNumbers; ++i) {
      const bool gap = numbers + i == &p.gap;
      if (!is_.in_range(numbers[i], gap ? -1e6 : 0, kMaxJointNumber, "law.cases.parameters", k))
        return false;
    }
    if (!(p.stiffness > 0))
      return is_.fail(LoadError::kOUT_OF_RANGE, "law.cases.parameters.stiffness", k, p.stiffness);
    if (p.separation_stiffness > 0 && p.gap + p.separation_gap < 0)
      return is_.fail(LoadError::kOUT_OF_RANGE, "law.cases.parameters.separation_gap", k,
                      p.separation_gap);
    if (!is_.known(p.damper, kDamperLankaraniNikravesh, "law.cases.parameters.damper", k) ||
        !is_.known(p.tangential, baseline::kTangentialLaws - 1, "law.cases.parameters.tangential",
                   k) ||
        !is_.known(p.reserved, 0, "law.cases.parameters.reserved", k))
      return false;
    if (p.tangential != kTangentialNone && !j_.tangential)
      return is_.fail(LoadError::kOUT_OF_RANGE, "law.tangential", k, p.tangential);
    const std::uint32_t needed =
        baseline::with_tangential_law(p.tangential, [&](auto law) { return law.memory(p); });
    if (needed > law_.memory()) return is_.fail(LoadError::kOUT_OF_RANGE, "law.memory", k, needed);
    const baseline::LawFault fault =
        baseline::with_tangential_law(p.tangential, [&](auto law) { return law.fault(p); });
    return !fault.field || is_.fail(LoadError::kOUT_OF_RANGE, fault.field, k, fault.value);
  }

  bool impact(std::uint32_t k) {
    const JointImpact* i = j_.impact[k];
    if (!i)
      return j_.parameters[k]->damper != kDamperLankaraniNikravesh ||
             is_.fail(LoadError::kMISSING, "law.cases.impact", k);
    return is_.in_range(i->exponent, 1, kMostExponent, "law.cases.impact.exponent", k) &&
           is_.in_range(i->restitution, 0, 1, "law.cases.impact.restitution", k) &&
           is_.in_range(i->velocity, kLeastVelocity, kMaxJointNumber, "law.cases.impact.velocity",
                        k);
  }

  bool stage(const schema::Stage& s, JointStage* out) {
    const auto nk = static_cast<std::uint64_t>(j_.points);
    if (!per_mode(s.velocity_from_velocity(), "stages.velocity_from_velocity", -1, 1) ||
        !per_mode(s.velocity_from_position(), "stages.velocity_from_position") ||
        !per_mode(s.velocity_constant(), "stages.velocity_constant") ||
        !per_mode(s.admittance(), "stages.admittance", 1e-300) ||
        !per_mode(s.damping(), "stages.damping", 0) ||
        !is_.array(s.velocity_from_input(), n(), np(), nu(), "stages.velocity_from_input") ||
        !number_array(s.delassus(), nr(), nrp(), nr(), "stages.delassus") ||
        !is_.array(s.point_compliance(), 2, 2, nk, "stages.point_compliance", 0, kMaxJointNumber) ||
        !is_.in_range(s.residual_keep(), -1, 1, "stages.residual_keep") ||
        !is_.in_range(s.residual_gain(), 0, 2, "stages.residual_gain"))
      return false;
    if (j_.ports > 0 && !(s.residual_gain() > 0))
      return is_.fail(LoadError::kOUT_OF_RANGE, "stages.residual_gain");
    *out = {s.velocity_from_velocity()->data(),
            s.velocity_from_position()->data(),
            s.velocity_constant()->data(),
            nu() > 0 ? s.velocity_from_input()->data() : nullptr,
            s.admittance()->data(),
            s.delassus()->data(),
            s.point_compliance()->data(),
            s.damping()->data(),
            s.residual_keep(),
            s.residual_gain()};
    return true;
  }

  bool number_array(const flatbuffers::Vector<double>* v, std::uint64_t used, std::uint64_t ld,
                    std::uint64_t columns, const char* field) {
    return is_.array(v, used, ld, columns, field, -kMaxJointNumber, kMaxJointNumber);
  }
  bool per_mode(const flatbuffers::Vector<double>* v, const char* field, Real low = -1e300,
                Real high = 1e300) {
    return is_.array(v, n(), np(), 1, field, low, high);
  }
  std::uint64_t n() const { return static_cast<std::uint64_t>(v_.dims.modes); }
  std::uint64_t np() const { return static_cast<std::uint64_t>(v_.dims.modes_padded); }
  std::uint64_t nr() const { return static_cast<std::uint64_t>(j_.rows); }
  std::uint64_t nrp() const { return static_cast<std::uint64_t>(j_.rows_padded); }
  std::uint32_t nu() const { return static_cast<std::uint32_t>(v_.dims.inputs); }

  const schema::Model& m_;
  const schema::CompliantJoint& law_;
  ModelView& v_;
  JointView& j_;
  const FieldCheck& is_;
};

// Operating cases that the joint enters, by ascending steps.
bool check_phases(const flatbuffers::Vector<const schema::Phase*>* list, std::uint32_t k,
                  const FieldCheck& is, const ModelView& view) {
  if (!is.aligned(list, 8, "scenarios.phases")) return false;
  for (std::uint32_t j = 0; j < count_of(list); ++j) {
    const schema::Phase& p = *list->Get(j);
    if (p.joint_case() >= static_cast<std::uint64_t>(view.joint.cases))
      return is.fail(LoadError::kBAD_INDEX, "scenarios.phases.joint_case", k,
                     static_cast<Real>(p.joint_case()));
    if (j > 0 && p.step() <= list->Get(j - 1)->step())
      return is.fail(LoadError::kOUT_OF_RANGE, "scenarios.phases.step", k,
                     static_cast<Real>(p.step()));
  }
  return true;
}

}  // namespace

bool check_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  if (!is.present(root.law_as_CompliantJoint(), "law")) return false;
  return JointCheck(root, is, view).sizes();
}

bool check_stages(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return JointCheck(root, is, view).operators();
}

bool check_parameter(const schema::Parameter& p, std::uint32_t k, const FieldCheck& is,
                     const ModelView& view) {
  using Kind = schema::ParameterKind;
  const bool own = p.kind() >= Kind::joint_stiffness && p.kind() <= Kind::joint_viscous;
  const bool impact =
      p.kind() >= Kind::joint_impact_exponent && p.kind() <= Kind::joint_impact_velocity;
  if (!own && !(impact && view.joint.impacts))
    return is.fail(LoadError::kUNKNOWN_VALUE, "parameters.kind", k, static_cast<int>(p.kind()));
  // a joint has one value of each
  if (p.first_contact() != 0 || p.contacts() != 1)
    return is.fail(LoadError::kBAD_INDEX, "parameters.first_contact", k, p.first_contact());
  if (p.kind() == Kind::joint_impact_exponent)
    return check_parameter_range(p, k, 1, kMostExponent, is);
  if (p.kind() == Kind::joint_impact_restitution) return check_parameter_range(p, k, 0, 1, is);
  const bool positive =
      p.kind() == Kind::joint_stiffness || p.kind() == Kind::joint_stribeck_velocity;
  const Real low = p.kind() == Kind::joint_gap               ? -1e6
                   : p.kind() == Kind::joint_impact_velocity ? kLeastVelocity
                   : positive                                ? 1e-300
                                                             : 0;
  return check_parameter_range(p, k, low, kMaxJointNumber, is);
}

bool check_scenario(const schema::Scenario& s, std::uint32_t k, const FieldCheck& is,
                    const ModelView& view) {
  return check_phases(s.phases(), k, is, view);
}

}  // namespace mortise::joint
