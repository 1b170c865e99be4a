#include "check.hpp"

#include "check_parts.hpp"
#include "mortise/kernel/contact/local_contact.hpp"

namespace mortise {

namespace {

std::int32_t as_int(std::uint64_t x) { return static_cast<std::int32_t>(x); }

std::int32_t padded(std::int32_t n) { return (n + 7) & ~7; }

class ModelCheck {
 public:
  ModelCheck(const schema::Model& m, ModelView* view, LoadFault* fault)
      : m_(m), v_(*view), is_(fault) {}

  bool run() {
    return sizes() && solver() && (!film() || check_film_sizes(m_, is_, &v_)) &&
           (!joint() || check_joint_sizes(m_, is_, &v_)) &&
           (!sliding() || check_sliding_sizes(m_, is_, &v_)) && memory() && channels() && modal() &&
           stage() && law() && parameters() && check_records(m_, is_, v_);
  }

 private:
  bool sizes() {
    if (!is_.known(static_cast<unsigned>(m_.scalar()), 1, "scalar")) return false;
    if (!film() && m_.scalar() != schema::Scalar::float64)
      return is_.fail(LoadError::kWRONG_SCALAR, "scalar");
    const schema::Scheme scheme = film() ? schema::Scheme::sdirk2 : schema::Scheme::moreau_jean;
    if (m_.scheme() != scheme && !(sliding() && m_.scheme() == schema::Scheme::generalised_alpha))
      return is_.fail(LoadError::kUNKNOWN_VALUE, "scheme", -1, static_cast<int>(m_.scheme()));
    if (!is_.in_range(m_.step(), 1e-12, 1e3, "step")) return false;
    if (!film() && m_.modes() < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "modes");
    if (!is_.supported(m_.modes(), kMaxModes, "modes") ||
        !is_.supported(m_.contacts(), kMaxContacts, "contacts") ||
        !is_.supported(count_of(m_.inputs()), kMaxChannels, "inputs") ||
        !is_.supported(count_of(m_.outputs()), kMaxChannels, "outputs") ||
        !is_.supported(count_of(m_.parameters()), kMaxParameters, "parameters") ||
        !is_.supported(count_of(m_.training_box()), kMaxParameters, "training_box") ||
        !is_.supported(count_of(m_.scenarios()), kMaxScenarios, "scenarios"))
      return false;
    Dims& d = v_.dims;
    d.modes = as_int(m_.modes());
    d.modes_padded = padded(d.modes);
    d.contacts = as_int(m_.contacts());
    d.rows = 3 * d.contacts;
    d.rows_padded = padded(d.rows);
    d.inputs = as_int(count_of(m_.inputs()));
    d.outputs = as_int(count_of(m_.outputs()));
    const std::uint32_t rows = count_of(m_.output_rows());
    if (d.modes > 0 ? rows % static_cast<std::uint32_t>(d.modes_padded) != 0 : rows != 0)
      return is_.fail(LoadError::kWRONG_LENGTH, "output_rows", -1, rows);
    d.output_rows = d.modes > 0 ? as_int(rows) / d.modes_padded : 0;
    v_.h = m_.step();
    v_.half_h = v_.h / 2;
    v_.root = &m_;
    return true;
  }

  // Entry of the training box that an input or a parameter names.
  bool in_box(std::uint32_t range, std::uint32_t k) const {
    return is_.at_most(range, count_of(m_.training_box()), "range", k);
  }

