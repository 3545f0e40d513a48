// Checks the helpers that `--with` adds: validate, pack, unpack. One program, with several kernels in one source.
#include "calling/kernels.h"
#include "catch.h"

namespace {

constexpr const char* program = R"(
#include <cstdio>
#define EXPECT(what) do { if (!(what)) { std::printf("line %d: %s\n", __LINE__, #what); return 1; } } while (false)

static int64_t left = 0, live = 0;
static void* take(void*, size_t bytes) {
  if (left-- <= 0) return nullptr;
  ++live;
  return std::malloc(bytes);
}
static void give(void*, void* pointer) { --live; std::free(pointer); }

// A 3 x 4 csr matrix from entries in any order; one coordinate occurs three times.
static const int64_t rows[] = {2, 0, 2, 0, 2}, columns[] = {3, 1, 0, 1, 3};
static const int64_t* const lists[] = {rows, columns};

static int csr() {
  const int64_t dimension[] = {3, 4};
  const float values[] = {1, 2, 3, 4, 5};
  mv_A A = {};
  EXPECT(mv_pack_A(dimension, 5, lists, values, &A, nullptr) == SCORCH_OK);
  EXPECT(A.A2_pos[1] == 1 && A.A2_pos[2] == 1 && A.A2_pos[3] == 3 && A.A2_crd[1] == 0 && A.A2_crd[2] == 3);
  EXPECT(A.A_vals[0] == 6 && A.A_vals[1] == 3 && A.A_vals[2] == 6);
  int64_t i[3], j[3];
  int64_t* const to[] = {i, j};
  float back[3];
  EXPECT(mv_unpack_A(&A, nullptr, nullptr) == 3 && mv_unpack_A(&A, to, back) == 3);
  EXPECT(i[0] == 0 && j[0] == 1 && i[2] == 2 && j[2] == 3 && back[0] == 6);
  scorch_fault fault;
  EXPECT(mv_validate_A(&A, &fault) == SCORCH_VALID && fault.kind == SCORCH_VALID);
  mv_A wrong = A;
  const auto finds = [&](scorch_fault_kind kind, const char* array, int64_t position) {
    return mv_validate_A(&wrong, &fault) == kind && std::strcmp(fault.array, array) == 0 && fault.position == position;
  };
  const int32_t falling[] = {0, 2, 1, 3}, late[] = {1, 1, 1, 3}, far[] = {1, 0, 4}, below[] = {-1, 0, 3}, unsorted[] = {1, 3, 0},
                twice[] = {1, 3, 3};
  wrong.A2_pos = falling;
  EXPECT(finds(SCORCH_FALLING_POSITION, "A2_pos", 2));
  wrong.A2_pos = late;
  EXPECT(finds(SCORCH_FIRST_POSITION, "A2_pos", 0));
  wrong.A2_pos = nullptr;
  EXPECT(finds(SCORCH_NULL_ARRAY, "A2_pos", 0));
  wrong = A;
  wrong.A2_crd = far;
  EXPECT(finds(SCORCH_COORDINATE_OUT_OF_RANGE, "A2_crd", 2));
  wrong.A2_crd = below;
  EXPECT(finds(SCORCH_COORDINATE_OUT_OF_RANGE, "A2_crd", 0));
  wrong.A2_crd = unsorted;
  EXPECT(finds(SCORCH_COORDINATES_NOT_SORTED, "A2_crd", 2));
  wrong.A2_crd = twice;
  EXPECT(finds(SCORCH_COORDINATE_REPEATED, "A2_crd", 2));
  wrong = A;
  wrong.A_vals = nullptr;
  EXPECT(finds(SCORCH_NULL_ARRAY, "A_vals", 0));
  wrong = A;
  wrong.dimension[1] = -1;
  EXPECT(finds(SCORCH_NEGATIVE_DIMENSION, "dimension", 1));
  EXPECT(mv_validate_A(nullptr, nullptr) == SCORCH_NULL_ARRAY && scorch_fault_text(fault.kind)[0] == 'a');
  mv_free_A(&A, nullptr);
  EXPECT(A.A2_pos == nullptr && A.A_vals == nullptr);
  mv_free_A(&A, nullptr);

  const int64_t narrow[] = {3, 3}, huge[] = {INT64_MAX, 4}, negative[] = {3, -4};
  EXPECT(mv_pack_A(narrow, 5, lists, values, &A, nullptr) == SCORCH_SHAPE_MISMATCH);
  EXPECT(mv_pack_A(negative, 0, lists, values, &A, nullptr) == SCORCH_SHAPE_MISMATCH);
  EXPECT(mv_pack_A(dimension, -1, lists, values, &A, nullptr) == SCORCH_SHAPE_MISMATCH);
  EXPECT(mv_pack_A(huge, 5, lists, values, &A, nullptr) == SCORCH_OUT_OF_MEMORY);
  EXPECT(mv_pack_A(nullptr, 5, lists, values, &A, nullptr) == SCORCH_NULL_ARGUMENT);
  EXPECT(mv_pack_A(dimension, 5, nullptr, values, &A, nullptr) == SCORCH_NULL_ARGUMENT);
  EXPECT(mv_pack_A(dimension, 0, nullptr, nullptr, &A, nullptr) == SCORCH_OK && A.A2_pos[3] == 0);
  mv_free_A(&A, nullptr);

  // A coordinate that exceeds the type of coordinates.
  const int64_t wide[] = {3, INT64_C(1) << 33}, last[] = {(INT64_C(1) << 33) - 1};
  const int64_t* const wide_lists[] = {rows, last};
  EXPECT(mv_pack_A(wide, 1, wide_lists, values, &A, nullptr) == SCORCH_INDEX_OVERFLOW);

  // Each allocation fails once.
  const scorch_context context = {take, give, nullptr, 1};
  scorch_status status = SCORCH_OUT_OF_MEMORY;
  for (int64_t allowed = 0; status != SCORCH_OK; ++allowed) {
    left = allowed;
    status = mv_pack_A(dimension, 5, lists, values, &A, &context);
    EXPECT(status == SCORCH_OK || (status == SCORCH_OUT_OF_MEMORY && live == 0));
    EXPECT(allowed < 40);
  }
  EXPECT(live == 3);
  mv_free_A(&A, &context);
  EXPECT(live == 0);
  return 0;
}

static int coo() {
  const int64_t dimension[] = {3, 4};
  const int32_t values[] = {1, INT32_MAX, 3, 1, 5};  // sums wrap
  coo_A A = {};
  EXPECT(coo_pack_A(dimension, 5, lists, values, &A, nullptr) == SCORCH_OK && A.A1_count == 3);
  EXPECT(A.A1_crd[1] == 2 && A.A2_crd[1] == 0 && A.A_vals[0] == INT32_MIN && A.A_vals[2] == 6);
  EXPECT(coo_validate_A(&A, nullptr) == SCORCH_VALID && coo_unpack_A(&A, nullptr, nullptr) == 3);
  coo_A wrong = A;
  scorch_fault fault;
  const int64_t unsorted[] = {0, 2, 1}, twice[] = {1, 3, 3};
  wrong.A1_crd = unsorted;
  EXPECT(coo_validate_A(&wrong, &fault) == SCORCH_COORDINATES_NOT_SORTED && fault.position == 2 && fault.array[1] == '1');
  wrong = A;
  wrong.A2_crd = twice;
  EXPECT(coo_validate_A(&wrong, &fault) == SCORCH_COORDINATE_REPEATED && fault.position == 2 && fault.array[1] == '2');
  wrong = A;
  wrong.A1_count = -1;
  EXPECT(coo_validate_A(&wrong, &fault) == SCORCH_NEGATIVE_COUNT);
  coo_free_A(&A, nullptr);
  return 0;
}

static int blocks() {
  // 3 x 4 in blocks of 2 x 3: the last blocks have padding.
  const int64_t dimension[] = {3, 4};
  const double values[] = {1, 2, 3, 4, 5};
  bcsr_A A = {};
  EXPECT(bcsr_pack_A(dimension, 5, lists, values, &A, nullptr) == SCORCH_OK);
  EXPECT(A.A2_pos[1] == 1 && A.A2_pos[2] == 3 && A.A2_crd[2] == 1 && A.A_vals[1] == 6 && A.A_vals[6] == 3 && A.A_vals[12] == 6);
  EXPECT(bcsr_validate_A(&A, nullptr) == SCORCH_VALID && bcsr_unpack_A(&A, nullptr, nullptr) == 6 + 3 + 1);
  const_cast<double*>(A.A_vals)[13] = 1;
  scorch_fault fault;
  EXPECT(bcsr_validate_A(&A, &fault) == SCORCH_PADDING_NOT_ZERO && fault.position == 13);
  bcsr_free_A(&A, nullptr);
  return 0;
}

static int fibers() {
  const int64_t dimension[] = {3, 4, 2}, depth[] = {1, 0, 1, 0, 0};
  const int64_t* const three[] = {rows, columns, depth};
  const float values[] = {1, 2, 3, 4, 5};
  csf_A A = {};
  EXPECT(csf_pack_A(dimension, 5, three, values, &A, nullptr) == SCORCH_OK);
  EXPECT(A.A1_pos[1] == 2 && A.A2_pos[2] == 3 && A.A3_pos[3] == 4 && A.A3_crd[2] == 0 && A.A_vals[2] == 5 && A.A_vals[3] == 1);
  EXPECT(csf_validate_A(&A, nullptr) == SCORCH_VALID && csf_unpack_A(&A, nullptr, nullptr) == 4);
  csf_free_A(&A, nullptr);

  // A dense operand and a column-major dense result; an assembled result is unpacked and validated.
  csf_B B = {};
  const int64_t square[] = {4, 2};
  EXPECT(csf_pack_B(square, 5, three + 1, values, &B, nullptr) == SCORCH_OK && B.B_vals[3 + 4] == 1 && B.B_vals[1] == 6);
  EXPECT(csf_validate_B(&B, nullptr) == SCORCH_VALID && csf_unpack_B(&B, nullptr, nullptr) == 8);
  csf_free_B(&B, nullptr);
  EXPECT(csf_pack_B(dimension, 0, nullptr, nullptr, &B, nullptr) == SCORCH_OK);
  csf_free_B(&B, nullptr);
  mv_x x = {};
  const int64_t none[] = {0};
  EXPECT(mv_pack_x(none, 0, nullptr, nullptr, &x, nullptr) == SCORCH_OK && mv_unpack_x(&x, nullptr, nullptr) == 0);
  mv_free_x(&x, nullptr);
  return 0;
}

int main() { return csr() != 0 ? 1 : coo() != 0 ? 2 : blocks() != 0 ? 3 : fibers() != 0 ? 4 : 0; }
)";

}  // namespace

