// SPDX-License-Identifier: MIT
// mgen.h: completion of requests, persistent requests, probes.
#include "mpi/api/kept.h"
#include "mpi/api/persistent.h"

namespace mpi = kasuri::mpi;
using mpi::Batch;
using mpi::Call;
using mpi::Handle;
using mpi::Status;
using mpi::store;
using mpi::Transfer;
using mpi::World;

namespace {

std::span<MPI_Request> requests_of(Call& call, int count, MPI_Request* requests) {
  call.check_count(count);
  return {requests, static_cast<std::size_t>(count)};
}

using mpi::Ended;

// Ends a request that is done. A generalised one is asked for its status, and told that it ends: by
// functions of the program's.
Ended end_general(Call& call, Batch& batch, std::size_t i, MPI_Status* status) {
  const int code = mpi::end_general(call, batch.active()[i], status);
  batch.end(i);
  return {code, {}, fmt::format("a function of the generalised request returned {}", code)};
}

Ended end_request(Call& call, Batch& batch, std::size_t i, MPI_Status* status) {
  const Handle h = batch.active()[i];
  if (call.world().requests().is_general(h)) [[unlikely]] return end_general(call, batch, i, status);
  const Status s = call.world().requests().status_of(h);
  Ended ended;
  if (s.error) [[unlikely]] ended = {s.error, call.world().requests().origin_of(h)};
  batch.end(i);
  store(status, s);
  return ended;
}

// Of several requests: the error is in their statuses.
class EndedRequests {
 public:
  void add(const Ended& e, MPI_Status* status) {
    if (status) status->MPI_ERROR = e.error;
    if (e.error && !first_.error) [[unlikely]] first_ = e;
  }
  int returned(Call& call) const {
    if (first_.error) [[unlikely]] fail_ended(call, first_, MPI_ERR_IN_STATUS);
    return MPI_SUCCESS;
  }

 private:
  Ended first_;
};

// `index` becomes that of the one that is done, or MPI_UNDEFINED.
int end_one(Call& call, Batch& batch, int which, int* index, MPI_Status* status) {
  *index = which < 0 ? MPI_UNDEFINED : which;
  if (which >= 0) {
    return mpi::returned(call, end_request(call, batch, static_cast<std::size_t>(which), status));
  }
  store(status, {.source = mpi::kAnySource});
  return MPI_SUCCESS;
}

// What a test of several looks for, for reports.
mpi::PolledFor first_open(const Batch& batch) {
  const auto open = std::ranges::find_if(batch.active(), [](Handle h) { return mpi::is_request(h); });
  return open == batch.active().end() ? mpi::PolledFor{} : mpi::PolledFor{.request = mpi::index_of(*open)};
}

bool has_any(const Batch& batch) {
  for (const Handle h : batch.active()) {
    if (!mpi::is_null(h)) return true;
  }
  return false;
}

// Ends all that are done now; the CPU takes its part of each.
EndedRequests end_some(Call& call, Batch& batch, int* outcount, int indices[], MPI_Status statuses[]) {
  int n = 0;
  for (std::size_t i = 0; i < batch.active().size(); ++i) {
    if (mpi::is_null(batch.active()[i]) || !call.world().requests().is_done(batch.active()[i])) continue;
    indices[n++] = static_cast<int>(i);
  }
  *outcount = n;
  EndedRequests ended;
  for (int k = 0; k < n; ++k) {
    const auto i = static_cast<std::size_t>(indices[k]);
    call.wait(batch.active().subspan(i, 1));
    MPI_Status* const status = statuses ? &statuses[k] : nullptr;
    ended.add(end_request(call, batch, i, status), status);
  }
  return ended;
}

EndedRequests end_all(Call& call, Batch& batch, MPI_Status statuses[]) {
  EndedRequests ended;
  for (std::size_t i = 0; i < batch.active().size(); ++i) {
    MPI_Status* const status = statuses ? &statuses[i] : nullptr;
    ended.add(end_request(call, batch, i, status), status);
  }
  return ended;
}

// What a probe looks for.
Transfer wanted(Call& call, int source, int tag, MPI_Comm comm) {
  if (tag == ACP_PUT_TAG) return mpi::put_poll(call, nullptr, 0, MPI_BYTE, source, comm);
  const mpi::Communicator& on = comm_of(call, comm);
  return call.incoming(on, nullptr, 0, mpi::Type::byte, source, mpi::wanted_tag(call, tag));
}

MPI_Message message_of(std::uint32_t early) {
  return reinterpret_cast<MPI_Message>(mpi::kFirstMade + early);
}

Handle receive_matched(Call& call, void* buf, int count, MPI_Datatype type, MPI_Message* message) {
  const MPI_Message given = *message;
  const std::uintptr_t early = mpi::made_index(given);
  const Transfer t = call.incoming(call.ranks().world_of(call.rank()), buf, count,
                                   element_of(call, type), mpi::kAnySource, mpi::kAnyTag);
  *message = MPI_MESSAGE_NULL;
  if (given == MPI_MESSAGE_NO_PROC) return mpi::complete_handle();
  const mpi::Matching& matching = call.world().messages().matching();
  if (early > UINT32_MAX || !matching.is_taken(static_cast<std::uint32_t>(early), call.rank())) {
    call.fail_as(MPI_ERR_REQUEST,
                 "the message is not one that a matched probe has given, or was received before");
  }
  return call.ireceive_taken(static_cast<std::uint32_t>(early), t);
}

}  // namespace

