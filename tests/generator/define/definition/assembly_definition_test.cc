// [[bodies]] and [[interfaces]].
#include <gtest/gtest.h>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/assembly_order.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

// Two bodies that rub and strike; both are one import, the second mirrored and moved.
constexpr const char* kPair = R"(name = "pair"
[[bodies]]
name = "a"
import = { kind = "beam", beam = { diameter = 0.01, young = 2e11, density = 7800.0, segments = [{ elements = 4, length = 0.2 }], stations = [{ name = "tip", distance = 0.2 }] } }
condense = { method = "craig_bampton", modes = 3 }
damping = { ratio = 0.02, modes = [1, 2] }
[[bodies]]
name = "b"
import = { kind = "beam", beam = { diameter = 0.01, young = 2e11, density = 7800.0, segments = [{ elements = 4, length = 0.2 }], stations = [{ name = "tip", distance = 0.2 }] } }
condense = { method = "craig_bampton", modes = 5 }
[bodies.placement]
mirror = [0.0, 0.0, 1.0]
position = [0.0, 0.0, 0.41]
[damping]
alpha = 3.0
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["a.tip", "b.tip"]
normal = [0.0, 0.0, -1.0]
restitution = 0.4
law = { restitution_threshold = 1e-3 }
[[interfaces]]
name = "rub"
kind = "joint"
between = ["b.tip", "ground"]
normal = [1.0, 0.0, 0.0]
tangent = [0.0, 1.0, 0.0]
stiffness = 1e5
friction = 0.3
friction_modulus = 1e5
[step]
size = 1e-5
[[outputs]]
name = "gap"
quantity = "gap"
interface = "stop"
[[outputs]]
name = "loss"
quantity = "dissipated_friction"
[[scenarios]]
name = "rest"
duration = 0.01
)";

TEST(AssemblyDefinition, BodiesHaveImportPlaceCondensationAndDampingOfTheirOwn) {
  const Definition d = read_text(kPair);
  ASSERT_EQ(d.import.parts.size(), 2u);
  EXPECT_EQ(d.import.parts[1].name, "b");
  EXPECT_EQ(d.import.parts[1].import.kind, "beam");
  EXPECT_EQ(d.import.parts[1].placement.position, Vector3(0, 0, 0.41));
  EXPECT_EQ(d.bodies[0].condense.modes.count, 3);
  EXPECT_EQ(d.bodies[1].condense.modes.count, 5);
  EXPECT_EQ(d.bodies[0].damping.ratio, 0.02);
  EXPECT_EQ(d.bodies[1].damping.alpha, 3.0);  // [damping], as it has none
  ASSERT_EQ(d.interfaces.size(), 2u);
  EXPECT_EQ(d.interfaces[0].contact.restitution, 0.4);
  EXPECT_EQ(d.interfaces[0].law.restitution_threshold, 1e-3);
  EXPECT_EQ(d.interfaces[1].second, "");
  EXPECT_EQ(d.interfaces[1].contact.joint.law.tangential.kind, TangentialKind::oden_pires);
}

TEST(AssemblyDefinition, MirroredCopiesMeetAsDrawn) {
  const Definition d = read_text(kPair);
  const AssembledSystem a = assemble(d, nullptr);
  ASSERT_EQ(a.system.interfaces.size(), 2u);
  const std::vector<ContactPoint>& stop = a.system.interfaces[0].contacts().points;
  ASSERT_EQ(stop.size(), 1u);
  EXPECT_NEAR(stop[0].parameters.clearance, 0.01, 1e-15);
  EXPECT_EQ(stop[0].parameters.restitution, 0.4);
  // the motion of both tips away from each other opens the gap
  EXPECT_NEAR(stop[0].normal.sum(), 0.0, 1e-15);
  EXPECT_NEAR(stop[0].normal.norm(), std::sqrt(2.0), 1e-15);
  ASSERT_EQ(a.system.model.substructures.size(), 2u);
  // mirrored: the same body
  const FullModel& m = a.system.model;
  const Eigen::Index n = m.substructures[1].first;
  EXPECT_NEAR(Matrix(m.stiffness).topLeftCorner(n, n).norm(),
              Matrix(m.stiffness).bottomRightCorner(n, n).norm(),
              1e-12 * Matrix(m.stiffness).norm());
  EXPECT_EQ(a.system.outputs[0].interface, 0);
  EXPECT_EQ(a.system.outputs[1].interface, -1);

  const Condensation c = condense_as_defined(d, a);
  ASSERT_EQ(c.system.interfaces.size(), 2u);
  ASSERT_EQ(c.system.groups.size(), 2u);
  // 3 translations and 3 modes of a, 3 and 5 of b
  EXPECT_EQ(c.system.groups[1], 6);
  EXPECT_EQ(c.system.size(), 14);
  EXPECT_NEAR(c.system.damping[7], 3.0, 1e-12);
  EXPECT_NEAR(c.system.damping[0] / (2 * c.system.omega[0]), 0.02, 1e-3);
}

