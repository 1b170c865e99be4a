#include "generator/simulate/structure/full_order.hpp"

#include <utility>

#include "generator/contact/unilateral/bore.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/structure/contact_stepper.hpp"

namespace mortise::gen {

namespace {

SparseMatrix with_bores(const SparseMatrix& upper, const SparseMatrix& lower) {
  using RowMajor = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  RowMajor all(upper.rows() + lower.rows(), upper.cols());
  all.topRows(upper.rows()) = RowMajor(upper);
  all.bottomRows(lower.rows()) = RowMajor(lower);
  return all;
}

// Motion by contact rows above bore rows.
BoreMotion bore_motion(const Vector& rows) {
  return {rows.head(rows.size() / 2), rows.tail(rows.size() / 2)};
}

}  // namespace

TimeScheme time_scheme(const std::string& name) {
  if (name == "moreau_jean") return TimeScheme::moreau_jean;
  if (name == "schurzig") return TimeScheme::schurzig;
  if (name == "generalised_alpha") return TimeScheme::generalised_alpha;
  throw Error("--scheme", "\"" + name + "\" is no time scheme",
              "use moreau_jean, schurzig, or for sliding contacts generalised_alpha");
}

FullOrder::FullOrder(const FullSystem& system, const FullOrderOptions& options)
    : system_(system), options_(options) {
  const Eigen::Index n = size();
  const double h = options.step;
  if (options.scheme == TimeScheme::generalised_alpha)
    throw Error("--scheme", "generalised_alpha is for sliding contacts",
                "use moreau_jean or schurzig");
  if (!(h > 0)) throw Error("step.size", "the step must be positive", "give it in seconds");
  contact_rows_ = contact_rows(system);
  in_bore_ = !system.contacts.empty() && system.contacts.front().in_bore();
  if (in_bore_) contact_rows_ = with_bores(contact_rows_, bore_rows(system));
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
  const Matrix delassus = contact_rows_ * response_;
  delassus_ = 0.5 * (delassus + delassus.transpose());
  std::vector<SteppedContact> contacts;
  append_contacts(system.contacts, options_.law, &contacts);
  contact_ = std::make_unique<ContactStepper>(std::move(contacts));
  set_state(system.initial_displacement, system.initial_velocity);
}

FullOrder::~FullOrder() = default;

void FullOrder::set_state(const Vector& displacement, const Vector& velocity) {
  u_ = or_zero(displacement, size());
  v_ = or_zero(velocity, size());
  a_ = Vector::Zero(size());
  lambda_ = Vector::Zero(3 * clearance_.size());
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
  Vector before = contact_rows_ * v_, free = contact_rows_ * v_free_;
  Vector motion = contact_rows_ * u_;
  Matrix turn;
  ContactStart start{clearance_, {}, {}, options_.step};
  if (in_bore_) {
    const BoreTurn turned = turn_bores(bore_motion(motion), bore_motion(before), options_.step);
    turn = turning(turned.cosine, turned.sine);
    for (Vector* each : {&before, &free, &motion}) *each = (turn * *each).eval();
    start.curvature = turned.curvature;
  }
  start.velocity = before;
  start.expected_velocity = free;
  for (Eigen::Index i = 0; i < clearance_.size(); ++i) start.gap[i] += motion[3 * i];
  contact_->enter(start);
  lambda_ = Vector::Zero(3 * clearance_.size());
  if (contact_->active() > 0) {
    SemismoothOptions solver;
    solver.tolerance = options_.tolerance;
    const NewtonResult solved =
        contact_->solve(in_bore_ ? Matrix(turn * delassus_ * turn.transpose()) : delassus_, free,
                        contact_->warm_force(), solver);
    if (!solved.converged && solved.residual > 1e-6)
      throw Error("full-order contact",
                  "the offline solver stopped at a residual of " + std::to_string(solved.residual),
                  "reduce step.size or contact.friction");
    lambda_ = solved.lambda;
    impulse_ += options_.step * lambda_;
    dissipated_ -= options_.step * 0.5 * lambda_.dot(before + solved.velocity);
    const Vector dv = response_ * (in_bore_ ? Vector(turn.transpose() * lambda_) : lambda_);
    v_free_ += dv;
    u_free_ += options_.step / 2 * dv;
  }
  contact_->leave(lambda_);
  u_.swap(u_free_);
  v_.swap(v_free_);
  ++steps_;
  StepReport report;
  report.touching = contact_->active() > 0;
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
        out = in_bore_ ? bore_gaps(clearance_, bore_motion(contact))[o.index]
                       : clearance_[o.index] + contact[3 * o.index];
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
