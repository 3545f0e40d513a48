# The standard library's headers, and Catch2's, are precompiled: reading them is a good part of what each file takes to
# compile. No header of ours is among them, so a change to one compiles as little again as ever.
#
# Not behind a compiler cache, which would need to be told what to overlook and would keep some hundred megabytes. So
# where there is one, a missing #include shows, which precompiled headers hide.
set(SCORCHC_PRECOMPILE ON)
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(SCORCHC_PRECOMPILE OFF)
endif()

if(SCORCHC_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC forgets in precompiled headers what pragmas in them have silenced: its own library's strings warn. What warns there
  # depends on what is inlined, so no warning ends a build; builds behind a compiler cache are held to all of them.
  target_compile_options(scorchc_flags INTERFACE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-error)
endif()

# scorchc_header_set(NAME HEADERS...): a set is compiled once, for all targets that are compiled with its flags.
function(scorchc_header_set name)
  if(SCORCHC_PRECOMPILE)
    set(empty ${PROJECT_BINARY_DIR}/${name}.cpp)
    file(GENERATE OUTPUT ${empty} CONTENT "")
    add_library(${name} OBJECT ${empty})
    target_link_libraries(${name} PRIVATE scorchc_flags)
    target_precompile_headers(${name} PRIVATE ${ARGN})
  endif()
endfunction()

# scorchc_precompiled(TARGET SET): compiles TARGET with the headers of SET.
function(scorchc_precompiled target set)
  if(SCORCHC_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${set})
  endif()
endfunction()

set(standard_headers
    <algorithm> <array> <charconv> <cmath> <cstdint> <functional> <limits> <map> <memory> <optional> <set> <span> <string>
    <string_view> <utility> <variant> <vector>)
# Libraries are position-independent code, programs are not.
scorchc_header_set(library_headers ${standard_headers})
if(SCORCHC_PRECOMPILE)
  set_target_properties(library_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()
