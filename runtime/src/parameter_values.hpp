// Where the parameters of a running instance lie, and what the certificate has seen of them.
#pragma once

#include "mortise/state.hpp"
#include "mortise_generated.h"

namespace mortise {

inline bool of_joint(schema::ParameterKind kind) {
  return kJoints && kind >= schema::ParameterKind::joint_stiffness &&
         kind <= schema::ParameterKind::joint_viscous;
}

inline bool of_sliding(schema::ParameterKind kind) {
  return kSliding && kind >= schema::ParameterKind::sliding_friction;
}

inline int joint_number(schema::ParameterKind kind) {
  return static_cast<int>(kind) - static_cast<int>(schema::ParameterKind::joint_stiffness);
}

inline JointParameters& joint_parameters(const Model& model, State& s) {
  const ModelView& m = model.view();
  return *reinterpret_cast<JointParameters*>(s.at<unsigned char>(m.layout.law_history) +
                                             m.joint_layout.parameters);
}

inline SlidingSettings& sliding_settings(const Model& model, State& s) {
  const ModelView& m = model.view();
  return *reinterpret_cast<SlidingSettings*>(s.at<unsigned char>(m.layout.law_history) +
                                             m.sliding_layout.settings);
}

// Values of a parameter, by contact; joints and sliding contacts have one.
inline Real* parameter_values(const Model& model, State& s, schema::ParameterKind kind) {
  if (of_sliding(kind)) {
    SlidingSettings& now = sliding_settings(model, s);
    return kind == schema::ParameterKind::sliding_friction ? &now.friction : &now.velocity;
  }
  if (of_joint(kind)) return &joint_parameters(model, s).stiffness + joint_number(kind);
  const StateLayout& l = model.view().layout;
  const std::uint32_t offsets[4] = {l.friction, l.restitution, l.restitution_tangential,
                                    l.clearance};
  return s.at<Real>(offsets[static_cast<int>(kind)]);
}
inline const Real* parameter_values(const Model& model, const State& s,
                                    schema::ParameterKind kind) {
  return parameter_values(model, const_cast<State&>(s), kind);
}

// What the certificate has seen of an input or a parameter; null: nothing. Files of schema_minor 0
// have no number for it: found by name.
template <class Named>
const schema::Range* box_entry(const schema::Model& root, const Named& entry) {
  const auto* box = root.training_box();
  if (entry.range() != 0) return box->Get(entry.range() - 1);
  for (std::uint32_t k = 0; root.schema_minor() == 0 && box && k < box->size(); ++k)
    if (box->Get(k)->name()->string_view() == entry.name()->string_view()) return box->Get(k);
  return nullptr;
}

}  // namespace mortise
