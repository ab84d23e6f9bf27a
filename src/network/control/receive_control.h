// SPDX-License-Identifier: MIT
// What a receiver sends back, and when, as a component: it sees packets and timers and has the NIC send
// acknowledgements and grants (pulls, credits). One object for each NIC, which numbers the connections that
// come to it. Bytes are those on the wire.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/config/registry.h"
#include "base/core/units.h"

namespace kasuri {

struct ReceiveControlContext {
  BytesPerSecond rate;  // of the NIC's link
  Bytes packet;         // the largest one
  Bytes window{0};      // of senders (SendControl::window), 0: none known
  std::uint64_t seed = 0;
};

// A packet has come, or what a switch has left of one.
struct Arrival {
  std::uint32_t connection;
  Bytes bytes;
  Bytes unanswered;   // that have come since the connection's last acknowledgement, with this one
  bool marked;        // it met congestion
  bool asks;          // for an acknowledgement
  bool first;         // of the connection
  bool again;         // it had come before
  bool closes_gap;    // nothing is missing now, and an acknowledgement was asked for
  bool cut;           // only its header has come
  Bytes demand;       // SendControl::demand
};

// What the NIC does for its receive control.
class Answers {
 public:
  // One acknowledgement, of the packet that has come, leaves now.
  virtual void acknowledge(const Arrival&) = 0;
  // The sender may send so much in all.
  virtual void grant(std::uint32_t connection, Bytes total) = 0;
  // ReceiveControl::tick() is called then, or earlier if it was asked for before.
  virtual void wake(Time) = 0;

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
  virtual void tick(Answers&, Time /*now*/) {}
  // Nothing more will come over it; its number may be given to another.
  virtual void closed(std::uint32_t /*connection*/) {}
};

}  // namespace kasuri
