// SPDX-License-Identifier: MIT
// A rank without a program: a stream of operations, for traces, motifs and patterns. It has no
// stack; the world asks for the next operation whenever the one before is over.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "base/core/units.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/request.h"
#include "mpi/ranks/step_account.h"

namespace kasuri::mpi {

struct ServingReport;

// A step of one-sided communication. Nothing in it has an address: sizes count.
struct RemoteStep {
  enum class Kind : std::uint8_t {
    copy,              // `bytes` from the memory of rank `root` to that of `peer`, giving `request`
    atomic,            // the same of the old value, with ACP's handles
    complete,          // until `request` is complete
    control,           // the program acknowledges the oldest put of `peer`, giving `request`
    await_change,      // until another rank has written to this one's memory
    registration,      // of memory of `bytes`
    make,              // `window`, of `comm`
    free,
    put, get, accumulate, get_accumulate, compare_and_swap,  // of `bytes` in the window of `peer`
    fence,
    post, start,       // with the members `requests` of the window
    end_access,        // MPI_Win_complete
    end_exposure,      // MPI_Win_wait
    lock, unlock,      // of `peer`
    lock_all, unlock_all,
    flush              // `peer`, or kEach
  };
  static constexpr std::int32_t kEach = -1;

  enum Flag : std::uint32_t {
    kRequests = 1,    // the access gives `request`
    kUnchecked = 2,   // MPI_MODE_NOCHECK
    kExclusive = 4,   // the lock
    kLast = 8,        // no epoch follows the fence
    kPacks = 16,      // the origin's data are gathered from several places
    kSendsNone = 32,  // MPI_NO_OP
    kLocal = 64,      // the flush waits for the origin's buffers
    kOrdered = 128,   // a copy with ACP's handles: its completion is that of all before it, too
    kShared = 256,    // the memory of the window is shared
    kComputes = 512   // the registration is of MPI_Win_attach
  };

  Kind kind = Kind::copy;
  std::uint32_t flags = 0;
  std::uint32_t window = 0;  // a number of the stream's
  // Of a copy with ACP's handles: when it may start. kNoOrder, kAfterAll, kRightAfter (one_sided.h), or the
  // number of a request and 1.
  std::int64_t order = 0;

  bool has(Flag f) const { return flags & f; }
};

struct Operation {
  enum class Kind : std::uint8_t {
    compute,      // for `time`
    send,         // `bytes` to `peer`, blocking
    receive,      // up to `bytes` from `peer`, blocking
    isend,        // the same, giving request `request`
    ireceive,
    wait,         // for `request`
    wait_for,     // for all of `requests`
    wait_any,     // for one of `requests`; OpStream::ended() tells which
    wait_all,     // for every request outstanding
    probe,        // until a message from `peer` is there
    poll,         // a look at a request that is not done: the time of a poll
    cancel,       // withdraws the receive `request`
    reap,         // ends those of `requests` that are done, which must be sends
    collective,   // see below
    icollective,  // the same beside what follows, giving request `request`
    duplicate,    // of `comm`: what making a communicator costs; who is in it the job knows already
    split,        // of `comm`, with `colour` and `key`
    create,       // of `comm`
    icompute,     // computes for `time` beside what follows, giving request `request`
    idelay,       // the same, but what passes is no computation
    end_step,     // a step of training is over: `step` says where its time went; or `served` is
    remote,       // a step of one-sided communication: `remote` says which
  };

  Kind kind = Kind::compute;
  std::int32_t peer = kProcNull;  // or kAnySource
  std::int32_t tag = 0;           // or kAnyTag
  Bytes bytes{0};
  Time time{0};
  std::uint32_t request = 0;      // a small number that the stream chooses and may use again
  Collective collective = Collective::barrier;
  std::int32_t root = 0;
  std::uint32_t comm = 0;         // 0: all ranks of the job; else one of JobSpec::communicators
  SendMode mode = SendMode::standard;
  std::int32_t colour = 0, key = 0;
  std::int32_t element = 1;       // bytes of what a collective cuts vectors into: 1, 2, 4, 8 or 16
  std::span<const std::uint32_t> requests{};  // valid until the next operation is asked for

  // Of a collective, `bytes` is the size of a block: what a rank gives to or gets from each other, the
  // whole vector of a bcast, reduce, allreduce or scan, each rank's part of a reduce_scatter. Where
  // blocks are of any size, these are theirs by rank, as far as this rank knows them; valid like
  // `requests`. Without them, what comes may be as large as it likes.
  std::span<const int> out{};
  std::span<const int> in{};
  const StepAccount* step = nullptr;
  const ServingReport* served = nullptr;  // or what a rank that serves has to say
  // Of a short message: its data, which move whatever the job says. Valid until its end.
  void* data = nullptr;
  RemoteStep remote{};
};

// A communicator that only receives may name, with the tag kPutTag: they hear of puts of `bytes` by `peer`.
inline constexpr std::uint32_t kPutNotices = UINT32_MAX;
// A communicator of the rank alone, for windows.
inline constexpr std::uint32_t kAlone = UINT32_MAX - 1;

class OpStream {
 public:
  virtual ~OpStream() = default;
  // The next operation of the rank, asked for at simulated time `now`; false: the rank ends.
  // May throw Error: then the run fails with it.
  virtual bool next(Time now, Operation&) = 0;
  // How much of it has been asked for, from 0 to 1; for people. Less than 0: unknown.
  virtual double share_done() const { return -1; }
  // A request of a wait_any or reap that is over.
  virtual void ended(std::uint32_t /*request*/) {}
  // Before that, with JobSpec::meetings: when a message met its receive; less than 0: unknown.
  virtual void met(std::uint32_t /*request*/, Time) {}
};

using OpStreamFactory = std::function<std::unique_ptr<OpStream>(int rank, int ranks)>;

}  // namespace kasuri::mpi
