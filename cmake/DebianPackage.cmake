# `cpack -G DEB` in the build folder makes a package for Debian of all that `cmake --install` installs.
include(GNUInstallDirs)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME scorchc)
set(CPACK_PACKAGE_VENDOR "The scorchc authors")
set(CPACK_PACKAGE_CONTACT "The scorchc authors <scorchc@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "sparse tensor algebra compiler that emits portable C++")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "${CPACK_PACKAGE_DESCRIPTION_SUMMARY}
 scorchc compiles index notation with a format for each tensor, such as
 C(i,k) = A(i,j) * B(j,k) with A in CSR, to a C++ source and a header that
 need nothing but a C++17 compiler. It chooses the order of loops, conversions
 and workspaces, and says why.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# The kernels that `scorchc run` compiles include the C library's headers.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, cmake")

# What Debian wants beside the files: the licence, and what changed.
set(doc_folder ${CMAKE_INSTALL_DATADIR}/doc/scorchc)
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog ${PROJECT_BINARY_DIR}/cmake/changelog COPYONLY)
find_program(GZIP_PROGRAM gzip)
if(GZIP_PROGRAM)
  execute_process(COMMAND ${GZIP_PROGRAM} -9nfk ${PROJECT_BINARY_DIR}/cmake/changelog)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/changelog.gz DESTINATION ${doc_folder})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright DESTINATION ${doc_folder})

include(CPack)
