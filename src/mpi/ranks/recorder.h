// SPDX-License-Identifier: MIT
// Who is told of what ranks do while they do it, to write it down as a trace. A world has one or none;
// ranks are numbered over all jobs, and all calls come from the thread that runs the world.
#pragma once

#include <cstdint>
#include <span>

#include "base/core/units.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/op_stream.h"
#include "mpi/ranks/request.h"

namespace kasuri::mpi {

struct Transfer;
struct Communicator;

class Recorder {
 public:
  virtual ~Recorder() = default;

  // A call of the program begins and ends.
  virtual void entered(std::uint32_t /*rank*/, const char* /*call*/, Time) {}
  virtual void left(std::uint32_t /*rank*/, Time) {}
  // The rank computes: from now on, or until now.
  virtual void computes(std::uint32_t rank, Time length) = 0;
  // What the rank did until now took so much longer, because the CPU turned to messages.
  virtual void interrupted(std::uint32_t /*rank*/, Time /*length*/) {}
  // The same as computes() on a device beside the rank; `handle` is its request.
  virtual void computes_beside(std::uint32_t rank, Time length, Handle /*handle*/) {
    computes(rank, length);
  }
  // A device waits for a time of its own; no computation.
  virtual void delays_beside(std::uint32_t rank, Time length, Handle handle) {
    computes_beside(rank, length, handle);
  }
  // A message of a device, for a collective of it (lanes.cpp).
  virtual void sends_on_lane(std::uint32_t /*rank*/) {}
  // It has looked for something that was not there.
  virtual void polls(std::uint32_t rank, Time length) = 0;
  // A message, after the CPU's part of it; `coroutine` ≥ the number of ranks: by a non-blocking collective.
  // The handle is complete_handle() if the send is complete at once.
  virtual void sends(std::uint32_t coroutine, std::uint32_t rank, const Transfer&, Handle) = 0;
  virtual void receives(std::uint32_t coroutine, std::uint32_t rank, const Transfer&, Handle) = 0;
  // The coroutine goes on when all these are done.
  virtual void awaits(std::uint32_t coroutine, std::uint32_t rank, std::span<const Handle>) = 0;
  // A request is collected. Its handle may be used again.
  virtual void ends(std::uint32_t rank, Handle, const Status&, bool is_send) = 0;
  // A collective, by the program; `handle` is null if it is blocking, and it ends at the end of the call.
  virtual void collective(std::uint32_t /*rank*/, const Communicator&, Collective,
                          const CollectiveCall&, Handle) {}
  // A communicator is made of another, by `code` of Making; `made` is null if the rank is no member.
  virtual void makes(std::uint32_t /*rank*/, const Communicator& /*parent*/, std::uint32_t /*code*/,
                     std::int32_t /*colour*/, std::int32_t /*key*/, const Communicator* /*made*/) {}
  // Whether the format has one-sided communication; programs that use it cannot be recorded else.
  virtual bool has_remote() const { return false; }
  // A step of it, after the CPU's part. Of a copy, its completion and its order, `handle` is ACP's or
  // MGEN's number; else a request, or 0. Windows go by the context of their communicators.
  virtual void remote(std::uint32_t /*rank*/, const Operation&, const Communicator& /*of the window*/,
                      std::int64_t /*handle*/) {}
};

}  // namespace kasuri::mpi
