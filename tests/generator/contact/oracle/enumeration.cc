#include "tests/generator/contact/oracle/enumeration.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kMaxContacts = 6;
constexpr int kMaxRows = 2 * kMaxContacts;
using Extended = long double;  // forces of nearly dependent contacts need the digits
using SmallMatrix =
    Eigen::Matrix<Extended, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxRows, kMaxRows>;
using SmallVector = Eigen::Matrix<Extended, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxRows, 1>;

// lambda = E x with one column of E per unknown of a status set; rows of u that must vanish.
struct StatusSystem {
  SmallMatrix E;
  int zero_rows[kMaxRows];
  int unknowns = 0;
};

StatusSystem system_of(const InterfaceProblem& p, const std::vector<ContactStatus>& status) {
  StatusSystem s;
  s.E = SmallMatrix::Zero(p.b.size(), p.b.size());
  for (std::size_t i = 0; i < status.size(); ++i) {
    const int normal = p.directions * static_cast<int>(i);
    if (status[i] == ContactStatus::open) continue;
    s.E(normal, s.unknowns) = 1.0;
    if (status[i] == ContactStatus::slip_plus) s.E(normal + 1, s.unknowns) = p.mu(i);
    if (status[i] == ContactStatus::slip_minus) s.E(normal + 1, s.unknowns) = -p.mu(i);
    s.zero_rows[s.unknowns++] = normal;
    if (status[i] == ContactStatus::stick && p.directions == 2) {
      s.E(normal + 1, s.unknowns) = 1.0;
      s.zero_rows[s.unknowns++] = normal + 1;
    }
  }
  return s;
}

// Forces of a status set; false if its linear system is singular to rounding.
bool solve(const InterfaceProblem& p, const SmallMatrix& G, const StatusSystem& s,
           SmallVector* lambda) {
  const int k = s.unknowns;
  *lambda = SmallVector::Zero(p.b.size());
  if (k == 0) return true;
  SmallMatrix A(k, k);
  SmallVector rhs(k);
  for (int r = 0; r < k; ++r) {
    A.row(r) = G.row(s.zero_rows[r]) * s.E.leftCols(k);
    rhs(r) = -p.b(s.zero_rows[r]);
  }
  const Eigen::PartialPivLU<SmallMatrix> lu(A);
  const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
  if (pivots.minCoeff() <= 1e-12 * pivots.maxCoeff()) return false;
  *lambda = s.E.leftCols(k) * lu.solve(rhs);
  return true;
}

// Cheap necessary conditions; `slack` keeps solutions on the border for the residual to judge.
bool plausible(const InterfaceProblem& p, const Vector& lambda, const Vector& u, double slack_u,
               double slack_lambda) {
  const int d = p.directions;
  for (int i = 0; i < p.contacts(); ++i) {
    if (u(d * i) < -slack_u || lambda(d * i) < -slack_lambda) return false;
    if (d == 1) continue;
    if (std::abs(lambda(d * i + 1)) > p.mu(i) * lambda(d * i) + slack_lambda) return false;
    const bool power = lambda(d * i + 1) > slack_lambda && u(d * i + 1) > slack_u;
    const bool power_back = lambda(d * i + 1) < -slack_lambda && u(d * i + 1) < -slack_u;
    if (power || power_back) return false;
  }
  return true;
}

bool advance(std::vector<ContactStatus>* status, int choices) {
  for (ContactStatus& s : *status) {
    const int next = static_cast<int>(s) + 1;
    s = static_cast<ContactStatus>(next % choices);
    if (next < choices) return true;
  }
  return false;
}

double largest(const Vector& v) { return v.size() ? v.cwiseAbs().maxCoeff() : 0.0; }

bool agree(const Vector& a, const Vector& b, double tolerance) {
  return largest(a - b) <= tolerance;
}

void add(const InterfaceProblem& p, EnumeratedSolution candidate, double same, Enumeration* all) {
  const double velocity = same * std::max(largest(p.b), 1e-300);
  const double force = same * std::max(largest(candidate.lambda), 1e-300);
  bool new_velocity = true;
  for (const EnumeratedSolution& known : all->solutions) {
    if (!agree(known.velocity, candidate.velocity, velocity)) continue;
    if (agree(known.lambda, candidate.lambda, force)) return;
    new_velocity = false;
  }
  all->distinct_velocities += new_velocity ? 1 : 0;
  all->solutions.push_back(std::move(candidate));
}

}  // namespace

Enumeration enumerate_solutions(const InterfaceProblem& p, double tolerance, double same) {
  check(p);
  if (p.directions == 3 || p.contacts() > kMaxContacts) {
    throw Error(
        "enumeration of contact statuses",
        std::to_string(p.contacts()) + " contacts, " + std::to_string(p.directions) + " directions",
        "use at most 6 contacts and a frictionless or planar problem");
  }
  const int choices = p.directions == 1 ? 2 : 4;
  const double slack_u = 100.0 * tolerance * largest(p.b);
  Enumeration all;
  std::vector<ContactStatus> status(p.contacts(), ContactStatus::open);
  const SmallMatrix G = p.G.cast<Extended>();
  SmallVector extended;
  do {
    ++all.status_sets;
    if (!solve(p, G, system_of(p, status), &extended)) {
      ++all.singular_sets;
      continue;
    }
    const Vector lambda = extended.cast<double>();
    const Vector u = (G * extended).cast<double>() + p.b;
    const double slack_lambda = 100.0 * tolerance * lambda.cwiseAbs().maxCoeff();
    if (!plausible(p, lambda, u, slack_u, slack_lambda)) continue;
    const double defect = residual(p, lambda);
    if (defect <= tolerance) add(p, {status, lambda, u, defect}, same, &all);
  } while (advance(&status, choices));
  return all;
}

}  // namespace mortise::gen
