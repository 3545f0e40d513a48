#include "support/files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "support/diagnostics.h"

namespace scorchc {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_read(const std::string& path, const std::string& why) {
  fail(Code::file_unreadable, {}, "cannot read " + quoted(path) + ": " + why);
}

[[noreturn]] void fail_write(const std::string& path, int error) {
  fail(Code::file_unwritable, {}, "cannot write " + quoted(path) + ": " + reason(error));
}

/// An open file. close() is for writers, who must see its error; the destructor is for every other way out.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// 0, or the error: some file systems report a full disk only here.
  int close() { return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno; }

 private:
  int number_;
};

/// 0, or the error.
int write_all(const Descriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void write_in_place(const std::string& path, std::string_view bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file) fail_write(path, errno);
  if (const int error = write_all(file, bytes)) fail_write(path, error);
  if (const int error = file.close()) fail_write(path, error);
}

/// Holds back the signals that end a program while a temporary file exists: it would be left behind.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

/// Removes the temporary file unless it was renamed.
struct Temporary {
  std::string path;
  bool present = true;
  ~Temporary() {
    if (present) ::unlink(path.c_str());
  }
};

/// A new file beside `target`. Its name is short, since `target`'s own may already be as long as names can be.
int open_beside(const std::string& target, std::string* name) {
  const std::size_t slash = target.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : target.substr(0, slash + 1);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    *name = folder + ".scorchc-" + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp";
    // O_EXCL: two threads or a file left by a killed program take different names, and no link is followed.
    const int number = ::open(name->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (number >= 0 || errno != EEXIST) return number;
  }
  return -1;
}

void replace(const std::string& path, const std::string& target, std::string_view bytes) {
  const SignalsHeld held;
  std::string name;
  Descriptor file(open_beside(target, &name));
  if (!file) fail_write(path, errno);
  Temporary temporary{name};
  if (const int error = write_all(file, bytes)) fail_write(path, error);
  if (const int error = file.close()) fail_write(path, error);
  if (::rename(name.c_str(), target.c_str()) != 0) fail_write(path, errno);
  temporary.present = false;
}

/// Whether the regular file `path` holds exactly these bytes.
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

/// The file that a symbolic link names; `path` itself if it is none.
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
  // O_NONBLOCK: opening a pipe without a writer would wait for one. It has no effect on regular files.
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
  // One byte more than the size says, so that the end is seen without growing; the size may also lie (/proc says 0).
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

void write_file(const std::string& path, std::string_view bytes) {
  const std::string target = resolved(path);
  struct stat status;
  const bool exists = ::lstat(target.c_str(), &status) == 0;
  // Here a link is one that names nothing (yet): opening it creates the file that it names.
  if (exists && !S_ISREG(status.st_mode)) return write_in_place(path, bytes);
  if (exists && holds(target, status, bytes)) return;
  replace(path, target, bytes);
}

}  // namespace scorchc
