// SPDX-License-Identifier: MIT
// Decides when a connection may send: by a window, a rate, grants of the receiver, or a congestion control
// that sets them. One object per connection, one file per component. The NIC asks it when the connection
// has its turn and reports every event. The NIC keeps a ring of the connections that may send, so that it
// asks none again before the answer can have changed. The interface covers window- and rate-based controls
// (NSCC and RCCC of Ultra Ethernet 1.0, DCQCN, HPCC).
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

// Which state of Ultra Ethernet's rules holds where they differ: the specification 1.0 of 2025, or those of
// 2024, with which its results were published.
enum class UecRules : std::uint8_t { v1_0, v2024 };
constexpr auto names_of(UecRules) { return name_table("uec-1.0", "uec-2024"); }

struct SendControlContext {
  BytesPerSecond rate;  // of the NIC's link
  Bytes packet;         // the largest one
  Bytes header;         // of each packet
  Time round_trip{0};   // on the longest path, with empty queues; 0: unknown
  bool trims = false;   // switches trim packets to their headers instead of dropping them
  UecRules rules = UecRules::v1_0;
  Time pair_round_trip{0};  // the same between the connection's ends; 0: unknown
  Bytes granted{0};  // to the connection before, in all
  bool reference = false;   // constants of the ns-3 code of HPCC's authors, instead of papers
  std::uint32_t links = 0;  // between the connection's ends
  bool counts_senders = false;  // acknowledgements carry Acknowledgement::senders

  // Bandwidth-delay product of the longest path; 0 if unknown.
  Bytes bandwidth_delay() const {
    __extension__ typedef __int128 Wide;
    return {static_cast<std::int64_t>(Wide{round_trip.ps} * rate.n / 1'000'000'000'000)};
  }
};

// State of a connection at a call.
struct SendState {
  Bytes in_flight{0};  // sent, neither acknowledged nor considered lost
  Bytes backlog{0};    // to be sent or retransmitted
  std::uint32_t others = 0;  // connections of the NIC that may send
};

// In-band network telemetry: a record that a switch adds to a packet.
struct HopTelemetry {
  Time at;
  Bytes sent;   // by this output so far
  Bytes queue;  // behind the packet
  BytesPerSecond rate;
};

struct Acknowledgement {
  Bytes bytes;   // newly received since the last acknowledgement
  bool marked;   // the answered packet was marked (ECN)
  std::optional<Time> round_trip;  // of that packet, unless it was retransmitted
  std::span<const HopTelemetry> hops;
  std::uint32_t senders = 0;  // to the receiver, if it counts them
};

// What a send control needs beside the headers of packets: in data, and in acknowledgements.
struct HeaderOverhead {
  Bytes data{0}, answer{0};
};

// Negative acknowledgement: a packet was trimmed, or the receiver rejected it.
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

  // What a connection is in networks with credits: a message, or all messages between two NICs.
  enum class Scope : std::uint8_t { message, destination };

  virtual ~SendControl() = default;
  virtual Scope scope() const { return Scope::destination; }
  // Resets it for reuse by another connection, which is cheaper than a new object; false: not supported.
  virtual bool reset() { return false; }

  // The time at which a packet of `next` bytes may leave: `now` or earlier means at once, kNever means not
  // before the next acknowledgement, refusal, loss, grant or tick.
  virtual Time may_send(const SendState&, Bytes next, Time now) = 0;
  // A packet leaves now. SendState::in_flight includes it.
  virtual void sent(const SendState&, Bytes, Time /*now*/) {}
  // SendState::in_flight no longer includes the bytes of these three.
  virtual void acknowledged(const SendState&, const Acknowledgement&, Time /*now*/) {}
  virtual void refused(const SendState&, const Refusal&, Time /*now*/) {}
  virtual void lost(const SendState&, Bytes, Time /*now*/) {}
  // After a loss of `bytes`: whether to send a request, which the receiver answers at once. `others`: more
  // packets wait for their retransmission.
  virtual bool requests(const SendState& s, Bytes bytes, bool others, Time now) {
    return !others && may_send(s, bytes, now) > now;
  }
  // The receiver granted bytes; `total` counts from the start of the connection (ReceiveControl).
  virtual void granted(Bytes /*total*/, Time /*now*/) {}
  // What is left of that when an idle connection gives back its state; the next one begins with it.
  virtual Bytes total_granted() const { return Bytes{0}; }
  // The total grant that the leaving packet requests from the receiver; 0: none.
  virtual Bytes demand(const SendState&) const { return Bytes{0}; }
  // Whether that packet, of this size, requests an acknowledgement; the last packet handed over always
  // does.
  virtual bool wants_answer(const SendState&, Bytes /*size*/) const { return false; }

  // When tick() is to be called; asked after each call. While a connection has nothing to send and
  // nothing in flight, ticks wait for the next message, however many are due.
  virtual Time timer() const { return kNever; }
  virtual void tick(const SendState&, Time /*now*/) {}

  // The receive control that it needs; empty: the network's default.
  virtual std::string_view receiver() const { return ""; }
  // Whether switches mark packets at their outputs to hosts.
  virtual bool marks_at_hosts() const { return true; }
  // Whether switches must add telemetry to its packets.
  virtual bool needs_telemetry() const { return false; }
  virtual HeaderOverhead overhead() const { return {}; }
  // The limit of bytes in flight, if there is one.
  virtual std::optional<Bytes> window() const { return std::nullopt; }
};

}  // namespace kasuri
