// Small films for the tests, quick to solve.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {

inline FilmContactSpec small_film(const std::string& name, int points,
                                  std::vector<std::string> overrides = {}) {
  overrides.push_back("grid.points=" + std::to_string(points));
  return reducible(
      *read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml", overrides)
           .film);
}

// Numbers in [low, high], the same at every call.
inline Vector random_vector(Eigen::Index n, double low, double high, unsigned seed) {
  std::mt19937 engine(seed);
  Vector v(n);
  for (double& x : v) x = low + (high - low) * (static_cast<double>(engine()) / 4294967295.0);
  return v;
}

// One shape per node with unknown pressure: the reduced film is the full one.
inline ReducedBasis whole_basis(const FilmProblemData& problem) {
  ReducedBasis basis;
  basis.pressure = Matrix::Zero(problem.x.size(), problem.unknowns);
  basis.pressure.middleRows(problem.first, problem.unknowns).setIdentity();
  for (int k = 0; k < problem.unknowns; ++k) basis.rows.push_back(problem.first + k);
  basis.test = Matrix::Identity(problem.unknowns, problem.unknowns);
  basis.minimum_nodes = basis.rows;
  basis.iterations = basis.repeat_iterations = 40;
  basis.tolerance = 1e-11;
  basis.step_limit = 0.3;
  basis.age_limit = 1e-3;
  return basis;
}

}  // namespace mortise::gen
