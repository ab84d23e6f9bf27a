// SPDX-License-Identifier: MIT
// Decides what a receiver sends back, and when: it sees packets and timers, and has the NIC send
// acknowledgements and grants (pulls, credits). One object per NIC; the NIC numbers its incoming
// connections. Bytes are those on the wire.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/config/registry.h"
#include "base/core/units.h"
#include "network/control/send_control.h"

namespace kasuri {

struct ReceiveControlContext {
  BytesPerSecond rate;  // of the NIC's link
  BytesPerSecond drain{0};  // at which it writes to memory, if that is less
  Bytes packet;         // the largest one
  Bytes window{0};      // of senders (SendControl::window), 0: none known
  std::uint64_t seed = 0;
  Time round_trip{0};   // on the longest path, with empty queues
  Bytes bandwidth_delay{0};
  UecRules rules = UecRules::v1_0;
  double oversubscription = 1;  // rate of hosts over that of their switch's other links, at most
};

// A packet arrived, possibly trimmed to its header.
struct Arrival {
  std::uint32_t connection;
  Bytes bytes;
  Bytes unanswered;   // received since the connection's last acknowledgement, including this packet
  bool marked;        // by ECN
  bool asks;          // it requests an acknowledgement
  bool first;         // of the connection
  bool again;         // a duplicate
  bool closes_gap;    // no packet is missing any more, and an acknowledgement was requested
  bool cut;           // trimmed: only the header arrived
  Bytes demand;       // SendControl::demand
  bool at_last_hop = false;  // it was trimmed there
  std::uint32_t senders = 0;  // that the receive control counts, for Acknowledgement::senders
};
// Whether a packet is acknowledged where acknowledgements are coalesced: the first one of a connection,
// those that ask for it or met congestion, what comes again, and else once in `bytes` (Ultra Ethernet
// Specification 1.0, 3.5).
inline bool due(const Arrival& a, Bytes bytes) {
  return a.unanswered >= bytes || a.marked || a.asks || a.first || a.again || a.closes_gap;
}

// Actions of the NIC for its receive control.
class Answers {
 public:
  // Sends an acknowledgement of the packet that arrived.
  virtual void acknowledge(const Arrival&) = 0;
  // Grants bytes to a sender; `total` counts from the start of the connection.
  virtual void grant(std::uint32_t connection, Bytes total) = 0;
  // Has ReceiveControl::tick() called at this time, or at an earlier one requested before.
  virtual void wake(Time) = 0;
  // Whether messages are announced that have not arrived completely.
  virtual bool expecting() const { return true; }

 protected:
  ~Answers() = default;
};

class ReceiveControl {
 public:
  static constexpr std::string_view kKind = "receive-control";
  static constexpr std::string_view kKindMeaning = "what a receiving NIC acknowledges and grants, and when";
  using Base = ReceiveControl;
  using Context = ReceiveControlContext;

  virtual ~ReceiveControl() = default;
  virtual void arrived(const Arrival&, Answers&, Time now) = 0;
  // The header of a packet that has not come yet; the NIC has refused it.
  virtual void refused(const Arrival&, Answers&, Time /*now*/) {}
  virtual void tick(Answers&, Time /*now*/) {}
  // The connection ended; its number may be reused.
  virtual void closed(std::uint32_t /*connection*/) {}
};

}  // namespace kasuri
