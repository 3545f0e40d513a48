# Precompiles the headers of the standard library and of Catch2, which take a large share of compile time. The project's
# own headers are not included, so a change to one does not recompile more files.
#
# Disabled with a compiler cache, which would need special settings and hundreds of megabytes. Builds with a cache
# therefore also detect missing #includes, which precompiled headers hide.
set(SCORCHC_PRECOMPILE ON)
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(SCORCHC_PRECOMPILE OFF)
endif()

if(SCORCHC_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC ignores in precompiled headers the pragmas that silence warnings, so its own library's strings warn. Which
  # warnings appear depends on inlining, so they are not errors here; builds with a compiler cache have all warnings as
  # errors.
  target_compile_options(scorchc_flags INTERFACE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-error)
endif()

# scorchc_header_set(NAME HEADERS...): precompiles the headers once, for all targets with the same flags.
function(scorchc_header_set name)
  if(SCORCHC_PRECOMPILE)
    set(empty ${PROJECT_BINARY_DIR}/${name}.cpp)
    file(GENERATE OUTPUT ${empty} CONTENT "")
    add_library(${name} OBJECT ${empty})
    target_link_libraries(${name} PRIVATE scorchc_flags)
    target_precompile_headers(${name} PRIVATE ${ARGN})
  endif()
endfunction()

# scorchc_precompiled(TARGET SET): compiles TARGET with the precompiled headers of SET.
function(scorchc_precompiled target set)
  if(SCORCHC_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${set})
  endif()
endfunction()

set(standard_headers
    <algorithm> <array> <charconv> <cmath> <cstdint> <functional> <limits> <map> <memory> <optional> <set> <span> <string>
    <string_view> <utility> <variant> <vector>)
# Libraries are position-independent code; programs are not.
scorchc_header_set(library_headers ${standard_headers})
if(SCORCHC_PRECOMPILE)
  set_target_properties(library_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()
