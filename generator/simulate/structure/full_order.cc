#include "generator/simulate/structure/full_order.hpp"

#include <utility>

#include "generator/contact/unilateral/semismooth_newton.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

namespace {

std::vector<ContactParameters> parameters_of(const FullSystem& system) {
  std::vector<ContactParameters> out;
  for (const ContactPoint& c : system.contacts) out.push_back(c.parameters);
  return out;
}

}  // namespace

// The contact law of one step, stated once more for offline use and independent of the runtime:
// activation, restitution, friction, solved by the semi-smooth Newton oracle.
struct ContactStepInput {
  Vector gap;             // (nc) at the start of the step [m]
  Vector start_velocity;  // (3 nc) interface velocity at the start [m/s]
  Vector free_velocity;   // (3 nc) at the end without contact forces [m/s]
  double step = 0.0;      // h [s]
};

struct ContactStepResult {
  Vector force;         // (3 nc) lambda, held over the step [N]
  Vector end_velocity;  // (3 nc) with contact forces [m/s]
  int active = 0;       // contacts that took part
  double residual = 0;  // of the oracle, relative
};

class ContactStepper {
 public:
  // contacts: law parameters (nc). delassus: (3 nc x 3 nc) end velocity per held force [m/s/N].
  // tolerance: of the oracle's natural-map residual.
  ContactStepper(std::vector<ContactParameters> contacts, Matrix delassus, const LawSpec& law,
                 double tolerance);

  // Solves one step; remembers which contacts are active (hysteresis) and their forces (start
  // values). Throws Error if the oracle does not converge.
  ContactStepResult step(const ContactStepInput& in);

 private:
  std::vector<int> active_contacts(const ContactStepInput& in) const;
  double normal_restitution(std::size_t contact, double start_velocity) const;

  std::vector<ContactParameters> contacts_;
  Matrix delassus_;
  LawSpec law_;
  double tolerance_;
  std::vector<bool> was_active_;
  Vector last_force_;
};

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

TimeScheme time_scheme(const std::string& name) {
  if (name == "moreau_jean") return TimeScheme::moreau_jean;
  if (name == "schurzig") return TimeScheme::schurzig;
  if (name == "generalised_alpha") return TimeScheme::generalised_alpha;
  if (name == "forward_increment") return TimeScheme::forward_increment;
  throw Error("--scheme", "\"" + name + "\" is no time scheme",
              "use moreau_jean, schurzig, or for sliding contacts generalised_alpha or "
              "forward_increment");
}

FullOrder::FullOrder(const FullSystem& system, const FullOrderOptions& options)
    : system_(system), options_(options) {
  const Eigen::Index n = size();
  const double h = options.step;
  if (options.scheme == TimeScheme::generalised_alpha ||
      options.scheme == TimeScheme::forward_increment)
    throw Error("--scheme", "generalised_alpha and forward_increment are for sliding contacts",
                "use moreau_jean or schurzig");
  if (!(h > 0)) throw Error("step.size", "the step must be positive", "give it in seconds");
  contact_rows_ = contact_rows(system);
  output_rows_ = stack_rows(system.output_rows, n);
  clearance_.resize(static_cast<Eigen::Index>(system.contacts.size()));
  for (std::size_t i = 0; i < system.contacts.size(); ++i)
    clearance_[static_cast<Eigen::Index>(i)] = system.contacts[i].parameters.clearance;

  damping_ = damping_matrix(system);
  const SparseMatrix average =
      system.model.mass + h / 2 * damping_ + h * h / 4 * system.model.stiffness;
  predictor_ = factorize(average, "M + h/2 D + h^2/4 K");
  const SparseMatrix right = contact_rows_.transpose();
  if (options.scheme == TimeScheme::schurzig) {
    options_.law.friction_velocity = FrictionVelocity::end;
    options_.law.restitution_rule = RestitutionRule::newton;
    const SparseMatrix end = system.model.mass + h * damping_ + h * h / 2 * system.model.stiffness;
    corrector_ = factorize(end, "M + h D + h^2/2 K");
    response_ = h * corrector_->solve(Matrix(right));
  } else {
    response_ = h * predictor_->solve(Matrix(right));
  }
  Matrix delassus = contact_rows_ * response_;
  delassus = (0.5 * (delassus + delassus.transpose())).eval();
  contact_ = std::make_unique<ContactStepper>(parameters_of(system), std::move(delassus),
                                              options_.law, options.tolerance);
  set_state(system.initial_displacement, system.initial_velocity);
}

