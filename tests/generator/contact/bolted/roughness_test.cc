// Synthetic roughness: its height, its band, the slope of its spectrum, who draws, and that grids
// see one surface.
#include "generator/contact/bolted/roughness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

const Eigen::Vector2d kPad(0.0508, 0.03175);

std::vector<Eigen::Vector2d> centres(int nx, int ny) {
  std::vector<Eigen::Vector2d> places;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      places.emplace_back(((i + 0.5) / nx - 0.5) * kPad.x(), ((j + 0.5) / ny - 0.5) * kPad.y());
  return places;
}

Roughness paper() {
  Roughness r;
  r.sigma = 1e-6;
  return r;
}

double rms(const Vector& h) { return std::sqrt(h.squaredNorm() / static_cast<double>(h.size())); }

// Power of one wave on a full grid: |sum h exp(-2 pi i (i x + j y))|^2, 1 for a sine of rms 1 / 2.
double power(const Vector& h, int nx, int ny, int wave_x, int wave_y) {
  double re = 0.0, im = 0.0;
  Eigen::Index p = 0;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i, ++p) {
      const double turn = kTwoPi * (wave_x * (i + 0.5) / nx + wave_y * (j + 0.5) / ny);
      re += h[p] * std::cos(turn);
      im += h[p] * std::sin(turn);
    }
  const auto count = static_cast<double>(h.size());
  return (re * re + im * im) / (count * count);
}

double correlation(const Vector& a, const Vector& b) { return a.dot(b) / (a.norm() * b.norm()); }

// On a grid that resolves the whole band its sums are exact.
TEST(Roughness, HasItsHeightAndItsBand) {
  const int nx = 210, ny = 130;
  const Vector h = rough_heights(paper(), "left", centres(nx, ny), kPad);
  EXPECT_NEAR(rms(h), 1e-6, 1e-12);
  EXPECT_NEAR(h.mean(), 0.0, 1e-15);
  // waves per metre from 200 to 2000
  const double beside[][2] = {{0, 6}, {9, 2}, {101, 8}, {4, 64}, {80, 45}};
  for (const auto& [i, j] : beside)
    EXPECT_LT(power(h, nx, ny, static_cast<int>(i), static_cast<int>(j)), 1e-30);
  const double within[][2] = {{0, 7}, {11, 0}, {101, 3}, {4, 63}, {-40, 30}};
  const double first = power(h, nx, ny, 0, 7);
  EXPECT_GT(first, 1e-18 / 30000);
  for (const auto& [i, j] : within)
    EXPECT_NEAR(power(h, nx, ny, static_cast<int>(i), static_cast<int>(j)) / first, 1.0, 1e-9);
}

TEST(Roughness, SpectrumFallsWithItsExponent) {
  Roughness self_affine = paper();
  self_affine.exponent = 3.6;  // Hurst's 0.8
  self_affine.wavelength_min = 1e-3;
  const int nx = 104, ny = 66;
  const Vector h = rough_heights(self_affine, "left", centres(nx, ny), kPad);
  EXPECT_NEAR(rms(h), 1e-6, 1e-12);
  const auto k = [](int i, int j) { return std::hypot(i / kPad.x(), j / kPad.y()); };
  const double slope =
      std::log(power(h, nx, ny, 40, 9) / power(h, nx, ny, 8, -9)) / std::log(k(40, 9) / k(8, -9));
  EXPECT_NEAR(slope, -3.6, 1e-6);
}

TEST(Roughness, IsDrawnByItsSeedAndItsZone) {
  const auto places = centres(63, 40);
  Roughness other = paper();
  other.seed = 2;
  const Vector left = rough_heights(paper(), "left", places, kPad);
  EXPECT_LT(std::abs(correlation(left, rough_heights(paper(), "right", places, kPad))), 0.1);
  EXPECT_LT(std::abs(correlation(left, rough_heights(other, "left", places, kPad))), 0.1);
  Roughness high = paper();
  high.sigma = 5e-6;
  EXPECT_LT((5.0 * left - rough_heights(high, "left", places, kPad)).cwiseAbs().maxCoeff(), 1e-18);
  EXPECT_EQ(rough_heights(Roughness{}, "left", places, kPad).cwiseAbs().maxCoeff(), 0.0);
}

