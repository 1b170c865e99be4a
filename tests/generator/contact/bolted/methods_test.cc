// Methods of contact with friction against each other: a rough block on a flat, pressed, pulled
// about and turned, part of it opening.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "generator/contact/bolted/coulomb_newton.hpp"
#include "generator/ground/numbers/dice.hpp"

namespace mortise::gen {
namespace {

// Two patches of boundary elements on springs at their corners, coupled, some of them soft.
class RoughBlock {
 public:
  explicit RoughBlock(TangentialCoupling coupling, bool backwards = false)
      : half_spaces_({{kCells, kCells}, {2e-4, 2e-4}}, {steel(), steel()}, coupling) {
    for (int j = 0; j < kCells; ++j)
      for (int i = 0; i < kCells; ++i)
        if ((i + 2 * j) % 11 != 3) cells_.push_back({i, j});
    if (backwards) std::reverse(cells_.begin(), cells_.end());
    const auto n = static_cast<Eigen::Index>(cells_.size());
    height_ = Vector::Zero(6 * n);
    std::vector<Eigen::Triplet<double>> rows;
    for (Eigen::Index patch = 0; patch < 2; ++patch)
      for (Eigen::Index p = 0; p < n; ++p) {
        const Cell cell = cells_[static_cast<std::size_t>(p)];
        const double x = cell.i / (kCells - 1.0) - 0.5, y = cell.j / (kCells - 1.0) - 0.4;
        const Eigen::Index row = 3 * (patch * n + p);
        height_[row] = 2e-6 * (x * x + 0.5 * y * y) + 2e-7 * std::sin(7.0 * cell.i + 3.0 * cell.j);
        const double shares[] = {0.25 - 0.5 * x, 0.25 + 0.5 * x, 0.25 - 0.5 * y, 0.25 + 0.5 * y};
        for (int corner = 0; corner < 4; ++corner)
          for (int d = 0; d < 3; ++d)
            rows.emplace_back(static_cast<int>(row) + d,
                              12 * static_cast<int>(patch) + 3 * corner + d, shares[corner]);
      }
    rows_.resize(6 * n, 24);
    rows_.setFromTriplets(rows.begin(), rows.end());
    Dice dice(3);
    Matrix shapes(24, 24);
    for (double& x : shapes.reshaped()) x = dice.between(-0.1, 0.1);
    shapes.diagonal().array() += 1.0;
    Vector soft(24);
    for (Eigen::Index k = 0; k < 24; ++k) soft[k] = 1e-7 * std::pow(0.7, double(k));
    flexibility_ = shapes * soft.asDiagonal() * shapes.transpose();
  }
  SurfaceCompliance compliance() const {
    return {{{&half_spaces_, cells_}, {&half_spaces_, cells_}}, rows_, flexibility_};
  }
  SurfaceState apart() const {
    SurfaceState state;
    state.force = Vector::Zero(height_.size());
    state.gap = height_;
    state.status.assign(static_cast<std::size_t>(height_.size() / 3), PointStatus::OPEN);
    return state;
  }
  // Pressed to, then pulled along x and y and rocked.
  Vector placed(double pull, double turn, double rock, double share = 1.0) const {
    Vector gap = height_;
    const auto n = static_cast<Eigen::Index>(cells_.size());
    for (Eigen::Index p = 0; p < 2 * n; ++p) {
      const Cell cell = cells_[static_cast<std::size_t>(p % n)];
      const double x = cell.i / (kCells - 1.0) - 0.5, y = cell.j / (kCells - 1.0) - 0.5;
      gap[3 * p] -= 4e-6 * share * (1.0 + rock * x);
      gap[3 * p + 1] += pull - turn * y;
      gap[3 * p + 2] += 0.3 * pull + turn * x;
    }
    return gap;
  }
  const std::vector<Cell>& cells() const { return cells_; }

 private:
  static constexpr int kCells = 8;
  static Material steel() {
    Material m;
    m.young = 2.1e11;
    m.poisson = 0.3;
    m.density = 7850.0;
    return m;
  }

