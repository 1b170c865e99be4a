// What a sliding contact answers as an interface.
#include "generator/contact/sliding/geometry.hpp"
#include "generator/ground/numbers/rows.hpp"

namespace mortise::gen {

std::vector<SparseRow*> rows_of(SlidingContact* sliding) {
  std::vector<SparseRow*> rows = {&sliding->slave_x, &sliding->slave_y};
  for (std::size_t i = 0; i < sliding->target_x.size() && i < sliding->target_y.size(); ++i)
    rows.insert(rows.end(), {&sliding->target_x[i], &sliding->target_y[i]});
  return rows;
}

std::string fault_of(const SlidingContact& sliding) {
  const auto nodes = static_cast<std::size_t>(sliding.geometry.target_positions.cols());
  return sliding.target_x.size() == nodes && sliding.target_y.size() == nodes
             ? ""
             : "has target rows x, target rows y and target positions that differ in number";
}

ReducedSliding project(const SlidingContact& sliding, const Matrix& shapes, bool) {
  ReducedSliding reduced;
  reduced.slave_rows = stack_rows(slave_rows(sliding), shapes.rows()) * shapes;
  reduced.target_rows = stack_rows(target_rows(sliding), shapes.rows()) * shapes;
  reduced.geometry = sliding.geometry;
  reduced.law = sliding.law;
  return reduced;
}

std::vector<Matrix*> rows_of(ReducedSliding* sliding) {
  return {&sliding->slave_rows, &sliding->target_rows};
}

bool fits(const ReducedSliding& sliding, Eigen::Index) {
  return sliding.slave_rows.rows() == 2 &&
         sliding.target_rows.rows() == 2 * sliding.geometry.target_positions.cols();
}

// Its gap and its slip where it starts; kept in contact it has no friction to solve for.
RowUnknowns unknowns_of(const ReducedSliding& sliding) {
  const SlidingGeometryModel geometry(sliding, sliding.slave_rows.cols());
  const ContactPlace place = geometry.undeformed(sliding.geometry.start);
  Eigen::Matrix<double, Eigen::Dynamic, 2> relative;
  geometry.relative_rows(place, &relative);
  Matrix rows(2, relative.rows());
  rows << (relative * place.normal()).transpose(), (relative * place.tangent()).transpose();
  RowUnknowns u = rigid_unknowns(rows);
  const bool kept = sliding.law.kind == SlidingKind::bilateral;
  const Eigen::Index n = kept ? 1 : 2;
  u.shares = u.shares.leftCols(n).eval();
  u.compliance = u.compliance.head(n).eval();
  u.step_rows = 3;  // as a contact in space has them
  u.step_unknowns = kept ? 1 : 3;
  return u;
}

}  // namespace mortise::gen
