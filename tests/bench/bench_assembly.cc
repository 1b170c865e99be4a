// Step time of assemblies over their number of interfaces, and how often each kind of solve is
// needed.
//   mortise_bench_assembly [--repetitions N] [--only PART_OF_NAME] [--steps N] [--seed N]
// Exit code 1 if joints that share no body differ from as many models of their own, or if Eigen
// steps otherwise; speed only prints.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "tests/bench/assembly_case.hpp"
#include "tests/bench/bench_options.hpp"
#include "tests/bench/timing.hpp"
#include "tests/physics/assemblies.hpp"

namespace mortise::bench {
namespace {

using gen::ReducedSystem;
using test::Assembly;

constexpr int kSteps = 4000;
constexpr double kStep = 2e-5;

double force_at(double t) {
  return 100 + 300 * std::sin(2 * M_PI * 35 * t) + 60 * std::sin(2 * M_PI * 173 * t);
}

// One repetition of a run from its start: nanoseconds of every step.
std::vector<double> time_steps(gen::Instance* run, double clock) {
  run->state().reset(run->model());
  std::vector<double> taken(kSteps);
  for (int k = 0; k < kSteps; ++k) {
    const double t = k * kStep, u[] = {force_at(t), force_at(t + kStep)};
    const auto start = Clock::now();
    (void)run->step(u, nullptr);
    taken[static_cast<std::size_t>(k)] = nanoseconds(start, Clock::now()) - clock;
  }
  return taken;
}

StepTimes time_model(const gen::ReducedSystem& system, int repetitions) {
  gen::Instance run(gen::bake(system, test::assembly_options(kStep)), "bench");
  const double clock = clock_cost();
  StepTimes times;
  for (int r = 0; r < repetitions; ++r) times.add(time_steps(&run, clock));
  return times;
}

// A body of eight modes with a slider to the ground.
Assembly slider_body() {
  gen::Vector omega(8), row(8);
  for (int m = 0; m < 8; ++m) {
    omega[m] = 2 * M_PI * 40 * (1 + 2.5 * m);
    row[m] = std::cos(0.7 * m + 0.3);
  }
  Assembly a(gen::Matrix::Identity(8, 8), omega, {0});
  a.damping(0.02 * omega);
  a.slider("slider", std::vector<double>(row.begin(), row.end()), 1e6, 5.0);
  a.input(std::vector<double>(8, 1.0));
  a.start(std::vector<double>(8, 0.0), std::vector<double>(8, 0.0));
  return a;
}

// `count` of them that share nothing but the input.
Assembly apart(int count) {
  const Assembly one = slider_body();
  Assembly all = one;
  for (int k = 1; k < count; ++k) all = all.beside(one);
  if (count > 1) all.input(std::vector<double>(static_cast<std::size_t>(8 * count), 1.0));
  return all;
}

// Heavy bodies in a row, a slider and a rubbing stop between neighbours.
Assembly row_of(int bodies) {
  std::vector<test::Lump> lumps;
  for (int b = 0; b < bodies; ++b) {
    lumps.push_back({1.0, 20.0 + 3 * b});
    lumps.push_back({1.0, 15.0 + 2 * b});
  }
  Assembly a = test::lumps(lumps).joined(2);
  std::vector<double> rest(2 * static_cast<std::size_t>(bodies)), push = rest;
  push[0] = 1;
  push[1] = 0.4;
  for (int b = 0; b + 1 < bodies; ++b) {
    std::vector<double> along = rest, across = rest;
    const auto k = static_cast<std::size_t>(2 * b);
    along[k] = -1;
    along[k + 2] = 1;
    across[k + 1] = -1;
    across[k + 3] = 1;
    a.slider("slider" + std::to_string(b), across, 1e6, 20);
    a.stop("stop" + std::to_string(b), along, 2e-5, 0.3, 0.2, across);
  }
  a.input(push);
  a.start(rest, rest);
  return a;
}

void print_times(const char* name, int interfaces, const StepTimes& t) {
  std::printf("  %-28s %3d interfaces: median %7.0f ns, p99 %8.0f, worst quiet %8.0f\n", name,
              interfaces, quantile(t.all, 0.5), quantile(t.all, 0.99), quantile(t.fastest, 1.0));
}

bool wanted(const BenchOptions& options, const char* name) {
  return options.only.empty() || std::string(name).find(options.only) != std::string::npos;
}

void growth(const BenchOptions& options) {
  double last = 0;
  for (const int bodies : {2, 3, 5, 9, 17}) {
    const int interfaces = 2 * (bodies - 1);
    const StepTimes t = time_model(row_of(bodies).system(), options.repetitions);
    print_times("bodies in a row", interfaces, t);
    const double now = mean(t.all);
    if (last > 0)
      std::printf("  %-28s exponent of the mean over interfaces %.2f\n", "", std::log2(now / last));
    last = now;
  }
}

// So many models of one joint, stepped one after another.
StepTimes time_models(int count, int repetitions) {
  std::vector<gen::Instance> runs;
  ReducedSystem one = slider_body().system();
  one.interfaces.resize(1);
  one.alone = true;
  for (int k = 0; k < count; ++k)
    runs.emplace_back(gen::bake(one, test::assembly_options(kStep)), "one");
  const double clock = clock_cost();
  StepTimes times;
  for (int r = 0; r < repetitions; ++r) {
    std::vector<double> taken(kSteps);
    for (gen::Instance& run : runs) run.state().reset(run.model());
    for (int k = 0; k < kSteps; ++k) {
      const double t = k * kStep, u[] = {force_at(t), force_at(t + kStep)};
      const auto start = Clock::now();
      for (gen::Instance& run : runs) (void)run.step(u, nullptr);
      taken[static_cast<std::size_t>(k)] = nanoseconds(start, Clock::now()) - clock;
    }
    times.add(taken);
  }
  return times;
}

// Joints that share no body take as long as so many models, and have their bits.
bool independent(const BenchOptions& options) {
  for (const int count : {1, 2, 4, 8, 16, 32}) {
    const StepTimes models = time_models(count, options.repetitions);
    const StepTimes many = time_model(apart(count).system(), options.repetitions);
    print_times("models of one joint each", count, models);
    print_times("joints that share nothing", count, many);
    std::printf("  %-28s %.3f times as long as the models\n", "",
                quantile(many.all, 0.5) / quantile(models.all, 0.5));
  }
  gen::Instance single(gen::bake(slider_body().system(), test::assembly_options(kStep)), "one"),
      pair(gen::bake(apart(2).system(), test::assembly_options(kStep)), "two");
  for (int k = 0; k < kSteps; ++k) {
    const double t = k * kStep, u[] = {force_at(t), force_at(t + kStep)};
    const double u2[] = {u[0], u[0], u[1], u[1]};
    (void)single.step(u, nullptr);
    (void)pair.step(pair.dims().inputs == 1 ? u : u2, nullptr);
  }
  return std::memcmp(single.state().q(single.model()), pair.state().q(pair.model()), 64) == 0;
}

// How many steps of a thousand random assemblies meet their caps.
void random_ones(const char* name, const std::function<Assembly(int)>& make, double h, int first) {
  std::uint64_t capped = 0, steps = 0, iterations = 0;
  int assemblies = 0;
  std::vector<std::uint64_t> of_each;
  for (int seed = first; seed < first + 1000; ++seed) {
    gen::Instance run(gen::bake(make(seed).system(), test::assembly_options(h)), name);
    for (int k = 0; k < 1000; ++k) {
      const double t = k * h, u[] = {force_at(t), force_at(t + h)};
      (void)run.step(u, nullptr);
    }
    const Statistics& s = run.state().statistics();
    capped += s.capped;
    steps += s.steps;
    iterations += s.iterations;
    assemblies += s.capped > 0 ? 1 : 0;
    of_each.push_back(s.capped);
  }
  std::sort(of_each.rbegin(), of_each.rend());
  std::printf(
      "  %s, h %g s: %llu of %llu steps met their caps, in %d of 1000 assemblies, %llu of them "
      "in the worst four; %.2f iterations\n",
      name, h, static_cast<unsigned long long>(capped), static_cast<unsigned long long>(steps),
      assemblies,
      static_cast<unsigned long long>(of_each[0] + of_each[1] + of_each[2] + of_each[3]),
      static_cast<double>(iterations) / static_cast<double>(steps));
}

// Newton keeps its forces in scratch of the state before its first iteration: a mark there is gone
// after a step that needed it.
class NewtonMark {
 public:
  explicit NewtonMark(gen::Instance* run) {
    const auto& a = static_cast<const AssemblyView&>(run->model().view());
    if (a.group[0].newton_cap > 0)
      at_ = run->state().at<double>(a.layout.law_history + a.parts.best);
  }
  void set() {
    if (at_) *at_ = kMark;
  }
  bool gone() const { return at_ && *at_ != kMark; }

