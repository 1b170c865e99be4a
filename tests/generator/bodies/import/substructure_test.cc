// Matrices of *SUBSTRUCTURE GENERATE as Abaqus and CalculiX write them.
#include "generator/bodies/import/substructure.hpp"

#include <cmath>
#include <functional>

#include "generator/bodies/model/dof_table.hpp"
#include "tests/generator/bodies/import/small_export.hpp"
#include "tests/generator/bodies/import/vendor_writers.hpp"

namespace mortise::gen {
namespace {

// Nodes 7 and 3 with translations, 3 with a rotation about z too, and two amplitudes of modes.
FullModel superelement() {
  FullModel model;
  model.dofs = {{7, 1}, {7, 2}, {7, 3}, {3, 1}, {3, 2}, {3, 3}, {3, 6}, {-1, -1}, {-2, -1}};
  const auto n = static_cast<Eigen::Index>(model.dofs.size());
  Matrix shape(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      shape(i, j) = std::sin(1.0 + 3.0 * double(i * i) + double(j));
  model.stiffness = Matrix(1e5 * (shape * shape.transpose() + Matrix::Identity(n, n))).sparseView();
  model.mass = Matrix(0.1 * shape.transpose() * shape + Matrix::Identity(n, n)).sparseView();
  model.nodes = {{3, {0.1, 0.2, 0.3}}, {7, {0.0, 0.5, 0.0}}, {8, {1.0, 1.0, 1.0}}};
  model.sets = {{"TIP", {7}}};
  return model;
}

// Rows of the lower triangle, four numbers a line.
std::string lower_rows(const std::string& type, const SparseMatrix& matrix) {
  std::string text = "*MATRIX,TYPE=" + type + "\n";
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j <= i; ++j)
      text += fmt::format("{:.17e}{}", matrix.coeff(i, j), j == i || j % 4 == 3 ? "\n" : ",");
  return text;
}

constexpr char kAbaqusHead[] =
    "**\n** SUBSTRUCTURE Z1\n*USER ELEMENT, NODES=      4, LINEAR\n** ELEMENT NODES\n"
    "**         7,         3,\n**        -1,        -2,\n1, 2, 3\n2, 1, 2, 3, 6\n3, 1\n";

FullModel import_substructure(const std::string& format, const std::string& path,
                              std::vector<std::string>* warnings = nullptr) {
  ImportOptions options;
  options.format = format;
  options.path = path;
  options.units = "SI";
  return import_matrices(options, warnings);
}

void expect_matrices(const FullModel& read, const FullModel& written, double tolerance) {
  ASSERT_EQ(read.dofs, written.dofs);
  EXPECT_LE((read.stiffness - written.stiffness).norm(), tolerance * written.stiffness.norm());
  EXPECT_LE((read.mass - written.mass).norm(), tolerance * written.mass.norm());
}

TEST(Substructure, OfAbaqusComesWithMassNodesAndModes) {
  const FullModel model = superelement();
  const TemporaryFolder folder;
  const std::string damping =
      "*MATRIX,TYPE=DAMPING\n" +
      lower_rows("", model.mass).substr(lower_rows("", model.mass).find('\n') + 1);
  folder.write("sub.mtx", kAbaqusHead + lower_rows("STIFFNESS", model.stiffness) +
                              lower_rows("MASS", model.mass) + damping +
                              "*SLOAD CASE, NAME=A\n1., 2., 3.\n");
  write_flat_deck(model, folder.file("sub.inp"));
  std::vector<std::string> warnings;
  for (const char* path : {"sub.mtx", "sub"}) {
    const FullModel read = import_substructure("abaqus", folder.file(path), &warnings);
    expect_matrices(read, model, 0.0);
    EXPECT_EQ(read.nodes, model.nodes);
    EXPECT_EQ(read.sets, model.sets);
    // what is condensed is not held
    const std::string message = message_of([&] { (void)DofTable(read).motion({8, 1}); });
    EXPECT_NE(message.find("node 8 has no dof in direction 1"), std::string::npos) << message;
  }
  EXPECT_NE(warnings.front().find("TYPE=DAMPING is not used"), std::string::npos);
  ImportSpec spec;
  spec.kind = "abaqus";
  spec.file = folder.file("sub.mtx");
  EXPECT_EQ(imported_files(spec),
            (std::vector<std::string>{folder.file("sub.inp"), folder.file("sub.mtx")}));
}

TEST(Substructure, OfAbaqusIsTurnedToTheGlobalAxes) {
  const FullModel model = superelement();
  const TemporaryFolder folder;
  FullModel local = model;  // node 7: x' = y, y' = -x
  Matrix turn = Matrix::Identity(9, 9);
  turn.topLeftCorner(2, 2) << 0.0, 1.0, -1.0, 0.0;
  local.stiffness = Matrix(turn * Matrix(model.stiffness) * turn.transpose()).sparseView();
  local.mass = Matrix(turn * Matrix(model.mass) * turn.transpose()).sparseView();
  folder.write("sub.mtx", kAbaqusHead + lower_rows("STIFFNESS", local.stiffness) +
                              lower_rows("MASS", local.mass));
  write_flat_deck(model, folder.file("sub.inp"));
  std::ofstream(folder.file("sub.inp"), std::ios::app)
      << "*TRANSFORM, NSET=TIP\n0., 1., 0., -1., 0., 0.\n";
  expect_matrices(import_substructure("abaqus", folder.file("sub")), model, 1e-14);
  const std::string message =
      message_of([&] { import_substructure("calculix", folder.file("sub")); });
  EXPECT_NE(message.find("*TRANSFORM turns dofs"), std::string::npos) << message;
}

// CalculiX lists a node for each of its dofs, and no mass.
TEST(Substructure, OfCalculixNeedsAMassFile) {
  FullModel model = superelement();
  model.dofs.resize(6);
  for (SparseMatrix FullModel::*matrix : {&FullModel::stiffness, &FullModel::mass})
    model.*matrix = Matrix(Matrix(model.*matrix).topLeftCorner(6, 6)).sparseView();
  std::string head =
      "**\n** GENERATION OF SUBSTRUCTURE\n*USER ELEMENT,NODES=          6,LINEAR\n"
      "** ELEMENT NODES\n**";
  for (const Dof& dof : model.dofs) head += fmt::format("{:10},", dof.node);
  head += fmt::format("\n{:10}\n", model.dofs[0].direction);
  for (std::size_t i = 1; i < 6; ++i)
    head += fmt::format("{:10},{:10}\n", i + 1, model.dofs[i].direction);
  const TemporaryFolder folder;
  folder.write("sub.mtx", head + lower_rows("STIFFNESS", model.stiffness));
  const std::string message =
      message_of([&] { import_substructure("calculix", folder.file("sub")); });
  EXPECT_NE(message.find("sub.mtx: the substructure has no *MATRIX, TYPE=MASS"), std::string::npos)
      << message;
  for (const char* told : {"sub_mass.mtx", "MATRIXSTORAGE", "MASS=YES"})
    EXPECT_NE(message.find(told), std::string::npos) << message;
  folder.write("sub_mass.mtx", head + lower_rows("MASS", model.mass));
  expect_matrices(import_substructure("calculix", folder.file("sub")), model, 0.0);
  folder.write("sub_mass.mtx", kAbaqusHead + lower_rows("MASS", superelement().mass));
  EXPECT_NE(message_of([&] {
              import_substructure("calculix", folder.file("sub"));
            }).find("sub_mass.mtx:10: names other dofs"),
            std::string::npos);
}

TEST(Substructure, ThatIsDamagedIsToldWithItsLine) {
  const FullModel model = superelement();
  const std::string good =
      kAbaqusHead + lower_rows("STIFFNESS", model.stiffness) + lower_rows("MASS", model.mass);
  const auto with = [&good](const std::string& old, const std::string& now) {
    std::string text = good;
    return text.replace(text.find(old), old.size(), now);
  };
  const struct {
    std::string text, told;
  } cases[] = {{good.substr(0, good.size() - 30), "has no end"},
               {good.substr(0, good.rfind('\n', good.size() - 2) + 1), "the matrix ends in row 9"},
               {good + "1.\n", "has more numbers"},
               {with("-1,        -2", "-1"), "and 3 stand below"},
               {with("2, 1, 2, 3, 6", "2, 1, 2, 8"), "dof 8 of node 3"},
               {with("2, 1, 2, 3, 6", "9, 1"), "sub.mtx:8: \"9, 1\" is not"},
               {with("LINEAR", "LINEAR, UNSYMM"), "not symmetric"},
               {with("*MATRIX,TYPE=MASS", "*MATRIX,TYPE=STIFFNESS"), "STIFFNESS stands twice"},
               {good + good, "a second *USER ELEMENT"},
               {with("2, 1, 2, 3, 6", "2, one"), "\"one\" is no integer"},
               {with("TYPE=MASS\n", "TYPE=MASS\nx"), "is no number"}};
  for (const auto& wrong : cases) {
    const TemporaryFolder folder;
    folder.write("sub.mtx", wrong.text);
    const std::string message =
        message_of([&] { import_substructure("abaqus", folder.file("sub.mtx")); });
    EXPECT_NE(message.find(wrong.told), std::string::npos) << message;
  }
}

TEST(Substructure, OfOtherFormatsIsRefusedWithWhatHelps) {
  const TemporaryFolder folder;
  folder.write("sub.mtx", kAbaqusHead + lower_rows("STIFFNESS", superelement().stiffness));
  folder.write("sub.sim", "binary");
  const std::string text =
      message_of([&] { import_substructure("matrix_market", folder.file("sub.mtx")); });
  EXPECT_NE(text.find("import.kind = \"abaqus\""), std::string::npos) << text;
  for (const char* format : {"abaqus", "calculix", "matrix_market"}) {
    const std::string binary =
        message_of([&] { import_substructure(format, folder.file("sub.sim")); });
    EXPECT_NE(binary.find("sub.sim: the binary database"), std::string::npos) << binary;
  }
}

}  // namespace
}  // namespace mortise::gen
