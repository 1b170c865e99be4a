// Dofs that an export lacks because they follow others: equations, rigid bodies, rollers in local
// axes, cards that are not read.
#include <fmt/format.h>

#include <sstream>

#include "generator/bodies/model/average_node.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/merge_bodies.hpp"
#include "generator/bodies/model/rigid_constraint.hpp"
#include "generator/bodies/model/rigid_motion.hpp"
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

using Leading = std::vector<std::pair<Dof, double>>;

constexpr char kFourNodes[] =
    "*NODE, NSET=ALL\n1, 0., 0., 0.\n2, 10., 0., 0.\n3, 0., 20., 0.\n4, 0., 0., 30.\n";

// Springs to the ground and masses at these dofs, in mm, t, s, N.
FullModel import_springs(const TemporaryFolder& folder, const std::string& dofs,
                         const std::string& cards, std::vector<std::string>* warnings = nullptr,
                         const std::vector<std::int64_t>& rotations = {}) {
  std::string dof, sti, mas;
  std::istringstream labels(dofs);
  int row = 0;
  for (std::string label; labels >> label;) {
    ++row;
    dof += label + "\n";
    const std::string place = std::to_string(row) + " " + std::to_string(row) + " ";
    sti += place + std::to_string(100 + row) + ".\n";
    mas += place + "1.\n";
  }
  folder.write("job.dof", dof);
  folder.write("job.sti", sti);
  folder.write("job.mas", mas);
  folder.write("job.inp", kFourNodes + cards);
  ImportOptions options = small_options(folder);
  options.rotation_nodes = rotations;
  return import_matrices(options, warnings);
}

// Weight with which a dof follows; 0 if it does not.
double weight_of(const FullModel& model, const Dof& dof, const Dof& leader) {
  const auto it = model.followers.find(dof);
  if (it == model.followers.end()) return 0.0;
  for (const auto& [other, weight] : it->second)
    if (other == leader) return weight;
  return 0.0;
}

TEST(EliminatedDofs, FollowTheOthersOfTheirEquation) {
  const TemporaryFolder folder;
  const FullModel model =
      import_springs(folder, "1.2 1.3 2.1 2.2 2.3", "*EQUATION\n2\n1, 1, 1., 2, 1, -1.\n");
  ASSERT_EQ(model.followers.size(), 1u);
  EXPECT_EQ(model.followers.begin()->first, (Dof{1, 1}));
  EXPECT_EQ(model.followers.begin()->second, (Leading{{{2, 1}, 1.0}}));
}

TEST(EliminatedDofs, EquationsOfSeveralLinesAndChainsAreResolved) {
  const TemporaryFolder folder;
  // u1x = 2 u2x, u2x = 3 u3y - 4 u3z + 5 u3x + 6 u4x, and 4 is held
  const FullModel model =
      import_springs(folder, "1.2 1.3 2.2 2.3 3.1 3.2 3.3",
                     "*Equation\n2\n1, 1, 0.5, 2, 1, -1.\n5\n2, 1, 2., 3, 2, -6., 3, 3, 8., 3, 1, "
                     "-10.,\n4, 1, -12.\n*BOUNDARY\n4, 1, 3\n");
  EXPECT_DOUBLE_EQ(weight_of(model, {1, 1}, {3, 1}), 10.0);
  EXPECT_DOUBLE_EQ(weight_of(model, {1, 1}, {3, 2}), 6.0);
  EXPECT_DOUBLE_EQ(weight_of(model, {1, 1}, {3, 3}), -8.0);
  EXPECT_DOUBLE_EQ(weight_of(model, {2, 1}, {3, 1}), 5.0);
  EXPECT_EQ(model.followers.at({1, 1}).size(), 3u);
  EXPECT_EQ(model.followers.at({2, 1}).size(), 3u);
}

TEST(EliminatedDofs, EquationsOfSetsHoldNodeByNode) {
  const TemporaryFolder folder;
  const FullModel model = import_springs(
      folder, "1.2 2.2 3.2 3.3 4.1 4.2",
      "*NSET, NSET=A\n1, 2\n*NSET, NSET=B\n3, 4\n*EQUATION\n2\nA, 1, 1., B, 2, -1.\n");
  EXPECT_EQ(model.followers.at({1, 1}), (Leading{{{3, 2}, 1.0}}));
  EXPECT_EQ(model.followers.at({2, 1}), (Leading{{{4, 2}, 1.0}}));
}

