# MORTISE_NATIVE_SET: the best instruction set that the machine at hand can run (MORTISE_SETS).
if(CMAKE_CROSSCOMPILING)
  message(FATAL_ERROR "MORTISE_SETS: 'native' asks the machine that compiles; name the sets instead")
endif()
if(NOT DEFINED MORTISE_NATIVE_SET)
  # as instruction_sets.hpp asks it
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/native_set.cc [[
#include <cstdio>
int main() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    std::puts("avx512");
  else if (__builtin_cpu_supports("avx2"))
    std::puts("avx2");
  else
#endif
    std::puts("baseline");
}
]])
  try_run(ran compiled ${CMAKE_CURRENT_BINARY_DIR}/native_set
          ${CMAKE_CURRENT_BINARY_DIR}/native_set.cc RUN_OUTPUT_VARIABLE best)
  if(NOT compiled OR NOT ran EQUAL 0)
    message(FATAL_ERROR "MORTISE_SETS: cannot ask this machine what it has; name the sets instead")
  endif()
  string(STRIP "${best}" best)
  set(MORTISE_NATIVE_SET ${best} CACHE INTERNAL "")
endif()