 private:
  static constexpr double kMark = -1.2345e300;
  double* at_ = nullptr;
};

// One long run. Two tones move the bodies by many times their gaps, and swell and fade at a rate
// that goes into neither, so that stops strike, slip and part until the end.
void long_run(const char* name, const Assembly& a, double h, long steps, double clock) {
  gen::Instance run(gen::bake(a.system(), test::assembly_options(h)), name);
  const auto force = [](double t) { return force_at(t) * (1 + 0.5 * std::sin(3.883 * t)); };
  NewtonMark mark(&run);
  std::vector<double> taken(static_cast<std::size_t>(steps)), iterations(taken.size());
  long newton = 0, changes = 0, late = 0;
  std::uint32_t closed = 0;
  double next = force(0);
  for (long k = 0; k < steps; ++k) {
    const double u[] = {next, force(static_cast<double>(k + 1) * h)};
    next = u[1];
    mark.set();
    const auto start = Clock::now();
    (void)run.step(u, nullptr);
    taken[static_cast<std::size_t>(k)] = nanoseconds(start, Clock::now()) - clock;
    iterations[static_cast<std::size_t>(k)] = run.state().statistics().last_iterations;
    newton += mark.gone() ? 1 : 0;
    const std::uint32_t now = run.state().statistics().last_active;
    changes += now != closed ? 1 : 0;
    late += now != closed && 2 * k >= steps ? 1 : 0;
    closed = now;
  }
  const Statistics& s = run.state().statistics();
  std::printf(
      "  %-8s h %-6g: %llu capped of %ld; iterations mean %.2f p99 %.0f max %u; Newton in %.1f %%; "
      "%.0f ns median, %.0f p99, %.0f worst; worst residual %.1e; contacts opened or closed in %ld "
      "steps, %ld of them in the second half\n",
      name, h, static_cast<unsigned long long>(s.capped), steps, mean(iterations),
      quantile(iterations, 0.99), s.iterations_max,
      100 * static_cast<double>(newton) / static_cast<double>(steps), quantile(taken, 0.5),
      quantile(taken, 0.99), quantile(taken, 1), s.worst_residual, changes, late);
  std::fflush(stdout);
}

void long_runs(long steps) {
  const struct {
    const char* name;
    std::function<Assembly()> make;
  } cases[] = {{"weak", test::weak_coupling},
               {"medium", test::medium_coupling},
               {"strong", test::strong_coupling},
               {"chain 3", [] { return test::chain(3); }},
               {"chain 5", [] { return test::chain(5); }},
               {"chain 10", [] { return test::chain(10); }}};
  const double clock = clock_cost();
  for (const auto& c : cases)
    for (const double h : {5e-6, 2e-5, 1e-4}) long_run(c.name, c.make(), h, steps, clock);
}

Assembly pushed_two_masses() {
  Assembly a = test::two_masses(1);
  a.input({1, 0});
  return a;
}

// Steps the assemblies with Eigen; false if it does not step as the runtime does.
bool against_eigen(const BenchOptions& options) {
  const struct {
    const char* name;
    std::function<Assembly()> make;
  } cases[] = {{"two masses", pushed_two_masses},
               {"medium", test::medium_coupling},
               {"frame", test::flanged_frame},
               {"chain 5", [] { return test::chain(5); }}};
  constexpr int kCompared = 500;
  constexpr double kAgree = 1e-6;  // both solve to a tolerance, impacts spread what is left
  bool agree = true;
  for (const auto& c : cases) {
    if (options.only != "eigen" && !wanted(options, c.name)) continue;
    AssemblyCase few(c.make(), kStep, kCompared, force_at), run(c.make(), kStep, kSteps, force_at);
    const double apart = few.disagreement();
    agree = agree && apart < kAgree;
    StepTimes runtime, eigen;
    const double clock = clock_cost();
    for (int r = 0; r < options.repetitions; ++r) run.time(clock, &runtime, &eigen);
    std::printf("%s, %d law forces: velocities within %.1e over %d steps\n", c.name, run.forces(),
                apart, kCompared);
    const Statistics& s = run.statistics();
    std::printf("  mortise %6.0f ns median, %.2f iterations, %llu steps capped\n",
                quantile(runtime.all, 0.5),
                static_cast<double>(s.iterations) / static_cast<double>(s.steps),
                static_cast<unsigned long long>(s.capped));
    std::printf("  Eigen   %6.0f ns median, %.2f iterations, %ld steps unsolved\n",
                quantile(eigen.all, 0.5), run.eigen_iterations(), run.unconverged());
    print_ratio("Eigen", 0, runtime, eigen);
  }
  return agree;
}

// How much solving assemblies need.
void solves(const BenchOptions& options) {
  const struct {
    const char* name;
    std::function<Assembly()> make;
  } cases[] = {{"strong", test::strong_coupling},
               {"chain 3", [] { return test::chain(3); }},
               {"chain 10", [] { return test::chain(10); }},
               {"random 7", [] { return test::random_assembly(7); }}};
  for (const auto& c : cases) {
    if (!wanted(options, c.name)) continue;
    const gen::ReducedSystem system = c.make().system();
    print_times(c.name, static_cast<int>(system.interfaces.size()),
                time_model(system, options.repetitions));
  }
}

}  // namespace
}  // namespace mortise::bench

int main(int argc, char** argv) {
  using namespace mortise::bench;
  const auto options = read_bench_options(argc, argv, true);
  if (!options) return 2;
  bool same = true;
  if (wanted(*options, "independent")) same = independent(*options);
  if (wanted(*options, "growth")) growth(*options);
  solves(*options);
  if (options->only == "named") long_runs(options->steps);
  for (const double h : {5e-6, 2e-5, 1e-4})
    if (options->only == "random") {
      random_ones("random", mortise::test::random_assembly, h, options->seed);
      random_ones("flanges", mortise::test::random_flanges, h, options->seed);
    }
  const bool agree = against_eigen(*options);
  if (!agree) std::printf("the runtime and Eigen step differently\n");
  if (!same) std::printf("joints that share nothing are not models of their own\n");
  return same && agree ? 0 : 1;
}
