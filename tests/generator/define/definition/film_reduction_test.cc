// The reduced model of a film definition: [reduce], [train], [[scenarios]] and [verify].
#include <gtest/gtest.h>

#include "generator/define/definition/definition.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

TEST(FilmReduction, KeysOfTheReduction) {
  const ReduceSpec r = *read_film_text(std::string(kLineFilm) + kReducedLine).film->reduce;
  EXPECT_EQ(r.method, ReductionMethod::gappy);
  EXPECT_EQ(r.modes, std::vector<int>{25});
  EXPECT_EQ(r.error, 1e-3);
  EXPECT_EQ(r.points, 90);
  EXPECT_FALSE(r.clip);
  EXPECT_EQ(r.weight_floor, 0.1);
  EXPECT_EQ(r.penalty, 1e4);
  EXPECT_EQ(r.watched, 5);
  EXPECT_EQ(r.step, 1.6e-6);
  EXPECT_EQ(r.substeps, std::vector<int>{2});
  EXPECT_EQ(r.iterations, std::vector<int>{3});
  EXPECT_EQ(r.repeat_iterations, 6);
  EXPECT_EQ(r.age_limit, 0.1);
  EXPECT_EQ(r.row_limit, 0.02);
  EXPECT_EQ(r.gap_tolerance, 2e-3);
  EXPECT_EQ(r.step_limit, 0.4);
  EXPECT_EQ(r.jacobian, JacobianUse::every_stage);
  EXPECT_EQ(r.hold, FilmHold::linear);
  EXPECT_EQ(r.scalar, FilmScalar::float32);
  EXPECT_FALSE(r.profile);
  EXPECT_EQ(r.margin, 0.1);
  EXPECT_EQ(r.trust_limit, 3.0);
  EXPECT_EQ(r.bases(), 1);
}

void expect_range(const TrainRange& range, double minimum, double maximum) {
  EXPECT_EQ(range.minimum, minimum);
  EXPECT_EQ(range.maximum, maximum);
}

TEST(FilmReduction, KeysOfTheTraining) {
  const TrainSpec t = *read_film_text(std::string(kLineFilm) + kReducedLine).film->train;
  EXPECT_EQ(t.seed, 9);
  EXPECT_EQ(t.runs, 4);
  EXPECT_EQ(t.duration, 4e-5);
  EXPECT_EQ(t.step, 4e-7);
  EXPECT_EQ(t.every, 2);
  EXPECT_EQ(t.smooth, 0.5);
  EXPECT_EQ(t.kinked, 0.25);
  expect_range(t.load, 0.4, 0.9);
  expect_range(t.ramp, 1e-6, 2e-6);
  expect_range(t.entrainment, 3.0, 5.0);
  expect_range(t.viscosity_factor, 0.8, 1.25);
}

TEST(FilmReduction, KeysOfScenariosAndVerification) {
  const Definition d = read_film_text(std::string(kLineFilm) + kReducedLine);
  ASSERT_EQ(d.scenarios.size(), 2u);
  const ScenarioSpec& s = d.scenarios[0];
  EXPECT_EQ(s.name, "shock");
  EXPECT_TRUE(s.held_out);
  EXPECT_EQ(s.duration, 3e-5);
  EXPECT_EQ(s.film.load_times, (std::vector<double>{1e-6, 2e-6, 3e-6}));
  EXPECT_EQ(s.film.load_values, (std::vector<double>{0.5, 0.75, 0.625}));
  EXPECT_TRUE(s.film.smooth);
  EXPECT_EQ(s.film.entrainment, 4.5);
  EXPECT_EQ(s.film.viscosity_factor, 1.1);
  EXPECT_FALSE(d.scenarios[1].held_out);
  EXPECT_EQ(d.scenarios[1].duration, d.film->duration);
  EXPECT_EQ(d.scenarios[1].film.entrainment, d.film->entrainment);
  EXPECT_EQ(d.film->verify.film, 0.02);
  EXPECT_EQ(d.film->verify.pressure, 0.04);
  EXPECT_EQ(d.film->verify.force, 0.003);
}

