// Plane bodies, joints, sliding contacts and their signals: what is read, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "generator/contact/joint/laws.hpp"
#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

// Two blocks with a joint between them, a line load, an impulse and a scenario of two phases.
const char* const kBlocks = R"(name = "blocks"
[import]
kind = "plane"
[[import.bodies]]
name = "upper"
length = 0.4
height = 0.1
elements = [4, 1]
origin = [0.0, 0.1]
young = 1e9
density = 1000.0
state = "strain"
[[import.bodies]]
name = "lower"
length = 0.4
height = 0.1
width = 0.5
elements = [4, 1]
young = 2e9
poisson = 0.2
density = 2000.0
element = "incompatible"
alpha = 7.0
[[import.bodies.supports]]
edge = "bottom"
directions = [2]
[[import.bodies.supports]]
edge = "left"
[damping]
alpha = 3.0
beta = 1e-5
[contact]
kind = "joint"
sides = ["upper.bottom", "lower.top"]
stiffness = 1e9
friction = 0.3
friction_modulus = 1e8
[step]
size = 1e-5
[[inputs]]
name = "push"
set = "upper.top"
direction = [0.0, -1.0, 0.0]
[[inputs]]
name = "shear"
set = "upper.right"
direction = [1.0, 0.0, 0.0]
distribution = "line"
[[forces]]
name = "weight"
set = "upper.top"
direction = [0.0, -2.0, 0.0]
value = 50.0
[impulse]
input = "push"
amplitude = 12.0
frequency = 100.0
[load]
input = "shear"
reference = 40.0
factor = 0.5
frequency = 10.0
[[outputs]]
name = "u"
set = "upper.right"
direction = [1.0, 0.0, 0.0]
[[scenarios]]
name = "plain"
duration = 0.1
[[scenarios]]
name = "phased"
impulse = false
[scenarios.load]
factor = 0.25
start = 0.02
[scenarios.contact]
stiffness = 2e9
[[scenarios.phases]]
name = "press"
duration = 0.02
[scenarios.phases.contact]
friction = 0.0
[scenarios.phases.damping]
alpha = 90.0
[[scenarios.phases]]
name = "rub"
duration = 0.03
)";

TEST(JointDefinition, FillsBodies) {
  const Definition d = read_text(kBlocks);
  ASSERT_EQ(d.import.bodies.size(), 2u);
  const PlaneBodySpec &upper = d.import.bodies[0], &lower = d.import.bodies[1];
  EXPECT_EQ(upper.body.origin_y, 0.1);
  EXPECT_EQ(upper.body.width, 1.0);
  EXPECT_EQ(upper.body.material.poisson, 0.3);
  EXPECT_EQ(upper.body.state, PlaneState::strain);
  EXPECT_EQ(upper.body.element, QuadKind::full);
  EXPECT_EQ(upper.body.elements_x, 4);
  EXPECT_EQ(upper.body.elements_y, 1);
  EXPECT_TRUE(upper.body.supports.empty());
  EXPECT_FALSE(upper.alpha);
  EXPECT_EQ(lower.body.element, QuadKind::incompatible);
  EXPECT_EQ(lower.body.state, PlaneState::stress);
  EXPECT_EQ(lower.alpha, 7.0);
  ASSERT_EQ(lower.body.supports.size(), 2u);
  EXPECT_EQ(lower.body.supports[0].edge, PlaneEdge::bottom);
  EXPECT_EQ(lower.body.supports[0].directions, std::vector<int>{2});
  EXPECT_EQ(lower.body.supports[1].directions, (std::vector<int>{1, 2}));
  const Definition turned = read_text(kBlocks, {"import.bodies.upper.angle=90"});
  EXPECT_NEAR(turned.import.bodies[0].body.angle, 1.5707963267948966, 1e-15);
}

