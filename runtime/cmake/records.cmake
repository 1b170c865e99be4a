# Writes FOLDER/mortise_quantities.h from SCHEMA, the quantities of outputs, and mortise_records.h: its
# structures as a step reads them where they lie in a file, and for each of a film that has arrays in
# `numbers` a list of them, as the schema says how they lie. Expressions there are of sizes, which are
# members of what src/film/arrays.hpp passes as z. A header that would say the same stays as it is.
cmake_minimum_required(VERSION 3.25)
file(READ ${SCHEMA} text)

function(write_header name text)
  set(old "")
  if(EXISTS ${FOLDER}/${name})
    file(READ ${FOLDER}/${name} old)
  endif()
  set(text "// Written by cmake/records.cmake from the schema, which says what everything means.\n#pragma once\n\n${text}")
  if(NOT old STREQUAL text)
    file(WRITE ${FOLDER}/${name} "${text}")
  endif()
endfunction()

# name = number,  // name of definitions (unit) of body|contact by index: laws
string(REGEX MATCH "enum Quantity : ubyte {[^}]*}" quantities "${text}")
string(REGEX MATCHALL "[a-z_]+ = [0-9]+[^\n]*" quantities "${quantities}")
set(each_quantity "")
foreach(line IN LISTS quantities)
  if(NOT line MATCHES "^([a-z_]+) = ([0-9]+),? *// ([a-z_]+) \\(([^)]+)\\) of (body|contact) by ([a-z_]+): ([a-z ]+)$")
    message(FATAL_ERROR "${SCHEMA}: '${line}' lacks its name, unit, owner, index or laws")
  endif()
  string(REPLACE " " " | " laws "${CMAKE_MATCH_7}")
  string(APPEND each_quantity " \\\n  DO(${CMAKE_MATCH_2}, ${CMAKE_MATCH_1}, \"${CMAKE_MATCH_3}\", \"${CMAKE_MATCH_4}\","
                              " ${CMAKE_MATCH_5}, ${CMAKE_MATCH_6}, ${laws})")
endforeach()

string(REGEX REPLACE "//[^\n]*" "" text "${text}")
string(REPLACE ";" "@" text "${text}")  # it parts entries of lists
string(REGEX MATCH "table ReynoldsFilm {[^}]*}" film "${text}")
string(REGEX MATCHALL "struct [A-Za-z]+ {[^}]*}" structures "${text}")

# by_sizes(OUT EXPRESSION): names in it are members of z
function(by_sizes out expression)
  string(REGEX REPLACE "([A-Za-z]+)" "z.\\1" expression "${expression}")
  set(${out} "${expression}" PARENT_SCOPE)
endfunction()

foreach(structure IN LISTS structures)
  string(REGEX MATCH "^struct ([A-Za-z]+)" name "${structure}")
  set(name ${CMAKE_MATCH_1})
  string(REGEX MATCH "([a-z_]+):.?${name}[^A-Za-z]" place "${film}")
  set(path law.${CMAKE_MATCH_1})
  set(visits "")
  string(APPEND names " DO(${name})")
  string(APPEND records "struct ${name} {\n")
  string(REGEX MATCHALL "[a-z_]+:[a-z]+[^@]*@" fields "${structure}")
  foreach(field IN LISTS fields)
    string(REGEX MATCH "^([a-z_]+):([a-z]+)" key "${field}")
    set(key ${CMAKE_MATCH_1})
    string(REGEX REPLACE "^u(int|long)$" "std::u\\1_t" type ${CMAKE_MATCH_2})
    string(REPLACE uint_t uint32_t type ${type})
    string(REPLACE ulong_t uint64_t type ${type})
    string(APPEND records "  ${type} ${key};\n")
    if(NOT field MATCHES "\\((lanes|rows): \"([^\"]*)\", of: \"([^\"]*)\"")
      continue()
    endif()
    set(kind ${CMAKE_MATCH_1})
    set(used_by "${CMAKE_MATCH_3}")
    by_sizes(outer "${CMAKE_MATCH_2}")
    by_sizes(used "${used_by}")
    set(lanes z.L)
    set(real false)
    if(field MATCHES ", real")
      set(lanes 8)
      set(real true)
    endif()
    if(kind STREQUAL "lanes")
      set(ld ${lanes})
      set(blocks true)
    else()
      set(ld "whole_blocks(${used}, ${lanes})")
      set(blocks false)
      if(field MATCHES "ld: \"([^\"]*)\"")
        by_sizes(ld "${CMAKE_MATCH_1}")
      endif()
    endif()
    string(APPEND visits " &&\n         visit(FilmArray{\"${path}.${key}\", &x.${key}, ${outer}, ${used}, ${ld},"
                         " ${blocks}, ${real}})")
  endforeach()
  string(APPEND records "};\n\n")
  if(visits)
    string(APPEND arrays "template <class FilmArray, class Sizes, class Visit>\n"
                         "bool each_array(const ${name}& x, const Sizes& z, const Visit& visit) {\n"
                         "  return true${visits};\n}\n\n")
  endif()
endforeach()
string(CONCAT each_quantity
     "// number, name in the schema, in definitions, unit, whose, what the index counts, laws that give it\n"
     "#define MORTISE_EACH_QUANTITY(DO)${each_quantity}\n")
string(CONCAT records "#include <cstdint>\n\nnamespace mortise {\n\n"
     "#define MORTISE_EACH_RECORD(DO)${names}\n\n${records}"
     "inline std::uint64_t whole_blocks(std::uint64_t n, std::uint64_t block) {\n"
     "  return (n + block - 1) / block * block;\n}\n\n"
     "// Calls visit(array) for every array until it returns false.\n${arrays}}  // namespace mortise\n")
write_header(mortise_quantities.h "${each_quantity}")
write_header(mortise_records.h "${records}")
