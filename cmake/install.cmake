# What `make install`, `make deb` and `make tarball` bring to a PREFIX (docs/installing.md). The tree works
# wherever it lies, so the tarball is the same tree.
set(documents ${CMAKE_BINARY_DIR}/documents)
file(MAKE_DIRECTORY ${documents}/man)

# What Debian wants to know of versions; CHANGELOG.md tells the rest.
string(TIMESTAMP built_at "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${documents}/changelog
     "kasuri (${PROJECT_VERSION}) unstable; urgency=medium\n\n  * Built from its source tree; see CHANGELOG.md in this "
     "folder.\n\n -- Kasuri developers <kasuri@kasuri.invalid>  ${built_at}\n")

# Manual pages, completions and the schema, written by the program itself.
add_custom_command(OUTPUT ${documents}/done
                   COMMAND kasuri man --out ${documents}/man
                   COMMAND kasuri completion bash > ${documents}/kasuri.bash
                   COMMAND kasuri completion zsh > ${documents}/_kasuri
                   COMMAND kasuri completion fish > ${documents}/kasuri.fish
                   COMMAND kasuri schema > ${documents}/config.schema.json
                   COMMAND sh -c "for page in man/*.1; do gzip -9nf \"$page\"; done"
                   COMMAND sh -c "gzip -9nc changelog > changelog.gz"
                   COMMAND ${CMAKE_COMMAND} -E touch ${documents}/done
                   DEPENDS kasuri kasuri-chip kasuri-manycore WORKING_DIRECTORY ${documents} VERBATIM
                   COMMENT "Writing manual pages, completions and the schema")
add_custom_target(kasuri_documents DEPENDS ${documents}/done)
if(KASURI_TESTS)  # which install it
  set(with_tests ALL)
endif()
add_custom_target(kasuri_package ${with_tests} DEPENDS kasuri kasuri_studies kasuri_archive kasuri_documents
                  kasuri_python)

install(TARGETS kasuri kasuri-chip kasuri-manycore RUNTIME DESTINATION bin)
# What `kasuri mpicc` needs, and the links by which build systems find it as mpicc.
install(TARGETS kasuri_program LIBRARY DESTINATION lib/kasuri)
install(DIRECTORY ${CMAKE_BINARY_DIR}/mpi/lib/ DESTINATION lib/kasuri FILES_MATCHING PATTERN "*.a"
        PATTERN "program_start.o")
install(CODE "
  set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  file(MAKE_DIRECTORY \${root}/lib/kasuri/as \${root}/lib/kasuri/bin)
  file(CREATE_LINK ../../../bin/kasuri \${root}/lib/kasuri/as/as SYMBOLIC)
  foreach(name mpicc mpicxx mpic++ mpif77 mpif90 mpifort mpirun)
    file(CREATE_LINK ../../../bin/kasuri \${root}/lib/kasuri/bin/\${name} SYMBOLIC)
  endforeach()")
if(TARGET kasuri_openmpi)
  install(TARGETS kasuri_openmpi LIBRARY DESTINATION lib/kasuri OPTIONAL)
endif()

install(FILES include/kasuri/kasuri.h include/kasuri/network.h DESTINATION include/kasuri)
install(DIRECTORY ${KASURI_GENERATED}/include/ DESTINATION include/kasuri PATTERN "include/kasuri" EXCLUDE)
install(FILES ${CMAKE_BINARY_DIR}/library/libkasuri.a DESTINATION lib)
configure_file(cmake/kasuri.pc.in ${CMAKE_BINARY_DIR}/library/kasuri.pc @ONLY)
configure_file(cmake/KasuriConfig.cmake.in ${CMAKE_BINARY_DIR}/library/KasuriConfig.cmake @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/library/KasuriConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/library/kasuri.pc DESTINATION lib/pkgconfig)
install(FILES ${CMAKE_BINARY_DIR}/library/KasuriConfig.cmake
        ${CMAKE_BINARY_DIR}/library/KasuriConfigVersion.cmake DESTINATION lib/cmake/Kasuri)

install(FILES ${CMAKE_BINARY_DIR}/viewer.html DESTINATION share/kasuri OPTIONAL)  # `make viewer`
install(DIRECTORY machines DESTINATION share/kasuri FILES_MATCHING PATTERN "*.toml" PATTERN "*.errors.csv")
install(DIRECTORY examples DESTINATION share/kasuri
        PATTERN "__pycache__" EXCLUDE PATTERN "*.o" EXCLUDE PATTERN "*.elf" EXCLUDE)
install(FILES ${documents}/config.schema.json DESTINATION share/kasuri)
install(DIRECTORY ${documents}/man/ DESTINATION share/man/man1)
install(FILES ${documents}/kasuri.bash DESTINATION share/bash-completion/completions RENAME kasuri)
install(FILES ${documents}/_kasuri DESTINATION share/zsh/vendor-completions)
install(FILES ${documents}/kasuri.fish DESTINATION share/fish/vendor_completions.d)
install(DIRECTORY docs/ DESTINATION share/doc/kasuri PATTERN "notes" EXCLUDE)
install(FILES README.md CHANGELOG.md DESTINATION share/doc/kasuri)
install(FILES LICENSE DESTINATION share/doc/kasuri RENAME copyright)
install(FILES ${documents}/changelog.gz DESTINATION share/doc/kasuri)

# Debian's Python looks in lib/python3 of /usr, and in lib/python3.N of /usr/local.
install(CODE "
  set(python lib/python3/dist-packages)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr/local\")
    execute_process(COMMAND /usr/bin/python3 -c \"import sys; print('%d.%d' % sys.version_info[:2])\"
                    OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
    if(NOT failed)
      set(python lib/python\${version}/dist-packages)
    endif()
  endif()
  file(INSTALL ${CMAKE_SOURCE_DIR}/python/kasuri ${KASURI_GENERATED}/python/kasuri
       DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${python}\"
       PATTERN __pycache__ EXCLUDE)")

set(CPACK_PACKAGE_NAME kasuri)
set(CPACK_PACKAGE_VENDOR "Kasuri")
set(CPACK_PACKAGE_CONTACT "Kasuri developers <kasuri@kasuri.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulator for interconnection networks")
set(CPACK_PACKAGE_DESCRIPTION "Kasuri simulates the network between the nodes of a parallel computer, or on a
chip: packets in routers with virtual channels, network interfaces, links that
sleep. Workloads are programs with MPI calls, traces and synthetic traffic.
It reports run time, congestion and energy for every link.")
set(CPACK_PACKAGE_FILE_NAME "kasuri-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, python3-h5py, python3-pandas, python3-networkx")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "openmpi-bin, libfmt-dev, libhdf5-dev, libexpat1-dev, libsqlite3-dev, libotf2-trace-dev, libopen-trace-format2-dev, libboost-context-dev, libboost-graph-dev")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3:any")
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};kasuri;ALL;/")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
# The .deb goes to /usr, the tarball to wherever it is unpacked.
file(WRITE ${CMAKE_BINARY_DIR}/cpack_options.cmake "
if(CPACK_GENERATOR STREQUAL \"DEB\")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_BINARY_DIR}/cpack_options.cmake)
include(CPack)
