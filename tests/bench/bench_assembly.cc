// Step time of assemblies over their number of interfaces, and how often each kind of solve is
// needed.
//   mortise_bench_assembly [--repetitions N] [--only PART_OF_NAME]
// Exit code 1 if joints that share no body differ from as many models of their own; speed only
// prints.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "tests/bench/bench_options.hpp"
#include "tests/bench/timing.hpp"
#include "tests/physics/assemblies.hpp"

namespace mortise::bench {
namespace {

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
  all.input(std::vector<double>(static_cast<std::size_t>(8 * count), 1.0));
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

// Those that share no body: as long as so many models, and their bits.
bool independent(const BenchOptions& options) {
  const StepTimes one = time_model(slider_body().system(), options.repetitions);
  print_times("a joint alone", 1, one);
  for (const int count : {2, 4, 8, 16, 32}) {
    const StepTimes many = time_model(apart(count).system(), options.repetitions);
    print_times("joints that share nothing", count, many);
    std::printf("  %-28s %.3f times as long as one each\n", "",
                quantile(many.all, 0.5) / (count * quantile(one.all, 0.5)));
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
  const auto options = read_bench_options(argc, argv);
  if (!options) return 2;
  bool same = true;
  if (wanted(*options, "independent")) same = independent(*options);
  if (wanted(*options, "growth")) growth(*options);
  solves(*options);
  if (!same) std::printf("joints that share nothing are not models of their own\n");
  return same ? 0 : 1;
}
