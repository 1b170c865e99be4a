// Speed of a step on reduced structures with frictional contacts, against Eigen in the same run.
//   mortise_bench_modal [--repetitions N] [--only PART_OF_NAME]
// Both competitors are verified first: against the recorded states, and by the residual of every
// step recomputed apart from the solvers. Exit code 1 if one of them is wrong; speed only prints.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/bench/bandwidth.hpp"
#include "tests/bench/bench_options.hpp"
#include "tests/bench/modal_case.hpp"
#include "tests/bench/timing.hpp"

namespace mortise::bench {

namespace {

struct Problem {
  const char* file;
  int steps;
  double amplitude;      // factor on the harmonic force
  double agreement;      // with the recorded states, of the largest |q|; 0: none recorded
  double ratio_target;   // times faster than Eigen in the median; 0: for information
  double median_target;  // [ns]; 0: none
  bool eigen;            // whether projected sweeps can solve it
};

const Problem kProblems[] = {{"modal_n100_nc16_impact", 2000, 1, 1e-8, 3, 0, true},
                             {"modal_n100_nc16_bolted", 2000, 1, 1e-6, 20, 0, true},
                             {"modal_n200_nc64_bolted", 2000, 1, 0, 0, 20000, false},
                             {"modal_n20_nc4_impact", 2000, 1, 1e-8, 0, 0, true},
                             {"modal_n20_nc4_bolted", 2000, 1, 1e-6, 0, 0, true},
                             {"modal_n50_nc16_bolted", 2000, 1, 0, 0, 0, false},
                             {"modal_n100_nc16_bolted", 1000, 10, 0, 0, 0, true},
                             {"modal_n50_nc16_bolted", 1000, 10, 0, 0, 0, false},
                             {"modal_n200_nc64_bolted", 1000, 10, 0, 0, 0, false}};

// What the two competitors have in common for the bench.
struct Competitor {
  virtual ~Competitor() = default;
  virtual void reset() = 0;
  virtual void step(const double* u) = 0;  // u[0], u[1]: input at both ends
  virtual const double* q() const = 0;
  virtual const double* v() const = 0;
  virtual const double* force() const = 0;
  virtual int iterations() const = 0;
  virtual int active() const = 0;
};

struct RuntimeCompetitor : Competitor {
  explicit RuntimeCompetitor(gen::Instance* run) : run_(*run) {}
  void reset() override { run_.state().reset(run_.model()); }
  void step(const double* u) override {
    (void)mortise::step(run_.model(), run_.state(), u, nullptr);
  }
  const double* q() const override { return run_.state().q(run_.model()); }
  const double* v() const override { return run_.state().v(run_.model()); }
  const double* force() const override { return run_.state().lambda(run_.model()); }
  int iterations() const override {
    return active() > 0 ? static_cast<int>(run_.state().statistics().last_iterations) : 0;
  }
  int active() const override { return static_cast<int>(run_.state().statistics().last_active); }
  gen::Instance& run_;
};

struct EigenCompetitor : Competitor {
  explicit EigenCompetitor(EigenModal* eigen) : eigen_(*eigen) {}
  void reset() override { eigen_.reset(); }
  void step(const double* u) override { eigen_.step(0.5 * (u[0] + u[1])); }
  const double* q() const override { return eigen_.q(); }
  const double* v() const override { return eigen_.v(); }
  const double* force() const override { return eigen_.force(); }
  int iterations() const override { return eigen_.sweeps(); }
  int active() const override { return eigen_.active(); }
  EigenModal& eigen_;
};

struct Findings {
  double error = 0;                       // against the recorded states, of the largest |q|
  double residual = 0;                    // worst over the steps, recomputed
  double iterations = 0, active = 0;      // mean per step
  int iterations_max = 0, all_stick = 0;  // all_stick: steps that ended after one iteration
};

Findings verify(const ModalCase& c, Competitor* x) {
  const Judge judge(c);
  Findings f;
  double largest = 0;
  std::size_t next = 0;
  x->reset();
  const auto n = static_cast<std::size_t>(c.data.system.size());
  for (int k = 0; k < c.steps; ++k) {
    const std::vector<double> q(x->q(), x->q() + n), v(x->v(), x->v() + n);
    const double* u = &c.inputs[static_cast<std::size_t>(k)];
    x->step(u);
    f.residual =
        std::max(f.residual, judge.residual(q.data(), v.data(), 0.5 * (u[0] + u[1]), x->v(),
                                            x->force(), judge.active(q.data(), v.data())));
    f.iterations += x->iterations();
    f.active += x->active();
    f.iterations_max = std::max(f.iterations_max, x->iterations());
    f.all_stick += x->iterations() == 1 ? 1 : 0;
    if (next == c.reference.size() || c.reference[next].step != k + 1) continue;
    for (std::size_t i = 0; i < n; ++i) {
      largest = std::max(largest, std::abs(c.reference[next].q[i]));
      f.error = std::max(f.error, std::abs(c.reference[next].q[i] - x->q()[i]));
    }
    ++next;
  }
  if (largest > 0) f.error /= largest;
  f.iterations /= c.steps;
  f.active /= c.steps;
  return f;
}

std::vector<double> time_trace(const ModalCase& c, Competitor* x, double clock) {
  std::vector<double> taken(static_cast<std::size_t>(c.steps));
  x->reset();
  for (std::size_t k = 0; k < taken.size(); ++k) {
    const auto start = Clock::now();
    x->step(&c.inputs[k]);
    taken[k] = std::max(0.0, nanoseconds(start, Clock::now()) - clock);
  }
  return taken;
}

void print_times(const char* name, const StepTimes& t, const Findings& f) {
  std::printf("  %-13s %9.0f %9.0f %9.0f   %9.0f %9.0f %9.0f   %7.2f %5d   %.1e  %.1e\n", name,
              quantile(t.all, 0.5), quantile(t.all, 0.99), quantile(t.all, 1.0),
              quantile(t.fastest, 0.5), quantile(t.fastest, 0.99), quantile(t.fastest, 1.0),
              f.iterations, f.iterations_max, f.error, f.residual);
}

// Bytes that a mean step of the runtime loads, and the working set they come from.
struct Traffic {
  double loaded, resident;
};

Traffic count_traffic(const ModelView& m, const Findings& f) {
  const double np = m.dims.modes_padded, nc = m.dims.contacts, nr = m.dims.rows;
  const double nrp = m.dims.rows_padded, active = f.active;
  const double ld = std::ceil(3 * active / 8) * 8;
  double loaded = 13 * np + nc * np;  // modal streams, normal rows for the gaps
  const bool whole = m.newton && m.delassus_inverse && 4 * active >= 3 * nc;
  loaded += 2 * 3 * active * np;                                // W v*, W^T lambda
  loaded += whole ? nrp * nr : f.iterations * active * 4 * ld;  // K b, or the columns of a sweep
  const double resident = 11 * np + nr * np + (whole ? nrp * nr : 3 * active * ld);
  return {8 * loaded, 8 * resident};
}

bool right(const char* name, const Problem& p, const Findings& f, double tolerance) {
  bool good = true;
  if (p.agreement > 0 && !(f.error <= p.agreement)) good = false;
  // The solvers measure with a bound of lambda_max(G_ii), the judge with the eigenvalue itself.
  if (!(f.residual <= 2 * tolerance)) good = false;
  if (!good) std::printf("  WRONG: %s, error %.2e, residual %.2e\n", name, f.error, f.residual);
  return good;
}

struct Entry {
  const char* name;
  std::unique_ptr<Competitor> competitor;
  Findings found;
  StepTimes times;
};

std::vector<Entry> line_up(const Problem& p, const ModalCase& c) {
  std::vector<Entry> all;
  all.push_back({"mortise", std::make_unique<RuntimeCompetitor>(c.runtime.get()), {}, {}});
  if (!p.eigen) return all;
  all.push_back({"Eigen", std::make_unique<EigenCompetitor>(c.direct.get()), {}, {}});
  all.push_back({"gathered", std::make_unique<EigenCompetitor>(c.gathered.get()), {}, {}});
  all.push_back({"tuned", std::make_unique<EigenCompetitor>(c.tuned.get()), {}, {}});
  return all;
}

bool run(const Problem& p, int repetitions, double clock) {
  const ModalCase c(p.file, p.steps, p.amplitude);
  std::vector<Entry> all = line_up(p, c);
  const Model& model = c.runtime->model();
  std::printf("\n%s, force x%.0f, %d steps (%s, %s)\n", p.file, p.amplitude, p.steps,
              model.instruction_set(), model.view().newton ? "status Newton" : "Gauss-Seidel");
  bool good = true;
  for (Entry& e : all) {
    e.found = verify(c, e.competitor.get());
    good = right(e.name, p, e.found, c.data.tolerance) && good;
  }
  for (int k = 0; k < repetitions; ++k)
    for (Entry& e : all) e.times.add(time_trace(c, e.competitor.get(), clock));
  std::printf("  %-13s %9s %9s %9s   %9s %9s %9s   %7s %5s   %-7s  %s\n", "ns/step", "median",
              "p99", "max", "quiet", "p99", "max", "iter", "max", "error", "residual");
  for (const Entry& e : all) print_times(e.name, e.times, e.found);
  for (std::size_t k = 1; k < all.size(); ++k)
    print_ratio(all[k].name, k == 1 ? p.ratio_target : 0, all[0].times, all[k].times);
  const StepTimes& times = all[0].times;
  const Findings& found = all[0].found;
  if (p.median_target > 0)
    std::printf("  median wanted within %.0f ns: %s\n", p.median_target,
                quantile(times.medians, 0.5) <= p.median_target ? "met" : "MISSED");
  const Traffic traffic = count_traffic(model.view(), found);
  const double roof = load_bandwidth(static_cast<std::size_t>(traffic.resident));
  std::printf(
      "  active %.1f; one iteration in %d of %d steps; loads %.0f KB of %.0f KB; roof %.0f "
      "GB/s: %.0f %% of it\n",
      found.active, found.all_stick, c.steps, traffic.loaded / 1e3, traffic.resident / 1e3,
      roof / 1e9, 100 * traffic.loaded / roof * 1e9 / mean(times.fastest));
  std::fflush(stdout);
  return good;
}

}  // namespace

}  // namespace mortise::bench

int main(int argc, char** argv) {
  using namespace mortise::bench;
  const auto options = read_bench_options(argc, argv);
  if (!options) return 2;
  const double clock = clock_cost();
  print_clock(clock, options->repetitions);
  bool good = true;
  for (const Problem& p : kProblems)
    if (std::string(p.file).find(options->only) != std::string::npos)
      good = run(p, options->repetitions, clock) && good;
  return good ? 0 : 1;
}
