// Films of a line of deposits, looked up from hints that are right, late or nonsense.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/runtime/film_kernel.hpp"

namespace mortise::film_test {
namespace {

void look_up(const FilmKernel& k, const LookUp<double>& l) { k.look_up_double(l); }
void look_up(const FilmKernel& k, const LookUp<float>& l) { k.look_up_float(l); }

constexpr int kDeposits = 37, kPadded = 48;

// Deposits at irregular places, and cubics between them that meet.
template <class T>
std::vector<T> line(std::mt19937* random) {
  std::uniform_real_distribution<T> width(T(0.02), T(0.1)), film(T(0.1), T(0.4)), slope(-1, 1);
  std::vector<T> x(5 * kPadded, T(0));
  T place = T(-0.9), value = film(*random), rise = slope(*random);
  for (int k = 0; k < kDeposits; ++k) {
    const T h = width(*random), next = film(*random), next_rise = slope(*random),
            d = (next - value) / h;
    x[k] = place;
    x[kPadded + k] = value;
    x[2 * kPadded + k] = rise;
    x[3 * kPadded + k] = (3 * d - 2 * rise - next_rise) / h;
    x[4 * kPadded + k] = (rise + next_rise - 2 * d) / (h * h);
    place += h;
    value = next;
    rise = next_rise;
  }
  return x;
}

// The film by a search from the front.
template <class T>
T film_at(const LookUp<T>& l, T place) {
  const T s = place - l.way, *at = l.line;
  if (s < at[0]) {
    const T share = (at[0] - s) / (at[0] - (l.entry - l.way));
    return l.line[l.padded] + share * (l.entering - l.line[l.padded]);
  }
  int k = 0;
  while (k + 2 < l.deposits && s >= at[k + 1]) ++k;
  const T t = std::min(s, at[k + 1]) - at[k];
  const auto c = [&](int q) { return l.line[(q + 1) * l.padded + k]; };
  return c(0) + t * (c(1) + t * (c(2) + t * c(3)));
}

template <class T>
class DepositedLine : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DepositedLine, Scalars, );

TYPED_TEST(DepositedLine, LooksUpFromAnyHint) {
  using T = TypeParam;
  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min(),
                         kMost = std::numeric_limits<std::int32_t>::max();
  std::mt19937 random(3);
  std::uniform_real_distribution<T> way(0, T(0.2)), somewhere(T(-1.1), 2);
  std::uniform_int_distribution<int> off(-3, 3);
  for (const FilmKernel& kernel : film_kernels())
    for (int draw = 0; draw < 200; ++draw) {
      std::vector<T> deposits = line<T>(&random);
      const int count = 1 + draw % 40;
      std::vector<T> places, films(count), again(count);
      for (int j = 0; j < count; ++j) places.push_back(somewhere(random));
      std::vector<std::int32_t> hint(count, draw % 3 == 0 ? kLeast : kMost);
      LookUp<T> l{deposits.data(), kDeposits,     kPadded, way(random), T(-0.85),
                  T(0.3),          places.data(), count,   hint.data(), films.data()};
      look_up(kernel, l);
      for (int j = 0; j < count; ++j) {
        EXPECT_NEAR(films[j], film_at(l, places[j]), 64 * std::numeric_limits<T>::epsilon())
            << kernel.name << ", draw " << draw << ", place " << places[j];
        hint[j] += off(random);
      }
      l.films = again.data();
      look_up(kernel, l);
      EXPECT_EQ(films, again) << kernel.name << ", draw " << draw;
    }
}

}  // namespace
}  // namespace mortise::film_test
