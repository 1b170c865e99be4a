// Bolted contacts: sizes, zones, operators of the step.
#include "check.hpp"

#include "../check.hpp"
#include "../quantities.hpp"

namespace mortise::bolted {

namespace {

constexpr std::uint32_t kMaxClusters = 4096, kMaxZones = 64, kMaxSubsteps = 64;
constexpr std::uint32_t kMaxUpdates = 1000000;
constexpr Real kMaxNumber = 1e30, kMaxFriction = 1e3;

class BoltedCheck {
 public:
  BoltedCheck(const schema::Model& m, const FieldCheck& is, ModelView* view)
      : m_(m), law_(*m.law_as_BoltedContact()), v_(*view), b_(view->bolted), is_(is) {}

  bool sizes() {
    if (m_.contacts() != 0)
      return is_.fail(LoadError::kOUT_OF_RANGE, "contacts", -1, m_.contacts());
    const std::uint32_t p = count_of(law_.zone_of()), z = count_of(law_.zones());
    if (!is_.supported(p, kMaxClusters, "law.zone_of") ||
        !is_.supported(z, kMaxZones, "law.zones") ||
        !is_.supported(law_.substeps(), kMaxSubsteps, "law.substeps") ||
        !is_.supported(law_.update_cap(), kMaxUpdates, "law.update_cap"))
      return false;
    if (p < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "law.zone_of");
    if (z < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "law.zones");
    if (law_.substeps() < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "law.substeps");
    if (law_.update_cap() < 1) return is_.fail(LoadError::kOUT_OF_RANGE, "law.update_cap");
    if (!is_.at_most(law_.base(), p, "law.base")) return false;
    for (std::uint32_t c = 0; c < p; ++c)
      if (law_.zone_of()->Get(c) >= z)
        return is_.fail(LoadError::kBAD_INDEX, "law.zone_of", c, law_.zone_of()->Get(c));
    b_.clusters = as_int(p);
    b_.base = as_int(law_.base());
    b_.rows = 3 * b_.clusters;
    b_.rows_padded = padded(b_.rows);
    b_.zones = as_int(z);
    b_.substeps = as_int(law_.substeps());
    b_.update_cap = as_int(law_.update_cap());
    b_.zone_of = reinterpret_cast<const std::uint32_t*>(law_.zone_of()->Data());
    b_.energies = wants_energy(m_);
    v_.bolted_layout = lay_out_bolted(b_, v_.dims.modes_padded, v_.dims.inputs);
    return true;
  }

  bool stages() { return is_.length(m_.stages(), 0, "stages"); }

  bool numbers() {
    if (!is_.array(law_.friction(), z(), z(), 1, "law.friction", 0, kMaxFriction) ||
        !is_.in_range(law_.force_scale(), 1e-30, kMaxNumber, "law.force_scale") ||
        !is_.in_range(law_.trust_limit(), 0, kMaxNumber, "law.trust_limit") ||
        !is_.array(law_.stiffness(), p(), p(), 1, "law.stiffness", 1e-30, kMaxNumber) || !signs() ||
        !array(law_.constant(), r(), rp(), 1, "law.constant") ||
        !array(law_.from_modes(), r(), rp(), n(), "law.from_modes") ||
        !array(law_.from_inputs(), r(), rp(), nu(), "law.from_inputs") || !pivot() ||
        !array(law_.flow(), n(), np(), 4, "law.flow") ||
        !array(law_.input_force(), n(), np(), nu(), "law.input_force") ||
        (law_.kick() && !array(law_.kick(), n(), np(), 1, "law.kick")) ||
        !is_.array(law_.trained_modes(), n(), np(), 1, "law.trained_modes", 0, kMaxNumber) ||
        !is_.array(law_.trained_contact(), r(), rp(), 1, "law.trained_contact", 0, kMaxNumber))
      return false;
    b_.friction = law_.friction()->data();
    b_.force_scale = law_.force_scale();
    b_.trust_limit = law_.trust_limit();
    b_.sign = law_.sign()->data();
    b_.stiffness = law_.stiffness()->data();
    b_.constant = law_.constant()->data();
    b_.from_modes = law_.from_modes()->data();
    b_.from_inputs = nu() > 0 ? law_.from_inputs()->data() : nullptr;
    b_.pivot = law_.pivot()->data();
    b_.flow = law_.flow()->data();
    b_.input_force = nu() > 0 ? law_.input_force()->data() : nullptr;
    b_.kick = law_.kick() ? law_.kick()->data() : nullptr;
    b_.trained_modes = law_.trained_modes()->data();
    b_.trained_contact = law_.trained_contact()->data();
    return outputs();
  }

