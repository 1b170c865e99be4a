// Assemblies in the runtime against event-driven solutions, closed forms and models of single
// interfaces. Numbers of the first two: solutions of the modal equations between events to 1e-10.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "generator/ground/text/error.hpp"
#include "mortise/groups.hpp"
#include "tests/physics/assemblies.hpp"

namespace mortise::test {
namespace {

using namespace gen;

// What a run leaves: statuses, sums of the impulses of stops, and the state.
struct Outcome {
  Status seen = 0;
  Vector q, v;
  double sweeps = 0;
};

Outcome run_for(Instance* run, double duration) {
  Outcome out;
  const auto steps = std::lround(duration / run->model().step_size());
  std::vector<double> y(static_cast<std::size_t>(run->dims().outputs));
  for (long k = 0; k < steps; ++k) out.seen |= run->step(nullptr, y.data());
  const Eigen::Index n = run->dims().modes;
  out.q = Eigen::Map<const Vector>(run->state().q(run->model()), n);
  out.v = Eigen::Map<const Vector>(run->state().v(run->model()), n);
  out.sweeps = static_cast<double>(run->state().statistics().iterations) / double(steps);
  return out;
}

// Impact and friction of an interface.
std::pair<double, double> losses_of(const Instance& run, int interface) {
  const auto* y = run.state().at<Real>(run.model().view().layout.outputs) + 6 + 2 * interface;
  return {y[0], y[1]};
}

// Largest difference of (omega q, v), over the largest entry of the reference.
double state_error(const Vector& omega, const Outcome& out, const Vector& q, const Vector& v) {
  const auto largest = [&](const Vector& x, const Vector& y) {
    return std::max(omega.cwiseProduct(x).cwiseAbs().maxCoeff(), y.cwiseAbs().maxCoeff());
  };
  return largest(out.q - q, out.v - v) / largest(q, v);
}

TEST(Assembly, TwoMassesMeetTheEventDrivenSolution) {
  const Vector x{{-0.0008310749757, -0.0004210772746}}, v{{-0.2951658017, -0.3964422385}};
  const struct { double h, error; } cases[] = {{1e-4, 1.94e-2}, {1e-5, 2.0e-3}, {1e-6, 3.9e-4}};
  for (const auto& c : cases) {
    Assembly a = two_masses(1);
    a.energy_outputs();
    Instance run(bake(a.system(), assembly_options(c.h)), "two_masses");
    const Outcome out = run_for(&run, 0.1);
    const EnergyBooks e = energy_books(run);
    EXPECT_NEAR(e.total() + e.lost(), 0.75, 5e-12);  // 1e5 steps at most
    EXPECT_EQ(losses_of(run, 0).second, e.friction);
    EXPECT_EQ(losses_of(run, 1).first, e.impact);
    EXPECT_NEAR(e.friction, 0.3532046688, 1.2 * c.h + 3e-6);
    EXPECT_NEAR(e.impact, 0.2893584448, 14 * c.h + 1e-5);
    EXPECT_EQ(out.seen, status::kOk) << c.h;
    EXPECT_LT(state_error(a.system().omega, out, a.modal_state(x), a.modal_state(v)), c.error)
        << c.h;
  }
}

TEST(Assembly, OneSliderInTwoIsOneSlider) {
  for (const double h : {1e-4, 1e-5}) {
    const Assembly one = two_masses(1), two = two_masses(2);
    Instance first(bake(one.system(), assembly_options(h)), "one"),
        second(bake(two.system(), assembly_options(h)), "two");
    const Outcome a = run_for(&first, 0.1), b = run_for(&second, 0.1);
    EXPECT_EQ(b.seen, status::kOk);
    EXPECT_LT(state_error(one.system().omega, b, a.q, a.v), 1e-7) << h;
  }
}

TEST(Assembly, BeamMeetsTheEventDrivenSolution) {
  const Vector q{{4.062467602e-06, -1.212284104e-05, -3.163186219e-06, 5.592160016e-07,
                  2.238847881e-07, -2.857400121e-08}};
  const Vector v{{0.01905544007, -0.01867558132, 0.004872605463, -0.0001617359174, -0.003281653684,
                  -0.0001340886202}};
  const struct { double h, error; } cases[] = {{2e-5, .105}, {5e-6, .0115}, {1e-6, .0016}};
  for (const auto& c : cases) {
    Assembly a = beam();
    a.energy_outputs();
    Instance run(bake(a.system(), assembly_options(c.h)), "beam");
    const Outcome out = run_for(&run, 0.02);
    const EnergyBooks e = energy_books(run);
    EXPECT_NEAR(e.total() + e.lost(), 0.0063585, 1e-9);
    EXPECT_NEAR(e.friction, 2.905501e-3, c.h + 4e-6) << c.h;
    EXPECT_NEAR(e.impact, 1.763087e-3, 1.5e-6) << c.h;
    EXPECT_NEAR(e.material, 1.021278e-3, c.h + 4e-6) << c.h;
    EXPECT_EQ(out.seen, status::kOk) << c.h;
    EXPECT_LT(state_error(a.system().omega, out, q, v), c.error) << c.h;
  }
}

TEST(Assembly, RoughFloorMeetsTheClosedForm) {
  const struct {
    double h, rest;
  } cases[] = {{1e-4, 1.83198e-3}, {1e-5, 1.84211e-3}, {1e-6, 1.84284e-3}};
  for (const auto& c : cases) {
    Assembly a = rough_floor();
    Instance passive(bake(a.system(), assembly_options(c.h)), "floor");
    const Outcome stays = run_for(&passive, 0.08);
    EXPECT_NEAR(stays.q[0], 1.843078e-3, 1.2e-5 * (c.h / 1e-4) + 3e-7) << c.h;
    EXPECT_LT(std::abs(stays.v[0]), 1e-12) << c.h;

    a.opposes(FrictionVelocity::mean);
    Instance run(bake(a.system(), assembly_options(c.h)), "floor");
    const Outcome out = run_for(&run, 0.08);
    EXPECT_EQ(out.seen, status::kOk);
    EXPECT_NEAR(out.q[0], 1.843078e-3, 1.2e-5 * (c.h / 1e-4) + 3e-7) << c.h;
    EXPECT_LT(std::abs(out.v[0]), 0.5 * c.h);  // at rest in the mean of every step
  }
}

// Both in one model, no common body.
TEST(Assembly, InterfacesThatShareNoBodyAreModelsOfTheirOwn) {
  for (const double h : {1e-4, 1e-5}) {
    const Assembly masses = two_masses(1), floor = rough_floor();
    const Assembly both = masses.beside(floor);
    Instance a(bake(masses.system(), assembly_options(h)), "masses"),
        b(bake(floor.system(), assembly_options(h)), "floor"),
        pair(bake(both.system(), assembly_options(h)), "both");
    const auto bits = [](const Instance& run, int at, int count) {
      const auto* q = run.state().q(run.model()) + at;
      const auto* v = run.state().v(run.model()) + at;
      std::vector<double> out(q, q + count);
      out.insert(out.end(), v, v + count);
      return out;
    };
    for (int k = 0; k < 1000; ++k) {
      (void)a.step(nullptr, nullptr);
      (void)b.step(nullptr, nullptr);
      (void)pair.step(nullptr, nullptr);
      ASSERT_EQ(bits(pair, 0, 2), bits(a, 0, 2)) << k;
      ASSERT_EQ(bits(pair, 8, 2), bits(b, 0, 2)) << k;
    }
    EXPECT_EQ(pair.state().statistics().iterations,
              a.state().statistics().iterations + b.state().statistics().iterations);
  }
}

TEST(Assembly, LightBodyBetweenRigidGapsIsSolved) {
  const struct {
    double h, x1, x3, share;
  } cases[] = {{2e-5, -0.001337063393, 4.892639055e-05, 4e-3},
               {5e-6, -0.001386063584, 4.803851992e-05, 1e-3},
               {1e-6, -0.00140068099, 4.813497175e-05, 1e-5}};
  for (const auto& c : cases) {
    Instance run(bake(strong_coupling().system(), assembly_options(c.h)), "strong");
    const auto force = [](double t) { return 100 + 300 * std::sin(2 * M_PI * 35 * t); };
    const long steps = std::lround(0.05 / c.h);
    Status seen = 0;
    for (long k = 0; k < steps; ++k) {
      const double t = static_cast<double>(k) * c.h, u[] = {force(t), force(t + c.h)};
      seen |= run.step(u, nullptr);
    }
    const Statistics& s = run.state().statistics();
    EXPECT_LE(s.iterations_max, 8u);
    EXPECT_LE(s.worst_residual, kSolverTolerance);
    EXPECT_EQ(seen, status::kOk) << c.h;
    EXPECT_NEAR(run.state().q(run.model())[0], c.x1, c.share * std::abs(c.x1)) << c.h;
    EXPECT_NEAR(run.state().q(run.model())[16], c.x3, c.share * std::abs(c.x3)) << c.h;
  }
}

double coupling_of(const Assembly& a, double h) {
  return group_coupling(Instance(bake(a.system(), assembly_options(h)), "coupled").model(), 0);
}

// A scenario's start pressure is that of a model with one joint; what has none must not be read.
TEST(Assembly, AnEmptyStartPressureIsNone) {
  BakeOptions o = assembly_options(1e-4);
  for (const char* name : {"without", "with"}) {
    o.scenarios.emplace_back();
    o.scenarios.back().name = name;
    o.scenarios.back().duration = 0.01;
  }
  o.scenarios[1].initial_pressure = Vector(0);
  const AlignedBytes bytes = bake(two_masses(2).system(), o);
  Instance without(bytes, "without"), with(bytes, "with");
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(without.model(), 0, &without.state()));
  ASSERT_TRUE(player.start(with.model(), 1, &with.state()));
  for (int k = 0; k < 50; ++k) {
    (void)without.step(nullptr, nullptr);
    (void)with.step(nullptr, nullptr);
    ASSERT_EQ(std::memcmp(with.state().q(with.model()), without.state().q(without.model()), 16), 0);
    ASSERT_EQ(std::memcmp(with.state().v(with.model()), without.state().v(without.model()), 16), 0);
  }
}

// Its books and its couplings would not know of it.
TEST(Assembly, ResidualComplianceIsRefused) {
  ReducedSystem s = two_masses(1).system();
  s.interfaces.front().residual.emplace();
  try {
    (void)bake(s, assembly_options(1e-4));
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("slider0 has residual compliance"), std::string::npos);
  }
}

