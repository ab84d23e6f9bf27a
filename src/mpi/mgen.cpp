// SPDX-License-Identifier: MIT
// mgen.h over the message-passing layer: handles are decoded here, nothing else happens here.
#include "mgen.h"

#include <unistd.h>

#include <cmath>
#include <cstring>

#include "core/errors.h"
#include "mpi/call.h"

namespace mpi = kasuri::mpi;
using kasuri::Bytes;
using kasuri::Time;
using mpi::Call;
using mpi::Collective;
using mpi::CollectiveCall;
using mpi::Communicator;
using mpi::Handle;
using mpi::Status;
using mpi::Transfer;

namespace kasuri::mpi {

World& Call::require_world(const char* name) {
  World* world = current_world();
  if (!world) throw Error(Exit::usage, fmt::format("{} was called outside of MGEN_Main", name));
  return *world;
}

}  // namespace kasuri::mpi

namespace {

const Communicator& comm_of(Call& call, MGEN_Comm comm) {
  if (comm != MGEN_COMM_WORLD) [[unlikely]] call.fail("the communicator is not valid");
  return call.world().world_of(call.rank());
}

mpi::Type type_of(Call& call, MGEN_Datatype type) {
  using enum mpi::Type;
  static_assert(sizeof(long) == 8 && sizeof(long long) == 8);
  constexpr mpi::Type kTypes[] = {byte, i8, i8, u8, i16, u16, i32, u32,
                                  i64,  u64, i64, u64, f32, f64, f80};
  const auto i = reinterpret_cast<std::uintptr_t>(type) - 1;
  if (i >= std::size(kTypes)) [[unlikely]] call.fail("the datatype is not valid");
  return kTypes[i];
}

mpi::Op op_of(Call& call, MGEN_Op op, mpi::Type type) {
  const auto i = reinterpret_cast<std::uintptr_t>(op) - 1;
  if (i > static_cast<std::uintptr_t>(mpi::Op::bxor)) call.fail("the operation is not valid");
  if (!mpi::is_defined(static_cast<mpi::Op>(i), type)) {
    call.fail("the operation is not defined on this datatype");
  }
  return static_cast<mpi::Op>(i);
}

void store(MGEN_Status* to, const Status& from) {
  if (!to) return;
  to->MGEN_SOURCE = from.source;
  to->MGEN_TAG = from.tag;
  to->MGEN_ERROR = MGEN_SUCCESS;
  std::memcpy(to->internal, &from.bytes.n, sizeof from.bytes.n);
}

void collect(Call& call, MGEN_Request* request, MGEN_Status* status) {
  const Status s = call.world().collect(*request);
  *request = MGEN_REQUEST_NULL;
  store(status, s);
}

// Both buffers of a reduction; the first may say that it is the second.
CollectiveCall reduction(Call& call, const void* send, void* receive, int count,
                         MGEN_Datatype type, MGEN_Op op, bool has_result) {
  const mpi::Type t = type_of(call, type);
  call.check_count(count);
  CollectiveCall c{.send = send == MGEN_IN_PLACE ? receive : send,
                   .receive = receive,
                   .count = count,
                   .type = t,
                   .op = op_of(call, op, t)};
  call.check_buffer(c.send, c.bytes());
  if (has_result) call.check_buffer(receive, c.bytes());
  return c;
}

}  // namespace

