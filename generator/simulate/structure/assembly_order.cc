#include "generator/simulate/structure/assembly_order.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/text/error.hpp"
#include "generator/simulate/bolted/bonded_body.hpp"

namespace mortise::gen {
namespace {

constexpr double kGross = 1e-6;  // violation over the free motion that no run should go on with

bool any_bolted(const FullSystem& system) {
  return std::any_of(system.interfaces.begin(), system.interfaces.end(),
                     [](const FullInterface& i) { return i.as<BoltedZones>() != nullptr; });
}

FullOrderOptions options_of(double step) {
  FullOrderOptions options;
  options.step = step;
  return options;
}

}  // namespace

AssemblyOrder::AssemblyOrder(const FullSystem& system, double step)
    : AssemblyOrder(system, options_of(step)) {}

AssemblyOrder::AssemblyOrder(const FullSystem& given, const FullOrderOptions& options)
    : given_(given),
      exact_(any_bolted(given)
                 ? std::make_unique<const FullSystem>(exact_system(given, options.step))
                 : nullptr),
      system_(exact_ ? *exact_ : given),
      h_(options.step),
      tolerance_(options.tolerance),
      printed_(options.scheme == TimeScheme::schurzig),
      start_inputs_(Vector::Zero(static_cast<Eigen::Index>(given.inputs.size()))),
      end_inputs_(start_inputs_),
      motion_(system_, h_, options.scheme) {
  for (const FullInterface& interface : system_.interfaces) {
    demand(!printed_ || !interface.contacts().points.empty(), "--scheme",
           "schurzig is for unilateral contacts", "leave the scheme to its default");
    places_.emplace_back().interface = stepped_interface(interface, motion_.size(), h_);
  }
  lay_out();
  set_state(system_.initial_displacement, system_.initial_velocity);
}

std::vector<SteppedContact> AssemblyOrder::contacts_of(const Place& place) const {
  std::vector<SteppedContact> contacts = place.interface->contacts();
  for (SteppedContact& contact : contacts) {
    if (!printed_) continue;
    contact.law.friction_velocity = FrictionVelocity::end;
    contact.law.restitution_rule = RestitutionRule::newton;
  }
  return contacts;
}

// Rows of contacts that stay, of those that turn, of joints and films, and who answers them.
void AssemblyOrder::lay_out() {
  std::vector<const SparseRow*> fixed, motions;
  std::vector<TurningRows> turning;
  std::vector<SteppedContact> contacts;
  std::vector<RowForces*> forces;
  const auto add_contacts = [&](Place* place) {
    const std::vector<SteppedContact> own = contacts_of(*place);
    place->row = static_cast<Eigen::Index>(3 * contacts.size());
    place->rows = static_cast<Eigen::Index>(3 * own.size());
    contacts.insert(contacts.end(), own.begin(), own.end());
  };
  const auto append = [](std::vector<const SparseRow*> own, std::vector<const SparseRow*>* all) {
    all->insert(all->end(), own.begin(), own.end());
  };
  for (Place& place : places_) {
    if (place.interface->turns() || place.interface->forces() != nullptr) continue;
    add_contacts(&place);
    append(place.interface->row_list(), &fixed);
  }
  for (Place& place : places_) {
    if (!place.interface->turns()) continue;
    add_contacts(&place);
    turning.push_back({place.interface->row_list(), place.rows / 3});
  }
  for (Place& place : places_) {
    RowForces* own = place.interface->forces();
    if (own == nullptr) continue;
    place.row = static_cast<Eigen::Index>(3 * contacts.size() + motions.size());
    place.rows = own->rows();
    forces.push_back(own);
    append(place.interface->row_list(), &motions);
  }
  rows_ = AssemblyRows(fixed, turning, motions, motion_, h_);
  contacts_ = std::make_unique<ContactStepper>(std::move(contacts));
  forces_ = std::make_unique<JointStack>(std::move(forces));
  const Matrix delassus = this->delassus();
  push_ = across_of(delassus);
  passive_ = PassiveGroups(delassus, rows_.contact_rows());
  solver_ = std::make_unique<AssemblySolver>(delassus, rows_.contact_rows(), h_, tolerance_);
}

// G of all rows, with what contacts give way by themselves.
Matrix AssemblyOrder::delassus() const {
  Matrix g = rows_.delassus();
  for (const Place& place : places_)
    place.interface->soften(g.block(place.row, place.row, place.rows, place.rows));
  return g;
}

void AssemblyOrder::hold(const Vector& start, const Vector& end) {
  start_inputs_ = start;
  end_inputs_ = end;
}

// Half a step of what bolted contacts and inputs do to their modes (n).
Vector AssemblyOrder::kicks(const Vector& inputs) const {
  if (!exact_) return {};
  Vector sum = Vector::Zero(motion_.size());
  for (const Place& place : places_) place.interface->kick(inputs, &sum);
  return sum;
}

double AssemblyOrder::external() const {
  double sum = motion_.external();
  for (const Place& place : places_) sum += place.interface->work();
  return sum;
}

void AssemblyOrder::set_state(const Vector& displacement, const Vector& velocity) {
  if (exact_) {
    Vector u = or_zero(displacement, motion_.size()), v = or_zero(velocity, motion_.size());
    to_exact(given_, h_, &u, &v);
    motion_.set_state(u, v);
  } else {
    motion_.set_state(displacement, velocity);
  }
  for (Place& place : places_) place.interface->set_state(state(start_inputs_));
  contacts_->forget();
  unsolved_ = iterations_ = 0;
  worst_residual_ = 0.0;
}

void AssemblyOrder::change(const LawChange& change) {
  Place& place = places_.at(change.interface);
  place.interface->change(change, state(start_inputs_));
  const std::vector<SteppedContact> contacts = contacts_of(place);
  for (std::size_t c = 0; c < contacts.size(); ++c)
    contacts_->contact(static_cast<std::size_t>(place.row) / 3 + c) = contacts[c];
}

void AssemblyOrder::set_case(std::size_t interface, const OperatingCase& operating_case) {
  places_.at(interface).interface->set_law(operating_case.law, state(start_inputs_));
  motion_.set_damping(operating_case.damping);
  lay_out();
}

// What the rows that turn see in this step.
void AssemblyOrder::turn_rows() {
  std::vector<SparseMatrix> rows;
  for (const Place& place : places_)
    if (place.interface->turns()) rows.push_back(place.interface->turned());
  if (rows.empty()) return;
  rows_.turn(rows);
  const Matrix delassus = this->delassus();
  push_ = across_of(delassus);
  solver_->move_contacts(delassus);
  for (const Place& place : places_) {
    if (!place.interface->turns()) continue;
    const std::string fault =
        place.interface->fault(delassus.block(place.row, place.row, place.rows, place.rows));
    if (!fault.empty()) refuse(place, fault);
  }
}

std::optional<StepReport> AssemblyOrder::step(const Vector& inputs) {
  for (Place& place : places_) place.interface->begin(state(inputs), end_inputs_);
  turn_rows();
  const Vector motion = rows_.of(displacement()), velocity = rows_.of(this->velocity());
  motion_.predict(inputs, kicks(start_inputs_));
  const Vector held = this->held();
  const Vector pushed = held.isZero(0.0) ? Vector(0.0 * held) : Vector(rows_.delassus() * held);
  const Vector free = rows_.of(motion_.free_velocity()) + pushed;
  const Eigen::Index contact_rows = rows_.contact_rows();
  AssemblyStep step;
  step.contact_velocity = free.head(contact_rows);
  step.joint_motion =
      of_motions(rows_.of(motion_.free_displacement())) + h_ / 2 * of_motions(pushed);
  step.joint_velocity = of_motions(free);
  step.joint_before = of_motions(motion);
  step.joint_force = Vector::Zero(forces_->rows());
  Vector warm = step.joint_force;
  for (const Place& place : places_) {
    if (place.interface->forces() == nullptr) continue;
    step.joint_force.segment(place.row - contact_rows, place.rows) = place.interface->start_force();
    warm.segment(place.row - contact_rows, place.rows) = place.interface->warm_force();
  }
  ContactStart start(velocity.head(contact_rows), step.contact_velocity + push_ * warm, h_);
  for (const Place& place : places_)
    place.interface->tell(place.row / 3, motion.segment(place.row, place.rows), &start);
  contacts_->enter(start);
  const AssemblyForces forces = solve(step, start);
  throw_if_gross(forces);
  contacts_->leave(forces.contact);
  finish(forces, held, motion, velocity);

  StepReport report;
  report.solved = forces.contacts_solved && forces.joints_solved;
  report.touching = contacts_->active() > 0;
  for (const Place& place : places_) place.interface->report(&report);
  unsolved_ += report.solved ? 0 : 1;
  iterations_ += forces.iterations;
  worst_residual_ = std::max(worst_residual_, forces.residual);
  return report;
}

AssemblyForces AssemblyOrder::solve(const AssemblyStep& step, const ContactStart& start) {
  AssemblyForces first = solver_->solve(step, *contacts_, forces_.get());
  if (!contacts_->any_passive()) return first;
  const std::vector<bool> driving =
      passive_.driving(first, start.velocity, step.contact_velocity, *contacts_);
  if (driving.empty()) return first;
  contacts_->oppose_mean_velocity(driving, start);
  AssemblyForces second = solver_->solve(step, *contacts_, forces_.get());
  passive_.blend(driving, first, start.velocity, step.contact_velocity, *contacts_, &second);
  second.joints_solved = first.joints_solved && second.joints_solved;
  second.contacts_solved = first.contacts_solved && second.contacts_solved;
  second.residual = std::max(first.residual, second.residual);
  second.iterations += first.iterations;
  return second;
}

void AssemblyOrder::throw_if_gross(const AssemblyForces& forces) const {
  if (forces.contacts_solved || forces.residual <= kGross) return;
  const Eigen::Index row = 3 * forces.worst;
  const auto worst = std::find_if(places_.begin(), places_.end(), [&](const Place& place) {
    return row >= place.row && row < place.row + place.rows;
  });
  refuse(worst == places_.end() ? places_.front() : *worst,
         fmt::format("misses its law by {:.2g} of the free motion", forces.residual));
}

void AssemblyOrder::refuse(const Place& place, const std::string& what) const {
  throw Error("full order, step " + std::to_string(motion_.steps() + 1),
              "interface " + place.interface->name() + " " + what,
              "reduce step.size, or the friction of the interfaces");
}

// Forces on all rows that act from the start of the step on (m).
Vector AssemblyOrder::held() const {
  Vector all = Vector::Zero(rows_.size());
  for (const Place& place : places_) {
    const Vector own = place.interface->held_force();
    all.segment(place.row, own.size()) = own;
  }
  return all;
}

// held: beside the forces; motion, velocity: of the rows at the start (m).
void AssemblyOrder::finish(const AssemblyForces& forces, const Vector& held, const Vector& motion,
                           const Vector& velocity) {
  Vector all(rows_.size());
  all << forces.contact, forces.joint;
  all += held;
  motion_.finish(rows_.kick(all));
  const Vector after = rows_.of(displacement()), speed = rows_.of(this->velocity());
  const Vector kicked = kicks(start_inputs_);
  for (Place& place : places_) {
    const auto own = [&](const Vector& x) { return x.segment(place.row, place.rows); };
    place.interface->end({own(motion), own(after), own(velocity), own(speed), own(all)},
                         state(end_inputs_));
  }
  for (Place& place : places_) {
    const Vector gained = place.interface->gained(this->velocity());
    if (gained.size() > 0) motion_.push(gained);
  }
  if (exact_) motion_.push(kicks(end_inputs_) - kicked);
}

Vector AssemblyOrder::contact_impulse() const {
  Vector all(0);
  for (const Place& place : places_) {
    const Vector own = place.interface->impulse();
    all.conservativeResize(all.size() + own.size());
    all.tail(own.size()) = own;
  }
  return all;
}

std::vector<InterfaceTotals> AssemblyOrder::interfaces() const {
  std::vector<InterfaceTotals> all;
  if (!system_.assembly()) return all;
  for (const Place& place : places_) all.push_back(place.interface->totals());
  return all;
}

std::vector<Touch> AssemblyOrder::states() const {
  std::vector<Touch> all;
  for (const Place& place : places_) place.interface->add_states(&all);
  return all;
}

double AssemblyOrder::total(double InterfaceBooks::*part) const {
  double sum = 0.0;
  for (const Place& place : places_) sum += place.interface->books().*part;
  return sum;
}

double AssemblyOrder::strain() const { return motion_.strain() + total(&InterfaceBooks::stored); }

EnergyBooks AssemblyOrder::books() const {
  const double friction = total(&InterfaceBooks::friction);
  return {kinetic() + strain(), external(), total(&InterfaceBooks::impact) + friction, friction};
}

Vector AssemblyOrder::outputs() const {
  Vector y(static_cast<Eigen::Index>(system_.outputs.size()));
  for (std::size_t k = 0; k < system_.outputs.size(); ++k) {
    const OutputChannel& channel = system_.outputs[k];
    y[static_cast<Eigen::Index>(k)] = channel.interface < 0
                                          ? output(channel)
                                          : places_.at(static_cast<std::size_t>(channel.interface))
                                                .interface->output(channel, state(end_inputs_));
  }
  return y;
}

// Output of the bodies or of the whole.
double AssemblyOrder::output(const OutputChannel& channel) const {
  const auto beside = [&](double (SteppedInterface::*part)(int) const) {
    double sum = 0.0;
    for (const Place& place : places_) sum += (place.interface.get()->*part)(channel.index);
    return sum;
  };
  const auto moved = [&](const Vector& x) {
    return system_.output_rows[static_cast<std::size_t>(channel.index)].dot(x);
  };
  switch (channel.quantity) {
    case OutputQuantity::displacement:
      return moved(displacement()) + beside(&SteppedInterface::displaced);
    case OutputQuantity::velocity:
      return moved(velocity()) + beside(&SteppedInterface::speed);
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
      if (system_.alone) return places_.front().interface->output(channel, state(end_inputs_));
      throw Error("output " + channel.name, "is not known to the full model of an assembly",
                  "name its interface, or choose a motion or an energy");
  }
}

}  // namespace mortise::gen
