// models/sphere_on_flat: what its commands compute is Hertz's and Mindlin's.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/bolted/bolted_case.hpp"

namespace mortise::gen {
namespace {

TEST(SphereOnFlat, AsAModelIsHertzsAndMindlins) {
  const BoltedCase ball =
      bolted_case(read_definition(MORTISE_MODELS "/sphere_on_flat/sphere_on_flat.toml",
                                  {"contact.grid=[17, 17]"}, Takes::structures),
                  nullptr);
  const BoltedStructure& s = ball.structure;
  CoulombNewton contact(s.compliance(), ball.friction);
  const Preloaded pressed = tighten(s, ball.preload, &contact);
  const double young = 1.94e11, nu = 0.2854, radius = 0.05, load = 200.0;
  const double modulus = young / (2.0 * (1.0 - nu * nu));
  const double a = std::cbrt(3.0 * load * radius / (4.0 * modulus));
  const double peak = 1.5 * load / (kPi * a * a);
  const double pitch = s.zones[0].grid.pitch[0];
  ASSERT_GE(a / pitch, 7.0);
  EXPECT_NEAR(pressed.state.force.maxCoeff() / s.zones[0].cell_area() / peak, 1.0, 3e-3);
  EXPECT_NEAR(-pressed.boundary[0] / (a * a / radius), 1.0, 1e-3);  // the approach

  std::vector<bool> closed;
  for (const PointStatus status : pressed.state.status)
    closed.push_back(status != PointStatus::OPEN);
  const BondedModes modes = bonded_modes(s, closed, 6);
  const Eigen::Index mode = 0;  // along x, where hardly anything but the contact holds
  ModalTask task;
  task.omega = modes.omega[mode];
  task.shape = modes.shapes.col(mode);
  task.steps = 16;
  const double sensed = std::abs((s.sensor * task.shape)[0]);
  const double softness = 2.0 * (2.0 - nu) * 2.0 * (1.0 + nu) / young;
  const double slides = 3.0 * ball.friction * load * softness / (16.0 * a);
  task.loads = {task.omega * task.omega * 0.4 * slides / sensed};
  const BackbonePoint point = modal_backbone(s, pressed, task, &contact).front();
  // The modal load is that of the block: force = load * sensed; springs carry 1e4 N/m of it.
  const double pull = point.load / sensed - 1e4 * point.amplitude;
  const double r = 1.0 - std::pow(1.0 - point.amplitude / slides, 1.5);
  EXPECT_NEAR(pull / (ball.friction * load * r), 1.0, 2e-3);
}

}  // namespace
}  // namespace mortise::gen
