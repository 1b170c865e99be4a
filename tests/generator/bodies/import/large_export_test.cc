// Exports of many blocks: the same matrix whatever the number of threads and the order of entries,
// lines told across blocks, memory bounded by the dof list.
#include <sys/resource.h>

#include <fmt/format.h>

#include <cstring>

#include "generator/bodies/import/raw_export.hpp"
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

constexpr int kDofs = 30000, kBand = 5;  // 4.5 MB of text a matrix: three blocks

double band_value(int i, int j) {
  if (i == j) return 20.0 + i % 7;
  return (i + j) % 3 == 1 ? 0.0 : -1.0 - (i * j) % 5 / 8.0;
}

// Upper triangle column by column, with explicit zeros; mirrored: the lower one behind it.
std::string band_text(bool mirrored) {
  std::string text;
  const auto put = [&](int row, int column, double value) {
    fmt::format_to(std::back_inserter(text), "{} {} {:.13e}\n", row + 1, column + 1, value);
  };
  for (int j = 0; j < kDofs; ++j)
    for (int i = std::max(0, j - kBand); i <= j; ++i) put(i, j, band_value(i, j));
  for (int j = 0; mirrored && j < kDofs; ++j)
    for (int i = std::max(0, j - kBand); i < j; ++i) put(j, i, band_value(i, j));
  return text;
}

class LargeExport : public testing::Test {
 protected:
  LargeExport() {
    std::string dofs, mass;
    for (int i = 0; i < kDofs; ++i) {
      dofs += fmt::format("{}.{}\n", i / 3 + 1, i % 3 + 1);
      mass += fmt::format("{} {} 2.5\n", i + 1, i + 1);
    }
    folder_.write("job.dof", dofs);
    folder_.write("job.mas", mass);
  }
  FullModel import_with(const std::string& stiffness, int jobs) {
    folder_.write("job.sti", stiffness);
    ImportOptions options = small_options(folder_);
    options.jobs = jobs;
    return import_matrices(options);
  }
  TemporaryFolder folder_;
};

bool same_bits(const SparseMatrix& a, const SparseMatrix& b) {
  return a.cols() == b.cols() && a.nonZeros() == b.nonZeros() &&
         std::memcmp(a.outerIndexPtr(), b.outerIndexPtr(),
                     sizeof(int) * static_cast<std::size_t>(a.cols() + 1)) == 0 &&
         std::memcmp(a.innerIndexPtr(), b.innerIndexPtr(),
                     sizeof(int) * static_cast<std::size_t>(a.nonZeros())) == 0 &&
         std::memcmp(a.valuePtr(), b.valuePtr(),
                     sizeof(double) * static_cast<std::size_t>(a.nonZeros())) == 0;
}

TEST_F(LargeExport, HasTheSameBitsWhateverTheThreadsAndTheOrder) {
  const std::string upper = band_text(false);
  ASSERT_GT(upper.size(), 4u << 20);
  const FullModel one = import_with(upper, 1);
  for (int i = 0; i < kDofs; i += 997)
    for (int j = std::max(0, i - kBand); j <= i; ++j)
      EXPECT_DOUBLE_EQ(one.stiffness.coeff(j, i), 1e3 * band_value(j, i));
  EXPECT_TRUE(same_bits(import_with(upper, 4).stiffness, one.stiffness));
  EXPECT_TRUE(same_bits(import_with(band_text(true), 3).stiffness, one.stiffness));

  std::string backwards;  // lines in the opposite order
  backwards.reserve(upper.size());
  for (std::size_t end = upper.size(); end > 0;) {
    const std::size_t begin = end < 2 ? 0 : upper.rfind('\n', end - 2) + 1;
    backwards.append(upper, begin, end - begin);
    end = begin;
  }
  EXPECT_TRUE(same_bits(import_with(backwards, 2).stiffness, one.stiffness));
}