extern "C" {

int MGEN_Wait(MPI_Request* request, MPI_Status* status) {
  Call call("MGEN_Wait");
  Batch batch(call, {request, 1});
  call.wait(batch.active());
  return mpi::returned(call, end_request(call, batch, 0, status));
}

int MGEN_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  Call call("MGEN_Waitall");
  Batch batch(call, requests_of(call, count, requests));
  call.wait(batch.active());
  return end_all(call, batch, statuses).returned(call);
}

int MGEN_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  Call call("MGEN_Waitany");
  Batch batch(call, requests_of(call, count, requests));
  return end_one(call, batch, call.wait_any(batch.active()), index, status);
}

int MGEN_Waitsome(int incount, MPI_Request requests[], int* outcount, int indices[],
                  MPI_Status statuses[]) {
  Call call("MGEN_Waitsome");
  Batch batch(call, requests_of(call, incount, requests));
  const bool any = has_any(batch);
  *outcount = MPI_UNDEFINED;
  if (!any) return MPI_SUCCESS;
  call.wait_until_one(batch.active());
  return end_some(call, batch, outcount, indices, statuses).returned(call);
}

int MGEN_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  Call call("MGEN_Test");
  Batch batch(call, {request, 1});
  *flag = call.poll(batch.active());
  return *flag ? mpi::returned(call, end_request(call, batch, 0, status)) : MPI_SUCCESS;
}

int MGEN_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  Call call("MGEN_Testall");
  Batch batch(call, requests_of(call, count, requests));
  *flag = call.poll(batch.active());
  return *flag ? end_all(call, batch, statuses).returned(call) : MPI_SUCCESS;
}

int MGEN_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  Call call("MGEN_Testany");
  Batch batch(call, requests_of(call, count, requests));
  const int which = call.finish_first(batch.active());
  *flag = which >= 0 || !has_any(batch);
  *index = MPI_UNDEFINED;
  if (*flag) return end_one(call, batch, which, index, status);
  call.pass_poll_time(first_open(batch));
  return MPI_SUCCESS;
}

int MGEN_Testsome(int incount, MPI_Request requests[], int* outcount, int indices[],
                  MPI_Status statuses[]) {
  Call call("MGEN_Testsome");
  Batch batch(call, requests_of(call, incount, requests));
  const bool any = has_any(batch);
  *outcount = MPI_UNDEFINED;
  if (!any) return MPI_SUCCESS;
  const EndedRequests ended = end_some(call, batch, outcount, indices, statuses);
  if (*outcount == 0) call.pass_poll_time(first_open(batch));
  return ended.returned(call);
}

int MGEN_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  Call call("MGEN_Request_get_status");
  Batch batch(call, {&request, 1});
  *flag = call.poll(batch.active());
  const Handle h = batch.active()[0];
  if (*flag && call.world().requests().is_general(h)) {
    const int code = mpi::query_general(call, h, status);
    if (code) call.fail_as(code, "the query function returned {}", code);
  } else if (*flag) {
    store(status, call.world().requests().status_of(h));
  }
  return MPI_SUCCESS;
}

