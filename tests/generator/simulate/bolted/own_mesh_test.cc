// A bolted structure that was exported by another code gives the answers of the built-in mesh; what
// an export lacks is named.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>

#include "generator/bodies/condense/component.hpp"
#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/bolted/bolted_case.hpp"
#include "generator/simulate/bolted/bolted_zones.hpp"
#include "tests/generator/bodies/import/small_export.hpp"
#include "tests/generator/simulate/bolted/exported_joint.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kLapJoint = MORTISE_MODELS "/lap_joint/lap_joint.toml";
constexpr const char* kBeam = MORTISE_MODELS "/s4_beam/s4_beam.toml";

Definition joint_of(const char* path, const std::vector<std::string>& keys = {}) {
  return read_definition(path, keys, Takes::structures);
}

FullModel built(const char* path) {
  const Definition d = joint_of(path);
  return import_model(d.path, d.name, d.import, nullptr);
}

// What a definition's joint is asked for.
struct JointAnswers {
  explicit JointAnswers(const Definition& definition, const std::vector<double>& levels = {})
      : bolted(bolted_case(definition, nullptr)), contact(bolted.contact()) {
    pressed = tighten(bolted.structure, bolted.preload, &contact);
    std::vector<bool> closed;
    for (const PointStatus s : pressed.state.status) closed.push_back(s != PointStatus::OPEN);
    closed_points = std::count(closed.begin(), closed.end(), true);
    modes = bonded_modes(bolted.structure, closed, 8);
    ModalTask task;
    task.omega = modes.omega[0];
    task.shape = modes.shapes.col(0);
    task.steps = 2;
    const Vector sensed = bolted.structure.sensor * task.shape;
    if (sensed[2] < 0.0) task.shape = -task.shape;
    for (const double level : levels)
      task.loads.push_back(task.omega * task.omega * level / sensed.norm());
    if (!levels.empty()) backbone = modal_backbone(bolted.structure, pressed, task, &contact);
  }

  double pressure() const {
    return pressed.state.force.maxCoeff() / bolted.structure.zones[0].cell_area();
  }

  BoltedCase bolted;
  CoulombNewton contact;
  Preloaded pressed;
  std::ptrdiff_t closed_points = 0;
  BondedModes modes;
  std::vector<BackbonePoint> backbone;
};

const std::vector<double> kLevels{1e-4, 4e-4};

const JointAnswers& built_in() {
  static const JointAnswers answers(joint_of(kLapJoint), kLevels);
  return answers;
}

class OwnMesh : public testing::TestWithParam<JointExport> {};

TEST_P(OwnMesh, GivesTheAnswersOfTheBuiltInOne) {
  const JointAnswers& own = built_in();
  const JointExport& how = GetParam();
  const TemporaryFolder folder;
  const FullModel exported = as_exported(built(kLapJoint));
  how.write(exported, folder.file("job"));
  write_flat_deck(exported, folder.file("job.inp"));
  const JointAnswers read(joint_of(kLapJoint, own_mesh(how.format, folder.file("job"))), kLevels);

  const auto expect_same = [&](const Vector& a, const Vector& b) {
    ASSERT_EQ(a.size(), b.size());
    EXPECT_LT((a - b).norm(), how.error * b.norm());
  };
  EXPECT_EQ(read.bolted.structure.zones[0].name, "left");
  EXPECT_EQ(read.bolted.structure.point_count(), own.bolted.structure.point_count());
  expect_same(read.bolted.structure.tied_omega, own.bolted.structure.tied_omega);
  expect_same(read.modes.omega, own.modes.omega);
  EXPECT_EQ(read.pressed.state.status, own.pressed.state.status);
  expect_same(read.pressed.state.force, own.pressed.state.force);
  expect_same(read.pressed.pretension, own.pressed.pretension);
  for (std::size_t k = 0; k < kLevels.size(); ++k) {
    const BackbonePoint &a = read.backbone[k], &b = own.backbone[k];
    EXPECT_GT(b.slip_points, 0);
    EXPECT_EQ(a.slip_points, b.slip_points);
    EXPECT_NEAR(a.frequency_hz / b.frequency_hz, 1.0, 1e1 * how.error);
    EXPECT_NEAR(a.damping / b.damping, 1.0, 1e2 * how.error);
    EXPECT_NEAR(a.max_slip / b.max_slip, 1.0, 1e2 * how.error);
  }
}

