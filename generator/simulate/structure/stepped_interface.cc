#include "generator/simulate/structure/stepped_interface.hpp"

#include <cmath>

#include "generator/ground/text/error.hpp"
#include "generator/simulate/structure/stepped_bolted.hpp"
#include "generator/simulate/structure/stepped_contacts.hpp"
#include "generator/simulate/structure/stepped_film.hpp"
#include "generator/simulate/structure/stepped_joint.hpp"
#include "generator/simulate/structure/stepped_positions.hpp"
#include "generator/simulate/structure/stepped_slide.hpp"

namespace mortise::gen {

namespace {

// The class of every law.
struct Stepped {
  using Made = std::unique_ptr<SteppedInterface>;
  const FullInterface& interface;
  Eigen::Index n;
  double step;

  Made operator()(const UnilateralContacts& contacts) const {
    if (contacts.compliance) return std::make_unique<SteppedPositions>(interface, n, step);
    return std::make_unique<SteppedContacts>(interface, n, step);
  }
  Made operator()(const Joint&) const { return std::make_unique<SteppedJoint>(interface, n, step); }
  Made operator()(const SlidingContact&) const {
    return std::make_unique<SteppedSlide>(interface, n, step);
  }
  Made operator()(const FilmBetween&) const {
    return std::make_unique<SteppedFilm>(interface, step);
  }
  Made operator()(const BoltedZones&) const {
    return std::make_unique<SteppedBolted>(interface, step);
  }
  Made operator()(const NoLaw&) const {
    throw Error("interface \"" + interface.name + "\"", "has no law", "give it one");
  }
};

}  // namespace

std::unique_ptr<SteppedInterface> stepped_interface(const FullInterface& interface, Eigen::Index n,
                                                    double step) {
  return std::visit(Stepped{interface, n, step}, interface.law);
}

SteppedInterface::SteppedInterface(const FullInterface& interface, double step)
    : interface_(interface), h_(step) {}

void SteppedInterface::set_state(const BodyState& state) {
  books_ = {};
  work_ = normal_impulse_ = tangential_impulse_ = turned_over_ = 0.0;
  start(state);
}

void SteppedInterface::change(const LawChange&, const BodyState&) {
  throw Error("interface \"" + name() + "\"", "has no numbers of its law that change at full order",
              "drive its inputs instead");
}

void SteppedInterface::set_law(const JointLaw&, const BodyState&) {
  throw Error("interface \"" + name() + "\"", "is no joint, which operating cases are for",
              "give changes of its numbers instead");
}

void SteppedInterface::begin(const BodyState&, const Vector&) {}

void SteppedInterface::soften(Eigen::Ref<Matrix>) const {}

Vector SteppedInterface::gained(const Vector&) { return {}; }

double SteppedInterface::displaced(int) const { return 0.0; }

double SteppedInterface::speed(int) const { return 0.0; }

void SteppedInterface::tell(Eigen::Index, const Vector&, ContactStart*) const {}

void SteppedInterface::kick(const Vector&, Vector*) const {}

void SteppedInterface::end(const RowStep& step, const BodyState& state) {
  const InterfaceBooks before = books_;
  finish(step, state);
  turned_over_ += std::abs(books_.stored - before.stored) +
                  std::abs(books_.impact + books_.friction - before.impact - before.friction);
}

void SteppedInterface::book_contacts(const Vector& force, const Vector& mean_velocity) {
  for (Eigen::Index c = 0; c < force.size(); c += 3) {
    const auto along = force.segment<2>(c + 1);
    books_.impact -= h_ * force[c] * mean_velocity[c];
    books_.friction -= h_ * along.dot(mean_velocity.segment<2>(c + 1));
  }
  add_impulses(force);
}

void SteppedInterface::add_impulses(const Vector& force) {
  for (Eigen::Index c = 0; c < force.size(); c += 3) {
    normal_impulse_ += h_ * force[c];
    tangential_impulse_ += h_ * force.segment<2>(c + 1).norm();
  }
}

double SteppedInterface::output(const OutputChannel& channel, const BodyState& state) const {
  if (const auto own = own_output(channel, state)) return *own;
  switch (channel.quantity) {
    case OutputQuantity::energy_strain:
      return books_.stored;
    case OutputQuantity::dissipated_friction:
      return books_.friction;
    case OutputQuantity::dissipated_impact:
      return books_.impact;
    default:
      throw Error("output " + channel.name, "is no quantity of interface " + name(),
                  "choose " + std::string(choice()) + " or an energy");
  }
}

InterfaceTotals SteppedInterface::totals() const {
  return {name(), normal_impulse_, tangential_impulse_, books_.impact + books_.friction,
          turned_over_};
}

}  // namespace mortise::gen