TEST(JointDefinition, FrictionChoosesTheLaw) {
  EXPECT_EQ(read_text(kBlocks).contact.joint.law.tangential.kind, TangentialKind::oden_pires);
  EXPECT_EQ(read_text(kBlocks, {"contact.friction=0"}).contact.joint.law.tangential.kind,
            TangentialKind::none);
  const auto law = [](const std::vector<std::string>& overrides) {
    return read_text(kBlocks, overrides).contact.joint.law;
  };
  const TangentialLaw iwan =
      law({"contact.tangential=iwan", "contact.slip_traction=5", "contact.elements=12"}).tangential;
  EXPECT_EQ(iwan.kind, TangentialKind::iwan);
  EXPECT_EQ(iwan.slip_traction, 5.0);
  EXPECT_EQ(iwan.elements, 12);
  const TangentialLaw lugre =
      law({"contact.tangential=lugre", "contact.stribeck_velocity=1e-3",
           "contact.static_friction=0.5", "contact.bristle_damping=2", "contact.viscous=3"})
          .tangential;
  EXPECT_EQ(lugre.kind, TangentialKind::lugre);
  EXPECT_EQ(lugre.static_friction, 0.5);
  EXPECT_EQ(lugre.stribeck_velocity, 1e-3);
  EXPECT_EQ(lugre.bristle_damping, 2.0);
  EXPECT_EQ(lugre.viscous, 3.0);
  const NormalLaw normal =
      law({"contact.damper=hunt_crossley", "contact.impact_damping=4", "contact.gap=-1e-5",
           "contact.separation_stiffness=6", "contact.separation_gap=1e-3"})
          .normal;
  EXPECT_EQ(normal.damper, ImpactDamper::hunt_crossley);
  EXPECT_EQ(normal.damping, 4.0);
  EXPECT_EQ(normal.gap, -1e-5);
  EXPECT_EQ(normal.separation_stiffness, 6.0);
  EXPECT_EQ(normal.separation_gap, 1e-3);
  EXPECT_EQ(normal.exponent, 1.0);
  const NormalLaw impact = law({"contact.damper=lankarani_nikravesh", "contact.impact_exponent=1.5",
                                "contact.impact_restitution=0.7", "contact.impact_velocity=1e-3"})
                               .normal;
  EXPECT_EQ(impact.damper, ImpactDamper::lankarani_nikravesh);
  EXPECT_EQ(impact.exponent, 1.5);
  EXPECT_EQ(impact.restitution, 0.7);
  EXPECT_EQ(impact.impact_velocity, 1e-3);
}

TEST(JointDefinition, PhasesReplaceWhatTheirScenarioReplaces) {
  const Definition d = read_text(kBlocks);
  ASSERT_EQ(d.scenarios[0].phases.size(), 1u);
  EXPECT_EQ(d.scenarios[0].phases[0].duration, 0.1);
  EXPECT_EQ(d.scenarios[0].phases[0].law.normal.stiffness, 1e9);
  const ScenarioSpec& phased = d.scenarios[1];
  EXPECT_DOUBLE_EQ(phased.duration, 0.05);
  ASSERT_EQ(phased.phases.size(), 2u);
  EXPECT_EQ(phased.phases[0].law.normal.stiffness, 2e9);
  EXPECT_EQ(phased.phases[0].law.tangential.kind, TangentialKind::none);
  EXPECT_EQ(phased.phases[0].damping.alpha, 90.0);
  EXPECT_EQ(phased.phases[0].damping.beta, 1e-5);
  EXPECT_EQ(phased.phases[1].law.tangential.kind, TangentialKind::oden_pires);
  EXPECT_EQ(phased.phases[1].damping.alpha, 3.0);
  const Definition inner =
      read_text(kBlocks, {"scenarios.phased.phases.rub.contact.stiffness=3e9"});
  EXPECT_EQ(inner.scenarios[1].phases[0].law.normal.stiffness, 2e9);
  EXPECT_EQ(inner.scenarios[1].phases[1].law.normal.stiffness, 3e9);
}

TEST(JointDefinition, BodiesKeepDampingOfTheirOwn) {
  const Definition d = read_text(kBlocks);
  const AssembledSystem a = assemble(d, nullptr);
  ASSERT_EQ(a.cases.size(), 3u);
  EXPECT_EQ(a.cases[0].name, "blocks");
  EXPECT_EQ(a.cases[0].damping[0].alpha, 3.0);
  EXPECT_EQ(a.cases[0].damping[1].alpha, 7.0);
  EXPECT_EQ(a.cases[0].damping[1].beta, 1e-5);
  EXPECT_EQ(a.cases[1].name, "phased.press");
  EXPECT_EQ(a.cases[1].damping[0].alpha, 90.0);
  EXPECT_EQ(a.cases[1].damping[1].alpha, 7.0);
  EXPECT_EQ(a.scenario_phases[0][0].operating_case, 0u);
  EXPECT_EQ(a.scenario_phases[1][1].operating_case, 2u);
}

