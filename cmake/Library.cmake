# Builds libscorchc, which exports only the interface in include/scorchc/.
include(GNUInstallDirs)

add_library(scorchc_library SHARED ${PROJECT_SOURCE_DIR}/src/driver/library.cpp)
add_library(scorchc::library ALIAS scorchc_library)
target_link_libraries(scorchc_library PRIVATE scorchc_driver)
target_compile_features(scorchc_library PUBLIC cxx_std_17)
target_compile_definitions(scorchc_library PRIVATE SCORCHC_VERSION="${PROJECT_VERSION}")
target_include_directories(scorchc_library PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set(symbols ${CMAKE_CURRENT_LIST_DIR}/libscorchc.map)
target_link_options(scorchc_library PRIVATE -Wl,--version-script=${symbols})
# Before 1.0, a minor version may change the interface.
set_target_properties(
  scorchc_library
  PROPERTIES OUTPUT_NAME scorchc
             EXPORT_NAME library
             VERSION ${PROJECT_VERSION}
             SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
             LINK_DEPENDS ${symbols})

install(TARGETS scorchc_library EXPORT scorchc-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/scorchc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT scorchc-targets NAMESPACE scorchc:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/scorchc)
export(EXPORT scorchc-targets NAMESPACE scorchc:: FILE ${PROJECT_BINARY_DIR}/scorchc-targets.cmake)

set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH relative_prefix /${pkgconfig_folder} /)
string(REGEX REPLACE "/$" "" relative_prefix ${relative_prefix})
configure_file(${CMAKE_CURRENT_LIST_DIR}/scorchc.pc.in ${PROJECT_BINARY_DIR}/cmake/scorchc.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/scorchc.pc DESTINATION ${pkgconfig_folder})