  bool channels() {
    const Dims& d = v_.dims;
    if (!is_.length(m_.input_ranges(), nu(), "input_ranges") ||
        !is_.aligned(m_.input_ranges(), 8, "input_ranges") ||
        !is_.length(m_.output_rules(), count_of(m_.outputs()), "output_rules"))
      return false;
    for (std::uint32_t k = 0; k < nu(); ++k) {
      const schema::InputRange& r = *m_.input_ranges()->Get(k);
      if (!is_.in_range(r.minimum(), -1e300, 1e300, "input_ranges.minimum", k) ||
          !is_.in_range(r.maximum(), r.minimum(), 1e300, "input_ranges.maximum", k) ||
          !is_.in_range(r.default_value(), r.minimum(), r.maximum(), "input_ranges.default_value",
                        k) ||
          !is_.known(r.hold(), film() ? kHoldCubic : kHoldLinear, "input_ranges.hold", k) ||
          !is_.known(r.reserved(), 0, "input_ranges.reserved", k) ||
          !in_box(m_.inputs()->Get(k)->range(), k))
        return false;
      v_.linear_hold = v_.linear_hold || r.hold() != kHoldZeroOrder;
    }
    for (int k = 0; k < d.outputs; ++k) {
      const schema::OutputRule& r = *m_.output_rules()->Get(static_cast<unsigned>(k));
      if (!gives_out(r.quantity()))
        return is_.fail(LoadError::kUNKNOWN_VALUE, "output_rules.quantity", k, r.quantity());
      if (r.index() >= static_cast<std::uint32_t>(indices_of(r.quantity())))
        return is_.fail(LoadError::kBAD_INDEX, "output_rules.index", k, r.index());
    }
    static_assert(sizeof(schema::InputRange) == sizeof(InputRange), "mapped in place");
    static_assert(sizeof(schema::OutputRule) == sizeof(OutputRule), "mapped in place");
    static_assert(alignof(OutputRule) == 4, "the FlatBuffers verifier has checked no more");
    if (nu() > 0) v_.input_ranges = reinterpret_cast<const InputRange*>(m_.input_ranges()->Data());
    if (d.outputs > 0)
      v_.output_rules = reinterpret_cast<const OutputRule*>(m_.output_rules()->Data());
    while (v_.leading_modal_outputs < d.outputs) {
      const OutputRule& rule = v_.output_rules[v_.leading_modal_outputs];
      if (rule.quantity != kOutputModal ||
          rule.index != static_cast<std::uint32_t>(v_.leading_modal_outputs))
        break;
      ++v_.leading_modal_outputs;
    }
    return true;
  }

  // Does a model of this kind have such an output?
  bool gives_out(std::uint32_t quantity) const {
    const bool functional = quantity <= kOutputModal;
    if (film()) return quantity <= kOutputBasis;
    if (sliding())
      return functional || quantity == kOutputForce || quantity == kOutputAcceleration ||
             quantity == kOutputSlidingVelocity || quantity == kOutputContactPosition;
    if (joint())
      return functional || (quantity >= kOutputAcceleration && quantity <= kOutputSlipping);
    return quantity <= kOutputGap;
  }

  // How many values the index of an output may have.
  std::int32_t indices_of(std::uint32_t quantity) const {
    const Dims& d = v_.dims;
    switch (quantity) {
      case kOutputDisplacement:
      case kOutputVelocity:
      case kOutputAcceleration:
        return d.output_rows;
      case kOutputNormalTraction:
      case kOutputFrictionTraction:
        return v_.joint.points;
      case kOutputModal:
        return d.modes;
      case kOutputForce:
        return sliding() ? 2 : d.rows;
      case kOutputGap:
        return d.contacts;
      case kOutputApproach:
        return d.modes > 0 ? d.output_rows : 1;
      case kOutputDistance:
        return d.inputs;
      default:
        return 1;
    }
  }

  bool modal() {
    if (!per_mode(m_.omega(), "omega", 0) || !per_mode(m_.damping(), "damping", 0) ||
        !per_mode(m_.initial_q(), "initial_q") || !per_mode(m_.initial_v(), "initial_v"))
      return false;
    if (!is_.array(m_.output_rows(), n(), np(), static_cast<unsigned>(v_.dims.output_rows),
                   "output_rows", -kMaxRow, kMaxRow))
      return false;
    v_.omega = m_.omega()->data();
    v_.damping = m_.damping()->data();
    v_.initial_q = m_.initial_q()->data();
    v_.initial_v = m_.initial_v()->data();
    v_.output_rows = m_.output_rows() ? m_.output_rows()->data() : nullptr;
    return true;
  }

  bool stage() {
    if (joint()) return check_joint_operators(m_, is_, &v_);
    if (!is_.length(m_.stages(), film() ? 0 : 1, "stages")) return false;
    if (film()) return true;
    const schema::Stage& s = *m_.stages()->Get(0);
    const Real most = m_.scheme() == schema::Scheme::generalised_alpha ? 1e300 : 1;
    if (!per_mode(s.velocity_from_velocity(), "stages.velocity_from_velocity", -most, most) ||
        !per_mode(s.velocity_from_position(), "stages.velocity_from_position") ||
        !per_mode(s.velocity_constant(), "stages.velocity_constant") ||
        !per_mode(s.admittance(), "stages.admittance", 0) ||
        !is_.array(s.velocity_from_input(), n(), np(), nu(), "stages.velocity_from_input"))
      return false;
    if (!is_.array(s.delassus(), nr(), nrp(), nr(), "stages.delassus") ||
        !is_.array(s.local_contacts(), 16, 16, nc(), "stages.local_contacts"))
      return false;
    for (std::uint64_t j = 0; j < nr(); ++j) {
      const Real diagonal = s.delassus()->data()[j * nrp() + j];
      if (!is_.in_range(diagonal, 0, 1e300, "stages.delassus",
                        static_cast<std::int64_t>(j * nrp() + j)))
        return false;
    }
    if (s.delassus_inverse() && s.delassus_inverse()->size() > 0 &&
        !is_.array(s.delassus_inverse(), nr(), nrp(), nr(), "stages.delassus_inverse"))
      return false;
    v_.from_velocity = s.velocity_from_velocity()->data();
    v_.from_position = s.velocity_from_position()->data();
    v_.constant = s.velocity_constant()->data();
    v_.admittance = s.admittance()->data();
    v_.from_input = nu() > 0 ? s.velocity_from_input()->data() : nullptr;
    v_.delassus = nc() > 0 ? s.delassus()->data() : nullptr;
    v_.local_contacts = nc() > 0 ? s.local_contacts()->data() : nullptr;
    if (s.delassus_inverse() && s.delassus_inverse()->size() > 0)
      v_.delassus_inverse = s.delassus_inverse()->data();
    return true;
  }

