#include "generator/reduce/film/row_set.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mortise::gen {
namespace {

using Stencil = FilmRowSet::Stencil;

// Properties at all nodes of the stencils.
struct StencilFluid {
  Stencil density, density_slope, fluidity, fluidity_slope;
};

StencilFluid fluid_at(const Lubricant& lubricant, const Stencil& P) {
  LubricantState state;
  lubricant.evaluate(Eigen::Map<const Vector>(P.data(), P.size()), &state);
  const auto shaped = [&](const Vector& v) {
    return Stencil(Eigen::Map<const Stencil>(v.data(), P.rows(), 4));
  };
  return {shaped(state.density), shaped(state.density_slope), shaped(state.fluidity),
          shaped(state.fluidity_slope)};
}

}  // namespace

FilmRowSet::FilmRowSet(const FilmProblemData& problem, std::vector<int> rows, double gap_floor)
    : rows_(std::move(rows)),
      lubricant_(problem.lubricant, problem.scales.pressure),
      left_(problem.rows.left(rows_)),
      right_(problem.rows.right(rows_)),
      d0_(problem.rows.d0(rows_)),
      d1_(problem.rows.d1(rows_)),
      d2_(problem.rows.d2(rows_)),
      ahead_(problem.rows.ahead(rows_)),
      x_(problem.x(rows_)),
      penalty_(problem.penalty),
      gap_floor_(gap_floor) {
  for (int k = 0; k < 4; ++k)
    for (const int row : rows_)
      nodes_[static_cast<std::size_t>(k)].push_back(std::max(row - 2 + k, 0));
}

Stencil FilmRowSet::gather(const Vector& nodal) const {
  Stencil at(size(), 4);
  for (std::size_t k = 0; k < 4; ++k)
    at.col(static_cast<Eigen::Index>(k)) = nodal(nodes_[k]).array();
  return at;
}

std::array<Matrix, 4> FilmRowSet::gather(const Matrix& nodal) const {
  std::array<Matrix, 4> at;
  for (std::size_t k = 0; k < 4; ++k) at[k] = nodal(nodes_[k], Eigen::all);
  return at;
}

Vector FilmRowSet::content(const Stencil& P, const Stencil& H) const {
  LubricantState state;
  lubricant_.evaluate(P.col(2).matrix(), &state);
  return state.density.array() * H.col(2).max(gap_floor_);
}

void FilmRowSet::evaluate(const Stencil& P, const Stencil& given_H, const FilmStage& stage,
                          const Vector& start, Vector* f, Stencil* by_P, Stencil* by_H,
                          Vector* without_flow) const {
  const Stencil H = given_H.max(gap_floor_);
  const StencilFluid fluid = fluid_at(lubricant_, P);
  const double flow = 1.0 / (stage.frame * stage.frame * stage.viscosity_factor);
  const Stencil y = fluid.density * H;
  const Stencil xi = y * fluid.fluidity * H.square();
  const Eigen::ArrayXd wind = (stage.speed - stage.frame_rate * x_) / stage.frame;
  const Eigen::ArrayXd right = flow * right_, left = flow * left_;
  const Eigen::ArrayXd step_right = P.col(3) - P.col(2), step_left = P.col(2) - P.col(1);
  const Eigen::ArrayXd mean_right = xi.col(2) + xi.col(3), mean_left = xi.col(1) + xi.col(2);
  const Eigen::ArrayXd carried =
      -wind * (d0_ * y.col(2) + d1_ * y.col(1) + d2_ * y.col(0) + ahead_ * y.col(3)) -
      stage.shift * (y.col(2) - start.array());
  *f = right * mean_right * step_right - left * mean_left * step_left + carried -
       penalty_ * P.col(2).min(0.0);
  if (without_flow != nullptr) *without_flow = carried;
  if (by_P == nullptr) return;

  // by xi and y of every node of the stencil, then by their own arguments
  const Eigen::ArrayXd zero = Eigen::ArrayXd::Zero(size());
  Stencil by_xi(size(), 4), by_y(size(), 4);
  by_xi << zero, -left * step_left, right * step_right - left * step_left, right * step_right;
  by_y << -wind * d2_, -wind * d1_, -wind * d0_ - stage.shift, -wind * ahead_;
  const Stencil xi_P =
      H.cube() * (fluid.density_slope * fluid.fluidity + fluid.density * fluid.fluidity_slope);
  *by_P = by_xi * xi_P + by_y * (fluid.density_slope * H);
  by_P->col(1) += left * mean_left;
  by_P->col(2) -=
      right * mean_right + left * mean_left + penalty_ * (P.col(2) < 0.0).cast<double>();
  by_P->col(3) += right * mean_right;
  *by_H = by_xi * (3.0 * xi / H) + by_y * fluid.density;
}

std::vector<int> all_rows(const FilmProblemData& problem) {
  std::vector<int> rows(static_cast<std::size_t>(problem.unknowns));
  std::iota(rows.begin(), rows.end(), problem.first);
  return rows;
}

}  // namespace mortise::gen
