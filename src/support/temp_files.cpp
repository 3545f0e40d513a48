// Keeps the list of temporary files and child processes, and removes them in a signal handler.
#include "support/temp_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <utility>

namespace scorchc {

struct TempFile::Entry {
  std::atomic<bool> present = false;
  std::string path;  // empty for a process group
  pid_t group = 0;
  Entry* next = nullptr;
};

namespace {

using Entry = TempFile::Entry;

// Global, because a signal handler takes no arguments. Entries are reused, never freed: a handler may read the list.
std::atomic<Entry*> first_entry = nullptr;
std::mutex entries_mutex;  // serialises writers; the signal handler takes no lock

Entry* new_entry(std::string path, pid_t group) {
  const std::lock_guard lock(entries_mutex);
  Entry* entry = first_entry;
  while (entry != nullptr && entry->present) entry = entry->next;
  if (entry == nullptr) {
    entry = new Entry;
    entry->next = first_entry;
    first_entry = entry;
  }
  entry->path = std::move(path);
  entry->group = group;
  entry->present = true;
  return entry;
}

void remove_tree(int parent, const char* name, int depth) noexcept;

void remove_entries(int folder, int depth) noexcept {
  alignas(dirent64) char buffer[2048];
  while (true) {
    const ssize_t size = getdents64(folder, buffer, sizeof buffer);
    if (size <= 0) return;
    for (ssize_t at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
        remove_tree(folder, entry->d_name, depth + 1);
      at += entry->d_reclen;
    }
  }
}

void remove_tree(int parent, const char* name, int depth) noexcept {
  constexpr int deepest = 8;  // compilers create no deeper directories, and a signal handler's stack is small
  if (unlinkat(parent, name, 0) == 0 || depth > deepest) return;
  // O_NOFOLLOW: a link to a directory is not entered.
  const int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  remove_entries(folder, depth);
  close(folder);
  unlinkat(parent, name, AT_REMOVEDIR);
}

}  // namespace

TempFile::TempFile(std::string path) : entry_(new_entry(std::move(path), 0)) {}
TempFile::TempFile(pid_t group) : entry_(new_entry({}, group)) {}
TempFile::~TempFile() { entry_->present = false; }

void remove_temp_files() noexcept {
  // Processes first: a running compiler could create further files.
  for (const Entry* entry = first_entry; entry != nullptr; entry = entry->next)
    if (entry->present && entry->group > 0 && kill(-entry->group, SIGKILL) == 0) waitpid(-entry->group, nullptr, 0);
  for (const Entry* entry = first_entry; entry != nullptr; entry = entry->next)
    if (entry->present && !entry->path.empty()) remove_tree(AT_FDCWD, entry->path.c_str(), 0);
}

SignalsHeld::SignalsHeld() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeld::~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace scorchc
