// Room for the block of an interface, whatever its law.
#pragma once

#include <new>

#include "../joint/block.hpp"
#include "../unilateral/block.hpp"
#include "places.hpp"
#if !defined(MORTISE_NO_FILM)
#include "../film/block.hpp"
#endif

namespace mortise::MORTISE_ISA {

class InterfaceBlock {
 public:
  MORTISE_INLINE InterfaceBlock() {}

  // In place: `new` takes no memory here.
  void make(const AssemblyView& a, State& assembly, int interface, bool beside_film) {
    const ModelView& m = a.interface[interface];
    State& s = assembly::state_of(a, assembly, interface);
    law_ = m.law;
    if (m.is_joint()) {
      new (room_) JointBlock(m, s, beside_film);
#if !defined(MORTISE_NO_FILM)
    } else if (m.is_film()) {
      new (room_) FilmBlock(m, s, assembly::part_at<unsigned char>(a, assembly, a.parts.film));
#endif
    } else {
      new (room_) UnilateralBlock(m, s);
    }
  }

  template <class Visit>
  MORTISE_INLINE void visit(const Visit& visit) {
    if (law_ == kJoint) {
      visit(as<JointBlock>());
#if !defined(MORTISE_NO_FILM)
    } else if (law_ == kFilm) {
      visit(as<FilmBlock>());
#endif
    } else {
      visit(as<UnilateralBlock>());
    }
  }
  template <class Visit>
  MORTISE_INLINE void visit(const Visit& visit) const {
    const_cast<InterfaceBlock*>(this)->visit([&](const auto& b) { visit(b); });
  }

#if !defined(MORTISE_NO_FILM)
  FilmBlock& film() { return as<FilmBlock>(); }
#endif

 private:
#define MORTISE_LAW(room, tag, table, feature) static constexpr std::uint32_t kTagOf_##room = tag;
#define MORTISE_ABSENT_LAW MORTISE_LAW
#include "mortise/law.def"
  static constexpr std::uint32_t kJoint = kTagOf_joint, kFilm = kTagOf_film;

  template <class Block>
  MORTISE_INLINE Block& as() {
    return *std::launder(reinterpret_cast<Block*>(room_));
  }

#if !defined(MORTISE_NO_FILM)
  static constexpr std::size_t kFilmBytes = sizeof(FilmBlock);
#else
  static constexpr std::size_t kFilmBytes = 0;
#endif
  static constexpr std::size_t kDryBytes = sizeof(JointBlock) > sizeof(UnilateralBlock)
                                               ? sizeof(JointBlock)
                                               : sizeof(UnilateralBlock);
  static constexpr std::size_t kBytes = kDryBytes > kFilmBytes ? kDryBytes : kFilmBytes;
  alignas(JointBlock) alignas(UnilateralBlock) unsigned char room_[kBytes];
  std::uint32_t law_;
};

}  // namespace mortise::MORTISE_ISA
