// SPDX-License-Identifier: MIT
// [ethernet]
#pragma once

#include <optional>

#include "base/config/document.h"
#include "base/core/units.h"
#include "network/control/balancer.h"
#include "network/control/marker.h"
#include "network/control/queue_discipline.h"
#include "network/control/send_control.h"
#include "network/nic/params.h"

namespace kasuri {

struct NetworkPlan;
struct NetworkSettings;

// What packets are numbered by, and windows belong to.
enum class ConnectionOf : std::uint8_t { pair, message };
constexpr auto names_of(ConnectionOf) { return name_table("pair", "message"); }

inline constexpr std::int64_t kIdleConnections = 64;  // usual EthernetParams::idle_connections

struct EthernetParams {
  std::optional<UecRules> preset;
  Bytes packet{4150};
  Bytes header{64};
  Bytes control{64};
  std::optional<bool> trimming;
  std::optional<Time> round_trip;
  std::optional<Bytes> queue;
  std::optional<Bytes> mark_low, mark_high;
  std::optional<bool> mark_hosts;
  std::optional<config::Choice<Marker>> marker;
  std::optional<config::Choice<QueueDiscipline>> discipline;
  bool queues_by_rate = false;
  Forwarding forwarding = Forwarding::store_and_forward;
  std::optional<config::Choice<Balancer>> balancer;
  ConnectionOf connection = ConnectionOf::pair;
  std::optional<std::int64_t> idle_connections;

  std::int64_t kept_connections() const { return idle_connections.value_or(kIdleConnections); }
  config::Choice<QueueDiscipline> chosen_discipline() const;
  bool trims() const;
  static config::Fields<EthernetParams> fields();
  static void validate(const EthernetParams&, config::Section&);
};

// [ethernet] with the defaults that depend on the machine.
struct EthernetSettings {
  Bytes packet, header, control;
  Time round_trip;  // of a packet and its acknowledgement on the longest path, with empty queues
  Bytes queue;      // of each output for data, including the packet in transmission
  Bytes mark_low, mark_high;
  BytesPerSecond rate;  // of hosts
  std::optional<UecRules> preset;
  bool trims;           // packets that do not fit, to their headers
  config::Choice<Marker> marker;
  config::Choice<QueueDiscipline> discipline;
  bool queues_by_rate;
  Forwarding forwarding;
  BytesPerSecond fastest;  // link
  bool marks_hosts;     // at outputs to hosts
  double oversubscription;  // rate of hosts over that of their switch's other links, at most; 1: at most
  std::optional<config::Choice<Balancer>> balancer;
  struct {
    std::uint32_t links;
    Time cable;  // of the longest link
  } longest;     // path
  struct {
    bool by_message;  // each message has a window of its own
    std::size_t idle;  // of a NIC, that keep their state
  } connections;

  UecRules rules() const { return preset.value_or(UecRules::v1_0); }
  // Of ends with `n` links between them.
  Time round_trip_over(std::uint32_t n) const {
    return n >= longest.links ? round_trip : round_trip - longest.cable * (2 * (longest.links - n));
  }
  Bytes payload() const { return packet - header; }
  // Packets of a message, and their bytes on the wire.
  std::uint32_t packets_of(Bytes size) const {
    return size.n == 0 ? 1 : static_cast<std::uint32_t>((size.n + payload().n - 1) / payload().n);
  }
  Bytes on_wire(Bytes size) const { return size + header * packets_of(size); }
};

// Of its connections.
SendControlContext send_control_context(const EthernetSettings&);

// The send control of NICs: the chosen one, the preset's, or a window.
config::Choice<SendControl> send_control_of(std::optional<UecRules> preset, const NicParams&);

EthernetSettings ethernet_settings(const NetworkSettings&, const NetworkPlan&);

}  // namespace kasuri
