// Test spaces other than Galerkin's, for the reduced film with all rows of the grid.
#pragma once

#include <string>
#include <vector>

#include "generator/reduce/reduced_stepper.hpp"

namespace mortise::gen {

struct TestSpace {
  std::string name;
  TestOperator test;  // empty: Galerkin
};

// Galerkin; least squares of the residual (LSPG), as it stands and with rows scaled to one size;
// the shapes' deformations C V; J^-T V with the full Jacobian of the steady film under the film's
// default load, which makes T J the projection V^T at that state.
// film: a line contact with one basis; copied where needed. Throws Error if J is singular.
std::vector<TestSpace> test_spaces(const ReducedFilm& film);

}  // namespace mortise::gen
