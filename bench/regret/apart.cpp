#include "apart.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>

#include "support/diagnostics.h"

namespace scorchc::regret {
namespace {

[[noreturn]] void work_and_answer(const std::function<std::string()>& work, int end) {
  try {
    const std::string text = work();
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t count = write(end, text.data() + at, text.size() - at);
      if (count < 0 && errno != EINTR) _exit(1);
      at += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
  } catch (const std::exception&) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

Answer run_apart(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(Code::internal_error, {}, "no pipe to another process");
  const pid_t child = fork();
  if (child < 0) fail(Code::internal_error, {}, "no other process");
  if (child == 0) {
    close(ends[0]);
    work_and_answer(work, ends[1]);
  }
  close(ends[1]);
  Answer answer;
  char part[1 << 16];
  for (ssize_t count = 1; count > 0 || (count < 0 && errno == EINTR);) {
    count = read(ends[0], part, sizeof part);
    if (count > 0) answer.text.append(part, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  while (waitpid(child, &answer.status, 0) < 0 && errno == EINTR) {
  }
  return answer;
}

}  // namespace scorchc::regret
