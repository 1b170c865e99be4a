#include "generator/simulate/structure/contact_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include "generator/ground/dense/small_lu.hpp"

namespace mortise::gen {

ContactStepper::ContactStepper(std::vector<SteppedContact> contacts)
    : contacts_(std::move(contacts)),
      was_active_(contacts_.size(), false),
      last_force_(Vector::Zero(3 * static_cast<Eigen::Index>(contacts_.size()))) {}

bool ContactStepper::begins(std::size_t contact, const ContactStart& start) const {
  if (contacts_[contact].kept) return true;
  const LawSpec& law = contacts_[contact].law;
  const auto n = static_cast<Eigen::Index>(3 * contact);
  const double rate = law.activation == Activation::free_end_gap
                          ? start.velocity[n] + start.expected_velocity[n]
                          : start.velocity[n];
  const double predicted = start.gap[static_cast<Eigen::Index>(contact)] + start.step / 2 * rate;
  return predicted <=
         law.activation_threshold + (was_active_[contact] ? law.activation_hysteresis : 0.0);
}

double ContactStepper::normal_restitution(std::size_t contact, double start_velocity) const {
  const LawSpec& law = contacts_[contact].law;
  if (law.restitution_rule == RestitutionRule::energy_safe && start_velocity > 0) return 1;
  if (start_velocity <= 0 && -start_velocity < law.restitution_threshold) return 0;
  return contacts_[contact].parameters.restitution;
}

double ContactStepper::tangential_restitution(const SteppedContact& contact) const {
  return contact.law.friction_velocity == FrictionVelocity::mean
             ? 1.0
             : contact.parameters.restitution_tangential;
}

bool ContactStepper::takes_part(Eigen::Index contact) const {
  return std::binary_search(active_.begin(), active_.end(), static_cast<int>(contact));
}

bool ContactStepper::any_passive() const {
  return std::any_of(active_.begin(), active_.end(), [this](int c) { return is_passive(c); });
}

void ContactStepper::oppose_mean_velocity(const std::vector<bool>& contacts,
                                          const ContactStart& start) {
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const auto c = static_cast<std::size_t>(active_[i]);
    if (!contacts[c] || !is_passive(active_[i])) continue;
    shift_.segment<2>(static_cast<Eigen::Index>(3 * i + 1)) +=
        (1.0 - tangential_restitution(contacts_[c])) *
        start.velocity.segment<2>(3 * active_[i] + 1);
  }
}

void ContactStepper::forget() {
  was_active_.assign(contacts_.size(), false);
  last_force_.setZero();
}

void ContactStepper::enter(const ContactStart& start) {
  active_.clear();
  for (std::size_t c = 0; c < contacts_.size(); ++c)
    if (begins(c, start)) active_.push_back(static_cast<int>(c));
  shift_.resize(3 * static_cast<Eigen::Index>(active_.size()));
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const auto c = static_cast<std::size_t>(active_[i]);
    const Eigen::Vector3d w = start.velocity.segment<3>(3 * active_[i]);
    const double kappa = tangential_restitution(contacts_[c]);
    const double curved = start.curvature[active_[i]];
    const double rate = w[0] + curved;  // of the gap
    const bool slides = contacts_[c].in_bore && -rate <= curved;
    const double e = slides ? 1.0 : normal_restitution(c, rate);
    shift_.segment<3>(static_cast<Eigen::Index>(3 * i)) =
        Eigen::Vector3d(e * w[0] - (1.0 - e) * curved, kappa * w[1], kappa * w[2]) +
        start.shift.segment<3>(3 * active_[i]);
  }
}

Vector ContactStepper::warm_force() const {
  Vector force = Vector::Zero(last_force_.size());
  for (const int c : active_) force.segment<3>(3 * c) = last_force_.segment<3>(3 * c);
  return force;
}

Eigen::Vector3d ContactStepper::shifted(std::size_t active, const Vector& velocity) const {
  return velocity.segment<3>(3 * active_[active]) +
         shift_.segment<3>(static_cast<Eigen::Index>(3 * active));
}

