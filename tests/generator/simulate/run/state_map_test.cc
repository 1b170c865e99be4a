#include "generator/simulate/run/state_map.hpp"

#include <gtest/gtest.h>

namespace mortise::gen {
namespace {

constexpr Touch o = Touch::kOpen, st = Touch::kSticks, sl = Touch::kSlips;
using Shown = std::vector<ShownState>;

TEST(StateMap, ShowsEveryStepOfAShortRun) {
  StateMap map({{"left", "contact", 1, {}}, {"right", "law point", 2, {0.1, 0.2}}}, 4);
  EXPECT_EQ(map.places(), 3U);
  const std::vector<std::vector<Touch>> steps = {
      {st, o, sl}, {o, o, sl}, {sl, st, st}, {sl, o, sl}};
  for (std::size_t k = 0; k < steps.size(); ++k)
    map.add(0.5 * static_cast<double>(k + 1), steps[k]);
  EXPECT_EQ(map.ends(), (std::vector<double>{0.5, 1.0, 1.5, 2.0}));
  // what stands closed after the first step has not slapped
  EXPECT_EQ(map.span(0), (Shown{ShownState::sticks, ShownState::open, ShownState::slips}));
  EXPECT_EQ(map.span(1), (Shown{ShownState::open, ShownState::open, ShownState::slips}));
  EXPECT_EQ(map.span(2), (Shown{ShownState::slaps, ShownState::slaps, ShownState::sticks}));
  EXPECT_EQ(map.span(3), (Shown{ShownState::slips, ShownState::open, ShownState::slips}));
  EXPECT_DOUBLE_EQ(map.share(o), 4.0 / 12);
  EXPECT_DOUBLE_EQ(map.share(st), 3.0 / 12);
  EXPECT_DOUBLE_EQ(map.share(sl), 5.0 / 12);
}

TEST(StateMap, JoinsStepsAndLosesNoSlap) {
  constexpr long kSteps = 100 * StateMap::kMostSpans + 7;
  StateMap map({{"contact", "contact", 2, {}}}, kSteps);
  // the first place parts for one step, in the middle; the second one sticks in most of them
  for (long k = 0; k < kSteps; ++k)
    map.add(static_cast<double>(k + 1), {k == kSteps / 2 ? o : sl, k % 10 < 4 ? sl : st});
  ASSERT_EQ(map.ends().size(), static_cast<std::size_t>(StateMap::kMostSpans));
  EXPECT_DOUBLE_EQ(map.ends().back(), static_cast<double>(kSteps));
  int slaps = 0;
  for (std::size_t s = 0; s < map.ends().size(); ++s) {
    slaps += map.span(s)[0] == ShownState::slaps ? 1 : 0;
    EXPECT_EQ(map.span(s)[1], ShownState::sticks) << s;
  }
  EXPECT_EQ(slaps, 1);
}

}  // namespace
}  // namespace mortise::gen
