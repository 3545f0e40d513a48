
// How scorchc runs the kernel: the layout of emit/calling/runner_abi.h.
#include <cstdlib>

struct scorch_runner_tensor {
  int64_t* dimension;
  void* pos[32];
  void* crd[32];
  int64_t pos_count[32];
  int64_t crd_count[32];
  void* vals;
  int64_t vals_count;
};

extern "C" int32_t scorch_runner_call(scorch_runner_tensor* tensors, int32_t form, int32_t threads);
extern "C" void scorch_runner_free(scorch_runner_tensor* tensors);

// Result of the last call. Unless the form is 0, the runner owns its crd and vals.
static csr_add_C scorch_runner_result;
static int32_t scorch_runner_form = 0;

static void* scorch_runner_array(int64_t count, size_t element_size) {
  return std::malloc(static_cast<size_t>(count > 0 ? count : 1) * element_size);
}

static bool scorch_runner_allocate(csr_add_C& result) {
  result.C2_crd = static_cast<int32_t*>(scorch_runner_array(result.C2_count, sizeof(int32_t)));
  result.C_vals = static_cast<float*>(scorch_runner_array(result.C_count, sizeof(float)));
  return result.C2_crd != nullptr && result.C_vals != nullptr;
}

static void scorch_runner_export(scorch_runner_tensor& tensor) {
  const csr_add_C& result = scorch_runner_result;
  tensor.dimension[0] = result.dimension[0];
  tensor.dimension[1] = result.dimension[1];
  tensor.pos[1] = result.C2_pos;
  tensor.crd[1] = result.C2_crd;
  tensor.crd_count[1] = result.C2_count;
  tensor.vals = result.C_vals;
  tensor.vals_count = result.C_count;
}

int32_t scorch_runner_call(scorch_runner_tensor* tensors, int32_t form, int32_t threads) {
  const scorch_context context = {nullptr, nullptr, nullptr, threads};
  csr_add_A tensor_A = {};
  tensor_A.dimension[0] = tensors[1].dimension[0];
  tensor_A.dimension[1] = tensors[1].dimension[1];
  tensor_A.A2_pos = static_cast<const int32_t*>(tensors[1].pos[1]);
  tensor_A.A2_crd = static_cast<const int32_t*>(tensors[1].crd[1]);
  tensor_A.A_vals = static_cast<const float*>(tensors[1].vals);
  csr_add_B tensor_B = {};
  tensor_B.dimension[0] = tensors[2].dimension[0];
  tensor_B.dimension[1] = tensors[2].dimension[1];
  tensor_B.B2_pos = static_cast<const int32_t*>(tensors[2].pos[1]);
  tensor_B.B2_crd = static_cast<const int32_t*>(tensors[2].crd[1]);
  tensor_B.B_vals = static_cast<const float*>(tensors[2].vals);
  csr_add_C scorch_result = {};
  scorch_result.dimension[0] = tensors[0].dimension[0];
  scorch_result.dimension[1] = tensors[0].dimension[1];
  if (form == 2) {
    scorch_result.C2_pos = scorch_runner_result.C2_pos;
    scorch_result.C2_crd = scorch_runner_result.C2_crd;
    scorch_result.C_vals = scorch_runner_result.C_vals;
    scorch_result.C2_count = scorch_runner_result.C2_count;
    scorch_result.C_count = scorch_runner_result.C_count;
    return static_cast<int32_t>(csr_add_compute(&tensor_A, &tensor_B, &scorch_result, &context));
  }
  scorch_status status = SCORCH_OK;
  if (form == 0) {
    status = csr_add(&tensor_A, &tensor_B, &scorch_result, &context);
  } else {
    status = csr_add_count(&tensor_A, &tensor_B, &scorch_result, &context);
    if (status == SCORCH_OK && !scorch_runner_allocate(scorch_result)) {
      status = SCORCH_OUT_OF_MEMORY;
    }
    if (status == SCORCH_OK) {
      status = csr_add_pattern(&tensor_A, &tensor_B, &scorch_result, &context);
    }
    if (status == SCORCH_OK) {
      status = csr_add_compute(&tensor_A, &tensor_B, &scorch_result, &context);
    }
  }
  scorch_runner_result = scorch_result;
  scorch_runner_form = form;
  scorch_runner_export(tensors[0]);
  return static_cast<int32_t>(status);
}

void scorch_runner_free(scorch_runner_tensor* tensors) {
  if (scorch_runner_form != 0) {
    std::free(scorch_runner_result.C2_crd);
    scorch_runner_result.C2_crd = nullptr;
    std::free(scorch_runner_result.C_vals);
    scorch_runner_result.C_vals = nullptr;
  }
  csr_add_free(&scorch_runner_result, nullptr);
  scorch_runner_result = {};
  tensors[0].pos[1] = nullptr;
  tensors[0].crd[1] = nullptr;
  tensors[0].vals = nullptr;
}
