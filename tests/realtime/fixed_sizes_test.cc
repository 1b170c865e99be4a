// Sizes known at compile time change the code, never the bits.
#include <gtest/gtest.h>

#include "mortise/fixed.hpp"
#include "tests/realtime/shipped_model.hpp"

namespace mortise::test {
namespace {

template <class Fixed>
void expect_same_bits(const gen::BakeInput& input) {
  gen::Instance dynamic = instance_of(input), fixed = instance_of(input);
  const Model& model = dynamic.model();
  ASSERT_TRUE(Fixed::fits(model)) << "the shipped model has other sizes now";
  ScenarioPlayer player;
  const std::int32_t scenario = find_scenario(model, "throw");
  ASSERT_TRUE(player.start(model, scenario, &dynamic.state()));
  ASSERT_TRUE(player.start(model, scenario, &fixed.state()));
  std::vector<Real> u(static_cast<std::size_t>(model.input_values()));
  std::vector<Real> y(static_cast<std::size_t>(model.dims().outputs)), z = y;
  for (int k = 0; k < 10000; ++k) {
    player.next(model, u.data());
    const Status expected = dynamic.step(u.data(), y.data());
    const Status got = Fixed::step(fixed.model(), fixed.state(), u.data(), z.data());
    ASSERT_EQ(hash_step(kFnvStart, model, dynamic.state(), y.data(), expected),
              hash_step(kFnvStart, model, fixed.state(), z.data(), got))
        << "step " << k;
  }
  EXPECT_GT(dynamic.state().statistics().steps_in_contact, 100u);
}

TEST(FixedSizes, GiveTheBitsOfTheDynamicStep) {
  for (const char* solver : {"solver.kind=gauss_seidel", "solver.kind=newton"}) {
    SCOPED_TRACE(solver);
    expect_same_bits<Runtime<24, 2, 1, 6>>(prepared("rod_wall", {solver}));
    expect_same_bits<Runtime<16, 2, 1, 6>>(prepared("beam_wall", {solver}));
  }
}

TEST(FixedSizes, RefuseAModelOfOtherSizes) {
  const gen::Instance run = instance_of(prepared("beam_wall"));
  EXPECT_TRUE((Runtime<16, 2, 1, 6>::fits(run.model())));
  EXPECT_FALSE((Runtime<24, 2, 1, 6>::fits(run.model())));
  EXPECT_FALSE((Runtime<16, 3, 1, 6>::fits(run.model())));
  EXPECT_FALSE((Runtime<16, 2, 2, 6>::fits(run.model())));
}

}  // namespace
}  // namespace mortise::test
