// The S4 beam: counts, pairs, mass and the frequencies of its tied joints.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/mesh/bolted_beam.hpp"
#include "generator/bodies/model/inspect.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

BoltedBeamShape calibrated() {
  BoltedBeamShape shape;
  shape.pad_thickness = 0.0128;
  shape.mid_thickness = 0.0091;
  return shape;
}

TEST(BoltedBeam, CountsAndPairs) {
  const SolidMesh coarse = bolted_beam(calibrated(), bolted_beam_mesh("coarse"));
  EXPECT_EQ(coarse.nodes.size(), 6792u);
  EXPECT_EQ(coarse.elements.size(), 4608u);
  const SolidMesh medium = bolted_beam(calibrated(), bolted_beam_mesh("medium"));
  EXPECT_EQ(medium.nodes.size(), 15576u);
  EXPECT_EQ(medium.elements.size(), 11040u);
  EXPECT_EQ(medium.sets.at("left_top").size(), 448u);
  EXPECT_EQ(coarse.sets.at("fixed").size(), 14u);
  for (const char* end : {"left", "right"}) {
    const std::vector<int>&top = coarse.sets.at(end + std::string("_top")),
          &bottom = coarse.sets.at(end + std::string("_bottom"));
    ASSERT_EQ(top.size(), 172u);
    ASSERT_EQ(bottom.size(), 172u);
    for (std::size_t i = 0; i < top.size(); ++i) {
      EXPECT_NE(top[i], bottom[i]);
      EXPECT_EQ(coarse.nodes[std::size_t(top[i])], coarse.nodes[std::size_t(bottom[i])]);
    }
    EXPECT_EQ(coarse.sets.at(end + std::string("_bolt_upper")).size(), 73u);
    EXPECT_EQ(coarse.sets.at(end + std::string("_bolt_lower")).size(), 73u);
  }
}

TEST(BoltedBeam, RefusesShapesThatDoNotFit) {
  BoltedBeamShape wide = calibrated();
  wide.washer_radius = 0.02;
  EXPECT_THROW(bolted_beam(wide, {}), Error);
  BoltedBeamMesh odd;
  odd.around = 20;
  EXPECT_THROW(bolted_beam(calibrated(), odd), Error);
  EXPECT_THROW(bolted_beam_mesh("fine"), Error);
}

}  // namespace
}  // namespace mortise::gen
