// Units, triangles and options of the importer on a system that can be checked by hand.
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

TEST(SmallExport, ComesOutInSi) {
  const TemporaryFolder folder;
  SmallExport().write(folder);
  std::vector<std::string> warnings;
  const FullModel model = import_matrices(small_options(folder), &warnings);

  ASSERT_EQ(model.size(), 3);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(model.dofs[1], (Dof{12, 1}));
  // N/mm -> N/m, t -> kg, mm -> m
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(0, 2), -1e3);
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(2, 0), -1e3);
  EXPECT_DOUBLE_EQ(model.mass.coeff(2, 2), 2e3);
  EXPECT_DOUBLE_EQ(model.nodes.at(10).y(), 2e-3);
  EXPECT_DOUBLE_EQ(model.nodes.at(12).z(), 0.0);
  EXPECT_EQ(model.nodes.count(11), 1u) << "clamped nodes keep their coordinates";
  EXPECT_EQ(model.sets.at("TIP"), std::vector<std::int64_t>{12});
  EXPECT_EQ(model.mass.nonZeros(), 3) << "explicit zeros are dropped";
  EXPECT_EQ(model.stiffness.nonZeros(), 7);
}

TEST(SmallExport, EveryFileOfTheJobNamesIt) {
  const TemporaryFolder folder;
  SmallExport().write(folder);
  for (const char* name : {"job.sti", "job.mas", "job.dof", "job.inp", "job.sti.gz"}) {
    ImportOptions options = small_options(folder);
    options.path = folder.file(name);
    EXPECT_EQ(import_matrices(options).size(), 3) << name;
  }
}

TEST(SmallExport, CompressedFilesReadTheSame) {
  const TemporaryFolder folder;
  const SmallExport small;
  folder.write_gz("job.sti.gz", small.sti);
  folder.write_gz("job.mas.gz", small.mas);
  folder.write_gz("job.dof.gz", small.dof);
  folder.write_gz("job.inp.gz", small.inp);
  const FullModel model = import_matrices(small_options(folder));
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(1, 2), 500.0);
  EXPECT_EQ(model.sets.at("TIP").size(), 1u);
}

TEST(SmallExport, FilesCompressedByZstdReadTheSame) {
  const TemporaryFolder folder;
  const SmallExport small;
  folder.write_zst("job.sti.zst", small.sti);
  folder.write_zst("job.mas.zst", small.mas);
  folder.write_zst("job.dof.zst", small.dof);
  folder.write_zst("job.inp.zst", small.inp);
  EXPECT_TRUE(names_import(folder.file("job")));
  ImportSpec spec;
  spec.kind = "calculix";
  spec.file = folder.file("job.mas.zst");
  EXPECT_EQ(imported_files(spec).size(), 4u);
  for (const char* name : {"job", "job.sti.zst", "job.inp.zst"}) {
    ImportOptions options = small_options(folder);
    options.path = folder.file(name);
    const FullModel model = import_matrices(options);
    EXPECT_DOUBLE_EQ(model.stiffness.coeff(1, 2), 500.0);
    EXPECT_EQ(model.sets.at("TIP").size(), 1u);
  }
}

TEST(SmallExport, PlainFileWinsOverCompressedOneWithAWarning) {
  const TemporaryFolder folder;
  SmallExport().write(folder);
  folder.write_gz("job.sti.gz", "1 1 1.0\n");
  std::vector<std::string> warnings;
  EXPECT_EQ(import_matrices(small_options(folder), &warnings).size(), 3);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("job.sti.gz"), std::string::npos);
}

TEST(SmallExport, AnyTriangleOrBothGiveTheSameMatrix) {
  const TemporaryFolder folder;
  SmallExport small;
  small.write(folder);
  const FullModel upper = import_matrices(small_options(folder));
  const std::string variants[] = {
      "1 1 3\n2 2 2\n3 1 -1\n3 2 .5\n3 3 4\n",                         // lower
      "1 1 3\n1 3 -1\n2 2 2\n2 3 .5\n3 1 -1\n3 2 .5\n3 3 4\n",         // both
      "3 3 4\n1 3 -1\n3 2 .5\n1 1 3\n2 2 2\n",                         // mixed, any order
      "1 1 3\n1 2 0\n2 2 2\n3 1 -1\n3 2 .5\n3 3 4\n1 3 -1\n2 3 .5\n",  // zero without mirror
  };
  for (const std::string& variant : variants) {
    small.sti = variant;
    small.write(folder);
    const FullModel other = import_matrices(small_options(folder));
    EXPECT_EQ((Matrix(other.stiffness) - Matrix(upper.stiffness)).norm(), 0.0) << variant;
  }
}

