// Unilateral contacts: operators, rows and numbers of Signorini, Newton and Coulomb.
#include "check.hpp"

#include "../check.hpp"
#include "../residual_check.hpp"
#include "mortise/kernel/contact/local_contact.hpp"

namespace mortise::unilateral {

namespace {

constexpr Real kMaxFriction = 1e3;

class UnilateralCheck {
 public:
  UnilateralCheck(const schema::Model& m, const FieldCheck& is, ModelView* view)
      : m_(m), v_(*view), is_(is) {}

  // Sizes, as far as they are known before the arrays are looked at.
  bool sizes() {
    const schema::SignoriniCoulomb* law = m_.law_as_SignoriniCoulomb();
    v_.bore_layout = law && law->bore_rows() ? lay_out_bores(v_.dims.modes_padded, v_.dims.contacts)
                                             : BoreLayout{};
    v_.passive_friction = law && law->friction_velocity() == schema::FrictionVelocity::passive;
    if (!law) return true;
    if (!is_.in_range(law->filter_keep(), 0, 1, "law.filter_keep")) return false;
    v_.contact_books = law->contact_books();
    v_.filter_keep = law->filter_keep();
    if (!is_.known(static_cast<unsigned>(law->level()), 1, "law.level")) return false;
    if (law->level() == schema::ContactLevel::velocity)
      return is_.length(law->port_compliance(), 0, "law.port_compliance");
#if defined(MORTISE_NO_POSITION)
    return is_.fail(LoadError::kUNKNOWN_VALUE, "law.level", -1, 1);
#else
    if (law->bore_rows() || v_.dims.contacts == 0)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "law.level", -1, 1);
    size_residual(*law, v_.dims.rows, v_.dims.inputs, &v_.position);
    if (v_.position.ports == 0) return is_.fail(LoadError::kWRONG_LENGTH, "law.port_compliance");
    v_.passive_friction = false;
    v_.position_layout = lay_out_positions(v_.dims.modes_padded, v_.dims.contacts, v_.position);
    return true;
#endif
  }

  bool stages() {
    const bool position = v_.position.ports > 0;
    if (!check_stage(m_, is_, 1, &v_, position ? -1e300 : 0)) return false;
#if !defined(MORTISE_NO_POSITION)
    if (position) return displacements(*m_.stages()->Get(0));
#endif
    return true;
  }

  bool numbers() {
    if (nc() == 0) return is_.known(static_cast<unsigned>(m_.law_type()), 0, "law_type");
    if (m_.law_type() != schema::Law::SignoriniCoulomb)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "law_type", -1, static_cast<int>(m_.law_type()));
    const schema::SignoriniCoulomb* law = m_.law_as_SignoriniCoulomb();
    if (!is_.present(law, "law") ||
        !is_.array(law->contact_rows(), n(), np(), 3 * nc(), "law.contact_rows", -kMaxRow,
                   kMaxRow) ||
        !per_contact(law->clearance(), "law.clearance", -kMaxClearance, kMaxClearance) ||
        !per_contact(law->friction(), "law.friction", 0, kMaxFriction) ||
        !per_contact(law->restitution(), "law.restitution", 0, 1) ||
        !per_contact(law->restitution_tangential(), "law.restitution_tangential", 0, 1))
      return false;
    if (!is_.known(static_cast<unsigned>(law->friction_velocity()), 2, "law.friction_velocity") ||
        !is_.known(static_cast<unsigned>(law->restitution_rule()), 1, "law.restitution_rule") ||
        !is_.known(static_cast<unsigned>(law->activation()), 1, "law.activation") ||
        !is_.in_range(law->activation_threshold(), 0, 1e6, "law.activation_threshold") ||
        !is_.in_range(law->activation_hysteresis(), 0, 1e6, "law.activation_hysteresis") ||
        !is_.in_range(law->restitution_threshold(), 0, 1e6, "law.restitution_threshold"))
      return false;
    v_.contact_rows = law->contact_rows()->data();
    if (!reaches() || !bores(*law)) return false;
#if !defined(MORTISE_NO_POSITION)
    // outputs of an interface are rows of its assembly, which knows how many (assembly/check.cc)
    if (!is_.is_of_interface() &&
        !check_residual(*law, v_.dims.rows, v_.dims.output_rows, is_, &v_.position))
      return false;
#endif
    v_.mean_friction = law->friction_velocity() == schema::FrictionVelocity::mean;
    v_.energy_safe = law->restitution_rule() == schema::RestitutionRule::energy_safe;
    v_.start_activation = law->activation() == schema::Activation::start_velocity;
    v_.activation_threshold = law->activation_threshold();
    v_.activation_hysteresis = law->activation_hysteresis();
    v_.restitution_threshold = law->restitution_threshold();
    return true;
  }

