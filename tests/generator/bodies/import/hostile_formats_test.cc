// Damaged and hostile files of Ansys, Nastran and NumPy are refused in words, whatever they claim.
#include <functional>

#include "tests/generator/bodies/import/small_export.hpp"
#include "tests/generator/bodies/import/vendor_writers.hpp"

namespace mortise::gen {
namespace {

FullModel tiny() {
  FullModel model;
  Matrix k(3, 3), m(3, 3);
  k << 3, 0, -1, 0, 2, 0.5, -1, 0.5, 4;
  m << 1, 0, 0, 0, 2, 0, 0, 0, 2;
  model.stiffness = k.sparseView();
  model.mass = m.sparseView();
  model.dofs = {{10, 2}, {12, 1}, {12, 2}};
  return model;
}

std::string read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(in)), {});
}

// One job of every format in a folder of its own.
class Job {
 public:
  explicit Job(const std::string& format) : format_(format) {
    const FullModel model = tiny();
    write_ansys(model, folder_.file("a"));
    write_bytes(folder_.file("p.pch"),
                dmig_text("KAAX", model.stiffness, model.dofs, DmigFields::large) +
                    dmig_text("MAAX", model.mass, model.dofs, DmigFields::large));
    for (const bool binary : {false, true}) {
      const std::string job = folder_.file(binary ? "b" : "t");
      write_bytes(job + ".op4", op4_text("KAA", model.stiffness, Op4Form::strings, binary) +
                                    op4_text("MAA", model.mass, Op4Form::dense, binary));
      write_dof_list(model, job + ".dof");
    }
    write_npz(npz_members(model.stiffness, "csr"), folder_.file("z_k.npz"), true);
    write_npz(npz_members(model.mass, "coo"), folder_.file("z_m.npz"), false);
    write_dof_list(model, folder_.file("z.dof"));
  }

  std::string file(const std::string& name) const { return folder_.file(name); }

  std::string message(const std::string& job) const {
    return message_of([&] {
      ImportOptions options;
      options.format = format_;
      options.path = folder_.file(job);
      options.units = "SI";
      import_matrices(options);
    });
  }

  void replace(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = read_bytes(file(name));
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from << " not in:\n" << text;
    text.replace(at, from.size(), to);
    write_bytes(file(name), text);
  }

 private:
  TemporaryFolder folder_;
  std::string format_;
};

struct Hostility {
  const char *name, *format, *job, *file, *from, *to;
  std::vector<std::string> told;
};

