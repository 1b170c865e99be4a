#include "generator/bake/play/contact_books.hpp"

namespace mortise::gen {
namespace {

// The contact's region of a state, and the copy of its memory that belongs to t_n.
template <class T>
const T* memory(const Instance& instance, const std::uint32_t (&copies)[2], std::uint32_t offset) {
  const ModelView& view = instance.model().view();
  const State& state = instance.state();
  return reinterpret_cast<const T*>(state.at<unsigned char>(view.layout.law_history) +
                                    copies[state.current_] + offset);
}

const JointEnergies& energies_of(const Instance& instance) {
  const JointLayout& layout = instance.model().view().joint_layout;
  return *memory<JointEnergies>(instance, layout.memory, layout.energies);
}

}  // namespace

ContactBooks::ContactBooks(const Instance& instance)
    : instance_(instance), impulse_(no_impulse()) {}

Vector ContactBooks::no_impulse() const {
  const ModelView& view = instance_.model().view();
  if (view.is_joint() || view.is_film()) return Vector::Zero(0);
  return Vector::Zero(view.is_sliding() ? 2 : view.dims.rows);
}

bool ContactBooks::knows_dissipation() const {
  const ModelView& view = instance_.model().view();
  return !view.is_film() && !view.is_sliding() && (!view.is_joint() || view.joint.energies);
}

void ContactBooks::book(const Vector& before) {
  const ModelView& view = instance_.model().view();
  if (view.is_joint()) {
    const JointEnergies& e = energies_of(instance_);
    dissipated_ = e.friction + e.impact;
  } else if (view.is_sliding()) {
    const auto& m = *memory<SlidingMemory>(instance_, view.sliding_layout.memory, 0);
    impulse_ += view.h * Eigen::Vector2d(m.normal, m.friction);
  } else if (instance_.state().statistics().last_active > 0) {
    book_rows(before);
  }
}

void ContactBooks::book_rows(const Vector& before) {
  const Model& model = instance_.model();
  const ModelView& view = model.view();
  const Eigen::Map<const Matrix> rows(view.contact_rows, view.dims.modes_padded, view.dims.rows);
  const Eigen::Map<const Vector> lambda(instance_.state().lambda(model), view.dims.rows);
  const Eigen::Map<const Vector> after(instance_.state().v(model), view.dims.modes_padded);
  impulse_ += view.h * lambda;
  dissipated_ -= 0.5 * view.h * lambda.dot(rows.transpose() * (before + after));
}

double contact_output_at_rest(const Instance& instance, const OutputRule& rule) {
  const ModelView& view = instance.model().view();
  if (view.is_sliding()) {
    const auto& m = *memory<SlidingMemory>(instance, view.sliding_layout.memory, 0);
    return rule.quantity == kOutputContactPosition ? m.position : 0.0;
  }
  if (!view.is_joint()) return 0.0;
  const JointLayout& layout = view.joint_layout;
  const JointEnergies& e = energies_of(instance);
  switch (rule.quantity) {
    case kOutputEnergyTotal:
      return e.kinetic + e.strain;
    case kOutputEnergyKinetic:
      return e.kinetic;
    case kOutputEnergyStrain:
      return e.strain;
    case kOutputNormalTraction:
      return memory<Real>(instance, layout.memory, layout.normal)[rule.index] /
             view.joint.point[rule.index].length;
    default:
      return 0.0;
  }
}

}  // namespace mortise::gen
