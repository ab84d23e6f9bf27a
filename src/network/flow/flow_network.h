// SPDX-License-Identifier: MIT
// The transport of a machine at flow level: NICs, topology and routing as at packet level, but messages
// share links as flows instead of being cut into packets.
//
// A message is a flow from its NIC to its destination: NICs send one after the other (or, with the
// round-robin scheduler, all together), after their send overhead. One is sent when a buffer of a virtual
// channel can hold what is left of it. The flow's rate is its max-min fair share
// (shares.h) of the links on its path, at most the lowest rate of any wire on it. Its last byte arrives
// when the flow has ended and the latency of its path is over: cables and router pipelines, as of a head at
// packet level. The ejection link writes at the DMA's rate. So a message alone takes as long as at packet
// level, to the rounding of each packet's time to a picosecond.
//
// Short messages, which their path could hold, are no flows: they take their NIC's time, the latency, and
// their time on each link, one after the other (passages.h). They wait for what flows have on their path
// (FlowPaths::wait).
//
// Shares are computed again at multiples of `step` after a change, for all changes since. They hold from
// the last of these changes on among the flows that contend with each other, for what began earlier from
// its beginning on: a single change is exact however long the step is. The end of a flow is exact to a
// picosecond of what its rates come to.
//
// What has failed at the start is avoided by the routing algorithm; slow links have lower capacities.
//
// Not modelled: buffers, virtual channels, arbiters; what is lost by head-of-line blocking is a share of
// the capacity of links that flows could fill.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/flow/end_queue.h"
#include "network/flow/flow_params.h"
#include "network/flow/flow_paths.h"
#include "network/flow/flow_tracks.h"
#include "network/flow/shares.h"
#include "network/flow/solve_pace.h"
#include "network/net/link_faults.h"
#include "network/net/delivery.h"
#include "network/net/latency.h"
#include "network/nic/params.h"
#include "network/net/transport.h"

namespace kasuri {

class FlowNetwork final : public Transport {
 public:
  // `turns`: the virtual channels in which NICs inject, if routers serve those of inputs in turn; else 0.
  FlowNetwork(const FlowParams&, const NicParams&, const LinkFaultTable&, Bytes buffer,
              std::uint32_t turns, MachinePart&, std::size_t jobs);

  std::uint8_t add_client(TransportClient&) override;
  // The part's power model and tables by time, which are there now, are told of links.
  void begin_tracking();
  void send(const Message&) override;
  void set_engine_time(Time t) override {
    engine_time_ = t;
    sends_take_time_ |= t > Time{0};
  }
  Bytes on_wire(Bytes payload) const override;

  Latencies& latencies() { return latencies_; }
  const std::vector<DeliveryStatistics>& delivered_by_job() const { return delivered_; }
  std::uint32_t in_flight() const { return records_.in_use(); }
  NicUse nic_use(std::uint32_t nic) const;
  // Of an output of a router, or of the link to an endpoint: messages that have left their NICs.
  struct Load {
    std::uint64_t packets;
    Bytes bytes;
  };
  Load load(RouterId r, std::uint32_t port) const { return loads_[numbers_.of(r, port)]; }
  // Of all messages together, from the NIC to memory, and what each would have taken alone.
  struct UnderWay {
    Time taken{0}, alone{0};
  };
  const UnderWay& under_way() const { return under_way_; }
  const Shares& shares() const { return shares_; }
  const FlowTracks& tracks() const { return tracks_; }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  // Of messages on their way and the links' shares; of NICs.
  std::uint64_t memory_bytes() const;
  std::uint64_t nic_bytes() const { return nics_.size() * bytes_per_nic(); }
  static std::size_t bytes_per_nic() { return sizeof(Nic) + sizeof(Node); }
  static std::size_t bytes_per_link() { return sizeof(Load) + Shares::bytes_per_link(); }

