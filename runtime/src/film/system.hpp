// The linear system of a stage, whatever its stencil: [T J; G 0] from the Jacobian at the sampled
// rows, its factorisation, and what of a solution the unknowns take.
#pragma once

#include "elimination.hpp"
#include "numerics.hpp"
#include "operator_set.hpp"

namespace mortise::MORTISE_ISA {

// What is the same for all rows of a stage; H0 = 0.
template <class T>
MORTISE_INLINE StageScalars<T> stage_scalars(const FilmConstants& c, const FilmDrive& d,
                                             double shift) {
  StageScalars<T> s{};
  s.frame = static_cast<T>(d.frame);
  s.square = static_cast<T>(d.frame * d.frame);
  s.inverse = static_cast<T>(1 / d.frame);
  s.inverse_square = static_cast<T>(1 / (d.frame * d.frame));
  s.frame_rate = static_cast<T>(d.frame_rate);
  s.speed = static_cast<T>(d.speed);
  s.shift = static_cast<T>(shift);
  s.inverse_viscosity = static_cast<T>(1 / d.viscosity_factor);
  s.penalty = static_cast<T>(c.penalty);
  s.gap_floor = static_cast<T>(c.gap_floor);
  return s;
}

template <class T>
MORTISE_INLINE T* array_at(unsigned char* from, std::uint32_t offset) {
  return reinterpret_cast<T*>(from + offset);
}

// T: scalar of the file. Works in place on the trial memory of the region.
template <class T>
class FilmSystem {
 protected:
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

  FilmSystem(const ModelView& model, unsigned char* region, int basis)
      : c_(*model.film.constants),
        bases_(model.film.bases),
        b_(bases_[basis]),
        lengths_(model.film.paces ? model.film.lengths + model.film.paces[basis].first_length
                                  : nullptr),
        l_(model.film_layout),
        numbers_(model.film.numbers),
        region_(region),
        memory_(region + model.film_layout.memory[1]),
        oil_(c_),
        basis_(basis),
        modes_(static_cast<int>(b_.modes)),
        unknowns_(modes_ + static_cast<int>(c_.loaded)),
        up_(padded(unknowns_)),
        rows_(static_cast<int>(b_.rows)),
        held_(rows_ - static_cast<int>(b_.watched)),
        rows_padded_(padded(rows_)),
        n_(model.dims.modes),
        np_(model.dims.modes_padded) {}

  static int padded(int n) { return (n + L - 1) / L * L; }
  const T* number(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(numbers_ + offset);
  }
  const double* modal_numbers(std::uint32_t offset) const {
    return reinterpret_cast<const double*>(numbers_ + offset);
  }
  T* unknowns() const { return array_at<T>(memory_, l_.unknowns); }
  T* content_array() const { return array_at<T>(memory_, l_.content); }

  // The operators of a step of 2^doublings_ substeps, or of half of it.
  void select(bool half) {
    const int doublings = doublings_ - (half ? 1 : 0);
    kind_ = operator_set(basis_, doublings);
    const FilmLength length = operators_of(b_, lengths_, doublings);
    gap_shapes_ = length.gap_shapes;
    modal_ = length.modal;
    shift_ = length.shift;
  }

  void set_scalars(const FilmDrive& d) {
    scalars_ = stage_scalars<T>(c_, d, shift_);
    take_approach();
  }

  void take_approach() { scalars_.approach = c_.loaded ? unknowns()[modes_] : T(0); }

  Elimination<T> elimination() const {
    return Elimination<T>(array_at<T>(region_, l_.matrix), array_at<T>(region_, l_.factor),
                          array_at<T>(region_, l_.kept), array_at<std::int32_t>(region_, l_.pivots),
                          unknowns_, up_);
  }

