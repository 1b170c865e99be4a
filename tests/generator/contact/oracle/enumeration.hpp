// All solutions of a small contact problem, by trying every combination of contact statuses.
#pragma once

#include <vector>

#include "generator/contact/unilateral/contact_problem.hpp"

namespace mortise::gen {

// slip_plus: lambda_t = +mu lambda_n (the point moves to -t); slip_minus the other edge.
enum class ContactStatus { open, stick, slip_plus, slip_minus };

struct EnumeratedSolution {
  std::vector<ContactStatus> status;  // (nc)
  Vector lambda;                      // (d nc)
  Vector velocity;                    // u = G lambda + b (d nc)
  double residual = 0.0;              // of contact_problem.hpp
};

struct Enumeration {
  // Solutions that differ in velocity or force, in the order of their statuses. Where G is singular
  // a continuum of forces is represented by its vertices.
  std::vector<EnumeratedSolution> solutions;
  int distinct_velocities = 0;  // 1: the motion is unique
  long status_sets = 0;         // combinations tried: 2^nc or 4^nc
  long singular_sets = 0;       // combinations whose linear system has no unique solution; skipped
};

// Frictionless (d = 1: open or closed) and planar problems (d = 2: open, stick, slip either way) of
// at most 6 contacts. A status set whose forces satisfy the law with a residual <= tolerance is a
// solution; two solutions are the same if velocities (relative to max|b|) and forces (relative to
// max|lambda|) agree to `same`. Every solution is found whose status set has a regular system; for
// singular G in general position each polyhedron of solutions has such a vertex.
// Throws Error for d = 3 or more than 6 contacts.
Enumeration enumerate_solutions(const InterfaceProblem& problem, double tolerance = 1e-10,
                                double same = 1e-8);

}  // namespace mortise::gen
