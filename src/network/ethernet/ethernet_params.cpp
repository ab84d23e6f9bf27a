// SPDX-License-Identifier: MIT
#include "network/ethernet/ethernet_params.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/core/errors.h"
#include "network/control/reliability.h"
#include "network/model/link_classes.h"
#include "network/model/plan.h"

namespace kasuri {
namespace {

BytesPerSecond fastest_link(const std::vector<LinkClass>& classes) {
  BytesPerSecond most = classes.front().rate;
  for (const LinkClass& l : classes) most = std::max(most, l.rate);
  return most;
}

// Of the switch with the least for its hosts.
double oversubscription(const Topology& t, const std::vector<LinkClass>& classes) {
  double most = 1;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    double up = 0;
    for (std::uint32_t port = 0; port < t.degree(RouterId{r}); ++port) {
      up += static_cast<double>(classes[t.link_class(RouterId{r}, port)].rate.n);
    }
    if (up == 0) continue;
    const double hosts = static_cast<double>(classes.back().rate.n) * t.endpoints_at(RouterId{r});
    most = std::max(most, hosts / up);
  }
  return most;
}

}  // namespace

config::Fields<EthernetParams> EthernetParams::fields() {
  using P = EthernetParams;
  using namespace literals;
  return {
      config::field(
          "preset", &P::preset,
          "Ultra Ethernet as of 1.0, or as of 2024, when its results were published: trimming, "
          "nscc and packet-spraying where nothing else is set, and the rules of that time; or "
          "RoCE: pfc, dcqcn and go-back-n, with the constants of DCQCN's paper, or as in the ns-3 "
          "code of HPCC's authors"),
      config::field("packet", &P::packet,
                    "largest packet on the wire, header included; default: 4150 B, RoCE 1048 B")
          .range(2_B, 65'536_B),
      config::field("header", &P::header, "header of each packet; default: 64 B, RoCE 48 B")
          .range(1_B, 4096_B),
      config::field("control", &P::control,
                    "size of packets that carry acknowledgements or credits; default: 64 B, RoCE 60 B")
          .range(1_B, 4096_B),
      config::field("trimming", &P::trimming,
                    "switches cut packets that do not fit to their headers, which go first, instead of "
                    "dropping them; receivers have them sent again at once; default: with a preset"),
      config::field("round_trip", &P::round_trip,
                    "base round-trip time of a packet and its acknowledgement; windows, queues and marks "
                    "are scaled by it; default: of the longest path, of those with the slowest link; "
                    "connections over faster ones have their own")
          .range(1_ps, 1000_ms),
      config::field("queue", &P::queue,
                    "buffer of each switch output for data packets; control packets have another one of "
                    "twice the size; default: 5 bandwidth-delay products, 1 with trimming, in whole "
                    "packets")
          .range(1_B, Bytes{1 << 30}),
      config::field("mark_low", &P::mark_low,
                    "queue length above which packets are marked (ECN), with linearly increasing "
                    "probability; default: 0.2 bandwidth-delay products")
          .at_least(0_B),
      config::field("mark_high", &P::mark_high,
                    "queue length above which all packets are marked; default: 0.8 bandwidth-delay "
                    "products")
          .at_least(0_B),
      config::field("mark_hosts", &P::mark_hosts,
                    "outputs to hosts mark packets, too; default: unless the send control is 'rccc', whose "
                    "receivers know what their own links carry"),
      config::field("marker", &P::marker,
                    "which data packets switches mark (ECN); default: linear, from mark_low to mark_high"),
      config::field("discipline", &P::discipline,
                    "which packets switches queue, trim or drop; default: drop, trim with trimming"),
      config::field("queues_by_rate", &P::queues_by_rate,
                    "queues and marks of links are scaled by their rate over the rate of the slowest "
                    "paths"),
      config::field("forwarding", &P::forwarding,
                    "switches send whole packets on (store-and-forward), or begin when they have the "
                    "header (cut-through), over links as fast as the fastest"),
      config::field("balancer", &P::balancer,
                    "chooses the entropy of each data packet, which switches hash to a path; for the "
                    "routing packet-spraying; default: another entropy for each packet, 'mixed' with a "
                    "preset"),
      config::field("connection", &P::connection,
                    "to what a window and entropies belong: a pair of NICs (for a job), or each message"),
      config::field("idle_connections", &P::idle_connections,
                    "how many pairs of a NIC keep windows and entropies after their last message; other "
                    "pairs begin again with the next message; default: 64")
          .range(0, 1 << 30),
      config::field("flow_control", &P::flow_control,
                    "when switches have their neighbours pause, so that nothing is lost; default: none, "
                    "pfc with RoCE"),
      config::field("acknowledgements", &P::acknowledgements,
                    "which queue of switches they take; default: control, data with RoCE"),
      config::field("telemetry", &P::telemetry,
                    "switches add the state of their outputs to packets; default: if the send control "
                    "needs it"),
      config::field("time_grid", &P::time_grid,
                    "times of transmissions are cut down to whole multiples of it, as in simulators that "
                    "count in it; default: 1 ps, 1 ns with preset 'roce-ns3'")
          .range(1_ps, 1_us)};
}

void EthernetParams::validate(const EthernetParams& p, config::Section& section) {
  if (p.headers() >= p.largest()) {
    section.error(&EthernetParams::header, "the header (" + to_string(p.headers()) +
                                               ") must be smaller than the packet (" +
                                               to_string(p.largest()) + ")");
  }
  if (p.queue && *p.queue < p.largest()) {
    section.error(&EthernetParams::queue, "must hold a whole packet, at least " + to_string(p.largest()));
  }
  if (p.idle_connections && p.connection == ConnectionOf::message) {
    section.error(&EthernetParams::idle_connections, "has no effect with connection 'message': remove one");
    section.error(&EthernetParams::connection, "'message' does not read 'idle_connections': remove one");
  }
  const Bytes control = std::max(p.answers(), p.headers());
  QueueDisciplineContext queue{p.queue.value_or(p.largest())};
  if (p.queue && !p.chosen_discipline().make(queue)->keeps_control(Bytes{0}, control)) {
    section.error(&EthernetParams::queue,
                  fmt::format("its part for control packets must hold one, and a header, {}: raise it, or "
                              "the discipline's control_queue",
                              to_string(control)));
  }
  if (p.trimming && p.discipline && *p.trimming != p.trims()) {
    const auto* name = *p.trimming ? "drop" : "trim";
    section.error(&EthernetParams::trimming,
                  fmt::format("does not fit discipline '{}': remove one", p.discipline->name()));
    section.error(&EthernetParams::discipline,
                  fmt::format("'{}' does not fit trimming = {}: remove one", name, *p.trimming));
  }
  for (const auto* key : {"mark_low", "mark_high"}) {
    const bool low = key == std::string_view("mark_low");
    if (!p.marker || !(low ? p.mark_low : p.mark_high) || p.marker->name() != "none") continue;
    section.error(key, "has no effect with marker 'none': remove one");
    section.error(&EthernetParams::marker, fmt::format("'none' does not read '{}': remove one", key));
  }
  if (p.mark_low.has_value() != p.mark_high.has_value()) {
    section.error(p.mark_low ? "mark_low" : "mark_high", "mark_low and mark_high go together: set both");
  } else if (p.mark_low && *p.mark_low > *p.mark_high) {
    section.error(&EthernetParams::mark_low,
                  "must not be above mark_high (" + to_string(*p.mark_high) + ")");
    section.error(&EthernetParams::mark_high,
                  "must not be below mark_low (" + to_string(*p.mark_low) + ")");
  }
}

config::Choice<SendControl> send_control_of(std::optional<EthernetPreset> preset, const NicParams& nic) {
  constexpr std::string_view kUsual[] = {"nscc", "nscc-2024", "dcqcn", "dcqcn"};
  const std::string_view usual = !preset ? "window" : kUsual[static_cast<int>(*preset)];
  return nic.sending().value_or(config::Choice<SendControl>(usual));
}

config::Choice<Reliability> reliability_of(std::optional<EthernetPreset> preset, const NicParams& nic) {
  const bool roce = preset && *preset >= EthernetPreset::roce_v2;
  return nic.reliability.value_or(config::Choice<Reliability>(roce ? "go-back-n" : "selective"));
}

config::Choice<QueueDiscipline> EthernetParams::chosen_discipline() const {
  if (discipline) return *discipline;
  return config::Choice<QueueDiscipline>(trimming.value_or(is_uec()) ? "trim" : "drop");
}

config::Choice<FlowControl> EthernetParams::chosen_flow_control() const {
  return flow_control.value_or(config::Choice<FlowControl>(is_roce() ? "pfc" : "none"));
}

bool EthernetParams::trims() const {
  QueueDisciplineContext context{largest()};
  return chosen_discipline().make(context)->trims();
}

SendControlContext send_control_context(const EthernetSettings& s, std::size_t kind) {
  const WayKind& way = s.ways[kind];
  return {.rate = way.rate, .packet = s.packet, .header = s.header, .round_trip = way.round_trip,
          .trims = s.trims, .rules = s.rules(), .reference = s.reference(), .links = way.links};
}

FlowControlContext flow_control_context(const EthernetSettings& s, const Topology& t,
                                        const std::vector<LinkClass>& classes, RouterId r) {
  FlowControlContext context{classes.back().rate, s.classes, {}, s.packet};
  context.priorities += s.lossless.flow_control.make(context)->priorities() == Priorities::all;
  for (std::uint32_t port = 0; port < t.degree(r) + t.endpoints_at(r); ++port) {
    const LinkClass& l = port < t.degree(r) ? classes[t.link_class(r, port)] : classes.back();
    context.inputs.push_back({l.rate, l.cable});
  }
  return context;
}

namespace {

// Marks as a share of the rate: 400 and 1600 kB at 100 Gb/s (HPCC's ns-3 code), or 5 and 200 kB at 40 Gb/s
// (DCQCN's paper). Elsewhere by the bandwidth-delay product.
void set_marks(EthernetSettings& e, const EthernetParams& p, std::int64_t packets) {
  // In 2024, a quarter and three quarters of the queue, but switches took a quarter of what they were told.
  const bool old = p.preset == EthernetPreset::uec_2024;
  Bytes low = old ? Bytes{e.queue.n / 16} : e.packet * ((packets + 4) / 5);
  Bytes high = old ? Bytes{e.queue.n * 3 / 16} : e.packet * ((4 * packets + 4) / 5);
  if (p.is_roce()) {
    const bool reference = e.reference();
    const auto by_rate = [&](double bytes, double gbps) {
      return Bytes{std::llround(bytes * static_cast<double>(e.ways[0].rate.n) * 8e-9 / gbps)};
    };
    low = reference ? by_rate(400e3, 100) : by_rate(5e3, 40);
    high = reference ? by_rate(1600e3, 100) : by_rate(200e3, 40);
    e.marks.most = reference ? 0.2 : 0.01;
    e.marks.at = MarkAt::start;
    e.queues_by_rate = true;
  }
  e.marks.low = p.mark_low.value_or(low);
  e.marks.high = p.mark_high.value_or(high);
}

}  // namespace

EthernetSettings ethernet_settings(const NetworkSettings& s, const NetworkPlan& plan) {
  using namespace literals;
  const EthernetParams p = s.models.value_or_default<EthernetParams>("ethernet");
  const std::vector<LinkClass> classes = link_classes(s, *plan.topology);
  const config::Choice<FlowControl> flow_control = p.chosen_flow_control();
  const bool reference = p.preset == EthernetPreset::roce_ns3;
  // That code counts the payload of one packet, one way.
  const Bytes answer = reference ? Bytes{0} - p.headers() : p.answers();
  std::vector<WayKind> ways =
      kinds_of_ways(*plan.topology, *plan.routing, classes, p.largest(), answer);
  if (p.round_trip) ways.front().round_trip = *p.round_trip;
  const bool by_message = p.connection == ConnectionOf::message;
  EthernetSettings e{.packet = p.largest(),
                     .header = p.headers(),
                     .control = p.answers(),
                     .ways = std::move(ways),
                     .alike = std::ranges::all_of(classes, [&](const LinkClass& l) {
                       return l.rate == classes[0].rate && l.cable == classes[0].cable;
                     }),
                     .queue = {},
                     .marks = {},
                     .preset = p.preset,
                     .trims = p.trims(),
                     .marker = p.marker.value_or(config::Choice<Marker>("linear")),
                     .discipline = p.chosen_discipline(),
                     .queues_by_rate = p.queues_by_rate,
                     .forwarding = p.forwarding,
                     .fastest = fastest_link(classes),
                     .oversubscription = oversubscription(*plan.topology, classes),
                     .balancer = p.balancer,
                     .connections = {by_message,
                                     static_cast<std::size_t>(by_message ? 0 : p.kept_connections())},
                     .lossless = {flow_control, flow_control.name() != "none", p.answers_with_data(), false,
                                  p.time_grid.value_or(reference ? 1_ns : 1_ps)},
                     .classes = s.router.classes};
  if (p.is_uec() && !p.balancer && plan.routing->sprays()) {
    e.balancer = config::Choice<Balancer>("mixed");
  }
  try {
    SendControlContext context = send_control_context(e);
    const auto control = send_control_of(p.preset, s.nic).make(context);
    e.marks.hosts = control->marks_at_hosts();
    e.lossless.telemetry = control->needs_telemetry();
    e.packet += control->overhead().data;
    e.header += control->overhead().data;
    e.control += control->overhead().answer;
  } catch (const Error&) {  // check_send_control() reports it
  }
  e.marks.hosts = p.mark_hosts.value_or(e.marks.hosts);
  e.lossless.telemetry = p.telemetry.value_or(e.lossless.telemetry);
  // In whole packets, at least one.
  const std::int64_t packets = std::max<std::int64_t>(
      1, (send_control_context(e).bandwidth_delay().n + e.packet.n - 1) / e.packet.n);
  e.queue =
      p.queue.value_or(e.lossless.pauses ? Bytes{1 << 30} : e.packet * ((p.trims() ? 1 : 5) * packets));
  set_marks(e, p, packets);
  return e;
}

}  // namespace kasuri
