#include "generator/reduce/film/train_edge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "generator/contact/film/lubricant.hpp"
#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/edge_bodies.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/residual_training.hpp"
#include "generator/reduce/film/spline.hpp"

namespace mortise::gen {
namespace {

using Eigen::Index;

constexpr double kSpacing = 0.0125;  // of the tables [b]
constexpr double kMargin = 0.05;     // of the tables beyond the largest edge of training [b]
constexpr double kReach = 0.4;       // of the hand-over beyond it [b]
constexpr double kLate = 0.03;       // of the force over its peak: falls so far in a long step
constexpr double kWithin = 0.1;      // of the pressures at hand-overs of training, below the least
constexpr double kPenalty = 1e5;     // a large area cavitates, where less of it would carry force
constexpr double kFarFilm = 0.05;    // weight of the film's shapes beyond the reach

// Share of the largest force of a run: a smaller peak is no impact, only the jump where bodies meet
// the film.
constexpr double kLeastPeak = 0.05;

struct Rebound {
  std::vector<int> columns;  // of the snapshots, the hand-over first
  std::vector<double> edges;
  std::size_t late = 0;  // the last of them that a step may hand over at
};

// The rebound of every impact of the runs, from the force below `from` of its peak to half of `to`.
std::vector<Rebound> rebounds_of(const FilmProblemData& p, const FilmSnapshots& s, double from,
                                 double to, double level) {
  const Vector force = s.pressure.transpose() * p.weights;
  std::vector<Rebound> all;
  for (Index first = 0, end = 0; first < s.count(); first = end) {
    while (end < s.count() &&
           s.run[static_cast<std::size_t>(end)] == s.run[static_cast<std::size_t>(first)])
      ++end;
    const double least = kLeastPeak * force.segment(first, end - first).maxCoeff();
    double peak = 0.0;  // of the impact that goes on
    Rebound r;
    const auto part = [&] {
      if (peak > least && !r.columns.empty()) all.push_back(r);
      r = {};
      peak = 0.0;
    };
    for (Index k = first; k < end; ++k) {
      if (force[k] > peak) {
        peak = force[k];
        r = {};
        continue;
      }
      if (r.columns.empty() && force[k] >= from * peak) continue;
      const double a = edge_of(p.x, s.pressure.col(k), level);
      if (!(force[k] > 0.5 * to * peak) || !(a > kLeastEdge)) {
        part();
        continue;
      }
      if (force[k] > (from - kLate) * peak) r.late = r.columns.size();
      r.columns.push_back(static_cast<int>(k));
      r.edges.push_back(a);
    }
    part();
  }
  return all;
}

class EdgeTraining {
 public:
  EdgeTraining(const ReduceSpec& spec, const FilmProblemData& p, const FilmSnapshots& s)
      : spec_(spec), p_(p), s_(s), lubricant_(p.lubricant, p.scales.pressure) {
    edge_.pressure = spec.edge_pressure / p.scales.pressure;
    edge_.mesh = make_edge_mesh(spec.edge_nodes, p.x[p.x.size() - 1]);
    edge_.leave_fraction = spec.phases.back();
    edge_.edge_share = spec.edge_share;
    edge_.penalty = std::max(p.penalty, kPenalty);
    edge_.step_limit = spec.step_limit;
    edge_.settled = spec.settled;
    edge_.iterations = spec.iterations.back();
    edge_.repeat_iterations = spec.repeat_iterations;
    rebounds_ = rebounds_of(p, s, spec.phases.end()[-2], spec.phases.back(), edge_.pressure);
    demand(
        !rebounds_.empty(), "reduce.rebound", "no training run has an edge at reduce.edge_pressure",
        "lower reduce.edge_pressure, train with faster impacts, or set reduce.rebound = \"fixed\"");
    largest_ = 0.0;
    edge_.least_pressure = (1.0 - kWithin) * s.pressure(0, rebounds_.front().columns.front());
    for (const Rebound& r : rebounds_) {
      largest_ = std::max(largest_, *std::max_element(r.edges.begin(), r.edges.end()));
      edge_.least_pressure =
          std::min(edge_.least_pressure, (1.0 - kWithin) * s.pressure(0, r.columns.front()));
    }
    largest_ += kMargin;
    const double end = p.x[p.x.size() - 1];
    demand(largest_ + kReach + 0.1 < end, "grid.extent",
           fmt::format("the film ends at {:.3g} half-widths, the contact at {:.3g}", end, largest_),
           "raise it for reduce.rebound = \"moving\"");
    bodies_.emplace(&p, largest_ - kMargin);
  }

