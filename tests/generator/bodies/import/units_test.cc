#include "generator/bodies/import/raw_export.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

TEST(Units, KnownSystems) {
  for (const char* name : {"SI", "m,kg,s,N", "m_kg_s_N", "m, kg, s, N"}) {
    const UnitSystem si = parse_units(name);
    EXPECT_EQ(si.length, 1.0);
    EXPECT_EQ(si.mass, 1.0);
    EXPECT_EQ(si.force, 1.0);
  }
  for (const char* name : {"mm,t,s,N", "mm_t_s_N"}) {
    const UnitSystem mm = parse_units(name);
    EXPECT_EQ(mm.length, 1e-3);
    EXPECT_EQ(mm.mass, 1e3);
    EXPECT_EQ(mm.force, 1.0);
  }
  EXPECT_NO_THROW(parse_units("mm,kg,ms,kN"));
  EXPECT_NO_THROW(parse_units("mm,kg,s,mN"));
  EXPECT_NO_THROW(parse_units("in,slinch,s,lbf"));
  EXPECT_NO_THROW(parse_units("ft,slug,s,lbf"));
}

TEST(Units, InconsistentOrUnknownOnesAreRefused) {
  for (const char* name : {"", "mm", "mm,t,s", "mm,t,s,N,K", "mm,kg,s,N", "m,t,s,N",
                           "in,slug,s,lbf", "t,mm,s,N", "mm,t,h,N", "mm,t,s,kp"})
    EXPECT_THROW(parse_units(name), Error) << name;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(check_consistent({1.0, 1.0, 1.0, 2.0}, "own"), Error);
  EXPECT_THROW(check_consistent({-1.0, 1.0, 1.0, -1.0}, "own"), Error);
  EXPECT_THROW(check_consistent({kNan, 1.0, 1.0, 1.0}, "own"), Error);
  EXPECT_NO_THROW(check_consistent({2.0, 3.0, 1.0, 6.0}, "own"));
}

TEST(Numbers, EveryNotationOfTheFieldIsRead) {
  EXPECT_EQ(parse_real("1.5"), 1.5);
  EXPECT_EQ(parse_real("+1.5"), 1.5);
  EXPECT_EQ(parse_real("-.5e+02"), -50.0);
  EXPECT_EQ(parse_real("1.D5"), 1e5);
  EXPECT_EQ(parse_real("1.0d-05"), 1e-5);
  EXPECT_EQ(parse_real("1.0-105"), 1e-105);
  EXPECT_EQ(parse_real("-2.261491337D+08"), -2.261491337e8);
  EXPECT_EQ(parse_real("1e-400"), 0.0);
  EXPECT_EQ(parse_real("-1e400"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_real("7210000.1234567891"), 7210000.1234567891);
  for (const char* wrong : {"", "+", "-", "e5", "1e", "1.0D", "1,5", "1.5x", "0x10", "1 2", "--1",
                            "+-1", "1e5e5", "1-2-3", "1.0+-5"})
    EXPECT_FALSE(parse_real(wrong).has_value()) << wrong;
}

TEST(Numbers, IntegersAreWholeFields) {
  EXPECT_EQ(parse_integer("2147483648"), 2147483648LL);
  EXPECT_EQ(parse_integer("+7"), 7);
  EXPECT_EQ(parse_integer("-7"), -7);
  for (const char* wrong : {"", "1.0", "7a", "+-7", "99999999999999999999"})
    EXPECT_FALSE(parse_integer(wrong).has_value()) << wrong;
}

}  // namespace
}  // namespace mortise::gen