  bool solver() {
    const schema::Solver& s = *m_.solver();
    if (!is_.known(static_cast<unsigned>(s.kind()), 1, "solver.kind") ||
        !is_.at_most(s.sweep_cap(), kMaxIterations, "solver.sweep_cap") ||
        !is_.at_most(s.newton_cap(), kMaxIterations, "solver.newton_cap") ||
        !is_.at_most(s.tail_sweeps(), kMaxIterations, "solver.tail_sweeps") ||
        !is_.in_range(s.tolerance(), 0, 1, "solver.tolerance"))
      return false;
    v_.newton = s.kind() == schema::SolverKind::status_newton;
    if (s.sweep_cap() < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "solver.sweep_cap");
    if (v_.newton && s.newton_cap() < 1)
      return is_.fail(LoadError::kOUT_OF_RANGE, "solver.newton_cap");
    v_.sweep_cap = as_int(s.sweep_cap());
    v_.newton_cap = as_int(s.newton_cap());
    v_.tail_sweeps = as_int(s.tail_sweeps());
    v_.tolerance = s.tolerance();
    return true;
  }

  bool law() {
    if (film()) return check_film_numbers(m_, is_, v_);
    if (joint()) return true;
    if (sliding()) return check_sliding_numbers(m_, is_, &v_);
    if (nc() == 0) return is_.known(static_cast<unsigned>(m_.law_type()), 0, "law_type");
    if (m_.law_type() != schema::Law::SignoriniCoulomb)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "law_type", -1, static_cast<int>(m_.law_type()));
    const schema::SignoriniCoulomb* law = m_.law_as_SignoriniCoulomb();
    if (!is_.present(law, "law") ||
        !is_.array(law->contact_rows(), n(), np(), nr(), "law.contact_rows", -kMaxRow, kMaxRow) ||
        !per_contact(law->clearance(), "law.clearance", -kMaxClearance, kMaxClearance) ||
        !per_contact(law->friction(), "law.friction", 0, 1e3) ||
        !per_contact(law->restitution(), "law.restitution", 0, 1) ||
        !per_contact(law->restitution_tangential(), "law.restitution_tangential", 0, 1))
      return false;
    if (!is_.known(static_cast<unsigned>(law->friction_velocity()), 1, "law.friction_velocity") ||
        !is_.known(static_cast<unsigned>(law->restitution_rule()), 1, "law.restitution_rule") ||
        !is_.known(static_cast<unsigned>(law->activation()), 1, "law.activation") ||
        !is_.in_range(law->activation_threshold(), 0, 1e6, "law.activation_threshold") ||
        !is_.in_range(law->activation_hysteresis(), 0, 1e6, "law.activation_hysteresis") ||
        !is_.in_range(law->restitution_threshold(), 0, 1e6, "law.restitution_threshold"))
      return false;
    v_.contact_rows = law->contact_rows()->data();
    if (!reaches()) return false;
    v_.mean_friction = law->friction_velocity() == schema::FrictionVelocity::mean;
    v_.energy_safe = law->restitution_rule() == schema::RestitutionRule::energy_safe;
    v_.start_activation = law->activation() == schema::Activation::start_velocity;
    v_.activation_threshold = law->activation_threshold();
    v_.activation_hysteresis = law->activation_hysteresis();
    v_.restitution_threshold = law->restitution_threshold();
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

