# What `cmake --install` puts beside the program: the package that find_package(scorchc) finds.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/scorchc)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/scorchc-config.cmake.in ${PROJECT_BINARY_DIR}/cmake/scorchc-config.cmake
                              INSTALL_DESTINATION ${package_folder})
# A generator of another version writes other files, so its users say which they want.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/scorchc-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/scorchc-config.cmake ${PROJECT_BINARY_DIR}/cmake/scorchc-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/ScorchcAddLibrary.cmake DESTINATION ${package_folder})
