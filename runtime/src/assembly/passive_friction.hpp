// Passive friction of the unilateral contacts of a group (kernel/contact/passive_friction.hpp).
#pragma once

#include <type_traits>

#include "group_member.hpp"

namespace mortise::MORTISE_ISA {

class PassiveFriction {
 public:
  PassiveFriction(GroupMember* members, int count) : member_(members), count_(count) {}

  // Do the contacts, some of which have passive friction, create energy with the forces as they
  // are? tolerance: of the solve that found these [-].
  bool drives(Real tolerance) {
    bool any = false;
    each([&](auto& b) { any = any || b.rubs(); });
    if (!any) return false;
    each([&](auto& b) { blend_.from.add(b.power()); });
    return blend_.from.drives(tolerance);
  }
  void oppose_mean_velocity() {
    if (mixes()) each([](auto& b) { b.keep_for_blend(); });
    each([](auto& b) { b.oppose_mean_velocity(); });
  }
  // Forces on the way to those of the second solve; these themselves beside laws that remember
  // what the motion was. Returns the share of the way.
  Real blend() {
    if (!mixes()) return 1;
    each([&](auto& b) { b.add_to_blend(&blend_); });
    const Real share = blend_.share();
    each([&](auto& b) { b.mix(share); });
    return share;
  }

 private:
  template <class Visit>
  MORTISE_INLINE void each(const Visit& visit) {
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit([&](auto& b) {
        if constexpr (std::is_same_v<std::decay_t<decltype(b)>, UnilateralBlock>) visit(b);
      });
  }
  bool mixes() {
    int passive = 0;
    each([&](auto& b) { passive += b.is_passive() ? 1 : 0; });
    return passive == count_;
  }

  GroupMember* member_;
  int count_;
  PassiveBlend blend_;
};

}  // namespace mortise::MORTISE_ISA