TEST(AssemblyDefinition, ClearanceMovesTheClosestPairAndKeepsTheShape) {
  const Definition d = read_text(kPair, {"interfaces.stop.clearance=2e-4"});
  const AssembledSystem a = assemble(d, nullptr);
  EXPECT_NEAR(a.system.interfaces[0].contacts().points[0].parameters.clearance, 2e-4, 1e-18);
}

TEST(AssemblyDefinition, LawValuesOfContactsDoNotCondenseAgain) {
  const Definition d = read_text(kPair);
  const auto hash = [&](const std::string& override_text) {
    return stage_hash(read_text(kPair, {override_text}), Stage::condense);
  };
  const std::string own = stage_hash(d, Stage::condense);
  EXPECT_EQ(hash("interfaces.stop.friction=0.1"), own);
  EXPECT_EQ(hash("interfaces.stop.restitution=0.1"), own);
  EXPECT_NE(hash("interfaces.rub.friction=0.1"), own);
  EXPECT_NE(hash("bodies.a.condense.modes=4"), own);
  EXPECT_NE(hash("bodies.b.import.beam.young=1e11"), own);
}

// A plate under another one, whose left corner slides along its top; a stop below its end.
constexpr const char* kDrawn = R"(name = "drawn"
[[bodies]]
name = "upper"
import = { kind = "plane", bodies = [{ length = 0.05, height = 0.002, width = 0.01, origin = [0.02, 0.002], angle = 20.0, elements = [10, 1], young = 7e10, poisson = 0.3, density = 2700.0, supports = [{ edge = "right", directions = [1] }] }] }
condense = { method = "craig_bampton", modes = 3 }
[[bodies]]
name = "lower"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.002, width = 0.01, elements = [20, 1], young = 2e9, poisson = 0.4, density = 1200.0, supports = [{ edge = "left" }] }] }
condense = { method = "craig_bampton", modes = 4 }
[[interfaces]]
name = "slide"
kind = "sliding"
between = ["upper.left", "lower.top"]
near = [0.02, 0.002, 0.0]
law = "unilateral"
friction = 0.25
velocity = 0.03
feedback = 0.1
start = 0.021
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["lower.right", "ground"]
normal = [0.0, 1.0, 0.0]
clearance = 1e-4
[step]
size = 1e-6
[[outputs]]
name = "slip"
quantity = "sliding_velocity"
interface = "slide"
[[scenarios]]
name = "rest"
duration = 0.01
)";

