#include "driver/lock_file.h"

#include <algorithm>

#include "driver/compile.h"
#include "front/fragment.h"
#include "support/diagnostics.h"
#include "support/files.h"

namespace scorchc::driver {
namespace {

/// Returns a part of the text without surrounding blanks.
LockText part(const std::string& text, std::size_t begin, std::size_t end) {
  while (begin < end && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
  while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r')) --end;
  return {text.substr(begin, end - begin), {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}};
}

class LockParser {
 public:
  explicit LockParser(const SourcePtr& source) : source_(source) {}

  LockFile run() {
    const std::string& text = source_->text;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      read_line(begin, end);
      begin = end + 1;
    }
    finish_entry();
    return {source_, std::move(entries_)};
  }

 private:
  [[noreturn]] void fail_line(const LockText& where, const std::string& message) const {
    fail(Code::lock_syntax, {source_, where.span}, message,
         "an entry is `kernel NAME: STATEMENT`, a line `tensor T: FORMAT` for each tensor, and `schedule: COMMANDS`");
  }

  void read_line(std::size_t begin, std::size_t end) {
    const std::string& text = source_->text;
    const LockText line = part(text, begin, end);
    if (line.text.empty() || line.text[0] == '#') return;
    const std::size_t colon = text.find(':', begin);
    if (colon >= end) fail_line(line, quoted(line.text) + " is not a line of a lock file");
    const LockText head = part(text, begin, colon), tail = part(text, colon + 1, end);
    const std::size_t blank = std::min(text.find(' ', head.span.begin), colon);
    const LockText word = part(text, head.span.begin, std::min<std::size_t>(blank, head.span.end));
    const LockText name = part(text, word.span.end, colon);
    if (word.text == "kernel" && !name.text.empty()) return begin_entry(name, tail);
    if (entries_.empty()) fail_line(head, "expected `kernel` at the start of a lock file, found " + quoted(head.text));
    if (word.text == "tensor" && !name.text.empty()) {
      entries_.back().tensors.push_back({name, tail});
    } else if (head.text == "schedule") {
      if (!entries_.back().schedule.text.empty())
        fail_line(head, quoted(entries_.back().kernel.text) + " has two schedules");
      if (tail.text.empty()) fail_line(head, "the schedule is missing");
      entries_.back().schedule = tail;
    } else {
      fail_line(head, quoted(head.text) + " is not a keyword of a lock file");
    }
  }

  void begin_entry(const LockText& name, const LockText& statement) {
    finish_entry();
    for (const LockEntry& entry : entries_)
      if (entry.kernel.text == name.text) fail_line(name, quoted(name.text) + " has two entries");
    entries_.push_back({name, statement, {}, {}});
  }

  void finish_entry() const {
    if (!entries_.empty() && entries_.back().schedule.text.empty())
      fail_line(entries_.back().kernel, quoted(entries_.back().kernel.text) + " has no schedule");
  }

  const SourcePtr& source_;
  std::vector<LockEntry> entries_;
};

[[noreturn]] void fail_mismatch(const LockFile& lock, const LockText& where, const std::string& message) {
  fail(Code::lock_mismatch, {lock.source, where.span}, message,
       "`scorchc tune ... --lock " + lock.source->name +
           "` replaces the entry; without an entry the schedule is automatic");
}

/// Fails unless the entry matches the kernel's statement and formats.
void must_match(const LockFile& lock, const LockEntry& entry, const Kernel& kernel) {
  const LockEntry wanted = lock_entry(kernel, entry.schedule.text);
  const std::string name = quoted(kernel.name);
  if (entry.statement.text != wanted.statement.text)
    fail_mismatch(lock, entry.statement, name + " has another statement here: " + quoted(wanted.statement.text));
  for (const LockedTensor& tensor : entry.tensors) {
    const auto own = std::find_if(wanted.tensors.begin(), wanted.tensors.end(),
                                  [&](const LockedTensor& each) { return each.name.text == tensor.name.text; });
    if (own == wanted.tensors.end())
      fail_mismatch(lock, tensor.name, name + " has no tensor " + quoted(tensor.name.text));
    if (own->format.text != tensor.format.text)
      fail_mismatch(lock, tensor.format,
                    quoted(tensor.name.text) + " has another format here: " + quoted(own->format.text));
  }
  if (entry.tensors.size() != wanted.tensors.size())
    fail_mismatch(lock, entry.kernel,
                  "the entry of " + name + " names " + std::to_string(entry.tensors.size()) +
                      " tensors, but the kernel has " + std::to_string(wanted.tensors.size()));
}

}  // namespace

LockFile parse_lock(const SourcePtr& source) { return LockParser(source).run(); }

LockFile read_lock(const std::string& path) {
  const Place place{make_source("--lock", path), {0, static_cast<std::uint32_t>(path.size())}};
  return parse_lock(make_source(path, at_place(place, [&] { return read_file(path, front::max_input_bytes); })));
}

std::string print_lock(const std::vector<LockEntry>& entries) {
  std::string text =
      "# Schedules that `scorchc tune` has measured to be fast. `--lock` with this file's name takes them in place of\n"
      "# automatic ones, for kernels of the same name, statement and formats.\n";
  for (const LockEntry& entry : entries) {
    text += "\nkernel " + entry.kernel.text + ": " + entry.statement.text + "\n";
    for (const LockedTensor& tensor : entry.tensors)
      text += "tensor " + tensor.name.text + ": " + tensor.format.text + "\n";
    text += "schedule: " + entry.schedule.text + "\n";
  }
  return text;
}

LockEntry lock_entry(const Kernel& kernel, const std::string& schedule) {
  LockEntry entry{{kernel.name}, {kernel.source_statement}, {}, {schedule}};
  for (const TensorDeclaration& tensor : kernel.tensors) {
    std::string format = "inferred";
    if (tensor.format)
      format = print_short(*tensor.format);
    else if (tensor.value != ValueType::f32)
      format += ":" + std::string(name(tensor.value));
    entry.tensors.push_back({{tensor.name}, {format}});
  }
  return entry;
}

void apply_lock(const LockFile& lock, std::vector<Kernel>& kernels) {
  for (Kernel& kernel : kernels) {
    const auto entry = std::find_if(lock.entries.begin(), lock.entries.end(),
                                    [&](const LockEntry& each) { return each.kernel.text == kernel.name; });
    if (entry == lock.entries.end()) continue;
    must_match(lock, *entry, kernel);
    if (kernel.schedule != "auto")
      fail(Code::lock_and_schedule, place_of_schedule(kernel),
           quoted(kernel.name) + " has a schedule here and another one in " + quoted(lock.source->name),
           "remove one of them");
    kernel.schedule = entry->schedule.text;
    kernel.schedule_place = {lock.source, entry->schedule.span};
  }
}

Decision lock_decision(const Kernel& kernel, const std::string& path) {
  const SourcePtr& source = kernel.schedule_place.source;
  if (source && source->name == path)
    return {"lock", "schedule", "from " + path, "the entry `" + kernel.name + "` has the same statement and formats"};
  return {"lock", "schedule", "automatic", path + " has no entry `" + kernel.name + "`"};
}

}  // namespace scorchc::driver
