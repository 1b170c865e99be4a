// Sizes known at compile time change the code, never the bits.
#include <gtest/gtest.h>

#include <cstring>

#include "mortise/fixed.hpp"
#include "tests/realtime/shipped_model.hpp"
#include "tests/robustness/seed_models.hpp"

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

// Modes as the model has them are rounded up as the file has them.
TEST(FixedSizes, TakeAnyNumberOfModes) {
  expect_same_bits<Runtime<15, 2, 1, 6>>(prepared("beam_wall"));
  static_assert(Runtime<0, 2, 1, 6>::Sizes::modes() == 0, "none");
}

TEST(FixedSizes, RefuseAModelOfOtherSizes) {
  const gen::Instance run = instance_of(prepared("beam_wall"));
  EXPECT_TRUE((Runtime<16, 2, 1, 6>::fits(run.model())));
  EXPECT_FALSE((Runtime<24, 2, 1, 6>::fits(run.model())));
  EXPECT_FALSE((Runtime<16, 3, 1, 6>::fits(run.model())));
  EXPECT_FALSE((Runtime<16, 2, 2, 6>::fits(run.model())));
}

// Equal sizes are not enough: the rows of these laws lie elsewhere, or there are none.
template <int np, int nu, int ny>
void expect_refused(const char* name) {
  SCOPED_TRACE(name);
  gen::Instance run(robustness::make_seed_model(name), name);
  const Model& m = run.model();
  ASSERT_EQ(m.dims().modes_padded, np);
  ASSERT_EQ(m.dims().inputs, nu);
  ASSERT_EQ(m.dims().outputs, ny);
  using Fixed = Runtime<np, 0, nu, ny>;
  EXPECT_FALSE(Fixed::fits(m));
  const gen::AlignedBytes before(&run.state(), m.arena_bytes());
  std::vector<Real> u(static_cast<std::size_t>(m.input_values())), y(ny);
  EXPECT_EQ(Fixed::step(m, run.state(), u.data(), y.data()), status::kBAD_CALL);
  EXPECT_EQ(std::memcmp(before.data(), &run.state(), m.arena_bytes()), 0);
}

TEST(FixedSizes, RefuseAModelOfAnotherLaw) {
  expect_refused<16, 1, 14>("joint");
  expect_refused<16, 1, 14>("springs");
  expect_refused<16, 1, 8>("slider");
  expect_refused<16, 1, 8>("alpha");
}

TEST(FixedSizes, RefuseAForeignState) {
  const gen::BakeInput input = prepared("beam_wall");
  gen::BakeInput other = input;
  other.options.name = "other";
  gen::Instance run = instance_of(input), foreign = instance_of(other);
  Real u[2] = {0, 0}, y[6];
  EXPECT_EQ((Runtime<16, 2, 1, 6>::step(run.model(), foreign.state(), u, y)), status::kBAD_CALL);
  EXPECT_EQ(foreign.state().steps(), 0u);
}

}  // namespace
}  // namespace mortise::test
