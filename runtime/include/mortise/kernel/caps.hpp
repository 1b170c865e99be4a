// Caps of the loops inside of a step that no file sets. The generator counts the worst case of a
// step with the same numbers (generator/bake/file/kernel_flops.hpp).
#pragma once

namespace mortise {

// Slip of one contact: Newton steps on its multiplier (local_solve.hpp).
inline constexpr int kSlipIterations = 40;

// Status Newton (status_newton.hpp): iterations without progress until single contacts change, how
// many of them do before sweeps take over for a moment, and these sweeps.
inline constexpr int kNewtonPatience = 2, kNewtonExchanges = 12, kNewtonSweeps = 3;

// Groups of interfaces try Newton from the forces as they are, then from the end of a path or from
// none; linear solves of the path per iteration that Newton may make.
inline constexpr int kGroupAttempts = 2, kGroupPivots = 3;

// Unknowns of a linear system from which panels pay (lu.hpp).
inline constexpr int kPanelsFrom = 24;

// Tangential laws of joints, per visit of a point: Newton steps of Iwan's bank; LuGre's search for
// a bracket and its false position (joint/friction_laws.hpp).
inline constexpr int kIwanIterations = 40;
inline constexpr int kLuGreDoublings = 20, kLuGreIterations = 40;

// Impact units of joints that are no linear springs, per visit of a point: Newton steps and
// halvings of a bracket (joint/impact_law.hpp).
inline constexpr int kImpactIterations = 60;

}  // namespace mortise
