// Shells and beams of CalculiX, whose layers all have the label of the deck's node.
#include "generator/bodies/import/expanded_elements.hpp"

#include <algorithm>
#include <sstream>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

constexpr char kPlate[] =
    "*NODE, NSET=ALL\n1, 0., 0., 0.\n2, 10., 0., 0.\n3, 10., 10., 0.\n4, 0., 10., 0.\n"
    "5, 20., 0., 0.\n6, 20., 10., 0.\n7, 30., 0., 0.\n8, 30., 10., 0.\n";

// What CalculiX numbers: every label `layers` times in directions x, y, z.
std::vector<std::string> layered(const std::vector<std::pair<int, int>>& label_and_layers) {
  std::vector<std::string> dofs;
  for (const auto& [label, layers] : label_and_layers)
    for (int k = 0; k < layers; ++k)
      for (int d = 1; d <= 3; ++d) dofs.push_back(std::to_string(label) + "." + std::to_string(d));
  return dofs;
}

// K couples all rows, M is diagonal; SI.
struct LayeredExport {
  FullModel model;
  Matrix stiffness;
  Vector mass;
};

LayeredExport import_layers(const TemporaryFolder& folder, const std::vector<std::string>& dofs,
                            const std::string& cards) {
  LayeredExport out;
  const auto n = static_cast<Eigen::Index>(dofs.size());
  out.stiffness = Matrix::Zero(n, n);
  out.mass = Vector::Zero(n);
  std::string dof, sti, mas;
  const auto line = [](Eigen::Index i, Eigen::Index j, double value) {
    std::ostringstream text;
    text.precision(17);
    text << i + 1 << " " << j + 1 << " " << value << "\n";
    return text.str();
  };
  for (Eigen::Index j = 0; j < n; ++j) {
    dof += dofs[static_cast<std::size_t>(j)] + "\n";
    for (Eigen::Index i = 0; i <= j; ++i) {
      const double value =
          i == j ? 100.0 + static_cast<double>(j) : 1.0 / static_cast<double>(1 + i + 2 * j);
      out.stiffness(i, j) = out.stiffness(j, i) = value;
      sti += line(i, j, value);
    }
    out.mass[j] = 1.0 + 0.1 * static_cast<double>(j);
    mas += line(j, j, out.mass[j]);
  }
  folder.write("job.dof", dof);
  folder.write("job.sti", sti);
  folder.write("job.mas", mas);
  folder.write("job.inp", kPlate + cards);
  ImportOptions options = small_options(folder);
  options.units = "SI";
  out.model = import_matrices(options);
  return out;
}

// Energy of a motion of node `node` alone, rows[k] of the export moving by weight 1 in direction
// `d`, is that of its one dof.
void expect_motion(const LayeredExport& out, const Dof& dof, const std::vector<int>& rows) {
  const Eigen::Index own = DofTable(out.model).at(dof, "test");
  Vector motion = Vector::Zero(out.stiffness.rows());
  for (const int row : rows) motion[row] = 1.0;
  EXPECT_NEAR(out.model.stiffness.coeff(own, own), motion.dot(out.stiffness * motion), 1e-10);
  EXPECT_NEAR(out.model.mass.coeff(own, own), motion.dot(out.mass.cwiseProduct(motion)), 1e-10);
}

void expect_frequencies_of_the_export(const LayeredExport& out) {
  const Matrix raw = out.mass.cwiseInverse().asDiagonal() * out.stiffness;
  const Matrix named = inverse(Matrix(out.model.mass)) * Matrix(out.model.stiffness);
  EXPECT_NEAR(named.trace(), raw.trace(), 1e-9 * raw.trace());
  EXPECT_NEAR((named * named).trace(), (raw * raw).trace(), 1e-9 * (raw * raw).trace());
  EXPECT_NEAR((named * named * named).trace(), (raw * raw * raw).trace(),
              1e-9 * (raw * raw * raw).trace());
}

