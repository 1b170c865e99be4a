// What outputs ask of contacts beyond their last step, at full order: impulses, forces behind a
// lag, the work of friction and who sticks.
#pragma once

#include <optional>
#include <vector>

#include "generator/contact/system/full_system.hpp"
#include "runtime/include/mortise/touch.hpp"

namespace mortise::gen {

class ContactRecord {
 public:
  ContactRecord() = default;
  // step: h [s]. filter_time: of the lag [s], 0: none.
  ContactRecord(Eigen::Index contacts, double step, double filter_time);

  // A step: forces held over it and those that stand at its end [N], motions of their rows over it
  // [m] (3 nc), normal and two tangents of each contact; friction (nc) [-].
  void book(const Vector& force, const Vector& end_force, const Vector& motion,
            const Vector& friction);

  const Vector& impulse() const { return impulse_; }  // sum of h force (3 nc) [N s]
  void add_states(std::vector<Touch>* states) const;  // (nc) appended
  // Absent: another quantity than these.
  std::optional<double> output(const OutputChannel& channel) const;

 private:
  double step_ = 0.0, keep_ = 0.0;
  Vector impulse_, filtered_;  // (3 nc)
  Vector friction_;            // (nc) [J]
  std::vector<Touch> state_;   // (nc)
};

}  // namespace mortise::gen
