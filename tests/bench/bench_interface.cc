// Speed of a step with a compliant joint and with a sliding contact, against Eigen in the same run.
//   mortise_bench_interface [--repetitions N] [--only PART_OF_NAME]
// All competitors must give the same trajectory first. Exit code 1 if they do not; speed only
// prints.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/bench/bandwidth.hpp"
#include "tests/bench/bench_options.hpp"
#include "tests/bench/flop_roof.hpp"
#include "tests/bench/interface_case.hpp"
#include "tests/bench/timing.hpp"

namespace mortise::bench {

namespace {

// Apart by at most this much of the largest value over the run. Impacts amplify what the solvers
// leave (1e-10 of a step's motion), in velocities more than in displacements; accelerations are
// differences of velocities over a step.
constexpr double kDisplacementAgreement = 1e-8, kVelocityAgreement = 1e-7, kOutputAgreement = 1e-6;
constexpr double kTarget = 3;

const InterfaceScenario kScenarios[] = {
    {"two_cantilevers case_I", "two_cantilevers", "case_I", {}, 10000, true, kTarget},
    {"two_cantilevers case_III", "two_cantilevers", "case_III", {}, 10000, true, kTarget},
    {"two_cantilevers case_IV", "two_cantilevers", "case_IV", {}, 10000, true, kTarget},
    {"two_cantilevers case_IV, no outputs",
     "two_cantilevers",
     "case_IV",
     {"output.energies=false"},
     10000,
     false,
     kTarget},
    {"two_cantilevers case_III, 20 rows, no energies",
     "two_cantilevers",
     "case_III",
     {"contact.friction=0", "output.energies=false"},
     10000,
     true,
     0},
    {"beam_on_beam slide, 44 modes",
     "beam_on_beam",
     "slide",
     {"condense.dynamic_cutoff_hz=60e3"},
     10000,
     true,
     kTarget},
    {"beam_on_beam slide, 245 modes", "beam_on_beam", "slide", {}, 10000, true, kTarget}};

// The largest value of something over a run, and the largest difference from the runtime's.
struct Difference {
  double largest = 0, difference = 0;
  void see(double expected, double found) {
    largest = std::max(largest, std::abs(expected));
    const double apart = std::abs(expected - found);
    difference = apart <= difference ? difference : apart;  // NaN stays
  }
  double relative() const { return largest > 0 ? difference / largest : difference; }
};

struct Findings {
  Difference q, v;
  std::vector<Difference> outputs;
  std::vector<bool> is_energy;        // per output
  double iterations = 0, active = 0;  // mean per step
  int iterations_max = 0;

  // Energies, which may be zero but for rounding, are measured by the largest of them.
  double worst_output() const {
    double worst = 0, energy = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (is_energy[i]) energy = std::max(energy, outputs[i].largest);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const Difference& d = outputs[i];
      const double apart = is_energy[i] && energy > 0 ? d.difference / energy : d.relative();
      worst = apart <= worst ? worst : apart;
    }
    return worst;
  }
};

struct Entry {
  std::string name;
  Competitor* competitor;
  Findings found;
  StepTimes times;
};

void look(Entry* e, const Entry& runtime, std::size_t modes, const std::vector<double>& expected,
          const std::vector<double>& found) {
  Findings& f = e->found;
  for (std::size_t i = 0; i < modes; ++i) {
    f.q.see(runtime.competitor->q()[i], e->competitor->q()[i]);
    f.v.see(runtime.competitor->v()[i], e->competitor->v()[i]);
  }
  for (std::size_t i = 0; i < expected.size(); ++i) f.outputs[i].see(expected[i], found[i]);
  f.iterations += e->competitor->iterations();
  f.active += e->competitor->active();
  f.iterations_max = std::max(f.iterations_max, e->competitor->iterations());
}

// Steps all competitors side by side.
void compare(const InterfaceCase& c, int steps, std::vector<Entry>* all) {
  const auto outputs = static_cast<std::size_t>(c.output_count);
  std::vector<double> expected(outputs), found(outputs);
  for (Entry& e : *all) {
    e.competitor->reset();
    e.found.outputs.resize(outputs);
    for (const gen::OutputChannel& o : c.input.system.outputs)
      e.found.is_energy.push_back(o.quantity >= gen::OutputQuantity::energy_total &&
                                  o.quantity <= gen::OutputQuantity::work_external);
  }
  for (int k = 0; k < steps; ++k) {
    for (Entry& e : *all) {
      std::vector<double>& y = &e == all->data() ? expected : found;
      e.competitor->step(k, outputs > 0 ? y.data() : nullptr);
      look(&e, all->front(), c.q0.size(), expected, y);
    }
  }
  for (Entry& e : *all) {
    e.found.iterations /= steps;
    e.found.active /= steps;
  }
}

bool right(const Entry& e) {
  const Findings& f = e.found;
  const bool good = f.q.relative() <= kDisplacementAgreement &&
                    f.v.relative() <= kVelocityAgreement && f.worst_output() <= kOutputAgreement &&
                    f.q.largest > 0 && f.v.largest > 0;
  if (!good)
    std::printf("  WRONG: %s, q apart by %.2e, v by %.2e, outputs by %.2e\n", e.name.c_str(),
                f.q.relative(), f.v.relative(), f.worst_output());
  return good;
}

std::vector<double> time_trace(int steps, int outputs, Competitor* x, double clock) {
  std::vector<double> taken(static_cast<std::size_t>(steps)), y(static_cast<std::size_t>(outputs));
  double* out = outputs > 0 ? y.data() : nullptr;
  x->reset();
  for (int k = 0; k < steps; ++k) {
    const auto start = Clock::now();
    x->step(k, out);
    taken[static_cast<std::size_t>(k)] = std::max(0.0, nanoseconds(start, Clock::now()) - clock);
  }
  return taken;
}

// What a mean step of the runtime loads and computes in its arrays, and the working set.
struct Work {
  double loads, flops, resident;  // [double], [1], [double]

