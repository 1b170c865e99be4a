// What a definition says of the surfaces of bolted contacts: hills, files, roughness.
#include <gtest/gtest.h>

#include <fstream>

#include "generator/define/definition/definition_hash.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

using Texts = std::vector<std::string>;

std::string refused(const Texts& overrides) {
  try {
    shipped("s4_beam", overrides);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

void expect_refused(const Texts& overrides, const std::string& expected) {
  const std::string message = refused(overrides);
  EXPECT_NE(message.find(expected), std::string::npos) << message;
}

std::string measured_file(const std::string& last) {
  const std::string path = testing::TempDir() + "bolted_surface.csv";
  std::ofstream(path) << "x,y,height\n-1,-1,0\n1,-1,0\n-1,1,0\n1,1," << last << "\n";
  return path;
}

TEST(BoltedSurfaces, AreReadFromTheirTables) {
  const BoltedSpec spec =
      shipped("s4_beam",
              {"contact.profile.left.kind=file", "contact.profile.left.file=" + measured_file("1"),
               "contact.profile.left.angle=90", "contact.profile.left.mirror=y",
               "contact.profile.left.holes=nearest", "contact.profile.left.opposite.kind=spherical",
               "contact.profile.left.opposite.radius=2", "contact.roughness.sigma=1e-6",
               "contact.roughness.seed=7"})
          .contact.bolted;
  const HeightProfile &left = spec.profiles.at("left"), &right = spec.profiles.at("right");
  EXPECT_EQ(left.kind, ProfileKind::file);
  EXPECT_EQ(left.mirror, ProfileMirror::y);
  EXPECT_EQ(left.holes, Holes::NEAREST);
  EXPECT_EQ(left.angle, 90.0);
  EXPECT_EQ(left.opposite.kind, ProfileKind::spherical);
  EXPECT_EQ(left.opposite.radius, 2.0);
  EXPECT_EQ(right.kind, ProfileKind::parabolic);
  EXPECT_EQ(right.opposite.kind, ProfileKind::flat);
  EXPECT_EQ(spec.roughness.sigma, 1e-6);
  EXPECT_EQ(spec.roughness.seed, 7);
  EXPECT_EQ(spec.roughness.wavelength_max, 5e-3);  // the paper's band
  EXPECT_EQ(spec.roughness.exponent, 0.0);
}

// Zones have the names that the user's model gives them.
TEST(BoltedSurfaces, BelongToZonesOfAnyName) {
  const BoltedSpec spec =
      shipped("lap_joint",
              {"contact.zones=[\"left\", \"Flange 2\"]", "contact.profile.left.kind=flat",
               "contact.profile.Flange 2.kind=spherical", "contact.profile.Flange 2.radius=3",
               "contact.profile.Flange 2.opposite.kind=parabolic", "contact.along=[0, 1, 0]"})
          .contact.bolted;
  EXPECT_EQ(spec.zones, (Texts{"left", "Flange 2"}));
  EXPECT_EQ(spec.profiles.size(), 2u);
  EXPECT_EQ(spec.profiles.at("Flange 2").radius, 3.0);
  EXPECT_EQ(spec.profiles.at("Flange 2").opposite.kind, ProfileKind::parabolic);
  EXPECT_EQ(spec.along, Vector3(0.0, 1.0, 0.0));
  expect_refused({"contact.profile.any.kind=spherical"}, "contact.profile.any.radius");
  expect_refused({"contact.profile.any.kind=flat", "contact.profile.any.angle=3"},
                 "set contact.profile.any.kind to file");
  expect_refused({"contact.profile.any.peak_to_paek=1e-6"},
                 "the nearest known key is 'contact.profile.any.peak_to_peak'");
}

TEST(BoltedSurfaces, AreRefusedWithTheirKeys) {
  expect_refused({"contact.profile.left.kind=file"}, "contact.profile.left.file");
  expect_refused({"contact.profile.left.kind=file", "contact.profile.left.file=nowhere.csv"},
                 "nowhere.csv");
  expect_refused({"contact.profile.left.kind=spherical"}, "contact.profile.left.radius");
  expect_refused({"contact.profile.left.angle=90"}, "contact.profile.left.angle");
  expect_refused({"contact.roughness.wavelength_min=6e-3", "contact.roughness.wavelength_max=5e-3"},
                 "'contact.roughness.wavelength_max' is 0.005");
  expect_refused({"contact.roughness.sigma=-1e-6"}, "contact.roughness.sigma");
  expect_refused({"contact.roughness.hurst=0.8"}, "contact.roughness.hurst");
}

// What is kept belongs to what was measured, not to a path.
TEST(BoltedSurfaces, HeightsOfFilesCount) {
  const auto hash = [](const std::string& last) {
    return input_hash(
        shipped("s4_beam", {"contact.profile.right.opposite.kind=file",
                            "contact.profile.right.opposite.file=" + measured_file(last)}));
  };
  const std::string first = hash("1");
  EXPECT_EQ(hash("1"), first);
  EXPECT_NE(hash("2"), first);
}

}  // namespace
}  // namespace mortise::gen
