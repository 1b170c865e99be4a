// Every damage that an export can suffer is told in words: where, what, and what to do.
#include <functional>

#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

using Part = std::string SmallExport::*;
using Edit = std::function<void(SmallExport&)>;
constexpr Part kSti = &SmallExport::sti, kMas = &SmallExport::mas, kDof = &SmallExport::dof,
               kInp = &SmallExport::inp;

Edit replace(Part part, const std::string& from, const std::string& to) {
  return [=](SmallExport& e) {
    const std::size_t at = (e.*part).find(from);
    ASSERT_NE(at, std::string::npos) << from;
    (e.*part).replace(at, from.size(), to);
  };
}

Edit write(Part part, const std::string& text) {
  return [=](SmallExport& e) { e.*part = text; };
}

Edit append(Part part, const std::string& text) {
  return [=](SmallExport& e) { e.*part += text; };
}

Edit cut(Part part, std::size_t bytes) {
  return [=](SmallExport& e) { (e.*part).resize((e.*part).size() - bytes); };
}

struct Damage {
  const char* name;
  Edit apply;
  std::vector<std::string> told;  // each must stand in the message
};

const Damage kDamages[] = {
    // lines
    {"NoNumber", replace(kSti, "2 2 2.0", "2 2 two"), {"job.sti:3", "row column value"}},
    {"DecimalComma", replace(kSti, "2 2 2.0", "2 2 2,0"), {"job.sti:3"}},
    {"ColumnMissing", write(kMas, "1 1 1.0\n2 2\n3 3 2.0\n"), {"job.mas:2", "row column value"}},
    {"FourColumns", replace(kMas, "2 2 2.0", "2 2 0 2.0"), {"job.mas:3"}},
    {"RealIndex", replace(kMas, "2 2 2.0", "2 2.0 2.0"), {"job.mas:3"}},
    {"IndexZero", replace(kSti, "1 3 -1", "0 3 -1"), {"job.sti:4", "(0, 3)", "out of range"}},
    {"IndexNegative", replace(kSti, "1 3 -1", "1 -3 -1"), {"job.sti:4", "(1, -3)"}},
    {"IndexHuge", replace(kSti, "1 3 -1", "1 5000000000 -1"), {"job.sti:4", "out of range"}},
    {"DofWithoutDirection", write(kDof, "10.2\n12\n12.2\n"), {"job.dof:2", "node.direction"}},
    {"DofNegativeLabel", write(kDof, "10.2\n-12.1\n12.2\n"), {"job.dof:2"}},
    {"DofTemperature",
     write(kDof, "10.2\n12.11\n12.2\n"),
     {"job.dof:2", "direction 11 of node 12"}},
    // sizes
    {"IndexBeyondDofs",
     replace(kSti, "1 3 -1", "1 4 -1"),
     {"job.sti:4", "K has 4 equations, M 3, the dof list 3"}},
    {"DofListShort",
     write(kDof, "10.2\n12.1\n"),
     {"job.dof", "K has 3 equations, M 3, the dof list 2"}},
    {"DofListLong", append(kDof, "12.3\n"), {"job.dof", "K has 3 equations, M 3, the dof list 4"}},
    {"MassEndsEarly",
     write(kMas, "1 1 1.0\n2 2 2.0\n"),
     {"job.mas", "K has 3 equations, M 2", "cut"}},
    {"LastNumberCut", cut(kSti, 6), {"job.sti:6", "the file is cut"}},
    {"LastMassCut", cut(kMas, 1), {"job.mas:6", "the file is cut"}},
    {"LastDofCut", cut(kDof, 1), {"job.dof:3", "the file is cut"}},
    {"EmptyMatrix", write(kSti, "\n"), {"job.sti", "empty"}},
    {"EmptyDofs", write(kDof, ""), {"job.dof", "empty"}},
    {"EmptyDeck", write(kInp, ""), {"job.inp", "empty"}},
    // entries
    {"EntryTwice", append(kSti, "1 3 -1.0\n"), {"job.sti:7", "(1, 3)", "12.2", "given twice"}},
    {"DiagonalTwice", append(kSti, "2 2 2.0\n"), {"job.sti:7", "(2, 2)", "12.1", "given twice"}},
    {"EntryThrice",
     append(kSti, "3 1 -1.0\n3 1 -1.0\n3 2 .5\n"),
     {"job.sti", "(3, 1)", "given twice"}},
    {"Asymmetric",
     append(kSti, "3 1 -1.001\n3 2 0.5\n2 1 0\n"),
     {"job.sti:7", "not symmetric", "10.2", "12.2", "-1.001"}},
    {"MirrorMissing",
     append(kSti, "3 1 -1.0\n"),
     {"job.sti:5", "not symmetric", "(2, 3)", "missing"}},
    {"DofTwice", write(kDof, "10.2\n12.2\n12.2\n"), {"job.dof", "12.2", "twice", "2 and 3"}},
    {"NotANumber",
     replace(kSti, "2 3 5.0000000000000e-01", "2 3 nan"),
     {"job.sti:5", "12.1", "12.2", "not finite"}},
    {"Infinite",
     replace(kMas, "2 2 2.0000000000000e+00", "2 2 -inf"),
     {"job.mas:3", "12.1", "not finite"}},
    {"Overflow",
     replace(kMas, "2 2 2.0000000000000e+00", "2 2 1e999"),
     {"job.mas:3", "not finite"}},
    // physics
    {"UnconnectedDof",
     write(kSti, "1 1 3.0\n2 2 0.0\n1 3 -1.0\n3 3 4.0\n"),
     {"job.sti", "dof 12.1 (node 12, x)", "unconnected"}},
    {"NegativeStiffness",
     replace(kSti, "2 2 2.0", "2 2 -2.0"),
     {"job.sti", "12.1", "diagonal entry <= 0"}},
    {"ZeroStiffness",
     replace(kSti, "2 2 2.0", "2 2 0.0"),
     {"job.sti", "12.1", "diagonal entry <= 0"}},
    {"NegativeMass", replace(kMas, "2 2 2.0", "2 2 -2.0"), {"job.mas", "12.1", "negative mass"}},
    {"IndefiniteMass",
     replace(kMas, "2 3 0.0", "2 3 2.1"),
     {"job.mas", "not positive semi-definite", "12.1", "12.2"}},
    {"CoupledWithoutMass",
     write(kMas, "1 1 1.0\n2 3 0.1\n3 3 2.0\n"),
     {"job.mas", "not positive semi-definite"}},
    {"NoMass",
     write(kMas, "1 1 0.0\n2 2 0.0\n3 3 0.0\n"),
     {"job.mas", "mass matrix is zero", "density"}},
    // coordinates
    {"DeckOfAnotherModel", replace(kInp, "10, 1., 2., 3.\n", ""), {"job.inp", "node 10", "deck"}},
    {"SetNamesUnknownNode",
     append(kInp, "*NSET, NSET=WALL\n10, 99\n"),
     {"job.inp:8", "WALL", "node 99"}},
};

