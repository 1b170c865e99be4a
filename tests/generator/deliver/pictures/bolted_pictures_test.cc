#include "generator/deliver/pictures/bolted_pictures.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/deliver/pictures/picture_folder.hpp"
#include "tests/generator/deliver/pictures/scratch.hpp"

namespace mortise::gen {
namespace {

// 6 x 4 elements of 1 mm2, without the four in the middle.
ContactZone zone_with_bore(const std::string& name) {
  ContactZone zone;
  zone.name = name;
  zone.grid = {{6, 4}, {1e-3, 1e-3}};
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 6; ++i) {
      if ((i == 2 || i == 3) && (j == 1 || j == 2)) continue;
      zone.cells.push_back({i, j});
      zone.places.emplace_back((i - 2.5) * 1e-3, (j - 1.5) * 1e-3);
    }
  zone.height = Vector::Zero(static_cast<Eigen::Index>(zone.cells.size()));
  return zone;
}

// Every third point is open; the others carry 1, 2, 3, ... N.
SurfaceState pressed(const std::vector<ContactZone>& zones) {
  Eigen::Index points = 0;
  for (const ContactZone& zone : zones) points += zone.points();
  SurfaceState state;
  state.force = Vector::Zero(3 * points);
  state.gap = Vector::Zero(3 * points);
  for (Eigen::Index p = 0; p < points; ++p) {
    const bool open = p % 3 == 0;
    state.status.push_back(open ? PointStatus::OPEN : PointStatus::STICK);
    if (!open) state.force[3 * p] = static_cast<double>(p);
  }
  return state;
}

TEST(BoltedPictures, PressureIsToldByOneScale) {
  const std::vector<ContactZone> zones{zone_with_bore("left"), zone_with_bore("right")};
  const SurfaceState state = pressed(zones);
  const Figure figure = pressure_figure(zones, state, "beam");
  ASSERT_EQ(figure.panels.size(), 2u);
  double sum = 0.0;
  for (std::size_t z = 0; z < 2; ++z) {
    const PlotPanel& panel = figure.panels[z];
    ASSERT_EQ(panel.series.size(), 2u);
    EXPECT_EQ(panel.series[0].x.size() + panel.series[1].x.size(), 20u);
    EXPECT_TRUE(panel.series[0].cells.pale);
    EXPECT_DOUBLE_EQ(panel.colours->highest, 38.0);  // MPa: 38 N on 1 mm2, the 39th point
    EXPECT_EQ(panel.colour_bar, z == 1);
    for (const double pressure : panel.series[1].cells.value) sum += pressure;
  }
  EXPECT_NEAR(sum, state.force.sum(), 1e-9);
  EXPECT_TRUE(contains(figure.panels[0].title, "13 of 20 elements closed"));
  SurfaceState open = state;
  open.force.setZero();
  EXPECT_TRUE(
      contains(refusal([&] { pressure_figure(zones, open, "beam"); }), "no point is closed"));
}

TEST(BoltedPictures, MapsShowWhoSlips) {
  const std::vector<ContactZone> zones{zone_with_bore("left"), zone_with_bore("right")};
  SurfaceState state = pressed(zones);
  std::vector<PointStatus> later = state.status;
  later[1] = later[22] = PointStatus::SLIP;
  const Figure figure =
      contact_figure(zones, {"0.1 mm", "0.2 mm"}, {state.status, later}, "torsion");
  ASSERT_EQ(figure.panels.size(), 4u);
  EXPECT_EQ(figure.columns, 2);
  EXPECT_EQ(figure.panels[1].title, "left, 0.2 mm");
  EXPECT_EQ(figure.panels[2].title, "right, 0.1 mm");
  EXPECT_EQ(figure.panels[0].series[2].x.size(), 0u);
  EXPECT_EQ(figure.panels[1].series[2].x, std::vector<double>{-1.5});
  EXPECT_EQ(figure.panels[3].series[2].x, std::vector<double>{-0.5});
  EXPECT_TRUE(contains(render_svg(figure, "maps"), ">slip<"));
}

std::vector<BackbonePoint> backbone(int levels, int closed) {
  std::vector<BackbonePoint> points;
  for (int k = 1; k <= levels; ++k) {
    BackbonePoint p;
    p.amplitude = 1e-4 * k;
    p.frequency_hz = 210.0 - k;
    p.damping = 1e-3 * k;
    p.masing_damping = 1.1e-3 * k;
    p.closed_points = closed;
    p.slip_points = closed * k / levels;
    points.push_back(p);
  }
  return points;
}

TEST(BoltedPictures, BackbonesHaveTheirLinearValues) {
  Figure figure = backbone_figure({"torsion", 891.68, 986.70, backbone(5, 20)});
  const std::string svg = render_svg(figure, "backbone");
  for (const char* said : {"tied: 986.70 Hz", "preloaded, linear: 891.68 Hz", "damping ratio [%]",
                           "friction over a closed loop", "rules"})
    EXPECT_TRUE(contains(svg, said)) << said;
  EXPECT_DOUBLE_EQ(figure.panels[1].series[0].y[2], 0.3);
  auto alone = backbone(1, 20);
  alone[0].masing_damping = std::nan("");
  figure = backbone_figure({"torsion", 891.68, 986.70, alone});
  EXPECT_EQ(figure.panels[1].series.size(), 1u);
  EXPECT_FALSE(render_svg(figure, "backbone").empty());
}

TEST(BoltedPictures, VariantsStandBesideEachOther) {
  const Figure figure = variant_figure(
      {{"form", 210.0, 217.0, backbone(5, 20)}, {"flat", 215.0, 218.0, backbone(3, 40)}}, "beam");
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_DOUBLE_EQ(figure.panels[0].series[1].y[2], 207.0 / 218.0);
  EXPECT_EQ(figure.panels[1].series[0].label, "form");
  EXPECT_TRUE(contains(render_svg(figure, "variants"), ">flat<"));
}

TEST(BoltedPictures, LevelsTellHowSlipGrows) {
  const auto chosen = telling_levels(backbone(24, 240));
  ASSERT_EQ(chosen.size(), 4u);
  EXPECT_LT(chosen.front(), 5u);
  EXPECT_GT(chosen.back(), 20u);
  EXPECT_EQ(telling_levels(backbone(3, 240)), (std::vector<std::size_t>{0, 1, 2}));
  auto rolling = backbone(10, 240);
  for (BackbonePoint& p : rolling) p.slip_points = 0;
  EXPECT_EQ(telling_levels(rolling), (std::vector<std::size_t>{0, 3, 6, 9}));
}

TEST(BoltedPictures, ArriveTogetherAndTakeTheOldOnesAway) {
  BoltedStructure structure;
  structure.zones = {zone_with_bore("left"), zone_with_bore("right")};
  const SurfaceState state = pressed(structure.zones);
  const std::string folder = fresh_folder() + "/pictures";
  const BoltedBeamShape shape;
  try_pictures(folder, preload_picture_names());
  EXPECT_EQ(write_preload_pictures(structure, state, &shape, "beam", folder).size(), 3u);
  for (const std::string& name : preload_picture_names())
    EXPECT_TRUE(is_svg(folder + "/" + name)) << name;
  EXPECT_EQ(write_preload_pictures(structure, state, nullptr, "beam", folder).size(), 2u);
  EXPECT_EQ(files_in(folder).size(), 2u);
  auto points = backbone(6, 27);
  for (BackbonePoint& p : points) p.status = state.status;
  EXPECT_EQ(write_backbone_pictures(structure, {"bending", 210.0, 217.0, points}, folder).size(),
            2u);
  EXPECT_TRUE(is_svg(folder + "/backbone.svg"));
  EXPECT_TRUE(is_svg(folder + "/stick_slip.svg"));
  EXPECT_TRUE(is_svg(write_variant_picture({{"form", 210.0, 217.0, points}}, "beam", folder)));
}

}  // namespace
}  // namespace mortise::gen
