// Which candidate is taken, on numbers made up for it.
#include "generator/judge/compare/advice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mortise::gen {
namespace {

AdvisedCandidate candidate(double ns, double error, std::uint64_t arena = 1000) {
  AdvisedCandidate c;
  c.step = 1e-5;
  c.modes = 10;
  c.ns_typical = 0.5 * ns;
  c.ns_worst = ns;
  c.arena_bytes = arena;
  c.resolved = true;
  c.total[Measure::displacement] = error;
  c.total[Measure::velocity] = 0.5 * error;
  return c;
}

const AdviceLimits kLimits{1000.0, 0.1, {Measure::displacement, Measure::velocity}};

using Numbers = std::vector<std::size_t>;

TEST(Advice, ErrorIsTheLargestOfThoseAskedFor) {
  AdvisedCandidate c = candidate(1, 0.02);
  c.total[Measure::force] = 0.5;
  EXPECT_EQ(c.error({Measure::displacement, Measure::velocity}), 0.02);
  EXPECT_EQ(c.error({Measure::velocity, Measure::force}), 0.5);
  EXPECT_EQ(c.error({Measure::dissipated_energy}), std::nullopt);
}

TEST(Advice, TheFrontIsWhatNoOtherBeats) {
  const std::vector<AdvisedCandidate> all = {
      candidate(500, 0.01),      candidate(100, 0.2),
      candidate(300, 0.05),      candidate(300, 0.06),  // beaten by the one before
      candidate(600, 0.01),                             // slower, no better
      candidate(700, 0.01, 900),                        // slower, but smaller
      candidate(500, 0.01),                             // equal: neither beats the other
  };
  EXPECT_EQ(pareto_front(all, kLimits), (Numbers{1, 2, 0, 6, 5}));
}

TEST(Advice, OnlyWhatIsKnownIsOnTheFront) {
  std::vector<AdvisedCandidate> all(5, candidate(100, 0.01));
  all[0].refused = "no such thing";
  all[1].resolved = false;
  all[2].ns_worst = 0.0;
  all[3].total = {};
  EXPECT_EQ(pareto_front(all, kLimits), Numbers{4});
  all[4].total[Measure::displacement] = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(pareto_front(all, kLimits).empty());
  const Recommendation none = recommend(all, kLimits);
  EXPECT_FALSE(none.candidate || none.nearest);
  EXPECT_NE(none.reason.find("no candidate was certified"), std::string::npos);
}

TEST(Advice, TakesTheOneFurthestFromBothLimits) {
  const std::vector<AdvisedCandidate> all = {candidate(900, 0.01),  // 0.9 of the time
                                             candidate(500, 0.06),  // 0.6 of the error
                                             candidate(400, 0.08), candidate(100, 0.2)};
  const Recommendation r = recommend(all, kLimits);
  ASSERT_TRUE(r.candidate);
  EXPECT_EQ(*r.candidate, 1U);
  EXPECT_FALSE(r.nearest);
  EXPECT_NE(r.reason.find("error 6 % of 10 %"), std::string::npos) << r.reason;
}

TEST(Advice, AStepSlowerThanItsTimeIsOfNoUse) {
  AdvisedCandidate fast = candidate(800, 0.01), slow = fast;
  slow.step = 5e-7;  // 500 ns
  EXPECT_DOUBLE_EQ(load_of(fast, kLimits), 0.8);
  EXPECT_DOUBLE_EQ(load_of(slow, kLimits), 1.6);
  const Recommendation r = recommend({slow}, kLimits);
  EXPECT_FALSE(r.candidate);
  EXPECT_NE(r.reason.find("longer than h"), std::string::npos) << r.reason;
}

TEST(Advice, AFailedCertificateIsNotRecommended) {
  AdvisedCandidate failed = candidate(100, 0.01), good = candidate(900, 0.09);
  failed.shortcomings = {"scenario \"a\": force is off"};
  EXPECT_EQ(recommend({failed, good}, kLimits).candidate, 1U);
  const Recommendation r = recommend({failed}, kLimits);
  EXPECT_FALSE(r.candidate);
  EXPECT_NE(r.reason.find("force is off"), std::string::npos) << r.reason;
}

TEST(Advice, ImpossibleLimitsNameTheNearest) {
  const std::vector<AdvisedCandidate> all = {candidate(3000, 0.01), candidate(1200, 0.11),
                                             candidate(100, 0.4)};
  const Recommendation r = recommend(all, kLimits);
  EXPECT_FALSE(r.candidate);
  ASSERT_TRUE(r.nearest);
  EXPECT_EQ(*r.nearest, 1U);
  EXPECT_NE(r.reason.find("nothing meets the limits"), std::string::npos);
  EXPECT_NE(r.reason.find("its error is 11 % of 10 % allowed"), std::string::npos) << r.reason;
  EXPECT_NE(r.reason.find("its worst step takes 1.2 us of 1 us"), std::string::npos) << r.reason;
}

TEST(Advice, WarnsOfCoarseStepsAndCoarseLoads) {
  AdvisedCandidate c = candidate(100, 0.01);
  c.omega_h_wanted = 0.35;
  c.step_part[Measure::displacement] = 0.1;
  c.sampling = 0.1;
  EXPECT_TRUE(advice_warnings(c, kLimits).empty());
  c.omega_h_wanted = 0.36;
  EXPECT_EQ(advice_warnings(c, kLimits).size(), 1U);
  c.step_part[Measure::velocity] = 0.11;
  EXPECT_EQ(advice_warnings(c, kLimits).size(), 2U);
  c.sampling = std::nan("");
  const auto lines = advice_warnings(c, kLimits);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_NE(lines[0].find("omega h of the highest wanted mode is 0.36"), std::string::npos);
  EXPECT_NE(lines[2].find("sampling the load"), std::string::npos);
  // one without warnings is preferred, however much less room it has
  EXPECT_EQ(recommend({c, candidate(990, 0.099)}, kLimits).candidate, 1U);
  EXPECT_EQ(recommend({candidate(990, 0.099), c}, kLimits).candidate, 0U);
  EXPECT_EQ(recommend({c}, kLimits).candidate, 0U);
}

}  // namespace
}  // namespace mortise::gen
