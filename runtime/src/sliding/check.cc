// Sliding contacts: sizes, rows, chain, operators of generalised alpha.
#include "check.hpp"

#include "../check.hpp"

namespace mortise::sliding {

namespace {

constexpr std::uint32_t kMaxTargets = 8192, kMaxNeighbours = 16;

class SlidingCheck {
 public:
  SlidingCheck(const schema::Model& m, const FieldCheck& is, ModelView* view)
      : m_(m), law_(*m.law_as_SlidingContact()), v_(*view), s_(view->sliding), is_(is) {}

  bool sizes() {
    if (m_.contacts() != 0)
      return is_.fail(LoadError::kOUT_OF_RANGE, "contacts", -1, m_.contacts());
    const std::uint32_t numbers = count_of(law_.target_positions());
    if (!is_.supported(numbers, 2 * kMaxTargets, "law.target_positions")) return false;
    if (numbers < 4 || numbers % 2 != 0)
      return is_.fail(LoadError::kWRONG_LENGTH, "law.target_positions", -1, numbers);
    if (law_.neighbours() < 1 || law_.neighbours() > kMaxNeighbours)
      return is_.fail(LoadError::kOUT_OF_RANGE, "law.neighbours", -1, law_.neighbours());
    if (!range(law_.slave_begin(), law_.slave_end(), "law.slave_end") ||
        !range(law_.target_begin(), law_.target_end(), "law.target_end"))
      return false;
    s_.nodes = static_cast<std::int32_t>(numbers / 2);
    s_.neighbours = static_cast<std::int32_t>(law_.neighbours());
    s_.slave_begin = static_cast<std::int32_t>(law_.slave_begin());
    s_.slave_end = static_cast<std::int32_t>(law_.slave_end());
    s_.target_begin = static_cast<std::int32_t>(law_.target_begin());
    s_.target_end = static_cast<std::int32_t>(law_.target_end());
    s_.unilateral = law_.unilateral();
    s_.alpha = m_.scheme() == schema::Scheme::generalised_alpha;
    if (s_.alpha && s_.unilateral)
      return is_.fail(LoadError::kUNKNOWN_VALUE, "scheme", -1, static_cast<int>(m_.scheme()));
    v_.sliding_layout = lay_out_sliding(v_.dims.modes_padded, s_.alpha);
    return true;
  }

  bool numbers() {
    const auto nt = static_cast<std::uint64_t>(s_.nodes);
    if (!is_.array(law_.slave_rows(), n(), np(), 2, "law.slave_rows", -kMaxRow, kMaxRow) ||
        !is_.array(law_.target_rows(), n(), np(), 2 * nt, "law.target_rows", -kMaxRow, kMaxRow) ||
        !is_.array(law_.target_positions(), 2 * nt, 2 * nt, 1, "law.target_positions", -1e6, 1e6) ||
        !is_.in_range(law_.slave_height(), -1e6, 1e6, "law.slave_height") ||
        !is_.in_range(law_.start(), -1e6, 1e6, "law.start") ||
        !is_.in_range(law_.velocity(), -1e6, 1e6, "law.velocity") ||
        !is_.in_range(law_.friction(), 0, 1e3, "law.friction") ||
        !is_.in_range(law_.feedback(), 0, 1, "law.feedback"))
      return false;
    s_.positions = law_.target_positions()->data();
    for (std::uint64_t k = 1; k < nt; ++k)
      if (!(s_.positions[2 * k] > s_.positions[2 * k - 2]))
        return is_.fail(LoadError::kOUT_OF_RANGE, "law.target_positions",
                        static_cast<std::int64_t>(2 * k), s_.positions[2 * k]);
    s_.slave_rows = law_.slave_rows()->data();
    s_.target_rows = law_.target_rows()->data();
    if (!zero_outside(s_.slave_rows, 2, law_.slave_begin(), law_.slave_end(), "law.slave_rows") ||
        !zero_outside(s_.target_rows, 2 * nt, law_.target_begin(), law_.target_end(),
                      "law.target_rows"))
      return false;
    s_.slave_height = law_.slave_height();
    s_.start = law_.start();
    s_.velocity = law_.velocity();
    s_.friction = law_.friction();
    s_.feedback = law_.feedback();
    return !s_.alpha || alpha();
  }

