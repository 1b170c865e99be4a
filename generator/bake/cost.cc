#include "generator/bake/cost.hpp"

namespace mortise::gen {

StepCost count_cost(const Dims& d, const ChosenSolver& solver) {
  const double n = d.modes_padded, nr = d.rows, nrp = d.rows_padded, nc = d.contacts;
  const double nu = d.inputs, ny = d.outputs, no = d.output_rows;
  StepCost c;
  const double streams = n * (8 + 2 * nu), gaps = 2 * n * nc, outputs = 2 * n * ny;
  const double free = streams + gaps + outputs;
  const double interface = 4 * n * nr + 2 * n * nr + 6 * n;  // W v*, W v, W^T lambda, correction
  const double sweep = nc * (60 + 6 * nrp);
  double solve = solver.sweeps * sweep;
  if (solver.newton) {
    const double k = nr;
    const double iteration = 2.0 / 3 * k * k * k + 4 * nrp * k;
    solve += 2 * nrp * nr + solver.iterations * iteration + solver.tail_sweeps * sweep;
  }
  c.flops_free = static_cast<std::uint64_t>(free);
  c.flops_worst = static_cast<std::uint64_t>(free + interface + solve);
  const double stage = n * (4 + nu), normals = n * nc;
  c.bytes_free = static_cast<std::uint64_t>(8 * (stage + normals + n * no));
  const double dense = nrp * nr * (solver.inverse.size() > 0 ? 2 : 1);
  c.bytes_worst = static_cast<std::uint64_t>(8 * (stage + n * nr + dense + 16 * nc + n * no));
  return c;
}

StepCost count_joint_cost(const Dims& d, const JointView& j, int sweeps) {
  const double n = d.modes_padded, nu = d.inputs, ny = d.outputs, no = d.output_rows;
  const double nr = j.rows, nrp = j.rows_padded, nk = j.points, axes = nr / j.nodes;
  const double segments = j.nodes;  // at most so many of a chain of nodes
  const double residual = 2.0 * j.ports * j.ports_padded;
  const double motion = n * (14 + 2 * nu) + 4 * n * nr + residual;  // free, W q*, W^T F
  const double start = 2 * nrp * nr + 4 * nk * axes;                // s = s* + H F
  const double books = 16 * n + 24 * nk * axes + 2 * residual;
  const double point = axes * 48 + 10;                         // a law, what its neighbour sees
  const double block = 2 * axes;                               // rows of a segment
  const double segment = 2 * block * block + 2 * block * nrp;  // its own rows, all rows
  const double sweep = nk * point + segments * segment;
  const double fixed = motion + start + books + 4 * nrp + 2 * n * ny;
  StepCost c;
  c.flops_free = static_cast<std::uint64_t>(fixed + sweep);
  c.flops_worst = static_cast<std::uint64_t>(fixed + sweeps * sweep);
  const double bytes =
      n * (4 + nu) + n * nr + nrp * nr + j.ports * j.ports_padded + 17 * nk + n * no;
  c.bytes_free = c.bytes_worst = static_cast<std::uint64_t>(8 * bytes);
  return c;
}

StepCost count_sliding_cost(const Dims& d) {
  const double n = d.modes_padded, nu = d.inputs, ny = d.outputs, no = d.output_rows;
  const double places = 3;  // the segment and two neighbours
  StepCost c;
  c.flops_free =
      static_cast<std::uint64_t>(n * (14 + 2 * nu) + n * (4 + 8) + n * (8 + 18 + 12) + 2 * n * ny);
  c.flops_worst = c.flops_free + static_cast<std::uint64_t>((places - 1) * 8 * n);
  const double bytes = n * (5 + nu) + n * (2 + 4) + n * no;
  c.bytes_free = c.bytes_worst = static_cast<std::uint64_t>(8 * bytes);
  return c;
}

}  // namespace mortise::gen
