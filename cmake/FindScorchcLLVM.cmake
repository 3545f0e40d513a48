# Finds one LLVM and the Clang of the same installation.
#
# find_package(LLVM) and find_package(Clang) search independently: with several versions installed, the first may
# silently find 16 and the second 14. So this module selects a folder first and finds both packages in it.
#
# Reads:   ScorchcLLVM_ROOT (a CMake or environment variable): the LLVM to use, "/usr/lib/llvm-19"; LLVM_DIR,
#          CMAKE_PREFIX_PATH
# Defines: ScorchcLLVM_FOUND, ScorchcLLVM_VERSION, ScorchcLLVM_LIBRARY_DIR, ScorchcLLVM_TOOLS_DIR,
#          ScorchcLLVM_RESOURCE_DIR (Clang's own headers), ScorchcLLVM_RTTI, the target ScorchcLLVM::ScorchcLLVM

set(ScorchcLLVM_OLDEST 16)
set(_tested 19)

# Candidates in order of preference: those the user names, the version that the tests use, then the newest.
set(_candidates ${ScorchcLLVM_ROOT} $ENV{ScorchcLLVM_ROOT})
if(LLVM_DIR)
  file(REAL_PATH ${LLVM_DIR} _named)  # Debian's /usr/lib/llvm-NN/cmake is a link to lib/cmake/llvm
  list(APPEND _candidates ${_named}/../../..)
endif()
list(APPEND _candidates ${CMAKE_PREFIX_PATH} /usr/lib/llvm-${_tested})
file(GLOB _numbered LIST_DIRECTORIES true /usr/lib/llvm-* /usr/lib/llvm/* /usr/lib64/llvm* /usr/local/llvm*
     /opt/homebrew/opt/llvm* /usr/local/opt/llvm*)
list(SORT _numbered COMPARE NATURAL ORDER DESCENDING)
list(APPEND _candidates ${_numbered} /usr/local /usr)
list(TRANSFORM _candidates REPLACE "/+$" "")
list(REMOVE_DUPLICATES _candidates)

# Check files before calling find_package: package files whose libraries are not installed stop the configuration with
# an error, and loading two versions into one scope mixes their targets.
set(_root "")
set(_rejected "")
foreach(_candidate IN LISTS _candidates)
  foreach(_lib lib lib64)
    set(_cmake ${_candidate}/${_lib}/cmake)
    if(_root OR NOT EXISTS ${_cmake}/llvm/LLVMConfigVersion.cmake)
      continue()
    endif()
    file(STRINGS ${_cmake}/llvm/LLVMConfigVersion.cmake _line REGEX "set\\(PACKAGE_VERSION \"")
    string(REGEX MATCH "[0-9]+" _major "${_line}")
    if(_major LESS ScorchcLLVM_OLDEST)
      list(APPEND _rejected "${_candidate} is older than LLVM ${ScorchcLLVM_OLDEST}")
    elseif(NOT EXISTS ${_cmake}/clang/ClangConfig.cmake)
      list(APPEND _rejected "${_candidate} lacks ClangConfig.cmake (package clang-${_major})")
    elseif(NOT EXISTS ${_candidate}/include/clang/Frontend/CompilerInstance.h)
      list(APPEND _rejected "${_candidate} lacks Clang's headers (package libclang-${_major}-dev)")
    else()
      set(_root ${_candidate})
      set(_root_cmake ${_cmake})
    endif()
  endforeach()
endforeach()

if(_root)
  # Set in the cache with FORCE: a value from an earlier configuration would override any hint.
  set(LLVM_DIR ${_root_cmake}/llvm CACHE PATH "The LLVM of the Clang plugin" FORCE)
  set(Clang_DIR ${_root_cmake}/clang CACHE PATH "The Clang of the Clang plugin" FORCE)
  # Suppress messages about a dozen optional libraries that the package files look for.
  set(_level "${CMAKE_MESSAGE_LOG_LEVEL}")
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  # No version is requested: LLVM's version file treats "19" as 19.0 and rejects 19.1.
  find_package(LLVM CONFIG QUIET)
  find_package(Clang CONFIG QUIET)
  set(CMAKE_MESSAGE_LOG_LEVEL "${_level}")
  if(NOT TARGET clang-cpp OR NOT TARGET LLVM)
    list(APPEND _rejected "${_root} has no shared libclang-cpp and libLLVM")
  else()
    set(ScorchcLLVM_VERSION ${LLVM_PACKAGE_VERSION})
    set(ScorchcLLVM_LIBRARY_DIR ${LLVM_LIBRARY_DIR})
    set(ScorchcLLVM_TOOLS_DIR ${LLVM_TOOLS_BINARY_DIR})
    set(ScorchcLLVM_RESOURCE_DIR ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR})
    set(ScorchcLLVM_RTTI ${LLVM_ENABLE_RTTI})
  endif()
endif()
list(JOIN _rejected ", " _rejected)  # a semicolon would split the argument

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  ScorchcLLVM
  REQUIRED_VARS ScorchcLLVM_LIBRARY_DIR ScorchcLLVM_VERSION
  VERSION_VAR ScorchcLLVM_VERSION
  REASON_FAILURE_MESSAGE "it needs LLVM ${ScorchcLLVM_OLDEST} or newer with Clang's libraries. ${_rejected}")

if(ScorchcLLVM_FOUND AND NOT TARGET ScorchcLLVM::ScorchcLLVM)
  add_library(ScorchcLLVM::ScorchcLLVM INTERFACE IMPORTED)
  separate_arguments(_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  list(REMOVE_ITEM _definitions -D_GNU_SOURCE)  # g++ and clang++ define it themselves
  list(TRANSFORM _definitions REPLACE "^-D" "")
  # System folders, because LLVM's headers do not pass this project's warnings.
  target_include_directories(ScorchcLLVM::ScorchcLLVM SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_compile_definitions(ScorchcLLVM::ScorchcLLVM INTERFACE ${_definitions})
  # Only the two shared libraries: the static ones register LLVM's command-line options again, which aborts the program.
  target_link_libraries(ScorchcLLVM::ScorchcLLVM INTERFACE clang-cpp LLVM)
endif()
