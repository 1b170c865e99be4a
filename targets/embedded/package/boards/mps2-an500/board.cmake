# What board.mk says, for CMake.
set(here ${CMAKE_CURRENT_LIST_DIR})
set(STACK_BYTES 32768 CACHE STRING "Stack, a multiple of 8; what was used is printed")
set(board_sources ${here}/port.cc ${here}/port_c.cc ${here}/start.cc ${here}/small_library.cc)
set_source_files_properties(${here}/start.cc PROPERTIES COMPILE_OPTIONS -mgeneral-regs-only)
set_source_files_properties(${here}/small_library.cc PROPERTIES
  COMPILE_OPTIONS "-ffreestanding;-fno-tree-loop-distribute-patterns")
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overread>)
add_link_options(-nostartfiles --specs=nano.specs -T ${here}/mps2_an500.ld
  -Wl,--defsym=flash_limit=512*1024,--defsym=stack_bytes=${STACK_BYTES},--defsym=variable_bytes=128*1024)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-system-arm -M mps2-an500 -cpu cortex-m7 -nographic
  -icount shift=5 -semihosting-config enable=on,target=native -kernel)