TEST(EliminatedDofs, NodesOfARigidBodyFollowItsReferenceAndItsRotationNode) {
  for (const bool named : {true, false}) {
    const TemporaryFolder folder;
    // CalculiX makes node 5 where none is named
    const FullModel model =
        import_springs(folder, named ? "1.1 1.2 1.3 4.1 4.2 4.3" : "1.1 1.2 1.3 5.1 5.2 5.3",
                       std::string("*NSET, NSET=R\n2, 3\n*RIGID BODY, NSET=R, REF NODE=1") +
                           (named ? ", ROT NODE=4\n" : "\n"));
    const std::int64_t rotation = named ? 4 : 5;
    EXPECT_EQ(model.dofs[3], (Dof{rotation, 4}));
    EXPECT_EQ(model.nodes.at(rotation), Vector3(0.0, 0.0, named ? 0.03 : 0.0));
    EXPECT_EQ(model.followers.size(), 6u);
    EXPECT_EQ(weight_of(model, {2, 1}, {1, 1}), 1.0);
    EXPECT_DOUBLE_EQ(weight_of(model, {2, 2}, {rotation, 6}), 0.01);  // [m]
    EXPECT_DOUBLE_EQ(weight_of(model, {2, 3}, {rotation, 5}), -0.01);
    EXPECT_DOUBLE_EQ(weight_of(model, {3, 1}, {rotation, 6}), -0.02);
    EXPECT_DOUBLE_EQ(weight_of(model, {3, 3}, {rotation, 4}), 0.02);
  }
}

TEST(EliminatedDofs, RotationNodesThatCannotBeToldApartAreRefused) {
  const TemporaryFolder folder;
  const std::string message = message_of([&] {
    import_springs(folder, "1.1 1.2 1.3 4.1 4.2 4.3 5.1",
                   "*NSET, NSET=R\n2\n*RIGID BODY, NSET=R, REF NODE=1\n*NSET, NSET=S\n3\n"
                   "*RIGID BODY, NSET=S, REF NODE=4\n");
  });
  EXPECT_NE(message.find("job.inp:8"), std::string::npos) << message;
  EXPECT_NE(message.find("ROT NODE"), std::string::npos) << message;
}

// Abaqus: the reference node has the rotations itself, PIN NSET follows in translations alone.
TEST(EliminatedDofs, NodesOfARigidBodyOfAbaqusTurnWithItsReference) {
  const TemporaryFolder folder;
  std::string matrix;
  for (int d = 1; d <= 6; ++d) matrix += fmt::format("1,{0}, 1,{0}, {1}.\n", d, 10 + d);
  folder.write("job_STIF1.mtx", matrix);
  folder.write("job_MASS1.mtx", matrix);
  folder.write("job.inp", std::string(kFourNodes) +
                              "*NSET, NSET=P\n2\n*NSET, NSET=T\n3\n"
                              "*RIGID BODY, REF NODE=1, PIN NSET=P, TIE NSET=T\n");
  ImportOptions options = small_options(folder);
  options.format = "abaqus";
  const FullModel model = import_matrices(options);
  EXPECT_DOUBLE_EQ(weight_of(model, {2, 2}, {1, 2}), 1.0);
  EXPECT_DOUBLE_EQ(weight_of(model, {2, 2}, {1, 6}), 0.01);
  EXPECT_DOUBLE_EQ(weight_of(model, {2, 3}, {1, 5}), -0.01);
  EXPECT_DOUBLE_EQ(weight_of(model, {3, 1}, {1, 6}), -0.02);
  EXPECT_DOUBLE_EQ(weight_of(model, {3, 5}, {1, 5}), 1.0);
  EXPECT_EQ(model.followers.count({2, 5}), 0u);
}

// By ELSET= of the elements, by *ELSET, of labels, of ranges and of other sets.
TEST(EliminatedDofs, NodesOfTheElementsOfARigidBodyFollowItsReference) {
  const char* const cards[] = {
      "*ELEMENT, TYPE=R3D3, ELSET=E\n7, 2,\n3, 4\n*ELEMENT, TYPE=T3D2\n8, 1, 2\n",
      "*ELEMENT, TYPE=T3D2\n7, 2, 3\n8, 3, 4\n9, 1, 2\n*ELSET, ELSET=E\n7, 8\n",
      ("*ELEMENT, TYPE=T3D2\n7, 2, 3\n8, 3, 4\n9, 1, 2\n*ELSET, ELSET=F, GENERATE\n7, 8\n"
       "*ELSET, ELSET=E\nF,\n*NSET, NSET=E\n1\n")};
  for (const char* card : cards) {
    const TemporaryFolder folder;
    std::vector<std::string> warnings;
    const FullModel model =
        import_springs(folder, "1.1 1.2 1.3 5.1 5.2 5.3",
                       std::string("*RIGID BODY, ELSET=E, REF NODE=1\n") + card, &warnings);
    EXPECT_TRUE(warnings.empty()) << warnings[0];
    EXPECT_EQ(model.followers.size(), 9u);
    for (const std::int64_t node : {2, 3, 4})
      EXPECT_DOUBLE_EQ(weight_of(model, {node, 1}, {1, 1}), 1.0) << node;
    EXPECT_EQ(model.sets.count("E"),
              std::string(card).find("*NSET") == std::string::npos ? 0u : 1u);
    EXPECT_EQ(model.sets.size(), model.sets.count("E") + 1);
  }
}