  MovingEdge make(std::vector<std::string>* findings) {
    make_films();
    make_shapes();
    edge_.first = kLeastEdge;
    edge_.spacing = kSpacing;
    const auto count = static_cast<int>(std::ceil((largest_ - kLeastEdge) / kSpacing)) + 1;
    for (int k = 0; k < std::max(count, 4); ++k)
      edge_.tables.push_back(table_at(kLeastEdge + k * kSpacing));
    findings->push_back(fmt::format(
        "edge: {} rebounds, a up to {:.3g} half-widths, {} rows, {} tables of {} columns; {} "
        "shapes "
        "of frozen films leave {:.2g} of them, {} shapes outside leave {:.2g} of the pressure",
        rebounds_.size(), largest_ - kMargin, edge_.mesh.rows(), edge_.tables.size(),
        edge_.columns(), edge_.films.cols(), edge_.film_scale, edge_.shapes.cols(), left_));
    if (!bodies_->half_spaces())
      findings->push_back(fmt::format(
          "edge: the bodies' modes bend the contact by {:.2g}; half-spaces and polynomials leave "
          "{:.2g} of what a Hertz pressure does to it",
          bodies_->bending(), bodies_->left()));
    return edge_;
  }

 private:
  Vector at_nodes(const Vector& values, const Vector& x) const {
    return straight_lines(p_.x, x) * values;
  }

  // Shapes of Z: films at early, usual and late hand-overs, about their mean.
  void make_films() {
    const Index n = p_.x.size();
    std::vector<int> columns;
    for (const Rebound& r : rebounds_)
      for (const std::size_t k : {std::size_t{0}, r.late / 2, r.late})
        columns.push_back(r.columns[k]);
    const auto count_all = static_cast<Index>(columns.size());
    const Matrix gaps = snapshot_gaps(p_, s_, columns);
    Matrix films(n, count_all);
    for (Index k = 0; k < count_all; ++k) {
      LubricantState oil;
      lubricant_.evaluate(s_.pressure.col(columns[static_cast<std::size_t>(k)]), &oil);
      films.col(k) = oil.density.cwiseProduct(gaps.col(k));
    }
    edge_.seen = ((p_.x.array() < largest_ + kReach).count());
    edge_.film_mean = films.rowwise().mean();
    films.colwise() -= edge_.film_mean;
    Vector weights = Vector::Ones(n);
    weights.tail(n - edge_.seen).setConstant(kFarFilm);
    const ThinSvd svd = thin_svd(weights.asDiagonal() * films);
    const Index count = std::min<Index>(spec_.edge_films, count_all);
    edge_.films = weights.cwiseInverse().asDiagonal() * svd.left.leftCols(count);
    const Matrix seen = edge_.films.topRows(edge_.seen);
    edge_.film_fit = least_squares(seen, Matrix::Identity(edge_.seen, edge_.seen));
    const Matrix near = films.topRows(edge_.seen);
    const Matrix rest = near - seen * (edge_.film_fit * near);
    edge_.film_scale = std::max(
        1e-4, rest.colwise().norm().maxCoeff() / std::sqrt(static_cast<double>(edge_.seen)));
  }

  // Shapes of P outside, where no negative pressure counts.
  void make_shapes() {
    const EdgeMesh& m = edge_.mesh;
    const Index outside = m.outside();
    std::vector<Vector> states;
    for (const Rebound& r : rebounds_)
      for (std::size_t k = 0; k < r.columns.size(); k += 2) {
        const Vector x = m.at(r.edges[k]).segment(m.edge(), outside);
        states.push_back(at_nodes(s_.pressure.col(r.columns[k]), x).cwiseMax(0.0));
        states.back()[0] = edge_.pressure;
      }
    Matrix all(outside, static_cast<Index>(states.size()));
    for (std::size_t k = 0; k < states.size(); ++k) all.col(static_cast<Index>(k)) = states[k];
    const Vector mean = all.rowwise().mean();
    edge_.base = mean / edge_.pressure;
    all.colwise() -= mean;
    all.row(0).setZero();
    const ThinSvd svd = thin_svd(all * all.transpose());
    edge_.shapes = svd.left.leftCols(std::min<Index>(spec_.modes.back(), outside - 1));
    edge_.shapes.row(0).setZero();
    left_ = (all - edge_.shapes * (edge_.shapes.transpose() * all)).cwiseAbs().maxCoeff();
  }