  // `count` numbers of an operator, each multiplied and added.
  void stream(double count, double times = 1) {
    loads += count * times;
    flops += 2 * count * times;
  }
};

int output_row_reads(const ModelView& m) {
  int reads = 0;
  for (int k = 0; k < m.dims.outputs; ++k) {
    const std::uint32_t quantity = m.output_rules[k].quantity;
    if (quantity == quantity::displacement || quantity == quantity::velocity) reads += 1;
    if (quantity == quantity::acceleration) reads += 2;
  }
  return reads;
}

// Operators and the modal state; vectors of the length of the rows are left out.
// of: the parameters in force.
Work joint_work(const ModelView& m, const JointParameters& of, const Findings& f, bool outputs) {
  const JointView& j = m.joint;
  const double np = m.dims.modes_padded, nrp = j.rows_padded, points = j.points;
  const double ports = static_cast<double>(j.ports) * j.ports_padded;
  const bool rubs = j.tangential && of.tangential != kTangentialNone;
  const double columns = rubs ? 4 : 2, segments = points / 2;
  // Segments whose points push: all of them where the joint is bonded.
  const bool bonded = f.active > 0 && of.separation_stiffness > 0;
  const double moving = bonded ? segments : f.active / 2;
  Work w{0, 0, 0};
  w.stream((6 + m.dims.inputs) * np);                         // free motion
  w.stream(j.rows * np, 2);                                   // W q*, W^T F
  w.stream(ports);                                            // residual compliance
  w.stream(j.rows * nrp * std::min(1.0, moving / segments));  // H F of the start values
  w.stream(moving * columns * nrp, f.iterations);             // columns of H
  w.stream(points * 12, f.iterations);                        // points and laws
  w.stream(3 * np);                                           // corrected q and v
  if (j.energies) {
    w.stream(7 * np + 16 * points);
    w.stream(ports, 2);
  }
  if (outputs) w.stream(output_row_reads(m) * np);
  w.resident =
      (13 + m.dims.inputs + j.rows + m.dims.output_rows) * np + ports + j.rows * nrp + points * 22;
  return w;
}

Work sliding_work(const ModelView& m, bool outputs) {
  const double np = m.dims.modes_padded;
  const double slave = m.sliding.slave_end - m.sliding.slave_begin;
  const double target = m.sliding.target_end - m.sliding.target_begin;
  Work w{0, 0, 0};
  w.stream((6 + m.dims.inputs) * np);  // free motion
  w.stream(2 * slave + 4 * target);    // place
  w.stream(2 * slave + 4 * target);    // rows there
  w.loads += 5 * np;                   // sums of two rows
  w.flops += 16 * np;
  w.stream(5 * np);  // corrected q and v
  if (outputs) w.stream(output_row_reads(m) * np);
  w.resident = (12 + m.dims.inputs + m.dims.output_rows) * np + 2 * slave + 4 * target;
  return w;
}

void print_roof(const InterfaceCase& c, const Entry& runtime, double multiply_adds) {
  const ModelView& m = c.runtime->model().view();
  const JointParameters* law = m.joint.parameters[c.runtime->state().joint_case_];
  const Work w = m.is_joint() ? joint_work(m, *law, runtime.found, c.output_count > 0)
                              : sliding_work(m, c.output_count > 0);
  const double bandwidth = load_bandwidth(static_cast<std::size_t>(8 * w.resident));
  const double taken = mean(runtime.times.fastest);
  const double loading = 8 * w.loads / bandwidth * 1e9;
  // Multiplications and additions apart, as the same bits everywhere ask for: one of either is an
  // instruction, as a multiply-add is.
  const double computing = w.flops / multiply_adds;
  std::printf(
      "  loads %.1f KB of %.1f KB at %.0f GB/s: %.0f ns; %.1f thousand operations at %.1f /ns: "
      "%.0f "
      "ns; %s roof, %.0f %% of it reached\n",
      8 * w.loads / 1e3, 8 * w.resident / 1e3, bandwidth / 1e9, loading, w.flops / 1e3,
      multiply_adds, computing, loading > computing ? "memory" : "arithmetic",
      100 * std::max(loading, computing) / taken);
}

void print_times(const Entry& e) {
  const StepTimes& t = e.times;
  std::printf("  %-13s %8.0f %8.0f %9.0f   %8.0f %8.0f %8.0f   %6.2f %4d %6.1f   %.1e %.1e\n",
              e.name.c_str(), quantile(t.all, 0.5), quantile(t.all, 0.99), quantile(t.all, 1.0),
              quantile(t.fastest, 0.5), quantile(t.fastest, 0.99), quantile(t.fastest, 1.0),
              e.found.iterations, e.found.iterations_max, e.found.active,
              std::max(e.found.q.relative(), e.found.v.relative()), e.found.worst_output());
}

void print_sizes(const InterfaceScenario& s, const InterfaceCase& c) {
  const Model& model = c.runtime->model();
  const ModelView& m = model.view();
  std::printf("\n%s: %d modes, ", s.name, m.dims.modes);
  if (m.is_joint()) {
    std::printf("%d rows, %d points%s%s", m.joint.rows, m.joint.points,
                m.joint.ports > 0 ? ", residual compliance" : "",
                m.joint.energies ? ", energies" : "");
  } else {
    std::printf("%d nodes", m.sliding.nodes);
  }
  std::printf(", %d outputs; %d steps (%s)\n", c.output_count, s.steps, model.instruction_set());
}

bool run(const InterfaceScenario& s, int repetitions, double clock, double multiply_adds) {
  const InterfaceCase c(s);
  print_sizes(s, c);
  std::vector<Entry> all;
  for (std::size_t k = 0; k < c.competitors.size(); ++k)
    all.push_back({c.names[k], c.competitors[k].get(), {}, {}});
  compare(c, s.steps, &all);
  bool good = true;
  for (const Entry& e : all) good = right(e) && good;
  for (int k = 0; k < repetitions; ++k)
    for (Entry& e : all) e.times.add(time_trace(s.steps, c.output_count, e.competitor, clock));
  std::printf("  %-13s %8s %8s %9s   %8s %8s %8s   %6s %4s %6s   %-7s %-7s\n", "ns/step", "median",
              "p99", "max", "quiet", "p99", "max", "iter", "max", "active", "q, v", "outputs");
  for (const Entry& e : all) print_times(e);
  for (std::size_t k = 1; k < all.size(); ++k)
    print_ratio(all[k].name.c_str(), k == 1 ? s.ratio_target : 0, all[0].times, all[k].times);
  print_roof(c, all[0], multiply_adds);
  std::fflush(stdout);
  return good;
}

}  // namespace

}  // namespace mortise::bench

int main(int argc, char** argv) {
  using namespace mortise::bench;
  const auto options = read_bench_options(argc, argv);
  if (!options) return 2;
  const double clock = clock_cost(), multiply_adds = flop_roof_double();
  print_clock(clock, options->repetitions);
  bool good = true;
  for (const InterfaceScenario& s : kScenarios)
    if (std::string(s.name).find(options->only) != std::string::npos)
      good = run(s, options->repetitions, clock, multiply_adds) && good;
  return good ? 0 : 1;
}
