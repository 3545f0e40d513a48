# One LLVM and the Clang of the same folder.
#
# find_package(LLVM) and find_package(Clang) look for themselves: on a machine with several versions the first may take
# 16 and the second 14, without a word. So a folder is chosen first, and both are asked for in that folder only.
#
# Read:    ScorchcLLVM_ROOT (a CMake or environment variable): the LLVM to take, "/usr/lib/llvm-19"; LLVM_DIR,
#          CMAKE_PREFIX_PATH
# Defines: ScorchcLLVM_FOUND, ScorchcLLVM_VERSION, ScorchcLLVM_LIBRARY_DIR, ScorchcLLVM_TOOLS_DIR,
#          ScorchcLLVM_RESOURCE_DIR (Clang's own headers), ScorchcLLVM_RTTI, the target ScorchcLLVM::ScorchcLLVM

set(ScorchcLLVM_OLDEST 16)
set(_tested 19)

# Candidates, best first: what the user names, the version that the tests run with, then the newest.
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

# The files are looked at before any find_package: a package file whose libraries are not installed ends the
# configuration with an error, and reading two versions' targets into one scope mixes them.
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
  # Set, not hinted at: what an earlier configuration left here would win over any hint, for one of the two.
  set(LLVM_DIR ${_root_cmake}/llvm CACHE PATH "The LLVM of the Clang plugin" FORCE)
  set(Clang_DIR ${_root_cmake}/clang CACHE PATH "The Clang of the Clang plugin" FORCE)
  # The package files look for a dozen libraries of no concern here, and say so.
  set(_level "${CMAKE_MESSAGE_LOG_LEVEL}")
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  # No version is asked for: LLVM's version file takes "19" as 19.0 and refuses 19.1.
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
list(JOIN _rejected ", " _rejected)  # a semicolon would end the argument

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
  # As system folders: their headers do not pass this project's warnings.
  target_include_directories(ScorchcLLVM::ScorchcLLVM SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_compile_definitions(ScorchcLLVM::ScorchcLLVM INTERFACE ${_definitions})
  # The two shared libraries only: the static ones register LLVM's command-line options a second time, which aborts.
  target_link_libraries(ScorchcLLVM::ScorchcLLVM INTERFACE clang-cpp LLVM)
endif()