  // Columns c0 .. of the matrix [T J; G 0], T J being kept apart and the changed rows added to it.
  template <class Aside>
  void project(const Elimination<T>& e, int c0, Aside* aside) const {
    T* kept = array_at<T>(region_, l_.projected) + c0 * up_;
    const int up = up_;
    const bool anew = anew_;
    const auto start = [=](int c, int j) { return anew ? P::all(0) : P::load(kept + c * up + j); };
    const T* jacobian =
        array_at<T>(region_, l_.jacobian) + static_cast<std::ptrdiff_t>(c0) * rows_padded_;
    PanelProduct<T, decltype(start), ListedRow>{
        number(b_.test),
        changed_,
        up_,
        jacobian,
        rows_padded_,
        kept,
        up_,
        start,
        ListedRow{array_at<std::int32_t>(region_, l_.changed)}}
        .run(aside);
    T* out = e.matrix(c0);
    for (int j = 0; j < kFilmPanel * up; j += W) P::load(kept + j).store(out + j);
    if (!c_.loaded) return;
    for (int c = c0; c < c0 + kFilmPanel; ++c)
      e.matrix(c)[modes_] = c < modes_ ? number(b_.load_row)[c] : T(0);
  }

  void factorise() const {
    const Elimination<T> e = elimination();
    const auto columns = [&](int c0, auto* aside) { project(e, c0, aside); };
    if (b_.pivoting) {
      eliminate_panels<true>(e, unknowns_, up_, columns);
    } else {
      eliminate_panels<false>(e, unknowns_, up_, columns);
    }
  }

  // The right side [T f; G b - load], of which the matrix makes the correction.
  void make_right_side(const FilmDrive& d) {
    T* x = array_at<T>(region_, l_.solution);
    project_residual(number(b_.test), held_, up_, array_at<T>(region_, l_.residual), x);
    if (c_.loaded)
      x[modes_] = dot_padded(number(b_.load_row), unknowns(), up_) - static_cast<T>(d.load);
  }

  [[gnu::noinline]] void solve_kept(T* x) const {
    if (b_.pivoting) {
      elimination().template solve<true>(x);
    } else {
      elimination().template solve<false>(x);
    }
  }

  // A Jacobian that serves one solve alone is not worth keeping, if its columns are short. (Ways to
  // solve are not inlined: the stage would need the stack of all of them.)
  bool solves_once() const { return alone_ && c_.every_stage && !b_.pivoting && up_ == L; }
  [[gnu::noinline]] void solve_once() const {
    const Elimination<T> e = elimination();
    NothingAside nothing;
    for (int c0 = 0; c0 < unknowns_; c0 += kFilmPanel) project(e, c0, &nothing);
    eliminate_once<1>(e.matrix(0), unknowns_, up_, {array_at<T>(region_, l_.solution)},
                      array_at<T>(region_, l_.kept));
  }

  struct Change {
    double shape, any;  // largest correction of a b, of any unknown
    bool finite;
  };

  // Largest entries of the correction.
  Change measure() const {
    const T* x = array_at<T>(region_, l_.solution);
    const P zero = P::all(0);
    P shape = zero, any = zero, finite = zero;
    for (int j = 0; j < up_; j += W) {
      const P d = P::load(x + j), size = larger(d, zero - d);
      const P approach = c_.loaded ? unit_pack<T>(modes_, j) : zero;
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
    T* x = unknowns();
    const T* d = array_at<T>(region_, l_.solution);
    for (int j = 0; j < up_; j += W) (P::load(x + j) - P::all(share) * P::load(d + j)).store(x + j);
    take_approach();
  }

  // Drops the kept factorisation.
  void forget() { array_at<FilmFactorKind>(region_, l_.factor_kind)->kind = 0; }

  const FilmConstants& c_;
  const FilmBasis* bases_;
  const FilmBasis& b_;
  const FilmLength* lengths_;  // of this basis
  const FilmLayout& l_;
  const unsigned char* numbers_;
  unsigned char *region_, *memory_;
  Lubricant<T> oil_;
  int basis_, modes_, unknowns_, up_, rows_, held_, rows_padded_, n_, np_;
  std::uint32_t gap_shapes_ = 0, modal_ = 0;
  int doublings_ = 0;
  std::int32_t kind_ = 0;
  double shift_ = 0;
  bool upwards_ = false;  // the last pass over the shapes
  bool anew_ = true;      // T J from zero
  bool alone_ = false;    // nobody asks for the factorisation of a stage again
  int changed_ = 0;       // rows in the list
  const T* base_ = nullptr;
  StageScalars<T> scalars_{};
};

}  // namespace mortise::MORTISE_ISA
