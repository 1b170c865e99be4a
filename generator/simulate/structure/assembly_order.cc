#include "generator/simulate/structure/assembly_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/text/error.hpp"
#include "generator/simulate/bolted/exact_modes.hpp"

namespace mortise::gen {
namespace {

constexpr double kGross = 1e-6;  // violation over the free motion that no run should go on with

// One that stands at the place of its slide: nothing rebounds, friction opposes the mean slip.
SteppedContact contact_of(const SteppedSlide& slide) {
  SteppedContact contact;
  contact.parameters.friction = slide.law().friction;
  contact.law.restitution_rule = RestitutionRule::newton;
  contact.law.activation_threshold = contact.law.activation_hysteresis = 0.0;
  if (slide.bilateral()) contact.kept = slide.friction_share();
  return contact;
}

bool any_bolted(const FullSystem& system) {
  return std::any_of(system.interfaces.begin(), system.interfaces.end(),
                     [](const FullInterface& i) { return i.bolted != nullptr; });
}

}  // namespace

AssemblyOrder::AssemblyOrder(const FullSystem& given, double step, double tolerance)
    : given_(given),
      exact_(any_bolted(given) ? std::make_unique<const FullSystem>(exact_system(given, step))
                               : nullptr),
      system_(exact_ ? *exact_ : given),
      h_(step),
      start_inputs_(Vector::Zero(static_cast<Eigen::Index>(given.inputs.size()))),
      end_inputs_(start_inputs_),
      motion_(system_, step) {
  const FullSystem& system = system_;
  std::vector<SteppedContact> contacts;
  std::vector<const SparseRow*> contact_rows, joint_rows;
  std::vector<std::vector<const SparseRow*>> slide_rows;
  std::vector<RowForces*> joints;
  for (const FullInterface& interface : system.interfaces) {
    Place& place = places_.emplace_back();
    place.contact = static_cast<Eigen::Index>(contacts.size());
    place.contacts = static_cast<Eigen::Index>(interface.contacts.size());
    append_contacts(interface.contacts, interface.law, &contacts);
    for (const ContactPoint& c : interface.contacts)
      contact_rows.insert(contact_rows.end(), {&c.normal, &c.tangent1, &c.tangent2});
  }
  unilateral_ = static_cast<Eigen::Index>(contacts.size());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!system.interfaces[i].bolted) continue;
    const BoltedSystem& bolted = system.interfaces[i].bolted->system;
    places_[i].bolted = std::make_unique<SteppedBolted>(*system.interfaces[i].bolted);
    places_[i].scale =
        exact_modes(bolted.modes.omega, 2.0 * bolted.zeta.cwiseProduct(bolted.modes.omega), step)
            .scale;
  }
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const FullInterface& interface = system.interfaces[i];
    Place& place = places_[i];
    if (!interface.sliding) continue;
    place.contact = static_cast<Eigen::Index>(contacts.size());
    place.contacts = 1;
    place.slide = std::make_unique<SteppedSlide>(*interface.sliding, step);
    contacts.push_back(contact_of(*place.slide));
    slide_rows.push_back(gen::slave_rows(*interface.sliding));
    const std::vector<const SparseRow*> targets = gen::target_rows(*interface.sliding);
    slide_rows.back().insert(slide_rows.back().end(), targets.begin(), targets.end());
  }
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const FullInterface& interface = system.interfaces[i];
    Place& place = places_[i];
    place.row = static_cast<Eigen::Index>(3 * contacts.size() + joint_rows.size());
    if (interface.film) {
      place.film = std::make_unique<SteppedFilm>(*interface.film, step);
      joints.push_back(place.film.get());
      joint_rows.push_back(&interface.film->opening);
    }
    if (!interface.joint) continue;
    place.joint = std::make_unique<SteppedJoint>(*interface.joint, motion_.size(), step);
    joints.push_back(&place.joint->forces());
    const bool rubs = interface.joint->law.tangential.kind != TangentialKind::none;
    const std::vector<const SparseRow*> own = gen::rows_of(*interface.joint, rubs);
    joint_rows.insert(joint_rows.end(), own.begin(), own.end());
  }
  rows_ = AssemblyRows(contact_rows, slide_rows, joint_rows, motion_, step);
  clearance_.resize(static_cast<Eigen::Index>(contacts.size()));
  for (std::size_t i = 0; i < contacts.size(); ++i)
    clearance_[static_cast<Eigen::Index>(i)] = contacts[i].parameters.clearance;
  contacts_ = std::make_unique<ContactStepper>(std::move(contacts));
  joints_ = std::make_unique<JointStack>(std::move(joints));
  const Matrix delassus = rows_.delassus();
  push_ = across_of(delassus);
  solver_ = std::make_unique<AssemblySolver>(delassus, rows_.contact_rows(), step, tolerance);
  set_state(system.initial_displacement, system.initial_velocity);
}

void AssemblyOrder::hold(const Vector& start, const Vector& end) {
  start_inputs_ = start;
  end_inputs_ = end;
}