TEST(EliminatedDofs, RigidBodiesOfUnknownElementsAreToldByTheirCard) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  // node 5 is what CalculiX makes for the rotations
  const FullModel model = import_springs(folder, "1.1 1.2 1.3 5.1 5.2 5.3",
                                         "*RIGID BODY, ELSET=E, REF NODE=1\n", &warnings);
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings.back().find("job.inp:6: ELSET of *RIGID BODY"), std::string::npos)
      << warnings.back();
  EXPECT_EQ(model.dofs[5], (Dof{5, 6}));
  EXPECT_NE(message_of([&] {
              (void)DofTable(model).motion({2, 1});
            }).find("node 2 has no dof"),
            std::string::npos);
}

TEST(EliminatedDofs, RollersInLocalAxesKeepTheNodeOnItsPlane) {
  const TemporaryFolder folder;
  // local x along (3, 4, 0) / 5 is held: u2y = -3/4 u2x
  const FullModel model = import_springs(
      folder, "1.1 2.1 2.3",
      "*NSET, NSET=T\n2\n*TRANSFORM, NSET=T\n3., 4., 0., -4., 3., 0.\n*BOUNDARY\n2, 1\n");
  ASSERT_EQ(model.followers.count({2, 2}), 1u);
  EXPECT_NEAR(weight_of(model, {2, 2}, {2, 1}), -0.75, 1e-15);
  EXPECT_EQ(model.followers.at({2, 2}).size(), 1u);
}

TEST(EliminatedDofs, CalculixTurnsWhatStandsBehindTheTransformAlone) {
  const std::string turn = "*NSET, NSET=T\n2\n*TRANSFORM, NSET=T\n0., 1., 0., -1., 0., 0.\n";
  const std::string equation = "*EQUATION\n2\n1, 1, 1., 2, 1, -1.\n";
  for (const bool before : {true, false}) {
    const TemporaryFolder folder;
    const FullModel model =
        import_springs(folder, "1.2 1.3 2.1 2.2 2.3", before ? turn + equation : equation + turn);
    EXPECT_NEAR(weight_of(model, {1, 1}, {2, 1}), before ? 0.0 : 1.0, 1e-15);
    EXPECT_NEAR(weight_of(model, {1, 1}, {2, 2}), before ? 1.0 : 0.0, 1e-15);
  }
}

TEST(EliminatedDofs, SetsThatSolversPairInDifferentWaysAreRefused) {
  for (const char* set : {"2, 1\n", "1, 1, 2\n"}) {
    const TemporaryFolder folder;
    const auto import = [&] {
      import_springs(folder, "1.2 2.2 3.2 3.3 4.1 4.2",
                     std::string("*NSET, NSET=A\n") + set +
                         "*NSET, NSET=B\n3, 4\n*EQUATION\n2\nA, 1, 1., B, 2, -1.\n");
    };
    const std::string message = message_of(import);
    EXPECT_NE(message.find("job.inp:11: *EQUATION"), std::string::npos) << message;
  }
}

TEST(EliminatedDofs, RollersAroundAnAxisLetItTurn) {
  const TemporaryFolder folder;
  // about x; node 4 stands above it: radial z, tangential -y
  const FullModel model = import_springs(
      folder, "1.1 4.1",
      "*NSET, NSET=T\n4\n*TRANSFORM, NSET=T, TYPE=C\n0., 0., 0., 1., 0., 0.\n*BOUNDARY\n4, 1, 2\n");
  EXPECT_FALSE(DofTable(model).moves({4, 2}));
  EXPECT_FALSE(DofTable(model).moves({4, 3}));
}

