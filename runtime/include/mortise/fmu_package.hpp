// What the exporter of an FMU and the library inside of it agree on: where the model lies, how its
// variables are numbered, by which token description and model know each other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mortise::fmi {

// In the folder resources/.
inline constexpr const char* kModelFile = "model.mrt";

// Value references. Inputs, outputs and parameters count on in the order of the file.
enum Reference : std::uint32_t {
  kTime = 0,          // float64
  kStatus = 1,        // integer: status bits of the last communication step
  kCase = 2,          // integer: operating case in force, of models that have some
  kInputHold = 3,     // integer: an InputHold, of models with inputs of linear or cubic hold
  kStepWarnings = 4,  // integer: 1 if steps answer Warning, 0 if OK with an entry in the log
  kFirstInput = 1000000,
  kFirstOutput = 2000000,
  kFirstParameter = 3000000,
  kEnd = 4000000
};

// What was set of an input of linear or cubic hold before a communication step from t to t + H is
enum class InputHold : std::int32_t {
  end,           // its value at t + H; at t stands what was set for the step before
  start,         // its value at t, held to t + H
  extrapolated,  // its value at t, from where the slope of the step before goes on
};
inline constexpr std::int32_t kInputHolds = 3;
inline constexpr const char* kInputHoldName = "input_hold";
inline constexpr const char* kStepWarningsName = "step_warnings";

// Log categories, the same in both versions of the standard.
inline constexpr const char* kLogWarning = "logStatusWarning";
inline constexpr const char* kLogError = "logStatusError";

// A communication step is n internal steps if it differs from them by no more than this share.
inline constexpr double kStepTolerance = 1e-6;

// GUID (2.0) and instantiation token (3.0): FNV-1a 64 over the model file, twice.
struct Token {
  char text[40] = {};

  Token(const void* bytes, std::size_t size) {
    std::uint64_t hash[2] = {0xcbf29ce484222325u, 0x6d6f727469736521u};
    const auto* from = static_cast<const unsigned char*>(bytes);
    for (std::size_t i = 0; i < size; ++i)
      for (std::uint64_t& h : hash) h = (h ^ from[i]) * 0x100000001b3u;
    char* to = text;
    *to++ = '{';
    for (int digit = 0; digit < 32; ++digit) {
      if (digit == 8 || digit == 12 || digit == 16 || digit == 20) *to++ = '-';
      *to++ = "0123456789abcdef"[hash[digit / 16] >> (60 - 4 * (digit % 16)) & 15];
    }
    *to++ = '}';
    *to = '\0';
  }
};

}  // namespace mortise::fmi
