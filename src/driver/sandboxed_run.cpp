#include "driver/sandboxed_run.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <exception>
#include <fstream>
#include <optional>

#include "support/diagnostics.h"
#include "support/temp_files.h"

namespace scorchc::driver {
namespace {

/// Returns the size of the process's data segment in bytes, or nothing if it is unknown.
std::optional<rlim_t> data_held(rlim_t page) {
  std::ifstream file("/proc/self/statm");  // pages: total, resident, shared, code, 0, data
  rlim_t field = 0;
  for (int n = 0; n < 6; ++n)
    if (!(file >> field)) return {};
  return field * page;
}

/// Limits further memory to half of the machine's. The limit includes what the process has already mapped, which with a
/// sanitizer exceeds any machine's memory.
void limit_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  rlimit limit{};
  if (pages < 0 || size < 0 || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const std::optional<rlim_t> held = data_held(static_cast<rlim_t>(size));
  if (!held) return;
  const rlim_t most = *held + static_cast<rlim_t>(pages) / 2 * static_cast<rlim_t>(size);
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < most) return;
  limit.rlim_cur = most;
  setrlimit(RLIMIT_DATA, &limit);
}

/// Kills the process by a signal after this time.
void limit_time(double seconds) {
  signal(SIGALRM, SIG_DFL);
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (seconds - std::floor(seconds)));
  setitimer(ITIMER_REAL, &timer, nullptr);
}

[[noreturn]] void call_and_answer(const Runner& runner, const KernelCall& call, double most_seconds, int answer) {
  SandboxedRun sandboxed_run{SandboxedOutcome::failed, 0};
  try {
    limit_memory();
    RepeatedCall repeated(runner, call);
    limit_time(most_seconds);
    sandboxed_run.seconds = repeated.seconds(CallForm::at_once, 1);
    sandboxed_run.ending = SandboxedOutcome::ok;
    limit_time(0);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // Too little memory, or an error status: in either case the plan is not chosen.
  }
  _exit(write(answer, &sandboxed_run, sizeof sandboxed_run) == sizeof sandboxed_run ? 0 : 1);
}

}  // namespace

SandboxedRun run_sandboxed(const Runner& runner, const KernelCall& call, double most_seconds) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(Code::out_of_memory, {}, "cannot create a pipe for a sandboxed run");
  std::optional<TempFile> temp_file;
  pid_t child = -1;
  {
    const SignalsHeld held;
    child = fork();
    if (child < 0) fail(Code::out_of_memory, {}, "cannot create a process for a sandboxed run");
    if (child == 0) {
      setpgid(0, 0);
      for (const int number : {SIGINT, SIGTERM, SIGHUP}) signal(number, SIG_DFL);
      pthread_sigmask(SIG_SETMASK, &held.before(), nullptr);
      call_and_answer(runner, call, most_seconds, ends[1]);
    }
    setpgid(child, child);  // in parent and child, whichever runs first
    temp_file.emplace(child);
  }
  close(ends[1]);
  SandboxedRun sandboxed_run;
  ssize_t count = -1;
  do count = read(ends[0], &sandboxed_run, sizeof sandboxed_run);
  while (count < 0 && errno == EINTR);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (count == sizeof sandboxed_run) return sandboxed_run;
  const bool was_ended = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  return {was_ended ? SandboxedOutcome::too_slow : SandboxedOutcome::failed, most_seconds};
}

}  // namespace scorchc::driver
