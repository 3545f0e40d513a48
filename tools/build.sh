# Sourced by tools/run, tools/test and tools/update-goldens. Sets the root of the tree and defines how a preset is
# built.
# shellcheck shell=bash

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

# configure PRESET FOLDER: configures if necessary; ninja itself notices changed CMake files. FOLDER/.preset holds the
# folder's preset. A folder with tests also serves the preset without tests.
configure() {
  local preset=$1 folder=$root/$2 cache=$root/$2/CMakeCache.txt
  if [ -f "$cache" ]; then
    # The tree was moved or copied with its build folder: the paths in the cache are stale.
    if ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
      rm -rf -- "$cache" "$folder/CMakeFiles"
    elif [ -f "$folder/build.ninja" ] && [ "$folder/.preset" -nt "$root/CMakePresets.json" ] &&
      [[ " $preset ${preset/#release/test} " == *" $(<"$folder/.preset") "* ]]; then
      return 0
    fi
  fi
  rm -f -- "$folder/.preset"
  (cd -- "$root" && cmake --preset "$preset" -B "$folder") && printf '%s\n' "$preset" >"$folder/.preset"
}

# build PRESET FOLDER TARGET...: configures and builds. Concurrent calls for one folder wait for each other.
build() {
  local preset=$1 folder=$2
  shift 2
  mkdir -p -- "$root/$folder"
  (
    if command -v flock >/dev/null; then
      exec 9>"$root/$folder/.lock"
      flock 9
    fi
    configure "$preset" "$folder" && ninja -C "$root/$folder" "$@" 9>&-
  )
}
