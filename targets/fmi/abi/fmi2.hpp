// The binary interface of FMI 2.0 (Functional Mock-up Interface, Modelica Association, 2014): types
// and functions as the standard documents them.
#pragma once

#include <stddef.h>

#include "export.hpp"

extern "C" {

using fmi2Component = void*;
using fmi2ComponentEnvironment = void*;
using fmi2FMUstate = void*;
using fmi2ValueReference = unsigned int;
using fmi2Real = double;
using fmi2Integer = int;
using fmi2Boolean = int;
using fmi2Byte = char;
using fmi2String = const char*;

enum fmi2Status { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending };
enum fmi2Type { fmi2ModelExchange, fmi2CoSimulation };
enum fmi2StatusKind { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated };

// message and what follows as of printf
using fmi2CallbackLogger = void (*)(fmi2ComponentEnvironment environment, fmi2String name,
                                    fmi2Status status, fmi2String category, fmi2String message,
                                    ...);
struct fmi2CallbackFunctions {
  fmi2CallbackLogger logger;  // may be null
  void* (*allocateMemory)(size_t count, size_t size);
  void (*freeMemory)(void* block);
  void (*stepFinished)(fmi2ComponentEnvironment environment, fmi2Status status);
  fmi2ComponentEnvironment componentEnvironment;
};

struct fmi2EventInfo {
  fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged,
      valuesOfContinuousStatesChanged, nextEventTimeDefined;
  fmi2Real nextEventTime;
};

// Names with the prefix that static linking asks for, FMI2_FUNCTION_PREFIX, if it is defined.
#if defined(FMI2_FUNCTION_PREFIX)
#define MORTISE_FMI2_NAME(name) MORTISE_FMI_PASTE(FMI2_FUNCTION_PREFIX, name)
#else
#define MORTISE_FMI2_NAME(name) name
#endif

#define MORTISE_FMI2(result, name, arguments) \
  MORTISE_FMI_EXPORT result MORTISE_FMI2_NAME(name) arguments;
#include "fmi2.def"

}  // extern "C"