void expect_told(const std::string& message, const std::vector<std::string>& told) {
  for (const std::string& part : told)
    EXPECT_NE(message.find(part), std::string::npos) << "\"" << part << "\" not in: " << message;
  EXPECT_NE(message.find("remedy: "), std::string::npos) << message;
}

class DamagedExport : public testing::TestWithParam<Damage> {};

TEST_P(DamagedExport, IsRefusedInWords) {
  const TemporaryFolder folder;
  SmallExport files;
  GetParam().apply(files);
  files.write(folder);
  expect_told(message_of([&] { import_matrices(small_options(folder)); }), GetParam().told);
}

INSTANTIATE_TEST_SUITE_P(All, DamagedExport, testing::ValuesIn(kDamages),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(ImportOptionsCheck, WrongOnesAreToldInWords) {
  const TemporaryFolder folder;
  SmallExport().write(folder);
  const auto expect = [&](auto change, const std::vector<std::string>& told) {
    ImportOptions options = small_options(folder);
    change(options);
    expect_told(message_of([&] { import_matrices(options); }), told);
  };
  expect([](ImportOptions& o) { o.units = ""; }, {"units", "no unit system"});
  expect([](ImportOptions& o) { o.units = "mm,kg,s,N"; },
         {"mm,kg,s,N", "mass * length / time^2", "mm,t,s,N"});
  expect([](ImportOptions& o) { o.units = "mm,ton,s,N"; }, {"\"ton\"", "mass", "slug"});
  expect([](ImportOptions& o) { o.format = "femap"; }, {"femap", "calculix"});
  expect([](ImportOptions& o) { o.rotation_nodes = {77}; }, {"job.dof", "rotation node 77"});
  expect([](ImportOptions& o) { o.path += "_2"; }, {"job_2.dof", "no such file", ".gz"});
  expect([](ImportOptions& o) { o.deck = o.path + "_2.inp"; }, {"job_2.inp", "no such file"});
}

TEST(DamagedFiles, EachMissingFileIsNamed) {
  for (const char* name : {"job.sti", "job.mas", "job.dof"}) {
    const TemporaryFolder folder;
    SmallExport().write(folder);
    std::filesystem::remove(folder.file(name));
    const std::string message = message_of([&] { import_matrices(small_options(folder)); });
    EXPECT_NE(message.find(name), std::string::npos) << message;
    EXPECT_NE(message.find("no such file"), std::string::npos) << message;
  }
}

TEST(DamagedFiles, CutGzipIsNoticedAtEveryLength) {
  const TemporaryFolder folder;
  SmallExport().write(folder);
  std::filesystem::remove(folder.file("job.sti"));
  folder.write_gz("whole.gz", SmallExport().sti);
  std::ifstream in(folder.file("whole.gz"), std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), {});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    folder.write("job.sti.gz", whole.substr(0, length));
    const std::string message = message_of([&] { import_matrices(small_options(folder)); });
    EXPECT_NE(message.find("job.sti.gz"), std::string::npos) << length << ": " << message;
  }
}

TEST(DamagedFiles, FlippedBitInGzipIsNoticed) {
  const TemporaryFolder folder;
  SmallExport().write(folder);
  const Matrix intact = import_matrices(small_options(folder)).stiffness;
  std::filesystem::remove(folder.file("job.sti"));
  folder.write_gz("whole.gz", SmallExport().sti);
  std::ifstream in(folder.file("whole.gz"), std::ios::binary);
  std::string damaged((std::istreambuf_iterator<char>(in)), {});
  int unnoticed = 0;  // the bits that fill up the last byte of the compressed data mean nothing
  for (std::size_t at = 10; at < damaged.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      folder.write("job.sti.gz", damaged);
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      try {
        const Matrix read = import_matrices(small_options(folder)).stiffness;
        ++unnoticed;
        EXPECT_EQ((read - intact).norm(), 0.0) << at << " bit " << bit;
      } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("job.sti.gz"), std::string::npos) << e.what();
      }
    }
  }
  EXPECT_LT(unnoticed, 8);
}

}  // namespace
}  // namespace mortise::gen