 private:
  bool signs() {
    if (!is_.array(law_.sign(), r(), rp(), 1, "law.sign", -1, 1)) return false;
    for (std::uint32_t k = 0; k < r(); ++k) {
      const Real sign = law_.sign()->Get(k), wanted = k < 3 * law_.base() ? -1 : 1;
      if (sign != wanted) return is_.fail(LoadError::kOUT_OF_RANGE, "law.sign", k, sign);
    }
    return true;
  }

  // What a cluster answers to itself is divided by.
  bool pivot() {
    if (!array(law_.pivot(), r(), rp(), r(), "law.pivot")) return false;
    for (std::uint64_t k = 0; k < r(); ++k) {
      const std::uint64_t at = k * rp() + k;
      if (!is_.in_range(law_.pivot()->data()[at], 1e-30, kMaxNumber, "law.pivot",
                        static_cast<std::int64_t>(at)))
        return false;
    }
    return true;
  }

  bool outputs() {
    const auto no = static_cast<std::uint64_t>(v_.dims.output_rows);
    if (!array(law_.output_constant(), no, no, 1, "law.output_constant") ||
        !array(law_.output_contact(), r(), rp(), no, "law.output_contact") ||
        !array(law_.output_inputs(), nu(), nu(), no, "law.output_inputs") ||
        !array(law_.resultant_constant(), 3 * z(), 3 * z(), 1, "law.resultant_constant") ||
        !array(law_.resultant_modes(), n(), np(), 3 * z(), "law.resultant_modes") ||
        !array(law_.resultant_contact(), r(), rp(), 3 * z(), "law.resultant_contact") ||
        !array(law_.resultant_inputs(), nu(), nu(), 3 * z(), "law.resultant_inputs"))
      return false;
    if (no > 0) {
      b_.output_constant = law_.output_constant()->data();
      b_.output_contact = law_.output_contact()->data();
      b_.output_inputs = nu() > 0 ? law_.output_inputs()->data() : nullptr;
    }
    b_.resultant_constant = law_.resultant_constant()->data();
    b_.resultant_modes = law_.resultant_modes()->data();
    b_.resultant_contact = law_.resultant_contact()->data();
    b_.resultant_inputs = nu() > 0 ? law_.resultant_inputs()->data() : nullptr;
    return true;
  }

  bool array(const flatbuffers::Vector<double>* v, std::uint64_t used, std::uint64_t ld,
             std::uint64_t columns, const char* field) {
    return is_.array(v, used, ld, columns, field, -kMaxNumber, kMaxNumber);
  }
  std::uint64_t n() const { return static_cast<std::uint64_t>(v_.dims.modes); }
  std::uint64_t np() const { return static_cast<std::uint64_t>(v_.dims.modes_padded); }
  std::uint64_t nu() const { return static_cast<std::uint64_t>(v_.dims.inputs); }
  std::uint64_t p() const { return static_cast<std::uint64_t>(b_.clusters); }
  std::uint64_t z() const { return static_cast<std::uint64_t>(b_.zones); }
  std::uint64_t r() const { return static_cast<std::uint64_t>(b_.rows); }
  std::uint64_t rp() const { return static_cast<std::uint64_t>(b_.rows_padded); }

  const schema::Model& m_;
  const schema::BoltedContact& law_;
  ModelView& v_;
  BoltedView& b_;
  const FieldCheck& is_;
};

}  // namespace

bool check_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  if (!is.present(root.law_as_BoltedContact(), "law")) return false;
  return BoltedCheck(root, is, view).sizes();
}

bool check_stages(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return BoltedCheck(root, is, view).stages();
}

bool check_numbers(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return BoltedCheck(root, is, view).numbers();
}

bool check_parameter(const schema::Parameter& p, std::uint32_t k, const FieldCheck& is,
                     const ModelView& view) {
  if (p.kind() != schema::ParameterKind::friction)
    return is.fail(LoadError::kUNKNOWN_VALUE, "parameters.kind", k, static_cast<int>(p.kind()));
  const auto zones = static_cast<std::uint64_t>(view.bolted.zones);
  if (p.contacts() < 1 || std::uint64_t{p.first_contact()} + p.contacts() > zones)
    return is.fail(LoadError::kBAD_INDEX, "parameters.first_contact", k, p.first_contact());
  return check_parameter_range(p, k, 0, kMaxFriction, is);
}

bool check_in_assembly(const ModelView& view, std::uint32_t k, const FieldCheck& is) {
  return view.bolted.substeps == 1 ||
         is.fail(LoadError::kOUT_OF_RANGE, "interfaces.model.law.substeps", k,
                 view.bolted.substeps);
}

}  // namespace mortise::bolted
