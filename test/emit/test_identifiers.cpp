#include "catch.h"
#include "ir/identifiers.h"

using namespace scorchc;

TEST_CASE("names that generated code cannot have") {
  for (const char* name : {"int",
                           "I",
                           "errno",
                           "and",
                           "xor_eq",
                           "co_await",
                           "requires",
                           "complex",
                           "NULL",
                           "EOF",
                           "stdin",
                           "assert",
                           "min",
                           "max",
                           "near",
                           "linux",
                           "unix",
                           "i386",
                           "major",
                           "minor",
                           "M_PI",
                           "OVERFLOW",
                           "DOMAIN",
                           "SIGN",
                           "HUGE",
                           "SIGINT",
                           "int32_t",
                           "size_t",
                           "offsetof",
                           "true",
                           "bool",
                           "main",
                           "malloc",
                           "free",
                           "abs",
                           "div",
                           "exp",
                           "read",
                           "y0",
                           "jn",
                           "gamma",
                           "index",
                           "signal",
                           "INT32_MAX",
                           "std",
                           "sinf32",
                           "M_PIf64x",
                           "pthread_create",
                           "omp_lock_t",
                           "_x",
                           "_X",
                           "a__b",
                           "scorch_context",
                           "SCORCH_OK",
                           "restrict",
                           "fortran",
                           "EINTR",
                           "time",
                           "isnan"})
    CHECK(is_reserved(name));
  for (const char* name : {"A",   "B",  "C",  "x",  "y",      "i",    "j",      "k",    "A2_pos", "A_vals", "pA2",
                           "jA2", "A1", "y2", "E1", "result", "rows", "scorch", "spmv", "A_",     "size",   "weight"})
    CHECK_FALSE(is_reserved(name));
}

TEST_CASE("safe names") {
  CHECK(safe_identifier("A") == "A");
  CHECK(safe_identifier("int") == "int_");
  CHECK(safe_identifier("I") == "I_");
  CHECK(safe_identifier("_a") == "x_a");
  CHECK(safe_identifier("a__b") == "a_x_b");
  CHECK(safe_identifier("scorch_context") == "xscorch_context");
  for (const char* name :
       {"int", "_", "__", "___", "_A_", "a__", "a___b", "omp_x", "scorch_", "B0", "M_PI", "9a", ""}) {
    const std::string safe = safe_identifier(name);
    CHECK_FALSE(is_reserved(safe));
    CHECK(safe_identifier(safe) == safe);
  }
}

TEST_CASE("fresh names") {
  Names names;
  CHECK(names.fresh("A") == "A");
  CHECK(names.fresh("A") == "A_2");
  CHECK(names.fresh("A") == "A_3");
  CHECK(names.fresh("A_2") == "A_2_2");
  CHECK(names.fresh("int") == "int_");
  CHECK(names.fresh("int") == "int_2");
  CHECK(names.fresh("context") == "context_2");
  names.reserve("p");
  CHECK(names.fresh("p") == "p_2");
}
