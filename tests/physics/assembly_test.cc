// Assemblies in the runtime against event-driven solutions and against models of single interfaces.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "tests/physics/assemblies.hpp"

namespace mortise::test {
namespace {

using namespace gen;

// The case two_masses of tests/data/assembly/cases.json: masses 1 and .5 kg, springs 1e4 N/m to the
// ground and 2e3 N/m between them, a slider of 2e4 N/m that slips at 30 N between them, a stop 1 mm
// in front of the second one, restitution .5.
ReducedSystem two_masses(int sliders) {
  Assembly a = masses({1.0, 0.5}, (Matrix(2, 2) << 12000, -2000, -2000, 2000).finished());
  for (int i = 0; i < sliders; ++i)
    a.slider("slider" + std::to_string(i), {-1, 1}, 2e4 / sliders, 30.0 / sliders);
  a.stop("stop", {0, -1}, 1e-3, 0.5);
  return a.start({0, 0}, {1, 1});
}

struct Exact {
  double x[2] = {0.0005354957806, 0.0007018425178}, v[2] = {0.356564734, 0.1963865199};
  double first_impact = 0.001000004;
};

// Largest error of (omega q, v) at the end, over the largest of both.
double state_error(const Instance& run, const ReducedSystem& s, const Matrix& shapes) {
  const Exact exact;
  const Eigen::Map<const Vector> q(run.state().q(run.model()), 2), v(run.state().v(run.model()), 2);
  const Matrix inverse = shapes.inverse();
  const Vector q_exact = inverse * Eigen::Map<const Vector>(exact.x, 2);
  const Vector v_exact = inverse * Eigen::Map<const Vector>(exact.v, 2);
  const Vector w = s.omega;
  const double largest = std::max(w.cwiseProduct(q_exact).cwiseAbs().maxCoeff(),
                                  v_exact.cwiseAbs().maxCoeff());
  return std::max(w.cwiseProduct(q - q_exact).cwiseAbs().maxCoeff(),
                  (v - v_exact).cwiseAbs().maxCoeff()) /
         largest;
}

TEST(Assembly, TwoMassesMeetTheEventDrivenSolution) {
  const struct {
    double h, error;
  } cases[] = {{1e-4, 2.1e-2}, {1e-5, 2.3e-3}, {1e-6, 4.5e-4}};
  for (const auto& c : cases) {
    const ReducedSystem s = two_masses(1);
    Instance run(bake(s, assembly_options(c.h)), "two_masses");
    const int steps = static_cast<int>(std::lround(0.1 / c.h));
    Status seen = 0;
    for (int k = 0; k < steps; ++k) seen |= run.step(nullptr, nullptr);
    EXPECT_EQ(seen, status::kOk) << c.h;
    EXPECT_LT(state_error(run, s, s.output_rows), c.error) << c.h;
    std::printf("h %g error %.3e iterations mean %.4f max %u residual %.1e\n", c.h,
                state_error(run, s, s.output_rows),
                double(run.state().statistics().iterations) / steps,
                run.state().statistics().iterations_max, run.state().statistics().worst_residual);
  }
}

}  // namespace
}  // namespace mortise::test
