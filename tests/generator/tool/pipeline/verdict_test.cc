// What a certificate is worth, on numbers.
#include "generator/judge/certify/verdict.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mortise::gen {
namespace {

CertificateOptions good() {
  CertificateOptions c;
  c.reference = "formula";
  for (const Measure m : {Measure::displacement, Measure::velocity, Measure::force})
    c.limits[m] = 0.1;
  ScenarioErrors e;
  e.scenario = "knock";
  e.touched = true;
  for (const Measure m : {Measure::displacement, Measure::force}) {
    e.reduction[m] = 0.03;
    e.step[m] = 0.02;
    e.total[m] = 0.05;
    e.reference[m] = 0.01;
  }
  c.errors = {e};
  return c;
}

std::string only_reason(const CertificateOptions& c) {
  const std::vector<std::string> reasons = shortcomings(c);
  return reasons.size() == 1 ? reasons[0] : std::to_string(reasons.size()) + " reasons";
}

TEST(Verdict, GoodNumbersHold) {
  EXPECT_TRUE(shortcomings(good()).empty());
  EXPECT_TRUE(warnings_of(good()).empty());
  EXPECT_EQ(errors_text(good(), good().errors[0]),
            "displacement 0.05 (reduction 0.03, step 0.02), velocity -, "
            "force 0.05 (reduction 0.03, step 0.02)");
}

TEST(Verdict, TheLargerPartIsTheRemedy) {
  CertificateOptions c = good();
  c.errors[0].total[Measure::displacement] = 0.11;
  EXPECT_NE(only_reason(c).find("keep more coordinates"), std::string::npos) << only_reason(c);
  c.errors[0].step[Measure::displacement] = 0.08;
  EXPECT_NE(only_reason(c).find("too coarse"), std::string::npos) << only_reason(c);
}

TEST(Verdict, NotANumberIsOverEveryLimit) {
  CertificateOptions c = good();
  c.errors[0].total[Measure::force] = std::nan("");
  EXPECT_NE(only_reason(c).find("force is off by nan"), std::string::npos) << only_reason(c);
}

TEST(Verdict, ACoarseReferenceFails) {
  CertificateOptions c = good();
  c.errors[0].reference[Measure::force] = 0.021;
  c.errors[0].resolved_until = 0.25;
  EXPECT_NE(only_reason(c).find("agree until 0.25 s"), std::string::npos) << only_reason(c);
}

TEST(Verdict, WithoutContactNothingIsKnownOfTheInterface) {
  CertificateOptions c = good();
  c.errors.push_back(c.errors[0]);
  c.errors[1].scenario = "flight";
  c.errors[1].touched = false;
  EXPECT_TRUE(shortcomings(c).empty());
  ASSERT_EQ(warnings_of(c).size(), 1u);
  EXPECT_NE(warnings_of(c)[0].find("\"flight\" does not touch"), std::string::npos);
  c.errors.erase(c.errors.begin());
  EXPECT_NE(only_reason(c).find("no scenario touches"), std::string::npos) << only_reason(c);
  c.has_interface = false;
  EXPECT_TRUE(shortcomings(c).empty());
}

TEST(Verdict, NothingMeasuredFails) {
  CertificateOptions c = good();
  c.errors[0].total = c.errors[0].reduction = c.errors[0].step = c.errors[0].reference = {};
  EXPECT_NE(only_reason(c).find("measures nothing"), std::string::npos) << only_reason(c);
  c.errors.clear();
  EXPECT_NE(only_reason(c).find("no scenario was compared"), std::string::npos);
}

TEST(Verdict, ACoarseStepIsWarnedOf) {
  CertificateOptions c = good();
  c.omega_h = 3.0;
  c.omega_h_carrying = 0.4;
  EXPECT_TRUE(warnings_of(c).empty());
  c.omega_h = 30.0;
  c.omega_h_carrying = 0.6;
  EXPECT_EQ(warnings_of(c).size(), 2u);
}

}  // namespace
}  // namespace mortise::gen
