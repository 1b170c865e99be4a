# Writes flash and RAM of an image, by what they are spent on, to OUTPUT and to the terminal. The
# linker script enforces the limits.
execute_process(COMMAND ${SIZE} -A ${IMAGE} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
foreach(section vectors text model data bss arena stack)
  set(${section} 0)
  if(sections MATCHES "\n\\.${section} +([0-9]+)")
    set(${section} ${CMAKE_MATCH_1})
  endif()
endforeach()
math(EXPR code "${vectors} + ${text}")
math(EXPR flash "${code} + ${model} + ${data}")
math(EXPR limit "${FLASH_KB} * 1024")
math(EXPR allowed "${STACK_BYTES} + ${VARIABLE_BYTES}")
math(EXPR beyond "${stack} + ${data} + ${bss}")
set(report
    "flash ${flash} of ${limit} byte: code ${code}, model ${model}, initial data ${data}
RAM   one state ${arena} + ${beyond} of ${allowed} byte: stack ${stack}, variables ${data} + ${bss}
")
file(WRITE ${OUTPUT} "${report}")
message("${report}")
