# Simulated programs (modules/): the library and objects that they are linked with.

# What `kasuri mpicc` links MPI programs with, and links by which build systems find it as mpicc.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/mpi/bin ${CMAKE_BINARY_DIR}/mpi/lib)
add_library(kasuri_program SHARED modules/program.c)
target_include_directories(kasuri_program PRIVATE ${CMAKE_SOURCE_DIR}/src ${KASURI_GENERATED})
target_link_libraries(kasuri_program PRIVATE ${CMAKE_DL_LIBS})
set_source_files_properties(modules/program.c PROPERTIES OBJECT_DEPENDS
                            "${KASURI_GENERATED}/mpi/api/mpi_names.inc;${CMAKE_SOURCE_DIR}/src/mpi/ranks/hosted_names.inc")
set_target_properties(kasuri_program PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/mpi/lib)
add_library(kasuri_program_start OBJECT modules/program_start.c)
set_target_properties(kasuri_program_start PROPERTIES POSITION_INDEPENDENT_CODE ON)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/mpi/lib/program_start.o
                   COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_OBJECTS:kasuri_program_start>
                           ${CMAKE_BINARY_DIR}/mpi/lib/program_start.o
                   DEPENDS kasuri_program_start $<TARGET_OBJECTS:kasuri_program_start>)
add_custom_target(kasuri_program_files DEPENDS ${CMAKE_BINARY_DIR}/mpi/lib/program_start.o)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/mpi/as)
file(CREATE_LINK ${CMAKE_BINARY_DIR}/kasuri ${CMAKE_BINARY_DIR}/mpi/as/as SYMBOLIC)
foreach(name mpicc mpicxx mpic++ mpif77 mpif90 mpifort mpirun)
  file(CREATE_LINK ${CMAKE_BINARY_DIR}/kasuri ${CMAKE_BINARY_DIR}/mpi/bin/${name} SYMBOLIC)
endforeach()
add_dependencies(kasuri kasuri_program kasuri_program_files)
# The parts of the C library whose state belongs to a rank, compiled as MPI programs are.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(rank_sources "")
  set(archive_commands "")
  # The options stand for =.
  set(charged_routines "")
  foreach(routine sgemm:PRODUCT:1 dgemm:PRODUCT:1 cgemm:PRODUCT:4 zgemm:PRODUCT:4 sgemv:MATRIX:1 dgemv:MATRIX:1
          zgemv:MATRIX:2 daxpy:VECTOR:2 saxpy:VECTOR:1 ddot:VECTOR:2 dscal:VECTOR:1 dcopy:VECTOR:1 dnrm2:VECTOR:1
          dasum:VECTOR:1)
    string(REPLACE ":" ";" routine ${routine})
    list(GET routine 0 name)
    list(GET routine 1 kind)
    list(GET routine 2 factor)
    list(APPEND charged_routines "${name}=rank/charged_blas.c=-DROUTINE:${name}_=-D${kind}:${factor}")
  endforeach()
  # ARCHIVE, then NAME=SOURCE, or NAME=SOURCE=OPTION, of modules/ or of the generated ones
  function(add_rank_archive archive)
    set(objects "")
    foreach(part ${ARGN})
      string(REPLACE "=" ";" part ${part})
      list(POP_FRONT part name source)
      set(object ${CMAKE_BINARY_DIR}/mpi/lib/${archive}_${name}.o)
      list(APPEND objects ${object})
      list(TRANSFORM part REPLACE ":" "=")
      set(source_file ${CMAKE_SOURCE_DIR}/modules/${source})
      if(NOT EXISTS ${source_file})
        set(source_file ${KASURI_GENERATED}/modules/${source})
      endif()
      list(APPEND rank_sources ${source_file})
      list(APPEND archive_commands COMMAND kasuri mpicc -O2 -g -I${KASURI_GENERATED}/modules/fortran
           -I${CMAKE_SOURCE_DIR}/modules/fortran ${part} -c -o ${object} ${source_file})
    endforeach()
    list(APPEND archive_commands COMMAND ${CMAKE_COMMAND} -E rm -f ${CMAKE_BINARY_DIR}/mpi/lib/lib${archive}.a
         COMMAND ${CMAKE_AR} rcs ${CMAKE_BINARY_DIR}/mpi/lib/lib${archive}.a ${objects})
    set(rank_sources ${rank_sources} PARENT_SCOPE)
    set(archive_commands ${archive_commands} PARENT_SCOPE)
  endfunction()
  add_rank_archive(kasuri_rank environment=rank/environment.c getopt=rank/getopt.c random=rank/random.c
                   texts=rank/texts.c time=rank/time.c fortran_ends=rank/fortran_ends.c
                   fortran_clocks=rank/fortran_clocks.c
                   thread_local=rank/thread_local.c exceptions=rank/exceptions.c=-fexceptions
                   openmp=rank/openmp.c openmp_loops=rank/openmp_loops.c
                   openmp_tasks=rank/openmp_tasks.c openmp_calls=rank/openmp_calls.c
                   charged_memory=rank/charged_memory.c=-fno-builtin charged_math=rank/charged_math.c=-fno-builtin
                   ${charged_routines})
  # MPI's functions as Fortran calls them.
  add_rank_archive(kasuri_fortran addresses=fortran/addresses.c faces=fortran/faces.c
                   special=fortran/special.c units=fortran/units.c random=fortran/random.c pfaces=fortran/faces.c=-DKASURI_PROFILING pspecial=fortran/special.c=-DKASURI_PROFILING)
  add_custom_command(TARGET kasuri POST_BUILD ${archive_commands})
  list(APPEND rank_sources ${CMAKE_SOURCE_DIR}/modules/fortran/fortran.h ${KASURI_GENERATED}/modules/fortran/has.h
       ${CMAKE_SOURCE_DIR}/modules/rank/prices.h ${CMAKE_SOURCE_DIR}/modules/rank/openmp.h
       ${CMAKE_SOURCE_DIR}/modules/rank/fortran_array.h)
  set_target_properties(kasuri PROPERTIES LINK_DEPENDS "${rank_sources}")
endif()
