// Reads and writes whole files; writes are atomic for regular files.
#include "support/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "support/diagnostics.h"
#include "support/temp_files.h"

namespace scorchc {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_read(const std::string& path, const std::string& why) {
  fail(Code::file_unreadable, {}, "cannot read " + quoted(path) + ": " + why);
}

[[noreturn]] void fail_write(const std::string& path, int error) {
  fail(Code::file_unwritable, {}, "cannot write " + quoted(path) + ": " + reason(error));
}

/// Owns an open file descriptor. Writers call close() to obtain its error; the destructor closes on every other path.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// Returns 0, or errno. Some file systems report a full disk only here.
  int close() { return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno; }

 private:
  int number_;
};

/// Returns 0, or errno.
int write_all(const Descriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Returns the file descriptor that a path such as /dev/stdout names; -1 for any other path. If that descriptor is a
/// regular file, the path must neither be opened again (which would overwrite earlier output) nor be replaced (the
/// program's caller would lose the file).
int open_file_of(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view digits = path.substr(folder.size());
    int number = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc{} && end == digits.data() + digits.size() && number >= 0) return number;
  }
  return -1;
}

void write_in_place(const std::string& path, std::string_view bytes) {
  const int number = open_file_of(path);
  Descriptor file(number >= 0 ? ::fcntl(number, F_DUPFD_CLOEXEC, 0)
                              : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file) fail_write(path, errno);
  if (const int error = write_all(file, bytes)) fail_write(path, error);
  if (const int error = file.close()) fail_write(path, error);
}

/// Creates a temporary file in the directory of `target` and stores its path in `name`; returns its descriptor, or -1.
/// The file name is short, because `target`'s own may already have the maximum length. `number` distinguishes the
/// files of one process.
int open_beside(const std::string& target, std::size_t number, std::string* name) {
  const std::size_t slash = target.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : target.substr(0, slash + 1);
  for (std::size_t attempt = number; attempt < number + 1000; ++attempt) {
    *name = folder + ".scorchc-" + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp";
    // O_EXCL: the next name is tried if a thread or a killed program already used this one; no link is followed.
    const int file = ::open(name->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

/// True if the contents of the regular file `path` equal `bytes`.
bool holds(const std::string& path, const struct stat& status, std::string_view bytes) {
  if (static_cast<std::uint64_t>(status.st_size) != bytes.size()) return false;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return false;
  char block[1 << 16];
  while (true) {
    const ssize_t count = ::read(file.number(), block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0 && bytes.empty();
    const std::string_view got(block, static_cast<std::size_t>(count));
    if (!bytes.starts_with(got)) return false;
    bytes.remove_prefix(got.size());
  }
}

/// The target of a symbolic link; `path` itself if it is not a link or its target does not exist.
std::string resolved(const std::string& path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return path;
  char* real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string result = real;
  std::free(real);
  return result;
}

}  // namespace

std::string read_file(const std::string& path, std::uint64_t limit) {
  // O_NONBLOCK: opening a pipe without a writer would block. The flag has no effect on regular files.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file) fail_read(path, reason(errno));
  struct stat status;
  if (::fstat(file.number(), &status) != 0) fail_read(path, reason(errno));
  if (S_ISDIR(status.st_mode)) fail_read(path, "it is a folder");
  if (!S_ISREG(status.st_mode)) fail_read(path, "it is not a regular file");
  const auto too_large = [&] {
    fail(Code::file_too_large, {}, quoted(path) + " is larger than the limit of " + std::to_string(limit) + " bytes");
  };
  if (static_cast<std::uint64_t>(status.st_size) > limit) too_large();

  std::string bytes;
  // One byte more than the reported size, so that the end is found without growing. In /proc the size is reported as 0.
  bytes.resize(static_cast<std::size_t>(status.st_size) + 1);
  std::size_t used = 0;
  while (true) {
    if (used == bytes.size()) bytes.resize(used + (std::size_t{1} << 16) + used / 2);
    const ssize_t count = ::read(file.number(), bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_read(path, reason(errno));
    if (count == 0) break;
    used += static_cast<std::size_t>(count);
    if (used > limit) too_large();
  }
  bytes.resize(used);
  return bytes;
}

/// A temporary file that commit() renames to its target; otherwise the destructor removes it.
struct StagedFiles::File {
  std::string path, target, temporary;
  std::optional<TempFile> temp_file = {};

  File(std::string path_given, std::string target_given)
      : path(std::move(path_given)), target(std::move(target_given)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (temp_file) ::unlink(temporary.c_str());
  }

  void fill(std::string_view bytes, std::size_t number) {
    Descriptor file(-1);
    {
      const SignalsHeld held;
      file = Descriptor(open_beside(target, number, &temporary));
      if (!file) fail_write(path, errno);
      temp_file.emplace(temporary);
    }
    if (const int error = write_all(file, bytes)) fail_write(path, error);
    if (const int error = file.close()) fail_write(path, error);
  }

  void take_name() {
    if (::rename(temporary.c_str(), target.c_str()) != 0) fail_write(path, errno);
    temp_file.reset();
  }
};

StagedFiles::StagedFiles() = default;
StagedFiles::~StagedFiles() = default;

void StagedFiles::add(const std::string& path, std::string_view bytes) {
  if (open_file_of(path) >= 0) return write_in_place(path, bytes);
  const std::string target = resolved(path);
  struct stat status;
  const bool exists = ::lstat(target.c_str(), &status) == 0;
  // A link here is dangling: opening it creates the file that it names.
  if (exists && !S_ISREG(status.st_mode)) return write_in_place(path, bytes);
  if (exists && holds(target, status, bytes)) return;
  files_.push_back(std::make_unique<File>(path, target));
  files_.back()->fill(bytes, files_.size());
}

void StagedFiles::commit() {
  const SignalsHeld held;  // a signal must not interrupt between two renames
  for (const std::unique_ptr<File>& file : files_) file->take_name();
  files_.clear();
}

void write_file(const std::string& path, std::string_view bytes) {
  StagedFiles files;
  files.add(path, bytes);
  files.commit();
}

bool is_special_file(const std::string& path) {
  if (open_file_of(path) >= 0) return true;
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

}  // namespace scorchc
