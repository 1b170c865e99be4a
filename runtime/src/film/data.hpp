// A film's numbers in the file and its arrays in the state, as the numerics of all kinds read them.
// What the arrays are stands in FilmLayout.
#pragma once

#include "mortise/view/film_layout.hpp"
#include "numerics.hpp"
#include "rows.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file. region: of the film in a state of this model, whose trial memory is worked
// on in place.
template <class T>
struct FilmData {
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

  FilmData(const ModelView& model, unsigned char* region_of_state)
      : c(*model.film.constants),
        l(model.film_layout),
        numbers(model.film.numbers),
        region(region_of_state),
        memory(region_of_state + model.film_layout.memory[1]),
        oil(c),
        n(model.dims.modes),
        np(model.dims.modes_padded) {}

  static int padded(int count) { return (count + L - 1) / L * L; }
  // In the file, of the film's scalar and of float64.
  const T* number(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(numbers + offset);
  }
  const double* real(std::uint32_t offset) const {
    return reinterpret_cast<const double*>(numbers + offset);
  }
  // In the trial memory, and in the scratch behind it.
  template <class U = T>
  U* kept(std::uint32_t offset) const {
    return reinterpret_cast<U*>(memory + offset);
  }
  template <class U = T>
  U* scratch(std::uint32_t offset) const {
    return reinterpret_cast<U*>(region + offset);
  }

  T* unknowns() const { return kept(l.unknowns); }
  T* content() const { return kept(l.content); }
  T* pressures() const { return kept(l.pressures); }
  T* gaps() const { return kept(l.gaps); }
  T* start() const { return scratch(l.start); }
  T* residual() const { return scratch(l.residual); }
  T* jacobian() const { return scratch(l.jacobian); }
  T* matrix() const { return scratch(l.matrix); }
  T* solution() const { return scratch(l.solution); }
  T* linearised() const { return scratch(l.linearised); }
  double* modal() const { return scratch<double>(l.modal); }

  // What is the same for all rows of a stage; H0 = 0. shift: s
  MORTISE_INLINE StageScalars<T> scalars(const FilmDrive& d, double shift) const {
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

  const FilmConstants& c;
  const FilmLayout& l;
  const unsigned char* numbers;
  unsigned char *region, *memory;
  Lubricant<T> oil;
  int n, np;  // modal coordinates, and padded
};

}  // namespace mortise::MORTISE_ISA
