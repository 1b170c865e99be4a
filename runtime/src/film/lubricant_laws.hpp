// The laws of lubricants over pressure: viscosity and density at a pack of pressures p >= 0 with
// their slopes, and at the end the two lists that make a number of the file a law. A new law is a
// type here and its line in a list; its twin of full order stands in
// generator/contact/film/lubricant.cc. A viscosity law has fluidity() and the work of one for the
// cost model, a density law rho/rho0 as a fraction: nodes of a stencil share a division.
#pragma once

#include "../elementary.hpp"
#include "mortise/view/film.hpp"

namespace mortise::MORTISE_ISA {

// The numbers of all laws. A constant viscosity is Barus' law with coefficient 0, incompressible
// oil Dowson-Higginson's with slope 0.
template <class T>
struct Lubricant {
  // Keeps the products of fluidity and gap^3 normal numbers.
  static constexpr T kLargestExponent = sizeof(T) == 4 ? T(50) : T(600);

  std::uint32_t density_law;
  T density, density_factor;
  T barus;
  T log, pole, index;  // Roelands

  MORTISE_INLINE explicit Lubricant(const FilmConstants& c) : density_law(c.density_law) {
    const bool stiffens = c.viscosity_law != kViscosityConstant;
    const bool shrinks = c.density_law != kDensityIncompressible;
    density = shrinks ? static_cast<T>(c.density) : T(1);
    density_factor = shrinks ? T(1.34) : T(1);
    barus = stiffens ? static_cast<T>(c.barus) : T(0);
    log = static_cast<T>(c.roelands_log);
    pole = static_cast<T>(c.roelands_pole);
    index = static_cast<T>(c.roelands_index);
  }
};

template <class P>
struct Fluidity {
  P value;      // eta0 / eta
  P log_slope;  // d log(eta) / dP of positive pressures
};

// What a law evaluates, for the cost model.
struct LawWork {
  int exponentials, logarithms, operations;
};

// eta/eta0 = exp(barus P)
struct Barus {
  static constexpr LawWork work() { return {1, 0, 2}; }
  template <class T, int W>
  static MORTISE_INLINE Fluidity<Lanes<T, W>> fluidity(const Lubricant<T>& oil,
                                                       const Lanes<T, W>& p) {
    using P = Lanes<T, W>;
    const P lowest = P::all(-Lubricant<T>::kLargestExponent);
    return {exponential_within(larger(P::all(-oil.barus) * p, lowest)), P::all(oil.barus)};
  }
};

// eta/eta0 = exp(log ((1 + pole P)^index - 1))
struct Roelands {
  static constexpr LawWork work() { return {2, 1, 12}; }
  template <class T, int W>
  static MORTISE_INLINE Fluidity<Lanes<T, W>> fluidity(const Lubricant<T>& oil,
                                                       const Lanes<T, W>& p) {
    using P = Lanes<T, W>;
    const P lowest = P::all(-Lubricant<T>::kLargestExponent);
    const P x = P::all(1) + P::all(oil.pole) * p;
    const P power = exponential(P::all(oil.index) * logarithm(x));
    const P exponent = P::all(oil.log) - P::all(oil.log) * power;
    const P slope = P::all(oil.log * oil.index * oil.pole) * (power / x);
    return {exponential_within(smaller(larger(exponent, lowest), P::all(0))), slope};
  }
};

template <class P>
struct DensityFraction {
  P numerator, denominator;
  P slope;  // d(rho/rho0)/dP times the square of the denominator
};

// rho/rho0 = (density + 1.34 P) / (density + P)
struct DowsonHigginson {
  template <class T, int W>
  static MORTISE_INLINE DensityFraction<Lanes<T, W>> fraction(const Lubricant<T>& oil,
                                                              const Lanes<T, W>& p) {
    using P = Lanes<T, W>;
    return {P::all(oil.density) + P::all(oil.density_factor) * p, P::all(oil.density) + p,
            P::all((oil.density_factor - T(1)) * oil.density)};
  }
};

// Every law with its number and name in the schema. Append only: the numbers count from 0.
#define MORTISE_FILM_VISCOSITIES(LAW) \
  LAW(0, constant, Barus)             \
  LAW(1, barus, Barus)                \
  LAW(2, roelands, Roelands)
#define MORTISE_FILM_DENSITIES(LAW)       \
  LAW(0, incompressible, DowsonHigginson) \
  LAW(1, dowson_higginson, DowsonHigginson)

#define MORTISE_TRY(number, name, Law) \
  if (asked == number) return f(Law{});
#define MORTISE_COUNT(number, name, Law) +1

inline constexpr std::uint32_t kViscosityLaws = MORTISE_FILM_VISCOSITIES(MORTISE_COUNT);
inline constexpr std::uint32_t kDensityLaws = MORTISE_FILM_DENSITIES(MORTISE_COUNT);

// f(law) with an object of the law's type; opening a file refuses numbers without law.
template <class F>
MORTISE_INLINE auto with_viscosity_law(std::uint32_t asked, const F& f) {
  MORTISE_FILM_VISCOSITIES(MORTISE_TRY)
  return f(Barus{});
}
template <class F>
MORTISE_INLINE auto with_density_law(std::uint32_t asked, const F& f) {
  MORTISE_FILM_DENSITIES(MORTISE_TRY)
  return f(DowsonHigginson{});
}
#undef MORTISE_COUNT
#undef MORTISE_TRY

template <class P>
struct Density {
  P value, slope;  // slope of positive pressures
};

// p >= 0
template <class T, int W>
MORTISE_INLINE Lanes<T, W> density_denominator(const Lubricant<T>& oil, const Lanes<T, W>& p) {
  return with_density_law(oil.density_law,
                          [&](auto law) { return law.fraction(oil, p).denominator; });
}

// p >= 0; inverse: of the denominator
template <class T, int W>
MORTISE_INLINE Density<Lanes<T, W>> density(const Lubricant<T>& oil, const Lanes<T, W>& p,
                                            const Lanes<T, W>& inverse) {
  const auto of = with_density_law(oil.density_law, [&](auto law) { return law.fraction(oil, p); });
  return {of.numerator * inverse, of.slope * (inverse * inverse)};
}

}  // namespace mortise::MORTISE_ISA
