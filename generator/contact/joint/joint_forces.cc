#include "generator/contact/joint/joint_forces.hpp"

#include <algorithm>
#include <utility>

#include "generator/ground/numbers/rows.hpp"

namespace mortise::gen {

namespace {

// Some law needs a number to point at even if it remembers nothing.
std::size_t stride(std::size_t memory) { return memory > 0 ? memory : 1; }

bool same_tangent(const PointTraction& a, const PointTraction& b) {
  return a.friction_per_opening == b.friction_per_opening &&
         a.friction_per_slip == b.friction_per_slip && a.turn.per_opening == b.turn.per_opening &&
         a.turn.per_slip == b.turn.per_slip;
}

}  // namespace

SparseMatrix joint_rows(const Joint& joint, const TangentialLaw& law, Eigen::Index n) {
  return stack_rows(rows_of(joint, law.kind != TangentialKind::none), n);
}

JointForces::JointForces(std::vector<JointPoint> points, Eigen::Index nodes, const JointLaw& law)
    : points_(std::move(points)),
      nodes_(nodes),
      law_(law),
      friction_(law.tangential.kind != TangentialKind::none),
      memory_size_(stride(memory_size(law.tangential))),
      memory_(points_.size() * memory_size_, 0.0),
      after_(memory_),
      approach_(points_.size(), 0.0),
      tractions_(points_.size()),
      start_tractions_(points_.size()),
      held_(points_.size()),
      start_(Vector::Zero(friction_ ? 2 * nodes : nodes)),
      start_rate_(start_),
      motion_(start_),
      rate_(start_),
      force_(start_) {
  check_law(law);
  for (const JointPoint& point : points_) {
    laws_.push_back(law_at(law, point));
    if (!point.varied.empty()) check_law(laws_.back());
  }
}

double JointForces::at_point(const Vector& rows, const JointPoint& point,
                             Eigen::Index first) const {
  return point.share[0] * rows[first + point.node[0]] +
         point.share[1] * rows[first + point.node[1]];
}

PointMotion JointForces::motion_of(const JointPoint& point, const Vector& motion,
                                   const Vector& rate) const {
  PointMotion m;
  m.opening = at_point(motion, point, 0);
  m.opening_rate = at_point(rate, point, 0);
  if (friction_) m.slip = at_point(motion, point, nodes_) - at_point(start_, point, nodes_);
  return m;
}

void JointForces::spread(const JointPoint& point, double normal, double friction,
                         Vector* force) const {
  for (std::size_t k = 0; k < 2; ++k) {
    const double weight = point.length * point.share[k];
    (*force)[point.node[k]] += weight * normal;
    if (friction_) (*force)[nodes_ + point.node[k]] += weight * friction;
  }
}

// What makes, with the traction at the start, the mean of the step.
MeanTraction JointForces::held(std::size_t i, const PointMotion& motion) const {
  const NormalLaw& law = laws_[i].normal;
  const PointTraction& end = tractions_[i];
  const double start = start_tractions_[i].normal, from = at_point(start_, points_[i], 0);
  const bool pushed = start > 0.0 && end.normal > 0.0;
  const bool of_ends =
      law.linear() && (law.damping == 0.0 || (pushed && law.damper != ImpactDamper::hunt_crossley));
  if (motion.duration == 0.0 || law.damper == ImpactDamper::printed ||
      (of_ends && same_springs(law, from, motion.opening)))
    return {end.normal, end.normal_per_opening};
  const MeanTraction mean =
      mean_traction(law, {from, motion.opening, at_point(start_rate_, points_[i], 0),
                          motion.duration, motion.approach});
  return {2.0 * mean.normal - start, 2.0 * mean.per_opening};
}

double JointForces::approach_of(std::size_t i) const {
  const bool touches = at_point(start_, points_[i], 0) + laws_[i].normal.gap < 0.0;
  return touches ? approach_[i] : std::max(0.0, -at_point(start_rate_, points_[i], 0));
}

Vector JointForces::row_forces(const std::vector<PointTraction>& tractions) const {
  Vector force = Vector::Zero(rows());
  for (std::size_t i = 0; i < points_.size(); ++i)
    spread(points_[i], tractions[i].normal, tractions[i].friction, &force);
  return force;
}

void JointForces::evaluate(const Vector& motion, const Vector& rate, double rate_per_motion,
                           double duration) {
  motion_ = motion;
  rate_ = rate;
  force_.setZero();
  tangent_changed_ = false;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    PointMotion m = motion_of(points_[i], motion, rate);
    m.rate_per_motion = rate_per_motion;
    m.duration = duration;
    m.approach = approach_of(i);
    const PointTraction t =
        point_traction(laws_[i], m, &memory_[i * memory_size_], &after_[i * memory_size_]);
    tangent_changed_ = tangent_changed_ || !same_tangent(t, tractions_[i]);
    tractions_[i] = t;
    const MeanTraction held_now = held(i, m);
    tangent_changed_ = tangent_changed_ || held_now.per_opening != held_[i].per_opening;
    held_[i] = held_now;
    spread(points_[i], held_now.normal, t.friction + t.turn.friction, &force_);
  }
}

bool JointForces::continuous() const {
  return law_.normal.damping == 0.0 || law_.normal.damper != ImpactDamper::printed;
}

SparseMatrix JointForces::tangent() const {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const JointPoint& point = points_[i];
    const PointTraction& t = tractions_[i];
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b) {
        const double weight = point.length * point.share[a] * point.share[b];
        const int row = point.node[a], column = point.node[b], nn = static_cast<int>(nodes_);
        if (held_[i].per_opening != 0.0)
          entries.emplace_back(row, column, weight * held_[i].per_opening);
        if (!friction_) continue;
        const double per_opening = t.friction_per_opening + t.turn.per_opening;
        const double per_slip = t.friction_per_slip + t.turn.per_slip;
        if (per_opening != 0.0) entries.emplace_back(nn + row, column, weight * per_opening);
        if (per_slip != 0.0) entries.emplace_back(nn + row, nn + column, weight * per_slip);
      }
  }
  SparseMatrix tangent(rows(), rows());
  tangent.setFromTriplets(entries.begin(), entries.end());
  return tangent;
}

void JointForces::commit() {
  memory_.swap(after_);
  for (std::size_t i = 0; i < points_.size(); ++i) approach_[i] = approach_of(i);
  start_ = motion_;
  start_rate_ = rate_;
  start_tractions_ = tractions_;
}

double JointForces::normal_energy() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < points_.size(); ++i)
    sum += points_[i].length *
           mortise::gen::normal_energy(laws_[i].normal, at_point(start_, points_[i], 0));
  return sum;
}

double JointForces::friction_energy() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < points_.size(); ++i)
    sum += points_[i].length * mortise::gen::friction_energy(laws_[i].tangential,
                                                             &memory_[i * memory_size_],
                                                             tractions_[i].compression);
  return sum;
}

}  // namespace mortise::gen
