// The linear system of a stage, whatever its stencil: [T J; G 0] from the Jacobian at the sampled
// rows, its factorisation, and what of a solution the unknowns take.
#pragma once

#include "data.hpp"
#include "eliminate_once.hpp"
#include "elimination.hpp"
#include "operator_set.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file.
template <class T>
struct FilmSystem {
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

  FilmSystem(const ModelView& model, unsigned char* region, int basis_in_use)
      : at(model, region),
        b(model.film.bases[basis_in_use]),
        lengths(model.film.paces ? model.film.lengths + model.film.paces[basis_in_use].first_length
                                 : nullptr),
        basis(basis_in_use),
        modes(static_cast<int>(b.modes)),
        unknowns(modes + static_cast<int>(at.c.loaded)),
        up(padded(unknowns)),
        rows(static_cast<int>(b.rows)),
        held(rows - static_cast<int>(b.watched)),
        rows_padded(padded(rows)) {}

  static int padded(int n) { return FilmData<T>::padded(n); }

  // The operators of a step of 2^doublings substeps, or of half of it.
  void select(bool half) {
    const int of_step = doublings - (half ? 1 : 0);
    kind = operator_set(basis, of_step);
    const FilmLength length = operators_of(b, lengths, of_step);
    gap_shapes = length.gap_shapes;
    modal = length.modal;
    shift = length.shift;
  }

  void set_scalars(const FilmDrive& drive) {
    scalars = at.scalars(drive, shift);
    take_approach();
  }

  // Start value of y in a stage.
  const T* start_of(int stage) const { return stage == 0 ? at.content() : at.start(); }

  // E b of modal coordinate i, for b as it is or another one.
  double push(int i) const { return push(i, at.unknowns()); }
  double push(int i, const T* unknown) const {
    const int rp = padded(modes);
    return static_cast<double>(dot_padded(at.number(b.excitation) + i * rp, unknown, rp));
  }

  void take_approach() { scalars.approach = at.c.loaded ? at.unknowns()[modes] : T(0); }

  Elimination<T> elimination() const {
    return Elimination<T>(at.matrix(), at.scratch(at.l.factor), at.scratch(at.l.kept),
                          at.template scratch<std::int32_t>(at.l.pivots), unknowns, up);
  }

  // Columns c0 .. of the matrix [T J; G 0], T J being kept apart and the changed rows added to it.
  template <class Aside>
  void project(const Elimination<T>& e, int c0, Aside* aside) const {
    T* kept = at.scratch(at.l.projected) + c0 * up;
    const int ld = up;
    const bool from_zero = anew;
    const auto start = [=](int c, int j) {
      return from_zero ? P::all(0) : P::load(kept + c * ld + j);
    };
    const T* jacobian = at.jacobian() + static_cast<std::ptrdiff_t>(c0) * rows_padded;
    PanelProduct<T, decltype(start), ListedRow>{
        at.number(b.test),
        changed,
        up,
        jacobian,
        rows_padded,
        kept,
        up,
        start,
        ListedRow{at.template scratch<std::int32_t>(at.l.changed)}}
        .run(aside);
    T* out = e.matrix(c0);
    for (int j = 0; j < kFilmPanel * up; j += W) P::load(kept + j).store(out + j);
    if (!at.c.loaded) return;
    for (int c = c0; c < c0 + kFilmPanel; ++c)
      e.matrix(c)[modes] = c < modes ? at.number(b.load_row)[c] : T(0);
  }

  void factorise() const {
    const Elimination<T> e = elimination();
    const auto columns = [&](int c0, auto* aside) { project(e, c0, aside); };
    if (b.pivoting) {
      eliminate_panels<true>(e, unknowns, up, columns);
    } else {
      eliminate_panels<false>(e, unknowns, up, columns);
    }
  }

  // [T f; G b - load], of which the matrix makes the correction.
  void make_right_side(const FilmDrive& drive) {
    T* x = at.solution();
    project_residual(at.number(b.test), held, up, at.residual(), x);
    if (at.c.loaded)
      x[modes] = dot_padded(at.number(b.load_row), at.unknowns(), up) - static_cast<T>(drive.load);
  }

  [[gnu::noinline]] void solve_kept(T* x) const {
    if (b.pivoting) {
      elimination().template solve<true>(x);
    } else {
      elimination().template solve<false>(x);
    }
  }

  // A Jacobian that serves one solve alone is not worth keeping, if its columns are short. (Ways to
  // solve are not inlined: the stage would need the stack of all of them.)
  bool solves_once() const { return alone && at.c.every_stage && !b.pivoting && up == L; }
  [[gnu::noinline]] void solve_once() const {
    const Elimination<T> e = elimination();
    NothingAside nothing;
    for (int c0 = 0; c0 < unknowns; c0 += kFilmPanel) project(e, c0, &nothing);
    eliminate_once<1>(e.matrix(0), unknowns, up, {at.solution()}, at.scratch(at.l.kept));
  }

  struct Change {
    double shape, any;  // largest correction of a b, of any unknown
    bool finite;
  };

  // Largest entries of the correction.
  Change measure() const {
    const T* x = at.solution();
    const P zero = P::all(0);
    P shape = zero, any = zero, finite = zero;
    for (int j = 0; j < up; j += W) {
      const P d = P::load(x + j), size = larger(d, zero - d);
      const P approach = at.c.loaded ? unit_pack<T>(modes, j) : zero;
      shape = larger(shape, where_above(approach, zero, zero, size));
      any = larger(any, size);
      finite = finite + d * zero;
    }
    return {static_cast<double>(largest(shape)), static_cast<double>(largest(any)),
            sum(finite) == 0};
  }

  bool fail(FilmReport* report) {
    forget();
    report->good = false;
    return false;
  }

  // b, H0 -= share of the solution.
  void take(T share) {
    T* x = at.unknowns();
    const T* d = at.solution();
    for (int j = 0; j < up; j += W) (P::load(x + j) - P::all(share) * P::load(d + j)).store(x + j);
    take_approach();
  }

  // Drops the kept factorisation.
  void forget() { at.template scratch<FilmFactorKind>(at.l.factor_kind)->kind = 0; }

  FilmData<T> at;
  const FilmBasis& b;
  const FilmLength* lengths;  // of this basis
  int basis, modes, unknowns, up, rows, held, rows_padded;
  std::uint32_t gap_shapes = 0, modal = 0;
  int doublings = 0;
  std::int32_t kind = 0;
  double shift = 0;
  bool upwards = false;  // the last pass over the shapes
  bool anew = true;      // T J from zero
  bool alone = false;    // nobody asks for the factorisation of a stage again
  int changed = 0;       // rows in the list
  const T* base = nullptr;
  StageScalars<T> scalars{};
};

}  // namespace mortise::MORTISE_ISA
