# scorchc_add_library: builds a library of generated kernels, regenerated only when its inputs change.
#
#   scorchc_add_library(<target>
#     SPEC <file> | EXPR <statement> [NAME <kernel>] [FMT <tensor=format>...]
#     [TYPE STATIC|SHARED|OBJECT|INTERFACE] [NAMESPACE <namespace>] [KERNELS <name>...] [OPTIONS <option>...])
#
#   SPEC       a spec, JSON or text (docs/language.md): gives a source and a header for each of its kernels
#   EXPR       one statement; its kernel is named <target>, or NAME
#   FMT        formats, in the syntax of --fmt: A=csr
#   TYPE       default STATIC; INTERFACE compiles the sources in each target that links this one
#   NAMESPACE  C++ namespace, in the syntax of --namespace
#   OPTIONS    other options of scorchc: --type f64, --dim k=64, ... The files of --lock, --data and @FILE are
#              dependencies, too; relative paths start in the source folder
#   KERNELS    names of the spec's kernels; needed if scorchc is built by the same project and the spec does not name
#              its kernels
#
# The generated headers are in the target's include directories. The target requires C++17, or C++20 with --emit=hpp.
# Kernels are parallel if compiled with OpenMP: link OpenMP::OpenMP_CXX. The target property SCORCHC_DIRECTORY is the
# folder of the generated files.
#
# One run of the generator handles all kernels of a spec and leaves files with unchanged content alone. So an edited
# comment recompiles nothing, and an edited kernel recompiles one object and the sources that include its header.
#
# The program is SCORCHC_EXECUTABLE if set (a host program when cross-compiling), else the target scorchc::scorchc,
# which the package or the project defines.

include_guard(GLOBAL)

# Sets <result> to the names of the generated files, which must be known at configuration. Asks scorchc if it exists;
# otherwise takes the names from KERNELS or from the spec.
function(_scorchc_outputs result program folder)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "SPEC;NAME" "KERNELS;ARGUMENTS")
  set(names ${arg_KERNELS})
  if(program AND NOT names)
    execute_process(
      COMMAND ${program} outputs ${arg_ARGUMENTS} -o ${folder}/
      WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
      OUTPUT_VARIABLE text ERROR_VARIABLE errors RESULT_VARIABLE status)
    if(NOT status MATCHES "^[0-9]+$")
      message(FATAL_ERROR "scorchc_add_library: ${program} could not be run: ${status}")
    endif()
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "scorchc_add_library: scorchc cannot list its outputs:\n${errors}")
    endif()
    string(REGEX REPLACE "\n$" "" text "${text}")
    string(REPLACE "\n" ";" files "${text}")
    set(${result} ${files} PARENT_SCOPE)
    return()
  endif()
  if(NOT names)
    set(names ${arg_NAME})
  endif()
  if(NOT names AND arg_SPEC)
    file(READ ${arg_SPEC} text)
    if(text MATCHES "^[ \t\r\n]*{")
      string(JSON count LENGTH "${text}" kernels)
      math(EXPR last "${count} - 1")
      foreach(n RANGE ${last})
        string(JSON name ERROR_VARIABLE error GET "${text}" kernels ${n} name)
        list(APPEND names "${name}")
      endforeach()
    else()
      string(REGEX MATCHALL "(^|\n)[ \t]*kernel[ \t]+[A-Za-z0-9_]*" lines "${text}")
      foreach(line IN LISTS lines)
        string(REGEX REPLACE ".*kernel[ \t]+" "" name "${line}")
        list(APPEND names "${name}")
      endforeach()
    endif()
    if(NOT names OR "${names}" MATCHES "(^|;)(;|$)|NOTFOUND")
      message(FATAL_ERROR "scorchc_add_library: scorchc is not built yet, and the kernels of ${arg_SPEC} have no names; "
                          "name them in the spec, or pass KERNELS")
    endif()
  endif()
  set(files "")
  foreach(name IN LISTS names)
    list(APPEND files ${folder}/${name}.h ${folder}/${name}.cpp)
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# Appends one element, which may contain any character, to the list <variable>.
function(_scorchc_append variable element)
  string(REPLACE ";" "\\;" element "${element}")
  set(list "${${variable}}")
  list(APPEND list "${element}")
  set(${variable} "${list}" PARENT_SCOPE)