TEST(ExpandedElements, NodesOfLinearShellsMoveAsTheMeanOfBothFaces) {
  const TemporaryFolder folder;
  const LayeredExport out =
      import_layers(folder, layered({{1, 2}, {2, 2}, {3, 2}, {4, 2}, {49, 1}}),
                    "*ELEMENT, TYPE=S4\n1, 1, 2, 3, 4\n");
  for (int node = 1; node <= 4; ++node)
    for (int d = 1; d <= 3; ++d) {
      const int first = 6 * (node - 1) + d - 1;
      expect_motion(out, {node, d}, {first, first + 3});
    }
  EXPECT_EQ(std::count_if(out.model.dofs.begin(), out.model.dofs.end(),
                          [](const Dof& dof) { return dof.is_generalised(); }),
            12 + 3);  // incompatible modes of label 49
  expect_frequencies_of_the_export(out);
}

TEST(ExpandedElements, CornersOfQuadraticShellsMoveAsTheirMiddleLayer) {
  const TemporaryFolder folder;
  const LayeredExport out =
      import_layers(folder, layered({{1, 3}, {2, 3}, {3, 3}, {4, 2}, {5, 2}, {6, 2}}),
                    "*ELEMENT, TYPE=S6\n1, 1, 2, 3, 4, 5, 6\n");
  expect_motion(out, {2, 3}, {9 + 2, 9 + 5, 9 + 8});
  expect_motion(out, {5, 1}, {27 + 6, 27 + 9});
  expect_frequencies_of_the_export(out);
  // the middle layer alone is the node: a face moves beyond it
  const Eigen::Index own = DofTable(out.model).at({1, 1}, "test");
  const Eigen::Index face =
      std::find(out.model.dofs.begin(), out.model.dofs.end(), Dof{1, -1}) - out.model.dofs.begin();
  ASSERT_LT(face, out.model.size());
  Vector motion = Vector::Zero(out.stiffness.rows()), lower = motion;
  motion[0] = motion[3] = motion[6] = 1.0;
  lower[0] = 1.0;
  EXPECT_NEAR(out.model.stiffness.coeff(own, face), motion.dot(out.stiffness * lower), 1e-10);
}

TEST(ExpandedElements, NodesOfBeamsMoveAsTheMeanOfTheirCorners) {
  const TemporaryFolder folder;
  const LayeredExport out =
      import_layers(folder, layered({{1, 8}, {2, 4}, {5, 8}}), "*ELEMENT, TYPE=B32\n1, 1, 2, 5\n");
  std::vector<int> all;
  for (int k = 0; k < 8; ++k) all.push_back(3 * k + 1);
  expect_motion(out, {1, 2}, all);
  expect_motion(out, {2, 1}, {24, 27, 30, 33});
  expect_frequencies_of_the_export(out);
}

TEST(ExpandedElements, SectionsThatAreRigidKeepTheirDofs) {
  const TemporaryFolder folder;
  // node 2 is a knot: its dofs are its own, its rotations stand behind the deck's nodes
  const LayeredExport out =
      import_layers(folder, layered({{1, 2}, {2, 1}, {3, 2}, {4, 2}, {20, 1}}),
                    "*ELEMENT, TYPE=S4R\n1, 1, 2, 3, 4\n");
  expect_motion(out, {2, 1}, {6});
  EXPECT_TRUE(out.model.dofs.back().is_generalised());
  expect_frequencies_of_the_export(out);
}

TEST(ExpandedElements, OfHeldDirectionsOnlyTheStretchIsLeft) {
  const TemporaryFolder folder;
  std::vector<std::string> dofs{"1.3"};  // of a face, against the other one
  for (const std::string& dof : layered({{2, 2}, {3, 2}, {4, 2}})) dofs.push_back(dof);
  const LayeredExport out =
      import_layers(folder, dofs, "*ELEMENT, TYPE=S4\n1, 1, 2, 3, 4\n*BOUNDARY\n1, 1, 6\n");
  EXPECT_FALSE(DofTable(out.model).moves({1, 3}));
  EXPECT_TRUE(out.model.dofs[0].is_generalised());
  expect_frequencies_of_the_export(out);
}

