// Tests -o: which files are written, when, and that they are complete.
#include <chrono>

#include "catch.h"
#include "driver/program.h"

namespace fs = std::filesystem;

namespace {

const std::string spmv = "y(i) = A(i,j) * x(j)";
const std::string spec = R"json({ "scorch": 1, "namespace": "mylib",
  "tensors": {"A": {"format": "csr", "value": "f64"}},
  "kernels": [ {"name": "spmm", "expr": "C(i,k) = A(i,j) * B(j,k)"},
               {"name": "spmv", "expr": "y(i) = A(i,j) * x(j)", "emit": ["h", "cpp", "schedule"]} ] })json";

}  // namespace

TEST_CASE("an output folder is created but its parents are not") {
  const Workplace workplace;
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "--name", "spmv", "-o", "out/"}).exit_code == 0);
  CHECK(workplace.list("out") == "spmv.cpp spmv.h");
  CHECK_THAT(workplace.read("out/spmv.cpp"), ContainsSubstring("#include \"spmv.h\""));
  CHECK(workplace.program({"g++", "-std=c++17", "-fsyntax-only", "out/spmv.cpp"}).exit_code == 0);

  const Outcome orphan = workplace.scorchc({spmv, "--fmt", "A=csr", "-o", "no/such/"});
  CHECK(orphan.exit_code == 4);
  CHECK_THAT(orphan.err, ContainsSubstring("error[SC0502]"));
  CHECK(workplace.list() == "out");
  // An existing folder needs no slash.
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "--name", "again", "-o", "out"}).exit_code == 0);
  CHECK(workplace.list("out") == "again.cpp again.h spmv.cpp spmv.h");
}

TEST_CASE("an output X.cpp includes an X.h in the same folder") {
  const Workplace workplace;
  fs::create_directory(workplace.path("src"));
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "--name", "spmv", "-o", "src/my-kernel.cpp"}).exit_code == 0);
  CHECK(workplace.list("src") == "my-kernel.cpp my-kernel.h");
  const std::string source = workplace.read("src/my-kernel.cpp");
  CHECK_THAT(source, ContainsSubstring("#include \"my-kernel.h\"\n") && ContainsSubstring("scorch_status spmv("));
  CHECK(source.find("spmv.h") == std::string::npos);
  CHECK(workplace.program({"g++", "-std=c++17", "-fsyntax-only", "src/my-kernel.cpp"}).exit_code == 0);

  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "-o", "alone.h"}).exit_code == 0);
  CHECK(workplace.list() == "alone.h src");
}

TEST_CASE("with -o X.cpp other kinds of output go to standard output") {
  const Workplace workplace;
  const Outcome outcome = workplace.scorchc({spmv, "--fmt", "A=csr", "-o", "k.cpp", "--emit=cpp,schedule"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out == "reorder(i, j); parallelize(i); vectorize(j)\n");
  CHECK(workplace.list() == "k.cpp k.h");
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "-o", "k.txt", "--emit=schedule"}).exit_code == 0);
  CHECK(workplace.read("k.txt") == "reorder(i, j); parallelize(i); vectorize(j)\n");
}

TEST_CASE("the loops are printed after a pass") {
  const Workplace workplace;
  const std::string twice = "C(i,j) = A(i,j) * 2";
  const auto printed = [&](const std::string& emit) {
    return workplace.scorchc({twice, "--fmt", "A=csr", "--name", "twice", "--emit=" + emit});
  };
  const std::string last = printed("loops").out;
  CHECK(printed("loops:after=outline").out == last);
  CHECK(printed("loops:after=prepare").out == last);
  const std::string lowered = printed("loops:after=lower").out;
  CHECK(lowered != last);
  CHECK_THAT(printed("loops:all").out,
             Catch::Matchers::StartsWith("=== lower\n" + lowered + "=== dead-code (simplify, round 1)"));
  CHECK(printed("loops:after=lower,loops").out == lowered + last);
  const std::string emit = "--emit=loops:after=sink,loops:all";
  CHECK(workplace.scorchc({twice, "--fmt", "A=csr", "--name", "twice", "-o", "out/", emit}).exit_code == 0);
  CHECK(workplace.list("out") == "twice.after-sink.loops twice.all.loops");

  const Outcome misspelt = printed("loops:after=dead-cod");
  CHECK(misspelt.exit_code == 2);
  CHECK_THAT(misspelt.err,
             ContainsSubstring("`dead-cod` is not a pass") && ContainsSubstring("did you mean `dead-code`?"));
  CHECK_THAT(printed("loops:after=nonsense").err, ContainsSubstring("`scorchc help passes` lists the passes"));
  CHECK_THAT(printed("loops:before=sink").err, ContainsSubstring("`before=sink` is not an option of `--emit=loops`"));
  CHECK_THAT(printed("cin:all").err, ContainsSubstring("`cin:all` is not a kind of output"));
}

