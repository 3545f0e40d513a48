# scorchc_add_library: a library of generated kernels, written again only when what they are made from changes.
#
#   scorchc_add_library(<target>
#     SPEC <file> | EXPR <statement> [NAME <kernel>] [FMT <tensor=format>...]
#     [TYPE STATIC|SHARED|OBJECT|INTERFACE] [NAMESPACE <namespace>] [KERNELS <name>...] [OPTIONS <option>...])
#
#   SPEC       a spec, JSON or text (docs/language.md): a source and a header of each of its kernels
#   EXPR       one statement; its kernel is called <target>, or NAME
#   FMT        formats, as --fmt takes them: A=csr
#   TYPE       STATIC without it; INTERFACE compiles the sources in each target that links this one
#   NAMESPACE  of C++, as --namespace takes it
#   OPTIONS    any other options of scorchc: --type f64, --dim k=64, ... A file behind --lock or --data, or named by @FILE,
#              is watched, too; relative ones are in the source folder
#   KERNELS    the names of the spec's kernels, where scorchc cannot be asked: it is built by the same project, and the
#              spec gives them no names of their own
#
# The target has the generated headers in its include directories, and asks for C++17, with --emit=hpp for C++20. Kernels
# have threads where OpenMP is on: link OpenMP::OpenMP_CXX. The target's property SCORCHC_DIRECTORY is the folder of what
# is generated.
#
# The generator runs once for a spec, whatever has changed in it, and leaves files alone
# whose bytes stay; so an edited comment compiles nothing, and an edited kernel one object and the sources of
# others that include its header.
#
# Which program runs is SCORCHC_EXECUTABLE, where it is set (a host's, when compiling for another machine), else
# scorchc::scorchc, which the package or the project itself defines.

include_guard(GLOBAL)

# The names of the files that <result> is to hold. They have to be known before anything is built: scorchc is asked, if
# it is there; else KERNELS says them, or the spec itself.
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
      message(FATAL_ERROR "scorchc_add_library: scorchc cannot say what it would write:\n${errors}")
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
                          "name them there, or say KERNELS")
    endif()
  endif()
  set(files "")
  foreach(name IN LISTS names)
    list(APPEND files ${folder}/${name}.h ${folder}/${name}.cpp)
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# Appends one element, whatever characters it has, to the list <variable>.
function(_scorchc_append variable element)
  string(REPLACE ";" "\\;" element "${element}")
  set(list "${${variable}}")
  list(APPEND list "${element}")
  set(${variable} "${list}" PARENT_SCOPE)
endfunction()

# Appends <options> to the list <list_name>, with the files that they name made absolute, as a depfile has to say them.
# <found_name> is whether there are any.
function(_scorchc_append_options list_name found_name options)
  set(result "${${list_name}}")
  set(found FALSE)
  set(before "")
  foreach(option IN LISTS options)
    # The two words of `--lock FILE` become one, `--lock=FILE`.
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

# Build files have no way to say a line's end inside of an argument: such arguments stand in the response file <path>.
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

# Ninja makes by-products again that are missing. A Makefile looks at the stamp alone, so that goes with them, before it does.
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
    message(FATAL_ERROR "scorchc_add_library: ${target} needs SPEC or EXPR, and not both")
  endif()
  if(NOT arg_TYPE)
    set(arg_TYPE STATIC)
  endif()
  if(NOT arg_TYPE MATCHES "^(STATIC|SHARED|OBJECT|INTERFACE)$")
    message(FATAL_ERROR "scorchc_add_library: TYPE ${arg_TYPE} is none of STATIC, SHARED, OBJECT and INTERFACE")
  endif()

  # The program, as a build runs it and, if it is there already, as this configuration may run it.
  if(SCORCHC_EXECUTABLE)
    # A bare name is looked for as a shell would; a path stands for itself.
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
    # Not there while the project that builds it is configured.
    get_target_property(program scorchc::scorchc IMPORTED_LOCATION)
    set(watched scorchc::scorchc)
  else()
    message(FATAL_ERROR "scorchc_add_library: there is no scorchc; find_package(scorchc) or SCORCHC_EXECUTABLE names it")
  endif()

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}-scorchc)
  set(generated ${folder}/generated)
  file(MAKE_DIRECTORY ${generated})
  set(inputs "")
  if(DEFINED arg_SPEC)
    get_filename_component(spec ${arg_SPEC} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    set(arguments ${spec})
    list(APPEND inputs ${spec})
    # Other kernels are other files: the build has to be made again with the spec.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${spec})
    if(DEFINED arg_NAME)
      message(FATAL_ERROR "scorchc_add_library: NAME goes with EXPR; a spec names its kernels itself")
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
  # Programs and extensions over a kernel (--emit=main,test,torch) are targets of their own.
  set(members ${files})
  list(FILTER members EXCLUDE REGEX "\\.(main|test|torch)\\.cpp$")
  set(sources ${members})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")

  # What a statement is made from are files only where options name some, and CMake takes no depfile without files.
  set(depfile "")
  if(inputs OR names_files)
    set(depfile DEPFILE ${folder}/depfile)
  endif()

  # The stamp is what is out of date or not; the files themselves are only by-products, which keep their times where
  # their bytes stay.
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
  # The header of --emit=hpp has spans and concepts.
  if(files MATCHES "\\.hpp(;|$)")
    target_compile_features(${target} ${scope} cxx_std_20)
  else()
    target_compile_features(${target} ${scope} cxx_std_17)
  endif()
endfunction()
