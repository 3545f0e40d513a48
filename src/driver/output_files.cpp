#include "driver/output_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "support/files.h"

namespace scorchc::driver {
namespace {

bool is_folder(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// The stem goes into an #include line, so it must not contain characters that end that line or are special to the
/// preprocessor.
bool is_plain_stem(std::string_view stem) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-+.,@ ").find(c) != std::string_view::npos;
  };
  return !stem.empty() && std::all_of(stem.begin(), stem.end(), plain);
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Destination named_file(const std::string& path, std::string_view suffix, Destination::Place place) {
  const std::string name = file_name(path);
  const std::string stem = name.substr(0, name.size() - suffix.size());
  if (!is_plain_stem(stem))
    fail(Code::usage, {}, quoted(name) + " cannot be the name of a C++ file",
         "the name appears in an #include line; use letters, digits and `_-+.,@`");
  return {place, path, stem};
}

/// Rejects `-o y=y.npy`, which names a result in `run`; as a path it is most likely a mistake.
void refuse_binding(const std::string& path) {
  const std::size_t equals = path.find('=');
  if (equals == std::string::npos || path.find('/') < equals) return;
  fail(Code::setting_value, {make_source("-o", path), {0, static_cast<std::uint32_t>(equals)}},
       "a compilation writes code, not the tensor " + quoted(path.substr(0, equals)),
       "`scorchc run` writes tensors; write a path that contains `=` as `./" + path + "`");
}

/// Replaces the header's name in the source by the user's. It occurs in the #include line and in the comment above it.
std::string with_header_name(std::string text, const std::string& name, const std::string& stem) {
  if (name == stem) return text;
  const std::string comment = " " + name + ".h documents what it computes", include = "\n#include \"" + name + ".h\"\n";
  if (const std::size_t at = text.find(comment); at != std::string::npos)
    text.replace(at, comment.size(), " " + stem + ".h documents what it computes");
  const std::size_t at = text.find(include);
  if (at == std::string::npos) fail(Code::internal_error, {}, "the emitted source includes no header");
  return text.replace(at, include.size(), "\n#include \"" + stem + ".h\"\n");
}

/// Returns a kernel's kinds of output: those of the command line, else those of its spec, else header and source.
std::vector<EmitRequest> kinds_of(const Kernel& kernel, const Options& options) {
  if (!options.emit.empty()) return parse_emit(options.emit);
  if (!kernel.emit.empty()) return parse_emit(kernel.emit);
  return {{EmitKind::h}, {EmitKind::cpp}};
}

bool contains(const std::vector<EmitRequest>& kinds, EmitKind kind) {
  return std::find(kinds.begin(), kinds.end(), EmitRequest{kind}) != kinds.end();
}

bool is_code(const EmitRequest& request) { return request.kind == EmitKind::cpp || request.kind == EmitKind::h; }

/// Plans outputs to standard output, or to the device `path`.
void plan_stream(const Kernel& kernel, const std::vector<EmitRequest>& kinds, const std::optional<std::string>& path,
                 std::vector<PlannedOutput>& planned) {
  for (const EmitRequest& request : kinds) {
    if (info(request.kind).content == EmitContent::bytes)
      fail(Code::usage, {}, "`--emit=" + word_of(request) + "` is binary, so it needs a file",
           "use `-o " + kernel.name + "." + suffix_of(request) + "` or `-o DIR/`");
    // The self-contained file contains the header.
    if (request.kind == EmitKind::h && contains(kinds, EmitKind::cpp)) continue;
    planned.push_back({&kernel, request, path});
  }
}

}  // namespace

std::string Destination::folder() const {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

Destination parse_destination(const Options& options) {
  using Place = Destination::Place;
  if (options.update && !options.check)
    fail(Code::usage, {}, "`--update` needs `--check DIR`", "`-o DIR/` writes files");
  if (options.check) {
    if (!options.outputs.empty()) fail(Code::usage, {}, "`--check` and -o cannot be combined: both name the folder");
    if (options.check->empty()) fail(Code::usage, {}, "--check needs a folder");
    return {Place::folder, *options.check + (options.check->ends_with('/') ? "" : "/"), ""};
  }
  if (options.outputs.size() > 1)
    fail(Code::usage, {}, "-o is given " + std::to_string(options.outputs.size()) + " times");
  if (options.outputs.empty() || options.outputs[0] == "-") return {};
  const std::string& path = options.outputs[0];
  if (path.empty()) fail(Code::usage, {}, "-o needs a path");
  if (path.ends_with('/')) return {Place::folder, path, ""};
  refuse_binding(path);
  if (path.ends_with(".cpp")) return named_file(path, ".cpp", Place::source_file);
  if (path.ends_with(".h")) return named_file(path, ".h", Place::header_file);
  if (is_folder(path)) return {Place::folder, path + "/", ""};
  if (is_special_file(path)) return {Place::device, path, ""};
  const std::vector<EmitRequest> kinds = parse_emit(options.emit);
  if (kinds.size() == 1) return {Place::single_kind, path, ""};
  fail(Code::usage, {}, "the kind of output for " + quoted(path) + " is not clear",
       "-o takes a folder that ends in `/`, a file that ends in `.cpp` or `.h`, any file with a single --emit kind, or "
       "`-`");
}

std::vector<PlannedOutput> plan_outputs(const std::vector<Kernel>& kernels, const Options& options,
                                        const Destination& destination) {
  using Place = Destination::Place;
  const bool one_file = destination.place == Place::source_file || destination.place == Place::header_file ||
                        destination.place == Place::single_kind;
  if (one_file && kernels.size() != 1)
    fail(Code::usage, {},
         quoted(destination.path) + " is one file, but there are " + std::to_string(kernels.size()) + " kernels",
         "`-o DIR/` writes files of each kernel");
  std::vector<PlannedOutput> planned;
  for (const Kernel& kernel : kernels) {
    std::vector<EmitRequest> kinds = kinds_of(kernel, options);
    const auto add = [&](EmitRequest request, std::string path) {
      planned.push_back({&kernel, std::move(request), std::move(path)});
    };
    switch (destination.place) {
      case Place::standard_output:
        plan_stream(kernel, kinds, std::nullopt, planned);
        break;
      case Place::device:
        plan_stream(kernel, kinds, destination.path, planned);
        break;
      case Place::folder:
        for (const EmitRequest& request : kinds)
          add(request, destination.path + kernel.name + "." + suffix_of(request));
        break;
      case Place::source_file:
        add({EmitKind::h}, destination.path.substr(0, destination.path.size() - 3) + "h");
        add({EmitKind::cpp}, destination.path);
        break;
      case Place::header_file:
        add({EmitKind::h}, destination.path);
        break;
      case Place::single_kind:
        add(kinds.at(0), destination.path);
        break;
    }
    if (destination.place == Place::source_file || destination.place == Place::header_file) {
      kinds.erase(std::remove_if(kinds.begin(), kinds.end(), is_code), kinds.end());
      plan_stream(kernel, kinds, std::nullopt, planned);
    }
  }
  return planned;
}

std::string planned_bytes(const PlannedOutput& output, const CompiledKernel& compiled, const Options& options,
                          const Destination& destination) {
  // A single file of the user's choice has no header next to it.
  const bool self_contained = !output.path || destination.place == Destination::Place::single_kind ||
                              destination.place == Destination::Place::device;
  std::string bytes =
      output.what.kind == EmitKind::cpp && self_contained ? compiled.single_file : content_of(output.what, compiled);
  if (output.what.kind == EmitKind::cpp && destination.place == Destination::Place::source_file)
    bytes = with_header_name(std::move(bytes), compiled.kernel.name, destination.stem);
  if (options.style && is_code(output.what)) return in_style(bytes, *options.style, destination.folder());
  return bytes;
}

void make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0777) == 0) return;
  const int error = errno;
  if (error == EEXIST && is_folder(path)) return;
  fail(Code::file_unwritable, {},
       "cannot create the folder " + quoted(path) + ": " +
           (error == EEXIST ? "a file of that name exists" : std::generic_category().message(error)));
}

}  // namespace scorchc::driver
