# Copies into KIT what compiles alone: the runtime of ROOT, the READER of model files that its build made,
# the headers of FLATBUFFERS, and the licences of all.
file(REMOVE_RECURSE ${KIT})
file(COPY ${ROOT}/runtime/src/ DESTINATION ${KIT}/src)
# eigen.hpp and what it builds on are for programs with sizes fixed at compile time, which ask for them
file(COPY ${ROOT}/runtime/include/mortise DESTINATION ${KIT}
     PATTERN eigen.hpp EXCLUDE PATTERN fixed.hpp EXCLUDE)
file(REMOVE_RECURSE ${KIT}/../eigen)
file(COPY ${ROOT}/runtime/include/mortise/eigen.hpp ${ROOT}/runtime/include/mortise/fixed.hpp
     DESTINATION ${KIT}/../eigen/mortise)
file(COPY_FILE ${MPL} ${KIT}/../eigen/COPYING.MPL2)
file(COPY ${READER}/mortise_generated.h ${READER}/mortise_records.h
     ${READER}/mortise_quantities.h DESTINATION ${KIT})
foreach(header allocator array base buffer buffer_ref default_allocator detached_buffer flatbuffers
        flatbuffer_builder stl_emulation string struct table vector vector_downward verifier)
  file(COPY ${FLATBUFFERS}/${header}.h DESTINATION ${KIT}/flatbuffers)
endforeach()
file(COPY_FILE ${ROOT}/LICENSE ${KIT}/LICENSE)
file(COPY_FILE ${APACHE} ${KIT}/flatbuffers/LICENSE)

# Everything as one source; a room of the runtime where its law is wanted.
set(text "// The runtime as one source.\n"
         "#define MORTISE_ISA baseline\n"
         "// models are verified when they are opened\n"
         "#ifndef NDEBUG\n"
         "#define NDEBUG\n"
         "#endif\n\n"
         "// before the reader of model files\n"
         "#include \"src/absent_laws.hpp\"\n\n")
file(GLOB found RELATIVE ${KIT} ${KIT}/src/*.cc ${KIT}/src/*/*.cc)
foreach(source IN LISTS found)
  set(line "#include \"${source}\"\n")
  if(source MATCHES "^src/(film|joint|sliding|bolted|assembly)/")
    string(TOUPPER ${CMAKE_MATCH_1} law)
    set(line "#if !defined(MORTISE_NO_${law})\n${line}#endif\n")
  endif()
  list(APPEND text "${line}")
endforeach()
list(JOIN text "" text)
file(WRITE ${KIT}/mortise_runtime.cc "${text}")
