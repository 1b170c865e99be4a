// The step of this image: that of the model's law alone, with what the model fixes fixed at compile
// time. It takes the place of the pipelines for any model, which are therefore not linked; what is
// done between steps is theirs (between.cc of the law's room).
#include "model.hpp"

#if defined(MORTISE_EIGEN)
#include "mortise/eigen.hpp"
#endif

#if !defined(MORTISE_NO_ASSEMBLY)
#include "../../runtime/src/assembly/step.hpp"
#elif !defined(MORTISE_NO_FILM)
#include "../../runtime/src/film/one_film.hpp"
#include "../../runtime/src/film/step.hpp"
#elif !defined(MORTISE_NO_JOINT)
#include "../../runtime/src/joint/step.hpp"
#elif !defined(MORTISE_NO_SLIDING)
#include "../../runtime/src/sliding/static_state.hpp"
#elif !defined(MORTISE_NO_BOLTED)
#include "../../runtime/src/bolted/step.hpp"
#else
#define MORTISE_CONTACTS
#endif
#if defined(MORTISE_CONTACTS) && !defined(MORTISE_NO_POSITION)
#include "../../runtime/src/unilateral/position_step.hpp"
#endif

#if defined(MORTISE_CONTACTS) && defined(MORTISE_NO_POSITION) && !defined(MORTISE_NEWTON)
namespace mortise::MORTISE_ISA {

// main() refuses models that ask for the status Newton, so its code need not be in flash.
template <>
SolveReport Stepper<embedded::Step::Sizes>::newton(const ActiveSet&, const ContactProblem&,
                                                   const ContactIterate&, Status*) {
  __builtin_unreachable();
}

}  // namespace mortise::MORTISE_ISA
#endif

namespace mortise::baseline {

// main() refuses models of another law than this image was made for.
#if defined(MORTISE_CONTACTS)

#if defined(MORTISE_NO_POSITION)

Status unilateral_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return MORTISE_ISA::step_contacts<embedded::Step::Sizes>(model, state, u, y);
}

#else

Status unilateral_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return MORTISE_ISA::PositionStepper(model, state).run(u, y);
}

#endif

#else

Status unilateral_step(const ModelView&, State&, const Real*, Real*) { __builtin_trap(); }

#endif

#if !defined(MORTISE_NO_ASSEMBLY)

Status assembly_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return MORTISE_ISA::AssemblyStepper(static_cast<const AssemblyView&>(model), state).run(u, y);
}

#endif

#if !defined(MORTISE_NO_FILM)

Status film_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return MORTISE_ISA::FilmStepper(model, state).run(u, y);
}

#elif !defined(MORTISE_NO_JOINT)

#if defined(MORTISE_NO_ASSEMBLY)
Status joint_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return MORTISE_ISA::JointStepper(model, state).run(u, y);
}
#else
Status joint_step(const ModelView&, State&, const Real*, Real*) { __builtin_trap(); }
#endif

#elif !defined(MORTISE_NO_SLIDING)

Status sliding_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return MORTISE_ISA::SlidingStepper(model, state).run(u, y);
}

#endif

#if !defined(MORTISE_NO_BOLTED)

#if defined(MORTISE_NO_ASSEMBLY)
Status bolted_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return MORTISE_ISA::BoltedStepper(model, state).run(u, y);
}
#else
Status bolted_step(const ModelView&, State&, const Real*, Real*) { __builtin_trap(); }
#endif

#endif

}  // namespace mortise::baseline

#if defined(MORTISE_EIGEN)

// The step as a controller written with Eigen calls it.
mortise::Status embedded::step(const mortise::Model& model, mortise::State& state,
                               const mortise::Real* u, mortise::Real* y) {
  using Plant = mortise::Plant<Step>;
  using Inputs = Eigen::Map<const Plant::Inputs>;
  const bool both = kInputValues > Plant::kInputs;
  Plant::Outputs out;
  const mortise::Status status =
      Plant(model, state).step(Inputs(u), Inputs(both ? u + Plant::kInputs : u), &out);
  Eigen::Map<Plant::Outputs> outputs(y);
  outputs = out;
  return status;
}

#endif
