// SPDX-License-Identifier: MIT
// Whether a trace comes to its end: its operations are gone through in no time and without a
// network. Sends of at most the eager limit are buffered; larger and synchronous ones end when
// their receive is posted. Collectives end when all members have called them, which is stricter
// than their algorithms are: what ends here ends in every replay, but for receives from any rank;
// what does not may end in one.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/core/pool.h"
#include "mpi/ranks/match.h"
#include "workload/traces/trace.h"

namespace kasuri::trace {

class Matching {
 public:
  // The trace must outlive it.
  Matching(const Trace& trace, Bytes eager_limit);
  // Goes through all operations. Returns whether every rank has ended.
  bool run();
  // Whether a receive takes messages from any rank, or with any tag: which one depends on times.
  bool has_wildcards() const { return wildcards_; }
  // The first message that is larger than its receive, which ends a replay; with wildcards it need not.
  struct Truncated {
    std::uint32_t from, to;  // ranks of the trace
    std::int32_t tag;
    Bytes message, room;
  };
  const std::optional<Truncated>& truncated() const { return truncated_; }
  // How many ranks have not ended.
  std::size_t stuck() const { return ranks_.size() - ended_; }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr int kTurn = 512;  // operations of a rank before the others have theirs

  // A receive that is posted, a send that waits for one, or a call of a collective.
  struct Request {
    mpi::MatchKey key;
    mpi::MatchLinks links;
    std::uint32_t rank;
    std::uint32_t before, after;  // among its rank's posted receives with wildcards
    std::uint64_t order;          // of posting
    Bytes room;                   // of a receive
    bool done, awaited, owned;
  };
  // A message that no receive has met.
  struct Early {
    mpi::MatchKey key;
    mpi::MatchLinks links;
    std::uint32_t before, after;  // among all of its receiver
    std::uint32_t send;  // the request that ends when it is received; kNone: it is buffered
    std::uint32_t from;  // the rank that has sent it
    Bytes bytes;
  };
  template <class Record>
  struct List {
    std::uint32_t first = kNone, last = kNone;
    void add(Pool<Record>& all, std::uint32_t i);
    void remove(Pool<Record>& all, std::uint32_t i);
  };
  struct Rank {
    std::unique_ptr<mpi::OpStream> stream;
    std::vector<std::uint32_t> requests;  // by the stream's numbers; kNone: none
    std::vector<std::uint32_t> awaited;   // their numbers, for a wait_any
    List<Early> early;
    List<Request> wildcards;
    std::uint32_t pending = 0;  // requests that must be done before it goes on
    bool any = false;           // one of them is enough
    bool has_ended = false;
  };
  struct Member {
    std::uint32_t index = 0;  // in the communicator
    std::uint64_t calls = 0;  // of collectives on it
  };
  struct Call {
    std::uint32_t arrived = 0;
    std::vector<std::uint32_t> requests;
  };

  void turn(std::uint32_t rank);
  bool perform(std::uint32_t rank, const mpi::Operation&);
  std::uint32_t begin(std::uint32_t rank, const mpi::Operation&);
  std::uint32_t send(std::uint32_t rank, const mpi::Operation&);
  std::uint32_t receive(std::uint32_t rank, const mpi::Operation&);
  std::uint32_t collective(std::uint32_t rank, const mpi::Operation&);
  std::uint32_t find_posted(const mpi::MatchKey&);
  std::uint32_t find_early(const mpi::MatchKey&);
  std::uint32_t new_request(std::uint32_t rank);
  void meet(const Early& message, Bytes room);
  std::uint32_t& numbered(Rank&, std::uint32_t number);
  void end(std::uint32_t request);
  void release(std::uint32_t request);
  bool await(std::uint32_t rank, std::uint32_t& request);
  void settle(Rank&);
  Member& member(std::uint32_t rank, std::uint32_t comm);

  const Trace& trace_;
  Bytes eager_limit_;
  std::vector<Rank> ranks_;
  std::deque<std::uint32_t> ready_;
  Pool<Request> requests_;
  Pool<Early> early_;
  mpi::MatchTable<Request> posted_{requests_};
  mpi::MatchTable<Early> unexpected_{early_};
  std::unordered_map<std::uint64_t, Member> members_;  // by communicator and rank
  std::unordered_map<std::uint64_t, Call> calls_;      // by communicator and number of the call
  std::uint64_t order_ = 0;
  std::size_t ended_ = 0;
  bool wildcards_ = false;
  std::optional<Truncated> truncated_;
};

}  // namespace kasuri::trace
