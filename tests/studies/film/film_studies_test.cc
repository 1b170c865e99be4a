// Orders of convergence, step size control, reduced bodies in a dry impact.
#include <stdexcept>

#include "generator/ground/text/error.hpp"
#include "tests/generator/simulate/film/film_models.hpp"
#include "tests/studies/film/control_study.hpp"
#include "tests/studies/film/orders.hpp"
#include "tests/studies/film/reduction_study.hpp"

namespace mortise::gen {
namespace {

constexpr double kUnit = 65.46770965452185e-6;  // of time, of the line contact [s]

TEST(Orders, OfTheLineContactInTime) {
  FilmContactSpec d = film_model("line_shock", {"grid.points=251"});
  d.duration = 2.0 * kUnit;
  OrderOptions options;
  options.schemes = {FilmScheme::sdirk2, FilmScheme::backward_euler};
  options.steps = {0.01 * kUnit, 0.005 * kUnit, 0.0025 * kUnit};
  options.reference_step = 0.0005 * kUnit;
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

// Unequal grids of film, sphere and plate keep the second order of the film (Schmidt 4.3.3).
TEST(Orders, OfCondensedBodiesInSpace) {
  FilmContactSpec d = film_model("sphere_impact", {"structure.kind=condensed", "step.size=1e-6"});
  d.duration = 165e-6;
  OrderOptions options;
  options.schemes.clear();
  options.points = {63, 125, 249, 497};
  const OrderStudy study = study_orders(d, options, {});
  ASSERT_EQ(study.space.size(), 3U);
  for (const std::size_t k : {1U, 2U}) {
    EXPECT_GT(study.space[k].order_p_central, 1.8) << study.space[k].points;
    EXPECT_GT(study.space[k].order_h_central, 1.8) << study.space[k].points;
  }
  EXPECT_LT(study.space[2].order_p_central, 2.6);
}

// SDIRK2 with its embedded estimate takes about half the steps of BDF2 at the same error; watching
// the load saves rejected steps (Schmidt tables 4.2 and 4.3).
TEST(StepControl, HasFewerStepsByTheEmbeddedEstimate) {
  const FilmContactSpec d = film_model("line_shock", {"grid.points=251"});
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

const ReductionCase& named(const std::vector<ReductionCase>& cases, const std::string& name) {
  for (const ReductionCase& c : cases) {
    if (c.name == name) return c;
  }
  throw std::out_of_range(name);
}

TEST(BodyReductions, FixedInterfacesAndFeedthrough) {
  const std::vector<ReductionCase> cases = study_reductions(
      film_model("valve_dry", {"bodies.upper.contact_elements=15", "step.size=96e-9"}), {150e3},
      true, {});
  const DryMeasures& full = named(cases, "full").measures;
  const ReductionCase& fixed = named(cases, "craig_bampton 150 kHz dynamic");
  const ReductionCase& free = named(cases, "craig_chang 150 kHz dynamic");
  const ReductionCase& feedthrough = named(cases, "craig_bampton 150 kHz feedthrough");
  const ReductionCase& damped = named(cases, "craig_bampton 150 kHz damped");

  EXPECT_GT(full.contact_time, 50e-6);
  EXPECT_NEAR(feedthrough.measures.contact_time / full.contact_time, 1.0, 0.02);
  EXPECT_NEAR(feedthrough.measures.separation / full.separation, 1.0, 0.02);
  EXPECT_NEAR(feedthrough.measures.rebound_velocity / full.rebound_velocity, 1.0, 0.02);

  // fixed-interface modes fit a body in contact better than free ones
  EXPECT_LT(fixed.force_error, 0.6 * free.force_error);
  EXPECT_LT(fixed.gap_error, 0.6 * free.gap_error);
  // artificial frequencies oscillate unless considered statically; damping costs energy
  EXPECT_LT(feedthrough.force_error, 0.4 * fixed.force_error);
  EXPECT_LT(feedthrough.force_error, 0.5 * damped.force_error);
  EXPECT_LT(damped.measures.rebound_velocity, full.rebound_velocity);
}

TEST(BodyReductions, RefuseFilms) {
  EXPECT_THROW(study_reductions(film_model("sphere_impact"), {150e3}, true, {}), Error);
}

}  // namespace
}  // namespace mortise::gen
