// The binary interface of FMI 3.0 (Functional Mock-up Interface, Modelica Association, 2022): types
// and functions as the standard documents them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "export.hpp"

extern "C" {

using fmi3Instance = void*;
using fmi3InstanceEnvironment = void*;
using fmi3FMUState = void*;
using fmi3ValueReference = uint32_t;
using fmi3Float32 = float;
using fmi3Float64 = double;
using fmi3Int8 = int8_t;
using fmi3UInt8 = uint8_t;
using fmi3Int16 = int16_t;
using fmi3UInt16 = uint16_t;
using fmi3Int32 = int32_t;
using fmi3UInt32 = uint32_t;
using fmi3Int64 = int64_t;
using fmi3UInt64 = uint64_t;
using fmi3Boolean = bool;
using fmi3String = const char*;
using fmi3Byte = uint8_t;
using fmi3Binary = const fmi3Byte*;
using fmi3Clock = bool;

enum fmi3Status { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal };
enum fmi3DependencyKind {
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
};
enum fmi3IntervalQualifier { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged };

using fmi3LogMessageCallback = void (*)(fmi3InstanceEnvironment environment, fmi3Status status,
                                        fmi3String category, fmi3String message);
using fmi3ClockUpdateCallback = void (*)(fmi3InstanceEnvironment environment);
using fmi3IntermediateUpdateCallback = void (*)(fmi3InstanceEnvironment environment,
                                                fmi3Float64 time, fmi3Boolean set_requested,
                                                fmi3Boolean get_allowed, fmi3Boolean finished,
                                                fmi3Boolean can_return_early,
                                                fmi3Boolean* early_requested,
                                                fmi3Float64* early_time);
using fmi3LockPreemptionCallback = void (*)();
using fmi3UnlockPreemptionCallback = void (*)();

// Names with the prefix that static linking asks for, FMI3_FUNCTION_PREFIX, if it is defined.
#if defined(FMI3_FUNCTION_PREFIX)
#define MORTISE_FMI3_NAME(name) MORTISE_FMI_PASTE(FMI3_FUNCTION_PREFIX, name)
#else
#define MORTISE_FMI3_NAME(name) name
#endif

#define MORTISE_FMI3(result, name, arguments) \
  MORTISE_FMI_EXPORT result MORTISE_FMI3_NAME(name) arguments;
#include "fmi3.def"

}  // extern "C"
