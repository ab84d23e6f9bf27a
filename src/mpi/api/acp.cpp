// SPDX-License-Identifier: MIT
// acp.h over the one-sided layer: arguments are checked and decoded here.
#define KASURI_KEEP_MAIN
#include "acp.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "mpi/ranks/collective_tag.h"
#include "mpi/api/mgen_collectives.h"
#include "mpi/ranks/collectives.h"
#include "mpi/ranks/one_sided.h"

namespace mpi = kasuri::mpi;
using kasuri::Bytes;
using kasuri::Rdma;
using kasuri::RdmaOp;
using mpi::OneSided;
using Kind = RdmaOp::Kind;

namespace {

// A call between acp_init and acp_finalize.
class AcpCall : public mpi::Call {
 public:
  explicit AcpCall(const char* name) : Call(name, Needs::nothing) { library().require_entered(*this); }
  OneSided& library() const { return world().one_sided(); }
};

// `carries`: data move whatever the job's payload.
void run(mpi::Call& call, const mpi::Prepared& p, bool carries) {
  mpi::World& world = call.world();
  const std::int32_t tag =
      world.collectives().enter(call.coroutine(), *p.comm, static_cast<std::uint32_t>(p.which),
                             mpi::hash_of(p.which, p.call));
  {
    if (mpi::Recorder* const r = world.recorder()) [[unlikely]] {
      r->collective(call.rank(), *p.comm, p.which, p.call, nullptr);
    }
    mpi::Team team(world, call.coroutine(), *p.comm, tag, carries);
    world.collectives().run(team, p.which, p.call);
  }
  world.collectives().leave(call.coroutine());
}

void barrier(mpi::Call& call) { run(call, mpi::prepare_barrier(call, MPI_COMM_WORLD), false); }

// All ranks hear whether any changes its number, and if so the numbers of all.
void agree_on_numbers(AcpCall& call, std::int32_t number) {
  const std::int32_t change = number != static_cast<std::int32_t>(call.library().number_of(call.rank()));
  std::int32_t any = 0;
  run(call, mpi::prepare_allreduce(call, &change, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD), true);
  if (!any) return;
  std::vector<std::int32_t> all(static_cast<std::size_t>(call.ranks().world_of(call.rank()).size()));
  run(call, mpi::prepare_allgather(call, &number, 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD),
      true);
  call.library().renumber(call, all);
}

acp_handle_t atomic(const char* name, Kind kind, std::int64_t size, acp_ga_t dst, acp_ga_t src,
                    Rdma::Operands operands, acp_handle_t order) {
  AcpCall call(name);
  RdmaOp op;
  op.kind = kind;
  op.size = Bytes{size};
  op.source = src;
  op.destination = dst;
  return call.library().begin(call, op, operands, order);
}

}  // namespace

