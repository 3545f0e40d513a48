#include "apart.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <stdexcept>

namespace scorchc::fuzz {
namespace {

using Clock = std::chrono::steady_clock;
using Length = std::uint64_t;

void write_all(int fd, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(fd, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(1);  // the reader is gone
    data += written;
    size -= static_cast<std::size_t>(written);
  }
}

/// A child process and its unfinished items, the first of which is running.
class Child {
 public:
  Child(std::deque<std::size_t> items, const Work& work) : items_(std::move(items)), errors_(std::tmpfile()) {
    int ends[2];  // closed on exec: a compiler that outlives its child must not hold the stream open
    if (errors_ == nullptr || pipe2(ends, O_CLOEXEC) != 0)
      throw std::runtime_error("no pipe or temporary file for a child process");
    std::fflush(nullptr);
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("cannot start a child process");
    if (pid_ == 0) {
      close(ends[0]);
      run(ends[1], work);
    }
    setpgid(pid_, pid_);
    close(ends[1]);
    fd_ = ends[0];
    since_ = Clock::now();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    stop();
    close(fd_);
    std::fclose(errors_);
  }

  int fd() const { return fd_; }
  Clock::time_point since() const { return since_; }
  const std::deque<std::size_t>& items() const { return items_; }

  /// Reads the results that have arrived. False at the end of the stream.
  bool receive(const OnEnd& on_end) {
    char buffer[65536];
    const ssize_t size = read(fd_, buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) return true;
    if (size <= 0) return false;
    received_.append(buffer, static_cast<std::size_t>(size));
    Length length = 0;
    while (received_.size() >= sizeof length) {
      std::memcpy(&length, received_.data(), sizeof length);
      if (received_.size() - sizeof length < length) break;
      const Ended ended{Ended::How::finished, received_.substr(sizeof length, length)};
      received_.erase(0, sizeof length + length);
      const std::size_t item = items_.front();
      items_.pop_front();
      since_ = Clock::now();
      on_end(item, ended);
    }
    return true;
  }

  /// Kills the child and its children. Returns how the child ended.
  std::string stop() {
    if (pid_ == 0) return ended_;
    kill(-pid_, SIGKILL);
    wait();
    return ended_;
  }
  /// Waits for a child whose stream has ended. Returns how it ended.
  std::string wait() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
    ended_ = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                 : "exit status " + std::to_string(WEXITSTATUS(status));
    return ended_;
  }

  std::string errors() const {
    constexpr std::size_t most = 6000;
    std::string text(most, '\0');
    std::rewind(errors_);
    text.resize(std::fread(text.data(), 1, most, errors_));
    return text;
  }

 private:
  [[noreturn]] void run(int out, const Work& work) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(fileno(errors_), STDERR_FILENO);
    try {
      for (const std::size_t item : items_) {
        const std::string text = work(item);
        const Length length = text.size();
        write_all(out, reinterpret_cast<const char*>(&length), sizeof length);
        write_all(out, text.data(), text.size());
      }
    } catch (const std::exception& error) {
      std::fprintf(stderr, "uncaught: %s\n", error.what());
      std::fflush(nullptr);
      _exit(99);
    }
    _exit(0);  // without the parent's destructors
  }

  std::deque<std::size_t> items_;
  std::FILE* errors_;
  pid_t pid_ = 0;
  int fd_ = -1;
  std::string received_, ended_;
  Clock::time_point since_;
};

class Pool {
 public:
  Pool(std::size_t count, const ApartOptions& options, const Work& work, const OnEnd& on_end)
      : options_(options), work_(work), on_end_(on_end) {
    for (std::size_t item = 0; item < count; ++item) waiting_.push_back(item);
  }

  void run() {
    while (!waiting_.empty() || !children_.empty()) {
      while (!waiting_.empty() && children_.size() < options_.at_once) start();
      wait_for_news();
      for (std::size_t n = children_.size(); n-- > 0;)
        if (is_over(*children_[n])) children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(n));
    }
  }

 private:
  void start() {
    std::deque<std::size_t> items;
    while (!waiting_.empty() && items.size() < options_.items_a_child) {
      items.push_back(waiting_.front());
      waiting_.pop_front();
    }
    children_.push_back(std::make_unique<Child>(std::move(items), work_));
  }

  void wait_for_news() {
    polls_.clear();
    for (const auto& child : children_) polls_.push_back({child->fd(), POLLIN, 0});
    poll(polls_.data(), polls_.size(), 500);
  }

  /// Reads from the child. True if it has ended, or was stopped because an item exceeded the time limit.
  bool is_over(Child& child) {
    const auto news = std::find_if(polls_.begin(), polls_.end(), [&](const pollfd& p) { return p.fd == child.fd(); });
    if (news->revents != 0) {
      if (child.receive(on_end_)) return false;
      const std::string how = child.wait();
      if (!child.items().empty()) give_up(child, {Ended::How::crashed, how + "\n" + child.errors()});
      return true;
    }
    if (Clock::now() - child.since() < options_.limit) return false;
    child.stop();
    give_up(child, {Ended::How::timed_out, "more than " + std::to_string(options_.limit.count()) + " s"});
    return true;
  }

  void give_up(const Child& child, const Ended& ended) {
    const auto& items = child.items();
    waiting_.insert(waiting_.begin(), items.begin() + 1, items.end());
    on_end_(items.front(), ended);
  }

  const ApartOptions& options_;
  const Work& work_;
  const OnEnd& on_end_;
  std::deque<std::size_t> waiting_;
  std::vector<std::unique_ptr<Child>> children_;
  std::vector<pollfd> polls_;
};

}  // namespace

void run_apart(std::size_t count, const ApartOptions& options, const Work& work, const OnEnd& on_end) {
  Pool(count, options, work, on_end).run();
}

std::string join(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) joined += std::to_string(part.size()) + ":" + part;
  return joined;
}

std::vector<std::string> split(const std::string& joined) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < joined.size();) {
    const std::size_t colon = joined.find(':', at);
    const auto size = static_cast<std::size_t>(std::stoull(joined.substr(at, colon - at)));
    parts.push_back(joined.substr(colon + 1, size));
    at = colon + 1 + size;
  }
  return parts;
}

}  // namespace scorchc::fuzz