TEST_CASE("kernels of a spec have their own kinds of output") {
  const Workplace workplace;
  workplace.write("kernels.json", spec);
  CHECK(workplace.scorchc({"kernels.json", "-o", "out/"}).exit_code == 0);
  CHECK(workplace.list("out") == "spmm.cpp spmm.h spmv.cpp spmv.h spmv.schedule");
  CHECK(workplace.scorchc({"kernels.json", "-o", "cin/", "--emit=cin"}).exit_code == 0);

  // An unknown kind is an error of the spec in every command.
  workplace.write("wrong.json", "{\"scorch\": 1,\n \"kernels\": [{\"expr\": \"y = x\", \"emit\": [\"hp\"]}]}");
  workplace.write("wrong.scorch", "kernel a: y = x\nemit a: h, hp\n");
  for (const std::string command : {"check", "explain", "verify", "outputs"}) {
    const Outcome json = workplace.scorchc({command, "wrong.json"});
    CHECK(json.exit_code == 1);
    CHECK_THAT(json.err, ContainsSubstring("`hp` is not a kind of output") && ContainsSubstring("--> wrong.json:2:42"));
    const Outcome text = workplace.scorchc({command, "wrong.scorch"});
    CHECK(text.exit_code == 1);
    CHECK_THAT(text.err, ContainsSubstring("--> wrong.scorch:2:12"));
  }
  CHECK(workplace.list("cin") == "spmm.cin spmv.cin");
  CHECK(workplace.scorchc({"kernels.json", "-o", "one.cpp"}).exit_code == 2);
}

TEST_CASE("files whose bytes stay are not written again") {
  const Workplace workplace;
  workplace.write("kernels.json", spec);
  REQUIRE(workplace.scorchc({"kernels.json", "-o", "out/"}).exit_code == 0);
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const auto& entry : fs::directory_iterator(workplace.path("out"))) fs::last_write_time(entry.path(), old);
  fs::remove(workplace.path("out/spmm.h"));
  workplace.write("out/spmv.schedule", "stale");
  REQUIRE(workplace.scorchc({"kernels.json", "-o", "out/"}).exit_code == 0);
  CHECK(fs::last_write_time(workplace.path("out/spmv.cpp")) == old);
  CHECK(fs::last_write_time(workplace.path("out/spmm.cpp")) == old);
  CHECK(fs::last_write_time(workplace.path("out/spmv.schedule")) > old);
  CHECK(workplace.has("out/spmm.h"));
}

TEST_CASE("nothing is written if one kernel of a spec fails") {
  const Workplace workplace;
  workplace.write("kernels.json", R"json({ "scorch": 1, "tensors": {"s": {"format": "sv"}},
    "kernels": [ {"name": "good", "expr": "y(i) = x(i)"}, {"name": "bad", "expr": "z(i) = x(i) / s(i)"} ] })json");
  const Outcome outcome = workplace.scorchc({"kernels.json", "-o", "out/"});
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("error[SC0220]"));
  CHECK(workplace.list() == "kernels.json");
  const Outcome printed = workplace.scorchc({"kernels.json"});
  CHECK(printed.exit_code == 1);
  CHECK(printed.out.empty());
}

TEST_CASE("an output that takes no bytes is exit 4") {
  const Workplace workplace;
  const Outcome full = workplace.scorchc_into("/dev/full", {spmv, "--fmt", "A=csr"});
  CHECK(full.exit_code == 4);
  CHECK_THAT(full.err, ContainsSubstring("error[SC0502]: cannot write to standard output"));
  fs::create_symlink("/dev/full", workplace.path("full.cpp"));
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "-o", "full.cpp"}).exit_code == 4);
  // A device without a suffix takes what standard output would.
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "-o", "/dev/full"}).exit_code == 4);
  const Outcome piped =
      workplace.program({"sh", "-c", "\"$0\" 'y(i) = x(i)' -o /dev/stdout --emit=cin,schedule | cat", SCORCHC_PROGRAM});
  CHECK_THAT(piped.out, ContainsSubstring("y(i) = x(i)") && ContainsSubstring("reorder(i)"));
  const Outcome closed = workplace.program({"sh", "-c", "\"$0\" 'y(i) = x(i)' >&-", SCORCHC_PROGRAM});
  CHECK(closed.exit_code == 4);
  // A reader that closes the pipe must not end the program by a signal.
  const Outcome pipe = workplace.program(
      {"sh", "-c", "{ sleep 0.2; \"$0\" 'y(i) = x(i)'; echo $? > code; } | true; sleep 0.1", SCORCHC_PROGRAM});
  CHECK(workplace.read("code") == "4\n");
}

TEST_CASE("files that belong together change together") {
  const Workplace workplace;
  workplace.write("k.h", "old");
  fs::create_directory(workplace.path("k.cpp"));
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "-o", "k.cpp"}).exit_code == 4);
  CHECK(workplace.read("k.h") == "old");
  fs::remove(workplace.path("k.cpp"));
  fs::create_symlink("/dev/full", workplace.path("k.cpp"));
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "-o", "k.cpp"}).exit_code == 4);
  CHECK(workplace.read("k.h") == "old");
  CHECK(workplace.list() == "k.cpp k.h");
}

