# Files as text of a program, read when the build is configured, which their changes cause.
#   embedded_text(TARGET NAMESPACE HEADER NAME=FILE...)
# HEADER declares the constants NAME; those of files that do not exist are empty. Character by
# character: of a string, compilers need not read more than 65,536.
function(embedded_text target namespace header)
  set(source "#include \"${header}\"\n\nnamespace ${namespace} {\n")
  foreach(pair IN LISTS ARGN)
    string(REGEX MATCH "^([^=]+)=(.*)$" pair ${pair})
    set(text "")
    if(EXISTS "${CMAKE_MATCH_2}" AND NOT IS_DIRECTORY "${CMAKE_MATCH_2}")
      set(name ${CMAKE_MATCH_1})
      set(file ${CMAKE_MATCH_2})
      file(READ ${file} text)
      string(REGEX REPLACE "\n//# sourceMappingURL=[^\n]*" "" text "${text}")  # a file beside it
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    else()
      set(name ${CMAKE_MATCH_1})
    endif()
    string(HEX "${text}" text)
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," text "${text}")
    string(APPEND source "static const char text_of_${name}[] = {${text}'\\0'};\n"
                         "const char* const ${name} = text_of_${name};\n")
  endforeach()
  string(APPEND source "}  // namespace ${namespace}\n")
  set(made ${CMAKE_CURRENT_BINARY_DIR}/${target}_text)
  file(WRITE ${made}.txt "${source}")
  configure_file(${made}.txt ${made}.cc COPYONLY)
  target_sources(${target} PRIVATE ${made}.cc)
  # of a library a unit of its own: who has other texts takes their place
  set_source_files_properties(${made}.cc PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
