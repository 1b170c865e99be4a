#include "generator/contact/bolted/roughness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

struct Phasor {
  double re = 0.0, im = 0.0;
};

Phasor phasor_product(const Phasor& a, const Phasor& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// sum of s^k / (first ... (first + 2 k - 1)), from the smallest term on: sine and cosine.
double series(double s, int first) {
  double sum = 1.0;
  for (int k = first + 16; k >= first; k -= 2) sum = 1.0 + sum * s / (k * (k + 1));
  return sum;
}

// cos and sin of so many turns, from products and sums alone: libraries differ in the last bit.
Phasor turned(double turns) {
  const double quarter = std::floor(4.0 * turns + 0.5);
  const double angle = kTwoPi * (turns - 0.25 * quarter);  // within pi / 4
  const double s = -angle * angle;
  const Phasor p{series(s, 1), angle * series(s, 2)};
  switch (static_cast<std::int64_t>(quarter) & 3) {
    case 0:
      return p;
    case 1:
      return {-p.im, p.re};
    case 2:
      return {-p.re, -p.im};
    default:
      return {p.im, -p.re};
  }
}

// Steele, Lea, Flood 2014 (SplitMix).
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Drawn for each wave by its numbers, whatever other waves there are [turns].
class Phases {
 public:
  Phases(std::int64_t seed, const std::string& zone)
      : start_(mixed(ContentHash().add(zone).value() ^ mixed(static_cast<std::uint64_t>(seed)))) {}

  double of(int i, int j) const {
    const std::uint64_t row = mixed(start_ ^ static_cast<std::uint64_t>(j));
    const std::uint64_t bits = mixed(row + static_cast<std::uint64_t>(i));
    return static_cast<double>(bits >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t start_;
};

struct Wave {
  int i = 0, j = 0;  // how often it fits along and across; of +k and -k the one with j > 0
  double weight = 0.0;
};

std::vector<Wave> waves_of(const Roughness& roughness, const Eigen::Vector2d& size) {
  const double longest = 1.0 / roughness.wavelength_max, shortest = 1.0 / roughness.wavelength_min;
  const int across = static_cast<int>(size.y() * shortest) + 1;
  const int along = static_cast<int>(size.x() * shortest) + 1;
  std::vector<Wave> waves;
  for (int j = 0; j <= across; ++j)
    for (int i = j == 0 ? 1 : -along; i <= along; ++i) {
      const double kx = i / size.x(), ky = j / size.y(), k2 = kx * kx + ky * ky;
      if (k2 < longest * longest || k2 > shortest * shortest) continue;
      waves.push_back({i, j,
                       roughness.exponent > 0.0
                           ? std::pow(k2 / (shortest * shortest), -0.5 * roughness.exponent)
                           : 1.0});
    }
  return waves;
}

// The sum over j is one for all places on one y, the turns over i for all on one x.
class WaveSum {
 public:
  WaveSum(std::vector<Wave> waves, std::vector<Phasor> heights)
      : waves_(std::move(waves)), heights_(std::move(heights)) {
    for (const Wave& wave : waves_) {
      farthest_ = std::max(farthest_, std::abs(wave.i));
      highest_ = std::max(highest_, wave.j);
    }
  }

  // Sum over j, at y [widths], of the waves with i = -farthest .. farthest.
  std::vector<Phasor> across(double y) const {
    std::vector<Phasor> sum(2 * static_cast<std::size_t>(farthest_) + 1);
    std::vector<Phasor> turn(static_cast<std::size_t>(highest_) + 1);
    for (int j = 0; j <= highest_; ++j) turn[static_cast<std::size_t>(j)] = turned(j * y);
    for (std::size_t w = 0; w < waves_.size(); ++w) {
      const Phasor part = phasor_product(heights_[w], turn[static_cast<std::size_t>(waves_[w].j)]);
      Phasor& s = sum[static_cast<std::size_t>(waves_[w].i + farthest_)];
      s.re += part.re;
      s.im += part.im;
    }
    return sum;
  }

  // Turns of the same i at x [lengths].
  std::vector<Phasor> along(double x) const {
    std::vector<Phasor> turn;
    for (int i = -farthest_; i <= farthest_; ++i) turn.push_back(turned(i * x));
    return turn;
  }

 private:
  std::vector<Wave> waves_;
  std::vector<Phasor> heights_;
  int farthest_ = 0, highest_ = 0;
};

}  // namespace

Vector rough_heights(const Roughness& roughness, const std::string& zone,
                     const std::vector<Eigen::Vector2d>& places, const Eigen::Vector2d& size) {
  Vector h = Vector::Zero(static_cast<Eigen::Index>(places.size()));
  if (roughness.sigma == 0.0) return h;
  const std::vector<Wave> waves = waves_of(roughness, size);
  demand(!waves.empty(), zone,
         fmt::format("no wave of {} to {} m fits on {} x {} m", roughness.wavelength_min,
                     roughness.wavelength_max, size.x(), size.y()),
         "give contact.roughness a band of wavelengths below the zone's size");
  double total = 0.0;
  for (const Wave& wave : waves) total += wave.weight;
  const Phases phases(roughness.seed, zone);
  std::vector<Phasor> amplitudes;
  for (const Wave& wave : waves) {
    const double amplitude = roughness.sigma * std::sqrt(2.0 * wave.weight / total);
    const Phasor turn = turned(phases.of(wave.i, wave.j));
    amplitudes.push_back({amplitude * turn.re, amplitude * turn.im});
  }
  const WaveSum sum(waves, std::move(amplitudes));
  std::map<double, std::vector<Phasor>> rows, columns;
  for (std::size_t p = 0; p < places.size(); ++p) {
    const double x = places[p].x() / size.x(), y = places[p].y() / size.y();
    if (rows.count(y) == 0) rows.emplace(y, sum.across(y));
    if (columns.count(x) == 0) columns.emplace(x, sum.along(x));
    const std::vector<Phasor>&of_y = rows.at(y), &of_x = columns.at(x);
    for (std::size_t i = 0; i < of_y.size(); ++i)
      h[static_cast<Eigen::Index>(p)] += phasor_product(of_y[i], of_x[i]).re;
  }
  return h;
}

}  // namespace mortise::gen