// One frequency gives alpha = 2 ratio omega. Stuck on soft springs the upper block slides as a
// whole, omega^2 = E_f L / m; bonded without friction that motion is rigid and does not count, nor
// do all three of the open joint.
TEST(JointDefinition, DampingCountsModesOfTheChosenInterface) {
  const auto alpha = [](const std::string& interface) {
    const Definition d = read_text(
        kBlocks, {"damping={ratio=0.01, modes=[1], interface=\"" + interface + "\"}",
                  "scenarios.1.phases.0.damping={ratio=0.5}", "contact.friction_modulus=1e6"});
    return assemble(d, nullptr).cases[0].damping[0].alpha;
  };
  EXPECT_NEAR(alpha("stuck"), 2.0 * 0.01 * std::sqrt(1e6 * 0.4 / 40.0), 2e-3);
  EXPECT_GT(alpha("bonded"), 10.0);
  EXPECT_GT(alpha("open"), alpha("bonded"));
}

TEST(JointDefinition, ConstantForcesAreShared) {
  const AssembledSystem a = assemble(read_text(kBlocks), nullptr);
  EXPECT_NEAR(a.system.constant_force.sum(), -50.0, 1e-12);
  EXPECT_NEAR(a.system.constant_force.minCoeff(), -10.0, 1e-12);  // five nodes
}

TEST(JointDefinition, SignalsAreInherited) {
  const Definition d = read_text(kBlocks);
  ASSERT_TRUE(d.scenarios[0].impulse);
  EXPECT_EQ(d.scenarios[0].impulse->amplitude, 12.0);
  EXPECT_FALSE(d.scenarios[1].impulse);
  EXPECT_EQ(d.scenarios[0].load->factor, 0.5);
  EXPECT_EQ(d.scenarios[0].load->start, 0.0);
  EXPECT_EQ(d.scenarios[1].load->factor, 0.25);
  EXPECT_EQ(d.scenarios[1].load->frequency, 10.0);
  EXPECT_EQ(d.scenarios[1].load->start, 0.02);
  EXPECT_FALSE(read_text(kBlocks, {"scenarios.0.load=false"}).scenarios[0].load);
}

TEST(JointDefinition, LawPointsAreCheckedAgainstTheJoint) {
  const auto with_point = [](int point) {
    return read_text(kBlocks, {"outputs=[{name=\"p\", quantity=\"normal_traction\", point=" +
                               std::to_string(point) + "}]"});
  };
  const AssembledSystem a = assemble(with_point(7), nullptr);
  EXPECT_EQ(a.system.outputs[0].index, 7);
  EXPECT_EQ(a.system.outputs[0].unit, "N/m");
  EXPECT_THROW(assemble(with_point(8), nullptr), Error);
}

TEST(JointDefinition, MastersOfAnEdgeLeaveHeldDirectionsOut) {
  const Definition d = read_text(
      kBlocks, {"condense={method=\"craig_bampton\", modes=2, masters=[{set=\"lower.top\", "
                "directions=[1, 2]}, {set=\"upper.bottom\", directions=[1, 2]}]}"});
  const Condensation c = condense_as_defined(d, assemble(d, nullptr));
  EXPECT_EQ(c.report.interface_dofs, 8 + 10);
}

class RefusedJoint : public testing::TestWithParam<Refusal> {};

