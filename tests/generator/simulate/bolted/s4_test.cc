// The S4 beam as its model defines it, against reference computations on the same mesh: preload,
// linear frequencies, backbones, and what contact and friction demand of every state.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/bolted/bolted_case.hpp"

namespace mortise::gen {
namespace {

// Condensed and tightened once for all that is asked of it.
class TightenedBeam {
 public:
  TightenedBeam()
      : bolted_(bolted_case(
            read_definition(MORTISE_MODELS "/s4_beam/s4_beam.toml", {}, Takes::structures),
            nullptr)),
        contact_(bolted_.structure.compliance(), bolted_.friction),
        preloaded_(tighten(bolted_.structure, bolted_.preload, &contact_)) {
    std::vector<bool> closed;
    for (const PointStatus s : preloaded_.state.status) closed.push_back(s != PointStatus::OPEN);
    modes_ = bonded_modes(bolted_.structure, closed, 10);
  }

  void has_tied_frequencies() const;
  void finds_its_modes() const;
  void has_its_preload() const;
  void bends();
  void twists();
  void rolls_without_loss();
  void obeys_its_laws();

 private:
  std::vector<BackbonePoint> backbone(Eigen::Index mode, std::vector<double> loads, int steps) {
    ModalTask task;
    task.omega = modes_.omega[mode];
    task.shape = modes_.shapes.col(mode);
    task.loads = std::move(loads);
    task.steps = steps;
    return modal_backbone(bolted_.structure, preloaded_, task, &contact_);
  }

  BoltedCase bolted_;
  CoulombNewton contact_;
  Preloaded preloaded_;
  BondedModes modes_;
};

constexpr double kLoad = 0.0316227766016838;  // N/sqrt(t) mm/m in SI

// An independent code on the same mesh: 217.15, 271.52 and 986.24 Hz.
void TightenedBeam::has_tied_frequencies() const {
  const Vector hz = bolted_.structure.tied_omega / kTwoPi;
  EXPECT_NEAR(hz[0], 217.27584, 1e-4);
  EXPECT_NEAR(hz[1], 271.73734, 1e-4);
  EXPECT_NEAR(hz[6], 986.69736, 1e-3);
}

void TightenedBeam::has_its_preload() const {
  const BoltedStructure& s = bolted_.structure;
  EXPECT_EQ(s.point_count(), 704);
  EXPECT_EQ(contact_.base().size(), 238u);
  EXPECT_NEAR(preloaded_.resultant.maxCoeff(), 5710.0, 1e-5);
  EXPECT_NEAR(preloaded_.state.force.maxCoeff() / s.zones[0].cell_area(), 19.328e6, 0.01e6);
  const Vector hz = modes_.omega / kTwoPi;
  EXPECT_NEAR(hz[0], 210.5476, 2e-3);
  EXPECT_NEAR(hz[1], 255.3959, 2e-3);
  EXPECT_NEAR(hz[6], 891.6817, 1e-2);
}

// Torsion is the seventh: in the fifth all of the beam turns on its supports.
void TightenedBeam::finds_its_modes() const {
  EXPECT_EQ(find_mode(bolted_, modes_.shapes, ModeShape::IN_PHASE_BENDING), 0);
  EXPECT_EQ(find_mode(bolted_, modes_.shapes, ModeShape::OUT_OF_PHASE_BENDING), 1);
  EXPECT_EQ(find_mode(bolted_, modes_.shapes, ModeShape::TORSION), 6);
}

void TightenedBeam::bends() {
  const std::vector<double> loads{10240.482 * kLoad, 15360.723 * kLoad, 25601.205 * kLoad,
                                  38401.808 * kLoad};
  const auto points = backbone(0, loads, 6);
  constexpr double kHz[] = {209.5619, 209.0544, 207.6511, 171.200};  // full branches, in 24 levels
  constexpr int kSlipping[] = {68, 104, 180, 238};
  for (std::size_t k = 0; k < points.size(); ++k) {
    EXPECT_NEAR(points[k].frequency_hz / kHz[k], 1.0, 2e-4);
    EXPECT_NEAR(points[k].slip_points, kSlipping[k], 2);
    EXPECT_EQ(points[k].closed_points, 238);
  }
  EXPECT_NEAR(points[1].damping / 0.00304, 1.0, 0.01);  // closed loop at 0.3 mm
}

void TightenedBeam::twists() {
  const auto points = backbone(6, {19905.9 * kLoad, 33176.5 * kLoad}, 6);
  EXPECT_NEAR(points[0].frequency_hz / 869.471, 1.0, 2e-4);
  EXPECT_NEAR(points[1].frequency_hz / 844.368, 1.0, 2e-4);
  EXPECT_NEAR(points[1].amplitude, 2.99149e-5, 1e-8);
}

// The two beams roll on each other without rubbing: Masing's rules would see 0.7 %.
void TightenedBeam::rolls_without_loss() {
  const double load = 0.25e-3 * modes_.omega[1] * modes_.omega[1] /
                      (bolted_.structure.sensor * modes_.shapes.col(1)).norm();
  const auto points = backbone(1, {load, 2.0 * load}, 6);
  for (const BackbonePoint& p : points) EXPECT_LT(std::abs(p.damping), 1e-6);
}

void TightenedBeam::obeys_its_laws() {
  const BoltedStructure& s = bolted_.structure;
  const Vector still = s.points * (s.flexibility * preloaded_.load) - s.height;
  SurfaceCompliance compliance = s.compliance();
  SurfaceState state = preloaded_.state;
  const double largest = state.force.maxCoeff(), mu = bolted_.friction;
  double work = 0.0;
  for (const double along : {0.3, 1.0, -0.8, 0.5, -0.4}) {
    Vector moved = still;
    for (const auto& [mode, amplitude] : {std::pair{0, 4e-4}, {1, 2e-4}, {6, 3e-5}}) {
      const Vector shape = modes_.shapes.col(mode);
      const double load =
          along * amplitude * modes_.omega[mode] * modes_.omega[mode] / (s.sensor * shape).norm();
      moved += s.points * (s.flexibility * (s.mass * shape).head(s.boundary)) * load;
    }
    const SurfaceState before = state;
    const double lost = contact_.advance(moved, &state);
    EXPECT_GE(lost, 0.0);
    work += lost;
    const Vector gap = compliance.product(state.force) + moved;
    EXPECT_LT((gap - state.gap).cwiseAbs().maxCoeff(), 1e-13);
    for (Eigen::Index p = 0; p < s.point_count(); ++p) {
      const double normal = state.force[3 * p], rub = state.force.segment<2>(3 * p + 1).norm();
      EXPECT_GE(normal, -1e-9 * largest);
      EXPECT_GE(gap[3 * p], -1e-13);
      EXPECT_LT(std::abs(normal * gap[3 * p]), 1e-9 * largest * 1e-6);
      EXPECT_LE(rub, mu * normal + 1e-9 * mu * largest);
      const Eigen::Vector2d slip = gap.segment<2>(3 * p + 1) - before.gap.segment<2>(3 * p + 1);
      if (state.status[static_cast<std::size_t>(p)] == PointStatus::STICK) {
        EXPECT_LT(slip.norm(), 1e-13);
      }
    }
  }
  EXPECT_GT(work, 1e-3);
}

TEST(S4Beam, IsThatOfTheReference) {
  TightenedBeam beam;
  beam.has_tied_frequencies();
  beam.finds_its_modes();
  beam.has_its_preload();
  beam.bends();
  beam.twists();
  beam.rolls_without_loss();
  beam.obeys_its_laws();
}

}  // namespace
}  // namespace mortise::gen
