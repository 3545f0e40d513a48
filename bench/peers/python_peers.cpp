// Connects peers that run in Python: python_peers.py loads this program as a shared library, registers its peers and
// calls `peers_run`. It declares the same structs and functions as the parts with C linkage here.
#include <cstddef>
#include <memory>

#include "peers.h"

extern "C" {

struct peers_array {
  const void* data;
  std::int64_t count;
};
/// Compressed levels. A csr matrix uses only the last of the three.
struct peers_operand {
  std::int64_t dimension[3];
  peers_array pos[3], crd[3], vals;
};
struct peers_problem {
  const char* kind;
  std::int64_t value_bytes, k, threads;
  peers_operand A, B, C, X;
  peers_array left, right, bias, last;
};
struct peers_result {
  peers_array pos, crd, vals;
};
/// Returns the number of a call, 0 after an exception in Python, or -1 if the peer does not solve the problem.
using peers_prepare = int (*)(const peers_problem*);
/// Runs the call with this number. Describes the result if the pointer is not null; its arrays last until the next
/// call. Returns 0 after an exception.
using peers_call = int (*)(int, peers_result*);
using peers_release = int (*)(int);

}  // extern "C"

namespace peers {
namespace {

struct Registered {
  std::string name;
  peers_prepare prepare = nullptr;
  peers_call call = nullptr;
  peers_release release = nullptr;
};

/// The registered peers. Complete before the comparison starts.
std::vector<Registered>& registered() {
  static std::vector<Registered> all;
  return all;
}

const char* name_of(Kind kind) {
  static constexpr const char* names[] = {"spmv",       "spmm", "spmm_relu", "sddmm",  "sddmm_spmm", "spgemm",
                                          "spgemm_add", "add",  "add3",      "mttkrp", "ttv",        "ttm"};
  return names[static_cast<std::size_t>(kind)];
}

template <class T>
peers_array view(const std::vector<T>& values) {
  return {values.data(), static_cast<std::int64_t>(values.size())};
}

template <class T>
peers_operand view(const Csr<T>& a) {
  return {{a.rows, a.columns, 0}, {{}, {}, view(a.pos)}, {{}, {}, view(a.crd)}, view(a.vals)};
}
template <class T>
peers_operand view(const Csf<T>& x) {
  return {{x.dimension[0], x.dimension[1], x.dimension[2]},
          {view(x.pos[0]), view(x.pos[1]), view(x.pos[2])},
          {view(x.crd[0]), view(x.crd[1]), view(x.crd[2])},
          view(x.vals)};
}

template <class T>
void copy(const peers_array& from, std::vector<T>& to) {
  const T* data = static_cast<const T*>(from.data);
  to.assign(data, data + from.count);
}

struct Prepared {
  Prepared(const Registered& of, int its_number) : peer(of), number(its_number) {}
  ~Prepared() { peer.release(number); }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  const Registered& peer;
  int number;
};

template <class T>
Call<T> prepare(const Registered& peer, const Problem<T>& p) {
  const peers_problem problem = {name_of(p.kind), sizeof(T), p.k,          p.threads,     view(p.A),    view(p.B),
                                 view(p.C),       view(p.X), view(p.left), view(p.right), view(p.bias), view(p.last)};
  const int number = peer.prepare(&problem);
  if (number == 0) give_up(peer.name + " failed");
  if (number < 0) return {};
  return [prepared = std::make_shared<Prepared>(peer, number)](Result<T>* out) {
    peers_result result{};
    if (prepared->peer.call(prepared->number, out ? &result : nullptr) == 0) give_up(prepared->peer.name + " failed");
    if (!out) return;
    copy(result.pos, out->pos);
    copy(result.crd, out->crd);
    copy(result.vals, out->vals);
  };
}

}  // namespace

template <class T>
std::vector<PythonPeer<T>> python_peers() {
  std::vector<PythonPeer<T>> all;
  for (const Registered& peer : registered())
    all.push_back({peer.name, [&peer](const Problem<T>& problem) { return prepare(peer, problem); }});
  return all;
}

template std::vector<PythonPeer<float>> python_peers();
template std::vector<PythonPeer<double>> python_peers();

}  // namespace peers

extern "C" {

[[gnu::visibility("default")]] void peers_add(const char* name, peers_prepare prepare, peers_call call,
                                              peers_release release) {
  peers::registered().push_back({name, prepare, call, release});
}

[[gnu::visibility("default")]] int peers_run(int argc, char** argv) { return peers::run(argc, argv); }

}  // extern "C"