// While it is read, or when it meets the mesh.
TEST_P(RefusedJoint, NamesTheFault) {
  std::string message = refusal(kBlocks, {GetParam().override_text});
  if (message.empty()) {
    try {
      assemble(read_text(kBlocks, {GetParam().override_text}), nullptr);
    } catch (const Error& error) {
      message = error.what();
    }
  }
  EXPECT_NE(message.find(GetParam().expected), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Definition, RefusedJoint,
    testing::Values(
        Refusal{"OneCount", "import.bodies.0.elements=[4]", "e.g. [20, 2]"},
        Refusal{"Space", "import.bodies.0.origin=[0, 0, 0]", "has 3 entries"},
        Refusal{"SameName", "import.bodies.1.name=upper", "is taken"},
        Refusal{"Rotation", "import.bodies.1.supports.0.directions=[3]", "<= 2"},
        Refusal{"Poisson", "import.bodies.0.poisson=0.5", "upper"},
        Refusal{"NoSides", "contact.sides=[\"upper.bottom\"]", "contact.base = true"},
        Refusal{"SideWithoutBase", "contact={kind=\"joint\", side=\"upper.bottom\", stiffness=1}",
                "contact.base = true"},
        Refusal{"UnknownSide", "contact.sides=[\"upper.botom\", \"lower.top\"]",
                "\"upper.bottom\""},
        Refusal{"SidesApart", "contact.sides=[\"upper.bottom\", \"lower.left\"]", "side B 2"},
        Refusal{"NumbersAsSides", "contact.sides=[1, 2]", "a list of texts"},
        Refusal{"NoStiffness", "contact={kind=\"joint\", sides=[\"upper.bottom\", \"lower.top\"]}",
                "'contact.stiffness' is missing"},
        Refusal{"WallOfAJoint", "contact.wall.normal=[0,1,0]", "contact.kind = joint"},
        Refusal{"NoModulus",
                "contact={kind=\"joint\", sides=[\"upper.bottom\", \"lower.top\"], "
                "stiffness=1e9, friction=0.1}",
                "contact.friction_modulus"},
        Refusal{"NoSlip", "contact.tangential=jenkins", "contact.slip_traction"},
        Refusal{"NoStribeck", "contact.tangential=lugre", "contact.stribeck_velocity"},
        Refusal{"SoftExponent", "contact.impact_exponent=0.5", "1"},
        Refusal{"HardExponent", "contact.impact_exponent=9", "8"},
        Refusal{"NoRestitution", "contact.damper=lankarani_nikravesh",
                "'contact.impact_restitution' is missing"},
        Refusal{"RestitutionAboveOne", "contact.impact_restitution=1.1", "1"},
        Refusal{"NoImpactVelocity",
                "contact={kind=\"joint\", sides=[\"upper.bottom\", \"lower.top\"], stiffness=1e9, "
                "damper=\"lankarani_nikravesh\", impact_restitution=0.5}",
                "'contact.impact_velocity' is missing"},
        Refusal{"RestitutionOfAnotherDamper", "contact.impact_restitution=0.5",
                "is no number of the damper clamped"},
        Refusal{"DampingBesideRestitution",
                "contact={kind=\"joint\", sides=[\"upper.bottom\", \"lower.top\"], stiffness=1e9, "
                "damper=\"lankarani_nikravesh\", impact_restitution=0.5, impact_velocity=1e-3, "
                "impact_damping=3}",
                "is no number of the damper lankarani_nikravesh"},
        Refusal{"UnknownField", "contact.fields=[{number=\"stifness\", at=[0], values=[1]}]",
                "one of stiffness, "},
        Refusal{"FieldOfAnotherLaw",
                "contact.fields=[{number=\"slip_traction\", at=[0], values=[1]}]",
                "'contact.fields.0.number' is no number of the friction law oden_pires"},
        Refusal{"FieldOfNoFriction",
                "contact={kind=\"joint\", sides=[\"upper.bottom\", \"lower.top\"], stiffness=1e9, "
                "tangential=\"jenkins\", friction_modulus=1e8, slip_traction=1, "
                "fields=[{number=\"friction\", at=[0], values=[2]}]}",
                "'contact.fields.0.number' is no number of the friction law jenkins"},
        Refusal{"FieldNowhere", "contact.fields=[{number=\"friction\"}]",
                "give either file, or at and values"},
        Refusal{"FieldTwice",
                "contact.fields=[{number=\"friction\", at=[0], values=[1], file=\"a.csv\"}]",
                "give either file, or at and values"},
        Refusal{"SameField",
                "contact.fields=[{number=\"friction\", at=[0], values=[1]}, "
                "{number=\"friction\", at=[0], values=[2]}]",
                "give every number one table"},
        Refusal{"NoSuchField", "contact.fields=[{number=\"gap\", file=\"none.csv\"}]",
                "'contact.fields.0.file': no file"},
        Refusal{"ShortField", "contact.fields=[{number=\"gap\", at=[0, 1], values=[1]}]",
                "has 2 positions and 1 values"},
        Refusal{"FieldTurnsBack",
                "contact.fields=[{number=\"gap\", at=[0, 0.2, 0.1], values=[0, 1, 2]}]",
                "position 0.1 m does not ascend"},
        Refusal{"NegativeFactor", "contact.fields=[{number=\"friction\", at=[0], values=[-1]}]",
                "friction is multiplied by -1"},
        Refusal{"NoFieldStiffness", "contact.fields=[{number=\"stiffness\", at=[0], values=[0]}]",
                "give factors > 0"},
        Refusal{"EndlessField", "contact.fields=[{number=\"gap\", at=[0], values=[inf]}]",
                "'contact.fields.0.values' is [inf]"},
        Refusal{"FieldPushesAndPulls",
                "contact={kind=\"joint\", sides=[\"upper.bottom\", \"lower.top\"], stiffness=1e9, "
                "separation_stiffness=1e6, fields=[{number=\"gap\", at=[0], values=[-1e-6]}]}",
                "pushes and pulls at once"},
        Refusal{"StaticBelowSliding",
                "contact={kind=\"joint\", sides=[\"upper.bottom\", \"lower.top\"], stiffness=1e9, "
                "friction=0.4, friction_modulus=1e5, tangential=\"lugre\", stribeck_velocity=1, "
                "static_friction=0.2}",
                "at least contact.friction"},
        Refusal{"PhaseLacks", "scenarios.1.phases.1.contact={tangential=\"iwan\"}",
                "friction law iwan needs it"},
        Refusal{"TwoDurations", "scenarios.1.duration=1", "sum of those of the phases"},
        Refusal{"NoDuration", "scenarios=[{name=\"a\"}]", "'scenarios.0.duration' is missing"},
        Refusal{"SamePhase", "scenarios.1.phases.1.name=press", "is taken"},
        Refusal{"PhaseDamping", "scenarios.1.phases.0.damping={ratio=0.1}",
                "damping is given by a ratio"},
        Refusal{"NoLoadToReplace", "load=1", "is a table, not a value"},
        Refusal{"LoadInput", "load.input=shaer", "\"shear\""},
        Refusal{"ImpulseInput", "impulse.input=pusch", "\"push\""},
        Refusal{"NoImpulseFrequency", "impulse={amplitude=1}", "'impulse.frequency' is missing"},
        Refusal{"LineAtANode", "inputs.1.near=[0,0,0]", "names no edge"},
        Refusal{"LineForce",
                "forces.0={name=\"f\", node=1, direction=[1,0,0], value=1, "
                "distribution=\"line\"}",
                "names no edge"},
        Refusal{"HeldLine",
                "inputs.1={name=\"shear\", set=\"lower.left\", direction=[1,0,0], "
                "distribution=\"line\"}",
                "moves nothing"},
        Refusal{"JointGap", "outputs.0.quantity=gap", "normal_traction"},
        Refusal{"SlidingOutput", "outputs.0.quantity=sliding_velocity",
                "contact.kind = \"sliding\""},
        Refusal{"DominantOfNone",
                "condense={method=\"craig_bampton\", modes=1, dynamic_selection=\"dominant\"}",
                "give condense.dynamic_modes"},
        Refusal{"TwoTruncations",
                "condense={method=\"craig_bampton\", modes=1, dynamic_modes=3, "
                "dynamic_cutoff_hz=5}",
                "by number and by frequency"},
        Refusal{"PressedAndMoved", "initial={shape=\"pressed\", velocity=[1,0,0]}",
                "moved as well"}),
    [](const testing::TestParamInfo<Refusal>& info) { return std::string(info.param.name); });

TEST(RefusedJointText, PlaneWithoutBodies) {
  const std::string message = refusal("name = \"a\"\n[import]\nkind = \"plane\"\n");
  EXPECT_NE(message.find("[[import.bodies]]"), std::string::npos) << message;
}

std::string field_file(const std::string& text) {
  const std::string path = testing::TempDir() + "/field.csv";
  std::ofstream(path) << text;
  return "contact.fields=[{number=\"friction\", file=\"" + path + "\"}]";
}

TEST(JointDefinition, AFileOfFieldsBelongsToTheInput) {
  const std::string first = field_file("position,friction,gap\n0,1,5\n0.2,0.5,6\n");
  const Definition d = read_text(kBlocks, {first});
  const std::string hash = input_hash(d);
  const JointField& field = d.contact.joint.fields.at(0);
  EXPECT_EQ(joint_numbers().at(static_cast<std::size_t>(field.number)).name,
            std::string("friction"));
  EXPECT_EQ(field.at, (std::vector<double>{0, 0.2}));
  EXPECT_EQ(field.values, (std::vector<double>{1, 0.5}));
  EXPECT_EQ(input_hash(read_text(kBlocks, {first})), hash);
  EXPECT_NE(input_hash(read_text(kBlocks, {field_file("position,friction\n0,2\n")})), hash);
}

// Tables between points; a phase of its own law has the same.
TEST(JointDefinition, PointsHaveNumbersOfTheirOwn) {
  const Definition d =
      read_text(kBlocks, {"contact.fields=[{number=\"stiffness\", at=[0.1, 0.3], values=[1, 3]}, "
                          "{number=\"gap\", at=[0.0], values=[1e-6]}]"});
  const Joint joint = *assemble(d, nullptr).system.lone().as<Joint>();
  for (const JointPoint& p : joint.points) {
    const JointLaw law = law_at(joint.law, p);
    const double factor = std::clamp(1 + 10 * (p.position - 0.1), 1.0, 3.0);
    EXPECT_NEAR(law.normal.stiffness, factor * 1e9, 1e-6) << p.position;
    EXPECT_EQ(law.normal.gap, 1e-6);
    EXPECT_EQ(law.tangential.friction, 0.3);
    EXPECT_NEAR(law_at(d.scenarios[1].phases[1].law, p).normal.stiffness, factor * 2e9, 1e-6);
  }
}

// Damping by a ratio counts the modes of the joint as its points are.
TEST(JointDefinition, BondedAndStuckModesAreOfThePointsLaws) {
  for (const char* state : {"bonded", "stuck"}) {
    const auto alpha = [&](const char* stiffness, const char* fields) {
      const Definition d = read_text(
          kBlocks, {std::string("contact.stiffness=") + stiffness, fields,
                    std::string("damping={ratio=0.1, modes=[1], interface=\"") + state + "\"}",
                    "scenarios.1.phases.0.damping={ratio=0.5}"});
      return assemble(d, nullptr).system.damping.at(0).alpha;
    };
    const double law = alpha("1e9", "contact.friction_modulus=1e8");
    const double varied = alpha("5e8",
                                "contact.fields=[{number=\"stiffness\", at=[0], values=[2]}, "
                                "{number=\"gap\", at=[0], values=[1]}]");
    EXPECT_NEAR(varied, law, 1e-9 * law) << state;
    EXPECT_LT(alpha("5e8", "contact.friction_modulus=1e8"), 0.99 * law) << state;
  }
}

// The law of [contact] has room for the gap, that of a phase has not.
TEST(RefusedJointText, FieldsThatAPhaseHasNoRoomFor) {
  const auto with = [](const char* room) {
    return read_text(kBlocks, {"contact.separation_stiffness=1e6", "contact.separation_gap=2e-6",
                               "contact.fields=[{number=\"gap\", at=[0], values=[-1e-6]}]",
                               std::string("scenarios.1.phases.1.contact.separation_gap=") + room});
  };
  EXPECT_NO_THROW(assemble(with("1e-6"), nullptr));
  try {
    assemble(with("0.9e-6"), nullptr);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("case phased.rub, "), std::string::npos)
        << error.what();
  }
}

