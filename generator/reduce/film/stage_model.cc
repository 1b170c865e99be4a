#include "generator/reduce/film/stage_model.hpp"

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/integrate/tableau.hpp"

namespace mortise::gen {

double sdirk_gamma() { return alexander().diagonal(); }

double sdirk_carry() { return alexander().a(1, 0) / alexander().diagonal(); }

double stage_shift(double step) { return 1.0 / (sdirk_gamma() * step); }

ModalStage modal_stage(const FilmModes& modes, double shift) {
  const Eigen::ArrayXd drag = 2.0 * modes.damping.array() * modes.omega.array();
  ModalStage stage;
  stage.spring = (modes.omega.array().square() + drag * shift + shift * shift).inverse();
  stage.position = shift * (shift + drag);
  stage.velocity = Vector::Constant(modes.omega.size(), shift);
  return stage;
}

Matrix stage_gap_shapes(const FilmProblemData& problem, const Matrix& shapes, double shift) {
  Matrix gap = product(problem.compliance, shapes);
  const FilmModes& modes = problem.modes;
  if (modes.omega.size() > 0) {
    gap += modes.shapes *
           (modal_stage(modes, shift).spring.asDiagonal() * (modes.excitation * shapes));
  }
  return gap;
}

}  // namespace mortise::gen