NewtonResult ContactStepper::solve(const Matrix& delassus, const Vector& free_velocity,
                                   const Vector& start, const SemismoothOptions& options) const {
  const auto na = static_cast<Eigen::Index>(active_.size());
  InterfaceProblem problem;
  problem.G.resize(3 * na, 3 * na);
  problem.b.resize(3 * na);
  problem.mu.resize(na);
  Vector first(3 * na);
  for (Eigen::Index i = 0; i < na; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int c = active_[at];
    problem.b.segment<3>(3 * i) = shifted(at, free_velocity);
    problem.mu[i] = contacts_[static_cast<std::size_t>(c)].parameters.friction;
    first.segment<3>(3 * i) = start.segment<3>(3 * c);
    for (Eigen::Index j = 0; j < na; ++j)
      problem.G.block<3, 3>(3 * i, 3 * j) =
          delassus.block<3, 3>(3 * c, 3 * active_[static_cast<std::size_t>(j)]);
  }
  const bool some_kept = std::any_of(active_.begin(), active_.end(), [&](int c) {
    return contacts_[static_cast<std::size_t>(c)].kept.has_value();
  });
  NewtonResult solved = some_kept ? solve_beside_kept(problem, first, options)
                                  : semismooth_newton(problem, options, first);
  const Vector own = solved.lambda;
  solved.lambda = Vector::Zero(last_force_.size());
  for (Eigen::Index i = 0; i < na; ++i)
    solved.lambda.segment<3>(3 * active_[static_cast<std::size_t>(i)]) = own.segment<3>(3 * i);
  solved.velocity = free_velocity + delassus * solved.lambda;
  return solved;
}

// problem, start: of all that take part.
NewtonResult ContactStepper::solve_beside_kept(const InterfaceProblem& problem, const Vector& start,
                                               const SemismoothOptions& options) const {
  std::vector<Eigen::Index> normals, rows, contacts;  // of the kept ones; of the others
  std::vector<double> shares;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const std::optional<double>& kept = contacts_[static_cast<std::size_t>(active_[i])].kept;
    if (kept) {
      normals.push_back(3 * at);
      shares.push_back(*kept);
    } else {
      contacts.push_back(at);
      rows.insert(rows.end(), {3 * at, 3 * at + 1, 3 * at + 2});
    }
  }
  Matrix ways = Matrix::Zero(problem.b.size(), static_cast<Eigen::Index>(normals.size()));
  for (std::size_t k = 0; k < normals.size(); ++k)
    ways.col(static_cast<Eigen::Index>(k)).segment<2>(normals[k]) = Eigen::Vector2d(1.0, shares[k]);
  // velocities of all by the forces that close the kept ones: of what they see of the others, of b
  const Matrix pushed = problem.G * ways;
  const SmallLu closing{Matrix(pushed(normals, Eigen::all))};
  InterfaceProblem others;
  others.symmetric = false;
  others.mu = problem.mu(contacts);
  const Matrix answers = closing.solve(Matrix(problem.G(normals, rows)));
  const Vector own = closing.solve(Vector(problem.b(normals)));
  others.G = problem.G(rows, rows) - pushed(rows, Eigen::all) * answers;
  others.b = problem.b(rows) - pushed(rows, Eigen::all) * own;
  NewtonResult solved = semismooth_newton(others, options, Vector(start(rows)));
  const Vector kept = -(own + answers * solved.lambda);
  Vector all = ways * kept;
  all(rows) = solved.lambda;
  solved.lambda = all;
  return solved;
}

double ContactStepper::violation(std::size_t active, const Eigen::Vector3d& force,
                                 const Eigen::Vector3d& velocity, double scale) const {
  const SteppedContact& c = contacts_[static_cast<std::size_t>(active_[active])];
  if (!c.kept) return natural_residual(force, velocity, c.parameters.friction, scale);
  return std::hypot(velocity[0], scale * (force[1] - *c.kept * force[0]));
}

ContactStepper::Violation ContactStepper::violation(const Vector& force, const Vector& end_velocity,
                                                    const Vector& scale) const {
  Violation worst;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const int c = active_[i];
    const double size = violation(i, force.segment<3>(3 * c), shifted(i, end_velocity), scale[c]);
    if (!(size <= worst.size)) worst = {size, c};
  }
  return worst;
}

double ContactStepper::velocity_scale(const Vector& free_velocity) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < active_.size(); ++i)
    largest = std::max(largest, shifted(i, free_velocity).cwiseAbs().maxCoeff());
  return largest;
}

void ContactStepper::leave(const Vector& force) {
  was_active_.assign(contacts_.size(), false);
  for (const int c : active_) was_active_[static_cast<std::size_t>(c)] = true;
  last_force_ = force;
}

}  // namespace mortise::gen
