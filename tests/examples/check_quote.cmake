# Fails unless README holds the text of EXAMPLE, byte by byte.
file(READ ${README} readme)
file(READ ${EXAMPLE} example)
string(FIND "${readme}" "${example}" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${README} does not quote ${EXAMPLE}")
endif()
