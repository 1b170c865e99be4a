// A model file against the full model, on the scenarios that no reduction step has seen.
//
// Two things are wrong with a model file, and each is measured where it costs least:
//   reduction  the file against the full-order model, both with the step of the file
//   step       the file against the same condensed model whose step is halved until the last two
//              levels differ by at most a fifth of the limits (kReferenceShare) and the modes that
//              carry at least a hundredth of the energy turn by at most 1 rad per step
//   total      their sum: by the triangle inequality a bound of the file against a full model
//              resolved in time, as far as full and condensed model refine alike
// The condensed model stands in for the full one where time is refined: its steps take
// microseconds, those of the full one milliseconds, and where the two differ the reduction shows it
// and counts. At most 8 halvings, and 2e6 steps beyond the first; what is not resolved then fails
// the certificate and says so. Velocities jump at impacts and are compared as means over a step of
// the file: these converge with the time of the impact.
#pragma once

#include <functional>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/judge/certify/procedure.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/run/trajectory.hpp"
#include "generator/simulate/structure/full_options.hpp"

namespace mortise::gen {

// The model file of a definition with another step [s], from the same condensed model.
using Rebake = std::function<AlignedBytes(double step)>;

// The shapes of the condensed modes (n x r): u = shapes * q.
using LiftedShapes = std::function<const Matrix&()>;

// model: bytes of a model file built from this definition.
// assembled: the full model of this definition.
// lift: called for short runs only (settings.full_steps). These begin shortly before the scenario
// first touches, with the state of the file; without contact they are the end of the scenario.
// Joints, sliding contacts and assemblies, which have a memory, are run from the start.
// rebake: the same condensed model at other steps; empty: the step's error stays unknown, which
// fails the certificate, as does a condensed model that is not that of the file.
// Throws Error for an unknown scenario, a definition without a full model, and one whose contacts,
// outputs or scenarios are not those of the model.
CertificateOptions certify(const Definition& definition, const AssembledSystem& assembled,
                           const AlignedBytes& model, const Rebake& rebake,
                           const LiftedShapes& lift, const CertifySettings& settings);

// Certifies modal data, which are their own full model: nothing was left out, so the error is that
// of the step alone.
CertificateOptions certify_modal(const Definition& definition, const AlignedBytes& model,
                                 const Rebake& rebake, const CertifySettings& settings);

// The full model in the first `duration` [s] of a scenario, with the step of a file, velocities as
// means over a step. cache: folder that may keep it, or has that of a certificate; empty: none.
Trajectory full_beside(const Definition& definition, const AssembledSystem& assembled,
                       std::size_t scenario, double step, double duration,
                       const std::string& cache);

// How the full model runs through a scenario (its index) beside a file with this step [s].
FullOrderOptions full_order_options(const Definition& definition, const AssembledSystem& assembled,
                                    std::size_t scenario, double step);

// The errors that a definition allows its structure.
// contacts_alone: unilateral contacts are its only interface.
Measured limits_of(const VerifySpec& verify, bool contacts_alone = false);

// True if the definition has a full model and scenarios to compare it on.
bool can_certify(const Definition& definition);

}  // namespace mortise::gen
