#include "generator/simulate/structure/statics.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// sigma against the mean of the squared frequencies: elastic shapes settle at once, and a body that
// only friction holds is still felt.
constexpr double kDrag = 1e-8;
constexpr int kSteps = 400;
constexpr double kSettled = 1e-8;  // motion of a step, relative to the largest displacement

JointLaw frictionless(JointLaw law) {
  law.tangential = {};
  return law;
}

SlipFront front_of(const JointStatics& statics, const std::vector<JointPoint>& points) {
  SlipFront front;
  front.equilibrium = true;
  front.displacement = statics.displacement();
  bool slipped = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PointTraction& t = statics.tractions()[i];
    front.position.push_back(points[i].position);
    front.compression.push_back(t.compression);
    front.friction.push_back(t.friction);
    if (t.slipping) {
      ++front.slip_points;
      if (!slipped) front.intervals.emplace_back(points[i].position, 0.0);
      front.intervals.back().second = points[i].position;
    }
    slipped = t.slipping;
  }
  return front;
}

}  // namespace

JointStatics::JointStatics(const FullSystem& system, const JointLaw& law,
                           const Vector& displacement)
    : system_(system),
      rows_(joint_rows(joint_of(system), law.tangential, system.model.size())),
      forces_(joint_of(system).points, static_cast<Eigen::Index>(joint_of(system).nodes.size()),
              law),
      u_(displacement) {
  const FullModel& model = system.model;
  const double sigma = kDrag * model.stiffness.diagonal().sum() / model.mass.diagonal().sum();
  drag_ = sigma * model.mass;
  solver_ = factorize(model.stiffness + drag_, "K + sigma M");
  response_ = solver_->solve(Matrix(SparseMatrix(rows_.transpose())));
  compliance_ = rows_ * response_;
  newton_ = std::make_unique<InterfaceNewton>(compliance_, 1.0);
  motion_ = rows_ * u_;
  forces_.start_from(motion_);
}

bool JointStatics::advance(const Vector& force) {
  Vector u = u_, x = motion_, held = forces_.force();
  InterfaceStep step;
  step.rate_free = Vector::Zero(rows_.rows());
  for (int k = 0; k < kSteps; ++k) {
    const Vector unbalanced = force - system_.model.stiffness * u + rows_.transpose() * held;
    const Vector free = solver_->solve(unbalanced);
    step.x_free = rows_ * (u + free);
    newton_->solve(step, -compliance_ * held, &forces_, &x);
    const Vector way = free + response_ * (forces_.force() - held);
    held = forces_.force();
    u += way;
    if (way.lpNorm<Eigen::Infinity>() > kSettled * u.lpNorm<Eigen::Infinity>()) continue;
    forces_.commit();
    motion_ = rows_ * u;
    forces_.start_from(motion_);
    tractions_ = forces_.tractions();
    u_ = u;
    return true;
  }
  return false;
}

Vector pressed_state(const FullSystem& system, const Vector& force) {
  JointStatics statics(system, frictionless(joint_of(system).law),
                       Vector::Zero(system.model.size()));
  if (!statics.advance(force))
    throw Error("initial state", "without friction there is no static equilibrium",
                "hold the structure, or press it against its base without pulling it along");
  return statics.displacement();
}

std::vector<SlipFront> slip_fronts(const FullSystem& system, const Vector& press,
                                   const Vector& pull, const std::vector<double>& factors,
                                   const PreloadOptions& options) {
  JointStatics statics(system, joint_of(system).law, pressed_state(system, press));
  std::vector<SlipFront> fronts;
  double reached = 0.0;
  bool equilibrium = statics.advance(press);
  for (const double factor : factors) {
    const double way = factor - reached;
    const int count = static_cast<int>(std::ceil(std::abs(way) / options.increment - 1e-9));
    for (int k = 1; equilibrium && k <= count; ++k)
      equilibrium = statics.advance(press + (reached + way * k / count) * pull);
    reached = factor;
    fronts.push_back(equilibrium ? front_of(statics, joint_of(system).points) : SlipFront{});
    fronts.back().factor = factor;
  }
  return fronts;
}

}  // namespace mortise::gen
