// Shock loading of a line contact: reference trace, orders of convergence, step size control.
#include <cmath>

#include "generator/ehd/control_study.hpp"
#include "generator/ehd/orders.hpp"
#include "tests/generator/ehd/film_models.hpp"

namespace mortise::gen {
namespace {

constexpr double kUnit = 65.46770965452185e-6;  // of time [s]

TEST(LineShock, EveryEntryOfTheReference) {
  const FilmDefinition d = film_model("line_shock");
  const FilmScales s = film_scales(d);
  const FilmRun run = simulate_film(d, {}, nullptr);
  ASSERT_TRUE(run.completed) << run.stop_reason;
  const nlohmann::json reference = film_reference("line_base");
  for (const nlohmann::json& entry : reference["table"]) {
    const FilmSample at = sample_at(run, entry["T"].get<double>() * kUnit);
    const auto expect = [&](const char* key, double value, double tolerance) {
      const double allowed = std::max(std::abs(entry["grid_diff"][key].get<double>()), tolerance);
      EXPECT_NEAR(value, entry[key].get<double>(), allowed) << key << " at T = " << entry["T"];
    };
    expect("P_c", at.p_central / s.pressure, 2e-3);
    expect("H_c", at.h_central / s.film, 3e-4);
    expect("H_min", at.h_min / s.film, 3e-4);
    EXPECT_NEAR(at.force / d.load.reference, entry["w"].get<double>(), 1e-9);
  }
}

TEST(LineShock, OrdersInTime) {
  const FilmDefinition d = film_model("line_shock", {"grid.points=251"});
  OrderOptions options;
  options.schemes = {FilmScheme::sdirk2, FilmScheme::backward_euler};
  options.steps = {0.01 * kUnit, 0.005 * kUnit, 0.0025 * kUnit};
  options.reference_step = 0.0005 * kUnit;
  options.duration = 2.0 * kUnit;
  for (const OrderPoint& p : study_orders(d, options, {}).time) {
    if (p.order_p_central == 0.0) continue;
    if (p.scheme == "sdirk2") {
      EXPECT_NEAR(p.order_p_central, 2.0, 0.1) << p.step;
      EXPECT_NEAR(p.order_h_central, 2.0, 0.1) << p.step;
    } else {
      EXPECT_LT(p.order_p_central, 0.9) << p.step;
      EXPECT_LT(p.order_h_central, 0.9) << p.step;
    }
  }
}

// Errors over the loading of the published study; its trace ends later, but the largest error
// stands at the loading for these two steps.
TEST(LineShock, SchemesRankAsPublished) {
  const FilmDefinition d = film_model("line_shock", {"grid.points=501"});
  OrderOptions options;
  options.steps = {0.02 * kUnit, 0.01 * kUnit};
  options.reference_step = 0.001 * kUnit;
  options.duration = 2.0 * kUnit;
  const OrderStudy study = study_orders(d, options, {});
  const auto error = [&](const char* scheme, std::size_t k) {
    for (const OrderPoint& p : study.time) {
      if (p.scheme == scheme && k-- == 0) return p.error_h_central;
    }
    return 0.0;
  };
  for (const std::size_t k : {0U, 1U}) {
    EXPECT_LT(3.0 * error("sdirk2", k), error("bdf2", k));
    EXPECT_LT(2.0 * error("bdf2", k), error("backward_euler", k));
  }
}

TEST(LineShock, FourthOrderSchemeAgrees) {
  const auto run = [](const std::string& scheme, double step) {
    return simulate_film(
        film_model("line_shock",
                   {"grid.points=251", "step.scheme=" + scheme,
                    "step.size=" + std::to_string(step * 1e9) + "e-9", "duration=1.3e-4"}),
        {}, nullptr);
  };
  const FilmRun fourth = run("sdirk4", 0.01 * kUnit), second = run("sdirk2", 0.001 * kUnit);
  ASSERT_TRUE(fourth.completed && second.completed);
  EXPECT_NEAR(fourth.trace.back().p_central / second.trace.back().p_central, 1.0, 2e-4);
  EXPECT_NEAR(fourth.trace.back().h_min / second.trace.back().h_min, 1.0, 2e-4);
}

// SDIRK2 with its embedded estimate takes about half the steps of BDF2 at the same error; watching
// the load saves rejected steps (Schmidt tables 4.2 and 4.3).
TEST(LineShock, AdaptiveControl) {
  const FilmDefinition d = film_model("line_shock", {"grid.points=251"});
  ControlOptions options;
  options.bdf2_tolerances = {2.5e-3};
  options.sdirk2_tolerances = {5e-4};
  const std::vector<ControlCase> cases = study_control(d, options, {});
  ASSERT_EQ(cases.size(), 4U);
  const ControlCase &bdf2 = cases[0], &sdirk2 = cases[1], &watched = cases[3];
  EXPECT_LT(static_cast<double>(sdirk2.counts.steps),
            0.55 * static_cast<double>(bdf2.counts.steps));
  EXPECT_LT(sdirk2.error_p_central, 1.3 * bdf2.error_p_central);
  EXPECT_LT(sdirk2.error_p_central, 0.03);
  EXPECT_TRUE(watched.monitored);
  EXPECT_LT(static_cast<double>(watched.counts.rejected),
            0.75 * static_cast<double>(sdirk2.counts.rejected));
  EXPECT_NEAR(watched.error_p_central, sdirk2.error_p_central, 0.005);
}

TEST(LineShock, LoadScaledFrameAgrees) {
  const std::vector<std::string> common = {"grid.points=501", "step.size=1.3093541930904369e-06",
                                           "duration=1.9640312896356554e-04"};
  std::vector<std::string> moving = common;
  moving.emplace_back("grid.frame=load_scaled");
  const FilmRun fixed = simulate_film(film_model("line_shock", common), {}, nullptr);
  const FilmRun scaled = simulate_film(film_model("line_shock", moving), {}, nullptr);
  ASSERT_TRUE(fixed.completed && scaled.completed);
  ASSERT_EQ(fixed.trace.size(), scaled.trace.size());
  double p = 0.0, h = 0.0, h_scale = 0.0, p_scale = 0.0;
  for (std::size_t k = 0; k < fixed.trace.size(); ++k) {
    p = std::max(p, std::abs(fixed.trace[k].p_central - scaled.trace[k].p_central));
    h = std::max(h, std::abs(fixed.trace[k].h_central - scaled.trace[k].h_central));
    p_scale = std::max(p_scale, fixed.trace[k].p_central);
    h_scale = std::max(h_scale, fixed.trace[k].h_central);
  }
  EXPECT_LT(p / p_scale, 0.02);
  EXPECT_LT(h / h_scale, 0.01);
}

}  // namespace
}  // namespace mortise::gen