 private:
  struct Record {
    Message message;
    Time posted, ready, began;
    Time latency;             // of its path
    Bytes wire;
    std::uint64_t hops;       // × kWholeFlow
    std::uint64_t packets;
    std::int64_t bound;       // rate of its slowest wire
    std::uint32_t next;
    std::uint32_t nic;
  };
  struct Queue {
    std::uint32_t first, last;
  };
  struct Nic {
    Queue queue, urgent;
    Time free;     // when a short message has left
    Time wake;
    Time engine;   // when the send overheads of what is queued are over
    Time ejected;  // when the ejection link has passed all short messages
    Time receive;  // when the receive overheads are over
    std::uint32_t flows;
    std::uint32_t last;  // flow that it has sent, while that is not through
    std::uint32_t peer;  // of the message before
    std::uint32_t sequence;
    Bytes sent, received;
  };
  struct Node {
    std::uint32_t events, turn;
    Time copied;
  };
  __extension__ using Wide = unsigned __int128;
  struct Flow {
    Wide left;    // bytes × ps in a second
    Wide held;    // what the buffers of its path can hold
    Time since;   // its rate holds, and `left` is meant
    std::uint32_t record;
    bool sending;  // its NIC is
  };

  bool woken(const Event&);
  bool awake(const Event&);
  bool tick(const Event&);
  bool reach(const Event&);
  bool land(const Event&);
  bool complete(const Event&);
  bool sent(const Event&);
  bool dropped(const Event&);

  Time front(const Nic&) const;
  std::int64_t payload_per_packet() const { return p_.packet.n - p_.header.n; }
  bool choose_nic(const Message&, std::uint32_t& nic) const;
  void drop(const Message&);
  void send_within(std::uint32_t node, const Message&);
  void pump(std::uint32_t nic);
  void begin(std::uint32_t nic, std::uint32_t record);
  void begin_short(Nic&, std::uint32_t record, Time wakes);
  void begin_flow(Nic&, std::uint32_t record);
  void release(std::uint32_t flow);
  void reached(std::uint32_t flow);
  FlowPaths::Backlog backlog(std::uint32_t flow) const;
  Time end_of(const Flow&, std::int64_t rate) const;
  void finish(std::uint32_t flow);
  void changed() { pace_.changed(f_.partition.now()); }
  void solve();
  void schedule();
  void landed(std::uint32_t record);
  void arrived(std::uint32_t record);
  template <class Uses>
  void count_links(const Uses&, const Record&);
  void append(Queue&, std::uint32_t record);
  void count_time(Time alone, Time waited) {
    under_way_.alone += alone;
    under_way_.taken += alone + waited;
  }
  std::uint32_t* next_of(Nic&);
  void wake(std::uint32_t nic, Nic&, Time);
  void post(NodeId by, std::uint32_t node, Time, std::uint32_t record, EventKind);
  std::uint32_t receiver(const Record& r) const {
    return r.message.destination.v * per_node_ + r.nic % per_node_;
  }

  NicParams p_;
  MachinePart& f_;
  LinkNumbers numbers_;
  Shares shares_;
  FlowPaths paths_;
  FlowTracks tracks_;
  bool tracked_ = false;
  SolvePace pace_;
  Bytes buffer_;  // of a virtual channel
  std::optional<Bytes> short_;
  bool round_robin_, loops_back_, sends_take_time_;
  BytesPerSecond link_rate_, send_rate_, receive_rate_;
  std::uint32_t per_node_;
  Time engine_time_{0};
  EventKind wake_, awake_, tick_, reach_, land_, complete_, sent_, dropped_;
  std::vector<Nic> nics_;
  std::vector<Node> nodes_;
  Pool<Record> records_;
  std::vector<Flow> flows_;  // by their numbers in shares_
  EndQueue ends_;
  Time tick_at_ = kNever;
  std::uint32_t ticks_ = 0;
  FlowPath path_;
  std::vector<Load> loads_;  // by link
  std::vector<TransportClient*> clients_;
  std::vector<DeliveryStatistics> delivered_;  // by job
  Latencies latencies_;
  UnderWay under_way_;
};

}  // namespace kasuri