TEST(RefusedJointText, FilesOfFields) {
  const auto expect = [](const std::string& text, const std::string& part) {
    const std::string message = refusal(kBlocks, {field_file(text)});
    EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_NE(message.find("field.csv"), std::string::npos) << message;
  };
  expect("x,friction\n0,1\n", "begin with 'position' [m]");
  expect("position,mu\n0,1\n", "has no column 'friction'");
  expect("position,friction\n0,1\n0.2,1\n0.1,2\n", "position 0.1 does not increase");
  expect("position,friction\n0,nan\n", "give a finite number");
  expect("position,friction\n0,-2\n", "friction is multiplied by -2");
  expect("# units: mm,1\nposition,friction\n0,1\n", "give the position in m");
  expect("# units: m,m\nposition,friction\n0,1\n", "the unit of 'friction' is 'm'");
}

TEST(RefusedJointText, EnergiesWithANameThatIsTaken) {
  const std::string message = refusal(
      kBlocks,
      {"output.energies=true", "outputs=[{name=\"energy_total\", quantity=\"energy_total\"}]"});
  EXPECT_NE(message.find("stands in [[outputs]]"), std::string::npos) << message;
}

TEST(RefusedJointText, BondedModesOfAnExponent) {
  const Definition d = read_text(kBlocks, {"contact.impact_exponent=1.5",
                                           "damping={ratio=0.1, modes=[1], interface=\"bonded\"}",
                                           "scenarios.1.phases.0.damping={ratio=0.5}"});
  try {
    assemble(d, nullptr);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("interface = \"open\""), std::string::npos)
        << error.what();
  }
}