// The groups tell apart what the step adds up.
TEST(Assembly, GroupsReportThemselves) {
  const Assembly both = two_masses(1).beside(rough_floor());
  Instance run(bake(both.system(), assembly_options(1e-4)), "both");
  ASSERT_EQ(groups(run.model()), 2);
  EXPECT_EQ(group_report(run.model(), run.state(), 0).iterations, 0u);
  EXPECT_EQ(group_coupling(run.model(), 2), 0.0);
  std::uint32_t together = 0;
  for (int k = 0; k < 200; ++k) {
    const Status st = run.step(nullptr, nullptr);
    Status told = status::kOk;
    std::uint32_t iterations = 0;
    double residual = 0;
    for (int g = 0; g < 2; ++g) {
      const GroupReport r = group_report(run.model(), run.state(), g);
      told |= r.status;
      iterations += r.iterations;
      residual = std::max(residual, r.residual);
      together += r.interfaces == 2 ? 1 : 0;
    }
    ASSERT_EQ(told, st);
    ASSERT_EQ(iterations, run.state().statistics().last_iterations);
    ASSERT_EQ(residual, run.state().statistics().last_residual);
  }
  EXPECT_GT(together, 0u);
  EXPECT_EQ(groups(Instance(bake(two_masses(1).system(), assembly_options(1e-4)), "one").model()),
            1);
}