  bool parameters() {
    for (std::uint32_t k = 0; k < count_of(m_.parameters()); ++k) {
      const schema::Parameter& p = *m_.parameters()->Get(k);
      if (!in_box(p.range(), k)) return false;
      if (sliding()) {
        if (!sliding_parameter(p, k)) return false;
        continue;
      }
      if (joint()) {
        if (!check_joint_parameter(p, k, is_)) return false;
        continue;
      }
      if (!is_.known(static_cast<unsigned>(p.kind()), 3, "parameters.kind", k)) return false;
      const std::uint64_t end = std::uint64_t{p.first_contact()} + p.contacts();
      if (p.contacts() < 1 || end > nc())
        return is_.fail(LoadError::kBAD_INDEX, "parameters.first_contact", k,
                        static_cast<Real>(end));
      const bool clearance = p.kind() == schema::ParameterKind::clearance;
      const bool friction = p.kind() == schema::ParameterKind::friction;
      const Real low = clearance ? -kMaxClearance : 0, high = clearance  ? kMaxClearance
                                                              : friction ? 1e3
                                                                         : 1;
      if (!is_.in_range(p.minimum(), low, high, "parameters.minimum", k) ||
          !is_.in_range(p.maximum(), p.minimum(), high, "parameters.maximum", k) ||
          !is_.in_range(p.default_value(), p.minimum(), p.maximum(), "parameters.default_value", k))
        return false;
    }
    return true;
  }

  bool sliding_parameter(const schema::Parameter& p, std::uint32_t k) {
    const bool friction = p.kind() == schema::ParameterKind::sliding_friction;
    if (!friction && p.kind() != schema::ParameterKind::sliding_speed)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "parameters.kind", k, static_cast<int>(p.kind()));
    if (p.first_contact() != 0 || p.contacts() != 1)
      return is_.fail(LoadError::kBAD_INDEX, "parameters.first_contact", k, p.first_contact());
    return is_.in_range(p.minimum(), friction ? 0 : -1e6, 1e6, "parameters.minimum", k) &&
           is_.in_range(p.maximum(), p.minimum(), 1e6, "parameters.maximum", k) &&
           is_.in_range(p.default_value(), p.minimum(), p.maximum(), "parameters.default_value", k);
  }

  bool memory() {
    // Signorini-Coulomb keeps its memory in ContactMemory.
    LayoutOptions options;
    options.film = film();
    options.newton = v_.newton;
    options.law_history_bytes = v_.joint_layout.bytes + v_.sliding_layout.bytes;
    options.film_history_bytes = v_.film_layout.bytes;
    if (!lay_out_state(v_.dims, options, &v_.layout))
      return is_.fail(LoadError::kTOO_LARGE, "contacts", -1, m_.contacts());
    if (m_.schema_minor() != kSchemaMinor) return true;  // the states of another runtime
    if (m_.law_history_bytes() != options.law_history_bytes)
      return is_.fail(LoadError::kWRONG_ARENA, "law_history_bytes", -1, m_.law_history_bytes());
    if (m_.film_history_bytes() != options.film_history_bytes)
      return is_.fail(LoadError::kWRONG_ARENA, "film_history_bytes", -1, m_.film_history_bytes());
    if (m_.cost()->arena_bytes() != v_.layout.bytes)
      return is_.fail(LoadError::kWRONG_ARENA, "cost.arena_bytes", -1,
                      static_cast<Real>(m_.cost()->arena_bytes()));
    return true;
  }

  bool per_mode(const flatbuffers::Vector<double>* v, const char* field, Real low = -1e300,
                Real high = 1e300) {
    return is_.array(v, n(), np(), 1, field, low, high);
  }
  bool per_contact(const flatbuffers::Vector<double>* v, const char* field, Real low, Real high) {
    return is_.array(v, nc(), nc(), 1, field, low, high);
  }

  bool sliding() const { return kSliding && m_.law_type() == schema::Law::SlidingContact; }
  bool joint() const { return kJoints && m_.law_type() == schema::Law::CompliantJoint; }
  bool film() const { return kFilms && m_.law_type() == schema::Law::ReynoldsFilm; }
  std::uint64_t n() const { return static_cast<std::uint64_t>(v_.dims.modes); }
  std::uint64_t np() const { return static_cast<std::uint64_t>(v_.dims.modes_padded); }
  std::uint64_t nc() const { return static_cast<std::uint64_t>(v_.dims.contacts); }
  std::uint64_t nr() const { return static_cast<std::uint64_t>(v_.dims.rows); }
  std::uint64_t nrp() const { return static_cast<std::uint64_t>(v_.dims.rows_padded); }
  std::uint32_t nu() const { return static_cast<std::uint32_t>(v_.dims.inputs); }

  const schema::Model& m_;
  ModelView& v_;
  FieldCheck is_;
};

}  // namespace

bool check_model(const schema::Model& root, ModelView* view, LoadFault* fault) noexcept {
  return ModelCheck(root, view, fault).run();
}

}  // namespace mortise