TEST_F(LargeExport, LinesAreToldAcrossBlocks) {
  const std::string upper = band_text(false);
  const auto lines = std::count(upper.begin(), upper.end(), '\n');
  const auto expect = [&](const std::string& tail, const std::string& told) {
    const std::string message = message_of([&] { import_with(upper + tail, 3); });
    const std::string where = fmt::format("job.sti:{}: ", lines + 1);
    EXPECT_NE(message.find(where), std::string::npos) << message;
    EXPECT_NE(message.find(told), std::string::npos) << message;
  };
  expect("1 1 20\n", "given twice");
  expect("1 2 0\n", "given twice");  // zero on zero
  expect("3 1 7\n", "not symmetric");
  expect("1 5 nan\n", "not finite");
  expect("1 5 x\n", "row column value");
  expect("1 30001 1\n", "K has 30001 equations");
  expect("1 5 1", "the file is cut");
  const std::string mirror = message_of([&] { import_with(upper + "3 1 -1\n", 3); });
  EXPECT_NE(mirror.find("its mirror image is missing"), std::string::npos) << mirror;
  EXPECT_NE(mirror.find("job.sti:5: "), std::string::npos) << mirror;  // 1.3 is the first
}

TEST(RawEntriesLines, AreKeptInAByteOrApart) {
  RawEntries entries, later;
  const std::int64_t lines[] = {1, 1, 255, 256, 511, 5000000000, 7, 8};
  for (const std::int64_t line : lines) entries.add(0, 0, 1.0, line);
  later.add(0, 0, 2.0, 1000000);
  later.add(0, 0, 2.0, 1000001);
  entries.append(std::move(later));
  entries.add(0, 0, 3.0, 1000002);
  std::vector<std::int64_t> told;
  entries.for_each_line([&](const RawEntry&, std::int64_t line) { told.push_back(line); });
  EXPECT_EQ(told, (std::vector<std::int64_t>{1, 1, 255, 256, 511, 5000000000, 7, 8, 1000000,
                                             1000001, 1000002}));
  EXPECT_EQ(entries.size(), 11u);
}

TEST(HugeIndex, InATinyFileTakesNoMemory) {
  const TemporaryFolder folder;
  SmallExport small;
  small.sti += "1000000000 1000000000 1.0\n";
  small.write(folder);
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  const std::string message = message_of([&] { import_matrices(small_options(folder)); });
  getrusage(RUSAGE_SELF, &after);
  EXPECT_NE(message.find("job.sti:7"), std::string::npos) << message;
  EXPECT_NE(message.find("K has 1000000000 equations"), std::string::npos) << message;
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 64 << 10);  // KiB
}

TEST(HostileText, IsRefusedInWords) {
  const TemporaryFolder folder;
  SmallExport().write(folder);
  const auto message_with = [&](const std::string& name, const auto& write) {
    std::filesystem::remove(folder.file("job.sti"));
    write();
    const std::string message = message_of([&] { import_matrices(small_options(folder)); });
    std::filesystem::remove(folder.file(name));
    return message;
  };
  const std::string text = SmallExport().sti;
  const std::string twice = message_with("job.sti.zst", [&] {
    folder.write_gz("inner", text);
    std::ifstream in(folder.file("inner"), std::ios::binary);
    folder.write_zst("job.sti.zst", std::string(std::istreambuf_iterator<char>(in), {}));
  });
  EXPECT_NE(twice.find("compressed twice"), std::string::npos) << twice;
  const std::string binary = message_with("job.sti", [&] {
    folder.write("job.sti", std::string("\0\1\2\xff", 4) + std::string(200, '\0') + "\n");
  });
  EXPECT_NE(binary.find("job.sti:1"), std::string::npos) << binary;
  const std::string endless =
      message_with("job.sti.gz", [&] { folder.write_gz("job.sti.gz", std::string(8 << 20, ' ')); });
  EXPECT_NE(endless.find("longer than 1 MiB"), std::string::npos) << endless;
  const std::string bare = message_with(
      "job.sti", [&] { folder.write("job.sti", "1 1 3\r\n2 2 2\r\n1 3 -1\r\n2 3 .5\r\n3 3 4"); });
  EXPECT_NE(bare.find("job.sti:5: the last line has no end"), std::string::npos) << bare;
}

}  // namespace
}  // namespace mortise::gen
