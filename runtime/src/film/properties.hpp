// Density and fluidity of the lubricant at a pack of pressures, with their slopes.
#pragma once

#include "../elementary.hpp"
#include "mortise/view/film.hpp"

namespace mortise::MORTISE_ISA {

// Laws as in generator/contact/film/lubricant.cc: below ambient pressure those at ambient. A
// constant viscosity is Barus' law with coefficient 0, incompressible oil Dowson-Higginson's with
// slope 0.
template <class T>
struct Lubricant {
  // Keeps the products of fluidity and gap^3 normal numbers.
  static constexpr T kLargestExponent = sizeof(T) == 4 ? T(50) : T(600);

  T density, density_factor;  // rho/rho0 = (density + density_factor P) / (density + P)
  T barus;
  T log, pole, index;  // Roelands

  MORTISE_INLINE explicit Lubricant(const FilmConstants& c) {
    const bool stiffens = c.density_law == kDensityDowsonHigginson;
    density = stiffens ? static_cast<T>(c.density) : T(1);
    density_factor = stiffens ? T(1.34) : T(1);
    barus = c.viscosity_law == kViscosityBarus ? static_cast<T>(c.barus) : T(0);
    log = static_cast<T>(c.roelands_log);
    pole = static_cast<T>(c.roelands_pole);
    index = static_cast<T>(c.roelands_index);
  }
};

template <class P>
struct Density {
  P value, slope;  // slope of positive pressures
};

// p >= 0
template <class T, int W>
MORTISE_INLINE Lanes<T, W> density_denominator(const Lubricant<T>& oil, const Lanes<T, W>& p) {
  return Lanes<T, W>::all(oil.density) + p;
}

// p >= 0; inverse: of the denominator
template <class T, int W>
MORTISE_INLINE Density<Lanes<T, W>> density(const Lubricant<T>& oil, const Lanes<T, W>& p,
                                            const Lanes<T, W>& inverse) {
  using P = Lanes<T, W>;
  return {(P::all(oil.density) + P::all(oil.density_factor) * p) * inverse,
          P::all((oil.density_factor - T(1)) * oil.density) * (inverse * inverse)};
}

template <class P>
struct Fluidity {
  P value;      // eta0 / eta
  P log_slope;  // d log(eta) / dP of positive pressures
};

// p >= 0
template <bool kRoelands, class T, int W>
MORTISE_INLINE Fluidity<Lanes<T, W>> fluidity(const Lubricant<T>& oil, const Lanes<T, W>& p) {
  using P = Lanes<T, W>;
  const P lowest = P::all(-Lubricant<T>::kLargestExponent);
  if constexpr (kRoelands) {
    const P x = P::all(1) + P::all(oil.pole) * p;
    const P power = exponential(P::all(oil.index) * logarithm(x));
    const P exponent = P::all(oil.log) - P::all(oil.log) * power;
    const P slope = P::all(oil.log * oil.index * oil.pole) * (power / x);
    return {exponential_within(smaller(larger(exponent, lowest), P::all(0))), slope};
  } else {
    return {exponential_within(larger(P::all(-oil.barus) * p, lowest)), P::all(oil.barus)};
  }
}

}  // namespace mortise::MORTISE_ISA