INSTANTIATE_TEST_SUITE_P(Exported, OwnMesh, testing::ValuesIn(kJointExports),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(OwnS4Beam, IsThatOfTheReference) {
  const TemporaryFolder folder;
  const FullModel exported = as_exported(built(kBeam));
  write_calculix(exported, folder.file("s4"));
  write_flat_deck(exported, folder.file("s4.inp"));
  const JointAnswers s4(joint_of(kBeam, own_mesh("calculix", folder.file("s4"))));

  const auto expect_hz = [](const Vector& omega, const std::array<double, 3>& expected,
                            double tolerance) {
    constexpr Eigen::Index kModes[] = {0, 1, 6};
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(omega[kModes[k]] / kTwoPi / expected[k], 1.0, tolerance);
  };
  EXPECT_EQ(s4.bolted.structure.zones[0].name, "left");
  EXPECT_EQ(s4.bolted.structure.zones[1].name, "right");
  expect_hz(s4.bolted.structure.tied_omega, {217.27584, 271.73734, 986.69736}, 1e-6);
  EXPECT_EQ(s4.bolted.structure.point_count(), 704);
  EXPECT_NEAR(double(s4.closed_points), 238.0, 2.0);
  EXPECT_NEAR(s4.pressure() / 19.328e6, 1.0, 5e-4);
  EXPECT_NEAR(s4.pressed.resultant.maxCoeff(), 5710.0, 1e-5);
  expect_hz(s4.modes.omega, {210.5476, 255.3959, 891.6817}, 1e-5);
  EXPECT_EQ(find_mode(s4.bolted, s4.modes.shapes, ModeShape::TORSION), 6);
}

// Turned out of the axes, seen along the plates all the same.
TEST(OwnJoint, StandsInAnyDirection) {
  const JointAnswers& own = built_in();
  const TemporaryFolder folder;
  FullModel free = built(kLapJoint);
  Placement placement;
  placement.axis = {1.0, 2.0, -0.5};
  placement.angle = 0.7;
  placement.position = {0.3, -0.2, 1.0};
  const FullModel exported = as_exported(placed(std::move(free), placement));
  write_scipy(exported, folder.file("job"));
  write_flat_deck(exported, folder.file("job.inp"));
  std::vector<std::string> keys = own_mesh("npz", folder.file("job"));
  const Vector3 along = placement.orientation().col(0);
  keys.push_back(
      fmt::format("contact.along=[{:.17g}, {:.17g}, {:.17g}]", along[0], along[1], along[2]));
  const JointAnswers turned(joint_of(kLapJoint, keys));
  EXPECT_LT((turned.bolted.structure.zones[0].frame.normal - placement.orientation().col(2)).norm(),
            1e-9);
  EXPECT_EQ(turned.closed_points, own.closed_points);
  EXPECT_LT((turned.modes.omega - own.modes.omega).norm(), 1e-8 * own.modes.omega.norm());
  EXPECT_NEAR(turned.pressure() / own.pressure(), 1.0, 1e-7);
}

// An export of the lap joint that is damaged before it is written.
class DamagedJoint {
 public:
  DamagedJoint() : model(as_exported(built(kLapJoint))) {}

  // What the definition with these keys, or its structure, is refused with.
  std::string refused(std::vector<std::string> keys = {}) const {
    write_scipy(model, folder_.file("job"));
    write_flat_deck(model, folder_.file("job.inp"));
    const std::vector<std::string> own = own_mesh("npz", folder_.file("job"));
    keys.insert(keys.begin(), own.begin(), own.end());
    return message_of([&] {
      const Definition d = joint_of(kLapJoint, keys);
      for (const ZoneSpec& zone : zone_specs(d, import_model(d.path, d.name, d.import, nullptr)))
        (void)make_zone(import_model(d.path, d.name, d.import, nullptr), zone);
    });
  }
  void expect_refused(const std::vector<std::string>& parts,
                      const std::vector<std::string>& keys = {}) const {
    const std::string message = refused(keys);
    for (const std::string& part : parts)
      EXPECT_NE(message.find(part), std::string::npos) << message;
  }

  FullModel model;

 private:
  TemporaryFolder folder_;
};

TEST(OwnJoint, SaysWhatSetsAreMissing) {
  DamagedJoint joint;
  EXPECT_EQ(joint.refused(), "no error");
  joint.model.sets.erase("left_bolt_lower");
  joint.model.sets.erase("sensor");
  joint.expect_refused({"are missing or empty: left_bolt_lower, sensor", "LEFT_BOLT_UPPER"});
  joint.expect_refused({"contact.zones names \"flange\"", "the model's zones are LEFT"},
                       {"contact.zones=[\"left\", \"flange\"]"});
  joint.expect_refused({"contact.zones names \"LEFT\" twice"},
                       {"contact.zones=[\"left\", \"LEFT\"]"});
  joint.expect_refused({"[contact.profile.rihgt] is of no zone", "the model's zones are LEFT"},
                       {"contact.profile.rihgt.kind=flat"});
  joint.model.sets.erase("left_top");
  joint.expect_refused({"there is no bolted zone", "its sets are"});
  joint.expect_refused({"missing or empty: left_top, left_bolt_lower, sensor"},
                       {"contact.zones=[\"left\"]"});
  joint.model.sets.clear();
  joint.expect_refused({"it has no node sets: give import.deck"});
}

TEST(OwnJoint, SaysWhatIsWrongWithItsSurfaces) {
  {
    DamagedJoint joint;
    std::swap(joint.model.sets["left_top"], joint.model.sets["left_bottom"]);
    joint.expect_refused(
        {"left_top are of the body below", "interchange left_top and left_bottom"});
  }
  {
    DamagedJoint joint;
    joint.model.sets["left_bottom"] = joint.model.sets["left_top"];
    joint.expect_refused({"is in left_top and in left_bottom: the bodies are merged there"});
  }
  {
    DamagedJoint joint;
    joint.model.sets["left_bottom"].pop_back();
    joint.expect_refused({"has no partner on the other surface"});
  }
  {
    DamagedJoint joint;
    joint.model.sets["left_bolt_lower"] = joint.model.sets["left_bolt_upper"];
    joint.expect_refused({"stand at the same height over the surface"});
  }
  {
    DamagedJoint joint;
    joint.model.nodes.at(joint.model.sets["left_top"].front()).z() += 1.0;  // mm
    joint.expect_refused({"off the plane of the others"});
  }
  {
    DamagedJoint joint;
    joint.model.sets["other_top"] = joint.model.sets["left_top"];
    joint.model.sets["other_bottom"] = joint.model.sets["left_bottom"];
    for (const char* part : {"_bolt_upper", "_bolt_lower"})
      joint.model.sets[std::string("other") + part] = joint.model.sets[std::string("left") + part];
    joint.expect_refused({"is in the zones left and OTHER"});
  }
}

// Surfaces that the exporting code had tied: the lower nodes follow the upper ones.
TEST(OwnJoint, IsToldFromOneThatIsTied) {
  DamagedJoint joint;
  FullModel model = built(kLapJoint);
  const DofTable table(model);
  const ContactZone zone = make_zone(model, zone_specs(joint_of(kLapJoint), model).front());
  Entries entries;
  for (Eigen::Index i = 0; i < model.size(); ++i)
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 1.0);
  for (const auto& [top, bottom] : zone.pairs)
    for (int d = 1; d <= 3; ++d)
      entries.emplace_back(static_cast<int>(table.at({bottom, d}, "bottom")),
                           static_cast<int>(table.at({top, d}, "top")), 1.0);
  const SparseMatrix led = sparse_matrix(model.size(), model.size(), entries);
  model.stiffness = SparseMatrix(led.transpose() * model.stiffness * led);
  model.mass = SparseMatrix(led.transpose() * model.mass * led);
  joint.model = as_exported(model);
  joint.expect_refused(
      {"left_top share stiffness with nodes on both sides of the surface", "without ties"});
}

