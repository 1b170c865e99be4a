#include "tests/physics/oracle/runtime_solver.hpp"

#include <cstdint>
#include <vector>

#include "generator/ground/dense/small_lu.hpp"
#include "mortise/kernel/contact/status_newton.hpp"
#include "tests/generator/contact/oracle/restrict.hpp"

namespace mortise::gen {
namespace {

// Arrays of the runtime: aligned to a cache line, padded to multiples of 8, zero where padded.
struct alignas(64) Line {
  double x[8] = {};
};

class Padded {
 public:
  explicit Padded(std::ptrdiff_t size) : lines_(static_cast<std::size_t>(size / 8 + 1)) {}
  double* data() { return lines_.front().x; }

 private:
  std::vector<Line> lines_;
};

void fill(const Matrix& A, int ld, double* out) {
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    for (Eigen::Index i = 0; i < A.rows(); ++i) out[j * ld + i] = A(i, j);
  }
}

LocalContact local_contact(const Matrix& G, Eigen::Index i) {
  const auto g = G.block<3, 3>(3 * i, 3 * i);
  const double upper[6] = {g(0, 0), g(0, 1), g(0, 2), g(1, 1), g(1, 2), g(2, 2)};
  return make_local_contact(upper, 0);
}

ContactMemory entering(double friction) {
  ContactMemory m{};
  m.active = 1;
  m.status = friction > 0.0 ? contact_status::kStick : contact_status::kSlip;
  m.direction[0] = 1.0;
  return m;
}

}  // namespace

RuntimeSolution solve_by_runtime(const InterfaceProblem& any, RuntimeSolver solver,
                                 double tolerance, int iterations) {
  const InterfaceProblem problem = embedded(any);
  const int nc = static_cast<int>(problem.contacts());
  const int rows = 3 * nc, ld = (rows + 7) / 8 * 8;
  Padded G(ld * rows), inverse(ld * rows), b(ld), force(ld), velocity(ld), free_force(ld),
      best_force(ld), unknowns(ld), system(rows * (ld + 8));
  fill(problem.G, ld, G.data());
  fill(problem.b, ld, b.data());
  std::vector<std::int32_t> contact(nc), index(rows);
  std::vector<LocalContact> local;
  std::vector<ContactMemory> memory;
  std::vector<double> friction(nc);
  for (int i = 0; i < nc; ++i) {
    contact[i] = i;
    local.push_back(local_contact(problem.G, i));
    friction[i] = any.directions > 1 ? problem.mu(i) : 0.0;
    memory.push_back(entering(friction[i]));
  }

  mortise::ContactProblem p;
  p.count = nc;
  p.delassus = G.data();
  p.ld = ld;
  p.free_velocity = b.data();
  p.contact = contact.data();
  p.local = local.data();
  p.friction = friction.data();
  p.tolerance = tolerance;
  const ContactIterate x{force.data(), velocity.data(), memory.data()};

  RuntimeSolution solution;
  SolveReport report;
  if (solver == RuntimeSolver::gauss_seidel) {
    report = MORTISE_ISA::gauss_seidel(p, x, iterations);
  } else {
    MORTISE_ISA::NewtonWork w;
    if (solver == RuntimeSolver::newton_dual) {
      fill(gen::inverse(problem.G), ld, inverse.data());
      w.inverse = inverse.data();
    }
    w.free_force = free_force.data();
    w.system = system.data();
    w.best_force = best_force.data();
    w.unknowns = unknowns.data();
    w.index = index.data();
    w.cap = iterations;
    w.tail = 30;
    MORTISE_ISA::StatusNewton newton(p, x, w);
    report = newton.solve();
    solution.fell_back = newton.fell_back();
  }
  solution.lambda = Eigen::Map<const Vector>(force.data(), rows);
  solution.residual = report.residual;
  solution.converged = report.converged;
  solution.iterations = report.iterations;
  return solution;
}

}  // namespace mortise::gen
