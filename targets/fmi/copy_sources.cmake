# Copies into KIT what compiles alone: the wrapper, the runtime of ROOT, the READER of model files
# that flatc made, the headers of FLATBUFFERS, and the licences of all.
file(REMOVE_RECURSE ${KIT}/sources ${KIT}/licenses)
file(COPY ${ROOT}/targets/fmi/ DESTINATION ${KIT}/sources/fmi
     FILES_MATCHING PATTERN *.cc PATTERN *.hpp PATTERN *.def)
file(COPY ${ROOT}/runtime/src/ DESTINATION ${KIT}/sources/src)
# eigen.hpp and what it builds on are for programs with sizes fixed at compile time
file(COPY ${ROOT}/runtime/include/mortise DESTINATION ${KIT}/sources
     PATTERN eigen.hpp EXCLUDE PATTERN fixed.hpp EXCLUDE)
file(COPY ${READER}/mortise_generated.h DESTINATION ${KIT}/sources)
foreach(header allocator array base buffer buffer_ref default_allocator detached_buffer flatbuffers
        flatbuffer_builder stl_emulation string struct table vector vector_downward verifier)
  file(COPY ${FLATBUFFERS}/${header}.h DESTINATION ${KIT}/sources/flatbuffers)
endforeach()
file(COPY ${ROOT}/targets/fmi/compiler_options.txt DESTINATION ${KIT})
file(COPY_FILE ${ROOT}/LICENSE ${KIT}/sources/LICENSE)
file(COPY_FILE ${APACHE} ${KIT}/sources/flatbuffers/LICENSE)
file(MAKE_DIRECTORY ${KIT}/licenses)
file(COPY_FILE ${ROOT}/LICENSE ${KIT}/licenses/license.txt)
file(COPY_FILE ${APACHE} ${KIT}/licenses/flatbuffers.txt)

# Everything as one source; a room of the runtime where its law is wanted.
set(text "// The FMU's library as one source: the runtime and the functions of FMI 2.0 and 3.0.\n"
         "#include \"laws.h\"\n\n"
         "// nothing of the C interface leaves the library\n"
         "#define MORTISE_API\n"
         "#define MORTISE_ISA baseline\n"
         "// models are verified when they are opened\n"
         "#define NDEBUG\n\n"
         "// before the reader of model files\n"
         "#include \"src/absent_laws.hpp\"\n\n")
file(GLOB found RELATIVE ${KIT}/sources ${KIT}/sources/fmi/*.cc ${KIT}/sources/src/*.cc
     ${KIT}/sources/src/*/*.cc)
foreach(source IN LISTS found)
  set(line "#include \"${source}\"\n")
  if(source MATCHES "^src/(film|joint|sliding|bolted|assembly)/")
    string(TOUPPER ${CMAKE_MATCH_1} law)
    set(line "#if !defined(MORTISE_NO_${law})\n${line}#endif\n")
  endif()
  list(APPEND text "${line}")
endforeach()
list(JOIN text "" text)
file(WRITE ${KIT}/sources/all.cc "${text}")
file(WRITE ${KIT}/sources/laws.h "// The laws of interfaces that are left out: none.\n")