TEST(AssemblyDefinition, ANodeSlidesAlongAnEdgeOfAnotherBody) {
  const Definition d = read_text(kDrawn);
  const SlidingSpec& spec = d.interfaces.at(0).contact.sliding;
  EXPECT_EQ(d.interfaces[0].contact.kind, ContactKind::sliding);
  EXPECT_EQ(spec.slave.set, "upper.left");
  EXPECT_EQ(spec.target, "lower.top");
  EXPECT_EQ(spec.law.kind, SlidingKind::unilateral);
  EXPECT_EQ(spec.law.friction, 0.25);
  EXPECT_EQ(spec.law.velocity, 0.03);
  EXPECT_EQ(spec.law.feedback, 0.1);
  EXPECT_EQ(spec.start.value(), 0.021);

  const AssembledSystem a = assemble(d, nullptr);
  ASSERT_EQ(a.system.interfaces.size(), 2u);
  ASSERT_TRUE(a.system.interfaces[0].as<SlidingContact>());
  const SlidingContact& slide = *a.system.interfaces[0].as<SlidingContact>();
  EXPECT_NEAR(slide.geometry.slave_height, 0.002, 1e-15);
  EXPECT_EQ(slide.geometry.start, 0.021);
  ASSERT_EQ(slide.geometry.target_positions.cols(), 21);
  EXPECT_NEAR(slide.geometry.target_positions(0, 20), 0.1, 1e-15);
  EXPECT_EQ(slide.target_x[0].nonZeros(), 0) << "clamped";
  EXPECT_EQ(a.system.outputs[0].interface, 0);
  // the slave is of the upper body alone, the chain of the lower one
  const Condensation c = condense_as_defined(d, a);
  const auto& reduced = std::get<ReducedSliding>(c.system.interfaces.at(0).law);
  const Eigen::Index lower = c.system.groups.at(1), modes = c.system.size();
  ASSERT_EQ(reduced.slave_rows.cols(), modes);
  ASSERT_EQ(reduced.target_rows.rows(), 42);
  EXPECT_GT(reduced.slave_rows.leftCols(lower).norm(), 0.0);
  EXPECT_LT(reduced.slave_rows.rightCols(modes - lower).norm(), 1e-12);
  EXPECT_LT(reduced.target_rows.leftCols(lower).norm(), 1e-12);
  EXPECT_GT(reduced.target_rows.rightCols(modes - lower).norm(), 0.0);
  FullOrderOptions reference;
  reference.step = 1e-6;
  reference.tolerance = 1e-10;
  AssemblyOrder full(a.system, reference);
  (void)full.step(Vector(0));
  EXPECT_NEAR(full.outputs()[0], 0.03, 1e-9) << "at rest beside a frame that moves";
}

class RefusedSlide : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedSlide, NamesTheFault) {
  const std::string message = refusal(kDrawn, {GetParam().override_text});
  EXPECT_NE(message.find(GetParam().expected), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Definition, RefusedSlide,
    testing::Values(
        Refusal{"Ground", "interfaces.slide.between=[\"upper.left\",\"ground\"]",
                "the edge that the node slides along"},
        Refusal{"Clearance", "interfaces.slide.clearance=1e-4", "interfaces.0.kind = sliding"},
        Refusal{"Normal", "interfaces.slide.normal=[0,1,0]", "interfaces.0.kind = sliding"},
        Refusal{"BadLaw", "interfaces.slide.law=sticky", "interfaces.0.law"},
        Refusal{"SlideOfAStop", "interfaces.stop.velocity=0.1", "interfaces.1.kind = unilateral"}),
    [](const testing::TestParamInfo<Refusal>& info) { return std::string(info.param.name); });

TEST(RefusedSlide, NamesPlacesThatDoNotSlide) {
  const struct {
    const char *override_text, *expected;
  } cases[] = {{"interfaces.slide.between=[\"upper.left\",\"lower.right\"]", "x does not ascend"},
               {"interfaces.slide.start=0.2", "start of interface \"slide\""}};
  for (const auto& c : cases) {
    try {
      assemble(read_text(kDrawn, {c.override_text}), nullptr);
      ADD_FAILURE() << c.override_text;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(c.expected), std::string::npos) << e.what();
    }
  }
}

