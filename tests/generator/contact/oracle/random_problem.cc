#include "tests/generator/contact/oracle/random_problem.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kDraws = 10000;

std::uint64_t splitmix64(std::uint64_t& x) {
  std::uint64_t z = (x += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint64_t rotated(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

// The middle of the cell of 2^-bits that holds x: exact in few digits and never 0.
double dyadic(double x, int bits) {
  const double grid = static_cast<double>(1 << bits);
  return (std::floor(x * grid) + 0.5) / grid;
}

// Largest |cosine| between two rows of W in the metric diag(inverse_mass).
double alignment(const Matrix& W, const Vector& inverse_mass) {
  const Matrix G = W * inverse_mass.asDiagonal() * W.transpose();
  const Vector inverse_length = G.diagonal().cwiseSqrt().cwiseInverse();
  Matrix cosine = inverse_length.asDiagonal() * G * inverse_length.asDiagonal();
  cosine.diagonal().setZero();
  return cosine.cwiseAbs().maxCoeff();
}

void check(const RandomProblemOptions& o) {
  const bool contacts = o.min_contacts >= 1 && o.max_contacts >= o.min_contacts;
  const bool friction = o.min_friction >= 0.0 && o.max_friction >= o.min_friction;
  const bool deficient = o.full_rank || o.directions * o.min_contacts >= 2;
  if (o.directions < 1 || o.directions > 3 || !contacts || !friction || !deficient) {
    throw Error("random contact problem",
                "directions " + std::to_string(o.directions) + ", contacts " +
                    std::to_string(o.min_contacts) + ".." + std::to_string(o.max_contacts),
                "use 1..3 directions, ascending ranges, and two rows at least for a singular G");
  }
}

}  // namespace

RandomSource::RandomSource(std::uint64_t seed) {
  for (std::uint64_t& s : state_) s = splitmix64(seed);
}

std::uint64_t RandomSource::next() {
  const std::uint64_t result = rotated(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotated(state_[3], 45);
  return result;
}

double RandomSource::uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1.0p-53);
}

int RandomSource::integer(int low, int high) {
  return low + static_cast<int>(next() % static_cast<std::uint64_t>(high - low + 1));
}

RandomProblem random_problem(RandomSource& source, const RandomProblemOptions& options) {
  check(options);
  const int d = options.directions;
  const int nc = source.integer(options.min_contacts, options.max_contacts);
  const int rows = d * nc;
  RandomProblem random;
  random.modes =
      options.full_rank ? rows + source.integer(2, 8) : source.integer((rows + 1) / 2, rows - 1);
  random.rank = std::min(random.modes, rows);

  Matrix W(rows, random.modes);
  Vector inverse_mass(random.modes), free_velocity(random.modes);
  int draws = 0;
  do {
    if (++draws > kDraws) {
      throw Error("random contact problem", "no draw keeps the rows apart", "raise max_alignment");
    }
    for (double& w : W.reshaped()) w = dyadic(source.uniform(-1.0, 1.0), 10);
    for (double& a : inverse_mass) {
      const double x = source.uniform(0.0, 1.0);
      a = dyadic(1.0 / (1.0 + options.stiffness_spread * x * x), 20);
    }
  } while (random.rank > 1 && alignment(W, inverse_mass) > options.max_alignment);
  for (double& v : free_velocity) v = dyadic(source.uniform(-1.0, 1.0), 10);

  InterfaceProblem& p = random.problem;
  p.directions = d;
  p.mu.resize(nc);
  for (double& m : p.mu) m = source.uniform(options.min_friction, options.max_friction);
  for (int i = 0; i < nc; ++i) {
    const bool approaches = source.uniform(0.0, 1.0) < options.approaching;
    if ((W.row(d * i).dot(free_velocity) < 0.0) != approaches) W.row(d * i) *= -1.0;
  }
  p.b = W * free_velocity;
  p.G = W * inverse_mass.asDiagonal() * W.transpose();
  return random;
}

}  // namespace mortise::gen