extern "C" {

int MGEN_Init(int*, char***) {
  Call call("MGEN_Init", Call::Needs::nothing);
  auto& me = call.world().rank(call.rank());
  if (me.initialised) call.fail("called twice");
  me.initialised = true;
  return MGEN_SUCCESS;
}

int MGEN_Finalize() {
  Call call("MGEN_Finalize");
  call.world().rank(call.rank()).finalised = true;
  return MGEN_SUCCESS;
}

int MGEN_Abort(MGEN_Comm, int code) {
  Call call("MGEN_Abort", Call::Needs::nothing);
  call.world().fail(call.strand(), fmt::format("the program ends with code {}", code),
                    kasuri::Exit::program_failed, code);
}

int MGEN_Comm_rank(MGEN_Comm comm, int* rank) {
  Call call("MGEN_Comm_rank");
  *rank = comm_of(call, comm).group.index_of(call.rank());
  return MGEN_SUCCESS;
}

int MGEN_Comm_size(MGEN_Comm comm, int* size) {
  Call call("MGEN_Comm_size");
  *size = comm_of(call, comm).size();
  return MGEN_SUCCESS;
}

int MGEN_Send(const void* buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm) {
  Call call("MGEN_Send");
  call.send(call.outgoing(comm_of(call, comm), buf, count, type_of(call, type), dest, tag));
  return MGEN_SUCCESS;
}

int MGEN_Recv(void* buf, int count, MGEN_Datatype type, int source, int tag, MGEN_Comm comm,
              MGEN_Status* status) {
  Call call("MGEN_Recv");
  store(status, call.receive(call.incoming(comm_of(call, comm), buf, count, type_of(call, type),
                                           source, tag)));
  return MGEN_SUCCESS;
}

int MGEN_Isend(const void* buf, int count, MGEN_Datatype type, int dest, int tag, MGEN_Comm comm,
               MGEN_Request* request) {
  Call call("MGEN_Isend");
  const Communicator& c = comm_of(call, comm);
  *request = call.isend(call.outgoing(c, buf, count, type_of(call, type), dest, tag));
  return MGEN_SUCCESS;
}

int MGEN_Irecv(void* buf, int count, MGEN_Datatype type, int source, int tag, MGEN_Comm comm,
               MGEN_Request* request) {
  Call call("MGEN_Irecv");
  const Communicator& c = comm_of(call, comm);
  *request = call.ireceive(call.incoming(c, buf, count, type_of(call, type), source, tag));
  return MGEN_SUCCESS;
}

int MGEN_Wait(MGEN_Request* request, MGEN_Status* status) {
  Call call("MGEN_Wait");
  call.check_requests({request, 1});
  call.wait({request, 1});
  collect(call, request, status);
  return MGEN_SUCCESS;
}

int MGEN_Waitall(int count, MGEN_Request requests[], MGEN_Status statuses[]) {
  Call call("MGEN_Waitall");
  call.check_count(count);
  const std::span<const Handle> all(requests, static_cast<std::size_t>(count));
  call.check_requests(all);
  call.wait(all);
  for (int i = 0; i < count; ++i) collect(call, &requests[i], statuses ? &statuses[i] : nullptr);
  return MGEN_SUCCESS;
}

int MGEN_Test(MGEN_Request* request, int* flag, MGEN_Status* status) {
  Call call("MGEN_Test");
  call.check_requests({request, 1});
  *flag = call.poll({request, 1});
  if (*flag) collect(call, request, status);
  return MGEN_SUCCESS;
}

int MGEN_Sendrecv(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, int dest, int sendtag,
                  void* recvbuf, int recvcount, MGEN_Datatype recvtype, int source, int recvtag,
                  MGEN_Comm comm, MGEN_Status* status) {
  Call call("MGEN_Sendrecv");
  const Communicator& c = comm_of(call, comm);
  const Transfer out = call.outgoing(c, sendbuf, sendcount, type_of(call, sendtype), dest, sendtag);
  const Transfer in =
      call.incoming(c, recvbuf, recvcount, type_of(call, recvtype), source, recvtag);
  store(status, call.exchange(out, in));
  return MGEN_SUCCESS;
}

int MGEN_Get_count(const MGEN_Status* status, MGEN_Datatype type, int* count) {
  Call call("MGEN_Get_count");
  if (!status) call.fail("the status is MGEN_STATUS_IGNORE");
  std::int64_t bytes = 0;
  std::memcpy(&bytes, status->internal, sizeof bytes);
  const std::int64_t size = mpi::size_of(type_of(call, type));
  *count = bytes % size == 0 ? static_cast<int>(bytes / size) : MGEN_UNDEFINED;
  return MGEN_SUCCESS;
}

int MGEN_Barrier(MGEN_Comm comm) {
  Call call("MGEN_Barrier");
  call.run(Collective::barrier, comm_of(call, comm), {});
  return MGEN_SUCCESS;
}

int MGEN_Bcast(void* buf, int count, MGEN_Datatype type, int root, MGEN_Comm comm) {
  Call call("MGEN_Bcast");
  const Communicator& c = comm_of(call, comm);
  call.check_count(count);
  call.check_root(c, root);
  const CollectiveCall b{.receive = buf, .count = count, .type = type_of(call, type), .root = root};
  call.check_buffer(buf, b.bytes());
  call.run(Collective::bcast, c, b);
  return MGEN_SUCCESS;
}

int MGEN_Reduce(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                int root, MGEN_Comm comm) {
  Call call("MGEN_Reduce");
  const Communicator& c = comm_of(call, comm);
  call.check_root(c, root);
  const bool is_root = c.group.index_of(call.rank()) == root;
  CollectiveCall r = reduction(call, sendbuf, recvbuf, count, type, op, is_root);
  r.root = root;
  call.run(Collective::reduce, c, r);
  return MGEN_SUCCESS;
}

int MGEN_Allreduce(const void* sendbuf, void* recvbuf, int count, MGEN_Datatype type, MGEN_Op op,
                   MGEN_Comm comm) {
  Call call("MGEN_Allreduce");
  call.run(Collective::allreduce, comm_of(call, comm),
           reduction(call, sendbuf, recvbuf, count, type, op, true));
  return MGEN_SUCCESS;
}

int MGEN_Alltoall(const void* sendbuf, int sendcount, MGEN_Datatype sendtype, void* recvbuf,
                  int recvcount, MGEN_Datatype recvtype, MGEN_Comm comm) {
  Call call("MGEN_Alltoall");
  const Communicator& c = comm_of(call, comm);
  call.check_count(sendcount);
  call.check_count(recvcount);
  const CollectiveCall a{.send = sendbuf, .receive = recvbuf, .count = sendcount,
                         .type = type_of(call, sendtype)};
  if (recvcount * mpi::size_of(type_of(call, recvtype)) != a.bytes().n) {
    call.fail("what is sent to a rank ({} bytes) and received from it ({} bytes) differ",
              a.bytes().n, recvcount * mpi::size_of(type_of(call, recvtype)));
  }
  call.check_buffer(sendbuf, a.bytes());
  call.check_buffer(recvbuf, a.bytes());
  call.run(Collective::alltoall, c, a);
  return MGEN_SUCCESS;
}

int MGEN_Comp(double seconds) {
  Call call("MGEN_Comp", Call::Needs::nothing);
  constexpr double kLongest = 1e6;  // simulated time ends at 9.2e6 s
  if (!(seconds >= 0 && seconds <= kLongest)) {
    call.fail("a computation of {} s; it must be from 0 to {} s", seconds, kLongest);
  }
  call.compute(Time{std::llround(seconds * 1e12)});
  return MGEN_SUCCESS;
}

double MGEN_Wtime() {
  Call call("MGEN_Wtime", Call::Needs::nothing);
  return call.world().now().seconds();
}

// Programs are linked with --wrap=exit and --wrap=_exit: these end the rank, not the simulator.
[[noreturn]] void __wrap_exit(int code) {
  if (mpi::World* world = mpi::current_world()) world->exit_rank(world->running_strand(), code);
  _exit(code);
}
[[noreturn]] void __wrap__exit(int code) { __wrap_exit(code); }

}  // extern "C"
