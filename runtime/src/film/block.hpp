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
  static int rows() { return 0; }
  int active() const { return film_.active(); }
  static bool activate(const Real*) { return false; }
  static void add_warm_forces(Real*) {}
  static SolveReport solve_alone(Status*) { return {}; }
  static void prepare() {}
  static void enter() {}
  static void follow() {}
  static bool pushes(int) { return false; }
  static const Real* modal_row(int) { return nullptr; }
  static void use(const Real*, LocalContact*, Real*) {}
  static void renew() {}
  static void start_over() {}
  static Real* seen() { return nullptr; }
  static const Real* forces() { return nullptr; }
  static Real size() { return 0; }
  static Real rounding(Real) { return 0; }
  static Real sweep(const RowPushes&) { return 0; }
  static Real residual() { return 0; }
  static int unknowns() { return 0; }
  static void add_motion(const StackedEquation&, const Real*, int, Real*) {}
  static int equations(int, StackedEquation*) { return 1; }
  static const Real* own_columns() { return nullptr; }
  static Real force_of(int) { return 0; }
  static void set_force(int, Real) {}
  static void read_forces(Real*) {}
  static void move_forces(const Real*, Real, const Real*) {}
  static void classify_all() {}
  static Real worst_exchange(int*) { return -1; }
  static void exchange(int) {}
  static bool piecewise() { return false; }
  static void release() {}
  static bool find_pieces() { return false; }
  static int piece_equations(int, StackedEquation*) { return 1; }
  static Real coordinate(int) { return 0; }
  static Real cover(int) { return 0; }
  static int law_points() { return 0; }
  static PieceChange next_change(int, const Real*, const Real*) { return {}; }
  static void turn(int, const PieceChange&) {}
  static void make_feasible() {}
  static void gather() {}
  static void add_forces(Real*) {}
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
  void commit(SubstepPart part) { film_.commit(part); }
  Real output(const OutputRule& rule) const { return film_.output(rule); }

 private:
  mutable AnyFilmMember film_;
};

}  // namespace mortise::MORTISE_ISA
