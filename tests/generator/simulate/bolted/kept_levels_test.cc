// Quasi-static modal analysis killed and taken up again, with more levels, with damaged ones.
#include "generator/simulate/bolted/kept_levels.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tests/generator/simulate/bolted/small_beam.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

const SmallBeam& kept_beam() {
  static const SmallBeam once;
  return once;
}

ModalTask rising(std::vector<double> shares) {
  const BoltedSystem& s = kept_beam().system;
  ModalTask task;
  task.omega = s.modes.omega[1];  // out of phase: points open, and others close
  task.shape = s.modes.shapes.col(1);
  task.steps = 2;
  const double largest = task.omega * task.omega * kept_beam().bent(1, 4e-4)[1];
  for (const double share : shares) task.loads.push_back(share * largest);
  return task;
}

std::string empty_folder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/" + name;
  fs::remove_all(folder);
  return folder;
}

std::size_t kept_files(const std::string& folder) {
  return fs::exists(folder) ? std::size_t(std::distance(fs::directory_iterator(folder), {})) : 0;
}

std::vector<BackbonePoint> backbone_of(const ModalTask& task, ContactSolver solver,
                                       const std::string& folder,
                                       const std::function<void(double)>& progress = {}) {
  const SmallBeam& beam = kept_beam();
  CoulombNewton contact(beam.structure.compliance(), 0.4, solver);
  contact.set_base(beam.preloaded.state);
  return modal_backbone(beam.structure, beam.preloaded, task, &contact, progress,
                        {folder, enum_names<ContactSolver>[std::size_t(solver)]});
}

void expect_same_bits(const std::vector<BackbonePoint>& a, const std::vector<BackbonePoint>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    const auto numbers = [](const BackbonePoint& p) {
      return std::array{p.load,    p.coordinate,     p.amplitude, p.frequency_hz,
                        p.damping, p.masing_damping, p.max_slip};
    };
    const auto x = numbers(a[k]), y = numbers(b[k]);
    EXPECT_EQ(std::memcmp(x.data(), y.data(), sizeof(x)), 0) << k;
    EXPECT_EQ(a[k].slip_points, b[k].slip_points) << k;
    EXPECT_EQ(a[k].closed_points, b[k].closed_points) << k;
    EXPECT_EQ(a[k].status, b[k].status) << k;
  }
}

const std::vector<double> kShares{0.1, 0.3, 0.5, 0.8, 1.0};
constexpr std::size_t kFilesOfLevel = 3;  // both branches, the loop

TEST(KeptLevels, GoOnWithTheSameBits) {
  for (const ContactSolver solver : {ContactSolver::pivot, ContactSolver::krylov}) {
    const ModalTask task = rising(kShares);
    const auto whole = backbone_of(task, solver, "");
    EXPECT_NE(whole.front().closed_points, whole.back().closed_points);
    const std::string folder = empty_folder("kept_levels");
    const double steps = double(kShares.size() * std::size_t(2 + 2 * task.steps));
    for (const double stop : {3.0, 7.0, 14.0}) {  // on the branches, and in loops
      EXPECT_THROW(backbone_of(task, solver, folder,
                               [&](double share) {
                                 if (share * steps > stop - 0.5) throw std::runtime_error("killed");
                               }),
                   std::runtime_error);
      EXPECT_GT(kept_files(folder), 0u);
      EXPECT_LT(kept_files(folder), kFilesOfLevel * kShares.size());
    }
    expect_same_bits(backbone_of(task, solver, folder), whole);
    EXPECT_EQ(kept_files(folder), kFilesOfLevel * kShares.size());
    expect_same_bits(backbone_of(task, solver, folder), whole);
  }
}

TEST(KeptLevels, ServeRunsOnTheSameWay) {
  const ContactSolver solver = ContactSolver::newton;
  const std::string folder = empty_folder("kept_ways");
  backbone_of(rising({0.1, 0.3, 0.5}), solver, folder);
  EXPECT_EQ(kept_files(folder), 3 * kFilesOfLevel);
  // more levels on top: only these are new
  const ModalTask more = rising(kShares);
  expect_same_bits(backbone_of(more, solver, folder), backbone_of(more, solver, ""));
  EXPECT_EQ(kept_files(folder), 5 * kFilesOfLevel);
  // one level between: from there on it is another way
  const ModalTask between = rising({0.1, 0.2, 0.3, 0.5});
  expect_same_bits(backbone_of(between, solver, folder), backbone_of(between, solver, ""));
  EXPECT_EQ(kept_files(folder), 8 * kFilesOfLevel);
  // other loops on the same way, and another law
  ModalTask finer = more;
  finer.steps = 3;
  backbone_of(finer, solver, folder);
  EXPECT_EQ(kept_files(folder), 8 * kFilesOfLevel + 5);
  backbone_of(rising({0.1}), ContactSolver::krylov, folder);
  EXPECT_EQ(kept_files(folder), 9 * kFilesOfLevel + 5);
}

TEST(KeptLevels, AreMadeAgainWhereDamaged) {
  const ModalTask task = rising({0.1, 0.5});
  const std::string folder = empty_folder("kept_damaged");
  const auto whole = backbone_of(task, ContactSolver::newton, folder);
  int k = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (k++ % 2 == 0) {
      fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
    } else {
      std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(-3, std::ios::end);
      file.put('\x55');
    }
  }
  testing::internal::CaptureStderr();
  const auto again = backbone_of(task, ContactSolver::newton, folder);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("damaged"), std::string::npos);
  expect_same_bits(again, whole);
  testing::internal::CaptureStderr();
  expect_same_bits(backbone_of(task, ContactSolver::newton, folder), whole);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace mortise::gen
