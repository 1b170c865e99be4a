// Room for the block of an interface, whatever its law.
#pragma once

#include <new>

#include "../joint/block.hpp"
#include "../unilateral/block.hpp"

namespace mortise::MORTISE_ISA {

class InterfaceBlock {
 public:
  MORTISE_INLINE InterfaceBlock() {}

  // In place: `new` takes no memory here.
  void make(const ModelView& m, State& s) {
    joint_ = m.is_joint();
    if (joint_) {
      new (room_) JointBlock(m, s);
    } else {
      new (room_) UnilateralBlock(m, s);
    }
  }

  template <class Visit>
  MORTISE_INLINE void visit(const Visit& visit) {
    if (joint_) {
      visit(*std::launder(reinterpret_cast<JointBlock*>(room_)));
    } else {
      visit(*std::launder(reinterpret_cast<UnilateralBlock*>(room_)));
    }
  }
  template <class Visit>
  MORTISE_INLINE void visit(const Visit& visit) const {
    if (joint_) {
      visit(*std::launder(reinterpret_cast<const JointBlock*>(room_)));
    } else {
      visit(*std::launder(reinterpret_cast<const UnilateralBlock*>(room_)));
    }
  }

 private:
  static constexpr std::size_t kBytes = sizeof(JointBlock) > sizeof(UnilateralBlock)
                                            ? sizeof(JointBlock)
                                            : sizeof(UnilateralBlock);
  alignas(JointBlock) alignas(UnilateralBlock) unsigned char room_[kBytes];
  bool joint_;
};

}  // namespace mortise::MORTISE_ISA
