#include <algorithm>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/reduce/film/film_arrays.hpp"
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
        static_gap_(film.transported() ? film.transport.gap.by_unknowns
                                       : Matrix(p_.compliance * b_.pressure)),
        geometry_(film.transported() ? film.transport.gap.base : p_.geometry),
        gap_scale_(film.transport.gap_scale),
        seen_(film.transported() ? seen_samples(film) : Matrix(0, 0)) {}

  // Lengths of 2, 4, .. substeps, where the basis has steps of several lengths.
  std::vector<FilmLength> pack_lengths() {
    std::vector<FilmLength> lengths;
    if (!(b_.gap_share > 0.0)) return lengths;
    for (int ticks = 2; ticks <= b_.substeps; ticks *= 2) {
      FilmLength length;
      length.shift = stage_shift(ticks * film_.step / (p_.scales.time * b_.substeps));
      length.gap_shapes =
          stencils(stage_gap_shapes(p_, b_.pressure, length.shift), "lengths.gap_shapes");
      length.modal = stage_modes(length.shift, "lengths.modal");
      lengths.push_back(length);
    }
    return lengths;
  }

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
    if (film_.transported()) {  // the same however long a stage is
      Matrix gap(p_.x.size(), modes_ + seen_.cols());
      gap << static_gap_, film_.transport.gap.by_samples * seen_;
      out_.gap_shapes = out_.gap_shapes_half = stencils(gap, "gap_shapes");
    } else {
      out_.gap_shapes = stencils(stage_gap_shapes(p_, b_.pressure, shift), "gap_shapes");
      out_.gap_shapes_half = stencils(stage_gap_shapes(p_, b_.pressure, half), "gap_shapes_half");
    }
    pack_unknowns();
    pack_outputs();
    pack_hand_over();
    pack_profile();
    out_.modal = stage_modes(shift, "modal");
    out_.modal_half = stage_modes(half, "modal_half");
    out_.modal_force = numbers_.add_modal({p_.modes.acceleration}, "modal_force");
    out_.rigid_row = numbers_.add_modal({p_.modes.rigid_row}, "rigid_row");
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
    const Vector* coefficients[] = {&r.left, &r.right, &r.d0, &r.d1, &r.d2, &p_.x, &r.ahead};
    const LaneValue value = [&](Index row, Index k) {
      return (*coefficients[k])[b_.rows[static_cast<std::size_t>(row)]];
    };
    out_.coefficients = numbers_.add(
        lane_blocks(rows_, film_.transported() ? 7 : 6, numbers_.lanes(), value), "coefficients");
    out_.geometry = stencils(geometry_, "geometry");
    Matrix pressure(p_.x.size(), modes_ + seen_.cols());
    pressure << b_.pressure, film_.transport.pressure.by_samples * seen_;
    out_.pressure_shapes = stencils(pressure, "pressure_shapes");
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
    out_.central_geometry = grid.central(geometry_);
    out_.minimum_geometry = at_nodes(gap_scale_ * geometry_, b_.minimum_nodes, "minimum_geometry");
    out_.minimum_gap = at_nodes(gap_scale_ * static_gap_, b_.minimum_nodes, "minimum_gap");
    out_.minimum_modes = at_nodes(p_.modes.shapes, b_.minimum_nodes, "minimum_modes");
  }

  void pack_hand_over() {
    if (before_ == nullptr) return;
    const Matrix& old = before_->pressure;
    out_.hand_pressure = at_nodes(old, b_.rows, "hand_pressure");
    out_.hand_gap = at_nodes(p_.compliance * old, b_.rows, "hand_gap");
    // the closest pressure in the new shapes
    Matrix project = Matrix::Zero(old.cols(), unknowns_);
    project.leftCols(modes_) = least_squares_pivoted(b_.pressure, old).transpose();
    out_.hand_project = numbers_.add_rows(project, "hand_project");
  }

  void pack_profile() {
    if (!film_.profile) return;
    out_.profile_pressure = numbers_.add_rows(b_.pressure.transpose(), "profile_pressure");
    out_.profile_gap = numbers_.add_rows(static_gap_.transpose(), "profile_gap");
  }

  // Modal operators of a stage.
  std::uint32_t stage_modes(double shift, const char* what) {
    const FilmModes& m = p_.modes;
    const ModalStage s = modal_stage(m, shift);
    return numbers_.add_modal({s.spring.cwiseProduct(s.position), s.spring.cwiseProduct(s.velocity),
                               s.spring.cwiseProduct(m.constant), s.spring},
                              what);
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
  Vector geometry_;    // (points) gap without them
  double gap_scale_;   // of the smallest gap
  Matrix seen_;        // (samples x z) of a transported film
  FilmBasis out_{};
};

}  // namespace

int stencil_size(const FilmProblemData& problem) { return problem.speed_reference > 0.0 ? 4 : 3; }

FilmBasis pack_basis(const ReducedFilm& film, std::size_t index, FilmNumbers* numbers) {
  return Packer(film, index, numbers).pack();
}

FilmPaces pack_paces(const ReducedFilm& film, FilmNumbers* numbers) {
  FilmPaces out;
  if (!film.graded()) return out;
  for (std::size_t k = 0; k < film.bases.size(); ++k) {
    const std::vector<FilmLength> lengths = Packer(film, k, numbers).pack_lengths();
    out.paces.push_back({film.bases[k].leave_pressure, film.bases[k].gap_share,
                         count_of(static_cast<Index>(out.lengths.size())),
                         count_of(static_cast<Index>(lengths.size()))});
    out.lengths.insert(out.lengths.end(), lengths.begin(), lengths.end());
  }
  return out;
}

}  // namespace mortise::gen