  // Mean pressure of the training at the centre's nodes x where the edge is at a; of the nearest
  // state, if no run's edge was there.
  Vector usual_pressure(double a, const Vector& x) const {
    Vector sum = Vector::Zero(x.size());
    int count = 0;
    double least = 1e300;
    Vector nearest;
    for (const Rebound& r : rebounds_) {
      const auto off = [a](double edge) { return std::abs(edge - a); };
      const auto best =
          std::min_element(r.edges.begin(), r.edges.end(),
                           [&](double left, double right) { return off(left) < off(right); });
      const int column = r.columns[static_cast<std::size_t>(best - r.edges.begin())];
      const Vector there = at_nodes(s_.pressure.col(column), x * (*best / a));
      if (off(*best) < kSpacing) {
        sum += there;
        ++count;
      }
      if (off(*best) < least) {
        least = off(*best);
        nearest = there;
      }
    }
    return count > 0 ? Vector(sum / count) : nearest;
  }

  EdgeTable table_at(double a) const {
    const EdgeMesh& m = edge_.mesh;
    const Index n = m.nodes(), centre = m.centre, z = edge_.films.cols(), K = edge_.columns();
    const Vector x = m.at(a);
    const Vector geometry = bodies_->geometry(x), weights = ring_weights(x);
    const Matrix compliance = bodies_->compliance(x, weights);
    Matrix film(n, 1 + z);
    const Matrix between = local_cubics(p_.x, x);
    film << between * edge_.film_mean, between * edge_.films;
    // P from the zone on
    Matrix P = Matrix::Zero(n, K);
    P.block(centre, 2 + z, m.zone, m.zone).setIdentity();
    P.block(m.edge(), 0, m.outside(), 1) = edge_.pressure * edge_.base;
    P.block(m.edge(), 2 + z + m.zone, m.outside(), edge_.shapes.cols()) = edge_.shapes;
    const Vector usual = usual_pressure(a, x.head(centre));
    LubricantState oil;
    lubricant_.evaluate(usual, &oil);
    const Vector thin = oil.density.cwiseInverse();
    const Vector soft =
        film.col(0).head(centre).cwiseProduct(oil.density_slope.cwiseProduct(thin.cwiseAbs2()));
    Matrix right = -compliance.topRightCorner(centre, n - centre) * P.bottomRows(n - centre);
    right.leftCols(1 + z) += thin.asDiagonal() * film.topRows(centre);
    right.col(0) += soft.cwiseProduct(usual) - geometry.head(centre);
    right.col(1 + z).array() -= 1.0;
    Matrix stiff = compliance.topLeftCorner(centre, centre);
    stiff.diagonal() += soft;
    DenseLu lu;
    demand(lu.factorise(stiff), "reduce.rebound", "the frozen centre has no stiffness",
           "this is a defect of the reduction");
    lu.solve(right);
    P.topRows(centre) = right;
    Matrix gap = compliance * P;
    gap.col(0) += geometry;
    gap.col(1 + z).array() += 1.0;
    EdgeTable t;
    t.gap = gap.bottomRows(n - centre);
    t.centre = P.topRows(centre);
    t.film = film.middleRows(centre, m.rows());
    t.output.resize(3, K);
    t.output << weights.transpose() * P, P.row(0), gap.row(0);
    return t;
  }

  // int P X dX of piecewise linear P.
  static Vector ring_weights(const Vector& x) {
    Vector w = Vector::Zero(x.size());
    for (Index k = 0; k + 1 < x.size(); ++k) {
      const double width = x[k + 1] - x[k];
      w[k] += width * (2.0 * x[k] + x[k + 1]) / 6.0;
      w[k + 1] += width * (x[k] + 2.0 * x[k + 1]) / 6.0;
    }
    return w;
  }

  const ReduceSpec& spec_;
  const FilmProblemData& p_;
  const FilmSnapshots& s_;
  Lubricant lubricant_;
  std::optional<EdgeBodies> bodies_;
  MovingEdge edge_;
  std::vector<Rebound> rebounds_;
  double largest_ = 0.0, left_ = 0.0;
};

}  // namespace

double edge_of(const Vector& x, const Vector& pressure, double level) {
  for (Index k = x.size() - 1; k-- > 0;) {
    if (!(pressure[k] > level)) continue;
    return x[k] + (x[k + 1] - x[k]) * (pressure[k] - level) / (pressure[k] - pressure[k + 1]);
  }
  return 0.0;
}

MovingEdge train_edge(const ReduceSpec& spec, const FilmProblemData& problem,
                      const FilmSnapshots& snapshots, std::vector<std::string>* findings) {
  return EdgeTraining(spec, problem, snapshots).make(findings);
}

}  // namespace mortise::gen