  GridCompliance half_spaces_;
  std::vector<Cell> cells_;
  Vector height_;
  SparseMatrix rows_;
  Matrix flexibility_;
};

struct Way {
  std::vector<SurfaceState> states;
  double work = 0.0;
};

Way moved_about(const RoughBlock& block, ContactSolver solver,
                const std::vector<bool>& likely = {}) {
  CoulombNewton contact(block.compliance(), 0.3, solver);
  contact.restrict_to(likely);
  Way way;
  SurfaceState state = block.apart();
  for (const double share : {0.25, 0.5, 0.75, 1.0})
    contact.advance(block.placed(0.0, 0.0, 0.0, share), &state);
  contact.set_base(state);
  for (const auto& [pull, turn, rock] :
       {std::array{2e-7, 1e-7, 0.0}, {4e-7, 1e-7, 0.3}, {0.0, 3e-7, -0.3}, {-3e-7, 0.0, 0.0}}) {
    way.work += contact.advance(block.placed(pull, turn, rock), &state);
    way.states.push_back(state);
  }
  return way;
}

void expect_same(const Way& a, const Way& b, double tolerance) {
  for (std::size_t k = 0; k < a.states.size(); ++k) {
    const double largest = a.states[k].force.maxCoeff();
    EXPECT_LT((a.states[k].force - b.states[k].force).cwiseAbs().maxCoeff(), tolerance * largest);
    EXPECT_LT((a.states[k].gap - b.states[k].gap).cwiseAbs().maxCoeff(), tolerance * 1e-5);
    EXPECT_EQ(a.states[k].status, b.states[k].status);
  }
  EXPECT_NEAR(b.work / a.work, 1.0, tolerance);
}

TEST(ContactMethods, AgreeOnARoughBlock) {
  for (const TangentialCoupling coupling : {TangentialCoupling::NONE, TangentialCoupling::FULL}) {
    const RoughBlock block(coupling);
    const Way exact = moved_about(block, ContactSolver::pivot);
    EXPECT_GT(exact.work, 0.0);
    int counts[3] = {};
    for (const SurfaceState& state : exact.states)
      for (const PointStatus status : state.status) ++counts[static_cast<int>(status)];
    for (const int count : counts) EXPECT_GT(count, 8);  // of each status
    expect_same(exact, moved_about(block, ContactSolver::krylov), 1e-9);
    expect_same(exact, moved_about(block, ContactSolver::condensed), 1e-5);
    if (coupling == TangentialCoupling::NONE)
      expect_same(exact, moved_about(block, ContactSolver::relaxation), 1e-5);
  }
}

// None of those that close is thought to: all must be taken in.
TEST(ContactMethods, TakesInWhoWasNotThoughtToClose) {
  const RoughBlock block(TangentialCoupling::NONE);
  const Way exact = moved_about(block, ContactSolver::krylov);
  std::vector<bool> some(exact.states[0].status.size(), false), others = some;
  for (std::size_t p = 0; p < some.size(); ++p)
    (exact.states[0].status[p] == PointStatus::OPEN || p % 3 == 0 ? some : others)[p] = true;
  expect_same(exact, moved_about(block, ContactSolver::krylov, some), 1e-9);
  expect_same(exact, moved_about(block, ContactSolver::krylov, others), 1e-9);
  expect_same(exact,
              moved_about(block, ContactSolver::krylov, std::vector<bool>(some.size(), false)),
              1e-9);
}

TEST(ContactMethods, DoNotDependOnTheGuess) {
  const RoughBlock block(TangentialCoupling::NONE);
  const Way exact = moved_about(block, ContactSolver::krylov);
  CoulombNewton contact(block.compliance(), 0.3, ContactSolver::krylov);
  SurfaceState upset = exact.states[1];  // all slip, and nobody is pressed
  upset.force.setZero();
  upset.status.assign(upset.status.size(), PointStatus::SLIP);
  for (const SurfaceState& guess : {exact.states[1], exact.states[2], upset, block.apart()}) {
    SurfaceState state = exact.states[0];
    contact.advance(block.placed(4e-7, 1e-7, 0.3), &state, &guess);
    EXPECT_LT((state.force - exact.states[1].force).cwiseAbs().maxCoeff(),
              1e-9 * exact.states[1].force.maxCoeff());
    EXPECT_EQ(state.status, exact.states[1].status);
  }
  SurfaceState state = exact.states[0];
  contact.advance(block.placed(4e-7, 1e-7, 0.3), &state, &exact.states[1]);
  EXPECT_LE(contact.iterations(), 2);
}

}  // namespace
}  // namespace mortise::gen
