// SPDX-License-Identifier: MIT
// mgen.h over the message-passing layer: handles are decoded here, nothing else happens here.
#include "mpi/api/implementation.h"

#include <cmath>
#include <cstring>
#include <optional>

#include "base/core/environment.h"
#include "base/core/errors.h"
#include "base/core/variables.h"
#include "mpi/api/mgen_handles.h"
#include "mpi/api/persistent.h"
#include "mpi/ranks/program_threads.h"

namespace mpi = kasuri::mpi;
using kasuri::Bytes;
using kasuri::Time;
using mpi::Call;
using mpi::comm_of;
using mpi::Communicator;
using mpi::element_of;
using mpi::Handle;
using mpi::Status;
using mpi::store;
using mpi::Transfer;
using Mode = Transfer::Mode;

namespace kasuri::mpi {

}  // namespace kasuri::mpi

namespace {

// Inlined: every message passes through one of these.
[[gnu::always_inline]] inline Transfer outgoing(Call& call, const void* buf, int count,
                                                MPI_Datatype type, int dest, int tag,
                                                MPI_Comm comm, Mode mode = Mode::standard) {
  const Communicator& on = comm_of(call, comm);
  Transfer t = call.outgoing(on, buf, count, element_of(call, type), dest, tag);
  t.mode = mode;
  return t;
}

[[gnu::always_inline]] inline Transfer incoming(Call& call, void* buf, int count,
                                                MPI_Datatype type, int source, int tag,
                                                MPI_Comm comm) {
  if (tag == ACP_PUT_TAG) [[unlikely]] return mpi::put_poll(call, buf, count, type, source, comm);
  const Communicator& on = comm_of(call, comm);
  return call.incoming(on, buf, count, element_of(call, type), source, mpi::wanted_tag(call, tag));
}

// MGEN_NIC(k), MGEN_ALL_NICS and MGEN_ZERO_COPY.
Transfer routed(Call& call, Transfer t, int how) {
  constexpr int kKnown = 0xff | MGEN_ALL_NICS | MGEN_ZERO_COPY;
  const int nic = how & 0xff;
  const int nics = static_cast<int>(call.ranks().nics());
  if (how & ~kKnown) call.fail_as(MPI_ERR_ARG, "how = {:#x} has undefined bits", how);
  if (nic > nics) {
    call.fail_as(MPI_ERR_ARG,
                 "NIC {} does not exist; a node has NICs 0 to {} (nic.per_node)", nic - 1, nics - 1);
  }
  if (nic > 0 && how & MGEN_ALL_NICS) {
    call.fail_as(MPI_ERR_ARG, "MGEN_NIC and MGEN_ALL_NICS exclude each other");
  }
  t.route = how & MGEN_ALL_NICS && nics > 1 ? mpi::kStriped : static_cast<mpi::Route>(nic);
  if (how & MGEN_ZERO_COPY) t.mode = Mode::zero_copy;
  return t;
}

// A trace has no request for two messages.
void refuse_joined_in_traces(Call& call) {
  if (call.world().recorder()) call.fail("traces with this call cannot be recorded");
}

MPI_Request keep_request(Call& call, MPI_Comm comm, const Transfer& t, bool sends) {
  return mpi::keep(call, comm_of(call, comm),
                   [=](Call& c) { return sends ? c.isend(t) : c.ireceive(t); });
}

MPI_Count count_in(Call& call, const MPI_Status* status, MPI_Datatype type) {
  if (!status) call.fail_as(MPI_ERR_ARG, "the status is MGEN_STATUS_IGNORE");
  std::int64_t bytes = 0;
  std::memcpy(&bytes, status->internal, sizeof bytes);
  const std::int64_t size = element_of(call, type).size;
  if (size == 0) return 0;
  return bytes % size == 0 ? bytes / size : MPI_UNDEFINED;
}

}  // namespace

extern "C" {

int MGEN_Init(int*, char***) {
  Call call("MGEN_Init", Call::Needs::nothing);
  auto& me = call.world().rank(call.rank());
  if (me.initialised) call.fail("called twice, or after other calls; it must be the first call");
  me.initialised = true;
  return MPI_SUCCESS;
}

int MGEN_Initialized(int* flag) {
  Call call("MGEN_Initialized", Call::Needs::nothing);
  *flag = call.world().rank(call.rank()).initialised;
  return MPI_SUCCESS;
}

int MGEN_Finalized(int* flag) {
  Call call("MGEN_Finalized", Call::Needs::nothing);
  *flag = call.world().rank(call.rank()).finalised;
  return MPI_SUCCESS;
}

// Attributes of the rank's own communicator end first (MPI 4.1, section 11.2.4).
int MGEN_Finalize() {
  std::optional<Call> under_way;
  Call& call = under_way.emplace("MGEN_Finalize");
  if (call.ranks().has_objects(call.rank())) {
    mpi::Attributes(call, MPI_COMM_SELF).end("MGEN_Finalize", under_way);
    call.detach_buffer();
  }
  const std::string left = call.world().leftovers(call.rank());
  if (!left.empty()) call.fail("{}", left);
  call.world().rank(call.rank()).finalised = true;
  return MPI_SUCCESS;
}

int MGEN_Abort(MPI_Comm, int code) {
  Call call("MGEN_Abort", Call::Needs::nothing);
  call.world().mistakes().fail(call.coroutine(), fmt::format("the program ends with code {}", code),
                    kasuri::Exit::program_failed, code);
}

int MGEN_Send(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  Call call("MGEN_Send");
  call.send(outgoing(call, buf, count, type, dest, tag, comm));
  return MPI_SUCCESS;
}

int MGEN_Ssend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  Call call("MGEN_Ssend");
  call.send(outgoing(call, buf, count, type, dest, tag, comm, Mode::synchronous));
  return MPI_SUCCESS;
}

