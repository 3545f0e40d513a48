// Decides where a compilation's outputs go: the meaning of -o and --emit.
//
//   no -o, or `-o -`   standard output: one self-contained file per kernel, or the kinds of --emit in the order given
//   -o DIR/            DIR/N.h and DIR/N.cpp, or DIR/N.KIND for each kind; creates DIR, not its parents
//   -o X.cpp           X.cpp, and X.h next to it; other kinds to standard output
//   -o X.h             the header alone; other kinds to standard output
//   -o X --emit=KIND   that kind
//   -o /dev/full       a device or a pipe takes what standard output would
//   --check DIR        as -o DIR/, compared instead of written; with --update, written
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "driver/emit_kinds.h"
#include "driver/options.h"

namespace scorchc::driver {

struct Destination {
  enum class Place { standard_output, folder, source_file, header_file, single_kind, device };
  Place place = Place::standard_output;
  std::string path;  // of the file, or of the folder with a final `/`
  std::string stem;  // of X.cpp and X.h, without the folder

  std::string folder() const;
};

/// Fails with usage if -o and --emit contradict each other.
Destination parse_destination(const Options& options);

/// One output and its destination: a path, or standard output.
struct PlannedOutput {
  const Kernel* kernel = nullptr;
  EmitRequest what;
  std::optional<std::string> path;
};

/// Returns the outputs of these kernels in order. Requires no compilation, so that `outputs` is fast.
std::vector<PlannedOutput> plan_outputs(const std::vector<Kernel>& kernels, const Options& options,
                                        const Destination& destination);

/// Returns the bytes of one output. `cpp` on standard output is the self-contained file; in a file named by the user it
/// is the source that includes the header of that name.
std::string planned_bytes(const PlannedOutput& output, const CompiledKernel& compiled, const Options& options,
                          const Destination& destination);

/// Creates the folder of `-o DIR/`.
void make_folder(const std::string& path);

}  // namespace scorchc::driver