// Isotropic: along a diagonal as along the axes; and near to normally distributed.
TEST(Roughness, LooksAlikeFromEverySide) {
  const int nx = 254, ny = 159;
  const Vector h = rough_heights(paper(), "left", centres(nx, ny), kPad);
  double along = 0.0, across = 0.0, diagonal = 0.0, fourth = 0.0;
  const auto at = [&](int i, int j) { return h[j * nx + i]; };
  for (int j = 0; j + 3 < ny; ++j)
    for (int i = 0; i + 3 < nx; ++i) {
      along += std::pow(at(i + 3, j) - at(i, j), 2);
      across += std::pow(at(i, j + 3) - at(i, j), 2);
      diagonal += std::pow(at(i + 3, j + 3) - at(i, j), 2);
    }
  EXPECT_NEAR(along / across, 1.0, 0.05);
  // three cells of 0.2 mm: 2 (1 - J) of a plateau's autocorrelation, by either distance
  const auto structure = [](double distance) {
    double sum = 0.0, weight = 0.0;
    for (double k = 200.0; k < 2000.0; k += 1.0) {
      sum += k * 2.0 * (1.0 - std::cyl_bessel_j(0.0, kTwoPi * k * distance));
      weight += k;
    }
    return sum / weight;
  };
  EXPECT_NEAR(diagonal / along, structure(std::sqrt(2.0) * 6e-4) / structure(6e-4), 0.05);
  for (const double height : h) fourth += std::pow(height / 1e-6, 4);
  EXPECT_NEAR(fourth / static_cast<double>(h.size()), 3.0, 0.15);
}

TEST(Roughness, GridsThatAreRefinedSeeTheSameSurface) {
  const Vector coarse = rough_heights(paper(), "left", centres(24, 15), kPad);
  const Vector fine = rough_heights(paper(), "left", centres(72, 45), kPad);
  double worst = 0.0;  // every third cell has its middle where a coarse one has it
  for (int j = 0; j < 15; ++j)
    for (int i = 0; i < 24; ++i)
      worst = std::max(worst, std::abs(coarse[24 * j + i] - fine[72 * (3 * j + 1) + 3 * i + 1]));
  EXPECT_LT(worst, 1e-18);
  EXPECT_NEAR(rms(coarse) / 1e-6, 1.0, 0.1);  // samples of it
}

// A wider band adds waves; those it shares with the narrow one keep their phases.
TEST(Roughness, BandsShareTheirWaves) {
  const int nx = 104, ny = 66;
  Roughness narrow = paper(), wide = paper();
  narrow.wavelength_min = 2e-3;
  wide.wavelength_min = 1e-3;
  const Vector a = rough_heights(narrow, "left", centres(nx, ny), kPad);
  const Vector b = rough_heights(wide, "left", centres(nx, ny), kPad);
  // the part of b in the narrow band is a, scaled: it holds (500^2 - 200^2) / (1000^2 - 200^2) of
  // the waves
  const double share = a.dot(b) / a.squaredNorm();
  EXPECT_NEAR(share, std::sqrt(0.21 / 0.96), 0.005);
  EXPECT_NEAR((b - share * a).dot(a) / a.squaredNorm(), 0.0, 1e-12);
  EXPECT_NEAR(power(a, nx, ny, 9, 9) * share * share / power(b, nx, ny, 9, 9), 1.0, 1e-9);
}

// No library's sine, no order of summation: the bits are part of what a seed means.
TEST(Roughness, BitsStand) {
  const Vector h = rough_heights(paper(), "left", centres(24, 15), kPad);
  ContentHash hash;
  hash.add(h.data(), static_cast<std::size_t>(h.size()) * sizeof(double));
  EXPECT_EQ(hash.hex(), "da4832d90514680c");
}

TEST(Roughness, RefusesABandThatNoZoneHolds) {
  Roughness r = paper();
  r.wavelength_min = 0.2;
  r.wavelength_max = 0.3;
  try {
    rough_heights(r, "left", centres(3, 3), kPad);
    FAIL();
  } catch (const std::exception& e) {
    EXPECT_NE(std::string(e.what()).find("left: no wave of 0.2 to 0.3 m"), std::string::npos);
  }
}

}  // namespace
}  // namespace mortise::gen
