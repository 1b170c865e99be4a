// Every wrong definition is refused with its place, the finding and what to do.
#include <gtest/gtest.h>

#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, NamesTheFault) {
  const std::string message = refusal(kOscillator, {GetParam().override_text});
  EXPECT_NE(message.find(GetParam().expected), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Definition, Refused,
    testing::Values(
        Refusal{"UnknownKey", "contact.frction=1", "'contact.friction'"},
        Refusal{"Misplaced", "friction=1", "'contact.friction'"},
        Refusal{"UnknownTable", "contact.walls={normal=[1,0,0]}", "contact.wall.normal"},
        Refusal{"TableAsValue", "contact=1", "is a table, not a value"},
        Refusal{"WrongType", "step.size=fast", "a number > 0 and <= 1000 [s]"},
        Refusal{"NotWhole", "import.masses.0.node=1.5", "a whole number"},
        Refusal{"Negative", "contact.friction=-0.1", "a number >= 0"},
        Refusal{"OverOne", "contact.restitution=1.1", "<= 1"},
        Refusal{"Zero", "step.size=0", "> 0"},
        Refusal{"NotFinite", "step.size=inf", "a number > 0"},
        Refusal{"NotANumber", "contact.clearance=nan", "'contact.clearance' is nan"},
        Refusal{"HugeStep", "step.size=1e300", "<= 1000 [s]"},
        Refusal{"TinyStep", "step.size=1e-300", "at least 1e-15 s: check its unit"},
        Refusal{"HugeFriction", "contact.friction=1e4", "<= 1000"},
        Refusal{"HugeClearance", "contact.clearance=-1e7", "at most 1000000 m in size"},
        Refusal{"HugeStiffness", "import.springs.0.stiffness=1e19", "at most 1e+18 N/m"},
        Refusal{"NoMass", "import.masses.0.mass=0", "> 0"},
        Refusal{"NegativeMass", "import.masses.0.mass=-2", "> 0"},
        Refusal{"HugeNormal", "contact.wall.normal=[1e200,0,0]", "at most 1e+100"},
        Refusal{"EndlessRun", "scenarios.0.duration=1e8", "takes 1e+12 steps of step.size"},
        Refusal{"UnknownChoice", "law.activation=later", "free_end_gap, start_velocity"},
        Refusal{"ShortVector", "contact.wall.normal=[1,0]", "[x, y, z]"},
        Refusal{"ZeroDirection", "contact.wall.normal=[0,0,0]", "has no length"},
        Refusal{"OtherKind", "import.beam.young=2e11", "import.kind = lumped"},
        Refusal{"OtherContact", "contact.tip.radius=1", "contact.kind = nodes"},
        Refusal{"TwoPlaces", "contact.set=A", "names a node and also a set"},
        Refusal{"NoFrequency", "excitation.kind=harmonic", "has no frequency"},
        Refusal{"UnknownInput", "excitation={kind=\"harmonic\",frequency=1,input=\"forc\"}",
                "\"force\""},
        Refusal{"NoRate", "excitation={kind=\"sweep\",frequency=1}", "does not move"},
        Refusal{"Undamped", "damping.ratio=0.1", "damping is not determined"},
        Refusal{"TwoDampings", "damping={ratio=0.1,alpha=1,frequencies=[1]}", "by alpha or beta"},
        Refusal{"ThreeFrequencies", "damping={ratio=0.1,frequencies=[1,2,3]}", "one or two"},
        Refusal{"NoCount", "condense.method=modes", "condense.modes or condense.cutoff_hz"},
        Refusal{"UselessCount", "condense.modes=3", "condense.method = none"},
        Refusal{"EmptyRange", "inputs.0.minimum=1", "minimum <= default <= maximum"},
        Refusal{"Comma", "outputs.0.name=\"a,b\"", "cannot head a column"},
        Refusal{"TimeIsTaken", "outputs.0.name=time", "is taken"},
        Refusal{"Star", "inputs.*.hold=linear", "names no entry of a list"},
        Refusal{"BehindTheList", "outputs.2={name=\"z\",node=1}", "'outputs' has 1 entries"},
        Refusal{"BehindNoList", "forces.1.node=1", "add 'forces.0'"},
        Refusal{"NoEqual", "contact.friction", "not of the form key=value"},
        Refusal{"FileContact", "contact={kind=\"file\"}", "import.kind = \"modal\""},
        Refusal{"Date", "name=1979-05-27", "a date"}),
    [](const testing::TestParamInfo<Refusal>& info) { return std::string(info.param.name); });

TEST(RefusedText, NamesFileAndLine) {
  const std::string text = std::string(kOscillator) + "[contakt]\nfriction = 0.1\n";
  const std::string message = refusal(text);
  EXPECT_NE(message.find(".toml:32: unknown key 'contakt.friction'"), std::string::npos) << message;
  EXPECT_NE(message.find("'contact.friction'"), std::string::npos) << message;
}

TEST(RefusedText, NamesTheLineOfASyntaxError) {
  const std::string message = refusal("name = \"a\"\nimport = [\n");
  EXPECT_NE(message.find(".toml:"), std::string::npos) << message;
}

TEST(RefusedText, NamesMissingKeys) {
  EXPECT_NE(refusal("name = \"a\"\n").find("'import.kind' is missing"), std::string::npos);
  EXPECT_NE(refusal("[import]\nkind = \"lumped\"\n").find("'name' is missing"), std::string::npos);
}

TEST(RefusedText, FrictionOnMeanVelocityHasNoTangentialRestitution) {
  const std::string message =
      refusal(kOscillator, {"contact.restitution_tangential=0.5", "law.friction_velocity=mean"});
  EXPECT_NE(message.find("law.friction_velocity to \"passive\""), std::string::npos) << message;
}

TEST(RefusedText, PositionLevelHasNoRestitutionOfImpulses) {
  for (const std::string key : {"restitution", "restitution_tangential"}) {
    const std::string message =
        refusal(kOscillator, {"contact." + key + "=0.1", "contact.level=position"});
    EXPECT_NE(message.find("set contact.level to \"velocity\""), std::string::npos) << message;
    EXPECT_NE(message.find("contact." + key), std::string::npos) << message;
  }
}

TEST(RefusedText, NamesFilesThatAreNotThere) {
  const std::string message =
      refusal("name = \"a\"\n[import]\nkind = \"modal\"\nfile = \"none.json\"\n");
  EXPECT_NE(message.find("none.json"), std::string::npos) << message;
}

}  // namespace
}  // namespace mortise::gen
