#include "tests/bench/eigen_sliding.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace mortise::bench {

namespace {

using Eigen::ArrayXd;
using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int kDisplacement = 0, kVelocity = 1, kForce = 3, kAcceleration = 13, kSlip = 24,
              kPosition = 25;

// Where the slave stands on its segment.
struct Place {
  double share, gap;
  Vector2d normal, tangent;
};

}  // namespace

struct EigenSliding::Impl {
  RowStyle style;
  int n, nt, nu;
  double h, height, start, velocity, friction, feedback;
  std::vector<EigenSlidingOutput> output;
  ArrayXd from_v, from_q, admittance, constant, q0, v0;
  MatrixXd from_input;
  RowMatrix b;  // x, y of the slave, then of every target node
  VectorXd undeformed;
  RowMatrix output_rows;

  ArrayXd q, v, v_next, probe, push;
  VectorXd deformed, row_x, row_y, row_n, row_t;
  int segment = 0;
  long steps = 0;
  double force_n = 0, force_t = 0, slip = 0, path = 0;

  Impl(const EigenSlidingProblem& p, RowStyle how)
      : style(how),
        n(p.modes),
        nt(p.nodes),
        nu(p.inputs),
        h(p.step),
        height(p.height),
        start(p.start),
        velocity(p.velocity),
        friction(p.friction),
        feedback(p.feedback),
        output(p.output, p.output + p.outputs) {
    const Map<const ArrayXd> omega(p.omega, n), damping(p.damping, n);
    const ArrayXd a = 1 + h / 2 * damping + h * h / 4 * omega.square();
    from_v = (1 - h / 2 * damping - h * h / 4 * omega.square()) / a;
    from_q = -h * omega.square() / a;
    admittance = h / a;
    constant = admittance * Map<const ArrayXd>(p.constant, n);
    from_input = admittance.matrix().asDiagonal() * Map<const MatrixXd>(p.input_forces, n, nu);
    b.resize(2 + 2 * nt, n);
    b.topRows(2) = Map<const MatrixXd>(p.slave_rows, 2, n);
    b.bottomRows(2 * nt) = Map<const MatrixXd>(p.target_rows, 2 * nt, n);
    undeformed.resize(2 + 2 * nt);
    undeformed.head(2).setZero();
    undeformed.tail(2 * nt) = Map<const VectorXd>(p.positions, 2 * nt);
    output_rows = Map<const MatrixXd>(p.output_row, p.output_rows, n);
    q0 = Map<const ArrayXd>(p.initial_q, n);
    v0 = Map<const ArrayXd>(p.initial_v, n);
    v_next = probe = push = ArrayXd::Zero(n);
    deformed = undeformed;
    row_x = row_y = row_n = row_t = VectorXd::Zero(n);
    reset();
  }

  void reset() {
    q = q0;
    v = v0;
    steps = 0;
    segment = 0;
    while (segment + 2 < nt && undeformed[2 + 2 * (segment + 1)] <= start) ++segment;
    probe = q;
    path = start;
    (void)find();
  }

  // The slave on segment k, deformed positions known.
  Place place_on(int k) const {
    const Vector2d first = deformed.segment<2>(2 + 2 * k), last = deformed.segment<2>(4 + 2 * k);
    const Vector2d along = last - first, apart = deformed.head<2>() - first;
    const double length = along.norm();
    Place p;
    p.tangent = along / length;
    p.normal = {-p.tangent[1], p.tangent[0]};
    p.share = apart.dot(p.tangent) / length;
    p.gap = apart.dot(p.normal);
    return p;
  }

  // Deformed positions of the nodes of segment k alone.
  void deform(int k) {
    const int row = 2 + 2 * k;
    deformed.segment<4>(row) = undeformed.segment<4>(row);
    deformed.segment<4>(row).noalias() += b.middleRows<4>(row) * probe.matrix();
  }

  // From the last segment on, two neighbours at most; at a kink that turns away from the slave the
  // later segment keeps it.
  Place find() {
    if (style == RowStyle::direct) {
      deformed.noalias() = b * probe.matrix();
      deformed += undeformed;
    } else {
      deformed.head<2>().noalias() = b.topRows<2>() * probe.matrix();
      deform(segment);
    }
    deformed[0] += path;
    deformed[1] += height;
    Place p = place_on(segment);
    int last_move = 0;
    for (int k = 0; k < 2; ++k) {
      const int move = p.share < 0 ? -1 : p.share >= 1 ? 1 : 0;
      if (move == 0 || move == -last_move || segment + move < 0 || segment + move >= nt - 1) break;
      segment += move;
      last_move = move;
      if (style == RowStyle::local) deform(segment);
      p = place_on(segment);
    }
    return p;
  }

  void step(const Map<const VectorXd>& f, double* y) {
    v_next = from_v * v + from_q * q + constant;
    v_next.matrix().noalias() += from_input * f;
    probe = q + h * v;
    path = start + velocity * (h * static_cast<double>(steps + 1));
    const Place p = find();
    const int row = 2 + 2 * segment;
    row_x = b.row(0) - (1 - p.share) * b.row(row) - p.share * b.row(row + 2);
    row_y = b.row(1) - (1 - p.share) * b.row(row + 1) - p.share * b.row(row + 3);
    row_n = p.normal[0] * row_x + p.normal[1] * row_y;
    row_t = p.tangent[0] * row_x + p.tangent[1] * row_y;
    const double mu = velocity < 0 ? -friction : friction;
    push = admittance * (row_n - mu * row_t).array();
    const double compliance = row_n.dot(push.matrix());
    const double frame_n = p.normal[0] * velocity, frame_t = p.tangent[0] * velocity;
    force_n = -(feedback * p.gap / h + frame_n + row_n.dot(v_next.matrix())) / compliance;
    force_t = -mu * force_n;
    v_next += force_n * push;
    slip = row_t.dot(v_next.matrix()) + frame_t;
    q += h / 2 * (v + v_next);
    v.swap(v_next);
    ++steps;
    if (y == nullptr) return;
    for (std::size_t k = 0; k < output.size(); ++k) y[k] = value(output[k]);
  }

  // v_next is the velocity before the step by now.
  double value(const EigenSlidingOutput& o) const {
    switch (o.quantity) {
      case kDisplacement:
        return output_rows.row(o.index).dot(q.matrix());
      case kVelocity:
        return output_rows.row(o.index).dot(v.matrix());
      case kAcceleration:
        return output_rows.row(o.index).dot((v - v_next).matrix()) / h;
      case kForce:
        return o.index == 0 ? force_n : force_t;
      case kSlip:
        return slip;
      case kPosition:
        return path;
      default:
        return std::numeric_limits<double>::quiet_NaN();
    }
  }
};

EigenSliding::EigenSliding(const EigenSlidingProblem& problem, RowStyle style)
    : impl_(new Impl(problem, style)) {}
EigenSliding::~EigenSliding() { delete impl_; }
void EigenSliding::reset() { impl_->reset(); }
void EigenSliding::step(const double* inputs, double* y) {
  impl_->step(Map<const VectorXd>(inputs, impl_->nu), y);
}
const double* EigenSliding::q() const { return impl_->q.data(); }
const double* EigenSliding::v() const { return impl_->v.data(); }
int EigenSliding::segment() const { return impl_->segment; }

}  // namespace mortise::bench
