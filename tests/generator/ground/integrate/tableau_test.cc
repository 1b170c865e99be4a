// The tableaus satisfy the order conditions of Butcher's trees; the thesis' misprints do not.
#include "generator/ground/integrate/tableau.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

constexpr double kRounding = 2e-14;  // entries of the fourth-order tableau reach 8

Vector powers(const Vector& c, int k) { return c.array().pow(k).matrix(); }

// Largest violated condition of the trees with exactly `order` nodes.
double defect(const Tableau& t, const Vector& b, int order) {
  const Matrix& a = t.a;
  const Vector& c = t.c;
  const auto off = [](double found, double wanted) { return std::abs(found - wanted); };
  switch (order) {
    case 1:
      return off(b.sum(), 1.0);
    case 2:
      return off(b.dot(c), 1.0 / 2.0);
    case 3:
      return std::max(off(b.dot(powers(c, 2)), 1.0 / 3.0), off(b.dot(a * c), 1.0 / 6.0));
    default:
      return std::max(
          {off(b.dot(powers(c, 3)), 1.0 / 4.0), off(b.dot(c.cwiseProduct(a * c)), 1.0 / 8.0),
           off(b.dot(a * powers(c, 2)), 1.0 / 12.0), off(b.dot(a * (a * c)), 1.0 / 24.0)});
  }
}

class EveryTableau : public testing::TestWithParam<const Tableau*> {};

TEST_P(EveryTableau, IsSinglyDiagonalAndStifflyAccurate) {
  const Tableau& t = *GetParam();
  const Eigen::Index s = t.stages();
  ASSERT_EQ(t.a.rows(), s);
  ASSERT_EQ(t.a.cols(), s);
  for (Eigen::Index k = 0; k < s; ++k) {
    EXPECT_EQ(t.a(k, k), t.diagonal());
    for (Eigen::Index l = k + 1; l < s; ++l) EXPECT_EQ(t.a(k, l), 0.0);
    EXPECT_NEAR(t.a.row(k).sum(), t.c[k], kRounding) << "row " << k;
  }
  EXPECT_EQ(t.c[s - 1], 1.0);
}

TEST_P(EveryTableau, MeetsTheConditionsOfItsOrderAndNoMore) {
  const Tableau& t = *GetParam();
  const Vector b = t.a.row(t.stages() - 1).transpose();
  for (int order = 1; order <= t.order; ++order) EXPECT_LT(defect(t, b, order), kRounding) << order;
  if (t.order < 4) {
    EXPECT_GT(defect(t, b, t.order + 1), 1e-3);
  }
}

TEST_P(EveryTableau, EmbeddedMethodMeetsItsOrderAndNoMore) {
  const Tableau& t = *GetParam();
  if (t.embedded.size() == 0) {
    EXPECT_EQ(t.embedded_order, 0);
    return;
  }
  ASSERT_EQ(t.embedded.size(), t.stages());
  EXPECT_EQ(t.embedded_order, t.order - 1);
  for (int order = 1; order <= t.embedded_order; ++order) {
    EXPECT_LT(defect(t, t.embedded, order), kRounding) << order;
  }
  // of equal order the estimate would vanish
  EXPECT_GT(defect(t, t.embedded, t.order), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Tableaus, EveryTableau,
                         testing::Values(&backward_euler(), &alexander(), &hairer_wanner()),
                         [](const auto& info) { return info.param->name; });

TEST(Tableau, EllsiepensWeightLeavesTheEstimateSmall) {
  const Tableau& t = alexander();
  EXPECT_NEAR(t.diagonal(), 1.0 - std::sqrt(2.0) / 2.0, 1e-15);
  EXPECT_NEAR(t.embedded[1], 0.2322330470336311, 1e-15);
  EXPECT_NEAR(std::abs(t.embedded[1] - t.diagonal()), 0.06066, 1e-5);
}

TEST(Tableau, PrintedEntryOfTheFourthOrderMethodBreaksItsRowSum) {
  Tableau t = hairer_wanner();
  t.a(2, 0) = 15.0 / 20.0;
  EXPECT_GT(std::abs(t.a.row(2).sum() - t.c[2]), 0.4);
}

// Each operation is rounded by itself: clang that contracts folds 2 - 5/4 sqrt(2) in one rounding,
// and the steps of every film differ from those of GCC's build.
TEST(Tableau, ConstantsAreRoundedOperationByOperation) {
  volatile double root = std::sqrt(2.0);
  volatile double share = 1.25 * root;
  volatile double embedded = 2.0 - share;
  EXPECT_EQ(alexander().embedded[1], embedded);
  EXPECT_EQ(alexander().embedded[0], 1.0 - embedded);
}

}  // namespace
}  // namespace mortise::gen
