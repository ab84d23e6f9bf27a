// SPDX-License-Identifier: MIT
// What receiving NICs send back over connections (network/nic/connections.h), as their receive controls
// say: control packets of the smallest size, which leave before messages and have no connections. Answers
// to a packet leave when that is in memory. Of a connection that ends with a message the last packet is
// not answered: nobody waits for that.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/core/pool.h"
#include "network/control/receive_control.h"
#include "network/control/send_control.h"
#include "network/net/fabric.h"
#include "network/net/transport.h"
#include "network/nic/message_records.h"
#include "network/nic/nic_table.h"
#include "network/nic/params.h"

namespace kasuri {

class Receivers final : Answers {
 public:
  // A packet that has come over a connection, and what its sender asks (network/nic/packet_requests.h).
  struct Data {
    std::uint32_t nic;  // a local number
    EndpointId id;      // of that NIC
    Bytes bytes;
    Time injected, in_memory;
    bool last;  // of its message
    bool asks;
    Bytes demand;
  };
  // What answers have in Message::user.
  enum class Kind : std::uint16_t { acknowledgement, grant };
  struct Answer {
    std::uint64_t connection;
    Bytes bytes;
    Time injected;  // the packet that is acknowledged
    Kind kind;
    bool marked = false;
    std::uint32_t senders = 0;
  };
  static Answer answer(const Message& m) {
    return {m.user[0],
            {static_cast<std::int64_t>(m.user[1])},
            {static_cast<std::int64_t>(m.user[2])},
            static_cast<Kind>(m.user[3] & 1),
            (m.user[3] & 2) != 0,
            static_cast<std::uint32_t>(m.user[3] >> 32)};
  }

  // They answer to `client`.
  Receivers(Transport&, Fabric&, NicTable&, const NicParams&, const SendControl&, const SendControlContext&,
            std::uint8_t client);

  // Whether packets have to say that their senders wait for an acknowledgement.
  bool need_asking() const { return need_asking_; }
  // The key of a connection is that of its sender's NIC and a number, or this NIC.
  void received(std::uint64_t key, const MessageRecord&, const Data&);

 private:
  struct Incoming {
    std::uint64_t key;
    Bytes unanswered;
    NodeId source;
    std::uint16_t job;
  };
  struct Receiver {
    std::unique_ptr<ReceiveControl> control;  // made for the first packet
    EndpointId id;
    std::vector<Incoming> incoming;   // by the connections' numbers
    std::vector<std::uint32_t> free;  // numbers
    Time wake = kNever;  // the pending event; one of another time has been superseded
  };

  void acknowledge(const Arrival&) override;
  void grant(std::uint32_t connection, Bytes total) override;
  void wake(Time) override;

  Receiver& receiver(std::uint32_t nic, EndpointId);
  std::uint32_t connect(Receiver&, std::uint64_t key, const MessageRecord&);
  void disconnect(std::uint64_t key, std::uint32_t nic);
  void post(const Incoming&, const Answer&);
  bool send(const Event&);
  bool tick(const Event&);

  Transport& nics_;
  Fabric& f_;
  NicTable& table_;
  config::Choice<ReceiveControl> choice_;
  ReceiveControlContext context_;
  bool by_message_, need_asking_;
  std::uint8_t client_;
  EventKind send_, tick_;
  std::vector<Receiver> receivers_;                           // by NIC
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // by connections' keys
  Pool<Message> answers_;                                     // that wait for memory
  // While a receive control is asked.
  std::uint32_t nic_ = 0;
  Time injected_{0}, answers_at_{0};
};

}  // namespace kasuri