FullOrder::~FullOrder() = default;

void FullOrder::set_state(const Vector& displacement, const Vector& velocity) {
  u_ = or_zero(displacement, size());
  v_ = or_zero(velocity, size());
  a_ = Vector::Zero(size());
  lambda_ = Vector::Zero(contact_rows_.rows());
  impulse_ = lambda_;
  dissipated_ = 0;
  steps_ = 0;
  has_acceleration_ = false;
}

void FullOrder::predict_moreau_jean(const Vector& force) {
  const double h = options_.step;
  const Vector r = force - damping_ * v_ - system_.model.stiffness * (u_ + h / 2 * v_);
  v_free_ = v_ + h * predictor_->solve(r);
  u_free_ = u_ + h / 2 * (v_ + v_free_);
}

void FullOrder::predict_schurzig(const Vector& force) {
  const double h = options_.step;
  if (!has_acceleration_) {  // at rest or thrown: start from M a = f - D v - K u
    const auto mass = factorize(system_.model.mass, "the mass matrix");
    a_ = mass->solve(force - damping_ * v_ - system_.model.stiffness * u_);
    has_acceleration_ = true;
  }
  const Vector u_part = u_ + h * v_ + h * h / 4 * a_, v_part = v_ + h / 2 * a_;
  a_ = predictor_->solve(force - damping_ * v_part - system_.model.stiffness * u_part);
  v_free_ = v_part + h / 2 * a_;
  u_free_ = u_part + h * h / 4 * a_;
}

std::optional<StepReport> FullOrder::step(const Vector& inputs) {
  const Vector force = applied_force(system_, inputs);
  if (options_.scheme == TimeScheme::schurzig) {
    predict_schurzig(force);
  } else {
    predict_moreau_jean(force);
  }
  ContactStepInput in;
  in.step = options_.step;
  in.start_velocity = contact_rows_ * v_;
  in.free_velocity = contact_rows_ * v_free_;
  const Vector motion = contact_rows_ * u_;
  in.gap = clearance_;
  for (Eigen::Index i = 0; i < clearance_.size(); ++i) in.gap[i] += motion[3 * i];
  const ContactStepResult contact = contact_->step(in);
  lambda_ = contact.force;
  impulse_ += options_.step * lambda_;
  dissipated_ -= options_.step * 0.5 * lambda_.dot(in.start_velocity + contact.end_velocity);
  if (contact.active > 0) {
    const Vector dv = response_ * lambda_;
    v_free_ += dv;
    u_free_ += options_.step / 2 * dv;
  }
  u_.swap(u_free_);
  v_.swap(v_free_);
  ++steps_;
  StepReport report;
  report.touching = contact.active > 0;
  return report;
}

EnergyBooks FullOrder::books() const {
  EnergyBooks books;
  books.stored = 0.5 * v_.dot(system_.model.mass * v_) + 0.5 * u_.dot(system_.model.stiffness * u_);
  books.dissipated = dissipated_;
  return books;
}

Vector FullOrder::outputs() const {
  const Vector positions = output_rows_ * u_, velocities = output_rows_ * v_;
  const Vector contact = contact_rows_ * u_;
  Vector y(static_cast<Eigen::Index>(system_.outputs.size()));
  for (std::size_t k = 0; k < system_.outputs.size(); ++k) {
    const OutputChannel& o = system_.outputs[k];
    double& out = y[static_cast<Eigen::Index>(k)];
    switch (o.quantity) {
      case OutputQuantity::displacement:
        out = positions[o.index];
        break;
      case OutputQuantity::velocity:
        out = velocities[o.index];
        break;
      case OutputQuantity::contact_force:
        out = lambda_[o.index];
        break;
      case OutputQuantity::gap:
        out = clearance_[o.index] + contact[3 * o.index];
        break;
      case OutputQuantity::modal_coordinate:
        throw Error("output " + o.name, "the full model has no modal coordinates",
                    "choose a displacement, velocity, gap or contact force");
      default:
        throw Error("output " + o.name, "is for joints and sliding contacts",
                    "choose a displacement, velocity, gap or contact force");
    }
  }
  return y;
}

}  // namespace mortise::gen
