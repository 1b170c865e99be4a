// OUTPUT4 as builds of Nastran with 64-bit integers, big-endian machines and other tools write it.
#include <algorithm>
#include <cstring>

#include "generator/bodies/import/named_matrices.hpp"
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

struct BinaryForm {
  bool wide = false, swapped = false;
};

template <class Number>
void put(const BinaryForm& form, Number number, std::string* bytes) {
  std::string raw(sizeof number, '\0');
  std::memcpy(raw.data(), &number, sizeof number);
  if (form.swapped) std::reverse(raw.begin(), raw.end());
  *bytes += raw;
}

std::string integers(const BinaryForm& form, const std::vector<std::int32_t>& numbers) {
  std::string bytes;
  for (const std::int32_t number : numbers)
    if (form.wide)
      put(form, static_cast<std::int64_t>(number), &bytes);
    else
      put(form, number, &bytes);
  return bytes;
}

std::string reals(const BinaryForm& form, const std::vector<double>& numbers) {
  std::string bytes;
  for (const double number : numbers) put(form, number, &bytes);
  return bytes;
}

std::string record(const BinaryForm& form, const std::string& content) {
  std::string mark;
  put(form, static_cast<std::int32_t>(content.size()), &mark);
  return mark + content + mark;
}

// [2 -1; -1 3], its second column as a packed string; type 2 is real, 4 complex.
std::string two_by_two(const BinaryForm& form, const std::string& name, int type) {
  const int words = (form.wide ? 1 : 2) * (type == 4 ? 2 : 1);
  const std::vector<double> first =
      type == 4 ? std::vector<double>{2, 9, -1, 9} : std::vector<double>{2, -1};
  const std::vector<double> second =
      type == 4 ? std::vector<double>{-1, 9, 3, 9} : std::vector<double>{-1, 3};
  std::string padded = name;
  padded.resize(form.wide ? 16 : 8, ' ');
  return record(form, integers(form, {2, 2, 6, type}) + padded) +
         record(form, integers(form, {1, 1, 2 * words}) + reals(form, first)) +
         record(form, integers(form, {2, 0, 2 * words + 1, 1 + 65536 * (2 * words + 1)}) +
                          reals(form, second)) +
         record(form, integers(form, {3, 1, form.wide ? 1 : 2}) + reals(form, {1.0}));
}

void expect_two_by_two(const NamedMatrix& named) {
  double sum = 0.0, corner = 0.0;
  named.matrix.entries.for_each([&](const RawEntry& entry) {
    sum += entry.value;
    if (entry.row == 1 && entry.column == 1) corner = entry.value;
  });
  EXPECT_EQ(named.matrix.size, 2);
  EXPECT_EQ(named.matrix.entries.size(), 4u);
  EXPECT_EQ(sum, 3.0);
  EXPECT_EQ(corner, 3.0);
}

TEST(Op4Variants, BinaryFilesOfEitherIntegersAndByteOrderAreRead) {
  for (const bool wide : {false, true})
    for (const bool swapped : {false, true}) {
      const BinaryForm form{wide, swapped};
      const TemporaryFolder folder;
      folder.write("job.op4", two_by_two(form, "KAA", 2) + two_by_two(form, "K4C", 4) +
                                  two_by_two(form, "MAA", 2));
      const std::vector<NamedMatrix> matrices = read_op4(folder.file("job.op4"));
      ASSERT_EQ(matrices.size(), 3u);
      EXPECT_EQ(matrices[0].name, "KAA");
      expect_two_by_two(matrices[0]);
      EXPECT_TRUE(matrices[1].complex) << "a bystander";
      EXPECT_TRUE(matrices[1].matrix.entries.empty());
      EXPECT_EQ(matrices[2].name, "MAA");
      expect_two_by_two(matrices[2]);
    }
}

std::string text_matrix(int width, const std::string& name) {
  const auto line = [width](std::vector<int> numbers) {
    std::string text;
    for (const int number : numbers) {
      std::string field = std::to_string(number);
      text += std::string(static_cast<std::size_t>(width) - field.size(), ' ') + field;
    }
    return text;
  };
  std::string padded = name;
  padded.resize(8, ' ');
  return line({2, 2, 6, 2}) + padded + "1P,3E24.16\n" + line({1, 1, 2}) +
         "\n  2.0000000000000000E+00 -1.0000000000000000E+00\n" + line({2, 1, 2}) +
         "\n -1.0000000000000000E+00  3.0000000000000000E+00\n" + line({3, 1, 1}) +
         "\n  1.0000000000000000E+00\n";
}

TEST(Op4Variants, TextFilesMayHaveWideIntegers) {
  for (const int width : {8, 16}) {
    const TemporaryFolder folder;
    folder.write("job.op4", text_matrix(width, "KAA"));
    const std::vector<NamedMatrix> matrices = read_op4(folder.file("job.op4"));
    ASSERT_EQ(matrices.size(), 1u);
    EXPECT_EQ(matrices[0].name, "KAA");
    expect_two_by_two(matrices[0]);
  }
}

TEST(Op4Variants, NamesInSmallLettersAreTaken) {
  const TemporaryFolder folder;
  folder.write("job.op4", two_by_two({}, "kaa", 2) + two_by_two({}, "maa", 2));
  folder.write("job.dof", "1.1\n1.2\n");
  ImportOptions options;
  options.format = "nastran";
  options.path = folder.file("job");
  options.units = "SI";
  const FullModel model = import_matrices(options);
  EXPECT_EQ(model.stiffness.coeff(1, 1), 3.0);
  EXPECT_EQ(model.mass.coeff(0, 1), -1.0);
}

}  // namespace
}  // namespace mortise::gen
