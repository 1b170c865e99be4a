// Work of the runtime's kernels: upper bounds of additions, subtractions, multiplications,
// divisions and square roots, counted in the source that each names, with the caps that its loops
// have there. Arrays count with their padding, as machines with vectors work on them; lengths n are
// padded ones.
//
// tests/bounds runs every kernel with numbers that count themselves and compares.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mortise/kernel/caps.hpp"
#include "mortise/view/film.hpp"
#include "runtime/src/film/lubricant_laws.hpp"

namespace mortise::gen::flops {

// ---- kernel/kernels.hpp

// A dot product: products and sums, then even and odd packs and eight lanes into one.
inline double dot(double n) { return 2 * n + 15; }
inline double add_three(double n) { return 6 * n; }
inline double add_scaled(double n) { return 2 * n; }
inline double combine(double n, double columns) { return 2 * n * columns; }
inline double lane_sum() { return 7; }

// ---- kernel/modal_motion.hpp: free_motion without what is done for each pack besides

inline double free_motion(double n, double inputs) { return n * (14 + 2 * inputs) + lane_sum(); }

// ---- kernel/contact

inline double project_cone() { return 16; }      // residual.hpp
inline double natural_residual() { return 36; }  // with its projection

// local_solve.hpp: the sticking force and its test; a start and an end for slip; Newton steps, each
// with new forces.
inline double local_solve() {
  const double stick = 20, start = 24, forces = 21, newton = 39, end = 3;
  return stick + start + forces + kSlipIterations * (newton + forces) + end;
}

// gauss_seidel.hpp: a visit, contacts `count` in arrays of ld numbers.
inline double contact_visit(double ld) { return 18 + 9 + local_solve() + 4 + add_three(ld); }
inline double sweep(double count, double ld) { return count * contact_visit(ld); }
inline double worst_residual(double count) { return count * natural_residual() + 2; }
inline double interface_velocity(double count, double ld) { return count * add_three(ld); }
inline double make_feasible(double count, double ld) {
  return count * project_cone() + interface_velocity(count, ld);
}
// Every sweep may believe that it is the last one.
inline double gauss_seidel(double count, double ld, double sweeps) {
  const double visit = 9 + local_solve() + 18 + natural_residual() + 8;
  const double single = sweeps * visit + make_feasible(1, ld);
  const double many = 1 + interface_velocity(count, ld) +
                      sweeps * (sweep(count, ld) + 2 + worst_residual(count)) +
                      make_feasible(count, ld) + worst_residual(count);
  return count == 1 ? single : many;
}

// bore_rows.hpp: one contact; all of them, a row against three
inline double bore_turn(double n) { return 4 * dot(n) + 11 * n + 28; }
inline double bore_coupling(double n, double count) {
  const double against = n + 3 * (2 * n + 7);
  return 3 * count * (count + 1) / 2 * against + count * 90;
}

// lu.hpp: [J | rhs] of k unknowns in rows of ld numbers; grows with k.
inline double lu_small(double k, double ld) {
  double sum = 0;
  for (double c = 0; c < k; ++c) {
    const double width = ld - 8 * static_cast<double>(static_cast<int>(c / 8));
    sum += 3 + (k - c - 1) * (1 + 2 * width) + 2 * (k - c - 1);
  }
  return sum;
}
inline double lu_panels(double k, double ld) {
  double sum = 0;
  for (double c0 = 0; c0 < k; c0 += 8) {
    const double behind = ld / 8 - c0 / 8 - 1;  // packs
    for (double c = c0; c < std::min(c0 + 8, k); ++c) sum += 26 + (k - c - 1) * 25;
    if (c0 + 8 <= k) sum += behind * (28 * 16 + (k - c0 - 8) * 8 * 16);
  }
  for (double c = 0; c < k; ++c) sum += 16 * (ld / 8) + lane_sum() + 2;
  return sum;
}
inline double lu(double k) {
  const double ld = 8 * static_cast<double>(static_cast<int>(k / 8) + 1);
  return k < kPanelsFrom ? lu_small(k, ld) : lu_panels(k, ld);
}

// status_newton.hpp: `count` contacts in arrays of ld numbers.
inline double classify() { return 14; }
inline double newton_prepare(double count, double ld) { return combine(ld, 3 * count) + ld; }
// The dual form and the primal one.
inline double newton_iteration(double count, double ld) {
  const double k = 3 * count;
  const double dual = count * (9 * k + 24) + combine(ld, k);
  const double primal = count * (4 * k + 16) + interface_velocity(count, ld);
  return std::max(dual, primal) + lu(k) + worst_residual(count) + 1;
}
inline double newton_exchange(double count) {
  return count * (classify() + 2 * natural_residual()) + classify();
}
// Sweeps in between come at most once in so many iterations.
inline double status_newton(double count, double ld, double iterations, double tail) {
  const double between =
      make_feasible(count, ld) + kNewtonSweeps * sweep(count, ld) + count * classify();
  const double times = static_cast<double>(static_cast<int>(iterations / (kNewtonExchanges + 1)));
  const double fall_back = 2 * make_feasible(count, ld) + tail * (sweep(count, ld) + 1) +
                           worst_residual(count) + count * classify();
  return newton_prepare(count, ld) +
         iterations * (newton_iteration(count, ld) + newton_exchange(count)) + times * between +
         fall_back;
}

// ---- src/joint

// normal_law.hpp, push_normal() of sweeps.hpp included: where springs let go or take hold, and
// where they go on
inline double normal_crossing() { return 150; }
inline double normal_law() { return 58; }
// impact_law.hpp, likewise: guesses, and the root, which a few steps find
inline double power() { return 50; }
inline double impact_law(double steps) { return 150 + 4 * power() + steps * (40 + 2 * power()); }
inline double impact_law() { return impact_law(8); }

// sweeps.hpp: a point with what its neighbours see of it, a segment of `rows` rows, nrp numbers
// each.
inline double joint_point(double normal, double law) { return normal + 46 + law; }
inline double joint_follow(double rows) { return 2 * rows * rows; }
inline double joint_columns(double rows, double nrp) { return 2 * rows * nrp; }

// energy.hpp
inline double modal_energy(double modes, double inputs) { return modes * (15 + 2 * inputs) + 8; }
inline double point_energy(double memory) { return 12 + 22 + 8 + 2 * (2 * memory + 6) + 8; }
inline double compliance_energy(double ports_padded, double ports) {
  return combine(ports_padded, ports) + 2 * ports;
}

// ---- src/sliding/place.hpp, w: modes of the slave and of the target

inline double sliding_place(double w_target) { return 4 * dot(w_target) + 4 + 20; }
inline double sliding_follow(double w_slave, double w_target, double neighbours) {
  return 2 * dot(w_slave) + 2 + (1 + neighbours) * sliding_place(w_target) + 1;
}
inline double sliding_rows(double w_target) { return 1 + 8 * w_target; }
inline double sliding_sums(double n) { return 16 * n + 7 * lane_sum(); }
inline double sliding_turn() { return 40; }
inline double make_local_contact() { return 90; }  // local_contact.hpp
// src/assembly/moving_rows.hpp: a row of another interface
inline double moving_row(double n) { return 5 * n + 2 * lane_sum() + 2; }

// ---- src/bolted: n padded modes, rp padded rows

// step.hpp
inline double bolted_kick(double n, double inputs) { return n * (6 + 2 * inputs) + lane_sum() + 3; }
inline double bolted_flow(double n) { return 20 * n + lane_sum() + 2; }
inline double bolted_free(double rp, double modes, double inputs) {
  return combine(rp, modes) + rp * (1 + 2 * inputs);
}
inline double bolted_clusters(double rp, double clusters) { return clusters * add_three(rp); }
inline double bolted_change(double rp) { return 11 * rp + lane_sum() + 1; }
inline double bolted_share(double rp) { return 9 * rp + 1; }
inline double bolted_energies(double n, double rp, double inputs) {
  return 5 * n + 8 * rp + 3 * lane_sum() + inputs * (2 * rp + 2) + 6;
}
// sweeps.hpp: a cluster that slips, without its update
inline double bolted_visit() { return 40; }

// ---- src/film: m rows, r shapes, u unknowns and n modal coordinates of stencils of s nodes; up,
// rp: u and r padded

inline double exponential() { return 30; }  // elementary.hpp
inline double logarithm() { return 25; }

// lubricant_laws.hpp: fluidity with its slope
inline double fluidity(std::uint32_t law) {
  const auto work = baseline::with_viscosity_law(law, [](auto each) { return each.work(); });
  return work.logarithms * logarithm() + work.exponentials * exponential() + work.operations;
}

// rows.hpp: pressure, gap, content and flow of a node; a row's residual; its slopes by shapes.
inline double film_node(std::uint32_t law) { return 4 + 3 + 5 + 12 + fluidity(law); }
inline double film_residual(double m, double s, std::uint32_t law) {
  return m * (s * film_node(law) + 12 + 34);
}
inline double film_slopes(double m, double s) { return m * (32 + 3 * s + 2 + 14 * s + 2 * s + 1); }

// products.hpp
inline double at_stencils(double m, double s, double r) { return m * s * r * 4; }
inline double jacobian_rows(double m, double s, double r) { return m * r * (4 * s - 1); }
inline double project_residual(double held, double up) { return up * (2 * held + 3); }
inline double panel_product(double up, double rows) { return 8 * up * 2 * rows; }

// elimination.hpp, for columns in panels of eight: with pivots on the diagonal, or chosen.
inline double film_panels(double u) {
  const int panels = (static_cast<int>(u) + 7) / 8;
  return panels;
}
inline double diagonal_inverse() { return 8 * (1 + 8 + 8 + 7 * 24) + 64; }
inline double finish_panel(double up) { return 8 * 2 * 16 + panel_product(up, 8); }
inline double finish_choosing(double up) { return 8 * (1 + up * (1 + 1 + 8 * 2)); }
inline double film_solve(double u, double up) { return film_panels(u) * up * 17; }
// stage.hpp: T J of the changed rows, then the elimination
inline double film_factorise(double held, double u, double up) {
  const double panels = film_panels(u);
  return panels * panel_product(up, held) + panels * (panels - 1) / 2 * panel_product(up, 8) +
         panels * std::max(diagonal_inverse() + finish_panel(up), finish_choosing(up));
}

// substep.hpp: the gap that modal coordinates leave open; content at every row
inline double film_base(double m, double s, double n) { return m * s * 2 * n; }
inline double film_content(double m) { return m * (4 + 6); }

// modal.hpp and its callers: a stage's start and end
inline double film_modal(double np, double n, double rp) {
  return 7 * np + n * (dot(rp) + 5) + 4 * n;
}

}  // namespace mortise::gen::flops
