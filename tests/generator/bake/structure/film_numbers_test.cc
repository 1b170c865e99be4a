// The arrays that a film's step reads lie where the schema says.
#include <gtest/gtest.h>

#include <cstring>

#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/film_arrays.hpp"
#include "small_films.hpp"

namespace mortise::gen {
namespace {

double number_at(const FilmNumbers& numbers, std::uint32_t offset, Eigen::Index k) {
  const std::uint8_t* at = numbers.bytes().data() + offset;
  if (numbers.scalar_bytes() == 4) {
    float value = 0;
    std::memcpy(&value, at + 4 * k, sizeof value);
    return static_cast<double>(value);
  }
  double value = 0;
  std::memcpy(&value, at + 8 * k, sizeof value);
  return value;
}

class FilmNumbersOf : public testing::TestWithParam<FilmScalar> {
 protected:
  double tolerance() const { return GetParam() == FilmScalar::float32 ? 1e-6 : 1e-15; }
  void expect_number(double found, double wanted) const {
    EXPECT_NEAR(found, wanted, tolerance() * std::max(1.0, std::abs(wanted)));
  }
};

TEST_P(FilmNumbersOf, LanesBeyondTheLastRowRepeatIt) {
  FilmNumbers numbers(GetParam());
  const int L = numbers.lanes();
  const int rows = L + 3;
  const auto at = numbers.add(
      lane_blocks(rows, 2, L,
                  [](Eigen::Index row, Eigen::Index k) { return 10.0 * row + 1.0 * k; }),
      "test");
  for (int row = 0; row < 2 * L; ++row) {
    for (int k = 0; k < 2; ++k) {
      const double found = number_at(numbers, at, (row / L * 2 + k) * L + row % L);
      EXPECT_EQ(found, 10.0 * std::min(row, rows - 1) + k);
    }
  }
}

TEST_P(FilmNumbersOf, ArraysBeginAtCacheLines) {
  FilmNumbers numbers(GetParam());
  EXPECT_EQ(numbers.add({1.0}, "a"), 0u);
  EXPECT_EQ(numbers.add({}, "b"), 64u);
  EXPECT_EQ(numbers.add_modal({Vector::LinSpaced(9, 1, 9)}, "c"), 64u);
  EXPECT_EQ(numbers.add({1.0}, "d"), 192u);
  EXPECT_EQ(numbers.bytes().size(), 256u);
}

TEST_P(FilmNumbersOf, NumbersThatAreNotFiniteAreRefused) {
  FilmNumbers numbers(GetParam());
  EXPECT_THROW(numbers.add({1.0, std::nan("")}, "a"), Error);
  EXPECT_THROW(numbers.add({HUGE_VAL}, "a"), Error);
}

// Sampled rows 1, 5, 9.. of a line contact with an arbitrary test matrix; two of them watched.
TEST_P(FilmNumbersOf, BasisOfALineContact) {
  ReducedFilm film = nodal_line();
  ReducedBasis& b = film.bases[0];
  b.rows = {1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 47};
  b.watched = 2;
  b.test = Matrix::Random(b.pressure.cols(), 11);
  FilmNumbers numbers(GetParam());
  const FilmBasis packed = pack_basis(film, 0, &numbers);
  const FilmProblemData& p = film.problem;
  const Eigen::Index L = numbers.lanes(), r = packed.modes, m = 13, s = 4;
  const Eigen::Index up = numbers.padded(r + 1), rp = numbers.padded(r);
  ASSERT_EQ(r, p.unknowns);
  ASSERT_EQ(packed.rows, 13u);
  const Matrix gap = p.compliance * b.pressure;
  for (Eigen::Index row = 0; row < m; ++row) {
    const Eigen::Index block = row / L, lane = row % L, node = b.rows[row];
    const double coefficients[] = {p.rows.left[node], p.rows.right[node], p.rows.d0[node],
                                   p.rows.d1[node],   p.rows.d2[node],    p.x[node]};
    for (Eigen::Index k = 0; k < 6; ++k)
      expect_number(number_at(numbers, packed.coefficients, (block * 6 + k) * L + lane),
                    coefficients[k]);
    for (Eigen::Index j = 0; j < s; ++j) {
      const Eigen::Index near = std::max<Eigen::Index>(0, node + j - 2);
      expect_number(number_at(numbers, packed.geometry, (block * s + j) * L + lane),
                    p.geometry[near]);
      for (const Eigen::Index k : {Eigen::Index{0}, r / 2, r - 1}) {
        const Eigen::Index at = ((block * r + k) * s + j) * L + lane;
        expect_number(number_at(numbers, packed.pressure_shapes, at), b.pressure(near, k));
        expect_number(number_at(numbers, packed.gap_shapes, at), gap(near, k));
        expect_number(number_at(numbers, packed.gap_shapes_half, at), gap(near, k));
      }
    }
  }
  for (Eigen::Index row = 0; row < m - 2; ++row)
    for (Eigen::Index k = 0; k < up; ++k)
      expect_number(number_at(numbers, packed.test, row * up + k), k < r ? b.test(k, row) : 0.0);
  for (Eigen::Index k = 0; k < rp; ++k) {
    expect_number(number_at(numbers, packed.load_row, k),
                  k < r ? p.weights.dot(b.pressure.col(k)) : 0.0);
  }
  for (Eigen::Index k = 0; k < up; ++k)
    expect_number(number_at(numbers, packed.initial, k), k <= r ? film.initial[k] : 0.0);
  EXPECT_NEAR(packed.shift * 0.02 * (1.0 - std::sqrt(0.5)), 1.0, 1e-12);
}

// The gap of a stage contains what a mass does under the pressure of the same stage.
TEST_P(FilmNumbersOf, BasisOfAnImpact) {
  const ReducedFilm film = nodal_impact();
  FilmNumbers numbers(GetParam());
  (void)pack_basis(film, 0, &numbers);
  const FilmBasis packed = pack_basis(film, 1, &numbers);
  const FilmProblemData& p = film.problem;
  const ReducedBasis& b = film.bases[1];
  const Eigen::Index L = numbers.lanes(), r = packed.modes, s = 3;
  const double spring = 1.0 / (packed.shift * packed.shift);
  for (const Eigen::Index row : {Eigen::Index{0}, Eigen::Index{7}, r - 1}) {
    for (Eigen::Index j = 0; j < s; ++j) {
      const Eigen::Index near = std::max<Eigen::Index>(0, b.rows[row] + j - 1);
      const Eigen::Index at = ((row / L * r + 3) * s + j) * L + row % L;
      const double still = p.compliance(near, b.rows[3]), pushed = p.modes.excitation(0, b.rows[3]);
      expect_number(number_at(numbers, packed.gap_shapes, at), still + spring * pushed);
      expect_number(number_at(numbers, packed.gap_shapes_half, at), still + 0.25 * spring * pushed);
    }
  }
  // equal bases: the hand-over is the identity
  const Eigen::Index rp = numbers.padded(r);
  for (Eigen::Index k = 0; k < r; ++k)
    for (Eigen::Index j = 0; j < rp; ++j)
      EXPECT_NEAR(number_at(numbers, packed.hand_project, k * rp + j), j == k ? 1.0 : 0.0, 1e-12);
  for (Eigen::Index k = 0; k < 4; ++k) {
    double value = 0;
    std::memcpy(&value, numbers.bytes().data() + packed.modal + 64 * k, sizeof value);
    const double wanted[] = {1.0, 1.0 / packed.shift, spring * p.modes.constant[0], spring};
    EXPECT_NEAR(value, wanted[k], 1e-12 * std::abs(wanted[k]));
  }
}

INSTANTIATE_TEST_SUITE_P(BothScalars, FilmNumbersOf,
                         testing::Values(FilmScalar::float64, FilmScalar::float32),
                         [](const auto& info) {
                           return info.param == FilmScalar::float32 ? "float32" : "float64";
                         });

TEST(FilmNumbers, FloatsRefuseWhatTheyCannotHold) {
  FilmNumbers numbers(FilmScalar::float32);
  EXPECT_THROW(numbers.add({1e39}, "a"), Error);
  EXPECT_NO_THROW(numbers.add_modal({Vector::Constant(1, 1e39)}, "a"));
}

}  // namespace
}  // namespace mortise::gen
