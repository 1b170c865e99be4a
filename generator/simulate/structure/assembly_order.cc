#include "generator/simulate/structure/assembly_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kGross = 1e-6;  // violation over the free motion that no run should go on with

}  // namespace

AssemblyOrder::AssemblyOrder(const FullSystem& system, double step, double tolerance)
    : system_(system), h_(step), motion_(system, step) {
  std::vector<SteppedContact> contacts;
  std::vector<const SparseRow*> rows;
  std::vector<RowForces*> joints;
  for (const FullInterface& interface : system.interfaces) {
    demand(!interface.sliding, "interface \"" + interface.name + "\"",
           "slides: the full-order step of several interfaces does not move their rows",
           "run the reduced model, or put its motion beside a full-order run of [contact] alone");
    Place& place = places_.emplace_back();
    place.contact = static_cast<Eigen::Index>(contacts.size());
    place.contacts = static_cast<Eigen::Index>(interface.contacts.size());
    append_contacts(interface.contacts, interface.law, &contacts);
    for (const ContactPoint& c : interface.contacts)
      rows.insert(rows.end(), {&c.normal, &c.tangent1, &c.tangent2});
  }
  contact_rows_ = static_cast<Eigen::Index>(rows.size());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const FullInterface& interface = system.interfaces[i];
    Place& place = places_[i];
    place.row = static_cast<Eigen::Index>(rows.size());
    if (interface.film) {
      place.film = std::make_unique<SteppedFilm>(*interface.film, step);
      joints.push_back(place.film.get());
      rows.push_back(&interface.film->opening);
    }
    if (!interface.joint) continue;
    place.joint = std::make_unique<SteppedJoint>(*interface.joint, motion_.size(), step);
    joints.push_back(&place.joint->forces());
    const bool rubs = interface.joint->law.tangential.kind != TangentialKind::none;
    const std::vector<const SparseRow*> own = gen::rows_of(*interface.joint, rubs);
    rows.insert(rows.end(), own.begin(), own.end());
  }
  rows_ = stack_rows(rows, motion_.size());
  clearance_.resize(static_cast<Eigen::Index>(contacts.size()));
  for (std::size_t i = 0; i < contacts.size(); ++i)
    clearance_[static_cast<Eigen::Index>(i)] = contacts[i].parameters.clearance;
  contacts_ = std::make_unique<ContactStepper>(std::move(contacts));
  joints_ = std::make_unique<JointStack>(std::move(joints));
  response_ = step * motion_.response(rows_);
  Matrix delassus = rows_ * response_;
  delassus = (0.5 * (delassus + delassus.transpose())).eval();
  push_ = delassus.topRightCorner(contact_rows_, rows_.rows() - contact_rows_);
  solver_ = std::make_unique<AssemblySolver>(std::move(delassus), contact_rows_, step, tolerance);
  set_state(system.initial_displacement, system.initial_velocity);
}

void AssemblyOrder::set_state(const Vector& displacement, const Vector& velocity) {
  motion_.set_state(displacement, velocity);
  for (Place& place : places_) {
    if (place.joint) place.joint->set_state(motion_.displacement(), motion_.velocity());
    if (place.film) place.film->set_state((rows_ * motion_.displacement())[place.row]);
    place.impact = place.friction = 0.0;
    place.normal_impulse = place.tangential_impulse = 0.0;
    place.turned_over = 0.0;
  }
  lambda_ = impulse_ = Vector::Zero(contact_rows_);
  contacts_->forget();
  unsolved_ = iterations_ = 0;
  worst_residual_ = 0.0;
}

void AssemblyOrder::change(const LawChange& change) {
  const FullInterface& interface = system_.interfaces.at(change.interface);
  Place& place = places_[change.interface];
  demand(!place.film, "interface \"" + interface.name + "\"",
         "is a film, whose law has no numbers that change", "drive its inputs instead");
  if (place.joint) {
    JointLaw law = place.joint->law();
    change.make(interface.joint->law, &law);
    place.joint->set_law(law, displacement(), velocity());
    return;
  }
  for (Eigen::Index c = 0; c < place.contacts; ++c) {
    const auto at = static_cast<std::size_t>(c);
    ContactParameters& now = contacts_->parameters(static_cast<std::size_t>(place.contact) + at);
    change.make(interface.contacts[at].parameters, &now);
    clearance_[place.contact + c] = now.clearance;
  }
}

