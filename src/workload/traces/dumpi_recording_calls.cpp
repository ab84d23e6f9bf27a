// SPDX-License-Identifier: MIT
// The records of calls: what a recorder has been told of a call, as DUMPI writes it.
#include <algorithm>
#include <cstdint>

#include "workload/traces/dumpi_recording.h"

namespace kasuri::trace {

using namespace dumpi;
using mpi::Making;

namespace {

constexpr std::uint16_t kNone = kEndOfStream;

struct Name {
  std::string_view call;
  std::uint16_t function;
};
// Calls that move nothing by themselves, or complete what others began.
// clang-format off
constexpr Name kNames[] = {
    {"MGEN_Wait", kWait}, {"MGEN_Test", kTest}, {"MGEN_Waitany", kWaitany}, {"MGEN_Testany", kTestany},
    {"MGEN_Waitall", kWaitall}, {"MGEN_Testall", kTestall}, {"MGEN_Waitsome", kWaitsome},
    {"MGEN_Testsome", kTestsome}, {"MGEN_Iprobe", kIprobe}, {"MGEN_Probe", kProbe}, {"MGEN_Init", kInit},
    {"MGEN_Finalize", kFinalize}, {"MGEN_Send", kSend}, {"MGEN_Ssend", kSsend}, {"MGEN_Bsend", kBsend},
    {"MGEN_Rsend", kRsend}, {"MGEN_Recv", kRecv}, {"MGEN_Sendrecv", kSendrecv},
    {"MGEN_Sendrecv_replace", kSendrecvReplace}};
// clang-format on

std::uint16_t function_of(std::string_view call) {
  const auto found = std::ranges::find(kNames, call, &Name::call);
  return found == std::end(kNames) ? kNone : found->function;
}

int type_of(int element_bytes) {
  constexpr int kShort = 7, kLongDouble = 15;
  switch (element_bytes) {
    case 2: return kShort;
    case 4: return kInt;
    case 8: return kDouble;
    case 16: return kLongDouble;
    default: return kByte;
  }
}

}  // namespace

// The record of a call. Its first one takes the time before and of the call, others no more.
DumpiWriter& DumpiRecording::begin(Log& log, std::uint16_t function, Time end) {
  const auto whole = [&](Time t) {
    const std::int64_t ps = t.ps + log.rest_ps, ns = (ps + 500) / 1000;
    log.rest_ps = ps - ns * 1000;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(ns, 0));
  };
  const std::uint64_t start = log.clock + whole(std::max(log.call.begin, log.last) - log.last);
  const std::int64_t length = (end - std::max(log.call.begin, log.last)).ps / 1000;
  log.clock = start + static_cast<std::uint64_t>(std::max<std::int64_t>(length, 0));
  log.last = end;
  return log.writer.call(function, start, log.clock);
}

void DumpiRecording::write_call(Log& log, Time now) {
  Call& c = log.call;
  const std::uint16_t function = function_of(c.name);
  if (!c.sends.empty() || !c.receives.empty()) {
    write_messages(log, function, now);
  } else if (!c.collective.empty()) {
    for (const Sizes& s : c.collective) write_collective(log, s, now);
  } else if (!c.made.empty()) {
    for (const Made& m : c.made) write_made(log, m, now);
  } else if (!c.ended.empty() ||
             (function >= kWait && function <= kTestsome && function != kRequestFree)) {
    write_ended(log, function, now);
  } else if (function == kIprobe) {
    begin(log, kIprobe, now).i(kAny).i(kAny).h(kCommWorld).i(!c.polled).statuses();
  } else if (function == kProbe) {
    begin(log, kProbe, now).i(kAny).i(kAny).h(kCommWorld).statuses();
  } else if (function == kInit) {
    begin(log, kInit, now).i(0);
  } else if (function == kFinalize) {
    begin(log, kFinalize, now);
  } else if (c.polled) {
    begin(log, kIprobe, now).i(kAny).i(kAny).h(kCommWorld).i(0).statuses();
  } else if (now > c.begin) {
    // It moves nothing, but takes time, which is no computation: asking for the version takes its
    // place.
    constexpr std::uint16_t kGetVersion = 115;
    begin(log, kGetVersion, now).i(2).i(2);
  }
}

