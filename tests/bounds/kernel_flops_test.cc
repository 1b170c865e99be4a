// The table of kernels from which the generator counts its bounds, against the kernels themselves:
// never less than what they take, and not much more.
#include "generator/bake/file/kernel_flops.hpp"

#include <gtest/gtest.h>

#include "runtime/src/joint/friction_laws.hpp"
#include "tests/bounds/counted_kernels.hpp"

namespace mortise::bounds {
namespace {

namespace table = gen::flops;

void expect_bound(std::uint64_t taken, double stated, double slack) {
  EXPECT_LE(static_cast<double>(taken), stated);
  EXPECT_GE(static_cast<double>(taken) * slack, stated);
}

TEST(KernelFlops, ProductsAndSums) {
  for (const int n : {8, 16, 24, 64}) {
    expect_bound(counted_dot(n), table::dot(n), 1.0);
    expect_bound(counted_add_three(n), table::add_three(n), 1.0);
    expect_bound(counted_combine(n, 5), table::combine(n, 5), 1.0);
    for (const int inputs : {0, 3})
      expect_bound(counted_free_motion(n, inputs), table::free_motion(n, inputs), 1.05);
  }
}

TEST(KernelFlops, OneContactAtTheCapOfItsInnerSteps) {
  expect_bound(counted_local_solve(), table::local_solve(), 1.1);
  expect_bound(counted_project_cone(), table::project_cone(), 1.4);
  expect_bound(counted_natural_residual(), table::natural_residual(), 1.4);
}

TEST(KernelFlops, LinearSystems) {
  for (int k = 1; k < 70; k += 3) {
    SCOPED_TRACE(k);
    expect_bound(counted_lu(k), table::lu(k), 2.0);
  }
}

// The inner steps of real problems are few: only that sweeps stay below their bound.
TEST(KernelFlops, Sweeps) {
  for (const int count : {1, 2, 5, 16}) {
    SCOPED_TRACE(count);
    const double ld = (3 * count + 7) / 8 * 8;
    EXPECT_LE(static_cast<double>(counted_gauss_seidel(count, 30)),
              table::gauss_seidel(count, ld, 30));
  }
}

TEST(KernelFlops, TangentialLawsAtTheCapOfTheirSearch) {
  using namespace baseline;
  const auto stated = [](std::uint64_t flops) { return static_cast<double>(flops); };
  for (const std::uint32_t elements : {1u, 6u, 16u})
    expect_bound(counted_iwan(static_cast<int>(elements)), stated(Iwan::flops(elements)), 1.1);
  expect_bound(counted_lugre_mean(), stated(LuGre::kMeanForceFlops), 1.1);
  // there is nothing to double here
  const std::uint64_t bracket = (kLuGreDoublings - 1) * (LuGre::kMeanForceFlops + 7);
  expect_bound(counted_lugre(), stated(LuGre::flops(1) - bracket), 1.1);
  expect_bound(counted_turning_slider(), stated(OdenPires::flops(1)), 1.4);
  expect_bound(counted_slider(), stated(Jenkins::flops(1)), 1.4);
}

TEST(KernelFlops, NormalLawWhereSpringsLetGoOrTakeHold) {
  expect_bound(counted_normal(), table::normal_crossing(), 1.4);
}

TEST(KernelFlops, ImpactLawWithoutARoot) {
  expect_bound(counted_impact(), table::impact_law(kImpactIterations), 1.4);
}

}  // namespace
}  // namespace mortise::bounds
