// SPDX-License-Identifier: MIT
// [ethernet]
#pragma once

#include <optional>

#include "base/config/document.h"
#include "base/core/ids.h"
#include "base/core/units.h"
#include "network/control/balancer.h"
#include "network/control/flow_control.h"
#include "network/control/marker.h"
#include "network/control/queue_discipline.h"
#include "network/control/send_control.h"
#include "network/ethernet/ways.h"
#include "network/nic/params.h"

namespace kasuri {

class Topology;
struct LinkClass;
struct NetworkPlan;
struct NetworkSettings;

// What packets are numbered by, and windows belong to.
enum class ConnectionOf : std::uint8_t { pair, message };
constexpr auto names_of(ConnectionOf) { return name_table("pair", "message"); }

inline constexpr std::int64_t kIdleConnections = 64;  // usual EthernetParams::idle_connections
// Ultra Ethernet in two states; RoCE with the constants of DCQCN's paper, and with those and the rules of
// the public ns-3 code of HPCC's authors.
enum class EthernetPreset : std::uint8_t { uec_1_0, uec_2024, roce_v2, roce_ns3 };
constexpr auto names_of(EthernetPreset) { return name_table("uec-1.0", "uec-2024", "roce-v2", "roce-ns3"); }
// Which queue of switches acknowledgements take.
enum class AnswerQueue { control, data };
constexpr auto names_of(AnswerQueue) { return name_table("control", "data"); }

struct EthernetParams {
  std::optional<EthernetPreset> preset;
  std::optional<Bytes> packet, header, control;
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
  std::optional<config::Choice<FlowControl>> flow_control;
  std::optional<AnswerQueue> acknowledgements;
  std::optional<bool> telemetry;
  std::optional<Time> time_grid;

  bool is_uec() const { return preset && *preset <= EthernetPreset::uec_2024; }
  bool is_roce() const { return preset && !is_uec(); }
  Bytes largest() const { return packet.value_or(Bytes{is_roce() ? 1048 : 4150}); }
  Bytes headers() const { return header.value_or(Bytes{is_roce() ? 48 : 64}); }
  Bytes answers() const { return control.value_or(Bytes{is_roce() ? 60 : 64}); }
  bool answers_with_data() const {
    return acknowledgements ? *acknowledgements == AnswerQueue::data : is_roce();
  }
  config::Choice<FlowControl> chosen_flow_control() const;
  config::Choice<QueueDiscipline> chosen_discipline() const;
  bool trims() const;
  static config::Fields<EthernetParams> fields();
  static void validate(const EthernetParams&, config::Section&);
};

struct EthernetMarks {
  Bytes low{0}, high{0};
  double most = 1;  // probability just below `high`
  MarkAt at = MarkAt::departure;
  bool hosts = true;  // at outputs to hosts, too
};
struct LosslessRules {
  config::Choice<FlowControl> flow_control;
  bool pauses;             // flow_control does
  bool answers_with_data;  // in the data queues of switches
  bool telemetry;          // switches add it
  Time grid;               // of transmission times
};

// [ethernet] with the defaults that depend on the machine.
struct EthernetSettings {
  Bytes packet, header, control;
  // The slowest ones, for which queues, marks and timeouts are, first; all links alike: one. Round trips
  // are of a packet and its acknowledgement, with empty queues.
  std::vector<WayKind> ways;
  bool alike;       // all links
  Bytes queue;      // of each output for data, including the packet in transmission
  EthernetMarks marks;
  std::optional<EthernetPreset> preset;
  bool trims;           // packets that do not fit, to their headers
  config::Choice<Marker> marker;
  config::Choice<QueueDiscipline> discipline;
  bool queues_by_rate;
  Forwarding forwarding;
  BytesPerSecond fastest;  // link
  double oversubscription;  // rate of hosts over that of their switch's other links, at most; 1: at most
  std::optional<config::Choice<Balancer>> balancer;
  struct {
    bool by_message;  // each message has a window of its own
    std::size_t idle;  // of a NIC, that keep their state
  } connections;
  LosslessRules lossless;
  std::uint32_t classes;  // of traffic, each with a queue for its data

  UecRules rules() const {
    return preset == EthernetPreset::uec_2024 ? UecRules::v2024 : UecRules::v1_0;
  }
  bool reference() const { return preset == EthernetPreset::roce_ns3; }
  bool is_roce() const { return preset && *preset >= EthernetPreset::roce_v2; }
  // Which of `ways` this is.
  std::size_t kind_of(BytesPerSecond rate) const {
    std::size_t k = ways.size() - 1;
    while (k > 0 && ways[k].rate > rate) --k;
    return k;
  }
  Bytes payload() const { return packet - header; }
  // Packets of a message, and their bytes on the wire.
  std::uint32_t packets_of(Bytes size) const {
    return size.n == 0 ? 1 : static_cast<std::uint32_t>((size.n + payload().n - 1) / payload().n);
  }
  Bytes on_wire(Bytes size) const { return size + header * packets_of(size); }
};

// Of its connections over ways of a kind.
SendControlContext send_control_context(const EthernetSettings&, std::size_t kind = 0);

// Of the inputs of a switch.
FlowControlContext flow_control_context(const EthernetSettings&, const Topology&,
                                        const std::vector<LinkClass>&, RouterId);

// The send control of NICs: the chosen one, the preset's, or a window.
config::Choice<SendControl> send_control_of(std::optional<EthernetPreset> preset, const NicParams&);

// The reliability likewise, or the selective one.
config::Choice<Reliability> reliability_of(std::optional<EthernetPreset> preset, const NicParams&);

EthernetSettings ethernet_settings(const NetworkSettings&, const NetworkPlan&);

}  // namespace kasuri