TEST(RefusedJointText, StuckModesWithoutTangentialStiffness) {
  const Definition d = read_text(
      kBlocks, {"contact={kind=\"joint\", sides=[\"upper.bottom\", \"lower.top\"], stiffness=1e9}",
                "damping={ratio=0.1, modes=[1], interface=\"stuck\"}",
                "scenarios.1.phases.0.damping={ratio=0.5}"});
  EXPECT_THROW(assemble(d, nullptr), Error);
}

TEST(RefusedJointText, OscillatorHasNoJoint) {
  const auto expect = [](const std::string& override_text, const std::string& part) {
    const std::string message = refusal(kOscillator, {override_text});
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect("damping.interface=stuck", "contact.kind = nodes");
  expect("scenarios.0.contact={friction=0.1}", "contact.kind = nodes");
  expect("scenarios.0.load={factor=2}", "which is not there");
  expect("outputs.0.quantity=energy_total", "contact.kind = \"joint\"");
  expect("outputs.0.quantity=acceleration", "contact.kind = \"joint\" or \"sliding\"");
  expect("output.energies=true", "contact.kind = nodes");
}

// A slave node on a target along x.
const char* const kSlider = R"(name = "slider"
[import]
kind = "plane"
[[import.bodies]]
name = "slider"
length = 0.01
height = 0.01
elements = [2, 2]
origin = [0.05, 0.01]
young = 1e9
density = 1000.0
[[import.bodies]]
name = "rail"
length = 0.1
height = 0.01
elements = [10, 1]
young = 1e9
density = 1000.0
[[import.bodies.supports]]
edge = "bottom"
[contact]
kind = "sliding"
target = "rail.top"
friction = 0.2
[contact.slave]
set = "slider.bottom"
near = [0.05, 0.01, 0.0]
[sliding]
velocity = 0.5
[step]
size = 1e-5
)";

