// Every wrong film definition is refused with its place, the finding and what to do.
#include <gtest/gtest.h>

#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

struct FilmRefusal {
  const char* name;
  const char* text;
  std::vector<std::string> overrides;
  const char* expected;  // part of the message
};

void PrintTo(const FilmRefusal& r, std::ostream* os) { *os << r.overrides.back(); }

class RefusedFilm : public testing::TestWithParam<FilmRefusal> {};

TEST_P(RefusedFilm, NamesTheFault) {
  ASSERT_EQ(film_refusal(GetParam().text), "");  // the override alone is at fault
  const std::string message = film_refusal(GetParam().text, GetParam().overrides);
  EXPECT_NE(message.find(GetParam().expected), std::string::npos) << message;
  EXPECT_NE(message.find("remedy: "), std::string::npos) << message;
}

std::string named(const testing::TestParamInfo<FilmRefusal>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Keys, RefusedFilm,
    testing::Values(
        FilmRefusal{"Typo", kLineFilm, {"lubricant.viscosty=1"}, "'lubricant.viscosity'"},
        FilmRefusal{"Misplaced", kLineFilm, {"velocity=1"}, "'impact.velocity'"},
        FilmRefusal{"StructureKey", kLineFilm, {"contact.friction=1"}, "unknown key"},
        FilmRefusal{"TypoInBody", kLineFilm, {"bodies.lower.e=1"}, "'bodies.lower.E'"},
        FilmRefusal{"TypoInMaster",
                    kPointFilm,
                    {"bodies.upper.extra_masters=[{naer=[0,0,0]}]"},
                    "'bodies.upper.extra_masters.0.near'"},
        FilmRefusal{"Kind", kLineFilm, {"film.kind=plane"}, "one of line, point, dry"},
        FilmRefusal{"Scheme", kLineFilm, {"step.scheme=euler"}, "backward_euler, bdf2"},
        FilmRefusal{"Viscosity", kLineFilm, {"lubricant.viscosity=0"}, "a number > 0 [Pa s]"},
        FilmRefusal{"Poisson", kLineFilm, {"bodies.lower.nu=0.6"}, "<= 0.5"},
        FilmRefusal{"FewPoints", kLineFilm, {"grid.points=7"}, ">= 8"},
        FilmRefusal{"HalfAPoint", kLineFilm, {"grid.points=50.5"}, "a whole number"},
        FilmRefusal{"Duration", kLineFilm, {"duration=0"}, "a number > 0 [s]"},
        FilmRefusal{"NaN", kLineFilm, {"load.base=nan"}, "'load.base' is nan"},
        FilmRefusal{"ThreeEnds", kLineFilm, {"grid.extent=[0,1,2]"}, "[start, end]"},
        FilmRefusal{"OtherWord", kLineFilm, {"grid.extent=most"}, "or \"auto\""},
        FilmRefusal{"Units", kLineFilm, {"step.size=0.3 us"}, "a number > 0 [s]"}),
    named);