// kappa by the masses alone where gaps are rigid, by h where interfaces are elastic.
TEST(Assembly, CouplingIsThatOfClosedForms) {
  for (const double share : {1.0, 0.1, 0.01, 0.001}) {
    Assembly a = lumps({{1.0, 20}, {share, 5}, {1.0, 30}});
    a.stop("left", {-1, 1, 0}, 0, 0);
    a.stop("right", {0, -1, 1}, 0, 0);
    const double kappa = 1 / ((1 + share) * (1 + share));
    EXPECT_NEAR(coupling_of(a, 5e-6), kappa, 1e-4 * kappa) << share;
    EXPECT_NEAR(coupling_of(a, 1e-4), kappa, 1e-3 * kappa) << share;
  }
  const double h = 1e-5;
  for (const double wh : {0.1, 0.35, 1.0, 3.0}) {
    const double k = 0.5 * (wh / h) * (wh / h);
    Assembly a = lumps({{0.5, 0.0}});
    a.slider("one", {1}, k, 1e9);
    a.slider("two", {1}, k, 1e9);
    const double kappa = std::pow(1 + std::pow(2 / wh, 2), -2);
    EXPECT_NEAR(coupling_of(a, h), kappa, 1e-4 * kappa) << wh;
  }
}

// Sweeps alone contract by kappa: how the residual shrinks from one cap to the next.
TEST(Assembly, SweepsContractByTheCoupling) {
  for (const double share : {1.0, 0.1, 0.01}) {
    Assembly a = lumps({{1.0, 0}, {share, 0}, {1.0, 0}});
    a.stop("left", {-1, 1, 0}, 0, 0);
    a.stop("right", {0, -1, 1}, 0, 0);
    a.start({0, 0, 0}, {1, 0, -1});
    std::vector<double> residual;
    for (const int cap : {8, 9}) {
      BakeOptions o = assembly_options(1e-5);
      o.solver.kind = SolverChoice::gauss_seidel;
      o.solver.sweeps = cap;
      o.solver.tolerance = 0.0;
      Instance run(bake(a.system(), o), "contraction");
      (void)run.step(nullptr, nullptr);
      residual.push_back(run.state().statistics().last_residual);
    }
    const double kappa = 1 / ((1 + share) * (1 + share));
    EXPECT_NEAR(residual[1] / residual[0], kappa, 1e-4 * kappa) << share;
  }
}

