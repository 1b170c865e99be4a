#include "generator/judge/compare/energy_account.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/robustness/seed_models.hpp"

namespace mortise::gen {
namespace {

Instance seed(const std::string& name) { return Instance(robustness::make_seed_model(name), name); }

// 500 steps under a force that swings.
double worst_drift(Instance run) {
  EnergyAccount account(run);
  EXPECT_TRUE(account.kept());
  std::vector<double> u(static_cast<std::size_t>(run.model().input_values())),
      y(static_cast<std::size_t>(run.dims().outputs));
  for (int k = 0; k < 500; ++k) {
    for (double& x : u) x = 40.0 * std::sin(0.05 * k);
    account.before(run);
    run.step(u.data(), y.data());
    account.after(run, u.data());
    account.check(run, y.data());
  }
  EXPECT_GT(account.lost(), 0.0);
  return account.relative_drift();
}

TEST(EnergyAccount, OfContactsClosesByTheBalanceOfTheScheme) {
  EXPECT_LT(worst_drift(seed("single")), 1e-12);
  EXPECT_LT(worst_drift(seed("several")), 1e-12);
}

// Their flow is exact and no mean velocity tells what damping took: none is better than a wrong
// one.
TEST(EnergyAccount, OfContactsAtPositionLevelIsNone) {
  EXPECT_FALSE(EnergyAccount(seed("seated")).kept());
}

TEST(EnergyAccount, OfASlideIsNone) { EXPECT_FALSE(EnergyAccount(seed("slider")).kept()); }

}  // namespace
}  // namespace mortise::gen
