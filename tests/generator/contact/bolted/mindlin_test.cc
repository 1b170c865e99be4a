// A sphere pressed on a flat of equal material and pulled to and fro: Hertz, Cattaneo and Mindlin.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "generator/bodies/halfspace/grid_compliance.hpp"
#include "generator/contact/bolted/coulomb_newton.hpp"

namespace mortise::gen {
namespace {

constexpr double kRadius = 0.05, kLoad = 200.0, kFriction = 0.6;  // m, N, -

class SphereOnFlat {
 public:
  // cells: across the radius of the contact
  explicit SphereOnFlat(double cells) {
    steel_.young = 194e9;
    steel_.poisson = 0.2854;
    steel_.density = 7861.0;
    const double modulus = steel_.young / (2.0 * (1.0 - steel_.poisson * steel_.poisson));
    radius_ = std::cbrt(3.0 * kLoad * kRadius / (4.0 * modulus));
    const double pitch = radius_ / cells;
    const int reach = static_cast<int>(std::ceil(1.1 * cells));
    std::vector<Cell> inside;
    std::vector<double> heights;
    for (int j = -reach; j <= reach; ++j)
      for (int i = -reach; i <= reach; ++i) {
        const double r2 = (i * i + j * j) * pitch * pitch;
        if (r2 > 1.21 * radius_ * radius_) continue;
        inside.push_back({i + reach, j + reach});
        heights.push_back(r2 / (2.0 * kRadius));
      }
    const CellGrid grid{{2 * reach + 1, 2 * reach + 1}, {pitch, pitch}};
    half_spaces_ = std::make_unique<GridCompliance>(grid, std::array{steel_, steel_},
                                                    TangentialCoupling::NONE);
    height_ = Vector::Zero(3 * static_cast<Eigen::Index>(inside.size()));
    cells_ = std::move(inside);
    for (std::size_t p = 0; p < heights.size(); ++p)
      height_[3 * static_cast<Eigen::Index>(p)] = heights[p];
    area_ = pitch * pitch;
  }

  // Gaps without forces: the bodies approach each other and move sideways.
  Vector placed(double approach, double sideways) const {
    Vector gap = height_;
    for (Eigen::Index p = 0; p < gap.size(); p += 3) {
      gap[p] -= approach;
      gap[p + 1] += sideways;
    }
    return gap;
  }
  SurfaceState apart() const {
    SurfaceState state;
    state.force = Vector::Zero(height_.size());
    state.gap = height_;
    state.status.assign(static_cast<std::size_t>(height_.size() / 3), PointStatus::OPEN);
    return state;
  }
  static double sum(const SurfaceState& state, Eigen::Index direction) {
    return state.force(Eigen::seq(direction, Eigen::last, 3)).sum();
  }

  Material steel_;
  double radius_ = 0.0, area_ = 0.0;  // of the contact by Hertz [m]; of a cell [m2]
  std::unique_ptr<GridCompliance> half_spaces_;
  std::vector<Cell> cells_;
  Vector height_;
};

TEST(SphereOnFlat, IsHertzsAndMindlins) {
  const SphereOnFlat sphere(12.0);
  const double a = sphere.radius_, approach = a * a / kRadius;
  CoulombNewton contact(SurfaceCompliance({{sphere.half_spaces_.get(), sphere.cells_}}), kFriction);
  SurfaceState state = sphere.apart();
  contact.advance(sphere.placed(approach, 0.0), &state);
  const double load = SphereOnFlat::sum(state, 0);
  EXPECT_NEAR(load / kLoad, 1.0, 1e-3);
  const double peak = 1.5 * kLoad / (std::acos(-1.0) * a * a);
  EXPECT_NEAR(state.force.maxCoeff() / sphere.area_ / peak, 1.0, 2e-3);

  contact.set_base(state);
  const double nu = sphere.steel_.poisson;
  const double softness = 2.0 * (2.0 - nu) * 2.0 * (1.0 + nu) / sphere.steel_.young;  // S
  const double slides = 3.0 * kFriction * load * softness / (16.0 * a);  // where all of it slips
  constexpr int kSteps = 16;
  const double far = 0.7 * slides;
  double worst = 0.0;
  for (int k = 1; k <= kSteps; ++k) {
    const double way = far * k / kSteps;
    contact.advance(sphere.placed(approach, way), &state);
    const double pull = kFriction * load * (1.0 - std::pow(1.0 - way / slides, 1.5));
    worst = std::max(worst, std::abs(-SphereOnFlat::sum(state, 1) - pull));
  }
  EXPECT_LT(worst / -SphereOnFlat::sum(state, 1), 1e-3);
  double work = 0.0;
  for (int k = 1; k <= 2 * kSteps; ++k) {
    const double way = k <= kSteps ? 1.0 - 2.0 * k / kSteps : 2.0 * k / kSteps - 3.0;
    work += contact.advance(sphere.placed(approach, far * way), &state);
  }
  const double r = -SphereOnFlat::sum(state, 1) / (kFriction * load);
  const double loop =
      0.9 * kFriction * kFriction * load * load * softness / a *
      (1.0 - std::pow(1.0 - r, 5.0 / 3.0) - 5.0 * r / 6.0 * (1.0 + std::pow(1.0 - r, 2.0 / 3.0)));
  EXPECT_NEAR(work / loop, 1.0, 5e-3);
}

}  // namespace
}  // namespace mortise::gen