 private:
  // A step reads the rows within the ranges alone.
  bool zero_outside(const Real* rows, std::uint64_t count, std::uint32_t begin, std::uint32_t end,
                    const char* field) {
    for (std::uint64_t r = 0; r < count; ++r)
      for (std::uint64_t j = 0; j < np(); ++j)
        if ((j < begin || j >= end) && rows[r * np() + j] != 0)
          return is_.fail(LoadError::kBAD_PADDING, field, static_cast<std::int64_t>(r * np() + j),
                          rows[r * np() + j]);
    return true;
  }

  bool range(std::uint32_t begin, std::uint32_t end, const char* field) {
    if (begin % 8 != 0 || end % 8 != 0 || begin > end || end > np())
      return is_.fail(LoadError::kBAD_INDEX, field, -1, end);
    return true;
  }

  bool alpha() {
    const schema::Stage& s = *m_.stages()->Get(0);
    const auto nu = static_cast<std::uint64_t>(v_.dims.inputs);
    if (!is_.array(s.auxiliary_from_auxiliary(), n(), np(), 1, "stages.auxiliary_from_auxiliary") ||
        !is_.array(s.auxiliary_from_acceleration(), n(), np(), 1,
                   "stages.auxiliary_from_acceleration") ||
        !is_.array(s.constant_force(), n(), np(), 1, "stages.constant_force") ||
        !is_.array(s.input_force(), n(), np(), nu, "stages.input_force") ||
        !is_.in_range(s.beta(), 1e-3, 10, "stages.beta") ||
        !is_.in_range(s.gamma(), 1e-3, 10, "stages.gamma"))
      return false;
    s_.from_auxiliary = s.auxiliary_from_auxiliary()->data();
    s_.from_acceleration = s.auxiliary_from_acceleration()->data();
    s_.constant_force = s.constant_force()->data();
    s_.input_force = nu > 0 ? s.input_force()->data() : nullptr;
    s_.beta = s.beta();
    s_.gamma = s.gamma();
    return true;
  }

  std::uint64_t n() const { return static_cast<std::uint64_t>(v_.dims.modes); }
  std::uint64_t np() const { return static_cast<std::uint64_t>(v_.dims.modes_padded); }

  const schema::Model& m_;
  const schema::SlidingContact& law_;
  ModelView& v_;
  SlidingView& s_;
  const FieldCheck& is_;
};

}  // namespace

bool check_sizes(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  if (!is.present(root.law_as_SlidingContact(), "law")) return false;
  return SlidingCheck(root, is, view).sizes();
}

bool check_stages(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return check_stage(root, is, view->sliding.alpha ? 1e300 : 1, view);
}

bool check_numbers(const schema::Model& root, const FieldCheck& is, ModelView* view) {
  return SlidingCheck(root, is, view).numbers();
}

bool check_parameter(const schema::Parameter& p, std::uint32_t k, const FieldCheck& is,
                     const ModelView&) {
  const bool friction = p.kind() == schema::ParameterKind::sliding_friction;
  if (!friction && p.kind() != schema::ParameterKind::sliding_speed)
    return is.fail(LoadError::kUNKNOWN_VALUE, "parameters.kind", k, static_cast<int>(p.kind()));
  if (p.first_contact() != 0 || p.contacts() != 1)
    return is.fail(LoadError::kBAD_INDEX, "parameters.first_contact", k, p.first_contact());
  return check_parameter_range(p, k, friction ? 0 : -1e6, 1e6, is);
}

}  // namespace mortise::sliding