// Amplitudes of the modes of the bolted structure that this interface lies in.
Vector AssemblyOrder::eta_of(std::size_t interface) const {
  const FullInterface& i = system_.interfaces[interface];
  return places_[interface].scale.cwiseProduct(displacement().segment(i.first_mode, i.modes));
}

// Half a step of what bolted contacts and inputs do to their modes (n).
Vector AssemblyOrder::kicks(const Vector& inputs) const {
  Vector sum;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!places_[i].bolted) continue;
    if (sum.size() == 0) sum = Vector::Zero(motion_.size());
    sum.segment(system_.interfaces[i].first_mode, system_.interfaces[i].modes) =
        h_ / 2 * places_[i].bolted->force(inputs);
  }
  return sum;
}

void AssemblyOrder::solve_bolted() {
  if (!exact_) return;
  const Vector held = kicks(start_inputs_);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    if (!place.bolted) continue;
    const InterfaceBooks before = books(i);
    place.bolted->solve(eta_of(i), end_inputs_);
    const InterfaceBooks now = books(i);
    place.turned_over +=
        std::abs(now.stored - before.stored) + std::abs(now.friction - before.friction);
  }
  motion_.push(kicks(end_inputs_) - held);
}

double AssemblyOrder::external() const {
  double sum = motion_.external() + drive_;
  for (const Place& place : places_)
    if (place.bolted) sum += place.bolted->work();
  return sum;
}

template <class Visit>
void AssemblyOrder::each_slide(const Visit& visit) {
  std::size_t k = 0;
  for (Place& place : places_)
    if (place.slide) visit(k++, place);
}

void AssemblyOrder::set_state(const Vector& displacement, const Vector& velocity) {
  if (exact_) {
    Vector u = or_zero(displacement, motion_.size()), v = or_zero(velocity, motion_.size());
    to_exact(given_, h_, &u, &v);
    motion_.set_state(u, v);
  } else {
    motion_.set_state(displacement, velocity);
  }
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (places_[i].bolted) places_[i].bolted->start(eta_of(i), start_inputs_);
  each_slide([&](std::size_t k, Place& place) {
    place.slide->set_state(rows_.of_nodes(k, motion_.displacement()),
                           rows_.of_nodes(k, motion_.velocity()));
  });
  for (Place& place : places_) {
    if (place.joint) place.joint->set_state(motion_.displacement(), motion_.velocity());
    if (place.film) place.film->set_state(rows_.of(motion_.displacement())[place.row]);
    place.impact = place.friction = 0.0;
    place.normal_impulse = place.tangential_impulse = 0.0;
    place.turned_over = 0.0;
  }
  lambda_ = impulse_ = Vector::Zero(rows_.contact_rows());
  drive_ = 0.0;
  contacts_->forget();
  unsolved_ = iterations_ = 0;
  worst_residual_ = 0.0;
}