void AssemblyOrder::begin_films(const Vector& motion, const Vector& velocity,
                                const Vector& inputs) {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    if (!place.film) continue;
    const FilmBetween& film = *system_.interfaces[i].film;
    FilmInputs drive{film.film.entrainment, film.film.lubricant.viscosity_factor};
    if (film.entrainment >= 0) drive.entrainment = inputs[film.entrainment];
    if (film.viscosity >= 0) drive.viscosity_factor = inputs[film.viscosity];
    place.film->begin(motion[place.row], velocity[place.row], drive);
  }
}

std::optional<StepReport> AssemblyOrder::step(const Vector& inputs) {
  const Vector motion = rows_ * displacement(), velocity = rows_ * this->velocity();
  begin_films(motion, velocity, inputs);
  motion_.predict(inputs);
  const Vector free = rows_ * motion_.free_velocity();
  AssemblyStep step;
  step.contact_velocity = free.head(contact_rows_);
  step.joint_motion = of_joints(rows_ * motion_.free_displacement());
  step.joint_velocity = of_joints(free);
  step.joint_before = of_joints(motion);
  step.joint_force = Vector::Zero(joints_->rows());
  Vector warm = step.joint_force;
  for (const Place& place : places_) {
    if (place.film) warm[place.row - contact_rows_] = place.film->mean_force();
    if (!place.joint) continue;
    const Vector& start = place.joint->start_force();
    step.joint_force.segment(place.row - contact_rows_, start.size()) = start;
    warm.segment(place.row - contact_rows_, start.size()) = place.joint->warm_force();
  }
  ContactStart start{clearance_, velocity.head(contact_rows_), step.contact_velocity + push_ * warm,
                     h_};
  for (Eigen::Index i = 0; i < clearance_.size(); ++i) start.gap[i] += motion[3 * i];
  contacts_->enter(start);
  const AssemblyForces forces = solver_->solve(step, *contacts_, joints_.get());
  throw_if_gross(forces);
  contacts_->leave(forces.contact);
  finish(forces, motion, velocity);

  StepReport report;
  report.solved = forces.contacts_solved && forces.joints_solved;
  report.touching = contacts_->active() > 0;
  for (const Place& place : places_) {
    report.solved = report.solved && (!place.film || place.film->solved());
    report.touching = report.touching || (place.joint && place.joint->touching()) ||
                      (place.film && place.film->touching());
  }
  unsolved_ += report.solved ? 0 : 1;
  iterations_ += forces.iterations;
  worst_residual_ = std::max(worst_residual_, forces.residual);
  return report;
}

void AssemblyOrder::throw_if_gross(const AssemblyForces& forces) const {
  if (forces.contacts_solved || forces.residual <= kGross) return;
  std::size_t worst = 0;
  while (worst + 1 < places_.size() &&
         forces.worst >= places_[worst].contact + places_[worst].contacts)
    ++worst;
  throw Error("full order, step " + std::to_string(motion_.steps() + 1),
              fmt::format("the forces of interface {} miss its law by {:.2g} of the free motion",
                          system_.interfaces[worst].name, forces.residual),
              "reduce step.size, or the friction of the interfaces");
}

// motion, velocity: of the rows at the start (m).
void AssemblyOrder::finish(const AssemblyForces& forces, const Vector& motion,
                           const Vector& velocity) {
  Vector all(rows_.rows());
  all << forces.contact, forces.joint;
  motion_.finish(response_ * all);
  lambda_ = forces.contact;
  impulse_ += h_ * lambda_;
  const Vector after = rows_ * displacement(), mean = 0.5 * (velocity + rows_ * this->velocity());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    const InterfaceBooks before = books(i);
    if (place.joint) {
      const Eigen::Index rows = place.joint->rows().rows();
      place.joint->finish(motion.segment(place.row, rows), after.segment(place.row, rows));
    }
    if (place.film) {
      const double impulse = h_ * place.film->mean_force();
      place.film->commit();
      place.friction -= impulse * mean[place.row];
      place.normal_impulse += impulse;
    }
    for (Eigen::Index c = 3 * place.contact; c < 3 * (place.contact + place.contacts); c += 3) {
      place.impact -= h_ * lambda_[c] * mean[c];
      place.friction -= h_ * lambda_.segment<2>(c + 1).dot(mean.segment<2>(c + 1));
      place.normal_impulse += h_ * lambda_[c];
      place.tangential_impulse += h_ * lambda_.segment<2>(c + 1).norm();
    }
    const InterfaceBooks now = books(i);
    place.turned_over += std::abs(now.stored - before.stored) +
                         std::abs(now.impact + now.friction - before.impact - before.friction);
  }
}

InterfaceBooks AssemblyOrder::books(std::size_t interface) const {
  const Place& place = places_.at(interface);
  if (!place.joint) return {0.0, place.impact, place.friction};
  return {place.joint->stored(), place.joint->impact(), place.joint->friction()};
}