TEST(FilmReduction, DefaultsOfALine) {
  const Definition plain = read_film_text(kLineFilm);
  EXPECT_FALSE(plain.film->reduce);
  EXPECT_FALSE(plain.film->train);
  ASSERT_EQ(plain.scenarios.size(), 1u);
  EXPECT_EQ(plain.scenarios[0].name, "base");
  EXPECT_EQ(plain.scenarios[0].duration, plain.film->duration);
  EXPECT_EQ(plain.film->verify.film, 0.01);
  EXPECT_EQ(plain.film->verify.restitution, 0.005);

  const FilmContactSpec d = *read_film_text(std::string(kLineFilm) + "[reduce]\n[train]\n").film;
  ASSERT_TRUE(d.reduce && d.train);
  EXPECT_EQ(d.reduce->method, ReductionMethod::ecsw);
  EXPECT_EQ(d.reduce->modes, std::vector<int>{30});
  EXPECT_EQ(d.reduce->step, d.step.size);
  EXPECT_EQ(d.reduce->hold, FilmHold::cubic);
  EXPECT_TRUE(d.reduce->phases.empty());
  EXPECT_EQ(d.train->duration, d.duration);
  EXPECT_EQ(d.train->step, 0.0);
  expect_range(d.train->load, 0.75, 1.0);  // as [load] takes it
  expect_range(d.train->ramp, 1e-5, 1e-5);
  expect_range(d.train->entrainment, 5.0, 5.0);
  expect_range(d.train->viscosity_factor, 1.0, 1.0);
}

TEST(FilmReduction, OneBasisPerPhaseOfAnImpact) {
  const FilmContactSpec one = *read_film_text(std::string(kPointFilm) + "[reduce]\n[train]\n").film;
  EXPECT_EQ(one.reduce->phases, std::vector<double>{0.05});
  expect_range(one.train->velocity, 0.3, 0.3);
  expect_range(one.train->acceleration, 9.81, 9.81);
  const ReduceSpec r =
      *read_film_text(kPointFilm, {"reduce.phases=[0.9, 0.4, 0.05]", "reduce.modes=[20, 35, 30]",
                                   "reduce.substeps=[1, 4, 4]"})
           .film->reduce;
  EXPECT_EQ(r.bases(), 3);
  EXPECT_EQ(r.modes, (std::vector<int>{20, 35, 30}));
  EXPECT_EQ(r.substeps, (std::vector<int>{1, 4, 4}));
  EXPECT_EQ(r.iterations, (std::vector<int>{1, 1, 1}));
}

TEST(FilmReduction, BasesOfLoadingComeFirst) {
  const ReduceSpec r =
      *read_film_text(kPointFilm, {"reduce.loading=[0.3, 0.9]", "reduce.phases=[0.9, 0.05]",
                                   "reduce.modes=[12, 14, 16, 35]", "reduce.substeps=8",
                                   "reduce.gap_share=0.06"})
           .film->reduce;
  EXPECT_EQ(r.bases(), 4);
  EXPECT_EQ(r.loading, (std::vector<double>{0.3, 0.9}));
  EXPECT_EQ(r.substeps, (std::vector<int>{8, 8, 8, 8}));
  EXPECT_EQ(r.gap_share, 0.06);
}

TEST(FilmReduction, AMovingEdgeTakesTheLastEntries) {
  const ReduceSpec r =
      *read_film_text(
           kPointFilm,
           {"reduce.loading=[0.3]", "reduce.phases=[0.94, 0.04]", "reduce.modes=[12, 16, 5]",
            "reduce.substeps=8", "reduce.iterations=[1, 1, 6]", "reduce.gap_share=0.06",
            "reduce.rebound=moving", "reduce.edge_nodes=10", "reduce.edge_pressure=2.5e8"})
           .film->reduce;
  EXPECT_TRUE(r.moving());
  EXPECT_EQ(r.bases(), 3);
  EXPECT_EQ(r.modes.back(), 5);
  EXPECT_EQ(r.iterations.back(), 6);
  EXPECT_EQ(r.edge_nodes, 10);
  EXPECT_EQ(r.edge_films, 4);
  EXPECT_EQ(r.edge_pressure, 2.5e8);
  EXPECT_EQ(r.edge_share, 0.5);
}

// Other commands may still look at the film in another way.
TEST(FilmReduction, MassConservingFilmsAreRead) {
  const Definition d =
      read_film_text(std::string(kLineFilm) + kReducedLine, {"film.cavitation=mass_conserving"});
  EXPECT_EQ(d.film->film.cavitation, Cavitation::mass_conserving);
}