// Two tones, 300 N or so.
double shaking_force(double t) {
  return 100 + 300 * std::sin(2 * M_PI * 35 * t) + 60 * std::sin(2 * M_PI * 173 * t);
}
// Steps of an assembly under that.
Statistics shake(const Assembly& a, double h, long steps, Status* seen) {
  Instance run(bake(a.system(), assembly_options(h)), "shaken");
  for (long k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h, u[] = {shaking_force(t), shaking_force(t + h)};
    *seen |= run.step(u, nullptr);
  }
  return run.state().statistics();
}

TEST(Assembly, ChainsOfLightBodiesAreSolved) {
  for (const int light : {1, 3, 5, 10}) {
    for (const double h : {5e-6, 2e-5, 1e-4}) {
      Status seen = 0;
      const Statistics s = shake(chain(light), h, 4000, &seen);
      EXPECT_EQ(seen & ~status::kBLENDED, status::kOk) << light << ' ' << h;
      EXPECT_LE(s.worst_residual, kSolverTolerance) << light << ' ' << h;
      EXPECT_GT(s.steps_in_contact, 500u);
    }
  }
}

// Does the group's Newton meet its cap in some step? Then a path has been followed.
bool needed_path(const GroupView& group, const Statistics& s) {
  return s.iterations_max > static_cast<std::uint32_t>(group.sweep_cap + group.newton_cap);
}