// Decks have few digits.
TEST(OwnJoint, FindsPartnersOfRoundedPlaces) {
  DamagedJoint joint;
  for (auto& [node, place] : joint.model.nodes)
    for (double& x : place) x = std::round(x * 1e3 + (node % 2 == 0 ? 0.4 : -0.4)) / 1e3;  // 1 um
  EXPECT_EQ(joint.refused(), "no error");
}

// A bolt of one node above and one below, as one made of a beam has.
TEST(OwnJoint, IsPulledAtSingleNodes) {
  const TemporaryFolder folder;
  FullModel exported = as_exported(built(kLapJoint));
  for (const char* set : {"left_bolt_upper", "left_bolt_lower"}) {
    std::vector<std::int64_t>& nodes = exported.sets[set];
    const auto off_axis = [&](std::int64_t n) { return exported.nodes.at(n).head<2>().norm(); };
    nodes = {*std::min_element(nodes.begin(), nodes.end(), [&](std::int64_t a, std::int64_t b) {
      return off_axis(a) < off_axis(b);
    })};
  }
  write_scipy(exported, folder.file("job"));
  write_flat_deck(exported, folder.file("job.inp"));
  const JointAnswers& own = built_in();
  const JointAnswers read(joint_of(kLapJoint, own_mesh("npz", folder.file("job"))));
  EXPECT_NEAR(read.pressed.resultant[0], 2000.0, 1e-5);
  EXPECT_NEAR(read.pressure() / own.pressure(), 1.0, 0.05);  // Saint-Venant
}