const Hostility kHostilities[] = {
    // Harwell-Boeing
    {"Undamaged", "ansys", "a", "a_k.matrix", "TEST", "SAME", {"no error"}},
    {"Complex", "ansys", "a", "a_k.matrix", "RSA", "CSA", {"a_k.matrix:3", "\"CSA\"", "RSA"}},
    {"Pattern", "ansys", "a", "a_m.matrix", "RSA", "PSA", {"a_m.matrix:3", "\"PSA\""}},
    {"Rectangular",
     "ansys",
     "a",
     "a_k.matrix",
     "RSA                        3             3",
     "RSA                        4             3",
     {"a_k.matrix:3", "4 x 3"}},
    {"HugeCounts",
     "ansys",
     "a",
     "a_k.matrix",
     "             3             3             5",
     "    2000000000    2000000000    2000000000",
     {"a_k.matrix:", "cards"}},
    {"CountBeyondIntegers",
     "ansys",
     "a",
     "a_k.matrix",
     "             3             3             5",
     "99999999999999             3             5",
     {"a_k.matrix:3", "no count"}},
    {"CardCountsContradict",
     "ansys",
     "a",
     "a_k.matrix",
     "             1             1             2",
     "             1             2             2",
     {"cards of indices", "its formats 1"}},
    {"WrongWidth", "ansys", "a", "a_k.matrix", "(1P3D24.16)", "(1P3D23.16)", {"is no number"}},
    {"NoFormat", "ansys", "a", "a_k.matrix", "(1P3D24.16)", "(3X24)     ", {"Fortran format"}},
    {"PointersFall",
     "ansys",
     "a",
     "a_k.matrix",
     "        3        5",
     "        5        3",
     {"column pointer 3 is out of order"}},
    {"PointersEndEarly",
     "ansys",
     "a",
     "a_k.matrix",
     "        5        6",
     "        5        5",
     {"last column pointer is 5"}},
    {"RowOutOfRange",
     "ansys",
     "a",
     "a_k.matrix",
     "        2        3        3",
     "        2        4        3",
     {"row index 4 is out of range 1..3"}},
    {"RowTwice",
     "ansys",
     "a",
     "a_k.matrix",
     "        1        3        2",
     "        1        1        2",
     {"given twice"}},
    {"NaN",
     "ansys",
     "a",
     "a_k.matrix",
     "  3.0000000000000000D+00",
     "                     NaN",
     {"not finite", "10.2"}},
    {"MappingTemperature",
     "ansys",
     "a",
     "a_k.mapping",
     "UX",
     "TEMP",
     {"a_k.mapping:3", "TEMP", "UX UY"}},
    {"MappingGap",
     "ansys",
     "a",
     "a_k.mapping",
     "            2           12",
     "            3           12",
     {"a_k.mapping:3", "equation 3"}},
    {"MappingShort",
     "ansys",
     "a",
     "a_k.mapping",
     "            3           12",
     "            x           12",
     {"K has 3 equations", "the dof list 2"}},
    // DMIG
    {"PunchUndamaged", "nastran", "p", "p.pch", "a comment", "and more", {"no error"}},
    {"PunchComplex",
     "nastran",
     "p",
     "p.pch",
     "       6       2",
     "       6       3",
     {"p.pch:2", "complex"}},
    {"PunchRectangular",
     "nastran",
     "p",
     "p.pch",
     "       6       2",
     "       9       2",
     {"no stiffness is found", "MAAX"}},
    {"PunchUnknownForm",
     "nastran",
     "p",
     "p.pch",
     "       6       2",
     "       7       2",
     {"unknown form 7"}},
    {"PunchHeaderTwice",
     "nastran",
     "p",
     "p.pch",
     "MAAX           0",
     "KAAX           0",
     {"header of KAAX stands twice"}},
    {"PunchWithoutHeader",
     "nastran",
     "p",
     "p.pch",
     "MAAX           0",
     "XAAX           0",
     {"column of MAAX comes before its header"}},
    {"PunchOverlap",
     "nastran",
     "p",
     "p.pch",
     "3.000000000D+00",
     "3.0000000000000D+00",
     {"p.pch:4", "not"}},
    {"PunchComponent",
     "nastran",
     "p",
     "p.pch",
     "               2-1.0",
     "               9-1.0",
     {"component 9"}},
    {"PunchTwice",
     "nastran",
     "p",
     "p.pch",
     "*                     12               2-1.0",
     "*                     10               2-1.0",
     {"given twice"}},
    {"PunchNoNumber", "nastran", "p", "p.pch", "-1.000000000D+00", "-1.00000,000D+00", {"p.pch:"}},
    // OUTPUT4
    {"TextUndamaged", "nastran", "t", "t.op4", "1P,3E24.16", "1p,3e24.16", {"no error"}},
    {"TextComplex",
     "nastran",
     "t",
     "t.op4",
     "       6       2KAA",
     "       6       4KAA",
     {"complex"}},
    {"TextFormat", "nastran", "t", "t.op4", "1P,3E24.16", "1P,3E20.12", {"t.op4:", "no number"}},
    {"TextHuge",
     "nastran",
     "t",
     "t.op4",
     "       3       3       6",
     "99999999       3       6",
     {"column 3 comes behind column 4"}},
    {"TextColumnBack",
     "nastran",
     "t",
     "t.op4",
     "       2       0",
     "       1       0",
     {"column 1 comes behind column 1"}},
    {"TextStringBeyondRows", "nastran", "t", "t.op4", "196609", "196612", {"out of range"}},
    {"TextNaN",
     "nastran",
     "t",
     "t.op4",
     "3.0000000000000000E+00",
     "                   nan",
     {"not finite"}},
    {"TextOtherName", "nastran", "t", "t.op4", "KAA", "XAA", {"no stiffness is found", "XAA, MAA"}},
};

class Hostile : public testing::TestWithParam<Hostility> {};

TEST_P(Hostile, IsRefusedInWords) {
  const Hostility& h = GetParam();
  const Job job(h.format);
  job.replace(h.file, h.from, h.to);
  const std::string message = job.message(h.job);
  for (const std::string& part : h.told)
    EXPECT_NE(message.find(part), std::string::npos) << "\"" << part << "\" not in: " << message;
}

INSTANTIATE_TEST_SUITE_P(All, Hostile, testing::ValuesIn(kHostilities),
                         [](const auto& info) { return std::string(info.param.name); });

// Cut anywhere, a file is refused, but for what stands behind its last number. Punch files do not
// say how many cards they have: one that ends with a whole card is not seen to be cut here.
void expect_refused_at_every_length(const std::string& format, const std::string& job_name,
                                    const std::string& name, std::size_t harmless) {
  const Job job(format);
  const std::string whole = read_bytes(job.file(name));
  const std::size_t stride = 1 + whole.size() / 400;
  for (std::size_t length = 1; length + harmless < whole.size(); length += stride) {
    if (name == "p.pch" && whole[length - 1] == '\n') continue;
    write_bytes(job.file(name), whole.substr(0, length));
    const std::string message = job.message(job_name);
    EXPECT_NE(message, "no error") << name << " cut to " << length << " of " << whole.size();
    EXPECT_EQ(message.find("vector"), std::string::npos) << message;
  }
}

