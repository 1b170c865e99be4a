// The elastic contact between inlet and outlet, solved for a film that is given.
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "generator/reduce/film/spline.hpp"

namespace mortise::gen {

void set_fields(const FilmProblemData& p, TransportedContact* film) {
  const TransportZones& z = film->zones;
  const Eigen::Index n = p.x.size(), q = film->inlet.cols(), r = film->outlet.cols();
  const Eigen::Index first = z.inlet + 1, count = z.outlet - first;
  const Matrix spline = spline_weights(film->samples, p.x.segment(first, count));
  Matrix stiff = p.compliance.block(first, first, count, count);
  stiff.diagonal() += spline * film->softness;
  DenseLu lu;
  demand(lu.factorise(stiff), "reduce", "the contact's elasticity is singular",
         "widen reduce.contact");

  Matrix outer = Matrix::Zero(n, q + r + 1);  // P^ outside of the contact
  outer.leftCols(q) = film->inlet;
  outer.middleCols(q, r) = film->outlet;
  Matrix answer = -product(p.compliance.middleRows(first, count), outer);
  answer.col(q + r).setConstant(-1.0);
  lu.solve(answer);
  Matrix base = -p.geometry.segment(first, count);
  lu.solve(base);
  Matrix carried = spline;
  lu.solve(carried);

  film->pressure = {Vector::Zero(n), outer, Matrix::Zero(n, film->samples.size())};
  film->pressure.base.segment(first, count) = base;
  film->pressure.by_unknowns.middleRows(first, count) = answer;
  film->pressure.by_samples.middleRows(first, count) = carried;
  film->gap.base = p.geometry + product(p.compliance, film->pressure.base);
  film->gap.by_unknowns = product(p.compliance, film->pressure.by_unknowns);
  film->gap.by_unknowns.col(q + r).array() += 1.0;
  film->gap.by_samples = product(p.compliance, film->pressure.by_samples);
}

}  // namespace mortise::gen