class RefusedAssembly : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedAssembly, NamesTheFault) {
  const std::string message = refusal(kPair, {GetParam().override_text});
  EXPECT_NE(message.find(GetParam().expected), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Definition, RefusedAssembly,
    testing::Values(
        Refusal{"Both", "import.kind=beam", "[import] stands beside [[bodies]]"},
        Refusal{"BothContacts", "contact.kind=none", "[contact] stands beside [[interfaces]]"},
        Refusal{"UnknownKey", "bodies.a.condense.mods=3", "bodies.0.condense.modes"},
        Refusal{"KeyOfAnotherKind", "bodies.a.import.units=SI", "bodies.0.import.kind = beam"},
        Refusal{"NoSection", "bodies.b.import.beam.width=0.01", "bodies.1.import.beam.diameter"},
        Refusal{"BadValue", "bodies.b.condense.modes=-1", "bodies.1.condense.modes"},
        Refusal{"SameNames", "bodies.b.name=a", "the name \"a\" is taken"},
        Refusal{"Ground", "bodies.b.name=ground", "not \"ground\""},
        Refusal{"Dotted", "bodies.b.name=\"b.c\"", "without dots"},
        Refusal{"NoAxis", "bodies.b.placement.axis=[0,0,0]", "has no length"},
        Refusal{"OneSide", "interfaces.stop.between=[\"a.tip\"]", "name two sides"},
        Refusal{"GroundFirst", "interfaces.rub.between=[\"ground\",\"b.tip\"]", "ground second"},
        Refusal{"OneSideTwice", "interfaces.stop.between=[\"a.tip\",\"a.tip\"]", "two different"},
        Refusal{"NoClearance", "interfaces.stop.between=[\"a.tip\",\"ground\"]",
                "'interfaces.0.clearance' is missing"},
        Refusal{"OtherLaw", "interfaces.stop.stiffness=1e5", "interfaces.0.kind = unilateral"},
        Refusal{"NoGap", "interfaces.rub.clearance=1e-3", "interfaces.1.kind = joint"},
        Refusal{"UnknownOfOutput", "outputs.gap.interface=stp", "\"stop\""},
        Refusal{"OutputOfNone", "outputs.gap={name=\"gap\",quantity=\"gap\"}", "interface"},
        Refusal{"OutputOfAnother", "outputs.gap.interface=rub", "no interface of kind = \"joint\""},
        Refusal{"Following", "bodies.a.condense.dynamic_modes=2", "one joint alone"}),
    [](const testing::TestParamInfo<Refusal>& info) { return std::string(info.param.name); });

TEST(RefusedAssembly, ContactOfSeveralBodiesIsAnInterface) {
  const std::string text = R"(name = "one"
[[bodies]]
name = "a"
import = { kind = "lumped", masses = [{ node = 1, mass = 1.0 }] }
[contact]
kind = "nodes"
set = "a.1"
[step]
size = 1e-5
)";
  EXPECT_NE(refusal(text).find("an entry of [[interfaces]]"), std::string::npos) << refusal(text);
}

TEST(RefusedAssembly, NamesSetsThatABodyDoesNotHave) {
  for (const char* side : {"a.tp", "c.tip", "a.99"}) {
    try {
      assemble(
          read_text(kPair, {std::string("interfaces.stop.between=[\"") + side + "\",\"b.tip\"]"}),
          nullptr);
      FAIL() << side;
    } catch (const std::exception& error) {
      EXPECT_NE(std::string(error.what()).find("unknown node set"), std::string::npos)
          << error.what();
    }
  }
}

// A node of a body by its own label.
TEST(AssemblyDefinition, NodesOfABodyGoByTheirOwnLabels) {
  const AssembledSystem a =
      assemble(read_text(kPair, {"interfaces.stop.between=[\"a.5\",\"b.5\"]"}), nullptr);
  EXPECT_NEAR(a.system.interfaces[0].contacts().points[0].parameters.clearance, 0.01, 1e-15);
}

// Overrides name parameters as a running model does.
TEST(AssemblyDefinition, OverridesNameInterfacesAlone) {
  EXPECT_EQ(read_text(kPair, {"stop.restitution=0.7"}).interfaces[0].contact.restitution, 0.7);
  EXPECT_EQ(
      read_text(kPair, {"rub.friction=0.1"}).interfaces[1].contact.joint.law.tangential.friction,
      0.1);
  EXPECT_NE(refusal(kPair, {"rbu.friction=0.1"}).find("unknown"), std::string::npos);
  // a table that an interface shares its name with
  std::string named = kPair;
  named.replace(named.find("name = \"stop\""), 13, "name = \"contact\"");
  named.replace(named.find("interface = \"stop\""), 18, "interface = \"contact\"");
  EXPECT_NE(refusal(named, {"contact.friction=0.1"}).find("write interfaces.contact.friction"),
            std::string::npos);
  EXPECT_EQ(read_text(named, {"interfaces.contact.friction=0.1"}).interfaces[0].contact.friction,
            0.1);
  EXPECT_EQ(read_text(named, {"step.size=2e-5"}).step.size, 2e-5);
}

TEST(AssemblyDefinition, AnOverrideMayBeginTheListOfInterfaces) {
  const std::string text = "name = \"free\"\n[import]\nkind = \"lumped\"\n";
  EXPECT_NE(refusal(text, {"interfaces.0.name=tip"}).find("interfaces"), std::string::npos);
}

