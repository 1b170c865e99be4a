// A plant with vectors of fixed size: the bits of the runtime, views of its arrays, no heap.
#include "mortise/eigen.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>

#include "generator/bake/play/instance.hpp"
#include "targets/linux-rt/heap_count.hpp"
#include "tests/robustness/seed_models.hpp"

namespace mortise::test {
namespace {

// Steps through the plant and through the runtime give the same bits; start and end of the inputs
// differ where the model has both.
template <class Fixed>
void expect_same_bits(const char* name) {
  SCOPED_TRACE(name);
  gen::Instance expected(robustness::make_seed_model(name), name);
  gen::Instance run(robustness::make_seed_model(name), name);
  const Model& m = run.model();
  ASSERT_TRUE(Fixed::fits(m));
  Plant<Fixed> plant(m, run.state());
  using P = Plant<Fixed>;
  typename P::Outputs y = P::Outputs::Zero(), z = y;
  std::uint64_t calls = 0;
  for (int k = 0; k < 2000; ++k) {
    typename P::Inputs start, end;
    for (int j = 0; j < P::kInputs; ++j) {
      start[j] = 40 * std::sin(0.05 * k + j);
      end[j] = m.input_values() > P::kInputs ? 40 * std::sin(0.05 * (k + 1) + j) : start[j];
    }
    Real u[2 * P::kInputs + 1];
    std::memcpy(u, start.data(), sizeof(Real) * P::kInputs);
    std::memcpy(u + P::kInputs, end.data(), sizeof(Real) * P::kInputs);
    const Status want = step(expected.model(), expected.state(), u, z.data());
    const std::uint64_t before = targets::heap_calls();
    const Status got = plant.step(0.5 * (2 * start), end, &y);  // expressions are taken too
    calls += targets::heap_calls() - before;
    ASSERT_EQ(got, want) << "step " << k;
    ASSERT_EQ(std::memcmp(&run.state(), &expected.state(), m.arena_bytes()), 0) << "step " << k;
    ASSERT_EQ(std::memcmp(y.data(), z.data(), sizeof(Real) * P::kOutputs), 0) << "step " << k;
  }
  EXPECT_EQ(calls, 0u);
  EXPECT_EQ(plant.q().data(), run.state().q(m));
  EXPECT_EQ(plant.v().data(), run.state().v(m));
  EXPECT_EQ(plant.forces().data(), run.state().lambda(m));
  EXPECT_TRUE(plant.outputs() == y);
  EXPECT_EQ(plant.time(), 2000 * m.step_size());
  EXPECT_EQ(plant.q().size(), m.dims().modes_padded);
  EXPECT_EQ(plant.forces().cols(), m.dims().contacts);
}

TEST(EigenPlant, GivesTheBitsOfTheRuntime) {
  expect_same_bits<Runtime<8, 1, 1, 5>>("single");
  expect_same_bits<Runtime<24, 4, 2, 5>>("several");
  expect_same_bits<Runtime<8, 0, 2, 3>>("free");
}

// A controller that reads everything there is: no call of the heap.
TEST(EigenPlant, NeedsNoHeap) {
  using Fixed = Runtime<24, 4, 2, 5>;
  gen::Instance run(robustness::make_seed_model("several"), "several");
  ASSERT_TRUE(Fixed::fits(run.model()));
  Plant<Fixed> plant(run.model(), run.state());
  using P = Plant<Fixed>;
  const Eigen::Matrix<Real, 2, 5> gain = Eigen::Matrix<Real, 2, 5>::Constant(0.1);
  P::Outputs y = P::Outputs::Zero();
  Real seen = 0;
  const std::uint64_t before = targets::heap_calls();
  for (int k = 0; k < 10000; ++k) {
    (void)plant.step(P::Inputs::Constant(20 * std::sin(0.05 * k)) - gain * y, &y);
    seen += plant.q().norm() + plant.v().cwiseAbs().maxCoeff() + plant.forces().row(0).sum() +
            plant.clearances().minCoeff() + plant.inputs().sum() + plant.outputs().dot(y);
  }
  EXPECT_EQ(targets::heap_calls(), before);
  EXPECT_TRUE(std::isfinite(seen) && plant.forces().size() == 12);
  // the counter counts: a vector of dynamic size takes from the heap
  const auto dynamic = std::make_unique<Eigen::VectorXd>(y);
  const Eigen::VectorXd* volatile kept = dynamic.get();  // else compilers may do without
  EXPECT_GT(targets::heap_calls(), before);
  EXPECT_EQ(kept->size(), 5);
}

}  // namespace
}  // namespace mortise::test