TEST(FilmReduction, AScenarioBecomesARunOfItsOwn) {
  const Definition line =
      read_film_text(std::string(kLineFilm) + kReducedLine, {"output.profiles=[1e-5, 4e-5]"});
  const FilmContactSpec run = film_scenario(*line.film, line.scenarios[0]);
  EXPECT_EQ(run.duration, 3e-5);
  EXPECT_EQ(run.load.times, line.scenarios[0].film.load_times);
  EXPECT_EQ(run.load.values, line.scenarios[0].film.load_values);
  EXPECT_TRUE(run.load.smooth);
  EXPECT_EQ(run.entrainment, 4.5);
  EXPECT_EQ(run.reference_speed, line.film->reference_speed);
  EXPECT_EQ(run.lubricant.viscosity, line.film->lubricant.viscosity);
  EXPECT_EQ(run.lubricant.viscosity_factor, 1.1);
  EXPECT_EQ(run.output.profiles, std::vector<double>{1e-5});
  EXPECT_TRUE(film_scenario(*line.film, line.scenarios[1]).load.times.empty());

  const Definition point = read_film_text(
      kPointFilm, {"scenarios=[{name=\"slow\", velocity=0.15, height=1e-5, acceleration=7}]"});
  const FilmContactSpec slow = film_scenario(*point.film, point.scenarios[0]);
  EXPECT_EQ(slow.impact.velocity, 0.15);
  EXPECT_EQ(slow.impact.reference_velocity, point.film->impact.velocity);
  EXPECT_EQ(slow.impact.height, 1e-5);
  EXPECT_EQ(slow.impact.acceleration, 7.0);
  EXPECT_EQ(slow.impact.mass, point.film->impact.mass);
}

struct ReductionRefusal {
  const char* name;
  const char* text;
  std::vector<std::string> overrides;
  const char* expected;  // part of the message
};

void PrintTo(const ReductionRefusal& r, std::ostream* os) { *os << r.overrides.back(); }

class RefusedReduction : public testing::TestWithParam<ReductionRefusal> {};

