#include "generator/bake/structure/cost.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/file/kernel_flops.hpp"

namespace mortise::gen {
namespace {

std::uint64_t whole(double x) { return static_cast<std::uint64_t>(x) + 1; }

// A functional of q or v per output, twice for accelerations and what is said of both ends.
double modal_outputs(const Dims& d) { return d.outputs * (2 * flops::dot(d.modes_padded) + 4); }

// Both solutions' forces, motions and powers, by row.
constexpr double kFlopsOfBlend = 30;

// The interface solve of a step with `solves` of them.
double interface_solve(double nc, double nrp, const ChosenSolver& solver, double* iterations) {
  double solve = flops::gauss_seidel(nc, nrp, solver.sweeps);
  *iterations = solver.sweeps;
  if (solver.newton) {
    const double all_stick = 5 * nc;
    solve += all_stick + flops::status_newton(nc, nrp, solver.iterations, solver.tail_sweeps);
    *iterations += solver.iterations + solver.tail_sweeps;
  }
  *iterations *= solver.solves;
  return solve * solver.solves;
}

// The mean of inputs, and books.
double frame(const Dims& d) { return 2.0 * d.inputs + 4; }

}  // namespace

StepCost count_cost(const Dims& d, const ChosenSolver& solver, bool in_bore) {
  const double n = d.modes_padded, nr = d.rows, nrp = d.rows_padded, nc = d.contacts;
  const double nu = d.inputs, no = d.output_rows;
  const double path = (nc > 0 ? 5 * n : 0) + flops::lane_sum() + 3;
  const double predict = flops::free_motion(n, nu) + path;
  const double looked_at = nc > 0 ? nc + 3 : 0;  // rows in whole batches
  const double activate = nc + looked_at * (flops::dot(n) + 8);
  // in a bore, shifts and gaps take more, too
  const double turn =
      in_bore ? nc * (flops::bore_turn(n) + 4) + flops::bore_coupling(n, nc) + d.outputs : 0;
  const double free = frame(d) + predict + activate + modal_outputs(d) + turn;
  const double velocities = 2 * nr * flops::dot(n) + 4 * nc + nrp;  // W v*, W v, their shifts
  double iterations = 0;
  double solve = interface_solve(nc, nrp, solver, &iterations);
  if (solver.solves > 1) solve += kFlopsOfBlend * nr;
  const double limit = nr * flops::dot(n) + 8 * nr + 6;
  const double correct = n * (2 * nr + 9) + flops::lane_sum() + 1;
  StepCost c;
  c.flops_free = whole(free);
  c.flops_worst = nc > 0 ? whole(free + velocities + solve + limit + correct) : c.flops_free;
  c.iterations_worst = nc > 0 ? static_cast<std::uint64_t>(iterations) : 0;
  const double stage = n * (4 + nu), normals = in_bore ? 2 * n * nr : n * nc;
  c.bytes_free = static_cast<std::uint64_t>(8 * (stage + normals + n * no));
  const double dense = nrp * nr * (solver.inverse.size() > 0 ? 2 : 1);
  c.bytes_worst = static_cast<std::uint64_t>(
      8 * (stage + (in_bore ? 2 : 1) * n * nr + dense + 16 * nc + n * no));
  return c;
}

StepCost count_position_cost(const Dims& d, const ChosenSolver& solver, bool lags) {
  const double n = d.modes_padded, nr = d.rows, nrp = d.rows_padded, nc = d.contacts;
  const double nu = d.inputs, no = d.output_rows, ports = nr + nu, pp = 8 * std::ceil(ports / 8);
  const double flow = n * (28 + 4 * nu) + flops::lane_sum();
  const double rows = flops::combine(pp, ports) + nr * (flops::dot(n) + 2);
  const double free_rows = rows + 6 * nr + 3 * nu + 2;
  const double correct = flops::combine(n, nr) + 9 * n + flops::lane_sum();
  const double square = flops::combine(pp, ports) + 3 * ports + 3;  // d . C d
  const double move = 13 * nr + 1, balance = 9 * nr + 8 + (lags ? square : 0), means = 2 * nr;
  const double outputs = modal_outputs(d) + d.outputs * (3 * ports + 4);
  const double take_out = 10 * n + 20;
  // once more with the end force alone
  const double again = flow + free_rows + correct + move + balance + n + square + 5 * nr +
                       2 * nr * nr + nc * flops::make_local_contact() +
                       flops::gauss_seidel(nc, nrp, solver.sweeps) + 4 * n + 8;
  const double fixed = frame(d) + flow + free_rows + correct + move + balance + means + outputs;
  double iterations = 0;
  StepCost c;
  c.flops_free = whole(fixed);
  c.flops_worst =
      whole(fixed + nr + interface_solve(nc, nrp, solver, &iterations) + take_out + again);
  c.iterations_worst = static_cast<std::uint64_t>(iterations + solver.sweeps);
  c.flops_rest = whole(2 * rows + 3 * nr + nc * flops::make_local_contact() +
                       flops::gauss_seidel(nc, pp, solver.rest_sweeps) + flops::combine(n, nr) + n);
  const double dense = nrp * nr * (solver.inverse.size() > 0 ? 2 : 1);
  const double bytes = n * (8 + 2 * nu) + n * nr + pp * ports + n * no;
  c.bytes_free = static_cast<std::uint64_t>(8 * bytes);
  c.bytes_worst = static_cast<std::uint64_t>(8 * (bytes + dense + 16 * nc));
  return c;
}

void add_contact_books(const Dims& d, StepCost* cost) {
  const double sums = 6 + 9, moved = 4 * flops::dot(d.modes_padded) + 10;
  cost->flops_free += whole(sums * d.contacts);
  cost->flops_worst += whole((sums + moved) * d.contacts);
}

StepCost count_joint_cost(const Dims& d, const JointView& j, const JointWork& work) {
  const double n = d.modes_padded, nu = d.inputs, no = d.output_rows;
  const double nr = j.rows, nrp = j.rows_padded, nk = j.points, np = j.ports, npp = j.ports_padded;
  const double block = nr > j.nodes ? 4 : 2;  // rows of a segment
  const double positions = flops::combine(npp, np) + nr * (flops::dot(n) + 2);
  const double free_positions = 3 * npp + 2 * nu + positions + nr + 4;
  const double scatter = 8 * nk;
  const double start = 6 * nk + scatter + nr * flops::add_scaled(nrp);
  const auto sweep = [&](double normal) {
    return nk * (flops::joint_point(normal, work.tangential) + flops::joint_follow(block)) +
           work.segments * flops::joint_columns(block, nrp) + 4;
  };
  const double correct = scatter + n * (2 * nr + 9) + flops::lane_sum() + 1;
  // the memory is watched with its padding
  const double memory = 2 * npp + nrp + (5 + j.memory) * (nk + 8);
  const double remember = 2 * npp + 3 * nrp + 3 * memory + flops::lane_sum() + 2;
  const double points = nk * flops::point_energy(j.memory);
  const double energies = flops::modal_energy(d.modes, nu) + points +
                          2 * flops::compliance_energy(npp, np) + npp + 2 * nu + 40;
  const double limit = points + 3 * n + nrp + 12;  // a capped solve
  const double outputs = modal_outputs(d) + d.outputs * (3 * np + 3 * nk + 4);
  const double fixed = frame(d) + flops::free_motion(n, nu) + free_positions + start + correct +
                       remember + (work.energies ? energies : 0) + outputs;
  StepCost c;
  const double normal = j.impacts ? flops::impact_law() : flops::normal_law();
  const double crossing =
      j.impacts ? flops::impact_law(kImpactIterations) : flops::normal_crossing();
  c.flops_free = whole(fixed + sweep(normal));
  c.flops_worst = whole(fixed + work.sweeps * sweep(crossing) + limit);
  c.iterations_worst = static_cast<std::uint64_t>(work.sweeps);
  const double bytes = n * (4 + nu) + n * nr + nrp * nr + np * npp + 17 * nk + n * no +
                       (j.varies ? sizeof(JointParameters) / sizeof(double) * nk : 0);
  c.bytes_free = c.bytes_worst = static_cast<std::uint64_t>(8 * bytes);
  return c;
}

StepCost count_sliding_cost(const Dims& d, const SlidingView& s) {
  const double n = d.modes_padded, nu = d.inputs, no = d.output_rows;
  const double slave = s.slave_end - s.slave_begin, target = s.target_end - s.target_begin;
  const double motion = s.alpha ? n * (13 + 2 * nu) : flops::free_motion(n, nu) + 2 * n;
  const double rows = flops::sliding_rows(target) + flops::sliding_sums(n) + flops::sliding_turn();
  const double correct =
      s.alpha ? n * (32 + 2 * nu) + 3 * flops::lane_sum() + 24 : n * 12 + flops::lane_sum() + 8;
  const double books = 2 * 4 + 36;  // path, frame, share of friction, what is judged
  const double law = s.unilateral ? flops::make_local_contact() + flops::local_solve() + 12 : 0;
  const double fixed = frame(d) + motion + rows + correct + books + modal_outputs(d);
  StepCost c;
  c.flops_free = whole(fixed + flops::sliding_follow(slave, target, 0));
  c.flops_worst = whole(fixed + law + flops::sliding_follow(slave, target, s.neighbours));
  c.iterations_worst = 1;
  const double bytes = n * (5 + nu) + n * (2 + 4) + n * no;
  c.bytes_free = c.bytes_worst = static_cast<std::uint64_t>(8 * bytes);
  return c;
}

StepCost count_bolted_cost(const Dims& d, const BoltedView& b, int sweeps) {
  const double n = d.modes_padded, modes = d.modes, nu = d.inputs;
  const double p = b.clusters, rp = b.rows_padded, substeps = b.substeps;
  const double rows = flops::bolted_free(rp, modes, nu), all = flops::bolted_clusters(rp, p);
  const double motion =
      2 * flops::bolted_kick(n, nu) + flops::bolted_flow(n) + modes * flops::dot(rp) + rp;
  const double losses = b.energies ? 9 * p + nu * (7 * rp + 6) + 4 : 0;
  const double fixed = 3 * nu + 6 + motion + rows + 6 * p + flops::bolted_change(rp) + losses + 4;
  const double passive = rp + flops::bolted_clusters(rp, p - b.base) + flops::bolted_change(rp) +
                         flops::bolted_share(rp) + 6;
  const double sweep = p * flops::bolted_visit();
  const double most = std::min<double>(sweeps, b.update_cap + 1.0);
  const double updates = b.update_cap * (flops::add_three(rp) + 3);
  const double energies = b.energies ? flops::bolted_energies(n, rp, nu) : 0;
  const double end = energies + 2 * (n + rp) + 9 * n + 6 * rp + 2 * flops::lane_sum() + 16;
  const double outputs =
      d.outputs * (flops::dot(n) + flops::dot(rp) + 2 * nu + 4) + (d.outputs > 0 ? p : 0);
  const double step = frame(d) + end + outputs;
  StepCost c;
  c.flops_free = whole(step + substeps * (fixed + sweep));
  c.flops_worst = whole(step + substeps * (fixed + all + most * sweep + updates + passive));
  c.iterations_worst =
      static_cast<std::uint64_t>(b.update_cap) * static_cast<std::uint64_t>(b.substeps);
  const double small = n * (8 + nu) + rp * (modes + nu + 4) + d.output_rows * (n + rp);
  c.bytes_free = static_cast<std::uint64_t>(8 * small);
  c.bytes_worst = static_cast<std::uint64_t>(8 * (small + rp * b.rows));
  return c;
}

}  // namespace mortise::gen
