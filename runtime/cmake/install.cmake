# The shared library of the C interface, and what `cmake --install` writes. Component runtime:
#   lib/libmortise.so.MAJOR  C interface
# Component development:
#   lib/libmortise.so        the same to link with         mortise::shared, mortise.pc
#   lib/libmortise.a         C and C++ interface           mortise::runtime, mortise-static.pc
#   lib/libmortise_linearize.a   what linearises beside it     mortise::linearize, mortise-static.pc
#   include/                 headers, the generated reader of model files among them
#   lib/cmake/mortise/       find_package(mortise COMPONENTS runtime tool)
# MAJOR is MORTISE_ABI_VERSION of mortise.h.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

file(STRINGS include/mortise/mortise.h abi REGEX "^#define MORTISE_ABI_VERSION [0-9]+u$")
string(REGEX REPLACE "[^0-9]" "" MORTISE_ABI "${abi}")
set(MORTISE_LIBRARY_VERSION ${MORTISE_ABI}.${PROJECT_VERSION_MINOR}.${PROJECT_VERSION_PATCH})

# Nothing but the C interface is exported; of libraries it needs that of C alone.
get_property(step_objects GLOBAL PROPERTY MORTISE_STEP_OBJECTS)
add_library(mortise_shared SHARED $<TARGET_OBJECTS:mortise_runtime> $<TARGET_OBJECTS:mortise_linearize>
            ${step_objects})
target_include_directories(mortise_shared INTERFACE
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>)
set_target_properties(mortise_shared PROPERTIES
  OUTPUT_NAME mortise VERSION ${MORTISE_LIBRARY_VERSION} SOVERSION ${MORTISE_ABI}
  LINKER_LANGUAGE C LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cmake/exports.map)
target_link_options(mortise_shared PRIVATE LINKER:--as-needed
  LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/cmake/exports.map)
set_target_properties(mortise_runtime PROPERTIES OUTPUT_NAME mortise)

# For sources that include mortise/fixed.hpp or mortise/eigen.hpp: the bits of the library.
add_library(mortise_fixed INTERFACE)
target_compile_options(mortise_fixed INTERFACE -ffp-contract=off -fno-math-errno)
target_link_libraries(mortise_fixed INTERFACE mortise_runtime)

foreach(name runtime linearize shared fixed)
  set_target_properties(mortise_${name} PROPERTIES EXPORT_NAME ${name})
  add_library(mortise::${name} ALIAS mortise_${name})
endforeach()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/mortise)
install(TARGETS mortise_runtime mortise_linearize mortise_shared mortise_fixed
        EXPORT mortise-runtime-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime
        NAMELINK_COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/mortise DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(FILES ${MORTISE_GENERATED}/mortise_generated.h ${MORTISE_GENERATED}/mortise_records.h
              ${MORTISE_GENERATED}/mortise_quantities.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(FILES schema/mortise.fbs DESTINATION ${CMAKE_INSTALL_DATADIR}/mortise COMPONENT development)
install(EXPORT mortise-runtime-targets NAMESPACE mortise:: DESTINATION ${package}
        COMPONENT development)
configure_package_config_file(cmake/mortise-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/mortise-config.cmake INSTALL_DESTINATION ${package}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/mortise-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/mortise-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/mortise-config-version.cmake
        DESTINATION ${package} COMPONENT development)

# A prefix may be moved: paths count from the folder of the .pc file.
file(RELATIVE_PATH MORTISE_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name mortise mortise-static)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()
