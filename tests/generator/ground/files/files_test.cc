#include <gtest/gtest.h>
#include <hdf5.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/files/csv_file.hpp"
#include "generator/ground/files/table_writer.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

std::string fresh_folder() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const fs::path folder = fs::path(testing::TempDir()) / (std::string("io_") + info->name());
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder.string();
}

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string csv_refusal(const std::string& text) {
  const std::string path = fresh_folder() + "/in.csv";
  std::ofstream(path) << text;
  try {
    read_csv(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Caches that an earlier run left behind would answer for this one.
TEST(TemporaryFolder, BelongsToThisProcess) {
  const fs::path folder = testing::TempDir();
  EXPECT_EQ(fs::path(folder / "").parent_path(), fs::temp_directory_path());
  EXPECT_EQ(folder.parent_path().filename().string().rfind("mortise_", 0), 0U) << folder;
}

TEST(AtomicFile, ReplacesTheTargetOnlyWhenCommitted) {
  const std::string folder = fresh_folder(), path = folder + "/a";
  write_file(path, "old", 3);
  {
    AtomicFile file(path);
    file.write("unfinished");
    EXPECT_EQ(content(path), "old");
  }
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(files_in(folder), 1u);  // nothing left behind
  AtomicFile file(path);
  file.write("new");
  file.commit();
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(files_in(folder), 1u);
}

TEST(AtomicFile, NamesTheFolderItCannotWrite) {
  EXPECT_THROW(write_file("/nowhere/at/all", "x", 1), Error);
}

// A neighbour that shares the folder may take away what was there when the writer looked.
TEST(AtomicFile, WritesWhereANeighbourRemovesWhatItReplaces) {
  const std::string path = testing::TempDir() + "/removed_meanwhile";
  std::atomic<bool> ends{false};
  std::thread neighbour([&] {
    while (!ends) {
      std::ofstream(path).put('0');
      std::filesystem::remove(path);
    }
  });
  int written = 0;
  std::string said;
  try {
    for (; written < 2000; ++written) write_file(path, "1", 1);
  } catch (const Error& error) {
    said = error.what();
  }
  ends = true;
  neighbour.join();
  EXPECT_EQ(written, 2000) << said;
}

TEST(Csv, NumbersReadBackBitForBit) {
  const std::string path = fresh_folder() + "/out.csv";
  const double values[] = {1e-4, 0.1 + 0.2, -1.0 / 3.0, 5e-324};
  const auto table = open_table(path, {{"time", "s"}, {"a", "m"}, {"b", "m"}, {"c", "N"}});
  table->write_row(values);
  table->commit();
  const TimeSeries series = read_csv(path);
  ASSERT_EQ(series.names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(series.time[0], values[0]);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(series.columns[i][0], values[i + 1]);
}

TEST(Csv, InterpolatesBetweenAndHoldsOutside) {
  const std::string path = fresh_folder() + "/in.csv";
  std::ofstream(path) << "time, f\r\n0, 1\r\n2, 5\r\n\r\n";
  const TimeSeries series = read_csv(path);
  EXPECT_EQ(series.find("f"), 0);
  EXPECT_EQ(series.find("g"), -1);
  EXPECT_EQ(interpolate(series, 0, -1.0), 1.0);
  EXPECT_EQ(interpolate(series, 0, 0.5), 2.0);
  EXPECT_EQ(interpolate(series, 0, 9.0), 5.0);
}

TEST(Csv, TakesWhatSpreadsheetsWrite) {
  const std::string path = fresh_folder() + "/in.csv";
  for (const char* text : {"\xef\xbb\xbftime,f\r\n0,1.5\r\n2,5\r\n", "time;f\n0;1,5\n2;5,0\n",
                           "\xef\xbb\xbftime;f\n0;1.5\n2;5\n", "time\tf\n0\t1,5\n2\t5\n",
                           "sep=;\n# units: s;N\ntime;f\n0;1,5\n2;5\n"}) {
    std::ofstream(path) << text;
    const TimeSeries series = read_csv(path);
    ASSERT_EQ(series.names, std::vector<std::string>{"f"}) << text;
    EXPECT_EQ(series.columns[0], (std::vector<double>{1.5, 5.0})) << text;
  }
  EXPECT_NE(csv_refusal("\xff\xfet").find("UTF-16"), std::string::npos);
  EXPECT_NE(csv_refusal("time,f\n0,1,5\n").find("semicolons"), std::string::npos);
}

TEST(Csv, RefusesWhatIsNoTimeSeries) {
  EXPECT_NE(csv_refusal("t,f\n0,1\n").find(":1: the first column is 't'"), std::string::npos);
  EXPECT_NE(csv_refusal("time,f,f\n0,1,1\n").find("named twice"), std::string::npos);
  EXPECT_NE(csv_refusal("time,f\n0,1\n1\n").find(":3: has 1 cells"), std::string::npos);
  EXPECT_NE(csv_refusal("time,f\n0,one\n").find(":2: column 'f' holds \"one\""), std::string::npos);
  EXPECT_NE(csv_refusal("time,f\n0,nan\n").find("finite"), std::string::npos);
  EXPECT_NE(csv_refusal("time,f\n1,0\n1,0\n").find(":3: time 1 does not increase"),
            std::string::npos);
  EXPECT_NE(csv_refusal("time,f\n").find("no rows"), std::string::npos);
  EXPECT_NE(csv_refusal("").find("the first column"), std::string::npos);
}

TEST(Hdf5, KeepsEveryColumnWithItsUnit) {
  const std::string folder = fresh_folder(), path = folder + "/out.h5";
  constexpr int kRows = 5000;  // more than one chunk
  {
    const auto table = open_table(path, {{"time", "s"}, {"x", "m"}});
    for (int i = 0; i < kRows; ++i) {
      const double row[] = {1e-3 * i, std::sin(i)};
      table->write_row(row);
    }
    EXPECT_FALSE(fs::exists(path));
    table->commit();
  }
  EXPECT_EQ(files_in(folder), 1u);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const hid_t dataset = H5Dopen2(file, "x", H5P_DEFAULT);
  std::vector<double> x(kRows);
  ASSERT_GE(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x.data()), 0);
  for (int i = 0; i < kRows; ++i) EXPECT_EQ(x[static_cast<std::size_t>(i)], std::sin(i));
  EXPECT_GT(H5Aexists(dataset, "unit"), 0);
  H5Dclose(dataset);
  H5Fclose(file);
}

}  // namespace
}  // namespace mortise::gen
