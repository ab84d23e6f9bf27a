// SPDX-License-Identifier: MIT
// Messages between ranks: how they find their receives, and payload its place (MPI 4.1, chapter 3).
//
// Order (section 3.5): messages of one sender, receiver and context are matched in the order of
// their sends, a rendezvous by its request. Networks may let messages of a pair overtake (several
// virtual channels or NICs are enough), so each carries its number in its pair, and what comes too
// early is held back, unless the transport is said to keep the order. Wildcards take what arrived
// first in simulated time. Messages between two nodes always use the same NIC.
//
// Requests of rendezvous are answered and payload moves while a rank computes, as with a NIC that matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/core/pool.h"
#include "mpi/ranks/in_flight.h"
#include "mpi/ranks/matching.h"
#include "mpi/ranks/pair_order.h"
#include "mpi/ranks/requests.h"
#include "network/net/transport.h"

namespace kasuri::mpi {

class Messages final : public TransportClient {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // `in_order`: whether the transport delivers the messages of a pair in the order of their sends.
  Messages(Transport&, const MpiParams&, RankTable&, Coroutines&, Accounts&, Mistakes&, Requests&,
           InFlight&, bool in_order);

  // CPU time of a send before the NIC gets the message.
  Time send_cost(std::uint32_t rank, const Transfer& t) const {
    if (t.by_nic) return {0};
    const bool within = shares_node(rank, t);
    if (t.is_plain() && !t.layout && !within) [[likely]] {
      return t.bytes > params_.eager_limit ? params_.send_overhead + params_.rendezvous_time(t.bytes)
                                           : params_.send_overhead + t.bytes / params_.eager_copy_rate;
    }
    const bool whole = goes_whole(t, within);
    const bool copies = t.layout || (!is_zero_copy(t, within) && whole);
    if (within) return params_.shared_send_time(copies ? t.bytes : Bytes{0}, !whole);
    const Time asks = whole ? Time{0} : params_.rendezvous_time(t.bytes);
    return params_.send_overhead + asks + (copies ? t.bytes / params_.eager_copy_rate : Time{0});
  }
  // A hint for the links between them; ranks of the world.
  void expect_send(std::uint32_t rank, std::uint32_t to) {
    transport_.expect(ranks_.node_of(rank), ranks_.node_of(to));
  }
  Handle start_send(std::uint32_t rank, const Transfer&);
  Handle start_receive(std::uint32_t rank, const Transfer&);
  // Hands a message over to the NIC.
  void transmit(std::uint32_t rank, NodeId to, Bytes size, bool wants_sent, Traffic,
                const UserWords&, std::byte* payload = nullptr, Route = kAnyRoute);
  // An eager message or a request whose turn has come.
  void accept(const Message&, const Envelope&);
  // The number of the next message of its pair.
  std::uint16_t next_number(std::uint32_t rank, std::uint32_t context, std::uint32_t peer) {
    return in_order_ ? std::uint16_t{0}
                     : order_.next_number(rank, context, peer, ranks_[rank].recent_sent);
  }
  // Data that leave: null if there are none.
  std::byte* payload_of(std::uint32_t rank, const Transfer&);

  // Messages that have come and have no receive.
  const Matching& matching() const { return matching_; }
  std::uint32_t find_early(std::uint32_t rank, const Transfer& t) const {
    return matching_.find({rank, t.context(), t.peer, t.tag});
  }
  std::uint32_t take_early(std::uint32_t rank, const Transfer& t) {
    return matching_.take_by_probe({rank, t.context(), t.peer, t.tag});
  }
  Status status_of_early(std::uint32_t early) const;
  Handle start_probe(std::uint32_t rank, const Transfer&);
  // A message taken is received with this.
  Handle start_receive_taken(std::uint32_t rank, std::uint32_t early, const Transfer&);
  // Withdraws a receive that no message has met; it is done then. Returns whether it could.
  bool cancel(Handle);
  // Of a rank at its end: a message that it has not received, in words; "" if there is none.
  std::string leftovers(std::uint32_t rank) const;

  Meetings& meetings() { return meetings_; }
  // The ranks that a message with data goes from and to, if known here; asked before on_arrived().
  struct Ends {
    std::int64_t from = -1, to = -1;
  };
  Ends ends_of(const Message&) const;

  void on_sent(const Message&) override;
  void on_arrived(const Message&) override;
  void prefetch_arrival(const Message&, bool later) const override;

 private:
  bool shares_node(std::uint32_t rank, const Transfer& t) const {  // and [mpi.shared_memory] has its cost
    if (!params_.shared_memory.copy_rate || !t.comm) [[likely]] return false;
    const Group& peers = t.comm->peers();
    return t.peer >= 0 && t.peer < peers.size &&
           ranks_.node_of(rank) == ranks_.node_of(peers.member(t.peer));
  }
  bool goes_whole(const Transfer&, bool within) const;
  bool is_zero_copy(const Transfer&, bool within) const;
  void keep_early(const Message&, const Envelope&);
  std::uint32_t new_receive(std::uint32_t rank, const Transfer&);
  void meet(std::uint32_t request, const EarlyMessage&);
  void deliver(std::uint32_t request, const MatchKey& from, NodeId node, Bytes, std::byte* payload,
               bool copied = true);
  void clear_to_send(std::uint32_t request, const MatchKey& from, Bytes, NodeId node,
                     std::uint32_t send_request);
  std::byte* payload_of(std::uint32_t rank, const void* from, Bytes);
  void hand_over(Request&, std::byte* payload, Bytes, std::int64_t offset, bool is_whole);
  void on_clearance(const Message&);
  void on_data(const Message&);
  bool fits(std::uint32_t request, const MatchKey& from, Bytes);
  // message_mistakes.cpp
  void fail_misfit(const MatchKey& from, Bytes size, Bytes room);
  void fail_too_late(const Message&, const Envelope&);
  void fail_not_ready(const Message&, const Envelope&);

  Transport& transport_;
  const MpiParams& params_;
  RankTable& ranks_;
  Coroutines& coroutines_;
  Accounts& accounts_;
  Mistakes& mistakes_;
  Requests& requests_;
  InFlight& collectives_;
  bool in_order_;
  std::uint8_t client_;
  Matching matching_{requests_.pool(), ranks_};
  PairOrder order_;
  Pool<LeavingSend> leaving_sends_;
  MatchTable<LeavingSend> leaving_{leaving_sends_};
  Meetings meetings_;
};

}  // namespace kasuri::mpi