TEST(ExpandedElements, DisplacementsThatAreNotKnownAreRefusedWhereTheyAreNeeded) {
  const TemporaryFolder folder;
  std::vector<std::string> dofs{"1.1", "1.3"};  // y is held, and a rotation takes one of x
  for (const std::string& dof : layered({{2, 2}, {3, 2}, {4, 2}})) dofs.push_back(dof);
  const LayeredExport out =
      import_layers(folder, dofs, "*ELEMENT, TYPE=S4\n1, 1, 2, 3, 4\n*BOUNDARY\n1, 2\n1, 5, 5\n");
  EXPECT_THROW((void)DofTable(out.model).motion({1, 1}), Error);
  EXPECT_TRUE(DofTable(out.model).motion({1, 2}).empty());
}

TEST(ExpandedElements, PlaneStressDoesNotMoveOutOfItsPlane) {
  const TemporaryFolder folder;
  const LayeredExport out = import_layers(folder, layered({{1, 1}, {2, 1}, {3, 1}, {4, 1}}),
                                          "*ELEMENT, TYPE=CPS4\n1, 1, 2, 3, 4\n");
  EXPECT_TRUE(out.model.dofs[2].is_generalised());  // how thick it is
  EXPECT_FALSE(DofTable(out.model).moves({1, 3}));
  expect_motion(out, {1, 1}, {0});
}

TEST(ExpandedElements, WhatMakesOtherLayersIsRefusedWithItsCard) {
  const struct {
    std::string cards, said;
  } cases[] = {{"*EQUATION\n2\n2, 1, 1., 1, 1, -1.\n", "*EQUATION"},
               {"*NSET, NSET=R\n2\n*RIGID BODY, NSET=R, REF NODE=7\n", "*RIGID BODY"},
               {"*NSET, NSET=T\n2\n*TRANSFORM, NSET=T\n1., 0., 0., 0., 1., 0.\n", "*TRANSFORM"},
               {"*STEP\n*STATIC\n*CLOAD\n2, 1, 5.\n*END STEP\n", "*CLOAD"},
               {"*SHELL SECTION, ELSET=E, COMPOSITE\n1., , M\n", "COMPOSITE"},
               {"*MPC\nBEAM, 7, 8\n", "*MPC"},
               {"*ELEMENT, TYPE=MASS, ELSET=M\n9, 2\n", "node 2"},
               {"*ELEMENT, TYPE=M3D4\n9, 1, 2, 3, 4\n", "M3D4"},
               {"*ELEMENT, TYPE=S8\n9, 1, 2, 3, 4, 5, 6, 7, 8\n", "node 1"}};
  for (const auto& c : cases) {
    const TemporaryFolder folder;
    const std::string message = message_of([&] {
      import_layers(folder, layered({{1, 2}, {2, 2}, {3, 2}, {4, 2}, {7, 1}}),
                    "*ELEMENT, TYPE=S4\n1, 1, 2, 3, 4\n" + c.cards);
    });
    EXPECT_NE(message.find(c.said), std::string::npos) << c.said << ": " << message;
    EXPECT_NE(message.find("job.inp:"), std::string::npos) << message;
  }
}

TEST(ExpandedElements, WithoutTheDeckTheyAreRefusedWithWhatHelps) {
  const TemporaryFolder folder;
  const std::string message = message_of([&] {
    import_layers(folder, layered({{1, 2}, {2, 2}}), "");
  });
  EXPECT_NE(message.find("stands twice"), std::string::npos) << message;
  EXPECT_NE(message.find("import.deck"), std::string::npos) << message;
}

}  // namespace
}  // namespace mortise::gen