int MGEN_Rsend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  Call call("MGEN_Rsend");
  call.send(outgoing(call, buf, count, type, dest, tag, comm, Mode::ready));
  return MPI_SUCCESS;
}

int MGEN_Bsend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  Call call("MGEN_Bsend");
  call.send_buffered(outgoing(call, buf, count, type, dest, tag, comm));
  return MPI_SUCCESS;
}

int MGEN_Send_by(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                 int how) {
  Call call("MGEN_Send_by");
  call.send(routed(call, outgoing(call, buf, count, type, dest, tag, comm), how));
  return MPI_SUCCESS;
}

int MGEN_Recv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Status* status) {
  Call call("MGEN_Recv");
  return mpi::give(call, status, call.receive(incoming(call, buf, count, type, source, tag, comm)));
}

int MGEN_Isend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
  Call call("MGEN_Isend");
  *request = call.isend(outgoing(call, buf, count, type, dest, tag, comm));
  return MPI_SUCCESS;
}

int MGEN_Issend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
  Call call("MGEN_Issend");
  *request = call.isend(outgoing(call, buf, count, type, dest, tag, comm, Mode::synchronous));
  return MPI_SUCCESS;
}

int MGEN_Irsend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
  Call call("MGEN_Irsend");
  *request = call.isend(outgoing(call, buf, count, type, dest, tag, comm, Mode::ready));
  return MPI_SUCCESS;
}

int MGEN_Ibsend(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
  Call call("MGEN_Ibsend");
  call.send_buffered(outgoing(call, buf, count, type, dest, tag, comm));
  *request = mpi::complete_handle();
  return MPI_SUCCESS;
}

int MGEN_Isend_by(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                  int how, MPI_Request* request) {
  Call call("MGEN_Isend_by");
  *request = call.isend(routed(call, outgoing(call, buf, count, type, dest, tag, comm), how));
  return MPI_SUCCESS;
}

int MGEN_Expect_send(int dest, MPI_Comm comm) {
  Call call("MGEN_Expect_send");
  const Transfer t = outgoing(call, nullptr, 0, MPI_BYTE, dest, 0, comm);
  if (t.peer != mpi::kProcNull) call.world().messages().expect_send(call.rank(), t.peer);
  return MPI_SUCCESS;
}

int MGEN_Nics(int* count) {
  Call call("MGEN_Nics", Call::Needs::nothing);
  *count = static_cast<int>(call.ranks().nics());
  return MPI_SUCCESS;
}

int MGEN_Irecv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request* request) {
  Call call("MGEN_Irecv");
  *request = call.ireceive(incoming(call, buf, count, type, source, tag, comm));
  return MPI_SUCCESS;
}

int MGEN_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Status* status) {
  Call call("MGEN_Sendrecv");
  const Transfer out = outgoing(call, sendbuf, sendcount, sendtype, dest, sendtag, comm);
  const Transfer in = incoming(call, recvbuf, recvcount, recvtype, source, recvtag, comm);
  return mpi::give(call, status, call.exchange(out, in));
}

int MGEN_Sendrecv_replace(void* buf, int count, MPI_Datatype type, int dest, int sendtag, int source,
                          int recvtag, MPI_Comm comm, MPI_Status* status) {
  Call call("MGEN_Sendrecv_replace");
  Transfer out = outgoing(call, buf, count, type, dest, sendtag, comm);
  const Transfer in = incoming(call, buf, count, type, source, recvtag, comm);
  // Data with holes are packed before what comes is unpacked.
  std::byte* const copy = out.layout ? nullptr : call.world().requests().pack(call.rank(), out);
  if (!out.layout) out.buffer = copy;
  const Status got = call.exchange(out, in);
  if (copy) call.world().buffers().free(copy);
  return mpi::give(call, status, got);
}

