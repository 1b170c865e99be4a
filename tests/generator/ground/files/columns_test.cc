// Units and whole numbers of a table's columns, in CSV and HDF5.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "generator/ground/files/csv_file.hpp"
#include "generator/ground/files/table_writer.hpp"

namespace mortise::gen {
namespace {

std::string columns_file(const std::string& name) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "columns";
  std::filesystem::create_directories(folder);
  return (folder / name).string();
}

// A bit mask such as a status; a million would otherwise be written as 1e+06.
void write_columns(const std::string& path, const TableOptions& options) {
  const auto table =
      open_table(path, {{"time", "s"}, {"gap", "m"}, {"status", "1", true}}, options);
  const double row[] = {0.0, 0.5, 1000000.0};
  table->write_row(row);
  table->commit();
}

TEST(Columns, OfCsvNameTheirUnitsOnASecondLineIfAsked) {
  const std::string path = columns_file("units.csv");
  write_columns(path, {true});
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), "time,gap,status\n# units: s,m,1\n0,0.5,1000000\n");
  const TimeSeries series = read_csv(path);
  EXPECT_EQ(series.units, (std::vector<std::string>{"m", "1"}));
  EXPECT_EQ(series.columns[1][0], 1000000.0);
  const std::string plain = columns_file("plain.csv");  // what was read is not written again
  write_columns(plain, {});
  EXPECT_TRUE(read_csv(plain).units.empty());
}

TEST(Columns, OfWholeNumbersAreIntegersInHdf5) {
  const std::string path = columns_file("whole.h5");
  write_columns(path, {});
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const auto type_of = [&](const char* name) {
    const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    const hid_t type = H5Dget_type(dataset);
    const H5T_class_t found = H5Tget_class(type);
    H5Tclose(type);
    H5Dclose(dataset);
    return found;
  };
  EXPECT_EQ(type_of("gap"), H5T_FLOAT);
  EXPECT_EQ(type_of("status"), H5T_INTEGER);
  const hid_t dataset = H5Dopen2(file, "status", H5P_DEFAULT);
  long long value = 0;
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_LLONG, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value), 0);
  EXPECT_EQ(value, 1000000);
  EXPECT_GT(H5Aexists(dataset, "unit"), 0);
  H5Dclose(dataset);
  H5Fclose(file);
}

}  // namespace
}  // namespace mortise::gen
