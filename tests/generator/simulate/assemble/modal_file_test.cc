#include "generator/simulate/assemble/modal_file.hpp"

#include <gtest/gtest.h>

namespace mortise::gen {
namespace {

TEST(ModalFile, ReadsAProblemCompletely) {
  const ModalData data = read_modal_json(MORTISE_TEST_DATA "/modal/modal_n20_nc4_impact.json");
  const ReducedSystem& system = data.system;
  ASSERT_EQ(system.size(), 20);
  EXPECT_DOUBLE_EQ(system.omega[0], 565.486677646);
  EXPECT_DOUBLE_EQ(system.damping[0], 2.0 * 0.005 * 565.486677646);
  EXPECT_EQ(system.lone().contacts().rows.rows(), 12);
  EXPECT_EQ(system.lone().contacts().rows.cols(), 20);
  EXPECT_DOUBLE_EQ(system.lone().contacts().rows(0, 1), -0.295826);
  ASSERT_EQ(system.lone().contacts().points.size(), 4u);
  EXPECT_EQ(system.lone().contacts().points[1].name, "contact.1");
  EXPECT_DOUBLE_EQ(system.lone().contacts().points[1].clearance, 0.000424265);
  EXPECT_DOUBLE_EQ(system.lone().contacts().points[0].friction, 0.4214);
  EXPECT_EQ(system.lone().contacts().points[0].restitution, 0.0);
  ASSERT_EQ(system.inputs.size(), 1u);
  EXPECT_EQ(system.inputs[0].name, "excitation");
  EXPECT_EQ(system.input_forces(1, 0), 60.0);
  EXPECT_DOUBLE_EQ(system.constant_force[0], 8.245125000000003);
  EXPECT_DOUBLE_EQ(system.initial_q[0], 2.5784130378997274e-05);
  EXPECT_EQ(system.initial_v.norm(), 0.0);
  ASSERT_EQ(system.outputs.size(), 20u);
  EXPECT_EQ(system.outputs[7].name, "q7");
  EXPECT_EQ(system.outputs[7].unit, "kg^0.5 m");
  EXPECT_EQ(system.outputs[7].quantity, OutputQuantity::modal_coordinate);
  EXPECT_EQ(system.outputs[7].index, 7);
  EXPECT_EQ(system.output_rows.rows(), 0);
  EXPECT_EQ(data.force_frequency_hz, 150.0);
  EXPECT_EQ(data.step_s, 2e-5);
  EXPECT_EQ(data.tolerance, 1e-8);
}

TEST(ModalFile, EveryProblemOfTheCollectionIsRead) {
  const struct {
    const char* name;
    Eigen::Index modes, contacts;
  } problems[] = {{"n20_nc4_impact", 20, 4},
                  {"n20_nc4_bolted", 20, 4},
                  {"n50_nc16_bolted", 50, 16},
                  {"n100_nc16_impact", 100, 16},
                  {"n100_nc16_bolted", 100, 16}};
  for (const auto& problem : problems) {
    const ReducedSystem system =
        read_modal_json(std::string(MORTISE_TEST_DATA "/modal/modal_") + problem.name + ".json")
            .system;
    EXPECT_EQ(system.size(), problem.modes) << problem.name;
    EXPECT_EQ(system.lone().contacts().rows.rows(), 3 * problem.contacts) << problem.name;
  }
}

}  // namespace
}  // namespace mortise::gen