TEST(CutFiles, AreRefused) {
  expect_refused_at_every_length("ansys", "a", "a_k.matrix", 1);
  expect_refused_at_every_length("nastran", "p", "p.pch", 0);
  expect_refused_at_every_length("nastran", "b", "b.op4", 0);
  expect_refused_at_every_length("npz", "z", "z_k.npz", 0);
  expect_refused_at_every_length("npz", "z", "z_m.npz", 0);
}

TEST(FlippedBits, NeverCrashAReader) {
  for (const auto& [format, job_name, name] :
       {std::tuple{"nastran", "b", "b.op4"}, std::tuple{"npz", "z", "z_k.npz"},
        std::tuple{"ansys", "a", "a_k.matrix"}, std::tuple{"nastran", "p", "p.pch"}}) {
    const Job job(format);
    std::string bytes = read_bytes(job.file(name));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      const char before = bytes[at];
      bytes[at] = static_cast<char>(before ^ (1 << (at % 8)));
      write_bytes(job.file(name), bytes);
      job.message(job_name);  // an Error or a model; anything else ends the test
      bytes[at] = before;
    }
  }
}

class HostileArchive : public testing::Test {
 protected:
  // The stiffness with one array in place of its own.
  std::string message(const std::string& name, const std::string& bytes, bool deflated = true) {
    NpzMembers members = npz_members(tiny().stiffness, "csr");
    for (auto& [own, content] : members)
      if (own == name) content = bytes;
    write_npz(members, job_.file("z_k.npz"), deflated);
    return job_.message("z");
  }
  Job job_{"npz"};
};

TEST_F(HostileArchive, IsRefusedInWords) {
  const auto expect = [&](const std::string& name, const std::string& bytes, const char* told) {
    const std::string text = message(name, bytes);
    EXPECT_NE(text.find(told), std::string::npos) << text;
    EXPECT_NE(text.find("z_k.npz"), std::string::npos) << text;
  };
  const std::vector<double> seven(7, 1.0);
  expect("data", npy_bytes("<f8", "(7,)", std::string(8, ' ')), "shorter than its shape");
  expect("data", npy_bytes("<f8", "(1000000000000,)", std::string(56, ' ')), "shorter");
  expect("data", npy_bytes("<f8", "(6,)", std::string(56, ' ')), "longer than its shape");
  expect("data", npy_bytes("<c16", "(7,)", std::string(112, ' ')), "<c16");
  expect("data", npy_bytes(">f8", "(7,)", std::string(56, ' ')), ">f8");
  expect("data", npy_bytes("<f8", "(7, 1)", std::string(56, ' ')), "not one dimension");
  expect("data", npy_bytes("<f8", "(-7,)", std::string(56, ' ')), "not one dimension");
  expect("data", "no array at all", "is no NumPy array");
  expect("data", npy_vector<std::int64_t>("<i8", {1, 2, 3, 4, 5, 6, 7}),
         "not symmetric");  // read as numbers
  expect("data", npy_vector<double>("<f8", {1.0}), "7 indices and 1 values");
  expect("format", npy_bytes("|S3", "()", "bsr"), "\"bsr\"");
  expect("shape", npy_vector<std::int64_t>("<i8", {3, 4}), "not square");
  expect("shape", npy_vector<std::int64_t>("<i8", {3000000000, 3000000000}), "not square, or too");
  expect("indices", npy_vector<std::int32_t>("<i4", {0, 2, 1, 3, 0, 1, 2}),
         "index 3 is out of range");
  expect("indices", npy_vector<std::int32_t>("<i4", {0, 2, 1, -1, 0, 1, 2}), "index -1");
  expect("indptr", npy_vector<std::int32_t>("<i4", {0, 900, 4, 7}), "indptr is out of order");
  expect("indptr", npy_vector<std::int32_t>("<i4", {0, 2, 7}), "indptr does not lead");
}

TEST_F(HostileArchive, BombIsNotUnpacked) {
  // 128 MiB of zeros in an eighth of a megabyte
  const std::string zeros(std::size_t{128} << 20, '\0');
  const std::string text = message("data", npy_bytes("<f8", "(16777216,)", zeros));
  EXPECT_NE(text.find("too much for its archive"), std::string::npos) << text;
}

}  // namespace
}  // namespace mortise::gen
