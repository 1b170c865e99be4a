#include "tests/generator/contact/oracle/restrict.hpp"

#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

InterfaceProblem restricted(const InterfaceProblem& p, int directions) {
  check(p);
  if (directions < 1 || directions > p.directions) {
    throw Error("contact problem",
                "cannot keep " + std::to_string(directions) + " of " +
                    std::to_string(p.directions) + " directions",
                "ask for at most the directions the problem has");
  }
  const Eigen::Index nc = p.contacts();
  InterfaceProblem r;
  r.directions = directions;
  r.mu = p.mu;
  r.G.resize(directions * nc, directions * nc);
  r.b.resize(directions * nc);
  for (Eigen::Index i = 0; i < nc; ++i) {
    r.b.segment(directions * i, directions) = p.b.segment(p.directions * i, directions);
    for (Eigen::Index j = 0; j < nc; ++j) {
      r.G.block(directions * i, directions * j, directions, directions) =
          p.G.block(p.directions * i, p.directions * j, directions, directions);
    }
  }
  return r;
}

InterfaceProblem embedded(const InterfaceProblem& p) {
  check(p);
  const Eigen::Index nc = p.contacts();
  const int d = p.directions;
  InterfaceProblem e;
  e.directions = 3;
  e.mu = p.mu;
  e.G = Matrix::Zero(3 * nc, 3 * nc);
  e.b = Vector::Zero(3 * nc);
  for (Eigen::Index i = 0; i < nc; ++i) {
    e.b.segment(3 * i, d) = p.b.segment(d * i, d);
    for (Eigen::Index j = 0; j < nc; ++j) {
      e.G.block(3 * i, 3 * j, d, d) = p.G.block(d * i, d * j, d, d);
    }
  }
  return e;
}

}  // namespace mortise::gen
