#include "tests/generator/reduce/oracle/edge_stepper.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/reduce/film/spline.hpp"
#include "generator/reduce/film/train_edge.hpp"

namespace mortise::gen {
namespace {

using Eigen::Index;

constexpr double kLargestWay = 0.03;  // of the edge in one iteration [b]
constexpr double kStill = 1e4;        // shift with which the film all but stays [1/unit of time]
constexpr double kBelow = 0.8;        // share of the first table that an edge may fall to

}  // namespace

EdgeStepper::EdgeStepper(const FilmProblemData* problem, const MovingEdge* edge, double gap_floor,
                         double step, int ticks)
    : p_(*problem),
      e_(*edge),
      lubricant_(problem->lubricant, problem->scales.pressure),
      gap_floor_(gap_floor),
      step_(step),
      ticks_(ticks) {}

bool EdgeStepper::take_over(const Vector& pressure, double approach, EdgeState* state) const {
  const EdgeMesh& m = e_.mesh;
  const double a = edge_of(p_.x.head(e_.seen), pressure.head(e_.seen), e_.pressure);
  if (!(pressure[0] >= e_.least_pressure) || !(a > e_.first) || !(a < e_.last())) return false;
  const Vector gap = gap_under(pressure, approach);
  LubricantState oil;
  lubricant_.evaluate(pressure.head(e_.seen), &oil);
  const Vector off = oil.density.cwiseProduct(gap.head(e_.seen)) - e_.film_mean.head(e_.seen);
  state->film = e_.film_fit * off;
  const Vector rest = off - e_.films.topRows(e_.seen) * state->film;
  const Vector x = m.at(a);
  const auto at_nodes =
      [&](const Vector& grid) -> Vector {  // nothing is seen beyond the first ones
    Vector seen = Vector::Zero(p_.x.size());
    seen.head(e_.seen) = grid.head(e_.seen);
    return straight_lines(p_.x, x) * seen;
  };
  const Vector nodal = at_nodes(pressure);
  state->a = a;
  state->rate = 0.0;
  state->pressures.resize(m.zone + e_.shapes.cols());
  state->pressures << nodal.segment(m.centre, m.zone),
      e_.shapes.transpose() * (nodal.segment(m.edge(), m.outside()) - e_.pressure * e_.base);
  // what z does not hold must not be lost: it would be squeezed out in the first steps
  state->moved = at_nodes(rest).segment(m.centre, m.rows());
  // the film asks for a slightly other pressure here
  Unknowns at{a, approach, state->pressures};
  const Stage still{kStill, 1.0, state->moved, a, approach, 0.0, e_.settled / ticks_, true};
  if (!solve(still, e_.iterations, state->film, &at)) return false;
  state->a = at.a;
  state->pressures = at.pressures;
  state->force = p_.weights.dot(pressure);
  state->central_pressure = pressure[0];
  state->central_gap = gap[0];
  state->minimum_gap = gap.minCoeff();
  return true;
}

// scale: of the weights, 1 for values, 1 / spacing for slopes.
EdgeTable EdgeStepper::table_at(double a, const Eigen::Vector4d& weights, double scale) const {
  const auto last = static_cast<Index>(e_.tables.size()) - 3;
  const auto at =
      std::clamp<Index>(static_cast<Index>(std::floor((a - e_.first) / e_.spacing)), 1, last);
  EdgeTable sum;
  for (Index k = 0; k < 4; ++k) {
    const EdgeTable& t = e_.tables[static_cast<std::size_t>(at - 1 + k)];
    const double w = scale * weights[k];
    const auto add = [&](const Matrix& from, Matrix* to) {
      if (k == 0) *to = Matrix::Zero(from.rows(), from.cols());
      *to += w * from;
    };
    add(t.gap, &sum.gap);
    add(t.output, &sum.output);
    add(t.centre, &sum.centre);
    add(t.film, &sum.film);
  }
  return sum;
}

Vector EdgeStepper::columns(const Unknowns& x, const Vector& film) const {
  Vector u(e_.columns());
  u << 1.0, film, x.approach, x.pressures;
  return u;
}

EdgeStepper::System EdgeStepper::system(const Stage& stage, const Unknowns& x,
                                        const Vector& film) const {
  const EdgeMesh& m = e_.mesh;
  const Index rows = m.rows(), zone = m.zone, outside = m.outside(), z = film.size(),
              shapes = e_.shapes.cols(), free = zone + shapes, unknowns = free + 2;
  const double c = stage.shift;
  const auto last = static_cast<Index>(e_.tables.size()) - 3;
  const double place = (x.a - e_.first) / e_.spacing;
  const double s = place - static_cast<double>(
                               std::clamp<Index>(static_cast<Index>(std::floor(place)), 1, last));
  const EdgeTable t = table_at(x.a, cubic_weights(s), 1.0),
                  d = table_at(x.a, cubic_slopes(s), 1.0 / e_.spacing);
  const Vector u = columns(x, film);
  Vector of_film(1 + z);
  of_film << 1.0, film;
  // nodes from the zone to the end
  const Vector H = (t.gap * u).cwiseMax(gap_floor_), H_a = d.gap * u;
  const Vector Z = t.film * of_film, Z_a = d.film * of_film;
  Vector P = Vector::Zero(rows + 1);
  P.head(zone) = x.pressures.head(zone);
  P.segment(zone, outside) = e_.pressure * e_.base + e_.shapes * x.pressures.tail(shapes);
  Matrix by = Matrix::Zero(rows + 1, free);  // P by p and c
  by.topLeftCorner(zone, zone).setIdentity();
  by.block(zone, zone, outside, shapes) = e_.shapes;
  const Matrix gap_by = t.gap.rightCols(free);
  const Vector gap_h = t.gap.col(1 + z);
  LubricantState oil;
  lubricant_.evaluate(P, &oil);
  const Eigen::ArrayXd cube = H.array().cube() / stage.viscosity;
  const Vector flow = oil.density.array() * oil.fluidity.array() * cube;
  const Vector flow_P = (oil.density_slope.array() * oil.fluidity.array() +
                         oil.density.array() * oil.fluidity_slope.array()) *
                        cube;
  const Vector flow_H = 3.0 * flow.array() / H.array();
  const Vector y_P = oil.density_slope.cwiseProduct(H), &y_H = oil.density;
  System out;
  out.moved = y_H.head(rows).cwiseProduct(H.head(rows)) - Z;
  // nodes with the last two of the centre in front
  const Vector X = m.at(x.a).tail(rows + 3), B = m.share.tail(rows + 3);
  const auto X_at = [&](Index i) { return X[i + 2]; };
  const auto B_at = [&](Index i) { return B[i + 2]; };
  Matrix J = Matrix::Zero(rows, unknowns);
  Vector f(rows);
  const auto node_row = [&](Index i, double by_P, double by_H) {  // and by a
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(unknowns);
    row.head(free) = by_P * by.row(i) + by_H * gap_by.row(i);
    row[free] = by_H * H_a[i];
    row[free + 1] = by_H * gap_h[i];
    return row;
  };
  const double conductance = 0.5 / p_.scales.lambda;
  double inflow = 0.0;
  Eigen::RowVectorXd inflow_by = Eigen::RowVectorXd::Zero(unknowns);
  const auto moved_row = [&](Index i) {
    Eigen::RowVectorXd row = node_row(i, y_P[i], y_H[i]);
    row[free] -= Z_a[i];
    return row;
  };
  for (Index i = 0; i < rows; ++i) {
    const double face = 0.5 * (X_at(i) + X_at(i + 1)), face_a = 0.5 * (B_at(i) + B_at(i + 1));
    const double width = X_at(i + 1) - X_at(i), width_a = B_at(i + 1) - B_at(i);
    const double g = conductance * face / width, rise = P[i + 1] - P[i],
                 sum = flow[i] + flow[i + 1], outflow = g * sum * rise;
    Eigen::RowVectorXd outflow_by =
        node_row(i, g * rise * flow_P[i] - g * sum, g * rise * flow_H[i]) +
        node_row(i + 1, g * rise * flow_P[i + 1] + g * sum, g * rise * flow_H[i + 1]);
    outflow_by[free] += outflow * (face_a / face - width_a / width);
    const double cell = X_at(i) * 0.5 * (X_at(i + 1) - X_at(i - 1));
    const double cell_a =
        B_at(i) * 0.5 * (X_at(i + 1) - X_at(i - 1)) + X_at(i) * 0.5 * (B_at(i + 1) - B_at(i - 1));
    const double h1 = X_at(i) - X_at(i - 1), h2 = X_at(i - 1) - X_at(i - 2);
    const double d0 = (2.0 * h1 + h2) / (h1 * (h1 + h2)), d1 = -(h1 + h2) / (h1 * h2),
                 d2 = h1 / (h2 * (h1 + h2));
    double slope = d0 * out.moved[i];
    Eigen::RowVectorXd slope_by = d0 * moved_row(i);
    if (i > 0) {
      slope += d1 * out.moved[i - 1];
      slope_by += d1 * moved_row(i - 1);
    }
    if (i > 1) {
      slope += d2 * out.moved[i - 2];
      slope_by += d2 * moved_row(i - 2);
    }
    // of the widths alone, as if all of them changed alike
    slope_by[free] -= slope * (B_at(i) - B_at(i - 1)) / h1;
    const double way = stage.still ? 0.0 : B_at(i) * (x.a - stage.a);
    const double squeeze =
        c * (out.moved[i] - stage.moved[i] - way * slope) + e_.penalty * std::min(P[i], 0.0);
    Eigen::RowVectorXd squeeze_by = c * (moved_row(i) - way * slope_by);
    if (!stage.still) squeeze_by[free] -= c * B_at(i) * slope;
    if (P[i] < 0.0) squeeze_by.head(free) += e_.penalty * by.row(i);
    f[i] = outflow - inflow - cell * squeeze;
    J.row(i) = outflow_by - inflow_by - cell * squeeze_by;
    J(i, free) -= cell_a * squeeze;
    inflow = outflow;
    inflow_by = outflow_by;
  }
  out.matrix.resize(unknowns, unknowns);
  out.right.resize(unknowns);
  out.matrix << J.topRows(zone), e_.shapes.transpose() * J.bottomRows(outside), J.row(zone),
      Eigen::RowVectorXd::Zero(unknowns);
  out.right << f.head(zone), e_.shapes.transpose() * f.tail(outside), f[zone], 0.0;
  const Vector outputs = t.output * u;
  out.force = outputs[0];
  out.central_pressure = outputs[1];
  out.central_gap = outputs[2];
  out.minimum_gap = (t.gap * u).head(rows).minCoeff();
  out.matrix.row(free + 1).head(free) = -stage.spring * t.output.row(0).tail(free);
  out.matrix(free + 1, free) = -stage.spring * d.output.row(0).dot(u);
  out.matrix(free + 1, free + 1) = 1.0 - stage.spring * t.output(0, 1 + z);
  out.right[free + 1] = x.approach - stage.free - stage.spring * out.force;
  return out;
}

bool EdgeStepper::solve(const Stage& stage, int iterations, const Vector& film, Unknowns* x) const {
  const Index free = x->pressures.size();
  bool damped = false;
  for (int k = 0; k < iterations; ++k) {
    const System s = system(stage, *x, film);
    DenseLu lu;
    if (!lu.factorise(s.matrix)) return false;
    Matrix d = s.right;
    lu.solve(d);
    if (!d.allFinite()) return false;
    const double most = d.topRows(free).cwiseAbs().maxCoeff();
    double share = 1.0;
    if (most > e_.step_limit) share = e_.step_limit / most;
    if (std::abs(d(free, 0)) * share > kLargestWay) share = kLargestWay / std::abs(d(free, 0));
    damped = share < 1.0;
    x->pressures -= share * d.topRows(free);
    x->a -= share * d(free, 0);
    x->approach -= share * d(free + 1, 0);
    if (!(x->a > kBelow * e_.first) || !(x->a < e_.last())) return false;
    if (!damped && most <= stage.settled) break;
  }
  return !damped;
}

bool EdgeStepper::step(double length, int iterations, const Matrix& constant,
                       const Eigen::Vector2d& viscosity, EdgeState* state, Vector* q,
                       Vector* v) const {
  const FilmModes& modes = p_.modes;
  const Vector shapes = modes.shapes.row(0);
  // E P = excite times the force
  const Vector excite = modes.excitation.col(1) / p_.weights[1];
  const double shift = stage_shift(length);
  const ModalStage modal = modal_stage(modes, shift);
  Stage stage{shift,
              viscosity[0],
              state->moved,
              state->a,
              0.0,
              shapes.dot(modal.spring.cwiseProduct(excite)),
              e_.settled * length / step_};
  const Vector q_0 = *q, v_0 = *v;
  Vector q_start = q_0, v_start = v_0;
  Unknowns x{state->a, shapes.dot(q_0), state->pressures};
  double rate = state->rate, opening = shapes.dot(v_0);
  System end;
  for (const int index : {0, 1}) {
    const double way = (index == 0 ? sdirk_gamma() : 1.0 - sdirk_gamma()) * length;
    const double before = x.a;
    x.a += rate * way;
    x.approach += opening * way;
    const Vector free = modal.free(q_start, v_start, constant.col(index));
    stage.free = shapes.dot(free);
    stage.viscosity = viscosity[index];
    if (!solve(stage, iterations, state->film, &x)) return false;
    end = system(stage, x, state->film);
    *q = free + end.force * modal.spring.cwiseProduct(excite);
    *v = shift * (*q - q_start);
    rate = (x.a - before) / way;
    if (index == 1) break;
    opening = shapes.dot(*q - q_0) / way;
    stage.moved = state->moved + sdirk_carry() * (end.moved - state->moved);
    stage.a = state->a + sdirk_carry() * (x.a - state->a);
    q_start = q_0 + sdirk_carry() * (*q - q_0);
    v_start = v_0 + sdirk_carry() * (*v - v_0);
  }
  state->a = x.a;
  state->rate = rate;
  state->pressures = x.pressures;
  state->moved = end.moved;
  state->force = end.force;
  state->central_pressure = end.central_pressure;
  state->central_gap = end.central_gap;
  state->minimum_gap = end.minimum_gap;
  return true;
}

Vector EdgeStepper::pressure(const EdgeState& state, double approach) const {
  const EdgeMesh& m = e_.mesh;
  const double place = (state.a - e_.first) / e_.spacing;
  const auto last = static_cast<Index>(e_.tables.size()) - 3;
  const double s = place - static_cast<double>(
                               std::clamp<Index>(static_cast<Index>(std::floor(place)), 1, last));
  const Vector u = columns({state.a, approach, state.pressures}, state.film);
  Vector nodal = Vector::Zero(m.nodes());
  nodal.head(m.centre) = table_at(state.a, cubic_weights(s), 1.0).centre * u;
  nodal.segment(m.centre, m.zone) = state.pressures.head(m.zone);
  nodal.segment(m.edge(), m.outside()) =
      e_.pressure * e_.base + e_.shapes * state.pressures.tail(e_.shapes.cols());
  return straight_lines(m.at(state.a), p_.x) * nodal;
}

Vector EdgeStepper::gap_under(const Vector& pressure, double approach) const {
  Vector gap = p_.geometry + p_.compliance * pressure;
  gap.array() += approach;
  return gap;
}

Vector EdgeStepper::gap(const EdgeState& state, double approach) const {
  return gap_under(pressure(state, approach), approach);
}

}  // namespace mortise::gen
