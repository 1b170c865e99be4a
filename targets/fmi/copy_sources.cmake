# Copies into KIT what an FMU's sources are beside the runtime: the wrapper and all.cc, which is both.
file(REMOVE_RECURSE ${KIT}/sources)
file(COPY ${ROOT}/targets/fmi/ DESTINATION ${KIT}/sources/fmi
     FILES_MATCHING PATTERN *.cc PATTERN *.hpp PATTERN *.def)
file(COPY ${ROOT}/targets/fmi/compiler_options.txt DESTINATION ${KIT})
set(text "// The FMU's library as one source: the runtime and the functions of FMI 2.0 and 3.0.\n"
         "#include \"laws.h\"\n\n"
         "// nothing of the C interface leaves this source\n"
         "#define MORTISE_API __attribute__((unused)) static\n\n"
         "// with a prefix several FMUs are linked into one program: it is in front of all else, too\n"
         "#if defined(FMI2_FUNCTION_PREFIX) && !defined(FMI3_FUNCTION_PREFIX)\n"
         "#define FMI3_FUNCTION_PREFIX FMI2_FUNCTION_PREFIX\n"
         "#elif defined(FMI3_FUNCTION_PREFIX) && !defined(FMI2_FUNCTION_PREFIX)\n"
         "#define FMI2_FUNCTION_PREFIX FMI3_FUNCTION_PREFIX\n"
         "#endif\n"
         "#if defined(FMI3_FUNCTION_PREFIX)\n"
         "#include \"fmi/abi/export.hpp\"\n"
         "#define mortise MORTISE_FMI_PASTE(FMI3_FUNCTION_PREFIX, mortise)\n"
         "#endif\n\n"
         "#include \"mortise_runtime.cc\"\n")
file(GLOB found RELATIVE ${KIT}/sources ${KIT}/sources/fmi/*.cc)
foreach(source IN LISTS found)
  list(APPEND text "#include \"${source}\"\n")
endforeach()
list(JOIN text "" text)
file(WRITE ${KIT}/sources/all.cc "${text}")
file(WRITE ${KIT}/sources/laws.h "// The laws of interfaces that are left out: none.\n")