void DumpiRecording::write_messages(Log& log, std::uint16_t function, Time end) {
  Call& c = log.call;
  // Of those that DUMPI does not know, what is complete at the end of the call tells.
  const auto is_over = [&](const Message& m) {
    return std::ranges::find(c.ended, m.request, &Ended::request) != c.ended.end();
  };
  const bool over = std::ranges::all_of(c.sends, is_over) && std::ranges::all_of(c.receives, is_over);
  const bool blocks = function == kSend || function == kSsend || function == kBsend ||
                      function == kRsend || function == kRecv || function == kSendrecv ||
                      function == kSendrecvReplace || (function == kNone && over);
  if (blocks && function == kNone)
    function = c.receives.empty() ? kSend : c.sends.empty() ? kRecv : kSendrecv;
  const auto status = [&](const Message& m) {
    const auto found = std::ranges::find(c.ended, m.request, &Ended::request);
    return found == c.ended.end() ? DumpiWriter::Status{} : found->status;
  };
  if (!blocks) {
    for (const bool sends : {true, false}) {
      for (const Message& m : sends ? c.sends : c.receives) {
        const std::uint16_t send = m.synchronous ? kIssend : kIsend,
                            f = sends ? send : std::uint16_t{kIrecv};
        begin(log, f, end).i(m.bytes).h(kByte).i(m.peer).i(m.tag).h(m.comm).i(m.request);
      }
    }
    return;
  }
  // It has ended its own sends, and no older ones.
  const auto own = [&](std::int32_t r) {
    return std::ranges::find(c.sends, r, &Message::request) != c.sends.end();
  };
  std::erase_if(log.complete, own);
  for (const Ended& e : c.ended) {
    if (!own(e.request) &&
        std::ranges::find(c.receives, e.request, &Message::request) == c.receives.end()) {
      log.complete.push_front(e.request);
    }
  }
  if (function == kSendrecv || function == kSendrecvReplace) {
    const Message none{.peer = mpi::kProcNull, .comm = kCommWorld};
    const Message& to = c.sends.empty() ? none : c.sends[0];
    const Message& from = c.receives.empty() ? none : c.receives[0];
    const std::uint16_t comm = c.sends.empty() ? from.comm : to.comm;
    DumpiWriter& w = begin(log, kSendrecv, end);
    w.i(to.bytes).h(kByte).i(to.peer).i(to.tag).i(from.bytes).h(kByte).i(from.peer).i(from.tag).h(comm);
    w.status(status(from));
    return;
  }
  for (const Message& m : c.sends) {
    DumpiWriter& w = begin(log, m.synchronous ? std::uint16_t{kSsend} : function, end);
    w.i(m.bytes).h(kByte).i(m.peer).i(m.tag).h(m.comm);
  }
  for (const Message& m : c.receives) {
    begin(log, kRecv, end).i(m.bytes).h(kByte).i(m.peer).i(m.tag).h(m.comm).status(status(m));
  }
}

// What a call has completed is written as if it had been given no more.
void DumpiRecording::write_ended(Log& log, std::uint16_t function, Time end) {
  const std::vector<Ended>& all = log.call.ended;
  std::vector<std::int32_t> requests, indices;
  std::vector<DumpiWriter::Status> statuses;
  for (const Ended& e : all) {
    indices.push_back(static_cast<std::int32_t>(requests.size()));
    requests.push_back(e.request);
    statuses.push_back(e.status);
  }
  for (const Ended& e : all) {
    if (e.status.cancelled) begin(log, kCancel, end).i(e.request);
  }
  const auto n = static_cast<std::int64_t>(all.size());
  const bool one = n == 1;
  if (n > 1 &&
      (function == kWait || function == kTest || function == kWaitany || function == kTestany)) {
    function = kWaitall;
  }
  const std::int64_t first = one ? requests[0] : kRequestNull;
  // Without a request to look at, some of its own would be complete.
  const bool failed = n == 0 && log.call.polled;
  switch (function) {
    case kWait: begin(log, kWait, end).i(first).statuses(statuses); return;
    case kTest: begin(log, kTest, end).i(first).i(!failed).statuses(statuses); return;
    case kWaitany:
      begin(log, kWaitany, end).i(n).list(requests).i(one ? 0 : -1).statuses(statuses);
      return;
    case kTestany:
      begin(log, kTestany, end).i(n).list(requests).i(one ? 0 : -1).i(!failed).statuses(statuses);
      return;
    case kTestall: begin(log, kTestall, end).i(n).list(requests).i(!failed).statuses(statuses); return;
    case kWaitsome:
    case kTestsome: {
      DumpiWriter& w = begin(log, function, end).i(n).list(requests);
      w.i(n > 0 || failed ? n : -1).list(indices).statuses(statuses);
      return;
    }
    default: begin(log, kWaitall, end).i(n).list(requests).statuses(statuses); return;
  }
}