TEST(EliminatedDofs, OfCardsThatAreNotReadAreRefusedWhereTheyAreNeeded) {
  const TemporaryFolder folder;
  std::vector<std::string> warnings;
  const FullModel model = import_springs(folder, "1.1 1.2 1.3 2.1 2.2",
                                         "*MPC\nPLANE, 2, 3, 4\n*BOUNDARY\n3, 1, 3\n", &warnings);
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings.back().find("job.inp:6: *MPC"), std::string::npos) << warnings.back();
  const DofTable table(model);
  const std::string message = message_of([&] { (void)table.motion({2, 3}); });
  EXPECT_NE(message.find("node 2"), std::string::npos) << message;
  EXPECT_NE(message.find("direction 3"), std::string::npos) << message;
  EXPECT_TRUE(table.motion({3, 1}).empty()) << "held by *BOUNDARY";
}

TEST(EliminatedDofs, TakePartInTheMeanMotionOfASurface) {
  const TemporaryFolder folder;
  const FullModel model = import_springs(folder, "1.1 1.2 1.3 2.1 2.3 3.1 3.2 3.3 4.1 4.2 4.3",
                                         "*EQUATION\n2\n2, 2, 1., 1, 2, -1.\n");
  const RigidMotion motion(model, masters_of_set(model, "ALL"), Vector3::Zero());
  const Vector lift = motion.rows() * translation(model, 2);
  EXPECT_NEAR(lift[1], 1.0, 1e-12);
  EXPECT_NEAR(lift.norm(), 1.0, 1e-12);
}

TEST(EliminatedDofs, ByInterfaceNodesFollowThem) {
  const TemporaryFolder folder;
  const FullModel model =
      import_springs(folder, "1.1 1.2 1.3 2.1 2.2 2.3 3.1 3.2 3.3 4.1 4.2 4.3", "");
  for (const bool rigid : {true, false}) {
    const FullModel with =
        rigid ? constrain_rigid(model, {1, 2, 3}, Vector3::Zero(), 9)
              : add_average_node(model, masters_of_set(model, "ALL"), Vector3::Zero(), 9);
    const DofTable table(with);
    const Vector lift = translation(with, 2);
    for (const std::int64_t node : {1, 2, 3, 4}) {
      double moved = 0.0;
      for (const auto& [row, weight] : table.motion({node, 2})) moved += weight * lift[row];
      EXPECT_NEAR(moved, 1.0, 1e-12) << node;
    }
  }
}

TEST(EliminatedDofs, KeepFollowingInABodyThatIsTurnedAndPutBesideOthers) {
  const TemporaryFolder folder;
  FullModel model =
      import_springs(folder, "1.2 1.3 2.1 2.2 2.3", "*EQUATION\n2\n1, 1, 1., 2, 1, -1.\n");
  Placement placement;
  placement.angle = M_PI / 2.0;  // about z: x becomes y, y becomes -x
  const FullModel turned = placed(model, placement);
  EXPECT_DOUBLE_EQ(weight_of(turned, {1, 2}, {2, 2}), 1.0);
  EXPECT_EQ(turned.followers.size(), 1u);
  const FullModel both = merge_bodies({{"a", model}, {"b", turned}});
  EXPECT_EQ(weight_of(both, {1, 1}, {2, 1}), 1.0);
  const std::int64_t shift = both.label_shift.at("b");
  EXPECT_DOUBLE_EQ(weight_of(both, {1 + shift, 2}, {2 + shift, 2}), 1.0);
}

TEST(EliminatedDofs, MalformedEquationsAreToldWithTheirLine) {
  const struct {
    std::string cards;
    std::vector<std::string> told;
  } cases[] = {{"*EQUATION\ntwo\n", {":7", "number of terms"}},
               {"*EQUATION\n2\n1, 1, 1.\n", {":7", "2 terms has 1"}},
               {"*EQUATION\n1\n1, 7, 1.\n", {":8", "direction 7"}},
               {"*EQUATION\n1\n1, 1, x\n", {":8", "not a term"}},
               {"*EQUATION\n2\n1, 1, 1., 77, 1, 1.\n", {":7", "node 77"}},
               {"*EQUATION, REMOVE\n", {":6", "REMOVE"}},
               {"*TRANSFORM, NSET=ALL\n1., 2.\n", {":6", "six"}},
               {"*TRANSFORM, NSET=ALL, TYPE=S\n", {":6", "TYPE=S"}}};
  for (const auto& one : cases) {
    const TemporaryFolder folder;
    const std::string message = message_of([&] { import_springs(folder, "1.1", one.cards); });
    for (const std::string& told : one.told)
      EXPECT_NE(message.find(told), std::string::npos) << one.cards << told << " in " << message;
  }
}

}  // namespace
}  // namespace mortise::gen
