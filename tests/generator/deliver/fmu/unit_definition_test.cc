#include "generator/deliver/fmu/unit_definition.hpp"

#include <gtest/gtest.h>

namespace mortise::gen {
namespace {

TEST(UnitDefinition, ProductsAndQuotientsOfSiUnits) {
  using E = BaseExponents;
  EXPECT_EQ(base_exponents("1"), E{});
  EXPECT_EQ(base_exponents("-"), E{});
  EXPECT_EQ(base_exponents("m"), (E{0, 1}));
  EXPECT_EQ(base_exponents("m/s2"), (E{0, 1, -2}));
  EXPECT_EQ(base_exponents("N/m2"), base_exponents("Pa"));
  EXPECT_EQ(base_exponents("N s/m2"), (E{1, -1, -1}));
  EXPECT_EQ(base_exponents("s/m"), (E{0, -1, 1}));
  EXPECT_EQ(base_exponents("kg m^2 s^-2"), base_exponents("J"));
  EXPECT_EQ(base_exponents("rad/s"), (E{0, 0, -1, 0, 0, 0, 0, 1}));
}

TEST(UnitDefinition, NothingForWhatIsNoWholePower) {
  EXPECT_EQ(base_exponents("kg^0.5 m"), std::nullopt);
  EXPECT_EQ(base_exponents("mm"), std::nullopt);
  EXPECT_EQ(base_exponents("furlong"), std::nullopt);
}

}  // namespace
}  // namespace mortise::gen
