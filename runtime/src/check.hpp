// Semantic verification of a structurally sound file, and the view that steps use.
#pragma once

#include "field_check.hpp"
#include "mortise/model.hpp"
#include "mortise/scenario.hpp"

namespace mortise {

// Largest sizes that are accepted; the arena bounds them further.
inline constexpr std::uint32_t kMaxModes = 16384, kMaxContacts = 4096, kMaxChannels = 16384;
inline constexpr std::uint32_t kMaxParameters = 4 * kMaxContacts, kMaxScenarios = 4096;
// Largest entry of a functional: its product with a motion of that size still is a number.
inline constexpr Real kMaxRow = 1e150;
// Largest clearance of a contact, either way [m].
inline constexpr Real kMaxClearance = 1e6;
// Bounds of the loops that a file may ask for: of one step, and of the self-test.
inline constexpr std::uint32_t kMaxIterations = 10000, kMaxGoldenSteps = 10000;

// Checks every length, index, alignment and number; fills `view` on success, `fault` otherwise.
bool check_model(const schema::Model& root, AssemblyView* view, LoadFault* fault) noexcept;

// Checks an interface of an assembly likewise, which may have none of its own.
bool check_interface(const schema::Model& root, const FieldCheck& is, ModelView* view) noexcept;

// The parts that have a file of their own or serve several laws. Each returns false after filling
// the fault.

// The one stage of a structure; fills what the view has of its operators. Needs dims.
//   most  largest size of velocity_from_velocity
bool check_stage(const schema::Model& root, const FieldCheck& is, Real most, ModelView* view,
                 Real least_admittance = 0) noexcept;

// Range and default of a parameter between `low` and `high`.
bool check_parameter_range(const schema::Parameter& parameter, std::uint32_t index, Real low,
                           Real high, const FieldCheck& is) noexcept;

// What belongs to a model besides its step: training box, certificate, scenarios, golden trace.
bool check_records(const schema::Model& root, const FieldCheck& is, const ModelView& view) noexcept;

}  // namespace mortise
