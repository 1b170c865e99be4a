// What the contacts of a running model did in its last step, whatever their law.
#pragma once

#include "generator/bake/play/instance.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class ContactBooks {
 public:
  // Must not outlive the instance.
  explicit ContactBooks(const Instance& instance);

  // Unilateral contacts: one entry per row [N s]. Sliding: normal, friction. Joints, films: none.
  Vector no_impulse() const;

  // Call with the modal velocities (np) at the start of the step that was just made.
  void book(const Vector& velocity_before);

  const Vector& impulse() const { return impulse_; }  // sum of h lambda
  double dissipated() const { return dissipated_; }   // [J]
  bool knows_dissipation() const;  // joints: only if some output asks for energies

 private:
  void book_rows(const Vector& before);

  const Instance& instance_;
  Vector impulse_;
  double dissipated_ = 0.0;
};

// An output of joints or sliding contacts before the first step; what is no such output: 0.
double contact_output_at_rest(const Instance& instance, const OutputRule& rule);

}  // namespace mortise::gen
