// Film definitions: every key arrives where it belongs, and shipped ones say what they claim.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "generator/define/definition/definition.hpp"
#include "generator/define/definition/key_list.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

const std::vector<std::string> kAllOfLine = {
    "name=other",
    "description=one sentence",
    "film.cavitation=mass_conserving",
    "film.penalty=2e5",
    "lubricant.viscosity=0.02",
    "lubricant.pressure_coefficient=1e-8",
    "lubricant.viscosity_law=barus",
    "lubricant.density_law=incompressible",
    "grid.points=55",
    "grid.extent=[-3.5, 1.5]",
    "grid.frame=load_scaled",
    "grid.refine=[1.0, 4.0, 0.25]",
    "load.reference=6e5",
    "load.base=0.5",
    "load.step=-0.125",
    "load.rise=[1e-6, 2e-6]",
    "load.fall=[2e-6, 5e-6]",
    "speed.entrainment=4",
    "speed.reference=8",
    "structure.kind=half_space",
    "bodies.radius=0.03",
    "step.size=2e-8",
    "step.scheme=bdf2",
    "step.control=threshold",
    "step.relative_tolerance=1e-5",
    "step.pressure_tolerance=3e6",
    "step.gap_tolerance=4e-10",
    "step.smallest=1e-12",
    "step.largest=1e-6",
    "step.shrink=0.5",
    "step.grow=3",
    "step.safety=0.9",
    "step.land_on_kinks=false",
    "step.monitor_tolerance=1e-3",
    "duration=7e-5",
    "output.interval=1e-7",
    "output.profiles=[5e-5, 1e-5]",
};

TEST(FilmDefinition, KeysOfALine) {
  const Definition definition = read_film_text(kLineFilm, kAllOfLine);
  const FilmContactSpec& d = *definition.film;
  EXPECT_EQ(definition.name, "other");
  EXPECT_EQ(d.name, "other");
  EXPECT_EQ(definition.description, "one sentence");
  EXPECT_EQ(d.duration, 7e-5);
  EXPECT_EQ(d.film.kind, FilmKind::line);
  EXPECT_EQ(d.film.cavitation, Cavitation::mass_conserving);
  EXPECT_EQ(d.film.penalty, 2e5);
  EXPECT_EQ(d.lubricant.viscosity, 0.02);
  EXPECT_EQ(d.lubricant.pressure_coefficient, 1e-8);
  EXPECT_EQ(d.lubricant.viscosity_law, ViscosityLaw::barus);
  EXPECT_EQ(d.lubricant.density_law, DensityLaw::incompressible);
  EXPECT_EQ(d.grid.points, 55);
  EXPECT_EQ(d.grid.start, -3.5);
  EXPECT_EQ(d.grid.end, 1.5);
  EXPECT_EQ(d.grid.frame, FilmFrame::load_scaled);
  ASSERT_EQ(d.grid.refine.size(), 1u);
  EXPECT_EQ(d.grid.refine[0].factor, 4.0);
  EXPECT_EQ(d.load.reference, 6e5);
  EXPECT_EQ(d.load.base, 0.5);
  EXPECT_EQ(d.load.step, -0.125);
  EXPECT_EQ(d.load.rise, (std::vector<double>{1e-6, 2e-6}));
  EXPECT_EQ(d.load.fall, (std::vector<double>{2e-6, 5e-6}));
  EXPECT_EQ(d.entrainment, 4.0);
  EXPECT_EQ(d.reference_speed, 8.0);
  EXPECT_EQ(d.structure, StructureKind::half_space);
  EXPECT_EQ(d.reduced_radius, 0.03);
  EXPECT_EQ(d.lower.young, 2e11);
  EXPECT_EQ(d.upper.poisson, 0.25);
  EXPECT_EQ(d.output.interval, 1e-7);
  EXPECT_EQ(d.output.profiles, (std::vector<double>{1e-5, 5e-5}));  // sorted
  EXPECT_TRUE(definition.notices.empty());
}

