#include "tests/robustness/red_zones.hpp"

#include <sanitizer/asan_interface.h>  // knows by itself whether the compiler watches addresses

// A finding ends in SIGABRT, so that a fuzzer can name its mutant. States are copied as a whole,
// red zones included: what memcpy and its kin touch is checked by runs without zones, with
// ASAN_OPTIONS=replace_intrin=1:intercept_memcmp=1.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "abort_on_error=1:replace_intrin=0:intercept_memcmp=0";
}

namespace mortise::robustness {

void forbid(const void* region, const std::vector<RedZone>& zones) {
  for (const RedZone& z : zones)
    ASAN_POISON_MEMORY_REGION(static_cast<const char*>(region) + z.begin, z.end - z.begin);
}

void allow(const void* region, const std::vector<RedZone>& zones) {
  for (const RedZone& z : zones)
    ASAN_UNPOISON_MEMORY_REGION(static_cast<const char*>(region) + z.begin, z.end - z.begin);
}

}  // namespace mortise::robustness