// What a superelement is exported as: nodes of the joint and of its bolt, all of which see each
// other, and amplitudes of modes.
FullModel condensed_joint(const FullModel& model) {
  std::set<std::int64_t> kept;
  for (const char* set :
       {"left_top", "left_bottom", "left_bolt_upper", "left_bolt_lower", "sensor"})
    kept.insert(model.sets.at(set).begin(), model.sets.at(set).end());
  std::vector<Dof> dofs;
  for (const std::int64_t node : kept)
    for (int d = 1; d <= 3; ++d) dofs.push_back({node, d});
  CondenseOptions options;
  options.modes.count = 10;
  const CondensedComponent body =
      condense_component(model.stiffness, model.mass, dof_interface(model, dofs), options);
  FullModel result;
  const auto symmetric = [](const Matrix& a) {
    return SparseMatrix(Matrix(0.5 * (a + a.transpose())).sparseView());
  };
  result.stiffness = symmetric(body.stiffness);
  result.mass = symmetric(body.mass);
  result.dofs = dofs;
  for (int m = 0; m < 10; ++m) result.dofs.push_back({9001 + m, 0});
  result.nodes = model.nodes;
  result.sets = model.sets;
  return result;
}

TEST(OwnJoint, ComesCondensedWithItsFaces) {
  const JointAnswers& own = built_in();
  const SolidMesh mesh = lap_joint(joint_of(kLapJoint).import.lap_joint.shape);
  const FullModel exported = condensed_joint(built(kLapJoint));
  const TemporaryFolder folder;
  write_scipy(exported, folder.file("job"));
  write_flat_deck(exported, folder.file("job.inp"));
  const std::vector<std::string> keys{
      "mesh=file",
      fmt::format("import={{kind = \"npz\", file = \"{}\", units = \"SI\"}}", folder.file("job"))};
  const std::string message =
      message_of([&] { (void)bolted_case(joint_of(kLapJoint, keys), nullptr); });
  EXPECT_NE(message.find("give its *ELEMENT"), std::string::npos) << message;

  std::ofstream deck(folder.file("job.inp"), std::ios::app);
  deck << "*ELEMENT, TYPE=C3D8I, ELSET=ALL\n";
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    deck << e + 1;
    for (const int corner : mesh.elements[e])
      deck << (corner == mesh.elements[e][4] ? ",\n " : ", ") << corner + 1;
    deck << "\n";
  }
  deck.close();
  const JointAnswers read(joint_of(kLapJoint, keys));
  EXPECT_EQ(read.pressed.state.status, own.pressed.state.status);
  EXPECT_LT((read.pressed.state.force - own.pressed.state.force).norm(),
            1e-7 * own.pressed.state.force.norm());
  for (int m = 0; m < 3; ++m) EXPECT_NEAR(read.modes.omega[m] / own.modes.omega[m], 1.0, 1e-3);
}

TEST(BoltedZones, AreThoseOfTheModel) {
  const FullModel model = assemble_solid(bolt_row({"b", "inner", "a_1"}), {2.1e11, 0.3, 7850.0});
  Definition d = joint_of(kLapJoint, {"contact.profile.left.kind=flat"});
  d.contact.bolted.profiles.clear();
  EXPECT_EQ(zone_names(d, model), (std::vector<std::string>{"a_1", "b", "inner"}));
  d.contact.bolted.zones = {"inner", "A_1"};
  EXPECT_EQ(zone_names(d, model), (std::vector<std::string>{"inner", "A_1"}));
  const std::vector<ZoneSpec> zones = zone_specs(d, model);
  ASSERT_EQ(zones.size(), 2u);
  EXPECT_EQ(zones[1].top, model.sets.at("a_1_top"));
  EXPECT_EQ(zones[1].normal, Vector3(0.0, 0.0, 1.0));
}

}  // namespace
}  // namespace mortise::gen
