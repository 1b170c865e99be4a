// Heights of surfaces: hills, measured grids from CSV and HDF5 in any orientation, sums.
#include "generator/contact/bolted/height_profile.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

#include "generator/ground/files/hdf5_file.hpp"

namespace mortise::gen {
namespace {

const Eigen::Vector2d kHalf(0.0254, 0.015875);

std::string scratch(const std::string& name) {
  const std::string folder = std::filesystem::temp_directory_path() / "mortise_heights" /
                             ::testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::create_directories(folder);
  return folder + "/" + name;
}

std::string text_file(const std::string& name, const std::string& text) {
  std::ofstream(scratch(name)) << text;
  return scratch(name);
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

bool says(const std::string& message, const std::string& part) {
  return message.find(part) != std::string::npos;
}

// A plane and a bit of twist, which bilinear interpolation keeps [m].
double twisted(double x, double y) { return 1e-4 * x - 3e-4 * y + 0.02 * x * y; }

// 8 x 5 points, a wider grid than the pad, in mm and um, the last column first.
std::string twisted_csv() {
  std::string text = "# measured from above\n# units: mm,mm,um\nx,y,height\n";
  char row[100];
  for (int i = 7; i >= 0; --i)
    for (int j = 0; j < 5; ++j) {
      const double x = -0.028 + 0.008 * i, y = -0.016 + 0.008 * j;
      std::snprintf(row, sizeof row, "%.17g,%.17g,%.17g\n", 1e3 * x, 1e3 * y, 1e6 * twisted(x, y));
      text += row;
    }
  return text_file("twisted.csv", text);
}

SurfaceProfile measured(const std::string& file) {
  SurfaceProfile profile;
  profile.kind = ProfileKind::file;
  profile.file = file;
  return profile;
}

double height_at(const SurfaceProfile& surface, double x, double y) {
  HeightProfile profile;
  static_cast<SurfaceProfile&>(profile) = surface;
  return heights(profile, {{x, y}}, kHalf)[0];
}

// The profile of the reference computations, of a pad at its left end [m].
TEST(HeightProfile, HillsAreAsTheyAreDefined) {
  SurfaceProfile hill;
  hill.kind = ProfileKind::parabolic;
  hill.peak_to_peak = 12.14e-6;
  hill.x0 = 1.5e-3;
  hill.y0 = -0.8e-3;
  hill.aspect = 0.5;
  const auto q = [](double x, double y) {
    return std::pow((x - 1.5e-3) / 25.4e-3, 2) + 0.5 * std::pow((y + 0.8e-3) / 15.875e-3, 2);
  };
  EXPECT_DOUBLE_EQ(height_at(hill, 1.5e-3, -0.8e-3), 0.0);
  EXPECT_DOUBLE_EQ(height_at(hill, -25.4e-3, 15.875e-3), -12.14e-6);  // the farthest corner
  EXPECT_NEAR(height_at(hill, 0.01, 0.002), -12.14e-6 * q(0.01, 0.002) / q(-25.4e-3, 15.875e-3),
              1e-20);
  SurfaceProfile ball;
  ball.kind = ProfileKind::spherical;
  ball.radius = 0.05;
  ball.x0 = 1e-3;
  EXPECT_DOUBLE_EQ(height_at(ball, 4e-3, 4e-3), -25e-6 / 0.1);
}

TEST(HeightProfile, MeasuredGridsAreInterpolated) {
  const SurfaceProfile surface = measured(twisted_csv());
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {0.0254, 0.015}, {-0.0123, 0.0077}})
    EXPECT_NEAR(height_at(surface, x, y), twisted(x, y), 1e-17);
  // beyond the outermost points: half a spacing
  EXPECT_NEAR(height_at(surface, 0.0, 0.0199), twisted(0.0, 0.016), 1e-17);
  const std::string beyond = refusal([&] { height_at(surface, 0.0, 0.0201); });
  EXPECT_TRUE(says(beyond, "twisted.csv: the place 0, 0.0201 m is outside")) << beyond;
}

TEST(HeightProfile, FilesAreTurnedAndMirrored) {
  SurfaceProfile surface = measured(twisted_csv());
  surface.x0 = 1e-3;
  surface.y0 = -2e-3;
  EXPECT_NEAR(height_at(surface, 0.011, 0.003), twisted(0.010, 0.005), 1e-17);
  surface.mirror = ProfileMirror::x;
  EXPECT_NEAR(height_at(surface, 0.011, 0.003), twisted(-0.010, 0.005), 1e-17);
  surface.mirror = ProfileMirror::y;
  EXPECT_NEAR(height_at(surface, 0.011, 0.003), twisted(0.010, -0.005), 1e-17);
  surface.mirror = ProfileMirror::none;
  surface.angle = 90.0;  // the file's x runs along the pad's y
  EXPECT_NEAR(height_at(surface, 0.011, 0.003), twisted(0.005, -0.010), 1e-17);
  surface.angle = 30.0;
  surface.scale = -2.0;
  const double c = std::sqrt(0.75), s = 0.5;
  EXPECT_NEAR(height_at(surface, 0.011, 0.003),
              -2.0 * twisted(0.010 * c + 0.005 * s, 0.005 * c - 0.010 * s), 1e-16);
}

TEST(HeightProfile, BothSurfacesAddAndTheHighestPointIsAtZero) {
  HeightProfile both;
  static_cast<SurfaceProfile&>(both) = measured(twisted_csv());
  both.opposite.kind = ProfileKind::spherical;
  both.opposite.radius = 1.0;
  const std::vector<Eigen::Vector2d> places{{0.0, 0.0}, {0.01, 0.005}, {-0.02, 0.01}};
  const Vector h = heights(both, places, kHalf);
  for (std::size_t i = 0; i < places.size(); ++i)
    EXPECT_NEAR(h[static_cast<Eigen::Index>(i)],
                twisted(places[i].x(), places[i].y()) - 0.5 * places[i].squaredNorm(), 1e-16);
  const Vector moved = composite_heights(both, {}, "left", places, kHalf);
  EXPECT_EQ(moved.maxCoeff(), 0.0);
  EXPECT_NEAR(moved[1] - moved[2], h[1] - h[2], 1e-18);
  Roughness rough;
  rough.sigma = 1e-6;
  const Vector on_top = composite_heights(both, rough, "left", places, kHalf);
  const Vector alone = rough_heights(rough, "left", places, 2.0 * kHalf);
  EXPECT_EQ(on_top.maxCoeff(), 0.0);
  EXPECT_NEAR(on_top[1] - on_top[2], h[1] - h[2] + alone[1] - alone[2], 1e-18);
  both = {};  // an analytic surface stays, though no place is on its peak
  both.kind = ProfileKind::spherical;
  both.radius = 1.0;
  EXPECT_LT(composite_heights(both, {}, "left", {{0.01, 0.0}}, kHalf)[0], -4e-5);
}

// 3 x 3 points, the middle and a corner not measured.
TEST(HeightProfile, HolesAreRefusedOrFilled) {
  SurfaceProfile surface =
      measured(text_file("holes.csv",
                         "x,y,height\n-0.02,-0.02,1\n0,-0.02,2\n0.02,-0.02,3\n-0.02,0,4\n0,0,nan\n"
                         "0.02,0,6\n-0.02,0.02,7\n0,0.02,\n"));
  EXPECT_DOUBLE_EQ(height_at(surface, -0.02, 0.0), 4.0);
  EXPECT_NEAR(height_at(surface, -0.012, -0.012), (0.36 * 1 + 0.24 * 2 + 0.24 * 4) / 0.84,
              1e-12);  // most of the weight
  const std::string refused = refusal([&] { height_at(surface, -0.004, -0.002); });
  EXPECT_TRUE(says(refused, "holes.csv: no height was measured around -0.004, -0.002 m"))
      << refused;
  EXPECT_TRUE(says(refused, "holes = \"nearest\""));
  surface.holes = Holes::NEAREST;
  EXPECT_DOUBLE_EQ(height_at(surface, -0.004, -0.003), 4.0);
  EXPECT_DOUBLE_EQ(height_at(surface, -0.003, -0.004), 2.0);
  EXPECT_DOUBLE_EQ(height_at(surface, 0.019, 0.018), 6.0);
}

TEST(HeightProfile, FilesThatAreNoGridsAreRefusedByLine) {
  const auto refused = [](const std::string& text) {
    return refusal([&] { height_at(measured(text_file("bad.csv", text)), 0.0, 0.0); });
  };
  const std::string good = "x,y,height\n-1,-1,0\n1,-1,0\n-1,1,0\n";
  EXPECT_EQ(refused(good + "1,1,0\n"), "");
  EXPECT_TRUE(says(refused(good + "1,1,high\n"), "bad.csv:5: \"high\" is no finite number"));
  EXPECT_TRUE(says(refused(good + "1,nan,0\n"), "bad.csv:5: \"nan\" is no finite number"));
  EXPECT_TRUE(says(refused(good + "1,1,inf\n"), "bad.csv:5: \"inf\" is no finite number"));
  EXPECT_TRUE(says(refused(good + "1,1\n"), "bad.csv:5: has 2 columns"));
  EXPECT_TRUE(says(refused(good + "1,-1,5\n"), "bad.csv:5: the point stands twice"));
  EXPECT_TRUE(says(refused("time,x\n"), "bad.csv:1: the first row is \"time,x\""));
  EXPECT_TRUE(says(refused("# units: m,m,inch\n" + good), "bad.csv:1: the unit \"inch\""));
  EXPECT_TRUE(says(refused("# units: m,m\n" + good), "bad.csv:1: names 2 units"));
  EXPECT_TRUE(says(refused("x,y,height\n0,0,1\n0,1,2\n"), "bad.csv: x: has 1 different places"));
  std::string scattered = "x,y,height\n";
  for (int i = 0; i < 40; ++i)
    scattered += std::to_string(i) + "," + std::to_string(i * i) + ",0\n";
  EXPECT_TRUE(says(refused(scattered), "give points of a rectangular grid"));
  EXPECT_TRUE(says(refused("x,y,height\n"), "bad.csv: holds no points"));
}

struct WrittenGrid {
  std::vector<double> x{-30.0, 0.0, 30.0}, y{-20.0, 20.0};
  std::vector<double> height{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  std::string length = "mm", unit = "um";
  hsize_t rows = 2, columns = 3;
};

std::string hdf5_file(const std::string& name, const WrittenGrid& grid) {
  const std::string path = scratch(name);
  {
    const Hdf5Id file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    const auto write = [&](const char* dataset, const std::vector<hsize_t>& extent,
                           const std::vector<double>& values, const std::string& unit) {
      const Hdf5Id space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr),
                         H5Sclose);
      const Hdf5Id data(H5Dcreate2(file.get(), dataset, H5T_IEEE_F64LE, space.get(), H5P_DEFAULT,
                                   H5P_DEFAULT, H5P_DEFAULT),
                        H5Dclose);
      H5Dwrite(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      const Hdf5Id type(H5Tcopy(H5T_C_S1), H5Tclose), scalar(H5Screate(H5S_SCALAR), H5Sclose);
      H5Tset_size(type.get(), H5T_VARIABLE);
      const Hdf5Id attribute(
          H5Acreate2(data.get(), "unit", type.get(), scalar.get(), H5P_DEFAULT, H5P_DEFAULT),
          H5Aclose);
      const char* text = unit.c_str();
      H5Awrite(attribute.get(), type.get(), &text);
    };
    write("x", {grid.x.size()}, grid.x, grid.length);
    write("y", {grid.y.size()}, grid.y, grid.length);
    write("height", {grid.rows, grid.columns}, grid.height, grid.unit);
  }
  return path;
}

TEST(HeightProfile, Hdf5GridsHaveUnits) {
  const SurfaceProfile surface = measured(hdf5_file("grid.h5", {}));
  EXPECT_NEAR(height_at(surface, 0.0, -0.02), 2e-6, 1e-18);
  EXPECT_NEAR(height_at(surface, 0.015, 0.0), 4e-6, 1e-18);
}

TEST(HeightProfile, Hdf5FilesThatAreNoGridsAreRefusedByDataset) {
  const auto refused = [](const WrittenGrid& grid) {
    return refusal([&] { height_at(measured(hdf5_file("bad.h5", grid)), 0.0, 0.0); });
  };
  WrittenGrid grid;
  grid.unit = "bar";
  EXPECT_TRUE(says(refused(grid), "bad.h5:/height: the unit \"bar\" is no length"));
  grid = {};
  std::swap(grid.rows, grid.columns);
  EXPECT_TRUE(says(refused(grid), "bad.h5:/height: is 3 x 2, of 2 y and 3 x"));
  grid = {};
  grid.x = {-30.0, 30.0, 0.0};
  EXPECT_TRUE(says(refused(grid), "bad.h5:/x: entry 3 does not increase"));
  grid = {};
  grid.height[4] = HUGE_VAL;
  EXPECT_TRUE(says(refused(grid), "bad.h5:/height: an entry is infinite"));
  grid = {};
  grid.height.assign(6, NAN);
  EXPECT_TRUE(says(refused(grid), "bad.h5: holds no measured height"));
  EXPECT_TRUE(says(refusal([] { height_at(measured(text_file("no.h5", "x")), 0.0, 0.0); }),
                   "no.h5: is no HDF5 file"));
}

}  // namespace
}  // namespace mortise::gen