void AssemblyOrder::change(const LawChange& change) {
  const FullInterface& interface = system_.interfaces.at(change.interface);
  Place& place = places_[change.interface];
  demand(!place.film && !place.bolted, "interface \"" + interface.name + "\"",
         "has no numbers of its law that change at full order", "drive its inputs instead");
  if (place.joint) {
    JointLaw law = place.joint->law();
    change.make(interface.joint->law, &law);
    place.joint->set_law(law, displacement(), velocity());
    return;
  }
  if (place.slide) {
    SlidingLaw law = place.slide->law();
    change.make(interface.sliding->law, &law);
    place.slide->set_law(law);
    contacts_->contact(static_cast<std::size_t>(place.contact)) = contact_of(*place.slide);
    return;
  }
  for (Eigen::Index c = 0; c < place.contacts; ++c) {
    const auto at = static_cast<std::size_t>(c);
    ContactParameters& now =
        contacts_->contact(static_cast<std::size_t>(place.contact) + at).parameters;
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

// Where the slaves stand in this step, and what their rows see then. False if none does.
bool AssemblyOrder::move_rows() {
  std::vector<SparseMatrix> rows;
  each_slide([&](std::size_t k, Place& place) {
    place.slide->begin(rows_.of_nodes(k, displacement()), rows_.of_nodes(k, velocity()));
    rows.push_back(place.slide->rows());
  });
  if (rows.empty()) return false;
  rows_.turn(rows);
  const Matrix delassus = rows_.delassus();
  push_ = across_of(delassus);
  solver_->move_contacts(delassus);
  each_slide([&](std::size_t, Place& place) {
    const Eigen::Index row = 3 * place.contact;
    const double across = place.slide->friction_share() * delassus(row, row + 1);
    if (place.slide->bilateral() && !(delassus(row, row) + across > 0.0))
      refuse(place, "wedges: its friction takes away what opens the gap");
  });
  return true;
}

// What the laws of sliding contacts are told of the start of a step.
void AssemblyOrder::begin_slides(ContactStart* start) {
  start->shift = Vector::Zero(rows_.contact_rows());
  each_slide([&](std::size_t, Place& place) {
    const Eigen::Index row = 3 * place.contact;
    // the gap was looked up at u + h v
    start->gap[place.contact] = place.slide->gap() - h_ * start->velocity[row];
    start->shift.segment<2>(row) = place.slide->law_shift();
  });
}

std::optional<StepReport> AssemblyOrder::step(const Vector& inputs) {
  const bool moved = move_rows();
  const Vector motion = rows_.of(displacement()), velocity = rows_.of(this->velocity());
  begin_films(motion, velocity, inputs);
  motion_.predict(inputs, kicks(start_inputs_));
  const Vector free = rows_.of(motion_.free_velocity());
  const Eigen::Index contact_rows = rows_.contact_rows();
  AssemblyStep step;
  step.contact_velocity = free.head(contact_rows);
  step.joint_motion = of_joints(rows_.of(motion_.free_displacement()));
  step.joint_velocity = of_joints(free);
  step.joint_before = of_joints(motion);
  step.joint_force = Vector::Zero(joints_->rows());
  Vector warm = step.joint_force;
  for (const Place& place : places_) {
    if (place.film) warm[place.row - contact_rows] = place.film->mean_force();
    if (!place.joint) continue;
    const Vector& start = place.joint->start_force();
    step.joint_force.segment(place.row - contact_rows, start.size()) = start;
    warm.segment(place.row - contact_rows, start.size()) = place.joint->warm_force();
  }
  ContactStart start{clearance_, velocity.head(contact_rows), step.contact_velocity + push_ * warm,
                     h_};
  for (Eigen::Index i = 0; i < unilateral_; ++i) start.gap[i] += motion[3 * i];
  if (moved) begin_slides(&start);
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
    report.sliding = report.sliding && (!place.slide || place.slide->valid());
    report.touching = report.touching || (place.joint && place.joint->touching()) ||
                      (place.film && place.film->touching()) ||
                      (place.bolted && place.bolted->touching());
  }
  unsolved_ += report.solved ? 0 : 1;
  iterations_ += forces.iterations;
  worst_residual_ = std::max(worst_residual_, forces.residual);
  return report;
}

void AssemblyOrder::throw_if_gross(const AssemblyForces& forces) const {
  if (forces.contacts_solved || forces.residual <= kGross) return;
  const auto worst = std::find_if(places_.begin(), places_.end(), [&](const Place& place) {
    return forces.worst >= place.contact && forces.worst < place.contact + place.contacts;
  });
  refuse(worst == places_.end() ? places_.front() : *worst,
         fmt::format("misses its law by {:.2g} of the free motion", forces.residual));
}

void AssemblyOrder::refuse(const Place& place, const std::string& what) const {
  const auto at = static_cast<std::size_t>(&place - places_.data());
  throw Error("full order, step " + std::to_string(motion_.steps() + 1),
              "interface " + system_.interfaces[at].name + " " + what,
              "reduce step.size, or the friction of the interfaces");
}

// motion, velocity: of the rows at the start (m).
void AssemblyOrder::finish(const AssemblyForces& forces, const Vector& motion,
                           const Vector& velocity) {
  Vector all(rows_.size());
  all << forces.contact, forces.joint;
  motion_.finish(rows_.kick(all));
  lambda_ = forces.contact;
  impulse_ += h_ * lambda_;
  const Vector after = rows_.of(displacement()), speed = rows_.of(this->velocity());
  Vector mean = 0.5 * (velocity + speed);
  each_slide([&](std::size_t, Place& place) {
    const Eigen::Index row = 3 * place.contact;
    place.slide->finish(lambda_[row], speed[row + 1]);
    const Vector2 frame = place.slide->frame();
    mean.segment<2>(row) += frame;
    drive_ -= h_ * lambda_.segment<2>(row).dot(frame);
  });
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
  solve_bolted();
}

InterfaceBooks AssemblyOrder::books(std::size_t interface) const {
  const Place& place = places_.at(interface);
  if (place.bolted) return {place.bolted->stored(), 0.0, place.bolted->friction()};
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

// Output of the bodies or of the whole.
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
  if (place.bolted) {
    const SteppedBolted& bolted = *place.bolted;
    switch (channel.quantity) {
      case OutputQuantity::displacement:
        return bolted.displacement(channel.index);
      case OutputQuantity::velocity:
        return bolted.velocity(channel.index,
                               velocity().segment(interface.first_mode, interface.modes), h_);
      case OutputQuantity::contact_force:
        return bolted.resultants()[channel.index];
      case OutputQuantity::slipping_share:
        return bolted.slipping();
      case OutputQuantity::training_ratio:
        return 0.0;  // of the reduced model alone
      default:
        break;
    }
  }
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
    case OutputQuantity::sliding_velocity:
      if (place.slide) return place.slide->slip();
      break;
    case OutputQuantity::contact_position:
      if (place.slide) return place.slide->position();
      break;
    case OutputQuantity::gap:
      if (place.contacts > 0 && !place.slide)
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
              place.bolted  ? "choose a contact force, slipping_share or an energy"
              : place.film  ? "choose the force, a gap or the pressure of the film, or an energy"
              : place.joint ? "choose a traction, slipping_share or an energy"
              : place.slide
                  ? "choose a contact force, sliding_velocity, contact_position or an energy"
                  : "choose a contact force, a gap or an energy");
}

}  // namespace mortise::gen
