// A scenario of a structure at full order, whatever its interface.
#pragma once

#include <memory>
#include <vector>

#include "generator/simulate/run/run_steps.hpp"
#include "generator/simulate/run/signals.hpp"
#include "generator/simulate/run/state_map.hpp"
#include "generator/simulate/sliding/stepper.hpp"
#include "generator/simulate/structure/full_options.hpp"

namespace mortise::gen {

// Full model over `duration` [s]; every `every`-th step is recorded. displacement [m], velocity
// [m/s] (n): at the start, empty: zero.
//   a sliding contact    by itself: all modes of every substructure, so that nothing is condensed
//                        away; from the static sliding state, displacement and velocity are not
//                        used
//   position level       by itself: PositionOrder on all modes, through the changes of the options
//   all else             AssemblyOrder, on all modes if an interface is at position level, through
//   the phases and the changes of the options. Where
//                        bodies of a film take substeps all bodies do, as many as any film asks
//                        for; contact forces and accelerations are means over the step
// options.first_step > 0 is for unilateral contacts, options.phases for one joint.
// Throws Error for a scheme that the interface does not have.
Trajectory run_full(const FullSystem& system, const FullOrderOptions& options,
                    const std::vector<SourceOptions>& sources, const Vector& displacement,
                    const Vector& velocity, double duration, int every, const Progress& progress);

// The places of a structure whose states a run at full order knows: contacts and law points. None
// of a sliding contact that is alone.
std::vector<MappedInterface> mapped_places(const FullSystem& system);

// A sliding contact in the modal coordinates of its stepper, from the static sliding state.
Trajectory run_sliding_modes(std::unique_ptr<SlidingStepper> stepper,
                             const std::vector<SourceOptions>& sources, double duration, int every,
                             const Progress& progress);

}  // namespace mortise::gen
