// Room for the block of an interface, whatever its law. Bolted contacts have none: they take no
// part in the solve of their group (bolted/block.hpp).
#pragma once

#include <new>

#include "../joint/block.hpp"
#if !defined(MORTISE_NO_SLIDING)
#include "../sliding/block.hpp"
#endif
#include "../unilateral/block.hpp"
#if !defined(MORTISE_NO_POSITION)
#include "../unilateral/position_block.hpp"
#endif
#include "places.hpp"
#if !defined(MORTISE_NO_FILM)
#include "../film/block.hpp"
#endif

namespace mortise::MORTISE_ISA {

class InterfaceBlock {
 public:
  MORTISE_INLINE InterfaceBlock() {}

  // In place: `new` takes no memory here. film: byte at which the scratch of a film begins.
  void make(const AssemblyView& a, State& assembly, int interface, const GroupView& group,
            [[maybe_unused]] std::uint64_t film) {
    const ModelView& m = a.interface[interface];
    State& s = assembly::state_of(a, assembly, interface);
    law_ = m.law;
    if (m.is_bolted()) return;
    if (m.is_joint()) {
      new (room_) JointBlock(m, s, group.films > 0);
#if !defined(MORTISE_NO_FILM)
    } else if (m.is_film()) {
      new (room_)
          FilmBlock(m, s, assembly::part_at<unsigned char>(a, assembly, a.parts.film) + film,
                    static_cast<std::ptrdiff_t>(group.film_bytes));
#endif
#if !defined(MORTISE_NO_SLIDING)
    } else if (m.is_sliding()) {
      new (room_) SlidingBlock(m, s);
#endif
#if !defined(MORTISE_NO_POSITION)
    } else if (m.position.ports > 0) {
      law_ = kPosition;
      new (room_) PositionBlock(m, s);
#endif
    } else {
      new (room_) UnilateralBlock(m, s);
    }
  }

  // Any block, and one that has rows: a film has none and takes no part in their solve.
  template <class Visit>
  MORTISE_INLINE void visit(const Visit& visit) {
#if !defined(MORTISE_NO_FILM)
    if (law_ == kFilm) return visit(as<FilmBlock>());
#endif
    visit_rows(visit);
  }
  template <class Visit>
  MORTISE_INLINE void visit_rows(const Visit& visit) {
    if (law_ == kBolted) return;
    if (law_ == kJoint) {
      visit(as<JointBlock>());
#if !defined(MORTISE_NO_SLIDING)
    } else if (law_ == kSliding) {
      visit(as<SlidingBlock>());
#endif
#if !defined(MORTISE_NO_POSITION)
    } else if (law_ == kPosition) {
      visit(as<PositionBlock>());
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
#if !defined(MORTISE_NO_SLIDING)
  // Null: a block of another law.
  SlidingBlock* sliding() { return law_ == kSliding ? &as<SlidingBlock>() : nullptr; }
#endif
#if !defined(MORTISE_NO_POSITION)
  PositionBlock* position() { return law_ == kPosition ? &as<PositionBlock>() : nullptr; }
  const PositionBlock* position() const { return const_cast<InterfaceBlock*>(this)->position(); }
#endif

 private:
#define MORTISE_LAW(room, tag, table, feature) static constexpr std::uint32_t kTagOf_##room = tag;
#define MORTISE_ABSENT_LAW MORTISE_LAW
#include "mortise/law.def"
  static constexpr std::uint32_t kJoint = kTagOf_joint, kFilm = kTagOf_film,
                                 kSliding = kTagOf_sliding, kBolted = kTagOf_bolted;
  static constexpr std::uint32_t kPosition = 254;  // contacts at position level: no law of a file

  template <class Block>
  MORTISE_INLINE Block& as() {
    return *std::launder(reinterpret_cast<Block*>(room_));
  }

  // Room as large and as aligned as each of them.
  union Any {
    UnilateralBlock unilateral;
    JointBlock joint;
#if !defined(MORTISE_NO_FILM)
    FilmBlock film;
#endif
#if !defined(MORTISE_NO_SLIDING)
    SlidingBlock sliding;
#endif
#if !defined(MORTISE_NO_POSITION)
    PositionBlock position;
#endif
  };
  alignas(Any) unsigned char room_[sizeof(Any)];
  std::uint32_t law_;
};

}  // namespace mortise::MORTISE_ISA
