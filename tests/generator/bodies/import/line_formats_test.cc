// Abaqus and Matrix Market: the system they were written from, and damage told in words.
#include "tests/generator/bodies/import/matrix_writers.hpp"
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

FullModel import_lines(const std::string& format, const std::string& path,
                       std::vector<std::string>* warnings = nullptr, int jobs = 0) {
  ImportOptions options;
  options.format = format;
  options.path = path;
  options.units = "SI";
  options.jobs = jobs;
  return import_matrices(options, warnings);
}

FullModel calculix_export(const std::string& path) {
  ImportOptions options;
  options.path = path;
  options.units = "mm,t,s,N";
  return import_matrices(options);
}

void expect_bits(const FullModel& read, const FullModel& written) {
  ASSERT_EQ(read.dofs, written.dofs);
  for (SparseMatrix FullModel::*matrix : {&FullModel::stiffness, &FullModel::mass}) {
    EXPECT_EQ((read.*matrix).nonZeros(), (written.*matrix).nonZeros());
    EXPECT_EQ(SparseMatrix(read.*matrix - written.*matrix).norm(), 0.0);
  }
}

std::string refusal(const std::string& format, const std::string& path) {
  return message_of([&] { import_lines(format, path); });
}

void expect_words(const std::string& message, const std::vector<std::string>& told) {
  for (const std::string& part : told)
    EXPECT_NE(message.find(part), std::string::npos) << "\"" << part << "\" not in: " << message;
  EXPECT_NE(message.find("remedy: "), std::string::npos) << message;
}

