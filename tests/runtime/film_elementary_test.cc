// exp and log of the runtime against long double, over the ranges films use and beyond them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/runtime/film_kernel.hpp"

namespace mortise::film_test {
namespace {

// Distance in units of the last place of the exact value.
template <class T>
double ulps(T value, long double exact) {
  const T rounded = static_cast<T>(exact);
  const T next = std::nextafter(rounded, std::numeric_limits<T>::infinity());
  return static_cast<double>(std::abs((static_cast<long double>(value) - exact) /
                                      (static_cast<long double>(next) - rounded)));
}

// count points from a to b with irregular distances.
template <class T>
std::vector<T> points(double a, double b, int count, bool logarithmic) {
  std::vector<T> x;
  double place = 0.5;
  for (int k = 0; k < count; ++k) {
    place = std::fmod(place + 0.6180339887498949, 1.0);
    const double at = (k + place) / count;
    x.push_back(static_cast<T>(logarithmic
                                   ? std::exp(std::log(a) + at * std::log(b) - at * std::log(a))
                                   : a + (b - a) * at));
  }
  return x;
}

template <class T>
using Function = void (*)(const T*, int, T*);

template <class T>
double worst(Function<T> function, long double (*exact)(long double), const std::vector<T>& x) {
  std::vector<T> y(x.size());
  function(x.data(), static_cast<int>(x.size()), y.data());
  double error = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double here = ulps(y[k], exact(static_cast<long double>(x[k])));
    if (!(here <= error)) error = here;
  }
  return error;
}

long double exact_exp(long double x) { return std::exp(x); }
long double exact_log(long double x) { return std::log(x); }

constexpr int kPoints = 1 << 18;

class Elementary : public testing::TestWithParam<FilmKernel> {};

TEST_P(Elementary, ExponentialIsWithinItsBound) {
  const FilmKernel& kernel = GetParam();
  const double f =
      worst(kernel.exponential_float, exact_exp, points<float>(-87.2, 87.9, kPoints, false));
  const double d =
      worst(kernel.exponential_double, exact_exp, points<double>(-707.9, 708.9, kPoints, false));
  const double near =
      worst(kernel.exponential_double, exact_exp, points<double>(-1.0, 1.0, kPoints, false));
  EXPECT_LT(f, 1.1);
  EXPECT_LT(std::max(d, near), 1.1);
  RecordProperty("float", std::to_string(f));
  RecordProperty("double", std::to_string(std::max(d, near)));
}

TEST_P(Elementary, LogarithmIsWithinItsBound) {
  const FilmKernel& kernel = GetParam();
  const double f =
      worst(kernel.logarithm_float, exact_log, points<float>(1.3e-38, 3e38, kPoints, true));
  const double d =
      worst(kernel.logarithm_double, exact_log, points<double>(1e-300, 1e300, kPoints, true));
  const double f_near =
      worst(kernel.logarithm_float, exact_log, points<float>(0.5, 20.0, kPoints, true));
  const double d_near =
      worst(kernel.logarithm_double, exact_log, points<double>(0.5, 20.0, kPoints, true));
  EXPECT_LT(std::max(f, f_near), 2.0);
  EXPECT_LT(std::max(d, d_near), 2.0);
  RecordProperty("float", std::to_string(std::max(f, f_near)));
  RecordProperty("double", std::to_string(std::max(d, d_near)));
}

TEST_P(Elementary, SpecialArguments) {
  const FilmKernel& kernel = GetParam();
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> x(16, 0.0), y(16);
  x[1] = infinity;
  x[2] = -infinity;
  x[3] = std::numeric_limits<double>::quiet_NaN();
  kernel.exponential_double(x.data(), 16, y.data());
  EXPECT_EQ(y[0], 1.0);
  EXPECT_NEAR(y[1] / std::exp(709.0), 1.0, 1e-15);
  EXPECT_NEAR(y[2] / std::exp(-708.0), 1.0, 1e-15);
  EXPECT_GT(y[3], 0.0);  // NaN counts as a bound
  x.assign(16, 1.0);
  kernel.logarithm_double(x.data(), 16, y.data());
  EXPECT_EQ(y[0], 0.0);
}

TEST_P(Elementary, BitsDoNotDependOnTheInstructionSet) {
#if defined(MORTISE_FAST)
  GTEST_SKIP() << "the fast preset trades the bits away";
#endif
  const FilmKernel& kernel = GetParam();
  const FilmKernel first = film_kernels().front();
  const auto same = [](auto function, auto other, const auto& x) {
    auto a = x, b = x;
    function(x.data(), static_cast<int>(x.size()), a.data());
    other(x.data(), static_cast<int>(x.size()), b.data());
    return std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
  };
  const auto f = points<float>(1e-3, 80.0, 4096, true);
  const auto d = points<double>(1e-3, 600.0, 4096, true);
  EXPECT_TRUE(same(kernel.exponential_float, first.exponential_float, f));
  EXPECT_TRUE(same(kernel.exponential_double, first.exponential_double, d));
  EXPECT_TRUE(same(kernel.logarithm_float, first.logarithm_float, f));
  EXPECT_TRUE(same(kernel.logarithm_double, first.logarithm_double, d));
}

INSTANTIATE_TEST_SUITE_P(Sets, Elementary, testing::ValuesIn(film_kernels()),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace mortise::film_test
