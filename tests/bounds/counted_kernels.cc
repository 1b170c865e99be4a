#include "tests/bounds/counted_kernels.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "tests/bounds/counted_runtime.hpp"
// in this order
#include "mortise/kernel/contact/status_newton.hpp"
#include "mortise/kernel/modal_motion.hpp"
#include "runtime/src/joint/friction_laws.hpp"
#include "runtime/src/joint/impact_law.hpp"
#include "runtime/src/joint/normal_law.hpp"

namespace mortise::bounds {

namespace {

constexpr int kMost = 512;

// Numbers of every size and sign, the same in every run.
struct Numbers {
  alignas(64) Real x[kMost];
  explicit Numbers(std::uint32_t seed = 1) {
    for (Real& value : x) {
      seed = seed * 1664525u + 1013904223u;
      value = Real(static_cast<std::int32_t>(seed >> 8) % 2000 - 1000) * Real(1e-3);
    }
  }
};

template <class Run>
std::uint64_t count(Run run) {
  const std::uint64_t before = flops;
  run();
  return flops - before;
}

Real not_a_number() { return std::numeric_limits<decltype(Real::value)>::quiet_NaN(); }

LocalContact contact() {
  const Real block[6] = {2, Real(0.3), Real(0.1), 1, Real(0.2), 3};
  return make_local_contact(block, 1);
}

JointParameters law(int elements) {
  JointParameters p{};
  p.stiffness = 1e9;
  p.friction = p.static_friction = Real(0.3);
  p.friction_modulus = 1e8;
  p.slip_traction = 1e3;
  p.stribeck_velocity = Real(1e-2);
  p.bristle_damping = p.viscous = 1;
  p.elements = static_cast<std::uint32_t>(elements);
  return p;
}

template <class Law>
std::uint64_t tangential(const JointParameters& p, Real free, Real pressure = 100) {
  Real from[kMaxJointMemory] = {}, to[kMaxJointMemory] = {};
  const counting::TangentPoint in{Real(0.1), Real(1e-6), 1,    Real(1e-6), pressure,
                                  100,       1e5,        from, to};
  return count([&] { (void)Law::solve(p, in, 1, free); });
}

}  // namespace

std::uint64_t counted_dot(int n) {
  const Numbers a, b(2);
  Real out;
  return count([&] { counting::dot_rows<1>(a.x, 0, b.x, n, &out); });
}

std::uint64_t counted_add_three(int n) {
  Numbers y;
  const Numbers a(2), b(3), c(4);
  return count([&] { counting::add_three(y.x, a.x, b.x, c.x, 1, 2, 3, n); });
}

std::uint64_t counted_combine(int n, int columns) {
  Numbers y;
  const std::vector<Numbers> a(static_cast<std::size_t>(columns));
  const Numbers c;
  return count([&] { counting::combine(y.x, a[0].x, kMost, c.x, columns, n); });
}

std::uint64_t counted_free_motion(int n, int inputs) {
  const Numbers v, p(2), c(3), a(4), q(5), w(6), f(7);
  const std::vector<Numbers> in(static_cast<std::size_t>(inputs) + 1);
  Numbers q_free, v_free;
  const counting::Motion m{v.x, p.x, c.x, in[0].x, a.x, n, inputs, Real(0.5)};
  using counting::Pack;
  return count([&] {
    (void)counting::free_motion(m, q.x, w.x, f.x, q_free.x, v_free.x,
                                [](int, const Pack&, const Pack&, const Pack&, const Pack&) {});
  });
}

std::uint64_t counted_local_solve() {
  const LocalContact l = contact();
  ContactMemory memory{};
  const Real c[3] = {-1, not_a_number(), 1};
  Real r[3];
  return count([&] { (void)counting::local_solve(l, Real(0.3), c, memory, r); });
}

std::uint64_t counted_project_cone() {
  Real r[3] = {1, 2, 3};
  return count([&] { counting::project_cone(Real(0.3), r); });
}

std::uint64_t counted_natural_residual() {
  const Real r[3] = {1, 2, 3}, u[3] = {Real(0.1), 2, 1};
  return count([&] { (void)counting::natural_residual(Real(0.3), 2, r, u); });
}

std::uint64_t counted_lu(int k) {
  const int ld = (k / 8 + 1) * 8;
  std::vector<Numbers> system(static_cast<std::size_t>(k * ld / kMost) + 1);
  Real* j = system[0].x;
  std::uint32_t seed = 5;
  for (int r = 0; r < k; ++r) {
    for (int c = 0; c < ld; ++c) {
      seed = seed * 1664525u + 1013904223u;
      j[r * ld + c] = c > k ? Real(0) : Real(static_cast<std::int32_t>(seed >> 8) % 1000 + 1);
    }
  }
  Numbers z;
  return count([&] { (void)counting::solve_in_place(j, k, ld, z.x); });
}

std::uint64_t counted_gauss_seidel(int contacts, int sweeps) {
  const int rows = 3 * contacts, ld = (rows + 7) / 8 * 8;
  std::vector<Numbers> delassus(static_cast<std::size_t>(rows * ld / kMost) + 1);
  Real* g = delassus[0].x;
  for (int c = 0; c < rows; ++c)
    for (int r = 0; r < ld; ++r)
      g[c * ld + r] = r >= rows ? Real(0)
                      : r == c  ? Real(2)
                                : Real(1) / Real(1 + (r > c ? r - c : c - r));
  Numbers b, force, velocity, friction;
  std::vector<std::int32_t> index;
  std::vector<LocalContact> local;
  std::vector<ContactMemory> memory(static_cast<std::size_t>(contacts));
  for (int i = 0; i < contacts; ++i) {
    const Real* d = g + 3 * i * ld + 3 * i;
    const Real block[6] = {d[0], d[1], d[2], d[ld + 1], d[ld + 2], d[2 * ld + 2]};
    local.push_back(make_local_contact(block, 1));
    index.push_back(i);
    friction.x[i] = Real(0.1);
    force.x[3 * i] = force.x[3 * i + 1] = force.x[3 * i + 2] = 0;
    b.x[3 * i] = -1;
    b.x[3 * i + 1] = b.x[3 * i + 2] = 1;
    memory[static_cast<std::size_t>(i)] = ContactMemory{};
  }
  for (int r = rows; r < ld; ++r) b.x[r] = force.x[r] = 0;
  const ContactProblem p{contacts, g, ld, b.x, index.data(), local.data(), friction.x, 0};
  const ContactIterate x{force.x, velocity.x, memory.data()};
  return count([&] { (void)counting::gauss_seidel(p, x, sweeps); });
}

std::uint64_t counted_iwan(int elements) {
  return tangential<counting::Iwan>(law(elements), not_a_number());
}

std::uint64_t counted_lugre() { return tangential<counting::LuGre>(law(1), not_a_number()); }

std::uint64_t counted_lugre_mean() {
  const JointParameters p = law(1);
  Real from = 0, to = 0;
  const counting::TangentPoint in{Real(0.1), Real(1e-6), 1, 0, 100, 100, 1e5, &from, &to};
  return count([&] { (void)counting::LuGre::mean_force(p, in, Real(1e-6)); });
}

std::uint64_t counted_slider() { return tangential<counting::Jenkins>(law(1), Real(1e-3)); }

std::uint64_t counted_turning_slider() {
  return tangential<counting::OdenPires>(law(1), Real(1e-3), 1);
}

std::uint64_t counted_normal() {
  std::uint64_t most = 0;
  const JointPoint at{0, 1, 0.5, 0.5, 1};
  for (std::uint32_t seed = 1; seed < 2000; ++seed) {
    const Numbers random(seed);
    JointParameters p = law(1);
    p.damping = p.separation_stiffness = 1e9;
    p.damper = seed % 2 == 0 ? kDamperClamped : kDamperHuntCrossley;
    const Real rate[2] = {random.x[2], random.x[3]};
    const counting::NormalPoint in{&at, Real(1e-8), 0, random.x, rate, 10};
    most = std::max(most, count([&] { (void)counting::solve_normal(p, in, {}, random.x[4]); }));
  }
  return most;
}

std::uint64_t counted_impact() {
  const JointPoint at{0, 1, 0.5, 0.5, 1};
  const JointParameters p = law(1);
  const JointImpact impact{Real(1.7), Real(0.5), 1};
  const Real opening[2] = {Real(-0.1), Real(-0.2)}, rate[2] = {1, -1};
  const counting::NormalPoint in{&at, Real(1e-8), 0, opening, rate, 10};
  return count([&] { (void)counting::solve_impact(p, impact, in, {}, 1, not_a_number()); });
}

}  // namespace mortise::bounds

#include "tests/bounds/end_counted_runtime.hpp"
