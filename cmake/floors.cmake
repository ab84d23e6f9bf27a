# One OBJECT library per room, in the order of src/FLOORS; a new component is one new file.
# NAME_test.cpp beside the code goes into <room>_tests, linked with that room and all that come before it.
# Objects, not archives: a static library would drop components that only register themselves.

# Precompiled headers for the code and for the tests, each with and without JSON, which adds half a second
# to every compilation: nothing of src/ is in them, and every file still names what it includes
# (-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without).
set(KASURI_JSON_FOLDERS config chip manycore lanes plan report measured page verbs view library cli)
# What runs once need not be fast: -O1. These are the top floors, since the linker takes what several folders
# compile from the lowest.
set(KASURI_QUICK_FOLDERS report page verbs view cli)
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
file(STRINGS ${CMAKE_SOURCE_DIR}/src/FLOORS wing_lines REGEX "^[a-z]")
set(kasuri_wings "")
set(kasuri_rooms "")  # folders below the root, from the ground up
foreach(line IN LISTS wing_lines)
  string(REGEX MATCH "^([a-z]+) [(]([a-z ]*)[)]: (.*)$" line "${line}")
  set(wing ${CMAKE_MATCH_1})
  list(APPEND kasuri_wings ${wing})
  separate_arguments(${wing}_uses UNIX_COMMAND "${CMAKE_MATCH_2}")
  string(REPLACE "|" "" rooms "${CMAKE_MATCH_3}")
  separate_arguments(${wing}_rooms UNIX_COMMAND "${rooms}")
  set(${wing}_folder src/${wing})
  if(wing STREQUAL "studies")
    set(${wing}_folder studies)
  endif()
  set(${wing}_objects "")
  foreach(room IN LISTS ${wing}_rooms)
    list(APPEND kasuri_rooms ${${wing}_folder}/${room})
  endforeach()
endforeach()

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

# With the objects of wings that the room may use, and of the rooms before it in its own.
function(kasuri_tests folder tests below own_wing)
  add_executable(${folder}_tests ${tests})
  set_target_properties(${folder}_tests PROPERTIES UNITY_BUILD ${KASURI_UNITY} ENABLE_EXPORTS ON
                        UNITY_BUILD_BATCH_SIZE ${KASURI_UNITY_TEST_BATCH})
  target_compile_options(${folder}_tests PRIVATE ${KASURI_QUICK_COMPILE})
  if(TARGET kasuri_${folder})
    target_sources(${folder}_tests PRIVATE $<TARGET_OBJECTS:kasuri_${folder}>)
  endif()
  target_sources(${folder}_tests PRIVATE ${below} ${own_wing})
  target_link_libraries(${folder}_tests PRIVATE kasuri_options GTest::gmock_main)
  kasuri_json(${folder} json)
  target_precompile_headers(${folder}_tests REUSE_FROM kasuri_${json}test_headers)
  gtest_discover_tests(${folder}_tests TEST_PREFIX "${folder}." DISCOVERY_TIMEOUT 300 PROPERTIES TIMEOUT 1800
                       WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endfunction()

# From the top down: the command line takes longest, and Ninja begins with what comes first.
set(rooms ${kasuri_rooms})
list(REVERSE rooms)
foreach(room IN LISTS rooms)
  get_filename_component(name ${room} NAME)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${room}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "(_test|_verb|/main)\\.cpp$")
  if(sources)
    kasuri_code(${name} "${sources}")
  endif()
endforeach()

# The tests of a room are linked with what the room may use.
set(KASURI_OBJECTS "")
foreach(wing IN LISTS kasuri_wings)
  set(below "")
  foreach(used IN LISTS ${wing}_uses)
    list(APPEND below ${${used}_objects})
  endforeach()
  foreach(room IN LISTS ${wing}_rooms)
    file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${${wing}_folder}/${room}/*_test.cpp)
    if(tests AND KASURI_TESTS)
      kasuri_tests(${room} "${tests}" "${below}" "${${wing}_objects}")
    endif()
    # What other programs link (cmake/library.cmake) is no part of this one.
    if(TARGET kasuri_${room} AND NOT room STREQUAL "library")
      list(APPEND ${wing}_objects $<TARGET_OBJECTS:kasuri_${room}>)
    endif()
  endforeach()
  if(NOT wing STREQUAL "studies")
    list(APPEND KASURI_OBJECTS ${${wing}_objects})
  endif()
endforeach()

# The program of a study: verbs (files NAME_verb.cpp), and all that its wing may use.
function(kasuri_study program)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/studies/ OUTPUT_VARIABLE verbs)
  set(objects ${studies_objects})  # before what is compiled quickly
  foreach(wing IN LISTS studies_uses)
    list(APPEND objects ${${wing}_objects})
  endforeach()
  add_executable(${program} ${CMAKE_SOURCE_DIR}/src/shell/verbs/main.cpp ${verbs}
                 ${CMAKE_SOURCE_DIR}/src/shell/verbs/describe_verb.cpp ${objects})
  target_link_libraries(${program} PRIVATE kasuri_options)
  target_precompile_headers(${program} REUSE_FROM kasuri_quick_headers)
  target_compile_options(${program} PRIVATE ${KASURI_QUICK_COMPILE})
  add_dependencies(kasuri_studies ${program})
endfunction()
add_custom_target(kasuri_studies)
set_target_properties(kasuri_library PROPERTIES EXCLUDE_FROM_ALL ON)