TEST(FilmDefinition, KeysOfTheStep) {
  const FilmStepSpec step = read_film_text(kLineFilm, kAllOfLine).film->step;
  EXPECT_EQ(step.size, 2e-8);
  EXPECT_EQ(step.scheme, FilmScheme::bdf2);
  EXPECT_EQ(step.control, StepControl::threshold);
  EXPECT_EQ(step.relative_tolerance, 1e-5);
  EXPECT_EQ(step.pressure_tolerance, 3e6);
  EXPECT_EQ(step.gap_tolerance, 4e-10);
  EXPECT_EQ(step.smallest, 1e-12);
  EXPECT_EQ(step.largest, 1e-6);
  EXPECT_EQ(step.shrink, 0.5);
  EXPECT_EQ(step.grow, 3.0);
  EXPECT_EQ(step.safety, 0.9);
  EXPECT_FALSE(step.land_on_kinks);
  EXPECT_EQ(step.monitor_tolerance, 1e-3);
}

const std::string kExportedBody = std::string(MORTISE_TEST_DATA) + "/calculix_cantilever/cant_c3d8";

// A plate below; the overrides move on to a valve and an imported body.
const std::vector<std::string> kAllOfPoint = {
    "structure.kind=condensed",
    "grid.ratio=0.6",
    "grid.extent=[0, 2.5]",
    "impact.velocity=0.2",
    "impact.height=2e-5",
    "impact.acceleration=5",
    "impact.mass=0.05",
    "bodies.lower.density=2600",
    "bodies.lower.condense=craig_chang",
    "bodies.lower.cutoff_hz=1e5",
    "bodies.lower.static_modes=damped",
    "bodies.lower.static_damping=0.7",
    "bodies.lower.dynamic_modes=9",
    "reduce.modes=[20, 24, 35]",
    "reduce.substeps=4",
    "reduce.loading=[0.4]",
    "reduce.gap_share=0.06",
    "reduce.rebound=moving",
    "reduce.edge_pressure=2e8",
    "reduce.edge_nodes=6",
    "reduce.edge_films=3",
    "reduce.edge_share=0.4",
    "reduce.phases=[0.9, 0.05]",
    "train.velocity=[0.1, 0.3]",
    "train.acceleration=[5, 800]",
    "scenarios=[{name=\"slow\", velocity=0.15, height=1e-5, acceleration=7}]",
    "verify.restitution=0.01",
    "bodies.lower.extra_masters=[{near=[0.01, -0.005, 0]}, {near=[0.02, -0.005, 0]}]",
};
const char* const kValve =
    "bodies.upper={E=1e11, nu=0.2, density=8000, shape=\"valve\", radius=0.012, stem_radius=0.005, "
    "stem_length=0.03, bar_radius=0.02, bar_thickness=0.004, contact_radius=1e-3, "
    "contact_elements=40, condense=\"full\"}";

TEST(FilmDefinition, KeysOfAPoint) {
  std::vector<std::string> overrides = kAllOfPoint;
  overrides.emplace_back(kValve);
  const FilmContactSpec d = *read_film_text(kPointFilm, overrides).film;
  EXPECT_EQ(d.structure, StructureKind::condensed);
  EXPECT_EQ(*d.grid.ratio, 0.6);
  EXPECT_EQ(d.grid.end, 2.5);
  EXPECT_EQ(d.impact.velocity, 0.2);
  EXPECT_EQ(d.impact.height, 2e-5);
  EXPECT_EQ(d.impact.acceleration, 5.0);
  EXPECT_EQ(d.impact.mass, 0.05);
  const BodySpec& plate = d.lower;
  EXPECT_EQ(plate.shape, BodyShape::plate);
  EXPECT_EQ(plate.density, 2600.0);
  EXPECT_EQ(plate.radius, 0.075);
  EXPECT_EQ(plate.thickness, 0.0127);
  EXPECT_EQ(plate.contact_radius, 1.38e-3);
  EXPECT_EQ(plate.contact_elements, 50);
  EXPECT_EQ(plate.method, "craig_chang");
  EXPECT_EQ(plate.cutoff_hz, 1e5);
  EXPECT_EQ(plate.static_modes, StaticModes::damped);
  EXPECT_EQ(plate.static_damping, 0.7);
  EXPECT_EQ(*plate.dynamic_modes, 9);
  ASSERT_EQ(plate.extra_masters.size(), 2u);
  EXPECT_EQ(plate.extra_masters[1], Vector3(0.02, -0.005, 0.0));
  const BodySpec& valve = d.upper;
  EXPECT_EQ(valve.shape, BodyShape::valve);
  EXPECT_EQ(valve.young, 1e11);
  EXPECT_EQ(valve.poisson, 0.2);
  EXPECT_EQ(valve.radius, 0.012);
  EXPECT_EQ(valve.stem_radius, 0.005);
  EXPECT_EQ(valve.stem_length, 0.03);
  EXPECT_EQ(valve.bar_radius, 0.02);
  EXPECT_EQ(valve.bar_thickness, 0.004);
  EXPECT_EQ(valve.method, "full");
}