INSTANTIATE_TEST_SUITE_P(
    Contradictions, RefusedFilm,
    testing::Values(
        FilmRefusal{
            "LoadOnAPoint", kPointFilm, {"load.base=1"}, "no meaning with film.kind = point"},
        FilmRefusal{"ImpactOnALine", kLineFilm, {"impact.height=1"}, "film.kind = line"},
        FilmRefusal{"SpeedOfAPoint", kPointFilm, {"speed.entrainment=1"}, "set film.kind to line"},
        FilmRefusal{"MassOfADryBody", kDryImpact, {"impact.mass=1"}, "film.kind = dry"},
        FilmRefusal{"OilOnADryBody", kDryImpact, {"lubricant.viscosity=1"}, "to line or point"},
        FilmRefusal{"GridOfADryBody", kDryImpact, {"grid.points=99"}, "film.kind = dry"},
        FilmRefusal{"FrameOfAPoint", kPointFilm, {"grid.frame=fixed"}, "film.kind = point"},
        FilmRefusal{"RiseBackwards", kLineFilm, {"load.rise=[2e-5, 1e-5]"}, "start < end"},
        FilmRefusal{"RiseAlone", kLineFilm, {"load.rise=[1e-5]"}, "start < end"},
        FilmRefusal{"Overlap", kLineFilm, {"load.fall=[1.5e-5, 4e-5]"}, "before 'load.rise'"},
        FilmRefusal{"FallAlone", kLineFilm, {"load.rise=[]"}, "give load.rise"},
        FilmRefusal{"NoLoadLeft", kLineFilm, {"load.step=-0.75"}, "takes away all"},
        FilmRefusal{"AtRest", kLineFilm, {"speed.entrainment=0"}, "speed.reference"},
        FilmRefusal{"Descending", kLineFilm, {"grid.extent=[2, -4]"}, "start < 0 < end"},
        FilmRefusal{"Beside", kLineFilm, {"grid.extent=[1, 2]"}, "start < 0 < end"},
        FilmRefusal{"OneEnd", kLineFilm, {"grid.extent=2"}, "only point contacts"},
        FilmRefusal{"InletOfAPoint", kPointFilm, {"grid.extent=auto"}, "only line contacts"},
        FilmRefusal{"OffTheAxis", kPointFilm, {"grid.extent=[0.5, 2]"}, "starts at its axis"},
        FilmRefusal{"Inwards", kPointFilm, {"grid.extent=-2"}, "beyond its axis"},
        FilmRefusal{"RatioOfNothing", kPointFilm, {"grid.ratio=1"}, "has no contact nodes"},
        FilmRefusal{"NoHeight", kPointFilm, {"impact.height=0"}, "start apart"},
        FilmRefusal{"StiffnessOfNothing",
                    kLineFilm,
                    {"lubricant.viscosity_law=constant"},
                    "'lubricant.pressure_coefficient' has no meaning"},
        FilmRefusal{"Roelands", kPointFilm, {"lubricant.viscosity=6e-5"}, "no exponent"},
        FilmRefusal{"CondensedLine", kLineFilm, {"structure.kind=condensed"}, "half-space"},
        FilmRefusal{"DryHalfSpace", kDryImpact, {"structure.kind=half_space"}, "to condensed"}),
    named);

INSTANTIATE_TEST_SUITE_P(
    Steps, RefusedFilm,
    testing::Values(
        FilmRefusal{"NoEmbeddedError",
                    kLineFilm,
                    {"step.control=standard", "step.scheme=sdirk4"},
                    "set step.scheme to sdirk2"},
        FilmRefusal{"TooManySteps", kLineFilm, {"step.size=1e-15"}, "makes 5e+11 steps"},
        FilmRefusal{"TooManySamples", kLineFilm, {"output.interval=1e-12"}, "makes 5e+08 samples"},
        FilmRefusal{"NoError",
                    kLineFilm,
                    {"step.control=threshold", "step.scheme=backward_euler"},
                    "estimates no error"},
        FilmRefusal{"NoShrink", kLineFilm, {"step.shrink=1"}, "become smaller"},
        FilmRefusal{"NoGrowth", kLineFilm, {"step.grow=1"}, "> 1"},
        FilmRefusal{"Smallest", kLineFilm, {"step.smallest=1e-6"}, "smallest <= size <= largest"},
        FilmRefusal{"Largest",
                    kLineFilm,
                    {"step.control=threshold", "step.largest=1e-8"},
                    "smallest <= size <= largest"},
        FilmRefusal{"Unwatched", kPointFilm, {"step.monitor_tolerance=0"}, "film.kind = point"}),
    named);

