#include "generator/contact/sliding/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr double kEndTolerance = 1e-9;  // of a segment: the chain's last point belongs to it

[[noreturn]] void refuse(const std::string& what, const std::string& remedy) {
  throw Error("sliding contact", what, remedy);
}

void check(const ReducedSliding& sliding, Eigen::Index modes) {
  const Matrix& chain = sliding.geometry.target_positions;
  if (chain.rows() != 2 || chain.cols() < 2)
    refuse("the target is a chain of " + std::to_string(chain.cols()) + " nodes",
           "give contact.target a set with at least two nodes");
  for (Eigen::Index k = 1; k < chain.cols(); ++k) {
    if (!(chain(0, k) > chain(0, k - 1)))
      refuse(
          "x of target node " + std::to_string(k + 1) + " does not exceed that of the node before",
          "order the nodes of contact.target by ascending x");
  }
  if (sliding.slave_rows.rows() != 2 || sliding.slave_rows.cols() != modes ||
      sliding.target_rows.rows() != 2 * chain.cols() || sliding.target_rows.cols() != modes)
    refuse("the rows of the contact do not have the sizes of " + std::to_string(modes) +
               " modes and " + std::to_string(chain.cols()) + " target nodes",
           "condense the system again");
  if (!chain.allFinite() || !sliding.slave_rows.allFinite() || !sliding.target_rows.allFinite() ||
      !std::isfinite(sliding.geometry.slave_height))
    refuse("a position or a row is not finite", "check the model");
  if (!(sliding.law.friction >= 0) || !std::isfinite(sliding.law.friction))
    refuse("contact.friction is " + number_text(sliding.law.friction), "give a number >= 0");
  if (!std::isfinite(sliding.law.velocity))
    refuse("sliding.velocity is not finite", "give a velocity in m/s");
}

}  // namespace

double sliding_direction(const SlidingLaw& law) { return law.velocity < 0 ? -1.0 : 1.0; }

SlidingGeometryModel::SlidingGeometryModel(const ReducedSliding& sliding, Eigen::Index modes) {
  check(sliding, modes);
  slave_ = sliding.slave_rows.transpose();
  target_ = sliding.target_rows.transpose();
  chain_ = sliding.geometry.target_positions;
  slave_height_ = sliding.geometry.slave_height;
}

namespace {

ReducedSliding in_dofs(const SlidingContact& contact, Eigen::Index dofs) {
  return {stack_rows(slave_rows(contact), dofs), stack_rows(target_rows(contact), dofs),
          contact.geometry, contact.law};
}

}  // namespace

SlidingGeometryModel::SlidingGeometryModel(const SlidingContact& contact, Eigen::Index dofs)
    : SlidingGeometryModel(in_dofs(contact, dofs), dofs) {}

ContactPlace SlidingGeometryModel::place(const Vector& q, double path, Eigen::Index segment) const {
  const auto node = [&](Eigen::Index k) -> Vector2 {
    return chain_.col(k) + target_.middleCols<2>(2 * k).transpose() * q;
  };
  const Vector2 slave = Vector2(path, slave_height_) + slave_.transpose() * q;
  const Vector2 t1 = node(segment), edge = node(segment + 1) - t1, arm = slave - t1;
  ContactPlace p;
  p.segment = segment;
  p.length = edge.norm();
  p.cosine = edge.x() / p.length;
  p.sine = edge.y() / p.length;
  p.share = arm.dot(p.tangent()) / p.length;  // eq. 34, 36
  p.gap = arm.dot(p.normal());
  return p;
}

void SlidingGeometryModel::check_on_chain(const ContactPlace& p, double path) const {
  const bool before = p.segment == 0 && p.share < -kEndTolerance;
  const bool behind = p.segment == segments() - 1 && p.share > 1 + kEndTolerance;
  if (before || behind || !std::isfinite(p.share))
    refuse("at the position " + number_text(path) + " m the slave has left its target, which " +
               "reaches from " + number_text(first()) + " to " + number_text(last()) + " m",
           "keep sliding.start and the distance travelled on the target");
}

