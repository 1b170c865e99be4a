#include "generator/reduce/film/problem_data.hpp"

#include <utility>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/integrate/tableau.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Couette difference of row i from the left: three points where the grid has them.
void set_upwind(const FilmGrid& grid, Eigen::Index i, FilmUpwind order, FilmRows* rows) {
  const Vector& w = grid.width;
  if (i < 2) {
    rows->d0[i] = 1.0 / (grid.spacing * w[i - 1]);
    rows->d1[i] = -rows->d0[i];
    return;
  }
  const bool third = order == FilmUpwind::third_order;  // as Reynolds::upwind
  const double share = third ? 1.0 / 3.0 : 1.0, ahead = third ? 1.0 / 3.0 : 0.0;
  const double out = share * 0.5 * w[i] / w[i - 1], in = share * 0.5 * w[i - 1] / w[i - 2];
  const double over = 1.0 / (grid.spacing * grid.cell(i));
  rows->d0[i] = (1.0 + out - 2.0 * ahead) * over;
  rows->d1[i] = (ahead - (1.0 + out + in)) * over;
  rows->d2[i] = in * over;
  rows->ahead[i] = ahead * over;
}

}  // namespace

FilmRows film_rows(const FilmGrid& grid, double lambda, FilmUpwind order) {
  const Eigen::Index n = grid.points(), first = grid.first(), last = first + grid.unknowns();
  const double h = grid.spacing, flow = 0.5 / (lambda * h * h);
  const bool line = grid.shape == FilmShape::line;
  FilmRows rows;
  for (Vector* v : {&rows.left, &rows.right, &rows.d0, &rows.d1, &rows.d2, &rows.ahead})
    v->setZero(n);
  rows.cell = Vector::Ones(n);
  for (Eigen::Index i = first; i < last; ++i) {
    rows.cell[i] = grid.cell_factor(i);
    const auto through_face = [&](Eigen::Index left) {
      return flow * grid.face_factor(left) /
             (rows.cell[i] * grid.width[left] * (line ? grid.cell(i) : 1.0));
    };
    if (i > 0) rows.left[i] = through_face(i - 1);
    rows.right[i] = through_face(i);
    if (line) set_upwind(grid, i, order, &rows);  // nothing is entrained towards an axis
  }
  return rows;
}

void make_reducible(FilmCase* run) {
  demand(run->film.kind != FilmKind::dry, run->path, "a dry contact has no film to reduce",
         "use film.kind = \"line\" or \"point\"");
  demand(run->film.cavitation != Cavitation::mass_conserving, run->path,
         "film.cavitation = mass_conserving cannot be reduced",
         "use film.cavitation = \"penalty\"");
  if (run->balanced()) run->grid.frame = FilmFrame::load_scaled;
}

FilmCase at_rest(FilmCase run, double load, double speed) {
  const double reference = run.load.reference;
  run.load = {};
  run.load.reference = reference;
  run.load.base = load;
  run.entrainment = speed;
  run.entrainment_over_time = run.viscosity_over_time = {};
  run.lubricant.viscosity_factor = 1.0;
  return run;
}

FilmProblemData problem_data(const FilmCase& d, ContactProblem* problem, double penalty) {
  const FilmGrid& grid = problem->grid();
  FilmProblemData data;
  data.scales = problem->scales();
  data.loaded = d.balanced();
  data.load_scaled = d.grid.frame == FilmFrame::load_scaled;
  data.first = static_cast<int>(grid.first());
  data.unknowns = static_cast<int>(grid.unknowns());
  data.x = grid.x;
  data.weights = grid.weights();
  data.rows = film_rows(grid, data.scales.lambda, d.film.upwind);
  data.penalty = penalty;
  data.speed_reference = d.film.kind == FilmKind::line ? d.reference_speed : 0.0;
  data.force = data.scales.pressure * data.scales.length;
  if (d.film.kind == FilmKind::point) data.force *= 2.0 * kPi * data.scales.length;
  data.lubricant = d.lubricant;
  data.lubricant.viscosity_factor = 1.0;  // a value of the stage

  const GapModel& gap = problem->system().gap();
  std::optional<GapEquations> equations = gap.equations();
  demand(equations.has_value(), d.path, "this structural model cannot be reduced",
         "use structure.kind = \"half_space\" or \"condensed\"");
  data.geometry = std::move(equations->geometry);
  data.compliance = std::move(equations->compliance);
  data.modes = std::move(equations->modes);
  const Vector states = gap.initial_states();
  data.modes.initial_q = states.head(states.size() / 2);
  data.modes.initial_v = states.tail(states.size() / 2);
  return data;
}

FilmProblemData problem_data(const FilmCase& definition, double penalty,
                             std::vector<std::string>* warnings) {
  const FilmCase d = reducible(definition);
  ContactProblem problem(d, warnings);
  return problem_data(d, &problem, penalty);
}

FilmGrid problem_grid(const FilmProblemData& problem) {
  FilmGrid grid = make_graded_grid(problem.x);
  grid.shape = problem.first == 0 ? FilmShape::axis : FilmShape::line;
  return grid;
}

double sdirk_gamma() { return alexander().diagonal(); }

double sdirk_carry() { return alexander().a(1, 0) / alexander().diagonal(); }

double stage_shift(double step) { return 1.0 / (sdirk_gamma() * step); }

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
