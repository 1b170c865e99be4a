#include "generator/bake/film/film_basis.hpp"

#include <Eigen/QR>
#include <algorithm>

#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {
namespace {

using Eigen::Index;

std::uint32_t count_of(Index n) { return static_cast<std::uint32_t>(n); }

// The arrays of one basis, in the order of the schema.
class Packer {
 public:
  Packer(const ReducedFilm& film, std::size_t index, FilmNumbers* numbers)
      : film_(film),
        p_(film.problem),
        b_(film.bases[index]),
        before_(index > 0 ? &film.bases[index - 1] : nullptr),
        numbers_(*numbers),
        modes_(b_.pressure.cols()),
        rows_(static_cast<Index>(b_.rows.size())),
        stencil_(stencil_size(p_)),
        unknowns_(modes_ + (p_.loaded ? 1 : 0)),
        static_gap_(p_.compliance * b_.pressure) {}

  FilmBasis pack() {
    out_.modes = count_of(modes_);
    out_.rows = count_of(rows_);
    out_.watched = count_of(b_.watched);
    out_.minimum_nodes = count_of(static_cast<Index>(b_.minimum_nodes.size()));
    out_.substeps = count_of(b_.substeps);
    out_.iterations = count_of(b_.iterations);
    out_.repeat_iterations = count_of(b_.repeat_iterations);
    out_.pivoting = b_.pivoting ? 1 : 0;
    out_.age_limit = b_.age_limit;
    out_.row_limit = b_.row_limit;
    out_.step_limit = b_.step_limit;
    out_.tolerance = b_.tolerance;
    out_.leave_fraction = b_.leave_fraction;
    out_.residual_scale = b_.residual_scale;
    const double step = film_.step / (p_.scales.time * b_.substeps);
    const double shift = stage_shift(step), half = stage_shift(0.5 * step);
    out_.shift = shift;
    pack_rows();
    out_.gap_shapes = stencils(stage_gap_shapes(p_, b_.pressure, shift), "gap_shapes");
    out_.gap_shapes_half = stencils(stage_gap_shapes(p_, b_.pressure, half), "gap_shapes_half");
    pack_unknowns();
    pack_outputs();
    pack_hand_over();
    pack_profile();
    const FilmModes& m = p_.modes;
    for (const bool whole : {true, false}) {
      const ModalStage s = modal_stage(m, whole ? shift : half);
      (whole ? out_.modal : out_.modal_half) =
          modal({s.spring.cwiseProduct(s.position), s.spring.cwiseProduct(s.velocity),
                 s.spring.cwiseProduct(m.constant), s.spring},
                whole ? "modal" : "modal_half");
    }
    out_.modal_force = modal({m.acceleration}, "modal_force");
    out_.rigid_row = modal({m.rigid_row}, "rigid_row");
    return out_;
  }

 private:
  // Node of the grid at place `k` of the stencil of sampled row `row`.
  Index node(Index row, Index k) const {
    const Index at = b_.rows[static_cast<std::size_t>(row)] + k - (stencil_ == 4 ? 2 : 1);
    return std::clamp<Index>(at, 0, p_.x.size() - 1);
  }

  // (B x columns x s x L): columns of a matrix over the grid at the stencils.
  std::uint32_t stencils(const Matrix& columns, const char* what) {
    const LaneValue value = [&](Index row, Index k) {
      return columns(node(row, k % stencil_), k / stencil_);
    };
    return numbers_.add(lane_blocks(rows_, columns.cols() * stencil_, numbers_.lanes(), value),
                        what);
  }

  // (blocks x columns x L): columns of a matrix over the grid at some nodes.
  std::uint32_t at_nodes(const Matrix& columns, const std::vector<int>& nodes, const char* what) {
    const LaneValue value = [&](Index row, Index k) {
      return columns(nodes[static_cast<std::size_t>(row)], k);
    };
    return numbers_.add(
        lane_blocks(static_cast<Index>(nodes.size()), columns.cols(), numbers_.lanes(), value),
        what);
  }