// A slider without strength is one that a running model may be set to.
TEST(AssemblyDefinition, SlipTractionMayBeZero) {
  const std::vector<std::string> weak = {"rub.tangential=jenkins", "rub.slip_traction=0"};
  EXPECT_EQ(read_text(kPair, weak).interfaces[1].contact.joint.law.tangential.slip_traction, 0.0);
  const AssembledSystem a = assemble(read_text(kPair, weak), nullptr);
  AssemblyOrder run(a.system, 1e-5);
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(run.step(Vector(0))->solved);
  EXPECT_EQ(run.books(1).friction, 0.0);
}

// A beam between two stops.
constexpr const char* kStops = R"(name = "stops"
[[bodies]]
name = "a"
import = { kind = "beam", beam = { diameter = 0.01, young = 2e11, density = 7800.0, segments = [{ elements = 4, length = 0.2 }], stations = [{ name = "tip", distance = 0.2 }] } }
condense = { method = "massless_boundary", modes = 3 }
[[interfaces]]
name = "upper"
kind = "unilateral"
level = "position"
between = ["a.tip", "ground"]
normal = [-1.0, 0.0, 0.0]
clearance = 1e-3
[[interfaces]]
name = "lower"
kind = "unilateral"
level = "position"
between = ["a.tip", "ground"]
normal = [1.0, 0.0, 0.0]
clearance = 1e-3
friction = 0.2
[step]
size = 1e-6
[[outputs]]
name = "force"
quantity = "contact_force"
interface = "lower"
[[scenarios]]
name = "rest"
duration = 0.01
)";

TEST(AssemblyDefinition, ContactsAtPositionLevelAreStacked) {
  const Definition d = read_text(kStops, {"lower.friction=0.3"});
  EXPECT_EQ(d.interfaces[0].contact.restitution, 1.0);
  const AssembledSystem a = assemble(d, nullptr);
  ASSERT_TRUE(at_position_level(a.system));
  const UnilateralContacts& all = a.system.lone().contacts();
  ASSERT_EQ(all.points.size(), 2u);
  ASSERT_EQ(all.stacked.size(), 2u);
  EXPECT_EQ(all.stacked[1].name, "lower");
  EXPECT_EQ(all.stacked[1].first, 1u);
  EXPECT_EQ(all.points[0].parameters.friction, 0.0);
  EXPECT_EQ(all.points[1].parameters.friction, 0.3);
  EXPECT_EQ(a.system.outputs[0].index, 3);
  EXPECT_EQ(a.system.outputs[0].interface, -1);
}

TEST(AssemblyDefinition, LawsOfImpactsWithoutAnyAreSaid) {
  const auto said = [](const std::vector<std::string>& overrides) {
    std::string all;
    for (const std::string& line : messages_of(read_text(kStops, overrides))) all += line;
    return all;
  };
  EXPECT_EQ(said({"law.filter_time=2e-3"}), "");
  EXPECT_NE(said({"law.activation=start_velocity"}).find("'law.activation' has no effect: all"),
            std::string::npos);
  EXPECT_NE(said({"interfaces.0.law.activation=start_velocity"})
                .find("'interfaces.0.law.activation' has no effect with interfaces.0.level"),
            std::string::npos);
  const std::string impulses = "interfaces.0.level=velocity";
  EXPECT_EQ(said({impulses, "interfaces.1.level=velocity", "law.activation=start_velocity"}), "");
}

TEST(AssemblyDefinition, WhatPositionLevelDoesNotTakeIsRefusedByItsKey) {
  // others may stand beside it
  EXPECT_EQ(refusal(kPair, {"stop.level=position"}), "");
  EXPECT_EQ(refusal(kStops, {"lower.level=velocity"}), "");
  struct Fault {
    const char* text;
    std::vector<std::string> overrides;
    const char *key, *remedy;
  };
  const Fault faults[] = {
      {kStops,
       {"interfaces.1.law.filter_time=2e-3"},
       "'interfaces.1.law.filter_time'",
       "as law.filter_time"},
      {kStops,
       {"output.energies=true"},
       "'output.energies' is of energies",
       "set interfaces.0.level to \"velocity\""},
      {kStops,
       {"outputs.1={name=\"e\",quantity=\"energy_total\"}"},
       "'outputs.1.quantity' is of energies",
       "leave it out"},
      {kStops, {"lower.restitution=0.1"}, "'interfaces.1.restitution' is 0.1", "give that or more"},
      {kStops,
       {"lower.restitution_tangential=0.1"},
       "'interfaces.1.restitution_tangential' > 0",
       "set interfaces.1.level to \"velocity\""},
      {kStops,
       {"scenarios.0.phases.0={at=0.001,interface=\"lower\",restitution=0.5}"},
       "'scenarios.0.phases.0.restitution' is no number of interface \"lower\"",
       "clearance, friction"},
      {kStops,
       {"step.scheme=generalised_alpha"},
       "generalised_alpha steps bilateral sliding",
       "moreau_jean"}};
  for (const Fault& f : faults) {
    const std::string said = refusal(f.text, f.overrides);
    EXPECT_NE(said.find(f.key), std::string::npos) << f.overrides[0] << "\n" << said;
    EXPECT_NE(said.find(f.remedy), std::string::npos) << f.overrides[0] << "\n" << said;
  }
}

