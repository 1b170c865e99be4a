// Semantic verification of a structurally sound file, and the view that steps use.
#pragma once

#include "mortise/model.hpp"
#include "mortise/scenario.hpp"
#include "mortise_generated.h"

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

// Of films. Work per step is bounded by substeps times iterations.
inline constexpr std::uint32_t kMaxFilmModes = 128, kMaxFilmRows = 512, kMaxFilmBases = 16,
                               kMaxFilmPoints = 4096, kMaxFilmCoordinates = 256, kMaxSubsteps = 64,
                               kMaxFilmIterations = 100;
// Largest number of a film's operators: of any size that a float32 holds with room for products.
inline constexpr std::uint32_t kMaxJointNodes = 2048, kMaxJointPoints = 8192;
inline constexpr Real kMaxFilmNumber = 1e30;

// Checks every length, index, alignment and number; fills `view` on success, `fault` otherwise.
bool check_model(const schema::Model& root, ModelView* view, LoadFault* fault) noexcept;

}  // namespace mortise
