// SPDX-License-Identifier: MIT
// When a connection may send, as a component: a window, a rate, credits from the receiver, or what
// congestion control makes of them. One object for each connection, one file for each component. The NIC
// asks it when the connection's turn has come, and tells it what happens; it keeps a ring of those that
// may send, so that none is asked again before its answer can have changed.
//
// A connection is what a NIC numbers packets by: in packet networks with credits a message or all
// messages to a node (SendControl::scope), in Ethernet a pair of NICs and a job. Bytes are those on the
// wire, headers included.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/config/registry.h"
#include "base/core/units.h"

namespace kasuri {

struct SendControlContext {
  BytesPerSecond rate;  // of the NIC's link
  Bytes packet;         // the largest one
  Bytes header;         // of each packet
  Time round_trip{0};   // over the longest way, with empty queues; 0: not known
  bool trims = false;   // switches cut packets short rather than lose them

  // What fills the longest way at this rate; 0 if that is not known.
  Bytes bandwidth_delay() const {
    __extension__ typedef __int128 Wide;
    return {static_cast<std::int64_t>(Wide{round_trip.ps} * rate.n / 1'000'000'000'000)};
  }
};

// A connection when it asks or is told something.
struct SendState {
  Bytes in_flight{0};  // sent, neither acknowledged nor known to be lost
  Bytes backlog{0};    // yet to be sent, for the first time or again
};

// What a switch has written into a packet that passed it (in-band network telemetry).
struct HopTelemetry {
  Time at;
  Bytes sent;   // by this output so far
  Bytes queue;  // behind the packet
  BytesPerSecond rate;
};

struct Acknowledgement {
  Bytes bytes;   // that have come since the last one
  bool marked;   // the packet that it answers met congestion (ECN)
  std::optional<Time> round_trip;  // of that packet, if it was sent once
  std::span<const HopTelemetry> hops;
};

// The receiver, or a switch that has cut it, could not take a packet.
struct Refusal {
  Bytes bytes;
  std::optional<Time> round_trip;
  bool at_last_hop;
};

class SendControl {
 public:
  static constexpr std::string_view kKind = "send-control";
  static constexpr std::string_view kKindMeaning = "when a connection of a NIC may send";
  using Base = SendControl;
  using Context = SendControlContext;

  // What one object controls where NICs know no connections.
  enum class Scope : std::uint8_t { message, destination };

  virtual ~SendControl() = default;
  virtual Scope scope() const { return Scope::destination; }
  // Makes it fit for another connection, which costs less than a new object; false if it cannot.
  virtual bool reset() { return false; }

  // When a packet of `next` bytes may leave: at `now` or before, at once; later, not before then; kNever,
  // not before something has been acknowledged, refused, lost, granted or ticked.
  virtual Time may_send(const SendState&, Bytes next, Time now) = 0;
  // A packet leaves now; it is in `in_flight`.
  virtual void sent(const SendState&, Bytes, Time /*now*/) {}
  // What is told here is no longer in `in_flight`.
  virtual void acknowledged(const SendState&, const Acknowledgement&, Time /*now*/) {}
  virtual void refused(const SendState&, const Refusal&, Time /*now*/) {}
  virtual void lost(const SendState&, Bytes, Time /*now*/) {}
  // The receiver has granted so much in all (ReceiveControl).
  virtual void granted(Bytes /*total*/, Time /*now*/) {}
  // How much the packet that leaves asks the receiver to have granted in all; 0: it does not ask.
  virtual Bytes demand(const SendState&) const { return Bytes{0}; }
  // Whether that packet, of this size, requests an acknowledgement; the last packet handed over always
  // does.
  virtual bool wants_answer(const SendState&, Bytes /*size*/) const { return false; }

  // When tick() is to be called; asked after each call. While a connection has nothing to send and
  // nothing in flight, ticks wait for the next message, however many are due.
  virtual Time timer() const { return kNever; }
  virtual void tick(const SendState&, Time /*now*/) {}

  // For statistics: what may be in flight, where there is a limit.
  virtual std::optional<Bytes> window() const { return std::nullopt; }
};

}  // namespace kasuri