int MGEN_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                   void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                   MPI_Comm comm, MPI_Request* request) {
  Call call("MGEN_Isendrecv");
  refuse_joined_in_traces(call);
  const Transfer out = outgoing(call, sendbuf, sendcount, sendtype, dest, sendtag, comm);
  const Transfer in = incoming(call, recvbuf, recvcount, recvtype, source, recvtag, comm);
  const Handle receive = call.ireceive(in);
  *request = call.world().requests().join(call.rank(), call.isend(out), receive);
  return MPI_SUCCESS;
}

// A copy leaves: what comes may come at once.
int MGEN_Isendrecv_replace(void* buf, int count, MPI_Datatype type, int dest, int sendtag, int source,
                           int recvtag, MPI_Comm comm, MPI_Request* request) {
  Call call("MGEN_Isendrecv_replace");
  refuse_joined_in_traces(call);
  Transfer out = outgoing(call, buf, count, type, dest, sendtag, comm);
  const Transfer in = incoming(call, buf, count, type, source, recvtag, comm);
  const mpi::Layout whole = mpi::Layout::of(out.bytes.n);
  if (!out.layout) out.layout = &whole, out.count = 1;
  const Handle send = call.isend(out);
  *request = call.world().requests().join(call.rank(), send, call.ireceive(in));
  return MPI_SUCCESS;
}

int MGEN_Buffer_attach(void* buffer, int size) {
  Call call("MGEN_Buffer_attach");
  call.attach_buffer(buffer, Bytes{size});
  return MPI_SUCCESS;
}

int MGEN_Buffer_detach(void* buffer, int* size) {
  Call call("MGEN_Buffer_detach");
  const auto [address, bytes] = call.detach_buffer();
  std::memcpy(buffer, &address, sizeof address);
  *size = static_cast<int>(bytes.n);
  return MPI_SUCCESS;
}

int MGEN_Send_init(const void* buf, int count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm, MPI_Request* request) {
  Call call("MGEN_Send_init");
  *request = keep_request(call, comm, outgoing(call, buf, count, type, dest, tag, comm), true);
  return MPI_SUCCESS;
}

int MGEN_Ssend_init(const void* buf, int count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request* request) {
  Call call("MGEN_Ssend_init");
  *request = keep_request(call, comm, outgoing(call, buf, count, type, dest, tag, comm, Mode::synchronous),
                          true);
  return MPI_SUCCESS;
}

int MGEN_Rsend_init(const void* buf, int count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request* request) {
  Call call("MGEN_Rsend_init");
  *request = keep_request(call, comm, outgoing(call, buf, count, type, dest, tag, comm, Mode::ready),
                          true);
  return MPI_SUCCESS;
}

int MGEN_Bsend_init(const void* buf, int count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request* request) {
  Call call("MGEN_Bsend_init");
  const Transfer t = outgoing(call, buf, count, type, dest, tag, comm);
  *request = mpi::keep(call, comm_of(call, comm), [=](Call& c) {
    c.send_buffered(t);
    return mpi::complete_handle();
  });
  return MPI_SUCCESS;
}

int MGEN_Recv_init(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  Call call("MGEN_Recv_init");
  *request = keep_request(call, comm, incoming(call, buf, count, type, source, tag, comm), false);
  return MPI_SUCCESS;
}

int MGEN_Get_count(const MPI_Status* status, MPI_Datatype type, int* count) {
  Call call("MGEN_Get_count");
  const MPI_Count n = count_in(call, status, type);
  *count = n > INT32_MAX ? MPI_UNDEFINED : static_cast<int>(n);
  return MPI_SUCCESS;
}

int MGEN_Get_count_c(const MPI_Status* status, MPI_Datatype type, MPI_Count* count) {
  Call call("MGEN_Get_count_c");
  *count = count_in(call, status, type);
  return MPI_SUCCESS;
}

int MGEN_Comp(double seconds) {
  Call call("MGEN_Comp", Call::Needs::time);
  constexpr double kLongest = 1e6;  // simulated time ends at 9.2e6 s
  if (!(seconds >= 0 && seconds <= kLongest)) {
    call.fail("a computation of {} s; it must be from 0 to {} s", seconds, kLongest);
  }
  call.compute(Time{std::llround(seconds * 1e12)});
  return MPI_SUCCESS;
}

double MGEN_Wtime() {
  Call call("MGEN_Wtime", Call::Needs::clock);
  return call.ask_clock().seconds();
}

double MGEN_Wtick() { return 1e-12; }

int kasuri_compute(double seconds) { return MGEN_Comp(seconds); }

// For modules/rank/environment.c.
void kasuri_note_variable(const char* name) { kasuri::note_variable(name); }
char** kasuri_environment() { return kasuri::environment(); }

// Where the time of the program's own code is counted or measured, 0 stops that, and other levels begin it
// again.
int MGEN_Pcontrol(int level, ...) {
  Call call("MGEN_Pcontrol", Call::Needs::nothing);
  if (kasuri::mpi::PrivateGlobals* const globals = call.ranks().globals_of(call.rank())) {
    globals->count(call.rank(), level != 0);
  }
  return MPI_SUCCESS;
}

}  // extern "C"
