#include "generator/simulate/structure/contact_step.hpp"

#include <utility>

#include "generator/contact/unilateral/semismooth_newton.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

ContactStepper::ContactStepper(std::vector<ContactParameters> contacts, Matrix delassus,
                               const LawSpec& law, double tolerance)
    : contacts_(std::move(contacts)),
      delassus_(std::move(delassus)),
      law_(law),
      tolerance_(tolerance),
      was_active_(contacts_.size(), false),
      last_force_(Vector::Zero(delassus_.rows())) {}

std::vector<int> ContactStepper::active_contacts(const ContactStepInput& in) const {
  std::vector<int> active;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const auto n = static_cast<Eigen::Index>(3 * i);
    const double rate = law_.activation == Activation::free_end_gap
                            ? in.start_velocity[n] + in.free_velocity[n]
                            : in.start_velocity[n];
    const double predicted = in.gap[static_cast<Eigen::Index>(i)] + in.step / 2 * rate;
    const double limit =
        law_.activation_threshold + (was_active_[i] ? law_.activation_hysteresis : 0.0);
    if (predicted <= limit) active.push_back(static_cast<int>(i));
  }
  return active;
}

double ContactStepper::normal_restitution(std::size_t contact, double start_velocity) const {
  if (law_.restitution_rule == RestitutionRule::energy_safe && start_velocity > 0) return 1;
  if (start_velocity <= 0 && -start_velocity < law_.restitution_threshold) return 0;
  return contacts_[contact].restitution;
}

ContactStepResult ContactStepper::step(const ContactStepInput& in) {
  const auto nr = delassus_.rows();
  ContactStepResult out{Vector::Zero(nr), in.free_velocity, 0, 0};
  const std::vector<int> active = active_contacts(in);
  out.active = static_cast<int>(active.size());
  was_active_.assign(contacts_.size(), false);
  if (active.empty()) {
    last_force_.setZero();
    return out;
  }
  const auto na = static_cast<Eigen::Index>(active.size());
  InterfaceProblem problem;
  problem.G.resize(3 * na, 3 * na);
  problem.b.resize(3 * na);
  problem.mu.resize(na);
  Vector start(3 * na);
  for (Eigen::Index i = 0; i < na; ++i) {
    const auto c = static_cast<std::size_t>(active[static_cast<std::size_t>(i)]);
    const auto ci = static_cast<Eigen::Index>(3 * c);
    const double kappa = law_.friction_velocity == FrictionVelocity::mean
                             ? 1.0
                             : contacts_[c].restitution_tangential;
    const Eigen::Vector3d w0 = in.start_velocity.segment<3>(ci);
    problem.b.segment<3>(3 * i) =
        in.free_velocity.segment<3>(ci) +
        Eigen::Vector3d(normal_restitution(c, w0[0]) * w0[0], kappa * w0[1], kappa * w0[2]);
    problem.mu[i] = contacts_[c].friction;
    start.segment<3>(3 * i) = last_force_.segment<3>(ci);
    for (Eigen::Index j = 0; j < na; ++j)
      problem.G.block<3, 3>(3 * i, 3 * j) =
          delassus_.block<3, 3>(ci, 3 * active[static_cast<std::size_t>(j)]);
    was_active_[c] = true;
  }
  SemismoothOptions options;
  options.tolerance = tolerance_;
  const NewtonResult solved = semismooth_newton(problem, options, start);
  out.residual = solved.residual;
  if (!solved.converged && solved.residual > 1e-6)
    throw Error("full-order contact",
                "the offline solver stopped at a residual of " + std::to_string(solved.residual),
                "reduce step.size or contact.friction");
  for (Eigen::Index i = 0; i < na; ++i)
    out.force.segment<3>(3 * active[static_cast<std::size_t>(i)]) = solved.lambda.segment<3>(3 * i);
  out.end_velocity += delassus_ * out.force;
  last_force_ = out.force;
  return out;
}

}  // namespace mortise::gen