bool any_with(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

TEST(LineFormats, TheRodComesBackToTheLastBit) {
  const FullModel model = calculix_export(MORTISE_MODELS "/rod_wall/data/beam300");
  const TemporaryFolder folder;
  const std::string job = folder.file("rod");
  write_flat_deck(model, job + ".inp");
  for (const Triangle triangle : {Triangle::lower, Triangle::both}) {
    write_abaqus(model, job, triangle);
    const FullModel read = import_lines("abaqus", job + "_STIF1.mtx", nullptr, 3);
    expect_bits(read, model);
    EXPECT_EQ(read.sets, model.sets);
    EXPECT_EQ(read.nodes.size(), model.nodes.size());
  }
  write_market(model, job);
  expect_bits(import_lines("matrix_market", job), model);
  write_calculix(model, job);
  expect_bits(import_lines("calculix", job), model);
}

TEST(LineFormats, ArraysAndCompressedFilesReadTheSame) {
  const FullModel model = calculix_export(MORTISE_TEST_DATA "/calculix_cantilever/cant_c3d10");
  const TemporaryFolder folder;
  write_dof_list(model, folder.file("c_k.dof"));
  write_bytes(folder.file("c_k.mtx"), market_array_text(model.stiffness, true));
  folder.write_zst("c_m.mtx.zst", market_array_text(model.mass, false));
  expect_bits(import_lines("matrix_market", folder.file("c_m.mtx.zst")), model);

  folder.write_zst("a_STIF3.mtx.zst", abaqus_lines(model.stiffness, model.dofs, Triangle::upper));
  folder.write_gz("a_MASS3.mtx.gz", abaqus_lines(model.mass, model.dofs, Triangle::lower));
  expect_bits(import_lines("abaqus", folder.file("a")), model);
  ImportSpec spec;
  spec.kind = "abaqus";
  spec.file = folder.file("a_MASS3.mtx.gz");
  EXPECT_EQ(imported_files(spec).size(), 2u);
  EXPECT_TRUE(names_import(folder.file("a")));
  EXPECT_FALSE(names_import(folder.file("b")));
}

// Two masses on springs, node 10 (y) and 12 (x, y), as in formats_tiny.
class AbaqusFiles : public testing::Test {
 protected:
  AbaqusFiles() { write(stiffness_, mass_); }
  void write(const std::string& stiffness, const std::string& mass) const {
    folder_.write("job_STIF1.mtx", stiffness);
    folder_.write("job_MASS1.mtx", mass);
  }
  FullModel read(std::vector<std::string>* warnings = nullptr) const {
    return import_lines("abaqus", folder_.file("job"), warnings);
  }
  std::string message() const { return refusal("abaqus", folder_.file("job")); }

  TemporaryFolder folder_;
  std::string stiffness_ =
      "** comment\n10,2, 10,2, 3.0\n12,2, 10,2, -1.0\n12,1, 12,1, 2.0\n12,2, 12,1, 0.5\n"
      "12,2, 12,2, 4.0\n";
  std::string mass_ = "10,2, 10,2, 1.0\n12,1, 12,1, 2.0\n12,2, 12,2, 2.0\n";
};

TEST_F(AbaqusFiles, EveryWayOfWritingGivesTheSame) {
  const FullModel model = read();
  EXPECT_EQ(model.dofs, (std::vector<Dof>{{10, 2}, {12, 1}, {12, 2}}));
  const std::string ways[] = {
      "12 2 12 2 4.0\n12 2 12 1 .5D0\n\n12 1 12 1 2\n10 2 12 2 -1\n10 2 10 2 3\n",  // any order
      "12,2,12,2,4.\r\n12,2,12,1,0.5\r\n12,1,12,2,0.5\r\n12,1,12,1,2\r\n10,2,12,2,-1\r\n"
      "12,2,10,2,-1\r\n10,2,10,2,3\r\n",
  };
  for (const std::string& way : ways) {
    write(way, mass_);
    expect_bits(read(), model);
  }
  // numbers of rows, whatever their order
  folder_.write("job.dof", "12.2\n10.2\n12.1\n");
  write("1 1 4\n1 2 -1\n3 1 0.5\n2 2 3\n3 3 2\n", "1 1 2\n2 2 1\n3 3 2\n");
  expect_bits(read(), model);
}

TEST_F(AbaqusFiles, FixedDofsAreLeftOut) {
  const FullModel model = read();
  write("10,1, 10,1, 1.0e+36\n12,1, 10,1, -7.0\n11,3, 11,3, 1.e36\n" + stiffness_,
        "10,1, 10,1, 1.0\n12,1, 10,1, 0.25\n" + mass_);
  std::vector<std::string> warnings;
  expect_bits(read(&warnings), model);
  EXPECT_TRUE(any_with(warnings, "2 dofs are fixed"));
  write("10,1, 10,1, 1.0e+36\n", "10,1, 10,1, 1.0\n");
  expect_words(message(), {"job_STIF1.mtx", "names no dof"});
}

TEST_F(AbaqusFiles, InternalUnknownsAreKeptAtTheEnd) {
  write(stiffness_ + "-1,1, -1,1, 5.0\n-1,1, 12,1, -1.5\n-1,2, -1,2, 6.0\n-2,1, -2,1, 7.0\n",
        mass_ + "-1,1, -1,1, 0.5\n");
  std::vector<std::string> warnings;
  const FullModel model = read(&warnings);
  EXPECT_EQ(model.dofs,
            (std::vector<Dof>{{10, 2}, {12, 1}, {12, 2}, {-1, -1}, {-1, -2}, {-2, -1}}));
  EXPECT_EQ(model.stiffness.coeff(1, 3), -1.5);
  EXPECT_EQ(model.mass.coeff(3, 3), 0.5);
  EXPECT_TRUE(any_with(warnings, "3 internal unknowns"));
  // they need no coordinates
  folder_.write("job.inp", "*NODE\n10, 0, 0, 0\n12, 1, 0, 0\n");
  EXPECT_EQ(read().nodes.size(), 2u);
}

TEST_F(AbaqusFiles, MultipliersAreRefusedByName) {
  write(stiffness_ + "-1,1, 12,1, 1.0\n-1,1, 10,2, -1.0\n", mass_);
  expect_words(message(), {"dof -1.1", "Lagrange multiplier"});
  write(stiffness_ + "-1,1, 12,1, 1.0\n-1,1, -1,1, -3.0\n", mass_);
  expect_words(message(), {"dof -1.1", "diagonal entry <= 0", "hybrid"});
}

TEST_F(AbaqusFiles, TheStepIsFound) {
  folder_.write("job_LOAD1.mtx", "*CLOAD\n10,2, 1.0\n");
  folder_.write("job_DMPV1.mtx", mass_);
  std::vector<std::string> warnings;
  read(&warnings);
  EXPECT_TRUE(any_with(warnings, "job_LOAD1.mtx is not read"));
  EXPECT_TRUE(any_with(warnings, "job_DMPV1.mtx is not read"));
  folder_.write("job_STIF12.mtx", stiffness_);
  expect_words(message(), {"several steps", "job_STIF1.mtx", "job_STIF12.mtx"});
  EXPECT_EQ(import_lines("abaqus", folder_.file("job_MASS1.mtx")).size(), 3);
  expect_words(refusal("abaqus", folder_.file("job_STIF12.mtx")),
               {"job_MASS12.mtx", "no such file", "MASS in the same step"});
  expect_words(refusal("abaqus", folder_.file("nothing")), {"nothing_STIF1.mtx", "no such file"});
}

TEST_F(AbaqusFiles, DamageIsToldInWords) {
  const struct {
    std::string stiffness, mass;  // lines behind the others
    std::vector<std::string> told;
  } cases[] = {
      {"12,8, 12,8, 1.0\n", "", {"job_STIF1.mtx:7", "dof 8 of node 12 is a pressure"}},
      {"12,11, 12,11, 1.0\n", "", {"STIF1.mtx:7", "a temperature"}},
      {"12,0, 12,0, 1.0\n", "", {"STIF1.mtx:7", "only 1..6"}},
      {"12,1, 12,1\n", "", {"STIF1.mtx:7", "node,dof, node,dof, value"}},
      {"12,1, 12,1, 1.0, 2.0\n", "", {"STIF1.mtx:7", "node,dof, node,dof, value"}},
      {"12,x, 12,1, 1.0\n", "", {"STIF1.mtx:7"}},
      {"0,1, 0,1, 1.0\n", "", {"STIF1.mtx:7"}},
      {"9999999999999,1, 1,1, 1.0\n", "", {"STIF1.mtx:7"}},
      {"99999999999999999999,1, 1,1, 1.0\n", "", {"STIF1.mtx:7"}},
      {"12,3, 12,3, nan\n", "", {"STIF1.mtx:7", "not finite"}},
      {"12,1, 12,1, 2.0", "", {"STIF1.mtx:7", "the file is cut"}},
      {"12,1, 12,1, 2.0\n", "", {"STIF1.mtx:7", "12.1", "given twice"}},
      {"12,1, 12,2, 0.6\n", "", {"STIF1.mtx:5", "not symmetric"}},
      {"*MATRIX, TYPE=STIFFNESS\n", "", {"STIF1.mtx:7", "is a keyword"}},
      {"12,3, 12,3, 0.0\n", "", {"dof 12.3", "unconnected"}},
      {"", "12,3, 12,3, 1.0\n", {"job_MASS1.mtx:4", "dof 12.3", "not in K"}},
      {"", "12,1, 12,1, -1.0\n", {"MASS1.mtx:4", "given twice"}},
  };
  for (const auto& one : cases) {
    write(stiffness_ + one.stiffness, mass_ + one.mass);
    expect_words(message(), one.told);
  }
  write("1 1 4\n", "1 1 2\n");
  expect_words(message(), {"FORMAT=COORDINATE", "FORMAT=MATRIX INPUT", "job.dof"});
  folder_.write("job.dof", "12.2\n");
  write("1 1 4\n2 1 4\n", "1 1 2\n");
  expect_words(message(), {"STIF1.mtx:2", "(2, 1)", "1 rows"});
  write("1 1 4\n-1 1 4\n", "1 1 2\n");
  expect_words(message(), {"STIF1.mtx:2", "(-1, 1)"});
  write("", mass_);
  expect_words(message(), {"job_STIF1.mtx", "empty"});
  write("** nothing\n", mass_);
  expect_words(message(), {"job_STIF1.mtx", "names no dof"});
}

class MarketFiles : public testing::Test {
 protected:
  MarketFiles() {
    write("k", kStiffness);
    write("m", kMass);
    folder_.write("job.dof", "10.2\n12.1\n12.2\n");
  }
  void write(const char* letter, const std::string& text) const {
    folder_.write(std::string("job_") + letter + ".mtx", text);
  }
  std::string message() const { return refusal("matrix_market", folder_.file("job")); }

  static constexpr char kStiffness[] =
      "%%MatrixMarket matrix coordinate real symmetric\n% comment\n3 3 5\n1 1 3\n3 1 -1\n2 2 2\n"
      "3 2 .5\n3 3 4\n";
  static constexpr char kMass[] =
      "%%MatrixMarket matrix coordinate integer general\n%\n\n3 3 3\n1 1 1\n2 2 2\n% more\n3 3 2\n";
  TemporaryFolder folder_;
};

TEST_F(MarketFiles, EveryKindGivesTheSame) {
  const FullModel model = import_lines("matrix_market", folder_.file("job"));
  EXPECT_EQ(model.stiffness.coeff(2, 0), -1.0);
  EXPECT_EQ(model.stiffness.coeff(1, 2), 0.5);
  EXPECT_EQ(model.mass.coeff(2, 2), 2.0);
  const std::string kinds[] = {
      "%%MatrixMarket MATRIX Coordinate Real General\r\n3 3 7\r\n1 1 3\r\n1 3 -1\r\n3 1 -1\r\n"
      "2 2 2\r\n3 2 .5\r\n2 3 .5\r\n3 3 4\r\n",
      "%%MatrixMarket matrix array real symmetric\n3 3\n3\n0\n-1\n2\n.5\n4\n",
      "%%MatrixMarket matrix array real general\n%\n3 3\n3\n0\n-1\n0\n2\n.5\n-1\n.5\n4\n",
  };
  for (const std::string& kind : kinds) {
    write("k", kind);
    expect_bits(import_lines("matrix_market", folder_.file("job_k.mtx")), model);
  }
}

TEST_F(MarketFiles, DamageIsToldInWords) {
  const std::string coordinate = "%%MatrixMarket matrix coordinate real symmetric\n";
  const std::string array = "%%MatrixMarket matrix array real general\n";
  const struct {
    std::string text;
    std::vector<std::string> told;
  } cases[] = {
      {"3 3 5\n1 1 3\n", {"job_k.mtx:1", "%%MatrixMarket"}},
      {"%%MatrixMarket vector coordinate real general\n3 3 0\n", {":1", "%%MatrixMarket matrix"}},
      {"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n1 1\n", {":1", "pattern"}},
      {"%%MatrixMarket matrix coordinate complex symmetric\n", {":1", "complex", "[damping]"}},
      {"%%MatrixMarket matrix coordinate real skew-symmetric\n", {":1", "skew", "gyroscopic"}},
      {"%%MatrixMarket matrix coordinate real hermitian\n", {":1", "hermitian"}},
      {"%%MatrixMarket matrix list real general\n", {":1", "\"list\""}},
      {coordinate + "% only\n", {"no line with the size"}},
      {coordinate + "3 3\n", {":2", "rows columns entries"}},
      {coordinate + "3 4 1\n1 1 1\n", {":2", "3 rows and 4 columns"}},
      {coordinate + "9999999999 9999999999 1\n1 1 1\n", {":2", "9999999999 rows"}},
      {coordinate + "3 3 2\n1 1 3\n", {":2", "announces 2 entries, 1 follow"}},
      {coordinate + "3 3 1\n1 1 3\n2 2 2\n", {":2", "announces 1 entries, 2 follow"}},
      {coordinate + "3 3 1\n1 4 3\n", {":3", "(1, 4)", "out of range"}},
      {coordinate + "3 3 1\n0 1 3\n", {":3", "(0, 1)"}},
      {coordinate + "3 3 1\n1 1 3 0\n", {":3", "row column value"}},
      {coordinate + "3 3 1\n1 1 inf\n", {":3", "not finite"}},
      {coordinate + "3 3 2\n1 1 3\n1 1 3\n",
       {"12.1", "unconnected"}},  // one sum, the other rows empty
      {coordinate + "3 3 1\n1 1 3", {":3", "the file is cut"}},
      {coordinate + "4 4 1\n1 1 3\n", {"K has 4 equations, M 3"}},
      {coordinate + "1000000000 1000000000 1\n1 1 3\n", {"K has 1000000000 equations"}},
      {array + "2000000000 2000000000\n1\n", {":2", "4000000000000000000 entries, 1 follow"}},
      {array + "3 3\n1\n0\nx\n", {":5", "not a value"}},
      {array + "3 3\n3\n0\n-1\n0\n2\n.5\n0\n.5\n4\n", {":5", "not symmetric", "its mirror"}},
      {"", {"job_k.mtx", "empty"}},
  };
  for (const auto& one : cases) {
    write("k", one.text);
    expect_words(message(), one.told);
  }
  write("k", kStiffness);
  std::filesystem::remove(folder_.file("job.dof"));
  expect_words(message(), {"job.dof", "no such file"});
  folder_.write("job.dof", "10.2\n12.1\n12.2\n");
  std::filesystem::remove(folder_.file("job_m.mtx"));
  expect_words(message(), {"job_m.mtx", "no such file"});
}

}  // namespace
}  // namespace mortise::gen