extern "C" {

int acp_init(int*, char***) {
  mpi::Call call("acp_init", mpi::Call::Needs::nothing);
  call.world().one_sided().renumber(call, {});  // what a program did before, or its last run, is over
  call.world().one_sided().enter(call);
  barrier(call);
  return 0;
}

int acp_finalize() {
  AcpCall call("acp_finalize");
  call.library().complete(call, ACP_HANDLE_ALL);
  barrier(call);
  call.library().leave(call);
  return 0;
}

int acp_reset(int rank) {
  AcpCall call("acp_reset");
  call.check_rank(call.ranks().world_of(call.rank()), rank);
  call.library().complete(call, ACP_HANDLE_ALL);
  agree_on_numbers(call, rank);
  call.library().leave(call);
  call.library().enter(call);
  barrier(call);
  return 0;
}

void acp_abort(const char* message) {
  AcpCall call("acp_abort");
  call.fail("{}", message ? message : "the program ends");
}

int acp_sync() {
  AcpCall call("acp_sync");
  barrier(call);
  return 0;
}

int acp_rank() {
  AcpCall call("acp_rank");
  return static_cast<int>(call.library().number_of(call.rank()));
}

int acp_procs() {
  AcpCall call("acp_procs");
  return call.ranks().world_of(call.rank()).size();
}

int acp_colors() {
  mpi::Call call("acp_colors", mpi::Call::Needs::nothing);
  return static_cast<int>(call.world().one_sided().format().colours);
}

acp_ga_t acp_query_starter_ga(int rank) {
  AcpCall call("acp_query_starter_ga");
  call.check_rank(call.ranks().world_of(call.rank()), rank);
  return call.library().format().address({static_cast<std::uint32_t>(rank), mpi::kStarterTag, 0});
}

acp_atkey_t acp_register_memory(void* address, size_t size, int color) {
  AcpCall call("acp_register_memory");
  const auto colours = static_cast<int>(call.library().format().colours);
  if (color < 0 || color >= colours) {
    call.fail("colour {}; there {} (acp_colors; NICs with rdma.nics = \"by-colour\")", color,
              colours == 1 ? std::string("is only 0") : fmt::format("are 0 to {}", colours - 1));
  }
  return call.library().register_memory(call, address, size, static_cast<std::uint32_t>(color));
}

int acp_unregister_memory(acp_atkey_t key) {
  AcpCall call("acp_unregister_memory");
  call.library().unregister_memory(call, key);
  return 0;
}

acp_ga_t acp_query_ga(acp_atkey_t key, void* address) {
  AcpCall call("acp_query_ga");
  return call.library().query(call, key, address);
}

void* acp_query_address(acp_ga_t ga) {
  AcpCall call("acp_query_address");
  return call.library().pointer(call, ga);
}

int acp_query_rank(acp_ga_t ga) {
  AcpCall call("acp_query_rank");
  return ga == ACP_GA_NULL ? -1 : static_cast<int>(call.library().format().parts(ga).rank);
}

int acp_query_color(acp_ga_t ga) {
  AcpCall call("acp_query_color");
  return ga == ACP_GA_NULL ? -1 : static_cast<int>(call.library().format().parts(ga).colour);
}

acp_handle_t acp_copy(acp_ga_t dst, acp_ga_t src, size_t size, acp_handle_t order) {
  AcpCall call("acp_copy");
  if (size > call.library().format().most_bytes()) {
    call.fail("{} bytes are too many for a copy", size);
  }
  RdmaOp op;
  op.size = Bytes{static_cast<std::int64_t>(size)};
  op.source = src;
  op.destination = dst;
  return call.library().begin(call, op, {}, order);
}

acp_handle_t acp_cas4(acp_ga_t dst, acp_ga_t src, uint32_t oldval, uint32_t newval,
                      acp_handle_t order) {
  return atomic("acp_cas4", Kind::cas, 4, dst, src, {oldval, newval}, order);
}
acp_handle_t acp_cas8(acp_ga_t dst, acp_ga_t src, uint64_t oldval, uint64_t newval,
                      acp_handle_t order) {
  return atomic("acp_cas8", Kind::cas, 8, dst, src, {oldval, newval}, order);
}

#define KASURI_ATOMIC(name, kind)                                                              \
  acp_handle_t acp_##name##4(acp_ga_t dst, acp_ga_t src, uint32_t value, acp_handle_t order) { \
    return atomic("acp_" #name "4", Kind::kind, 4, dst, src, {value, 0}, order);               \
  }                                                                                            \
  acp_handle_t acp_##name##8(acp_ga_t dst, acp_ga_t src, uint64_t value, acp_handle_t order) { \
    return atomic("acp_" #name "8", Kind::kind, 8, dst, src, {value, 0}, order);               \
  }
KASURI_ATOMIC(swap, swap)
KASURI_ATOMIC(add, add)
KASURI_ATOMIC(xor, bit_xor)
KASURI_ATOMIC(or, bit_or)
KASURI_ATOMIC(and, bit_and)
#undef KASURI_ATOMIC

void acp_complete(acp_handle_t handle) {
  AcpCall call("acp_complete");
  call.library().complete(call, handle);
}

int acp_inquire(acp_handle_t handle) {
  AcpCall call("acp_inquire");
  return !call.library().is_complete(call, handle);
}

void kasuri_acp_wait() {
  AcpCall call("kasuri_acp_wait");
  call.library().wait_for_write(call);
}

}  // extern "C"