std::string imported(const std::string& body) {
  return "bodies." + body + "={E=1e11, nu=0.2, shape=\"import\", file=\"" + kExportedBody +
         "\", deck=\"" + kExportedBody +
         ".inp.gz\", units=\"SI\", contact_set=\"TIP\", cutoff_hz=1e5}";
}

TEST(FilmDefinition, KeysOfAnImportedBody) {
  std::vector<std::string> overrides = kAllOfPoint;
  overrides.push_back(imported("upper"));
  const FilmContactSpec d = *read_film_text(kPointFilm, overrides).film;
  EXPECT_EQ(d.upper.shape, BodyShape::import);
  EXPECT_EQ(d.upper.import.kind, "calculix");
  EXPECT_EQ(d.upper.import.file, kExportedBody);
  EXPECT_EQ(d.upper.import.deck, kExportedBody + ".inp.gz");
  EXPECT_EQ(d.upper.import.units, "SI");
  EXPECT_EQ(d.upper.contact_set, "TIP");
}

// Every key of the list is given in one of these definitions, so that none is left unread.
TEST(FilmDefinition, NoKeyOfTheListIsForgottenHere) {
  std::set<std::string> seen;
  const auto add = [&](const Definition& d) {
    for (const DefinitionSetting& s : d.settings) seen.insert(film_keys().find(s.key)->path);
  };
  std::vector<std::string> valve = kAllOfPoint, both = {"structure.kind=condensed"};
  valve.emplace_back(kValve);
  add(read_film_text(kLineFilm, kAllOfLine));
  const Definition carried =
      read_film_text(kLineFilm, {"load.mass=3", "load.rest_distance=0.04", "reduce={modes=[9]}",
                                 "train.load=[-0.1, 1]", "train.ramp=1e-5"});
  EXPECT_TRUE(carried.film->carried());
  EXPECT_EQ(carried.film->load.rest_distance, 0.04);
  EXPECT_EQ(carried.film->reduce->phases, std::vector<double>{0.05});
  EXPECT_EQ(read_film_text(kLineFilm, {"load.mass=3"}).film->load.rest_distance,
            carried.film->reduced_radius);
  EXPECT_THROW(read_film_text(kLineFilm, {"load.rest_distance=0.04"}), Error);
  EXPECT_THROW(read_film_text(kLineFilm, {"load.mass=3", "grid.frame=load_scaled"}), Error);
  add(carried);
  add(read_film_text(std::string(kLineFilm) + kReducedLine));
  const Definition moved = read_film_text(
      kLineFilm, {"film.upwind=third_order", "reduce.method=transported", "reduce.modes=[5, 7]",
                  "reduce.contact=[-0.75, 0.8]", "reduce.entry=-0.9", "reduce.samples=24",
                  "reduce.settled=0.1", "reduce.finer_gap=true", "reduce.tolerance=3e-3",
                  "scenarios=[{name=\"moving\", entrainment_times=[1e-5, 2e-5], "
                  "entrainment_values=[3, 4], viscosity_times=[2e-5], viscosity_values=[0.9]}]",
                  "verify.points=77", "verify.refine=[-1, 2, 0.5]"});
  EXPECT_EQ(moved.film->film.upwind, FilmUpwind::third_order);
  EXPECT_TRUE(moved.film->reduce->transported());
  EXPECT_EQ(moved.film->reduce->contact, (std::vector<double>{-0.75, 0.8}));
  EXPECT_EQ(moved.film->reduce->entry, -0.9);
  EXPECT_EQ(moved.film->reduce->samples, 24);
  EXPECT_EQ(moved.film->reduce->settled, 0.1);
  EXPECT_EQ(moved.film->reduce->tolerance, 3e-3);
  EXPECT_TRUE(moved.film->reduce->finer_gap);
  const FilmContactSpec run = film_scenario(*moved.film, moved.scenarios[0]);
  EXPECT_EQ(run.entrainment, 3.0);
  EXPECT_EQ(run.entrainment_over_time.values[1], 4.0);
  EXPECT_EQ(run.lubricant.viscosity_factor, 0.9);
  EXPECT_EQ(moved.film->verify.points, 77);
  EXPECT_EQ(refinements_of(moved.film->verify.refine)[0].width, 0.5);
  add(moved);
  EXPECT_THROW(read_film_text(std::string(kLineFilm) + kReducedLine, {"reduce.finer_gap=true"}),
               Error);
  for (const char* wrong :
       {"reduce.modes=[9]", "reduce.contact=[0.8, -0.8]", "reduce.entry=-0.5", "load.mass=3"})
    EXPECT_THROW(read_film_text(kLineFilm, {"reduce.method=transported", "reduce.modes=[5, 7]",
                                            "reduce.step=1e-6", wrong}),
                 Error)
        << wrong;
  EXPECT_THROW(
      read_film_text(kLineFilm, {"film.upwind=third_order", "film.cavitation=mass_conserving"}),
      Error);
  add(read_film_text(kPointFilm, valve));
  add(read_film_text(kPointFilm, {"structure.kind=condensed", imported("lower")}));
  for (const Key& key : film_keys().keys()) {
    // the two bodies share their keys
    std::string other = key.path;
    for (const char* pair : {"bodies.lower", "bodies.upper"}) {
      if (other.compare(0, 12, pair) == 0) {
        other.replace(0, 12, pair[7] == 'l' ? "bodies.upper" : "bodies.lower");
        break;
      }
    }
    EXPECT_TRUE(seen.count(key.path) != 0 || seen.count(other) != 0) << key.path;
  }
}