std::vector<InterfaceTotals> AssemblyOrder::interfaces() const {
  std::vector<InterfaceTotals> all;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    const InterfaceBooks own = books(i);
    all.push_back({system_.interfaces[i].name,
                   place.joint ? place.joint->normal_impulse() : place.normal_impulse,
                   place.joint ? place.joint->tangential_impulse() : place.tangential_impulse,
                   own.impact + own.friction, place.turned_over});
  }
  return all;
}

double AssemblyOrder::total(double InterfaceBooks::*part) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < places_.size(); ++i) sum += books(i).*part;
  return sum;
}

double AssemblyOrder::strain() const { return motion_.strain() + total(&InterfaceBooks::stored); }

EnergyBooks AssemblyOrder::books() const {
  return {kinetic() + strain(), external(),
          total(&InterfaceBooks::impact) + total(&InterfaceBooks::friction)};
}

Vector AssemblyOrder::outputs() const {
  Vector y(static_cast<Eigen::Index>(system_.outputs.size()));
  for (std::size_t k = 0; k < system_.outputs.size(); ++k) {
    const OutputChannel& channel = system_.outputs[k];
    y[static_cast<Eigen::Index>(k)] =
        channel.interface < 0
            ? output(channel)
            : output_of(places_.at(static_cast<std::size_t>(channel.interface)), channel);
  }
  return y;
}

// Of the bodies and of the whole.
double AssemblyOrder::output(const OutputChannel& channel) const {
  const auto moved = [&](const Vector& x) {
    return system_.output_rows[static_cast<std::size_t>(channel.index)].dot(x);
  };
  switch (channel.quantity) {
    case OutputQuantity::displacement:
      return moved(displacement());
    case OutputQuantity::velocity:
      return moved(velocity());
    case OutputQuantity::acceleration:
      return moved(motion_.acceleration());
    case OutputQuantity::energy_total:
      return kinetic() + strain();
    case OutputQuantity::energy_kinetic:
      return kinetic();
    case OutputQuantity::energy_strain:
      return strain();
    case OutputQuantity::dissipated_material:
      return material();
    case OutputQuantity::dissipated_friction:
      return total(&InterfaceBooks::friction);
    case OutputQuantity::dissipated_impact:
      return total(&InterfaceBooks::impact);
    case OutputQuantity::work_external:
      return external();
    default:
      throw Error("output " + channel.name, "is not known to the full model of an assembly",
                  "name its interface, or choose a motion or an energy");
  }
}

double AssemblyOrder::output_of(const Place& place, const OutputChannel& channel) const {
  const auto index = static_cast<std::size_t>(channel.index);
  const FullInterface& interface = system_.interfaces[static_cast<std::size_t>(channel.interface)];
  const auto point = [&] { return place.joint->forces().tractions()[index]; };
  const InterfaceBooks own = books(static_cast<std::size_t>(channel.interface));
  switch (channel.quantity) {
    case OutputQuantity::energy_strain:
      return own.stored;
    case OutputQuantity::dissipated_friction:
      return own.friction;
    case OutputQuantity::dissipated_impact:
      return own.impact;
    case OutputQuantity::film_force:
      if (place.film) return place.film->sample().force;
      break;
    case OutputQuantity::central_pressure:
      if (place.film) return place.film->sample().p_central;
      break;
    case OutputQuantity::central_gap:
      if (place.film) return place.film->sample().h_central;
      break;
    case OutputQuantity::minimum_gap:
      if (place.film) return place.film->sample().h_min;
      break;
    case OutputQuantity::film_residual:  // what reductions have: none here
    case OutputQuantity::film_basis:
      if (place.film) return 0.0;
      break;
    case OutputQuantity::contact_force:
      if (place.contacts > 0) return lambda_[3 * place.contact + channel.index];
      break;
    case OutputQuantity::gap:
      if (place.contacts > 0)
        return interface.contacts[index].parameters.clearance +
               interface.contacts[index].normal.dot(displacement());
      break;
    case OutputQuantity::normal_traction:
      if (place.joint) return point().normal;
      break;
    case OutputQuantity::friction_traction:
      if (place.joint) return point().friction;
      break;
    case OutputQuantity::slipping_share:
      if (place.joint) return place.joint->slipping_share();
      break;
    default:
      break;
  }
  throw Error("output " + channel.name, "is no quantity of interface " + interface.name,
              place.film    ? "choose the force, a gap or the pressure of the film, or an energy"
              : place.joint ? "choose a traction, slipping_share or an energy"
                            : "choose a contact force, a gap or an energy");
}

}  // namespace mortise::gen