// Two halves of a cantilever, tied.
constexpr const char* kTied = R"(name = "tied"
[[bodies]]
name = "inner"
import = { kind = "beam", beam = { diameter = 0.01, young = 2e11, density = 7800.0, segments = [{ elements = 6, length = 0.2 }], stations = [{ name = "end", distance = 0.2 }] } }
condense = { method = "craig_bampton", modes = 8 }
damping = { ratio = 0.01, modes = [1] }
[[bodies]]
name = "outer"
import = { kind = "beam", beam = { diameter = 0.01, young = 2e11, density = 7800.0, root = "free", segments = [{ elements = 6, length = 0.2 }], stations = [{ name = "end", distance = 0.0 }, { name = "tip", distance = 0.2 }] } }
placement = { position = [0.0, 0.0, 0.2] }
[[ties]]
between = ["inner.end", "outer.end"]
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["outer.tip", "ground"]
normal = [1.0, 0.0, 0.0]
clearance = 1e-3
[step]
size = 1e-5
[[scenarios]]
name = "rest"
duration = 0.01
)";

TEST(Ties, HalvesOfABeamAreTheBeam) {
  const Definition halves = read_text(kTied);
  const AssembledSystem tied = assemble(halves, nullptr);
  ASSERT_EQ(tied.system.model.substructures.size(), 1u);
  const Condensation c = condense_as_defined(halves, tied);
  const Definition whole = read_text(R"(name = "whole"
[import]
kind = "beam"
beam = { diameter = 0.01, young = 2e11, density = 7800.0, segments = [{ elements = 12, length = 0.4 }], stations = [{ name = "tip", distance = 0.4 }] }
[condense]
method = "craig_bampton"
modes = 8
[damping]
ratio = 0.01
modes = [1]
[contact]
kind = "nodes"
set = "tip"
clearance = 1e-3
[contact.wall]
normal = [1.0, 0.0, 0.0]
[step]
size = 1e-5
)");
  const Condensation one = condense_as_defined(whole, assemble(whole, nullptr));
  ASSERT_EQ(c.system.size(), one.system.size());
  for (Eigen::Index i = 0; i < one.system.size(); ++i) {
    EXPECT_NEAR(c.system.omega[i], one.system.omega[i], 1e-8 * one.system.omega[i]) << i;
    EXPECT_NEAR(c.system.damping[i], one.system.damping[i], 1e-7 * one.system.damping[i]) << i;
  }
  EXPECT_NEAR(c.system.interfaces[0].contacts().rows.norm(),
              one.system.lone().contacts().rows.norm(),
              1e-7 * one.system.lone().contacts().rows.norm());
}

TEST(Ties, AreRefusedWhereNothingMeetsOrBothSidesSay) {
  EXPECT_NE(
      refusal(kTied, {"ties.0.between=[\"inner.end\",\"inner.end\"]"}).find("two different bodies"),
      std::string::npos);
  EXPECT_NE(refusal(kTied, {"ties.0.between=[\"inner.end\",\"ground\"]"}).find("body.set"),
            std::string::npos);
  EXPECT_NE(refusal(kTied, {"bodies.outer.condense={method=\"none\"}"}).find("tied to \"inner\""),
            std::string::npos);
  try {
    assemble(read_text(kTied, {"bodies.outer.placement.position=[0,0,0.21]"}), nullptr);
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("in its place"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace mortise::gen