TEST_CASE("a signal leaves no temporary file, no folder and no compiler behind", "[compiler]") {
  const Workplace workplace;
  // The header stays in its temporary file while the pipe has no reader.
  const Outcome file = workplace.program(
      {"sh", "-c", "mkfifo k.cpp; timeout --preserve-status -s TERM 0.5 \"$0\" 'y(i) = x(i)' -o k.cpp; echo $?; ls -A",
       SCORCHC_PROGRAM});
  CHECK(file.out == "143\nk.cpp\n");
  fs::remove(workplace.path("k.cpp"));
  workplace.write("cxx", "#!/bin/sh\necho $$ > pid\nmkdir -p \"$TMPDIR/a/b\"\n: > \"$TMPDIR/a/b/c\"\nsleep 60\n");
  fs::permissions(workplace.path("cxx"), fs::perms::owner_all);
  fs::create_directory(workplace.path("tmp"));
  const Outcome folder = workplace.program({"sh", "-c",
                                            "TMPDIR=$PWD/tmp timeout --preserve-status -s INT 1 \"$0\" verify 'y(i) = "
                                            "x(i)' --cxx ./cxx; echo $?; ls -A tmp; "
                                            "sleep 0.1; grep -s \"State:.[RSD]\" /proc/$(cat pid)/status",
                                            SCORCHC_PROGRAM});
  CHECK(folder.out == "130\n");
}

TEST_CASE("an output's name cannot inject code") {
  const Workplace workplace;
  for (const char* name : {"a\"b.cpp", "a\nb.cpp", "a\\b.cpp", ".cpp"}) {
    CAPTURE(name);
    CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "-o", name}).exit_code == 2);
  }
  CHECK(workplace.list().empty());
  // Kernel names are identifiers, so they cannot escape the folder.
  CHECK(workplace.scorchc({spmv, "--fmt", "A=csr", "--name", "../x", "-o", "out/"}).exit_code == 1);
  CHECK(workplace.list().empty());
}

TEST_CASE("object code, assembly and styles come from the Clang plugin", "[compiler]") {
  const Workplace workplace;
  const std::vector<std::string> base = {spmv, "--fmt", "A=csr", "--name", "spmv"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), base.begin(), base.end());
    return workplace.scorchc(more);
  };
  CHECK(with({"--emit=obj"}).exit_code == 2);  // it is binary
  if (with_compiler({}).empty()) {
    CHECK_THAT(with({"--emit=asm"}).out, ContainsSubstring("spmv"));
    CHECK_THAT(with({"--emit=ir"}).out, ContainsSubstring("define"));
    CHECK(with({"--emit=obj", "-o", "out/"}).exit_code == 0);
    CHECK(workplace.read("out/spmv.o").substr(1, 3) == "ELF");
    CHECK(with({"--style=google"}).exit_code == 0);
    CHECK(with({"--style=off"}).out == with({}).out);
    const Outcome unknown = with({"--style=bogus"});
    CHECK(unknown.exit_code == 1);
    CHECK_THAT(unknown.err, ContainsSubstring("error[SC0904]") && ContainsSubstring("  --> --style, column 1"));
    CHECK(with({"--style={BasedOnStyle: Google, ColumnLimit: 100}"}).exit_code == 0);
    CHECK(with({"--style=LLVM"}).exit_code == 0);
    CHECK_THAT(with({"--style={ColumnLimit: wide}"}).err, ContainsSubstring("error[SC0904]"));
  } else {
    CHECK_THAT(with({"--emit=asm"}).err, ContainsSubstring("error[SC0903]"));
    CHECK(with({"--style=google"}).exit_code == 3);
  }
}

TEST_CASE("an unknown style is reported first even without the Clang plugin") {
  const Workplace workplace;
  const auto refused = [&](const std::string& style) {
    const Outcome outcome = workplace.scorchc({"y = x", "--style=" + style});
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK(refused("goggle") ==
        "error[SC0904]: `goggle` is not a known style\n  --> --style, column 1\n  |  goggle\n  |  ^^^^^^\n  = help: "
        "did you "
        "mean `google`?\n");
  CHECK_THAT(refused("{BasedOnStyle: lvm, ColumnLimit: 90}"),
             ContainsSubstring("`lvm` is not a known style\n  --> --style, column 16\n") &&
                 ContainsSubstring("did you mean `llvm`?"));
  CHECK_THAT(refused(""), ContainsSubstring("styles are `file`"));
  CHECK_THAT(refused("FILE"), ContainsSubstring("did you mean `file`?"));
  CHECK(workplace.scorchc({"y = x", "--style=none"}).exit_code == 0);
  CHECK(workplace.scorchc({"check", "y = x", "--style=gnuu"}).exit_code == 1);
}
