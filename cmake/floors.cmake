# One OBJECT library per folder of src/, in the order of src/FLOORS; a new component is one new file.
# NAME_test.cpp beside the code goes into <folder>_tests, linked with that folder and the floors below.
# Objects, not archives: a static library would drop components that only register themselves.

# Precompiled headers for the code and for the tests, each with and without JSON, which adds half a second
# to every compilation: nothing of src/ is in them, and every file still names what it includes
# (-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without).
set(KASURI_JSON_FOLDERS config chip manycore lanes plan report measured view library cli)
# What runs once need not be fast: -O1. These are the top floors, since the linker takes what several folders
# compile from the lowest.
set(KASURI_QUICK_FOLDERS report view cli)
set(KASURI_QUICK_COMPILE $<$<CONFIG:Release>:-O1>)
function(kasuri_precompile target)
  add_library(${target} OBJECT cmake/empty.cpp)
  target_link_libraries(${target} PRIVATE kasuri_options)
  target_precompile_headers(${target} PRIVATE cmake/precompiled.h ${ARGN})
endfunction()
kasuri_precompile(kasuri_headers)
kasuri_precompile(kasuri_json_headers <nlohmann/json.hpp>)
kasuri_precompile(kasuri_quick_headers <nlohmann/json.hpp> <CLI/CLI.hpp>)
target_compile_options(kasuri_quick_headers PRIVATE ${KASURI_QUICK_COMPILE})
if(KASURI_TESTS)
  kasuri_precompile(kasuri_test_headers <gmock/gmock.h>)
  kasuri_precompile(kasuri_json_test_headers <nlohmann/json.hpp> <gmock/gmock.h>)
  foreach(target kasuri_test_headers kasuri_json_test_headers)
    target_link_libraries(${target} PRIVATE GTest::gmock)
    target_compile_options(${target} PRIVATE ${KASURI_QUICK_COMPILE})
  endforeach()
endif()

# All files of a folder are compiled together: most of the time of a compilation goes into headers and what
# templates make of them. So names that only one file of a folder knows are unique in the folder, and each
# test has a namespace of its own, named after its file (tests/tidy/names.py).
option(KASURI_UNITY "compile the files of a folder together" ON)
set(KASURI_UNITY_BATCH 0 CACHE STRING "files that are compiled together; 0: all of a folder")
set(KASURI_UNITY_TEST_BATCH 12 CACHE STRING "tests that are compiled together; 0: all of a folder")

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/FLOORS)
file(STRINGS ${CMAKE_SOURCE_DIR}/src/FLOORS floor_lines REGEX "^[0-9]")

# "json_" where the folder uses JSON.
function(kasuri_json folder result)
  set(${result} "" PARENT_SCOPE)
  if(folder IN_LIST KASURI_JSON_FOLDERS)
    set(${result} json_ PARENT_SCOPE)
  endif()
endfunction()

function(kasuri_code folder sources)
  add_library(kasuri_${folder} OBJECT ${sources})
  set_target_properties(kasuri_${folder} PROPERTIES UNITY_BUILD ${KASURI_UNITY}
                        UNITY_BUILD_BATCH_SIZE ${KASURI_UNITY_BATCH})
  target_link_libraries(kasuri_${folder} PUBLIC kasuri_options)
  if(folder IN_LIST KASURI_SANITIZE_FOLDERS)
    target_compile_options(kasuri_${folder} PRIVATE ${KASURI_SANITIZE_OPTIONS} -O1)
  elseif(folder IN_LIST KASURI_QUICK_FOLDERS)
    target_precompile_headers(kasuri_${folder} REUSE_FROM kasuri_quick_headers)
    target_compile_options(kasuri_${folder} PRIVATE ${KASURI_QUICK_COMPILE})
  else()
    kasuri_json(${folder} json)
    target_precompile_headers(kasuri_${folder} REUSE_FROM kasuri_${json}headers)
  endif()
endfunction()

function(kasuri_tests folder tests)
  add_executable(${folder}_tests ${tests})
  set_target_properties(${folder}_tests PROPERTIES UNITY_BUILD ${KASURI_UNITY} ENABLE_EXPORTS ON
                        UNITY_BUILD_BATCH_SIZE ${KASURI_UNITY_TEST_BATCH})
  target_compile_options(${folder}_tests PRIVATE ${KASURI_QUICK_COMPILE})
  if(TARGET kasuri_${folder})
    target_sources(${folder}_tests PRIVATE $<TARGET_OBJECTS:kasuri_${folder}>)
  endif()
  target_sources(${folder}_tests PRIVATE ${KASURI_OBJECTS})
  target_link_libraries(${folder}_tests PRIVATE kasuri_options GTest::gmock_main)
  kasuri_json(${folder} json)
  target_precompile_headers(${folder}_tests REUSE_FROM kasuri_${json}test_headers)
  gtest_discover_tests(${folder}_tests TEST_PREFIX "${folder}." DISCOVERY_TIMEOUT 300 PROPERTIES TIMEOUT 1800
                       WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endfunction()

# From the top down: the command line takes longest, and Ninja begins with what comes first.
list(REVERSE floor_lines)
foreach(line IN LISTS floor_lines)
  separate_arguments(words UNIX_COMMAND "${line}")
  list(POP_FRONT words level)
  foreach(folder IN LISTS words)
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "(_test|/main)\\.cpp$")
    if(sources)
      kasuri_code(${folder} "${sources}")
    endif()
  endforeach()
endforeach()

set(KASURI_OBJECTS "")
list(REVERSE floor_lines)
foreach(line IN LISTS floor_lines)
  separate_arguments(words UNIX_COMMAND "${line}")
  list(POP_FRONT words level)
  set(this_floor "")
  foreach(folder IN LISTS words)
    file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*_test.cpp)
    if(tests AND KASURI_TESTS)
      kasuri_tests(${folder} "${tests}")
    endif()
    # What other programs link (cmake/library.cmake) is no part of this one.
    if(TARGET kasuri_${folder} AND NOT folder STREQUAL "library")
      list(APPEND this_floor $<TARGET_OBJECTS:kasuri_${folder}>)
    endif()
  endforeach()
  list(APPEND KASURI_OBJECTS ${this_floor})
endforeach()
set_target_properties(kasuri_library PROPERTIES EXCLUDE_FROM_ALL ON)