 private:
#if !defined(MORTISE_NO_POSITION)
  bool displacements(const schema::Stage& s) {
    const auto per_mode = [&](const flatbuffers::Vector<double>* v, const char* field, Real low) {
      return is_.present(v, field) && is_.array(v, n(), np(), 1, field, low);
    };
    const auto nu = static_cast<std::uint64_t>(v_.dims.inputs);
    PositionView& p = v_.position;
    if (!is_.in_range(s.residual_keep(), -1, 1, "stages.residual_keep") ||
        !is_.in_range(s.residual_gain(), 1e-300, 2, "stages.residual_gain") ||
        !is_.in_range(m_.solver()->rest_sweep_cap(), 1, kMaxIterations, "solver.rest_sweep_cap"))
      return false;
    p.residual_keep = s.residual_keep();
    p.residual_gain = s.residual_gain();
    p.rest_sweeps = as_int(m_.solver()->rest_sweep_cap());
    if (is_.is_of_interface()) return true;  // moves as the others do
    if (!per_mode(s.position_from_velocity(), "stages.position_from_velocity", -1e300) ||
        !per_mode(s.position_from_position(), "stages.position_from_position", -1e300) ||
        !per_mode(s.position_constant(), "stages.position_constant", -1e300) ||
        !per_mode(s.position_admittance(), "stages.position_admittance", 0) ||
        !is_.array(s.position_from_input(), n(), np(), nu, "stages.position_from_input"))
      return false;
    p.from_velocity = s.position_from_velocity()->data();
    p.from_position = s.position_from_position()->data();
    p.constant = s.position_constant()->data();
    p.from_input = nu > 0 ? s.position_from_input()->data() : nullptr;
    p.admittance = s.position_admittance()->data();
    return true;
  }

#endif

  bool bores(const schema::SignoriniCoulomb& law) {
    if (!law.bore_rows()) return true;
    if (!is_.array(law.bore_rows(), n(), np(), 3 * nc(), "law.bore_rows", -kMaxRow, kMaxRow))
      return false;
    v_.bore_facing = v_.contact_rows;
    v_.bore_rows = law.bore_rows()->data();
    return true;
  }

  // A reach below the length of the normal row would let a closing contact be overlooked.
  bool reaches() {
    const auto* local = reinterpret_cast<const LocalContact*>(v_.local_contacts);
    for (std::uint64_t c = 0; c < nc(); ++c) {
      const Real* row = v_.contact_rows + 3 * c * np();
      Real squared = 0;
      for (std::uint64_t j = 0; j < n(); ++j) squared += row[j] * row[j];
      const Real product = local[c].inverse_reach * local[c].inverse_reach * squared;
      if (!(local[c].inverse_reach >= 0) || !(product <= 1 + 1e-9))
        return is_.fail(LoadError::kOUT_OF_RANGE, "stages.local_contacts.inverse_reach",
                        static_cast<std::int64_t>(c), local[c].inverse_reach);
    }
    return true;
  }

  bool per_contact(const flatbuffers::Vector<double>* v, const char* field, Real low, Real high) {
    return is_.array(v, nc(), nc(), 1, field, low, high);
  }
  std::uint64_t n() const { return static_cast<std::uint64_t>(v_.dims.modes); }
  std::uint64_t np() const { return static_cast<std::uint64_t>(v_.dims.modes_padded); }
  std::uint64_t nc() const { return static_cast<std::uint64_t>(v_.dims.contacts); }

  const schema::Model& m_;
  ModelView& v_;
  const FieldCheck& is_;
};

}  // namespace

bool check_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return UnilateralCheck(root, is, view).sizes();
}

bool check_stages(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return UnilateralCheck(root, is, view).stages();
}

bool check_numbers(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return UnilateralCheck(root, is, view).numbers();
}

bool check_parameter(const schema::Parameter& p, std::uint32_t k, const FieldCheck& is,
                     const ModelView& view) {
  using Kind = schema::ParameterKind;
  if (!is.known(static_cast<unsigned>(p.kind()), static_cast<unsigned>(Kind::clearance),
                "parameters.kind", k))
    return false;
  const std::uint64_t end = std::uint64_t{p.first_contact()} + p.contacts();
  if (p.contacts() < 1 || end > static_cast<std::uint64_t>(view.dims.contacts))
    return is.fail(LoadError::kBAD_INDEX, "parameters.first_contact", k, static_cast<Real>(end));
  switch (p.kind()) {
    case Kind::clearance:
      return check_parameter_range(p, k, -kMaxClearance, kMaxClearance, is);
    case Kind::friction:
      return check_parameter_range(p, k, 0, kMaxFriction, is);
    default:
      return check_parameter_range(p, k, 0, 1, is);
  }
}

bool check_in_assembly(const ModelView& view, std::uint32_t k, const FieldCheck& is) {
  return !view.bore_rows || is.fail(LoadError::kUNKNOWN_VALUE, "interfaces.model.law.bore_rows", k);
}

}  // namespace mortise::unilateral