TEST(FilmDefinition, Defaults) {
  const FilmContactSpec line = *read_film_text(kLineFilm).film;
  EXPECT_EQ(line.film.penalty, 1e6);
  EXPECT_EQ(line.reference_speed, line.entrainment);
  EXPECT_EQ(line.lubricant.viscosity_law, ViscosityLaw::roelands);
  EXPECT_EQ(line.lubricant.density_law, DensityLaw::dowson_higginson);
  EXPECT_EQ(line.step.scheme, FilmScheme::sdirk2);
  EXPECT_EQ(line.step.control, StepControl::fixed);
  EXPECT_EQ(line.step.relative_tolerance, 1e-4);
  EXPECT_EQ(line.step.pressure_tolerance, 1e6);
  EXPECT_EQ(line.step.gap_tolerance, 1e-10);
  EXPECT_TRUE(line.step.land_on_kinks);
  EXPECT_EQ(line.output.interval, 0.0);
  const FilmContactSpec point = *read_film_text(kPointFilm).film;
  EXPECT_EQ(point.impact.acceleration, 9.81);
  EXPECT_EQ(point.grid.start, 0.0);
  EXPECT_EQ(point.grid.end, 3.1);
  EXPECT_EQ(point.upper.static_modes, StaticModes::feedthrough);
  EXPECT_EQ(point.upper.method, "craig_bampton");
  const FilmContactSpec dry = *read_film_text(kDryImpact).film;
  EXPECT_EQ(dry.film.penalty, 1e10);
  EXPECT_EQ(dry.impact.height, 0.0);
  EXPECT_EQ(dry.lower.shape, BodyShape::rigid);
  EXPECT_TRUE(std::isinf(dry.lower.young));
}

TEST(FilmDefinition, ConstantViscosityNeedsNoPressureCoefficient) {
  const Definition d =
      read_film_text(kLineFilm, {"lubricant={viscosity=0.1, viscosity_law=\"constant\"}"});
  EXPECT_EQ(d.film->lubricant.pressure_coefficient, 0.0);
}

TEST(FilmDefinition, CondensedBodiesBringTheirMass) {
  const Definition d = read_film_text(
      kPointFilm, {"structure.kind=condensed", "impact={velocity=0.3, height=1e-5}"});
  EXPECT_EQ(d.film->impact.mass, 0.0);
}

TEST(FilmDefinition, LateProfilesAreLeftOut) {
  const Definition d = read_film_text(kPointFilm, {"output.profiles=[1e-5, 1e-4, 2e-4]"});
  EXPECT_EQ(d.film->output.profiles, (std::vector<double>{1e-5, 1e-4}));
  ASSERT_EQ(d.notices.size(), 1u);
  EXPECT_NE(d.notices[0].find("output.profiles"), std::string::npos);
}

