// Snapshots: continue with the same bits, and refuse every damage before anything changes.
#include <gtest/gtest.h>

#include <cstring>

#include "generator/bake/play/instance.hpp"
#include "mortise/snapshot.hpp"
#include "tests/robustness/model_bytes.hpp"
#include "tests/robustness/seed_models.hpp"
#include "tests/runtime/state_bytes.hpp"

namespace mortise {
namespace {

using robustness::ModelBytes;

void run_on(gen::Instance* run, int from, int to) {
  std::vector<double> u(static_cast<std::size_t>(run->model().input_values()));
  for (int k = from; k < to; ++k) {
    for (std::size_t j = 0; j < u.size(); ++j) u[j] = 0.3 * ((k + 2 * static_cast<int>(j)) % 7) - 1;
    (void)run->step(u.data(), nullptr);
  }
}

TEST(Snapshot, ContinuesWithTheSameBits) {
  for (const char* name : {"several", "line", "point", "joint", "slider", "alpha"}) {
    SCOPED_TRACE(name);
    gen::Instance run(robustness::make_seed_model(name), name);
    const Model& m = run.model();
    run_on(&run, 0, 100);
    ModelBytes saved(snapshot_bytes(m));
    ASSERT_EQ(write_snapshot(m, run.state(), saved.data(), saved.size()), SnapshotError::kOK);
    run_on(&run, 100, 200);
    // a state of its own, as another program would have
    gen::Instance other(robustness::make_seed_model(name), name);
    run_on(&other, 0, 7);
    ASSERT_EQ(restore_snapshot(other.model(), other.state(), saved.data(), saved.size()),
              SnapshotError::kOK);
    EXPECT_EQ(other.state().steps(), 100u);
    run_on(&other, 100, 200);
    EXPECT_EQ(bytes_of(run), bytes_of(other));
  }
}

TEST(Snapshot, RefusesEveryFlippedBitAndChangesNothing) {
  gen::Instance run(robustness::make_seed_model("single"), "single");
  const Model& m = run.model();
  run_on(&run, 0, 50);
  ModelBytes saved(snapshot_bytes(m));
  ASSERT_EQ(write_snapshot(m, run.state(), saved.data(), saved.size()), SnapshotError::kOK);
  run_on(&run, 50, 60);
  const std::vector<unsigned char> before = bytes_of(run);
  auto* bytes = static_cast<unsigned char*>(saved.data());
  for (std::size_t bit = 0; bit < 8 * saved.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    EXPECT_NE(restore_snapshot(m, run.state(), saved.data(), saved.size()), SnapshotError::kOK)
        << "bit " << bit;
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
  }
  EXPECT_EQ(bytes_of(run), before);
  EXPECT_EQ(restore_snapshot(m, run.state(), saved.data(), saved.size()), SnapshotError::kOK);
}

TEST(Snapshot, NamesWhyItIsRefused) {
  gen::Instance run(robustness::make_seed_model("several"), "several");
  gen::Instance other(robustness::make_seed_model("single"), "single");
  const Model &m = run.model(), &foreign = other.model();
  ModelBytes saved(snapshot_bytes(m) + 64);
  auto* bytes = static_cast<unsigned char*>(saved.data());
  const std::size_t size = snapshot_bytes(m);
  EXPECT_EQ(write_snapshot(m, other.state(), bytes, size), SnapshotError::kBAD_CALL);
  EXPECT_EQ(write_snapshot(m, run.state(), nullptr, size), SnapshotError::kBAD_CALL);
  EXPECT_EQ(write_snapshot(m, run.state(), bytes + 8, size), SnapshotError::kMISALIGNED);
  EXPECT_EQ(write_snapshot(m, run.state(), bytes, size - 1), SnapshotError::kTOO_SHORT);
  ASSERT_EQ(write_snapshot(m, run.state(), bytes, size), SnapshotError::kOK);
  EXPECT_EQ(restore_snapshot(m, run.state(), nullptr, size), SnapshotError::kBAD_CALL);
  EXPECT_EQ(restore_snapshot(m, other.state(), bytes, size), SnapshotError::kBAD_CALL);
  EXPECT_EQ(restore_snapshot(m, run.state(), bytes + 8, size), SnapshotError::kMISALIGNED);
  for (const std::size_t length : {std::size_t{0}, std::size_t{63}, std::size_t{64}, size - 1})
    EXPECT_EQ(restore_snapshot(m, run.state(), bytes, length), SnapshotError::kTOO_SHORT);
  EXPECT_EQ(restore_snapshot(m, run.state(), bytes, size + 64), SnapshotError::kOK);
  EXPECT_EQ(restore_snapshot(foreign, other.state(), bytes, size), SnapshotError::kFOREIGN);
  bytes[0] ^= 1;
  EXPECT_EQ(restore_snapshot(m, run.state(), bytes, size), SnapshotError::kNOT_A_SNAPSHOT);
}

TEST(Snapshot, HasATextForEveryError) {
#define MORTISE_SNAPSHOT_ERROR(name, text) \
  EXPECT_STREQ(snapshot_error_text(SnapshotError::k##name), text);
#include "mortise/snapshot_error.def"
#undef MORTISE_SNAPSHOT_ERROR
  EXPECT_STREQ(snapshot_error_text(static_cast<SnapshotError>(99)), "");
  EXPECT_EQ(static_cast<int>(SnapshotError::kFOREIGN), 6);
}

}  // namespace
}  // namespace mortise
