// SPDX-License-Identifier: MIT
// When the messages of NICs may leave, with [nic.send_control] or `nic.window`. A connection carries a
// message or, if the send control wants that (SendControl::scope), all messages from a NIC to another. What
// may not leave waits in memory, and the NIC goes on with other messages. So with windows a slow receiver
// holds up those who send to it, but does not fill the buffers of the fabric with what waits for it, and
// messages that share a receiver get equal shares of it, wherever they come from.
//
// A send control answers that a packet may leave now, at a time, or when it has been told something. A
// message that may not leave is out of its NIC's turns (network/nic/send_turns.h) until then. The other
// messages of its connection wait with it, unasked: a permission brings one of them back, and when that one
// has had its turn the next comes. A message that has a window to itself sends its first packet unasked.
//
// Receivers acknowledge and grant (network/nic/receivers.h). Where a receiver has become unreachable for
// good, nothing will come from it: from when the sender's NIC knows of that, the rest of the message leaves
// unasked and is lost on its way as messages are that have no connection (network/nic/recovery.h).
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/core/pool.h"
#include "network/net/fabric.h"
#include "network/nic/message_records.h"
#include "network/nic/nic_operations.h"
#include "network/nic/nic_table.h"
#include "network/nic/packet_requests.h"
#include "network/nic/params.h"
#include "network/nic/reach.h"
#include "network/nic/receivers.h"
#include "network/nic/send_turns.h"

namespace kasuri {

class Connections final : public TransportClient {
 public:
  Connections(NicOperations&, Fabric&, NicTable&, const MessageRecords&, const Reach&, const NicParams&);

  // Whether messages of these Message::ways go by connections.
  static bool carry(std::uint8_t ways) {
    return !(ways & (Message::kFromNic | Message::kForNic | Message::kFirst));
  }

  // Messages go by their records, NICs by their local numbers. A message comes to a queue, behind `before`;
  // the first one goes behind `last`, leaves, or leaves before it has sent anything. `next` is first then.
  void append(std::uint32_t nic, std::uint32_t message, std::uint32_t before);
  void rotate(std::uint32_t nic, std::uint32_t message, std::uint32_t next, std::uint32_t last);
  void leave(std::uint32_t nic, std::uint32_t message, std::uint32_t next);
  void withdraw(std::uint32_t message);
  // The first message whose connection lets it send its next packet, or kNone; others before it wait.
  std::uint32_t first_to_send(std::uint32_t nic);
  void sent(std::uint32_t nic, std::uint32_t message, std::uint32_t packet);
  // A packet has come for the message that it belongs to here, and will be in memory then.
  void received(std::uint32_t nic, std::uint32_t packet, std::uint32_t message, Time in_memory);

  PacketRequests& requests() { return requests_; }

  // Something to send, but no connection that may, from now on; and no more.
  void shut(std::uint32_t nic, Time now) {
    Wait& w = waits_[nic];
    if (w.since == Time{0}) w.since = now + Time{1};
  }
  void open(std::uint32_t nic, Time now) {
    Wait& w = waits_[nic];
    if (w.since == Time{0}) return;
    w.shut += now + Time{1} - w.since;
    w.since = Time{0};
  }
  // For how long that was so.
  Time shut_for(std::uint32_t nic) const { return waits_[nic].shut; }
  // With failures: whether the epoch that the NIC knows has changed since it asked last.
  bool knows_more(std::uint32_t nic, std::uint32_t epoch) {
    return std::exchange(waits_[nic].known, epoch) != epoch;
  }
  // A message of a queue may go on without an acknowledgement.
  void reopen(std::uint32_t nic, std::uint32_t message);
  // Has a NIC look again when the epoch is known: then acknowledgements may no longer come.
  void look_again(std::uint32_t nic, std::uint32_t epoch);

  void on_sent(const Message&) override {}
  void on_arrived(const Message&) override;

  SendTurns turns;  // of the NICs' queues

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Connection {
    std::unique_ptr<SendControl> control;  // null: its message has left
    SendState state;
    std::uint64_t key = 0;  // that acknowledgements have
    std::uint32_t nic = 0;
    bool keyed = false;
    std::uint32_t events = 0;  // that are still to come
    Time shut_until{0};        // kNever: until it is told something
    Time wake = kNever;        // the pending event; one of another time has been superseded
    SendTurns::Messages waiting;
  };
  // Makes send controls, or takes those again that connections need no more.
  struct Controls {
    std::unique_ptr<SendControl> take() {
      if (spare.empty()) return choice.make(context);
      std::unique_ptr<SendControl> control = std::move(spare.back());
      spare.pop_back();
      return control;
    }
    config::Choice<SendControl> choice;
    SendControlContext context;
    std::vector<std::unique_ptr<SendControl>> spare{};
  };
  struct Wait {
    Time since;              // nothing may be sent since then, one more; 0: something may
    Time shut;               // how long that was so before
    std::uint32_t looks_at;  // the last epoch that the NIC looks again at
    std::uint32_t known;     // the epoch in which its queue was looked through
  };

  bool by_message() const { return scope_ == SendControl::Scope::message; }
  Bytes next_packet(const MessageRecord&) const;
  bool waits(std::uint32_t nic, std::uint32_t message);
  bool is_cut_off(std::uint32_t message) const;
  std::uint32_t connect(std::uint32_t nic);
  std::uint32_t connect_message(std::uint32_t nic, const MessageRecord&);
  std::uint32_t connect_pair(std::uint32_t nic, const MessageRecord&);
  void disconnect(std::uint32_t connection);
  void release(std::uint32_t connection);
  void bring_back(Connection&);
  void set_wake(std::uint32_t connection);
  void post_wake(std::uint32_t connection, Time);
  bool wake(const Event&);
  bool look(const Event&);

  NicOperations& nics_;
  Fabric& f_;
  NicTable& table_;
  const MessageRecords& records_;
  const Reach& reach_;
  Controls controls_;
  SendControl::Scope scope_;
  bool begins_unasked_;  // a message, for it has a window to itself
  Bytes smallest_packet_;
  EventKind wake_, look_;
  PacketRequests requests_;
  Receivers receivers_;
  std::vector<Connection> connections_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> of_message_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_key_;
  LazyArray<Wait> waits_;  // by NIC
};

}  // namespace kasuri
