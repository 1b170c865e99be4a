// Scalar type, status bits and load errors of the runtime.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mortise {

// Numbers of a model, of a state and of all channels.
using Real = double;

// Bit mask of what happened in a step; 0 is ok. Bits come from status.def and are never reused.
using Status = std::uint32_t;

namespace status {
// No bit: ok.
inline constexpr Status kOk = 0;
#define MORTISE_STATUS(name, bit, severity, who, text) inline constexpr Status k##name = 1u << bit;
#include "mortise/status.def"
#undef MORTISE_STATUS
}  // namespace status

// How much a status bit should concern who runs the model; what each means stands in status.def.
enum class Severity : std::int32_t { kNOTICE = 1, kWARNING = 2, kSTOP = 3 };

// Mask of the status bits that are at least as severe as `least`.
constexpr Status severity_mask(Severity least) noexcept {
  Status mask = 0;
#define MORTISE_STATUS(name, bit, severity, who, text) \
  if (Severity::k##severity >= least) mask |= 1u << bit;
#include "mortise/status.def"
#undef MORTISE_STATUS
  return mask;
}

// Why a file was refused (load_error.def).
enum class LoadError : std::int32_t {
#define MORTISE_LOAD_ERROR(name, text) k##name,
#include "mortise/load_error.def"
#undef MORTISE_LOAD_ERROR
};

// Where and why a file was refused. `field` is a static string, the path in the schema.
struct LoadFault {
  LoadError code = LoadError::kOK;  // the reason
  const char* field = "";           // path of the field in the schema
  std::int64_t index = -1;          // entry of an array, -1 if it concerns the whole field
  Real value = 0;                   // the offending number, 0 if there is none
  // UNKNOWN_FEATURE: the name of what is missing, inside of the bytes of the file; else empty.
  const char* name = "";
  std::int32_t interface = -1;  // of an assembly whose model has the field, -1: the file's own
};

// Text of one status bit given by its number 0..31; empty if unknown. Static storage.
const char* status_text(int bit) noexcept;
// Name of one status bit, e.g. "CAPPED". Static storage.
const char* status_name(int bit) noexcept;
// Text of a load error. Static storage.
const char* load_error_text(LoadError error) noexcept;

}  // namespace mortise
