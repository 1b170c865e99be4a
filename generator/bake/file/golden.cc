#include "generator/bake/file/golden.hpp"

#include <algorithm>

#include "generator/bake/play/instance.hpp"

namespace mortise::gen {

namespace {

// splitmix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
class Noise {
 public:
  double next() {  // in [-1, 1)
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
  }

 private:
  std::uint64_t state_ = 2026;
};

// Closes every node a little, so that every law is met.
void close(const ReducedJoint& joint, Vector* v) {
  const Eigen::Index nodes = joint.nodes();
  const Matrix normal = joint.rows.topRows(nodes);
  const Vector push = normal.transpose() * Vector::Ones(nodes);
  if (push.squaredNorm() > 0) *v -= 0.3 / push.squaredNorm() * static_cast<double>(nodes) * push;
}

// Begins where the bodies lie at the start, and closes the film.
void close(const FilmPlace& film, const ReducedSystem& s, GoldenTrace* t) {
  t->q = s.initial_q + 1e-3 * t->q;
  t->v *= 1e-2;
  if (film.opening.squaredNorm() > 0) t->v -= 0.02 / film.opening.squaredNorm() * film.opening;
}

}  // namespace

GoldenTrace start_golden(const ReducedSystem& s, int steps) {
  GoldenTrace t;
  t.steps = steps;
  t.every = std::max(1, steps / 8);
  Noise noise;
  const Eigen::Index n = s.size();
  t.q = Vector::Zero(n);
  t.v = Vector::Zero(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    t.q[i] = 1e-5 * noise.next() / (1 + s.omega[i] * 1e-3);
    t.v[i] = 0.1 * noise.next();
  }
  t.clearance =
      Vector::Constant(static_cast<Eigen::Index>(s.lone().contacts().points.size()), -1.0);
  for (Eigen::Index c = 3; c < t.clearance.size(); c += 4) t.clearance[c] = 1.0;
  for (const ReducedInterface& i : s.interfaces) {
    if (const auto* film = i.as<FilmPlace>()) close(*film, s, &t);
    if (const auto* joint = i.as<ReducedJoint>()) close(*joint, &t.v);
    for (Eigen::Index r = 0; r < i.contacts().rows.rows(); r += 3) {
      const auto row = i.contacts().rows.row(r);
      if (row.squaredNorm() > 0) t.v -= 0.3 / row.squaredNorm() * row.transpose();
    }
  }
  const auto nu = static_cast<Eigen::Index>(s.inputs.size());
  t.inputs = Vector::Zero(2 * nu);
  for (Eigen::Index k = 0; k < 2 * nu; ++k) {
    const InputChannel& in = s.inputs[static_cast<std::size_t>(k % nu)];
    t.inputs[k] = std::clamp(0.5 + 0.25 * noise.next(), in.minimum, in.maximum);
  }
  return t;
}

void record_golden(const AlignedBytes& model, GoldenTrace* t) {
  Instance run(model, "golden trace");
  State& s = run.state();
  std::copy(t->q.begin(), t->q.end(), s.q(run.model()));
  std::copy(t->v.begin(), t->v.end(), s.v(run.model()));
  for (int c = 0; c < run.dims().contacts; ++c) s.set_clearance(run.model(), c, t->clearance[c]);
  begin_selftest(run.model(), s);
  std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs));
  t->operator_hash = hash_operators(run.model());
  t->law_hash = hash_law(run.model());
  t->hash = fnv1a(kFnvStart, &t->operator_hash, sizeof t->operator_hash);
  t->checkpoints.clear();
  for (int k = 1; k <= t->steps; ++k) {
    const Status st = run.step(t->inputs.data(), y.data());
    t->hash = hash_step(t->hash, run.model(), s, y.data(), st);
    if (k % t->every == 0) t->checkpoints.push_back(t->hash);
  }
}

}  // namespace mortise::gen