  void pack_rows() {
    const FilmRows& r = p_.rows;
    const Vector* coefficients[] = {&r.left, &r.right, &r.d0, &r.d1, &r.d2, &p_.x};
    const LaneValue value = [&](Index row, Index k) {
      return (*coefficients[k])[b_.rows[static_cast<std::size_t>(row)]];
    };
    out_.coefficients =
        numbers_.add(lane_blocks(rows_, 6, numbers_.lanes(), value), "coefficients");
    out_.geometry = stencils(p_.geometry, "geometry");
    out_.pressure_shapes = stencils(b_.pressure, "pressure_shapes");
    out_.mode_shapes = stencils(p_.modes.shapes, "mode_shapes");
  }

  void pack_unknowns() {
    Matrix test = Matrix::Zero(rows_ - b_.watched, unknowns_);
    test.leftCols(modes_) = b_.test.transpose();
    out_.test = numbers_.add_rows(test, "test");
    Matrix load = Matrix::Zero(1, unknowns_);
    load.leftCols(modes_) = p_.weights.transpose() * b_.pressure;
    out_.load_row = numbers_.add_rows(load, "load_row");
    Matrix excitation(0, modes_);
    if (p_.modes.excitation.rows() > 0) excitation = p_.modes.excitation * b_.pressure;
    out_.excitation = numbers_.add_rows(excitation, "excitation");
    if (before_ == nullptr) {
      Matrix initial = Matrix::Zero(1, unknowns_);
      if (film_.initial.size() > 0) initial = film_.initial.transpose();
      out_.initial = numbers_.add_rows(initial, "initial");
    }
  }

  void pack_outputs() {
    const FilmGrid grid = problem_grid(p_);
    const auto central = [&](const Matrix& columns) {
      Matrix row(1, columns.cols());
      for (Index k = 0; k < columns.cols(); ++k) row(0, k) = grid.central(columns.col(k));
      return row;
    };
    Matrix both(2, modes_);
    both << central(b_.pressure), central(static_gap_);
    out_.central = numbers_.add_rows(both, "central");
    out_.central_modes = numbers_.add_rows(central(p_.modes.shapes), "central_modes");
    out_.central_geometry = grid.central(p_.geometry);
    out_.minimum_geometry = at_nodes(p_.geometry, b_.minimum_nodes, "minimum_geometry");
    out_.minimum_gap = at_nodes(static_gap_, b_.minimum_nodes, "minimum_gap");
    out_.minimum_modes = at_nodes(p_.modes.shapes, b_.minimum_nodes, "minimum_modes");
  }

  void pack_hand_over() {
    if (before_ == nullptr) return;
    const Matrix& old = before_->pressure;
    out_.hand_pressure = at_nodes(old, b_.rows, "hand_pressure");
    out_.hand_gap = at_nodes(p_.compliance * old, b_.rows, "hand_gap");
    // the closest pressure in the new shapes
    Matrix project = Matrix::Zero(old.cols(), unknowns_);
    project.leftCols(modes_) = b_.pressure.colPivHouseholderQr().solve(old).transpose();
    out_.hand_project = numbers_.add_rows(project, "hand_project");
  }

  void pack_profile() {
    if (!film_.profile) return;
    out_.profile_pressure = numbers_.add_rows(b_.pressure.transpose(), "profile_pressure");
    out_.profile_gap = numbers_.add_rows(static_gap_.transpose(), "profile_gap");
  }

  // (rows x np) float64
  std::uint32_t modal(const std::vector<Vector>& rows, const char* what) {
    std::vector<double> values;
    for (const Vector& row : rows) {
      values.insert(values.end(), row.begin(), row.end());
      values.resize((values.size() + 7) / 8 * 8, 0.0);
    }
    return numbers_.add_float64(values, what);
  }

  const ReducedFilm& film_;
  const FilmProblemData& p_;
  const ReducedBasis& b_;
  const ReducedBasis* before_;
  FilmNumbers& numbers_;
  Index modes_, rows_;
  int stencil_;
  Index unknowns_;
  Matrix static_gap_;  // (points x r) C V
  FilmBasis out_{};
};

}  // namespace

int stencil_size(const FilmProblemData& problem) { return problem.speed_reference > 0.0 ? 4 : 3; }

FilmBasis pack_basis(const ReducedFilm& film, std::size_t index, FilmNumbers* numbers) {
  return Packer(film, index, numbers).pack();
}

}  // namespace mortise::gen
