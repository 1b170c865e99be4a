// A number that counts what is done with it: additions, subtractions, multiplications, divisions
// and square roots, whatever becomes of the result. Comparisons, signs, copies and conversions are
// free. It lies in memory as the number does, so a model and a state serve both.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace mortise::bounds {

inline std::uint64_t flops = 0;

constexpr void count_one() {
  if (!__builtin_is_constant_evaluated()) ++flops;
}

template <class T>
struct Counted {
  T value;

  Counted() = default;
  template <class A, class = std::enable_if_t<std::is_arithmetic_v<A>>>
  constexpr Counted(A a) : value(static_cast<T>(a)) {}  // NOLINT(google-explicit-constructor)
  template <class A>
  constexpr explicit Counted(Counted<A> a) : value(static_cast<T>(a.value)) {}
  template <class A, class = std::enable_if_t<std::is_arithmetic_v<A>>>
  constexpr explicit operator A() const {
    return static_cast<A>(value);
  }

  friend constexpr Counted operator+(Counted a, Counted b) {
    count_one();
    return a.value + b.value;
  }
  friend constexpr Counted operator-(Counted a, Counted b) {
    count_one();
    return a.value - b.value;
  }
  friend constexpr Counted operator*(Counted a, Counted b) {
    count_one();
    return a.value * b.value;
  }
  friend constexpr Counted operator/(Counted a, Counted b) {
    count_one();
    return a.value / b.value;
  }
  friend constexpr Counted operator-(Counted a) { return -a.value; }
  constexpr Counted& operator+=(Counted b) { return *this = *this + b; }
  constexpr Counted& operator-=(Counted b) { return *this = *this - b; }
  constexpr Counted& operator*=(Counted b) { return *this = *this * b; }
  constexpr Counted& operator/=(Counted b) { return *this = *this / b; }
  friend constexpr bool operator<(Counted a, Counted b) { return a.value < b.value; }
  friend constexpr bool operator>(Counted a, Counted b) { return a.value > b.value; }
  friend constexpr bool operator<=(Counted a, Counted b) { return a.value <= b.value; }
  friend constexpr bool operator>=(Counted a, Counted b) { return a.value >= b.value; }
  friend constexpr bool operator==(Counted a, Counted b) { return a.value == b.value; }
  friend constexpr bool operator!=(Counted a, Counted b) { return a.value != b.value; }
};

template <class T>
Counted<T> counted_root(Counted<T> a) {
  count_one();
  return std::sqrt(a.value);
}
template <class T>
Counted<T> counted_size(Counted<T> a) {
  return std::abs(a.value);
}

using CountedDouble = Counted<double>;
using CountedFloat = Counted<float>;

static_assert(sizeof(CountedDouble) == sizeof(double) && std::is_trivially_copyable_v<CountedFloat>,
              "lies in memory as the number does");

}  // namespace mortise::bounds
