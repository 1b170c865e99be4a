// A film whose force is known in closed form: between parallel plates, of constant viscosity and
// incompressible, pressure is a parabola and F = C max(0, -h') / h^3 (Reynolds' equation exactly).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "generator/bake/film/bake_film.hpp"
#include "mortise/groups.hpp"
#include "tests/physics/assemblies.hpp"

namespace mortise::test {

// constant: C [N s m^2]; gap: between the plates at q = 0 [m].
inline gen::AssemblyFilm squeeze_film(double constant, double gap) {
  gen::AssemblyFilm out;
  gen::ReducedFilm& f = out.film;
  gen::FilmProblemData& p = f.problem;
  p.loaded = p.load_scaled = false;
  p.scales.film = 1e-5;
  p.scales.time = 1e-4;
  p.scales.pressure = p.scales.length = 1;
  const Eigen::Index points = 5;
  p.first = 1;
  p.unknowns = 3;
  p.x = gen::Vector::LinSpaced(points, -1, 1);
  p.geometry = gen::Vector::Constant(points, gap / p.scales.film);
  p.compliance = gen::Matrix::Zero(points, points);
  const gen::Vector shape = 1 - p.x.array().square();
  // f = (right (H^3 + H^3)(P_i+1 - P_i) - ...) - dH/dT with lambda = 2: P = -H'/H^3 (1 - x^2)
  const double dx = p.x[1] - p.x[0];
  p.rows.left = p.rows.right = gen::Vector::Constant(points, 1 / (4 * dx * dx));
  p.rows.d0 = p.rows.d1 = p.rows.d2 = p.rows.cell = gen::Vector::Zero(points);
  p.weights = shape / shape.squaredNorm();  // of the parabola of height 1: 1
  p.force = constant / (p.scales.time * p.scales.film * p.scales.film);
  p.penalty = 1e10;  // while the plates part there is no force
  p.lubricant.viscosity_law = gen::ViscosityLaw::constant;
  p.lubricant.density_law = gen::DensityLaw::incompressible;
  gen::ReducedBasis b;
  b.pressure = shape;
  b.rows = {2};
  b.test = gen::Matrix::Ones(1, 1);
  b.minimum_nodes = {2};
  b.iterations = 12;
  b.repeat_iterations = 40;
  b.age_limit = b.row_limit = 0;
  b.step_limit = 1e9;
  b.tolerance = 1e-9;
  f.bases = {b};
  f.landing_gap = 1e6;
  f.guard = 1e15;
  f.trust_limit = 1e6;
  f.gap_floor = 1e-4;
  return out;
}

// The film between bodies whose distance opens along row . x.
inline void add_film(Assembly* a, gen::BakeOptions* o, const std::string& name,
                     const std::vector<double>& row, const gen::AssemblyFilm& film) {
  gen::FilmPlace place;
  place.film = static_cast<int>(o->films.size());
  place.opening = a->functional(row);
  o->films.push_back(film);
  gen::place_film(&o->films.back(), &place);
  a->film(name, place);
}

// No step of a run with energy_outputs() makes energy, and the books say where `energy` [J] went.
inline void expect_kept_energy(gen::Instance* run, double energy, int steps) {
  std::vector<double> y(static_cast<std::size_t>(run->dims().outputs));
  double before = energy;
  for (int k = 0; k < steps; ++k) {
    EXPECT_EQ(run->step(nullptr, y.data()) & status::kROLLED_BACK, status::kOk);
    const double now = y[0] + y[1];
    EXPECT_LE(now, before + 1e-9) << k;
    before = now;
    EXPECT_NEAR(now + y[2] + y[4] + y[5], energy, 1e-9) << k;
  }
}

// What a run of lumps (a body each) ends with: displacements, velocities, outputs; the passes of
// its first group, and every status seen.
struct FilmRun {
  double passes = 0;  // mean
  std::uint32_t most = 0;
  Status seen = 0;
  std::vector<double> x, v, y;
};

inline FilmRun run_film(const Assembly& bodies, const gen::BakeOptions& options, double duration) {
  gen::Instance run(gen::bake(bodies.system(), options), "film");
  FilmRun out;
  out.y.resize(static_cast<std::size_t>(run.dims().outputs));
  const auto steps = std::lround(duration / options.step);
  for (long k = 0; k < steps; ++k) {
    out.seen |= run.step(nullptr, out.y.data());
    const std::uint32_t passes = group_report(run.model(), run.state(), 0).iterations;
    out.passes += passes / static_cast<double>(steps);
    out.most = std::max(out.most, passes);
  }
  const Real *q = run.state().q(run.model()), *v = run.state().v(run.model());
  for (Eigen::Index b = 0; b < bodies.system().size(); ++b) {  // bodies begin at multiples of 8
    const double shape = bodies.system().output_rows(b, b);
    out.x.push_back(shape * q[8 * b]);
    out.v.push_back(shape * v[8 * b]);
  }
  return out;
}

}  // namespace mortise::test