void DumpiRecording::write_collective(Log& log, const Sizes& s, Time end) {
  using enum mpi::Collective;
  // Elements of a reduction have their size; all others are bytes.
  const int type = type_of(s.element);
  const std::int64_t bytes = s.count * s.element;
  const bool known = type != kByte || s.element == 1;
  const std::int64_t count = known ? s.count : bytes;
  const std::vector<std::int32_t> zeros(static_cast<std::size_t>(s.size));
  const auto call = [&](std::uint16_t function) -> DumpiWriter& { return begin(log, function, end); };
  const auto reduces = [&](std::uint16_t function) -> DumpiWriter& {
    return call(function).i(count).h(type).b(kSum);
  };
  const auto scatters = [&](const std::vector<std::int32_t>& parts) {
    call(kReduceScatter).i(s.size).list(parts).h(type).b(kSum).h(s.comm);
  };
  const bool root = s.root == s.me;
  switch (s.which) {
    case barrier: call(kBarrier).h(s.comm); return;
    case bcast: call(kBcast).i(bytes).h(kByte).i(s.root).h(s.comm); return;
    case reduce: reduces(kReduce).i(s.root).h(s.comm); return;
    case allreduce: reduces(kAllreduce).h(s.comm); return;
    case scan: reduces(kScan).h(s.comm); return;
    case exscan: reduces(kExscan).h(s.comm); return;
    case gather:
    case scatter: {
      DumpiWriter& w = call(s.which == gather ? kGather : kScatter);
      w.i(s.me).i(bytes).h(kByte).i(s.root).h(s.comm);
      if (root) w.i(bytes).h(kByte);
      return;
    }
    case gatherv: {
      DumpiWriter& w = call(kGatherv).i(s.me).i(s.size).i(bytes).h(kByte).i(s.root).h(s.comm);
      if (root) w.list(s.in).list(zeros);
      w.h(kByte);
      return;
    }
    case scatterv: {
      DumpiWriter& w = call(kScatterv).i(s.me).i(s.size).h(kByte).i(bytes).h(kByte).i(s.root).h(s.comm);
      if (root) w.list(s.out).list(zeros);
      return;
    }
    case allgather: call(kAllgather).i(bytes).h(kByte).i(bytes).h(kByte).h(s.comm); return;
    case alltoall: call(kAlltoall).i(s.block).h(kByte).i(s.block).h(kByte).h(s.comm); return;
    case allgatherv:
      call(kAllgatherv).i(s.size).i(bytes).h(kByte).list(s.in).list(zeros).h(kByte).h(s.comm);
      return;
    case alltoallv: {
      DumpiWriter& w = call(kAlltoallv).i(s.size).list(s.out).list(zeros).h(kByte);
      w.list(s.in).list(zeros).h(kByte).h(s.comm);
      return;
    }
    case reduce_scatter: {
      std::vector<std::int32_t> parts = s.in;
      for (std::int32_t& n : parts) n /= known ? s.element : 1;
      return scatters(parts);
    }
    case reduce_scatter_block:
      return scatters(std::vector<std::int32_t>(zeros.size(), static_cast<std::int32_t>(count / s.size)));
    default: return;
  }
}

// Handles are new each time, so that no group or communicator is freed.
void DumpiRecording::write_made(Log& log, const Made& m, Time end) {
  std::uint16_t handle = kCommNull;
  if (m.context != UINT32_MAX) {
    if (log.next_comm == UINT16_MAX) return refuse(log, "more than 65,531 communicators");
    handle = log.comms[m.context] = log.next_comm++;
  }
  constexpr std::uint16_t kAll = kFirstUserGroup, kSome = kFirstUserGroup + 1;
  switch (m.code) {
    case Making::dup: begin(log, kCommDup, end).h(m.parent).h(handle); return;
    case Making::split: begin(log, kCommSplit, end).h(m.parent).i(m.colour).i(m.key).h(handle); return;
    default:
      begin(log, kCommGroup, end).h(m.parent).h(kAll);
      begin(log, kGroupIncl, end)
          .h(kAll)
          .i(static_cast<std::int64_t>(m.members.size()))
          .list(m.members)
          .h(kSome);
      begin(log, kCommCreate, end).h(m.parent).h(kSome).h(handle);
  }
}

}  // namespace kasuri::trace
