// What saves time with bolted contacts changes no result: a structure that is kept, points that are
// not thought to close, damping without loops.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "generator/simulate/bolted/bolted_case.hpp"
#include "tests/generator/simulate/bolted/small_beam.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

BoltedCase lap_joint(std::vector<std::string> keys, const std::string& cache = "") {
  keys.emplace_back("contact.grid=[20, 15]");
  return bolted_case(
      read_definition(MORTISE_MODELS "/lap_joint/lap_joint.toml", keys, Takes::structures), nullptr,
      {}, cache);
}

Preloaded tightened(const BoltedCase& bolted) {
  CoulombNewton contact = bolted.contact();
  return tighten(bolted.structure, bolted.preload, &contact);
}

TEST(BoltedEffort, PointsNotThoughtToCloseAreTakenIn) {
  const BoltedCase all = lap_joint({"contact.solver=krylov", "contact.restrict=1"});
  const BoltedCase few = lap_joint({"contact.solver=krylov", "contact.restrict=0.02"});
  EXPECT_EQ(std::count(all.likely.begin(), all.likely.end(), false), 0);
  EXPECT_LT(std::count(few.likely.begin(), few.likely.end(), true), 12);
  const Preloaded a = tightened(all), b = tightened(few);
  EXPECT_GT(std::count(a.state.status.begin(), a.state.status.end(), PointStatus::OPEN), 20);
  EXPECT_EQ(a.state.status, b.state.status);
  EXPECT_NEAR(b.pretension[0] / a.pretension[0], 1.0, 1e-9);
  EXPECT_LT((a.state.force - b.state.force).cwiseAbs().maxCoeff(), 1e-8 * a.state.force.maxCoeff());
}

TEST(BoltedEffort, TheDefinitionNamesTheSolver) {
  EXPECT_EQ(lap_joint({}).solver, ContactSolver::newton);
  const BoltedCase swept = lap_joint({"contact.solver=condensed"});
  EXPECT_EQ(swept.solver, ContactSolver::condensed);
  const Preloaded a = tightened(lap_joint({})), b = tightened(swept);
  EXPECT_LT((a.state.force - b.state.force).cwiseAbs().maxCoeff(), 1e-6 * a.state.force.maxCoeff());
}

class KeptStructure : public ::testing::Test {
 protected:
  KeptStructure()
      : folder_(fs::path(::testing::TempDir()) /
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    made_ = lap_joint({}, folder_.string());
    for (const auto& entry : fs::directory_iterator(folder_)) file_ = entry.path();
  }
  ~KeptStructure() override { fs::remove_all(folder_); }

  void expect_same(const BoltedCase& other) const {
    const BoltedStructure &a = made_.structure, &b = other.structure;
    EXPECT_EQ(a.stiffness, b.stiffness);
    EXPECT_EQ(a.mass, b.mass);
    EXPECT_EQ(a.tied_omega, b.tied_omega);
    EXPECT_EQ(a.sensor, b.sensor);
    EXPECT_EQ(made_.shape_rows, other.shape_rows);
    EXPECT_EQ(made_.preload.bolts, other.preload.bolts);
    EXPECT_EQ(a.flexibility, b.flexibility);
  }
  std::string kept() const {
    std::ifstream file(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_, file_;
  BoltedCase made_;
};

TEST_F(KeptStructure, IsThatWhichIsMade) {
  ASSERT_FALSE(file_.empty());
  const auto written = fs::last_write_time(file_);
  expect_same(lap_joint({}));
  expect_same(lap_joint({}, folder_.string()));
  EXPECT_EQ(fs::last_write_time(file_), written);
  // other surfaces lie between the same bodies; other bodies are kept beside them
  lap_joint({"contact.profile.left.peak_to_peak=1e-6", "contact.friction=0.1"}, folder_.string());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
  lap_joint({"import.lap_joint.young=2e11"}, folder_.string());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 2);
}

TEST_F(KeptStructure, IsMadeAgainWhenDamaged) {
  const std::string whole = kept();
  std::string damaged = whole;
  damaged[damaged.size() / 2] ^= 1;
  for (const std::string& bytes : {damaged, whole.substr(0, whole.size() / 2), std::string()}) {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
    expect_same(lap_joint({}, folder_.string()));
    EXPECT_EQ(kept(), whole);
  }
}

TEST_F(KeptStructure, OfAnotherBodyIsNotTaken) {
  const std::string whole = kept();
  const fs::path place = file_;
  lap_joint({"import.lap_joint.young=2e11"}, folder_.string());
  for (const auto& entry : fs::directory_iterator(folder_))
    if (entry.path() != place)
      fs::copy_file(entry.path(), place, fs::copy_options::overwrite_existing);
  expect_same(lap_joint({}, folder_.string()));
  EXPECT_EQ(kept(), whole);
}

// A loop's work is four times that of its first quarter, as Masing has it, for motion that shears.
TEST(BoltedEffort, DampingWithoutLoopsIsThatOfLoops) {
  const SmallBeam beam;
  CoulombNewton contact(beam.structure.compliance(), 0.4);
  contact.set_base(beam.preloaded.state);
  ModalTask task;
  task.omega = beam.system.modes.omega[0];
  task.shape = beam.system.modes.shapes.col(0);
  const double sensed = (beam.structure.sensor * task.shape).norm();
  for (const double level : {1e-4, 2e-4, 4e-4, 6e-4})
    task.loads.push_back(task.omega * task.omega * level / sensed);
  const auto loops = modal_backbone(beam.structure, beam.preloaded, task, &contact);
  task.steps = 0;
  const auto quarters = modal_backbone(beam.structure, beam.preloaded, task, &contact);
  for (std::size_t k = 0; k < loops.size(); ++k) {
    EXPECT_EQ(loops[k].frequency_hz, quarters[k].frequency_hz);
    EXPECT_NEAR(quarters[k].damping / loops[k].damping, 1.0, 0.1);
  }
}

}  // namespace
}  // namespace mortise::gen
