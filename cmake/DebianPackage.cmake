# `cpack -G DEB` in the build folder makes a Debian package of everything that `cmake --install` installs.
include(GNUInstallDirs)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME scorchc)
set(CPACK_PACKAGE_VENDOR "The scorchc authors")
set(SCORCHC_MAINTAINER "The scorchc authors <authors@scorchc.org>" CACHE STRING "Maintainer of the package: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${SCORCHC_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "sparse tensor algebra compiler that emits portable C++")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "scorchc compiles index notation with a format for each tensor, such as
C(i,k) = A(i,j) * B(j,k) with A in CSR, to a C++ source and a header that
need nothing but a C++17 compiler. It chooses the order of loops, conversions
and workspaces, and says why.
.
The package has the program, its library with headers, CMake and pkg-config
files, and the plugin that compiles and runs kernels with Clang in its own
process.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The dynamic linker finds libscorchc; programs that link it depend on this package.
file(WRITE ${PROJECT_BINARY_DIR}/cmake/triggers "activate-noawait ldconfig\n")
file(WRITE ${PROJECT_BINARY_DIR}/cmake/shlibs
     "libscorchc ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} scorchc (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/cmake/triggers ${PROJECT_BINARY_DIR}/cmake/shlibs)
# Kernels that `scorchc run` compiles include the C library's headers.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, cmake")

# Further files that Debian requires: the licence in its format, the changelog, and overrides of lintian's warnings.
set(doc_folder ${CMAKE_INSTALL_DATADIR}/doc/scorchc)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE "^[^\n]*\n\nCopyright \\(c\\) ([^\n]*)\n\n" "" licence "${licence}")
set(copyright_holder "${CMAKE_MATCH_1}")
string(REGEX REPLACE "\n$" "" licence "${licence}")
string(REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REPLACE "\n" "\n " licence "${licence}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/copyright.in ${PROJECT_BINARY_DIR}/cmake/copyright @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/copyright DESTINATION ${doc_folder})
install(FILES ${CMAKE_CURRENT_LIST_DIR}/lintian-overrides RENAME scorchc DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides)
# The documentation pages, in the folders that their links expect.
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${doc_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${doc_folder}
        PATTERN build EXCLUDE PATTERN generated EXCLUDE)
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog.in ${PROJECT_BINARY_DIR}/cmake/changelog @ONLY)
find_program(GZIP_PROGRAM gzip)
if(GZIP_PROGRAM)
  execute_process(COMMAND ${GZIP_PROGRAM} -9nfk ${PROJECT_BINARY_DIR}/cmake/changelog)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/changelog.gz DESTINATION ${doc_folder})
endif()

include(CPack)