TEST(SlidingDefinition, FillsTheContact) {
  const Definition d = read_text(kSlider, {"contact.law=unilateral", "sliding.feedback=0.1"});
  EXPECT_EQ(d.contact.sliding.law.kind, SlidingKind::unilateral);
  EXPECT_EQ(d.contact.sliding.law.friction, 0.2);
  EXPECT_EQ(d.contact.sliding.law.velocity, 0.5);
  EXPECT_EQ(d.contact.sliding.law.feedback, 0.1);
  const SlidingContact s = *assemble(d, nullptr).system.lone().as<SlidingContact>();
  EXPECT_DOUBLE_EQ(s.geometry.start, 0.05);  // as meshed
  EXPECT_DOUBLE_EQ(s.geometry.slave_height, 0.01);
  EXPECT_EQ(s.target_x.size(), 11u);
}

TEST(SlidingDefinition, IsRefusedWithTheRemedy) {
  const auto expect = [](const std::vector<std::string>& overrides, const std::string& part) {
    std::string message = refusal(kSlider, overrides);
    if (message.empty()) {
      try {
        assemble(read_text(kSlider, overrides), nullptr);
      } catch (const Error& error) {
        message = error.what();
      }
    }
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect({"contact.slave={set=\"slider.bottom\"}"}, "one node slides");
  expect({"contact.target=rail.left"}, "x does not ascend");
  expect({"contact.target=rail.tops"}, "\"rail.top\"");
  expect({"sliding.start=0.2"}, "set sliding.start");
  expect({"sliding={start=0.05}"}, "'sliding.velocity' is missing");
  expect({"contact.slave={node=999}"}, "has no free dof");
  expect({"contact.stiffness=1"}, "contact.kind = sliding");
}

}  // namespace
}  // namespace mortise::gen
