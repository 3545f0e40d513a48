// Where a compilation's texts go: the meaning of -o and --emit.
//
//   no -o, or `-o -`   standard output: one self-contained file a kernel, or the kinds of --emit in the order named
//   -o DIR/            DIR/N.h and DIR/N.cpp, or DIR/N.KIND of each kind; DIR itself is made, its parents are not
//   -o X.cpp           X.cpp, and X.h beside it; other kinds to standard output
//   -o X.h             the header alone; other kinds to standard output
//   -o X --emit=KIND   the one kind
//   -o /dev/full       a device or a pipe takes what standard output would
//   --check DIR        as -o DIR/, compared and not written; with --update, written
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
  std::string path;  // of the file, or the folder with its `/`
  std::string stem;  // of X.cpp and X.h, without its folder

  std::string folder() const;
};

/// A Failure (usage) where -o and --emit do not go together.
Destination parse_destination(const Options& options);

/// One text, and where it goes: a path, or standard output.
struct PlannedOutput {
  const Kernel* kernel = nullptr;
  EmitKind kind = EmitKind::cpp;
  std::optional<std::string> path;
};

/// What a compilation of these kernels writes, in order. Needs no compilation, so that `outputs` is quick.
std::vector<PlannedOutput> plan_outputs(const std::vector<Kernel>& kernels, const Options& options,
                                        const Destination& destination);

/// The bytes of one output: of `cpp` on standard output the self-contained file, in a file named by the user the
/// source that includes the header of that name.
std::string planned_bytes(const PlannedOutput& output, const CompiledKernel& compiled, const Options& options,
                          const Destination& destination);

/// Makes the folder of `-o DIR/`.
void make_folder(const std::string& path);

}  // namespace scorchc::driver