endfunction()

# Appends <options> to the list <list_name>, with absolute paths, as the depfile requires. Sets <found_name> to whether
# any option names a file.
function(_scorchc_append_options list_name found_name options)
  set(result "${${list_name}}")
  set(found FALSE)
  set(before "")
  foreach(option IN LISTS options)
    # Joins the two words of `--lock FILE` to `--lock=FILE`.
    if(option MATCHES "^--(lock|data)$")
      set(before "${option}=")
      continue()
    endif()
    set(option "${before}${option}")
    set(before "")
    if(option MATCHES "^(--lock=|--data=[^=]*=|@)(.+)$" AND NOT option MATCHES "^--data=[^=]*=random:")
      set(found TRUE)
      string(REGEX MATCH "^(--lock=|--data=[^=]*=|@)(.+)$" all "${option}")
      get_filename_component(file "${CMAKE_MATCH_2}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
      set(option "${CMAKE_MATCH_1}${file}")
    elseif(option MATCHES "^(--style=)?file")
      set(found TRUE)
    endif()
    _scorchc_append(result "${option}")
  endforeach()
  if(before)
    list(APPEND result "${before}")
  endif()
  set(${list_name} "${result}" PARENT_SCOPE)
  set(${found_name} ${found} PARENT_SCOPE)
endfunction()

# Writes arguments to the response file <path>, since build files cannot express newlines in arguments.
function(_scorchc_write_response arguments path)
  set(text "")
  foreach(argument IN LISTS arguments)
    string(REGEX REPLACE "([\\\\\"])" "\\\\\\1" argument "${argument}")
    string(APPEND text "\"${argument}\"\n")
  endforeach()
  set(old "")
  if(EXISTS ${path})
    file(READ ${path} old)
  endif()
  if(NOT text STREQUAL old)
    file(WRITE ${path} "${text}")
  endif()
endfunction()

# Ninja rebuilds missing by-products. Make only checks the stamp, so the stamp is removed first if a file is missing.
function(_scorchc_watch_files target folder stamp files)
  file(WRITE ${folder}/missing.cmake "set(files [==[${files}]==])
foreach(file IN LISTS files)
  if(NOT EXISTS \"\${file}\")
    file(REMOVE [==[${stamp}]==])
  endif()
endforeach()
")
  add_custom_target(${target}-files COMMAND ${CMAKE_COMMAND} -P ${folder}/missing.cmake VERBATIM)
  add_dependencies(${target} ${target}-files)
endfunction()

function(scorchc_add_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SPEC;EXPR;NAME;TYPE;NAMESPACE" "FMT;KERNELS;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "scorchc_add_library: unknown argument `${arg_UNPARSED_ARGUMENTS}`")
  endif()
  if(DEFINED arg_SPEC AND DEFINED arg_EXPR OR NOT DEFINED arg_SPEC AND NOT DEFINED arg_EXPR)
    message(FATAL_ERROR "scorchc_add_library: ${target} needs either SPEC or EXPR")
  endif()
  if(NOT arg_TYPE)
    set(arg_TYPE STATIC)
  endif()
  if(NOT arg_TYPE MATCHES "^(STATIC|SHARED|OBJECT|INTERFACE)$")
    message(FATAL_ERROR "scorchc_add_library: TYPE must be STATIC, SHARED, OBJECT or INTERFACE, not ${arg_TYPE}")
  endif()

  # The program as the build runs it, and, if it exists already, as this configuration can run it.
  if(SCORCHC_EXECUTABLE)
    # A bare name is looked up in PATH; a path is used as it is.
    set(program ${SCORCHC_EXECUTABLE})
    if(NOT program MATCHES "/")
      find_program(found NAMES ${program} NO_CACHE NO_CMAKE_FIND_ROOT_PATH)
      if(found)
        set(program ${found})
      endif()
    endif()
    set(command ${program})
    set(watched ${program})
  elseif(TARGET scorchc::scorchc)
    set(command scorchc::scorchc)
    # Does not exist while the project that builds it is being configured.
    get_target_property(program scorchc::scorchc IMPORTED_LOCATION)
    set(watched scorchc::scorchc)
  else()
    message(FATAL_ERROR "scorchc_add_library: scorchc not found; call find_package(scorchc) or set SCORCHC_EXECUTABLE")
  endif()

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}-scorchc)
  set(generated ${folder}/generated)
  file(MAKE_DIRECTORY ${generated})
  set(inputs "")
  if(DEFINED arg_SPEC)
    get_filename_component(spec ${arg_SPEC} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    set(arguments ${spec})
    list(APPEND inputs ${spec})
    # A changed spec may define other kernels, hence other files: CMake must run again.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${spec})
    if(DEFINED arg_NAME)
      message(FATAL_ERROR "scorchc_add_library: NAME requires EXPR; a spec names its kernels itself")
    endif()
  else()
    if(NOT DEFINED arg_NAME)
      set(arg_NAME ${target})
    endif()
    set(arguments "")
    _scorchc_append(arguments "${arg_EXPR}")
    list(APPEND arguments --name ${arg_NAME})
  endif()
  foreach(format IN LISTS arg_FMT)
    list(APPEND arguments --fmt)
    _scorchc_append(arguments "${format}")
  endforeach()
  if(arg_NAMESPACE)
    list(APPEND arguments --namespace ${arg_NAMESPACE})
  endif()
  _scorchc_append_options(arguments names_files "${arg_OPTIONS}")
  if(arguments MATCHES "\n")
    _scorchc_write_response("${arguments}" ${folder}/arguments)
    set(arguments "@${folder}/arguments")
    list(APPEND inputs ${folder}/arguments)
  endif()

  _scorchc_outputs(files "${program}" ${generated} SPEC "${spec}" NAME "${arg_NAME}" KERNELS ${arg_KERNELS} ARGUMENTS ${arguments})
  # Programs and extensions that use a kernel (--emit=main,test,torch) are separate targets.
  set(members ${files})
  list(FILTER members EXCLUDE REGEX "\\.(main|test|torch)\\.cpp$")
  set(sources ${members})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")

  # A statement has input files only if options name some, and CMake rejects a depfile without inputs.
  set(depfile "")
  if(inputs OR names_files)
    set(depfile DEPFILE ${folder}/depfile)
  endif()

  # The stamp determines whether the outputs are up to date. The files are by-products, which keep their timestamps if
  # their content is unchanged.
  set(stamp ${folder}/stamp)
  add_custom_command(
    OUTPUT ${stamp}
    BYPRODUCTS ${files}
    COMMAND ${command} ${arguments} -o ${generated}/ -MD -MF ${folder}/depfile -MT ${stamp}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${inputs} ${watched}
    ${depfile}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Generating kernels of ${target}"
    VERBATIM)
  add_custom_target(${target}-scorchc DEPENDS ${stamp})
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    _scorchc_watch_files(${target}-scorchc ${folder} ${stamp} "${files}")
  endif()

  if(arg_TYPE STREQUAL "INTERFACE")
    add_library(${target} INTERFACE)
    target_sources(${target} INTERFACE ${sources})
    set(scope INTERFACE)
  else()
    add_library(${target} ${arg_TYPE} ${members})
    set(scope PUBLIC)
    if(arg_TYPE STREQUAL "SHARED")
      set_target_properties(${target} PROPERTIES WINDOWS_EXPORT_ALL_SYMBOLS ON)
    endif()
  endif()
  set_target_properties(${target} PROPERTIES SCORCHC_DIRECTORY ${generated})
  add_dependencies(${target} ${target}-scorchc)
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${generated}>)
  # The header of --emit=hpp uses spans and concepts.
  if(files MATCHES "\\.hpp(;|$)")
    target_compile_features(${target} ${scope} cxx_std_20)
  else()
    target_compile_features(${target} ${scope} cxx_std_17)
  endif()
endfunction()
