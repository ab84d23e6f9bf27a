# libkasuri.a, for programs that simulate in their own process through kasuri/*.h (docs/library.md). One
# object: components register themselves, and an archive of many would drop those that nobody names.
set(KASURI_LIBRARY_OBJECTS ${KASURI_OBJECTS})
list(FILTER KASURI_LIBRARY_OBJECTS EXCLUDE REGEX ":kasuri_(cli|verbs)(_cold)?(_more)?>")
set(library_folder ${CMAKE_BINARY_DIR}/library)
file(MAKE_DIRECTORY ${library_folder})
add_custom_command(OUTPUT ${library_folder}/libkasuri.a
                   COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -o ${library_folder}/kasuri.o ${KASURI_LIBRARY_OBJECTS}
                   COMMAND ${CMAKE_OBJCOPY} --strip-debug ${library_folder}/kasuri.o
                   COMMAND ${CMAKE_COMMAND} -E rm -f ${library_folder}/libkasuri.a
                   COMMAND ${CMAKE_AR} rcs ${library_folder}/libkasuri.a ${library_folder}/kasuri.o
                   COMMAND ${CMAKE_COMMAND} -E rm ${library_folder}/kasuri.o
                   DEPENDS ${KASURI_LIBRARY_OBJECTS} COMMAND_EXPAND_LISTS VERBATIM
                   COMMENT "Linking libkasuri.a")
add_custom_target(kasuri_archive DEPENDS ${library_folder}/libkasuri.a)

# What a program links besides: for pkg-config and the CMake package.
list(GET HDF5_C_LIBRARIES 0 hdf5_library)
if(hdf5_library MATCHES "/hdf5/serial/")  # Debian has it also where linkers look
  set(hdf5_library -lhdf5_serial)
endif()
set(KASURI_LINKED -lfmt ${hdf5_library} -lsqlite3 -lexpat -lz -lopen-trace-format2 -lboost_context -lboost_graph
    -ldl -lpthread)
list(JOIN KASURI_LINKED " " KASURI_LINKED_WORDS)
