// Tests reading and writing whole files (support/files.h).
#include "support/files.h"

#include <sys/stat.h>

#include "data/data_test.h"

namespace scorchc::data {

TEST_CASE("a file is replaced whole, and left alone where nothing changes") {
  const Folder folder;
  const std::string path = folder / "a.txt";
  write_file(path, "one");
  CHECK(read_file(path) == "one");
  struct stat before, after;
  REQUIRE(::stat(path.c_str(), &before) == 0);
  write_file(path, "one");
  REQUIRE(::stat(path.c_str(), &after) == 0);
  CHECK(before.st_ino == after.st_ino);
  write_file(path, "two and more");
  CHECK(read_file(path) == "two and more");
  write_file(path, "");
  CHECK(read_file(path).empty());
  CHECK(folder.count() == 1);
}

TEST_CASE("a symbolic link stays one") {
  const Folder folder;
  write_file(folder / "a.txt", "one");
  std::filesystem::create_symlink("a.txt", folder / "link");
  write_file(folder / "link", "two");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(read_file(folder / "a.txt") == "two");
  std::filesystem::create_symlink("b.txt", folder / "dangling");
  write_file(folder / "dangling", "three");
  CHECK(read_file(folder / "b.txt") == "three");
}

TEST_CASE("a failed write is exit 4 and leaves nothing behind") {
  const Folder folder;
  for (const std::string& path : {std::string("/dev/full"), folder / "missing/a.txt", folder.path}) {
    const Diagnostic d = failure([&] { write_file(path, "bytes"); });
    CHECK(d.code == Code::file_unwritable);
    CHECK(info(d.code).exit == ExitCode::io);
  }
  CHECK(folder.count() == 0);
  write_file("/dev/null", "bytes");
  write_file(folder / std::string(255, 'x'), "a name as long as names can be");
  CHECK(folder.count() == 1);
}

TEST_CASE("data files of one run are replaced together") {
  const Folder folder;
  write_file(folder / "a", "old");
  {
    StagedFiles files;
    files.add(folder / "a", "new");
    files.add(folder / "b", "new");
    CHECK(read_file(folder / "a") == "old");
    CHECK(failure([&] { files.add("/dev/full", "new"); }).code == Code::file_unwritable);
  }
  CHECK(folder.count() == 1);
  CHECK(read_file(folder / "a") == "old");
  StagedFiles files;
  files.add(folder / "a", "new");
  files.add(folder / "b", "new");
  files.add("/dev/null", "new");
  files.commit();
  CHECK(folder.count() == 2);
  CHECK(read_file(folder / "a") == "new");
  CHECK(is_special_file("/dev/null"));
  CHECK_FALSE(is_special_file(folder / "a"));
  CHECK_FALSE(is_special_file(folder.path));
}

TEST_CASE("only regular files within the limit are read") {
  const Folder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const std::string& path : {folder / "missing", folder.path, folder / "pipe", std::string("/dev/zero")}) {
    const Diagnostic d = failure([&] { read_file(path); });
    CHECK(d.code == Code::file_unreadable);
    CHECK(info(d.code).exit == ExitCode::io);
  }
  write_file(folder / "ten", "0123456789");
  CHECK(read_file(folder / "ten", 10) == "0123456789");
  CHECK(failure([&] { read_file(folder / "ten", 9); }).code == Code::file_too_large);
}

}  // namespace scorchc::data
