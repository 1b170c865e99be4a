// A film as one interface of an assembly, whose step it shares: the bodies move in the assembly's
// modes (assembly/film_group.hpp).
#pragma once

#include "member_functions.hpp"

namespace mortise::MORTISE_ISA {

// A film of any kind, scalar and stencil.
class FilmBlock {
 public:
  static constexpr bool kCompliant = false;

  // Work that the film takes out of the motion of its bodies in the step [J].
  Real work = 0;

  FilmBlock(const ModelView& m, State& s, unsigned char* arrays, std::ptrdiff_t stride)
      : film_(m, s, arrays, stride) {}

  AnyFilmMember& film() const { return film_; }

  // ---- as the blocks of other laws; a film has no rows
  int active() const { return film_.run().active(); }
  static bool activate(const Real*) { return false; }
  static Real finish() { return 0; }
  static void scale(Real) {}
  Real loss() const { return work; }
  void add_energies(InterfaceEnergies* e) const { e->friction += work; }
  static Real stored() { return 0; }
  static Real drive() { return 0; }
  static Status told() { return status::kOk; }
  void stop() {
    work = 0;
    film_.stop();
  }
  static void keep(SubstepPart) {}
  void commit(SubstepPart part) { film_.run().commit(part); }
  Real output(const OutputRule& rule) const { return film_.output(rule); }

 private:
  mutable AnyFilmMember film_;
};

}  // namespace mortise::MORTISE_ISA
