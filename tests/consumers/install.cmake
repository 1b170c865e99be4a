# Installs runtime and tool of BUILD into the empty folder PREFIX; empties RESULTS.
file(REMOVE_RECURSE ${PREFIX} ${RESULTS})
file(MAKE_DIRECTORY ${RESULTS})
foreach(component runtime development tool)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
                          --component ${component}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
# Nothing that is installed may point back into the sources or the build. Sources that go into FMUs
# and exported folders are trees of their own: they name each other.
file(GLOB_RECURSE texts ${PREFIX}/*.cmake ${PREFIX}/*.pc ${PREFIX}/*.hpp ${PREFIX}/*.h)
foreach(text IN LISTS texts)
  file(READ ${text} content)
  if(NOT text MATCHES "/mortise/(fmi/sources|runtime|embedded)/" AND content MATCHES "#include \"[^\"]*(\\.\\./|src/)")
    message(FATAL_ERROR "${text} includes ${CMAKE_MATCH_0}")
  endif()
  foreach(folder ${BUILD} ${CMAKE_CURRENT_LIST_DIR})
    string(FIND "${content}" "${folder}" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${text} names ${folder}")
    endif()
  endforeach()
endforeach()
