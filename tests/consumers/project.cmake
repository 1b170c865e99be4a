# Configures and builds the project SOURCE in the clean folder BINARY; its target `run` runs it.
file(REMOVE_RECURSE ${BINARY})
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${PREFIX}
          -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX} -DMODEL=${MODEL}
          -DSCENARIO=${SCENARIO} -DOUTPUT=${OUTPUT}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} COMMAND_ERROR_IS_FATAL ANY)
