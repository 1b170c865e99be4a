// Steps an FMU of FMI 3.0 with inputs at their start values and prints the bits of its outputs: the
// same on every machine.   step_fmu LIBRARY RESOURCES/ TOKEN STEP STEPS OUTPUTS
// With FMI3_FUNCTION_PREFIX it is the function <prefix>main, linked with the FMU of that prefix.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/include/mortise/fmu_package.hpp"
#include "targets/fmi/abi/fmi3.hpp"

namespace {

void print_log(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String message) {
  std::printf("%s\n", message);
}

void* library = nullptr;

#if defined(FMI3_FUNCTION_PREFIX)
bool load(const char*) { return true; }
#define FIND(name) MORTISE_FMI3_NAME(name)
#define main MORTISE_FMI_PASTE(FMI3_FUNCTION_PREFIX, main)
#else
bool load(const char* file) {
  library = dlopen(file, RTLD_NOW);
  if (library == nullptr) std::printf("%s\n", dlerror());
  return library != nullptr;
}
// The function of the library with the type of its declaration.
#define FIND(name) reinterpret_cast<decltype(name)*>(dlsym(library, #name))
#endif

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) return 2;
  if (!load(argv[1])) return 1;
  const auto get = FIND(fmi3GetFloat64);
  const auto step = FIND(fmi3DoStep);
  void* c = FIND(fmi3InstantiateCoSimulation)("slave", argv[3], argv[2], false, true, false, false,
                                              nullptr, 0, nullptr, print_log, nullptr);
  if (c == nullptr) return 1;
  const double h = std::strtod(argv[4], nullptr);
  const long steps = std::strtol(argv[5], nullptr, 10), outputs = std::strtol(argv[6], nullptr, 10);
  if (FIND(fmi3EnterInitializationMode)(c, false, 0, 0, false, 0) != fmi3OK) return 1;
  if (FIND(fmi3ExitInitializationMode)(c) != fmi3OK) return 1;
  for (long k = 0; k < steps; ++k) {
    bool event, terminate, early;
    double reached;
    const double now = static_cast<double>(k) * h;
    if (step(c, now, h, true, &event, &terminate, &early, &reached) > fmi3Warning) return 1;
  }
  for (std::uint32_t i = 0; i < outputs; ++i) {
    const fmi3ValueReference reference = mortise::fmi::kFirstOutput + i;
    double value = 0;
    std::uint64_t bits = 0;
    if (get(c, &reference, 1, &value, 1) != fmi3OK) return 1;
    std::memcpy(&bits, &value, sizeof bits);
    std::printf("%016llx\n", static_cast<unsigned long long>(bits));
  }
  FIND(fmi3FreeInstance)(c);
  return 0;
}