ContactPlace SlidingGeometryModel::follow(const Vector& q, double path, Eigen::Index segment,
                                          int neighbours) const {
  ContactPlace p = place(q, path, segment);
  Eigen::Index last_move = 0;
  for (int k = 0; k < neighbours; ++k) {
    const Eigen::Index move = p.share < 0 ? -1 : p.share >= 1 ? 1 : 0;
    const Eigen::Index next = p.segment + move;
    if (move == 0 || move == -last_move || next < 0 || next >= segments()) break;
    p = place(q, path, next);
    last_move = move;
  }
  check_on_chain(p, path);
  return p;
}

ContactPlace SlidingGeometryModel::find(const Vector& q, double path) const {
  Eigen::Index segment = 0;
  while (segment + 1 < segments() && chain_(0, segment + 1) <= path) ++segment;
  return follow(q, path, segment, static_cast<int>(segments()));
}

ContactPlace SlidingGeometryModel::undeformed(double path) const {
  return find(Vector::Zero(modes()), path);
}

double SlidingGeometryModel::undeformed_x(const ContactPlace& p) const {
  return (1 - p.share) * chain_(0, p.segment) + p.share * chain_(0, p.segment + 1);
}

void SlidingGeometryModel::relative_rows(const ContactPlace& p,
                                         Eigen::Matrix<double, Eigen::Dynamic, 2>* rows) const {
  const auto t1 = target_.middleCols<2>(2 * p.segment);
  const auto t2 = target_.middleCols<2>(2 * p.segment + 2);
  *rows = slave_ - (1 - p.share) * t1 - p.share * t2;
}

void SlidingGeometryModel::gap_row(const ContactPlace& p, Vector* row) const {
  force_row(p, 0.0, 1.0, row);
}

void SlidingGeometryModel::force_row(const ContactPlace& p, double friction, double direction,
                                     Vector* row) const {
  const Vector2 force = p.normal() - friction * direction * p.tangent();  // Gamma_1, Gamma_2
  const auto t1 = target_.middleCols<2>(2 * p.segment);
  const auto t2 = target_.middleCols<2>(2 * p.segment + 2);
  row->noalias() = force.x() * (slave_.col(0) - (1 - p.share) * t1.col(0) - p.share * t2.col(0)) +
                   force.y() * (slave_.col(1) - (1 - p.share) * t1.col(1) - p.share * t2.col(1));
}

double SlidingGeometryModel::slip_velocity(const ContactPlace& p, const Vector& velocity,
                                           double frame) const {
  const auto t1 = target_.middleCols<2>(2 * p.segment);
  const auto t2 = target_.middleCols<2>(2 * p.segment + 2);
  const Vector2 relative = Vector2(frame, 0.0) + slave_.transpose() * velocity -
                           (1 - p.share) * (t1.transpose() * velocity) -
                           p.share * (t2.transpose() * velocity);
  return p.tangent().dot(relative);
}

// b = R (n - mu t) with R (n x 2) the relative rows. With gamma and a as functions of q:
//   d gamma = r_gamma . dq,  r_gamma = (T2 - T1 rows) n / length
//   d a     = r_a . dq,      r_a     = (R t + gap r_gamma - share ... ) / length, to first order in
//                            the gap, which is zero in contact: (R t) / length
//   db = -R (t + mu n) d gamma - (T2 - T1 rows) (n - mu t) da
SlidingGeometryModel::LowRank SlidingGeometryModel::force_derivative(const ContactPlace& p,
                                                                     double friction,
                                                                     double direction) const {
  const double mu = friction * direction;
  Eigen::Matrix<double, Eigen::Dynamic, 2> relative;
  relative_rows(p, &relative);
  const Eigen::Matrix<double, Eigen::Dynamic, 2> edge =
      target_.middleCols<2>(2 * p.segment + 2) - target_.middleCols<2>(2 * p.segment);
  LowRank d;
  d.left.resize(modes(), 2);
  d.right.resize(modes(), 2);
  d.right.col(0) = edge * p.normal() / p.length;
  d.right.col(1) = (relative * p.tangent() + p.gap * d.right.col(0)) / p.length;
  d.left.col(0) = -relative * (p.tangent() + mu * p.normal());
  d.left.col(1) = -edge * (p.normal() - mu * p.tangent());
  return d;
}

}  // namespace mortise::gen