TEST_P(RefusedReduction, NamesTheFault) {
  const std::string message = film_refusal(GetParam().text, GetParam().overrides);
  EXPECT_NE(message.find(GetParam().expected), std::string::npos) << message;
  EXPECT_NE(message.find("remedy: "), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Keys, RefusedReduction,
    testing::Values(
        ReductionRefusal{"Typo", kLineFilm, {"reduce.mode=3"}, "'reduce.modes'"},
        ReductionRefusal{"Method", kLineFilm, {"reduce.method=pod"}, "ecsw, deim, qdeim"},
        ReductionRefusal{"NoModes", kLineFilm, {"reduce.modes=0"}, ">= 1"},
        ReductionRefusal{"HalfAMode", kLineFilm, {"reduce.modes=[3.5]"}, "or a list of them"},
        ReductionRefusal{"ListOfALine", kLineFilm, {"reduce.modes=[3, 4]"}, "give one number"},
        ReductionRefusal{"PhasesOfALine", kLineFilm, {"reduce.phases=[0.5]"}, "film.kind = line"},
        ReductionRefusal{
            "Ascending", kPointFilm, {"reduce.phases=[0.1, 0.5]"}, "in descending order"},
        ReductionRefusal{"WholePeak", kPointFilm, {"reduce.phases=[1.0]"}, "below 1"},
        ReductionRefusal{"TooFew",
                         kPointFilm,
                         {"reduce.phases=[0.9, 0.5, 0.1]", "reduce.substeps=[1, 2]"},
                         "as many as reduce.loading and reduce.phases have: 3"},
        ReductionRefusal{"LoadingOfALine", kLineFilm, {"reduce.loading=[0.5]"}, "film.kind = line"},
        ReductionRefusal{
            "LoadingFalls", kPointFilm, {"reduce.loading=[0.9, 0.3]"}, "in ascending order"},
        ReductionRefusal{"PacesOfALine", kLineFilm, {"reduce.gap_share=0.1"}, "is for impacts"},
        ReductionRefusal{"OddTicks",
                         kPointFilm,
                         {"reduce.gap_share=0.1", "reduce.substeps=6"},
                         "one power of two"},
        ReductionRefusal{"UnlikeTicks",
                         kPointFilm,
                         {"reduce.loading=[0.4]", "reduce.substeps=[2, 4]"},
                         "one power of two"},
        ReductionRefusal{"EdgeOfALine", kLineFilm, {"reduce.rebound=moving"}, "reduce.rebound"},
        ReductionRefusal{"OnePhaseOfAnEdge",
                         kPointFilm,
                         {"reduce.rebound=moving", "reduce.gap_share=0.1", "reduce.substeps=8"},
                         "at least two numbers"},
        ReductionRefusal{"EdgeInEqualSteps",
                         kPointFilm,
                         {"reduce.rebound=moving", "reduce.phases=[0.9, 0.05]"},
                         "give reduce.gap_share"},
        ReductionRefusal{"DepositsOfSampledRows",
                         kLineFilm,
                         {"reduce.samples=20"},
                         "'reduce.samples' has no meaning without reduce.method = transported"},
        ReductionRefusal{"NodesOfNoEdge",
                         kPointFilm,
                         {"reduce.edge_nodes=6"},
                         "'reduce.edge_nodes' has no meaning without reduce.rebound = moving"},
        ReductionRefusal{"WeightsOfPoints",
                         kLineFilm,
                         {"reduce.method=points", "reduce.tolerance=0.1"},
                         "'reduce.tolerance' has no meaning without reduce.points = 0"},
        ReductionRefusal{
            "KeptJacobianOfCarriedFilms",
            kLineFilm,
            {"reduce.method=transported", "reduce.modes=[3,4]", "reduce.age_limit=0.1"},
            "'reduce.age_limit' has no meaning without a reduce.method"},
        ReductionRefusal{"DryReduction", kDryImpact, {"reduce={}"}, "set film.kind to line"},
        ReductionRefusal{"DryTraining", kDryImpact, {"train={}"}, "set film.kind to line"},
        ReductionRefusal{"DryScenario", kDryImpact, {"scenarios=[{name=\"a\"}]"}, "kind = dry"}),
    [](const testing::TestParamInfo<ReductionRefusal>& info) {
      return std::string(info.param.name);
    });

INSTANTIATE_TEST_SUITE_P(
    Runs, RefusedReduction,
    testing::Values(
        ReductionRefusal{"Backwards", kLineFilm, {"train.load=[1.0, 0.5]"}, "[smallest, largest]"},
        ReductionRefusal{"NoLoad", kLineFilm, {"train.load=[0.0, 0.5]"}, "> 0"},
        ReductionRefusal{"KinksThatPart",
                         kLineFilm,
                         {"load.mass=1e4", "grid.frame=fixed", "train.load=[-0.1, 1]",
                          "train.ramp=1e-5", "train.kinked=0.5"},
                         "train.kinked"},
        ReductionRefusal{"NoRamp",
                         kLineFilm,
                         {"load.rise=[]", "load.fall=[]", "train.load=[0.5, 1]"},
                         "'train.ramp' is missing"},
        ReductionRefusal{"LongRamp", kLineFilm, {"train.ramp=[1e-5, 2e-4]"}, "quarter of a run"},
        ReductionRefusal{"LongStep", kLineFilm, {"train.step=1e-3"}, "several steps"},
        ReductionRefusal{"SpeedOfAnImpact", kPointFilm, {"train.entrainment=1"}, "kind = point"},
        ReductionRefusal{"ImpactOfALine", kLineFilm, {"train.velocity=1"}, "film.kind = line"},
        ReductionRefusal{"Nameless", kLineFilm, {"scenarios=[{smooth=true}]"}, "name' is missing"},
        ReductionRefusal{
            "Twins", kLineFilm, {"scenarios=[{name=\"a\"}, {name=\"a\"}]"}, "a name of its own"},
        ReductionRefusal{"NoValues",
                         kLineFilm,
                         {"scenarios=[{name=\"a\", load_times=[0.0, 1e-5]}]"},
                         "has 2 entries"},
        ReductionRefusal{"Unordered",
                         kLineFilm,
                         {"scenarios=[{name=\"a\", load_times=[1e-5, 1e-5], load_values=[1, 1]}]"},
                         "ascending"},
        ReductionRefusal{"NothingToRound",
                         kLineFilm,
                         {"scenarios=[{name=\"a\", smooth=true}]"},
                         "no corners to round"},
        ReductionRefusal{"RestitutionOfALine", kLineFilm, {"verify.restitution=1"}, "kind = line"}),
    [](const testing::TestParamInfo<ReductionRefusal>& info) {
      return std::string(info.param.name);
    });

}  // namespace
}  // namespace mortise::gen
