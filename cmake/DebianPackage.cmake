# `cpack -G DEB` in the build folder makes a package for Debian of all that `cmake --install` installs.
include(GNUInstallDirs)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME scorchc)
set(CPACK_PACKAGE_VENDOR "The scorchc authors")
set(SCORCHC_MAINTAINER "The scorchc authors <authors@scorchc.org>" CACHE STRING "Who answers for the package: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${SCORCHC_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "sparse tensor algebra compiler that emits portable C++")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    " scorchc compiles index notation with a format for each tensor, such as
 C(i,k) = A(i,j) * B(j,k) with A in CSR, to a C++ source and a header that
 need nothing but a C++17 compiler. It chooses the order of loops, conversions
 and workspaces, and says why.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Programs that link libscorchc find it, and depend on this package.
file(WRITE ${PROJECT_BINARY_DIR}/cmake/triggers "activate-noawait ldconfig\n")
file(WRITE ${PROJECT_BINARY_DIR}/cmake/shlibs
     "libscorchc ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} scorchc (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/cmake/triggers ${PROJECT_BINARY_DIR}/cmake/shlibs)
# The kernels that `scorchc run` compiles include the C library's headers.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, cmake")

# What Debian wants beside the files: the licence, and what changed.
set(doc_folder ${CMAKE_INSTALL_DATADIR}/doc/scorchc)
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog.in ${PROJECT_BINARY_DIR}/cmake/changelog @ONLY)
find_program(GZIP_PROGRAM gzip)
if(GZIP_PROGRAM)
  execute_process(COMMAND ${GZIP_PROGRAM} -9nfk ${PROJECT_BINARY_DIR}/cmake/changelog)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/changelog.gz DESTINATION ${doc_folder})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright DESTINATION ${doc_folder})

include(CPack)
