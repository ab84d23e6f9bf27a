// SPDX-License-Identifier: MIT
// Requests of the ranks of one part of the machine: made, waited for, completed and collected. Messages,
// collectives beside the program, one-sided operations and files all are requests of a rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "base/core/pool.h"
#include "mpi/ranks/accounts.h"
#include "mpi/ranks/buffer_pool.h"
#include "mpi/ranks/mistakes.h"
#include "mpi/ranks/objects.h"
#include "mpi/ranks/params.h"
#include "mpi/ranks/request.h"
#include "mpi/ranks/transfer.h"

namespace kasuri::mpi {

class Requests {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  Requests(RankTable& ranks, Coroutines& coroutines, const MpiParams& params, Accounts& accounts,
           Mistakes& mistakes, BufferPool& buffers)
      : ranks_(ranks), coroutines_(coroutines), params_(params), accounts_(accounts), mistakes_(mistakes),
        buffers_(buffers) {}

  Request& operator[](std::uint32_t i) { return pool_[i]; }
  const Request& operator[](std::uint32_t i) const { return pool_[i]; }
  Pool<Request>& pool() { return pool_; }
  std::uint32_t peak() const { return pool_.peak(); }  // all numbers are below

  // A new one, of rank key.rank.
  std::uint32_t add(const Request& r) {
    const std::uint32_t i = pool_.allocate();
    ++ranks_[r.key.rank].requests;
    pool_[i] = r;
    return i;
  }
  // One that is no message: it costs the CPU nothing at its end. Peers are ranks of the job.
  std::uint32_t add_own(std::uint32_t rank, Request::Purpose, std::int32_t peer, Bytes = {0},
                        std::int32_t work = 0, bool unowned = false);
  void complete(Request&);

  // These say whether the coroutine must give way; then it goes on when its event comes.
  bool await(std::uint32_t coroutine, std::span<const Handle>);
  // The same for one of them. When the coroutine goes on, it ends what it waited for.
  bool await_any(std::uint32_t coroutine, std::span<const Handle>);
  void end_any(std::uint32_t coroutine, std::span<const Handle>);

  bool is_done(Handle h) const {
    return !is_request(h) || pool_[index_of(h)].state == Request::State::done;
  }
  // Whether h is a request of this rank, under way or done.
  bool is_valid(Handle h, std::uint32_t rank) const;
  // Of a request that is done with an error: the context of its communicator, or the number of its file.
  struct Origin {
    bool is_file;
    std::uint32_t number;
  };
  Origin origin_of(Handle) const;
  Status status_of(Handle) const;  // of one that is done
  // Ends a request that is done.
  void end(Handle);
  Status collect(Handle h) {
    const Status status = status_of(h);
    end(h);
    return status;
  }
  // Lets go of a request: it ends when it is done.
  void release(Handle);
  // A request that the program completes itself (MPI 4.1, section 13.2).
  Handle start_general(std::uint32_t rank) {
    return handle_of(add_own(rank, Request::Purpose::general, kAnySource));
  }
  bool is_general(Handle h) const {
    return is_request(h) && pool_[index_of(h)].purpose == Request::Purpose::general;
  }
  Handle join(std::uint32_t rank, Handle send, Handle receive);  // done when both are

  // What a receive that keeps its payload has got, before it ends; the payload is the caller's then.
  struct Kept {
    std::byte* payload = nullptr;  // null: there are no data
    void* to = nullptr;            // the receive's buffer
    Bytes bytes{0};
  };
  Kept take_kept(Handle);

  // packing.cpp: data that is not contiguous
  void keep_packed(Handle, const Transfer& original, std::byte* stand_in);
  std::byte* pack(std::uint32_t rank, const Transfer&);  // null: there are no data

  // With a table of waits: the rank at the other side.
  void note_peer(std::uint32_t request, const Communicator& comm, std::int32_t peer) {
    if (!accounts_.counts_waits()) [[likely]] return;
    accounts_.note_peer(request, peer >= 0 ? comm.peers().member(peer) : kNone);
  }
  // The same, numbered over all jobs; -1: a collective beside the program, or unknown.
  std::int64_t peer_of(std::uint32_t request) const;

 private:
  void charge(Request&);
  void end_unowned(std::uint32_t request);
  void unpack(std::uint32_t request);

  RankTable& ranks_;
  Coroutines& coroutines_;
  const MpiParams& params_;
  Accounts& accounts_;
  Mistakes& mistakes_;
  BufferPool& buffers_;
  Pool<Request> pool_;
  std::unordered_map<std::uint32_t, Packed> packed_;         // by request
  std::unordered_map<std::uint32_t, std::uint32_t> joined_;  // see join(): by part
};

}  // namespace kasuri::mpi