TEST(SmallExport, FortranNumbersAndWindowsLinesAreRead) {
  const TemporaryFolder folder;
  SmallExport small;
  small.sti = "1 1 +3.0D+00\r\n2 2 2.0d0\r\n3 3 0.4+1\r\n 1\t3 -1.E+0\r\n2 3 5-1\r\n\r\n";
  small.write(folder);
  const FullModel model = import_matrices(small_options(folder));
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(0, 0), 3e3);
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(1, 1), 2e3);
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(2, 2), 4e3);
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(0, 2), -1e3);
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(1, 2), 0.5e3);
}

TEST(SmallExport, RotationRowsScaleWithTheirOwnUnits) {
  const TemporaryFolder folder;
  SmallExport small;
  small.write(folder);
  ImportOptions options = small_options(folder);
  options.rotation_nodes = {12};
  const FullModel model = import_matrices(options);
  EXPECT_EQ(model.dofs[1], (Dof{12, 4}));
  EXPECT_EQ(model.dofs[2], (Dof{12, 5}));
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(0, 0), 3e3);   // N/mm -> N/m
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(0, 2), -1.0);  // N/rad stays
  EXPECT_DOUBLE_EQ(model.stiffness.coeff(1, 1), 2e-3);  // N mm/rad -> N m/rad
  EXPECT_DOUBLE_EQ(model.mass.coeff(1, 1), 2e-3);       // t mm2 -> kg m2

  // the deck says the same by itself
  small.inp += "*RIGID BODY, NSET=TIP, REF NODE=10,\n ROT NODE=12\n";
  small.write(folder);
  const FullModel from_deck = import_matrices(small_options(folder));
  EXPECT_EQ(from_deck.dofs, model.dofs);
  EXPECT_EQ((Matrix(from_deck.stiffness) - Matrix(model.stiffness)).norm(), 0.0);

  // directions 4..6 written as such
  small.inp = SmallExport().inp;
  small.dof = "10.2\n12.4\n12.5\n";
  small.write(folder);
  EXPECT_DOUBLE_EQ(import_matrices(small_options(folder)).stiffness.coeff(0, 2), -1.0);
}

TEST(SmallExport, SingularMassIsLegal) {
  const TemporaryFolder folder;
  SmallExport small;
  small.mas = "1 1 1.0\n2 2 2.0\n2 3 2.0\n3 3 2.0\n";  // rank 2
  small.write(folder);
  EXPECT_EQ(import_matrices(small_options(folder)).size(), 3);
  small.mas = "1 1 1.0\n2 2 2.0\n3 3 0.0\n";  // a dof without mass
  small.write(folder);
  EXPECT_EQ(import_matrices(small_options(folder)).mass.nonZeros(), 2);
}

TEST(SmallExport, WithoutDeckThereAreNoCoordinates) {
  const TemporaryFolder folder;
  SmallExport().write(folder);
  std::filesystem::remove(folder.file("job.inp"));
  std::vector<std::string> warnings;
  const FullModel model = import_matrices(small_options(folder), &warnings);
  EXPECT_TRUE(model.nodes.empty());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("coordinates"), std::string::npos);
}

TEST(SmallExport, DeckMayLieElsewhere) {
  const TemporaryFolder folder;
  const SmallExport small;
  small.write(folder);
  std::filesystem::rename(folder.file("job.inp"), folder.file("mesh.inp"));
  ImportOptions options = small_options(folder);
  options.deck = folder.file("mesh.inp");
  EXPECT_EQ(import_matrices(options).nodes.size(), 3u);
}

}  // namespace
}  // namespace mortise::gen
