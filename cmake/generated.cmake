# What tools/ write, in the folder generated of the build.

# From the tables of MPI's functions and constants: headers and Fortran modules of programs, faces, functions with
# large counts. Written when CMake runs, which takes half a second: a change of a table or of a tool runs CMake
# again, and files that stay the same keep their time.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(KASURI_GENERATED ${CMAKE_BINARY_DIR}/generated)
set(KASURI_GENERATED_FROM src/mpi/api/mpi_functions.txt src/mpi/api/mpi_constants.txt src/mpi/api/mpi_head.txt
    tools/mpi-faces tools/mpi_fortran.py)
list(TRANSFORM KASURI_GENERATED_FROM PREPEND ${CMAKE_SOURCE_DIR}/)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${KASURI_GENERATED_FROM})
execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tools/mpi-faces --out ${KASURI_GENERATED}
                COMMAND_ERROR_IS_FATAL ANY)
target_sources(kasuri_api_cold PRIVATE ${KASURI_GENERATED}/mpi/api/faces.cpp ${KASURI_GENERATED}/mpi/api/large_counts.cpp)
foreach(target kasuri_api kasuri_api_cold api_tests)
  if(TARGET ${target})
    target_include_directories(${target} PRIVATE ${KASURI_GENERATED}/include)
  endif()
endforeach()

# With the headers and modules written by hand: one folder has all that simulated programs include.
foreach(name acp.h mgen.h mpi-ext.h fortran/mpi_callbacks.f90 fortran/mpi_sizeof.f90 fortran/units.f90)
  configure_file(include/${name} ${KASURI_GENERATED}/include/${name} COPYONLY)
endforeach()
# What the program finds beside them, as in the source tree and where it is installed.
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/machines ${KASURI_GENERATED}/machines SYMBOLIC)
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/include/kasuri ${KASURI_GENERATED}/include/kasuri SYMBOLIC)

# From the schema, which the program knows: the typed classes of the Python package.
set(KASURI_PYTHON_FILES ${KASURI_GENERATED}/python/kasuri/_classes.py ${KASURI_GENERATED}/python/kasuri/_paths.py)
add_custom_command(OUTPUT ${KASURI_PYTHON_FILES}
                   COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tools/python-config $<TARGET_FILE:kasuri>
                           ${KASURI_GENERATED}/python/kasuri
                   DEPENDS kasuri ${CMAKE_SOURCE_DIR}/tools/python-config VERBATIM
                   COMMENT "Writing the classes of kasuri.config")
add_custom_target(kasuri_python ALL DEPENDS ${KASURI_PYTHON_FILES})