int MGEN_Request_free(MPI_Request* request) {
  Call call("MGEN_Request_free");
  if (*request == MPI_REQUEST_NULL) call.fail_as(MPI_ERR_REQUEST, "the request is MGEN_REQUEST_NULL");
  if (mpi::is_persistent(*request)) {
    mpi::free_persistent(call, *request);
  } else {
    call.check_requests({request, 1});
    const MPI_Request freed = std::exchange(*request, MPI_REQUEST_NULL);
    if (call.world().requests().is_general(freed)) mpi::free_general(call, freed);
    else call.world().requests().release(freed);
  }
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int MGEN_Cancel(MPI_Request* request) {
  Call call("MGEN_Cancel");
  Batch batch(call, {request, 1});
  const Handle h = batch.active()[0];
  if (call.world().requests().is_general(h)) {
    const auto functions = mpi::Kept::of(call).general_requests.at(h);
    const int complete = call.world().requests().is_done(h);
    const int code = mpi::call_program(call.world(), call.coroutine(),
                                       [&] { return functions.cancel(functions.extra, complete); });
    if (code != MPI_SUCCESS) call.fail_as(code, "the cancel function returned {}", code);
  } else if (!mpi::is_null(h)) {
    call.world().messages().cancel(h);
  }
  return MPI_SUCCESS;
}

int MGEN_Test_cancelled(const MPI_Status* status, int* flag) {
  Call call("MGEN_Test_cancelled");
  if (!status) call.fail_as(MPI_ERR_ARG, "the status is MGEN_STATUS_IGNORE");
  *flag = status->internal[2];
  return MPI_SUCCESS;
}

int MGEN_Start(MPI_Request* request) {
  Call call("MGEN_Start");
  mpi::start_persistent(call, *request);
  return MPI_SUCCESS;
}

int MGEN_Startall(int count, MPI_Request requests[]) {
  Call call("MGEN_Startall");
  for (const MPI_Request r : requests_of(call, count, requests)) mpi::start_persistent(call, r);
  return MPI_SUCCESS;
}

int MGEN_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  Call call("MGEN_Probe");
  const Transfer t = wanted(call, source, tag, comm);
  store(status, source == MPI_PROC_NULL ? Status{} : call.probe(t));
  return MPI_SUCCESS;
}

int MGEN_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  Call call("MGEN_Iprobe");
  const Transfer t = wanted(call, source, tag, comm);
  *flag = 1;
  if (source == MPI_PROC_NULL) {
    store(status, {});
    return MPI_SUCCESS;
  }
  const std::uint32_t early = call.world().messages().find_early(call.rank(), t);
  *flag = early != World::kNone;
  if (*flag) store(status, call.world().messages().status_of_early(early));
  else call.pass_poll_time(t);
  return MPI_SUCCESS;
}

int MGEN_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  Call call("MGEN_Mprobe");
  const Transfer t = wanted(call, source, tag, comm);
  if (source == MPI_PROC_NULL) {
    *message = MPI_MESSAGE_NO_PROC;
    store(status, {});
    return MPI_SUCCESS;
  }
  store(status, call.probe(t));
  *message = message_of(call.world().messages().take_early(call.rank(), t));
  return MPI_SUCCESS;
}

int MGEN_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                 MPI_Status* status) {
  Call call("MGEN_Improbe");
  const Transfer t = wanted(call, source, tag, comm);
  *flag = 1;
  if (source == MPI_PROC_NULL) {
    *message = MPI_MESSAGE_NO_PROC;
    store(status, {});
    return MPI_SUCCESS;
  }
  const std::uint32_t early = call.world().messages().take_early(call.rank(), t);
  *flag = early != World::kNone;
  if (*flag) {
    store(status, call.world().messages().status_of_early(early));
    *message = message_of(early);
  } else {
    call.pass_poll_time(t);
  }
  return MPI_SUCCESS;
}

int MGEN_Mrecv(void* buf, int count, MPI_Datatype type, MPI_Message* message,
               MPI_Status* status) {
  Call call("MGEN_Mrecv");
  return mpi::give(call, status, call.finish(receive_matched(call, buf, count, type, message)));
}

int MGEN_Imrecv(void* buf, int count, MPI_Datatype type, MPI_Message* message,
                MPI_Request* request) {
  Call call("MGEN_Imrecv");
  *request = receive_matched(call, buf, count, type, message);
  return MPI_SUCCESS;
}

}  // extern "C"