TEST(FilmDefinition, ASphereOfAnotherRadiusIsNoticed) {
  const Definition d =
      read_film_text(kPointFilm, {"structure.kind=condensed", "bodies.radius=0.02"});
  ASSERT_EQ(d.notices.size(), 1u);
  EXPECT_NE(d.notices[0].find("bodies.radius"), std::string::npos);
}

std::string shipped_film(const std::string& name) {
  return std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml";
}

double modulus(const FilmContactSpec& d) {
  const auto compliance = [](const BodySpec& b) { return (1 - b.poisson * b.poisson) / b.young; };
  return 2.0 / (compliance(d.lower) + compliance(d.upper));
}

class ShippedFilm : public testing::TestWithParam<const char*> {};

TEST_P(ShippedFilm, IsReadAndTakesTheKeysThatScriptsRelyOn) {
  const std::string path = shipped_film(GetParam());
  EXPECT_THROW(read_definition(path, {}, Takes::structures), Error);
  std::vector<std::string> overrides = {"bodies.upper.E=2e11", "step.size=1e-8"};
  const FilmKind kind = read_definition(path).film->film.kind;
  if (kind != FilmKind::dry) {
    overrides.insert(overrides.end(),
                     {"lubricant.viscosity=0.2", "lubricant.pressure_coefficient=1e-8",
                      "grid.points=51", "grid.extent=[-3, 2]", "bodies.lower.E=1e11"});
  }
  if (kind == FilmKind::line) {
    overrides.insert(overrides.end(), {"load.reference=5e5", "load.base=0.8", "load.step=0.1",
                                       "speed.entrainment=4"});
  } else {
    overrides.insert(overrides.end(), {"impact.velocity=0.1", "impact.height=1e-5"});
  }
  if (kind == FilmKind::point) overrides.emplace_back("grid.extent=2.5");
  const Definition definition = read_definition(path, overrides);
  const FilmContactSpec& d = *definition.film;
  EXPECT_EQ(d.name, GetParam());
  EXPECT_EQ(d.step.size, 1e-8);
  EXPECT_EQ(d.upper.young, 2e11);
  EXPECT_TRUE(definition.notices.empty());
}

INSTANTIATE_TEST_SUITE_P(Models, ShippedFilm,
                         testing::Values("line_shock", "sphere_impact", "valve_impact", "valve_dry",
                                         "multi_impact"));

// Schmidt table 4.1, times in units of b/u_m.
TEST(ShippedFilmValues, LineShockIsThatOfTheTable) {
  const FilmContactSpec d = *read_definition(shipped_film("line_shock")).film;
  EXPECT_NEAR(modulus(d), 287.8e9, 1e-12 * 287.8e9);
  const double b = std::sqrt(8.0 * d.load.reference * d.reduced_radius / (M_PI * modulus(d)));
  const double unit = b / d.entrainment;
  const auto is = [&](double seconds, double T) { EXPECT_NEAR(seconds / unit, T, 1e-12 * T); };
  is(d.load.rise[0], 0.5);
  is(d.load.rise[1], 1.0);
  is(d.load.fall[0], 5.0);
  is(d.load.fall[1], 5.5);
  is(d.duration, 8.0);
  is(d.step.size, 0.005);
  EXPECT_NEAR(d.load.base + d.load.step, 1.0, 1e-15);
}

// Schmidt table 4.7: all pairs have one reduced modulus.
TEST(ShippedFilmValues, ValvePairsShareTheReducedModulus) {
  const std::string valve = shipped_film("valve_impact");
  const double expected = modulus(*read_definition(shipped_film("sphere_impact")).film);
  const std::vector<std::vector<std::string>> pairs = {
      {},
      {"bodies.lower.E=102.67293485560779e9", "bodies.lower.nu=0.3",
       "bodies.upper.E=102.67293485560779e9"},
      {"bodies.lower.E=210e9", "bodies.lower.nu=0.3", "bodies.upper.E=70e9",
       "bodies.upper.nu=0.25"}};
  for (const auto& pair : pairs) {
    EXPECT_NEAR(modulus(*read_definition(valve, pair).film), expected, 1e-12 * expected);
  }
}

}  // namespace
}  // namespace mortise::gen
