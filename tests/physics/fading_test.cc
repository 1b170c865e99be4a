// What dies away exponentially ends in zero: subnormal numbers would slow the steps of a structure
// at rest down tenfold.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

int subnormal_numbers(const double* x, std::size_t count) {
  return static_cast<int>(
      std::count_if(x, x + count, [](double a) { return std::fpclassify(a) == FP_SUBNORMAL; }));
}

// Subnormal numbers of the modal state, and of what a joint remembers.
int subnormal_numbers(const gen::Instance& run) {
  const State& s = run.state();
  const ModelView& m = run.model().view();
  const auto n = static_cast<std::size_t>(m.dims.modes);
  int found = subnormal_numbers(s.q(run.model()), n) + subnormal_numbers(s.v(run.model()), n);
  if (m.is_joint())
    found +=
        subnormal_numbers(s.at<double>(m.layout.law_history + m.joint_layout.memory[s.current_]),
                          m.joint_layout.memory_bytes / sizeof(double));
  return found;
}

// Kicks every mode, leaves the structure alone and looks for subnormal numbers on the way.
int fading(gen::Instance* run, long steps) {
  const std::vector<double> u(16, 0.0);
  for (int i = 0; i < run->dims().modes; ++i) run->state().v(run->model())[i] = 1e-9;
  int worst = 0;
  for (long k = 0; k < steps; ++k) {
    (void)run->step(u.data(), nullptr);
    if (k > steps / 2 && k % 16 == 0) worst = std::max(worst, subnormal_numbers(*run));
  }
  return worst;
}

TEST(Fading, JointWithResidualComplianceThatStaysOpen) {
  const gen::BakeInput input =
      prepared("two_cantilevers", {"contact.gap=1e-3", "output.energies=false"});
  gen::Instance run = instance_of(input);
  const ModelView& m = run.model().view();
  double* residual = run.state().at<double>(m.layout.law_history + m.joint_layout.memory[0] +
                                            m.joint_layout.residual);
  for (int k = 0; k < m.joint.ports; ++k) residual[k] = 1e-3;
  EXPECT_EQ(fading(&run, 100000), 0);
}

TEST(Fading, BeamAwayFromItsWall) {
  gen::BakeInput input = prepared("beam_wall");
  for (gen::ContactParameters& c : input.system.make_lone().make<gen::ReducedContacts>().points)
    c.clearance = 1.0;
  gen::Instance run = instance_of(input);
  EXPECT_EQ(fading(&run, 100000), 0);
}

}  // namespace
}  // namespace mortise::test