// Every step; where they are large, all but one in 1e4.
TEST(Assembly, RandomOnesAreSolved) {
  for (const auto make : {random_assembly, random_flanges}) {
    for (const double h : {5e-6, 2e-5, 1e-4}) {
      std::uint64_t capped = 0, steps = 0, touched = 0;
      for (int seed = 0; seed < 200; ++seed) {
        Status seen = 0;
        const Statistics s = shake(make(seed), h, 1000, &seen);
        EXPECT_FALSE(seen & status::kROLLED_BACK) << seed;
        capped += s.capped;
        steps += s.steps;
        touched += s.steps_in_contact;
      }
      EXPECT_LE(capped * 10000, h > 5e-5 ? steps : 0) << h;
      EXPECT_GT(touched, steps / 3);
    }
  }
}

// The step of an assembly has no rows that turn in a bore: a file of such an interface is refused.
TEST(Assembly, BoresAreOfModelsOfTheirOwn) {
  for (int seed = 0;; ++seed) {
    Assembly a = random_assembly(seed);
    for (gen::ReducedInterface& i : a.system().interfaces)
      if (!i.contacts().points.empty())
        i.make<ReducedContacts>().bore_rows = 0.1 * i.contacts().rows;
    const bool any = std::any_of(
        a.system().interfaces.begin(), a.system().interfaces.end(),
        [](const gen::ReducedInterface& i) { return i.contacts().bore_rows.rows() > 0; });
    if (!any) continue;
    try {
      (void)gen::bake(a.system(), assembly_options(1e-5));
      FAIL() << "baked";
    } catch (const gen::Error& error) {
      EXPECT_NE(std::string(error.what()).find("interfaces.model.law.bore_rows"), std::string::npos)
          << error.what();
    }
    break;
  }
}

// Impacts have no path, as they are not linear by pieces: a step in five hundred may be capped.
TEST(Assembly, RandomImpactsAreSolvedButForAFew) {
  for (const double h : {5e-6, 2e-5, 1e-4}) {
    std::uint64_t capped = 0, steps = 0, touched = 0;
    for (int seed = 0; seed < 60; ++seed) {
      Status seen = 0;
      const Statistics s = shake(random_impacts(seed), h, 1000, &seen);
      EXPECT_FALSE(seen & status::kROLLED_BACK) << seed;
      capped += s.capped;
      steps += s.steps;
      touched += s.steps_in_contact;
    }
    EXPECT_LE(capped * 500, steps) << h;
    EXPECT_GT(touched, steps / 3);
  }
}

// Where Newton cycles, the path ends where 1e5 sweeps do. One solve a step: friction against the
// mean velocity.
TEST(Assembly, PathsEndWhereSweepsDo) {
  constexpr double kStep = 2e-5;
  int compared = 0;
  const auto make = [](int seed) {
    Assembly a = random_assembly(seed);
    a.opposes(FrictionVelocity::mean);
    return a;
  };
  for (int seed = 0; seed < 200; ++seed) {
    const AlignedBytes file = bake(make(seed).system(), assembly_options(kStep));
    Instance run(file, "path"), swept(file, "swept");
    auto& view = const_cast<AssemblyView&>(static_cast<const AssemblyView&>(swept.model().view()));
    const GroupView group = view.group[0];
    for (int g = 0; g < view.groups; ++g) {
      view.group[g].sweep_cap = 100000;
      view.group[g].newton_cap = 0;
    }
    Status seen = 0;
    double fastest = 0;
    if (view.groups > 1 || !needed_path(group, shake(make(seed), kStep, 1000, &seen))) continue;
    for (int k = 0, left = 10; k < 1000 && left > 0; ++k) {
      const double t = k * kStep, u[] = {shaking_force(t), shaking_force(t + kStep)};
      std::memcpy(static_cast<void*>(&swept.state()), &run.state(), run.model().arena_bytes());
      const Status st = run.step(u, nullptr);
      const Eigen::Index n = run.dims().modes;
      const Eigen::Map<const Vector> v(run.state().v(run.model()), n);
      fastest = std::max(fastest, v.norm());
      if (static_cast<int>(run.state().statistics().last_iterations) <=
          group.sweep_cap + group.newton_cap)
        continue;
      --left;
      EXPECT_FALSE(st & status::kCAPPED) << seed << ' ' << k;
      if (swept.step(u, nullptr) & status::kCAPPED) continue;
      ++compared;
      const Eigen::Map<const Vector> reference(swept.state().v(swept.model()), n);
      EXPECT_LE((v - reference).norm(), 1e-5 * reference.norm() + 1e-9 * fastest)
          << seed << ' ' << k;
    }
  }
  EXPECT_GT(compared, 5);
}