TEST_CASE("helpers validate, pack and unpack", "[compiler]") {
  const Workplace workplace;
  const auto emit = [&](std::vector<std::string> arguments, const std::string& name) {
    arguments.insert(arguments.end(), {"--with=validate,pack,unpack", "--name", name});
    emit_kernel(workplace, arguments, "h,cpp");
    return "#include \"" + name + ".cpp\"\n";
  };
  const std::string mv = "y(i) = A(i,j) * x(j)";
  std::string text = emit({mv, "--fmt", "A=csr"}, "mv");
  text += emit({mv, "--fmt", "A=coo:i32:crd=i64", "--type", "x=i32"}, "coo");
  text += emit({mv, "--fmt", "A=bcsr2x3:f64"}, "bcsr");
  text += emit({"y(i) = A(i,j,k) * B(j,k)", "--fmt", "A=csf", "--fmt", "B=dense-col"}, "csf");
  workplace.write("k/all.cpp", text + program);
  compile(workplace, "-std=c++17 -fsanitize=address,undefined -fno-sanitize-recover=all all.cpp -o all");
  run_program(workplace, "./all");
  // The declarations compile as C.
  for (const char* name : {"mv", "coo", "bcsr", "csf"})
    CHECK(workplace
              .program({"gcc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-x", "c",
                        "k/" + std::string(name) + ".h"})
              .err == "");
}
