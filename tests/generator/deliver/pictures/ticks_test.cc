#include "generator/deliver/pictures/axes.hpp"

#include <gtest/gtest.h>

#include "generator/deliver/pictures/text.hpp"

namespace mortise::gen {
namespace {

std::vector<std::string> labels(const std::vector<PlotTick>& ticks) {
  std::vector<std::string> result;
  for (const PlotTick& tick : ticks) {
    if (!tick.minor) result.push_back(tick.label);
  }
  return result;
}

using Labels = std::vector<std::string>;

TEST(Ticks, StandAtRoundNumbers) {
  EXPECT_EQ(labels(linear_ticks(0.0, 1.0, 5)), (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels(linear_ticks(-0.31, 0.31, 4)), (Labels{"\xE2\x88\x92"
                                                          "0.2",
                                                          "0.0", "0.2"}));
  EXPECT_EQ(linear_ticks(-0.45, 0.45, 2).size(), 5u);  // not 0 alone
  EXPECT_EQ(labels(linear_ticks(0.0, 400.0, 4)), (Labels{"0", "100", "200", "300", "400"}));
  EXPECT_EQ(labels(linear_ticks(995.0, 1012.0, 4)), (Labels{"995", "1000", "1005", "1010"}));
  EXPECT_EQ(labels(linear_ticks(0.0, 3e-7, 4)), (Labels{"0", "1e-07", "2e-07", "3e-07"}));
}

TEST(Ticks, OfLogarithmicAxesArePowersOrTheirMultiples) {
  EXPECT_EQ(labels(log_ticks(0.08, 1.1, 5)), (Labels{"0.1", "0.2", "0.5", "1"}));
  EXPECT_EQ(labels(log_ticks(1e-7, 1e-3, 5)),
            (Labels{"10^{-7}", "10^{-6}", "10^{-5}", "10^{-4}", "10^{-3}"}));
  EXPECT_EQ(labels(log_ticks(1e-9, 1e3, 4)),
            (Labels{"10^{-9}", "10^{-6}", "10^{-3}", "10^{0}", "10^{3}"}));
  EXPECT_EQ(labels(log_ticks(9e-6, 5e-5, 5)), (Labels{"10^{-5}",
                                                      "2\xC2\xB7"
                                                      "10^{-5}",
                                                      "5\xC2\xB7"
                                                      "10^{-5}"}));
}

TEST(Ticks, PrefixesKeepTheLargestValueReadable) {
  EXPECT_EQ(si_prefix(0.7e9, "Pa", 0.1).unit, "GPa");
  EXPECT_EQ(si_prefix(0.7e9, "Pa").unit, "MPa");
  EXPECT_EQ(si_prefix(3e-5, "m").unit, "\xC2\xB5m");
  EXPECT_EQ(si_prefix(1000 * 1e-6, "s").unit, "ms");
  EXPECT_EQ(si_prefix(0.0, "N").unit, "N");
  EXPECT_EQ(si_prefix(1e-15, "m").unit, "nm");
  EXPECT_EQ(axis_label("gap", si_prefix(2.0, "m")), "gap [m]");
}

TEST(Ticks, AxesReachBeyondTheDataButNotAcrossZero) {
  PlotPanel panel;
  panel.series.resize(1);
  panel.series[0].x = {2.0, 4.0};
  panel.series[0].y = {0.0, 10.0};
  const auto x = axis_range({&panel}, AxisSide::x, "f"),
             y = axis_range({&panel}, AxisSide::left, "f");
  EXPECT_EQ(x.lowest, 2.0);
  EXPECT_EQ(x.highest, 4.0);
  EXPECT_EQ(y.lowest, 0.0);
  EXPECT_GT(y.highest, 10.0);
}

TEST(Ticks, MarginsBelongToWhatIsSeen) {
  PlotPanel panel;
  panel.series.resize(1);
  panel.series[0].x = {0.0, 1.0};
  panel.series[0].y = {-1.0, 1000.0};
  panel.y.highest = 9.0;
  const AxisRange y = axis_range({&panel}, AxisSide::left, "f");
  EXPECT_NEAR(y.lowest, -1.5, 1e-12);
  EXPECT_EQ(y.highest, 9.0);
}

TEST(Ticks, NumbersAreTheSameInEveryLocale) {
  EXPECT_EQ(number_text(0.25), "0.25");
  EXPECT_EQ(decimal_text(-1.5, 2),
            "\xE2\x88\x92"
            "1.50");
}

}  // namespace
}  // namespace mortise::gen