// Whatever the solver does within its caps.
TEST(Assembly, NoStepMakesEnergy) {
  const struct {
    int sweeps, newton, tail;
  } caps[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 1}, {2, 3, 2}, {8, 20, 30}};
  for (const auto& cap : caps) {
    int limited = 0, touched = 0;
    for (int seed = 0; seed < 80; ++seed) {
      const bool presses = seed >= 40;
      Assembly a = seed >= 60 ? random_impacts(seed - 60)
                   : presses  ? random_flanges(seed - 40)
                              : random_assembly(seed);
      a.energy_outputs();
      Instance run(bake(a.system(), assembly_options(2e-5)), "random");
      cap_solves(&run, cap.sweeps, cap.newton, cap.tail);
      std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
      const double u[] = {0, 0};
      (void)run.step(u, y.data());
      EnergyBooks before = energy_books(run);
      const double first = before.total() + before.lost();
      for (int k = 0; k < 400; ++k) {
        const Status st = run.step(u, y.data());
        const EnergyBooks now = energy_books(run);
        ASSERT_LE(now.total(), before.total() + 1e-12 * first)
            << "seed " << seed << " step " << k << " caps " << cap.sweeps << ' ' << cap.newton
            << ' ' << cap.tail << " status " << st;
        ASSERT_NEAR(now.total() + now.lost(), first, 1e-12 * first) << seed << ' ' << k;
        limited += (st & status::kLIMITED) && !presses ? 1 : 0;
        before = now;
      }
      touched += static_cast<int>(run.state().statistics().steps_in_contact);
    }
    EXPECT_GT(touched, 1000);
    EXPECT_TRUE(cap.sweeps < 8 || limited == 0) << limited;
    EXPECT_TRUE(cap.newton + cap.tail > 0 || limited > 100) << limited;
  }
}

// A group whose contacts stay open is the joint alone, with the bits of its own model.
TEST(Assembly, OpenContactsLeaveTheJointAlone) {
  Assembly apart = masses({1.0, 0.5}, Matrix{{12000, -2000}, {-2000, 2000}});
  apart.slider("slider", {-1, 1}, 2e4, 30.0);
  apart.stop("stop", {0, -1}, 1.0, 0.5);
  apart.start({0, 0}, {1, -1});
  ReducedSystem joint = apart.system();
  joint.interfaces.resize(1);
  joint.alone = true;
  Instance a(bake(apart.system(), assembly_options(1e-5)), "apart"),
      b(bake(joint, assembly_options(1e-5)), "joint");
  for (int k = 0; k < 3000; ++k) {
    ASSERT_EQ(a.step(nullptr, nullptr), b.step(nullptr, nullptr));
    ASSERT_EQ(std::memcmp(a.state().q(a.model()), b.state().q(b.model()), 16), 0) << k;
    ASSERT_EQ(std::memcmp(a.state().v(a.model()), b.state().v(b.model()), 16), 0) << k;
  }
}

}  // namespace
}  // namespace mortise::test
