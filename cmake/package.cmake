# Installs the program, the package for find_package(scorchc), the manual page, and shell completions in the folders
# where shells look for them.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

install(TARGETS scorchc RUNTIME DESTINATION bin)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/scorchc)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/scorchc-config.cmake.in ${PROJECT_BINARY_DIR}/cmake/scorchc-config.cmake
                              INSTALL_DESTINATION ${package_folder})
# Another version generates other files, so users request a version.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/scorchc-config-version.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/cmake/scorchc-config.cmake ${PROJECT_BINARY_DIR}/cmake/scorchc-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/ScorchcAddLibrary.cmake DESTINATION ${package_folder})

# The same package without an installation: `-DCMAKE_PREFIX_PATH` may name the build folder. The installed package's
# template fits, because the program is in bin/ here, too.
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/scorchc-config.cmake.in ${PROJECT_BINARY_DIR}/scorchc-config.cmake
                              INSTALL_PREFIX ${PROJECT_BINARY_DIR} INSTALL_DESTINATION .)
foreach(file ${PROJECT_BINARY_DIR}/cmake/scorchc-config-version.cmake ${CMAKE_CURRENT_LIST_DIR}/ScorchcAddLibrary.cmake)
  configure_file(${file} ${PROJECT_BINARY_DIR} COPYONLY)
endforeach()

# The program generates these after linking; a program for another machine cannot run here.
if(NOT CMAKE_CROSSCOMPILING)
  set(made ${PROJECT_BINARY_DIR}/share)
  install(FILES ${made}/scorchc.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${made}/scorchc.bash RENAME scorchc DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${made}/scorchc.zsh RENAME _scorchc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${made}/scorchc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
