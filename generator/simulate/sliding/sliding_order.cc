#include "generator/simulate/sliding/sliding_order.hpp"

#include <utility>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

double sliding_output(const SlidingStepper& s, const OutputChannel& output) {
  const auto row = [&] { return s.system().output_rows.row(output.index); };
  switch (output.quantity) {
    case OutputQuantity::displacement:
      return row().dot(s.q());
    case OutputQuantity::velocity:
      return row().dot(s.v());
    case OutputQuantity::acceleration:
      return row().dot(s.acceleration());
    case OutputQuantity::modal_coordinate:
      return s.q()[output.index];
    case OutputQuantity::contact_force:
      return output.index == 0 ? s.force() : output.index == 1 ? s.friction_force() : 0.0;
    case OutputQuantity::gap:
      return s.place().gap;
    case OutputQuantity::sliding_velocity:
      return s.slip_velocity();
    case OutputQuantity::contact_position:
      return s.contact_position();
    default:
      throw Error("output " + output.name, "a sliding run does not have this quantity",
                  "leave it out of [[outputs]]");
  }
}

}  // namespace

SlidingOrder::SlidingOrder(std::unique_ptr<SlidingStepper> stepper)
    : stepper_(std::move(stepper)), impulse_(Vector::Zero(2)) {
  const ReducedSystem& system = stepper_->system();
  const SlidingLaw& law = system.sliding->law;
  const auto rest = sliding_equilibrium(system, stepper_->geometry(),
                                        system.sliding->geometry.start, law.friction);
  stepper_->set_state(rest.q, Vector::Zero(system.size()));
}

std::optional<StepReport> SlidingOrder::step(const Vector& inputs) {
  stepper_->step([&inputs](double) -> const Vector& { return inputs; });
  const SlidingLaw& law = stepper_->system().sliding->law;
  const double force = stepper_->force();
  impulse_ += stepper_->step_size() * Vector2(force, stepper_->friction_force());
  StepReport report;
  report.touching = force != 0;
  report.sliding =
      law.kind == SlidingKind::unilateral ||
      !(force < 0 || (law.friction > 0 && stepper_->slip_velocity() * sliding_direction(law) < 0));
  return report;
}

Vector SlidingOrder::outputs() const {
  const std::vector<OutputChannel>& channels = stepper_->system().outputs;
  Vector y(static_cast<Eigen::Index>(channels.size()));
  for (std::size_t k = 0; k < channels.size(); ++k)
    y[static_cast<Eigen::Index>(k)] = sliding_output(*stepper_, channels[k]);
  return y;
}

EnergyBooks SlidingOrder::books() const {
  const double stored = 0.5 * stepper_->v().squaredNorm() +
                        0.5 * stepper_->system().omega.cwiseProduct(stepper_->q()).squaredNorm();
  return {stored, kNotBooked, 0.0};
}

}  // namespace mortise::gen