INSTANTIATE_TEST_SUITE_P(
    Bodies, RefusedFilm,
    testing::Values(
        FilmRefusal{"NoYoung", kLineFilm, {"bodies.lower={nu=0.3}"}, "'bodies.lower.E' is missing"},
        FilmRefusal{"NoPoisson", kLineFilm, {"bodies.upper={E=1}"}, "'bodies.upper.nu' is missing"},
        FilmRefusal{"RigidSteel",
                    kDryImpact,
                    {"bodies.lower={shape=\"rigid\", E=2e11}"},
                    "no meaning for a rigid body"},
        FilmRefusal{"RigidByDefault", kDryImpact, {"bodies.lower.nu=0.3"}, "for a rigid body"},
        FilmRefusal{"BothRigid",
                    kPointFilm,
                    {"bodies.lower={shape=\"rigid\"}", "bodies.upper={shape=\"rigid\"}"},
                    "both bodies are rigid"},
        FilmRefusal{
            "StemOfASphere", kPointFilm, {"bodies.upper.stem_radius=1"}, "valve or t_profile"},
        FilmRefusal{"StemOfNothing",
                    kLineFilm,
                    {"bodies.upper.stem_radius=1"},
                    "without bodies.upper.shape"},
        FilmRefusal{"FileOfASphere", kPointFilm, {"bodies.upper.file=x"}, "shape to import"},
        FilmRefusal{"DampedStatics", kPointFilm, {"bodies.upper.static_damping=0.1"}, "to damped"},
        FilmRefusal{"NoShape",
                    kPointFilm,
                    {"structure.kind=condensed", "bodies.upper={E=2e11, nu=0.3}"},
                    "sphere, valve or import"},
        FilmRefusal{
            "PlateAbove",
            kPointFilm,
            {"structure.kind=condensed", "bodies.upper.shape=plate", "bodies.upper.thickness=1"},
            "upper body of a point impact is sphere"},
        FilmRefusal{"PlaneBelow",
                    kPointFilm,
                    {"structure.kind=condensed", "bodies.lower={shape=\"sphere\"}"},
                    "lower body of a point impact is plate"},
        FilmRefusal{"AxisymmetricDry",
                    kDryImpact,
                    {"bodies.upper.shape=valve"},
                    "dry impact is t_profile or import"},
        FilmRefusal{"NoDensity",
                    kPointFilm,
                    {"structure.kind=condensed",
                     "bodies.upper={E=1,nu=0,shape=\"sphere\",radius=1,contact_radius=0.1,"
                     "contact_elements=4,cutoff_hz=1}"},
                    "'bodies.upper.density' is missing"},
        FilmRefusal{"NoCutoff",
                    kPointFilm,
                    {"structure.kind=condensed",
                     "bodies.upper={E=1,nu=0,density=1,shape=\"sphere\",radius=1,"
                     "contact_radius=0.1,contact_elements=4}"},
                    "'bodies.upper.cutoff_hz' is missing"},
        FilmRefusal{"NoThickness",
                    kPointFilm,
                    {"structure.kind=condensed",
                     "bodies.lower={E=1,nu=0,density=1,shape=\"plate\",radius=1,contact_radius=0.1,"
                     "contact_elements=4,cutoff_hz=1}"},
                    "'bodies.lower.thickness' is missing"},
        FilmRefusal{"NoFile",
                    kPointFilm,
                    {"structure.kind=condensed",
                     "bodies.upper={E=1,nu=0,shape=\"import\",file=\"none\",units=\"SI\","
                     "contact_set=\"A\",cutoff_hz=1}"},
                    "no file"},
        FilmRefusal{
            "NoSet",
            kPointFilm,
            {"structure.kind=condensed",
             "bodies.upper={E=1,nu=0,shape=\"import\",file=\"none\",units=\"SI\",cutoff_hz=1}"},
            "'bodies.upper.contact_set' is missing"},
        FilmRefusal{"WideContact",
                    kPointFilm,
                    {"structure.kind=condensed", "bodies.upper.contact_radius=0.02"},
                    "reaches beyond the body"},
        FilmRefusal{"WideTip", kDryImpact, {"bodies.upper.contact_radius=5e-3"}, "beyond the stem"},
        FilmRefusal{
            "NarrowBar", kDryImpact, {"bodies.upper.bar_radius=4e-3"}, "wider than the stem"},
        FilmRefusal{"SharpTip", kDryImpact, {"bodies.upper.radius=4e-3"}, "tip rounder"}),
    named);

TEST(RefusedFilmText, NamesFileAndLine) {
  const std::string message = film_refusal(std::string(kLineFilm) + "szie = 1\n");
  EXPECT_NE(message.find(".toml:29: unknown key 'step.szie'"), std::string::npos) << message;
}

TEST(RefusedFilmText, NamesMissingKeys) {
  const std::string film = "name = \"a\"\n[film]\nkind = \"line\"\n";
  EXPECT_NE(film_refusal(film).find("'lubricant.viscosity' is missing"), std::string::npos);
  const std::string kindless = "name = \"a\"\n[film]\npenalty = 1\n[load]\nbase = 1\n";
  EXPECT_NE(film_refusal(kindless).find("'film.kind' is missing"), std::string::npos);
}

TEST(RefusedFilmText, StructuresAndFilmsAreToldApart) {
  const std::string as_film = film_refusal(kOscillator);
  EXPECT_NE(as_film.find("has no [film] table"), std::string::npos) << as_film;
  EXPECT_NE(as_film.find("mortise build"), std::string::npos) << as_film;
  const std::string as_structure = refusal(kLineFilm);
  EXPECT_NE(as_structure.find(".toml:3: [film] makes this"), std::string::npos) << as_structure;
  EXPECT_NE(as_structure.find("mortise full"), std::string::npos) << as_structure;
}

}  // namespace
}  // namespace mortise::gen
