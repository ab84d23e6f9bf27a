// SPDX-License-Identifier: MIT
#include "network/ethernet/ethernet_params.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/errors.h"
#include "network/model/link_classes.h"
#include "network/model/plan.h"

namespace kasuri {
namespace {

// Links on a longest path, including those of both hosts. Detours around what fails do not count.
std::uint32_t longest_way(const NetworkPlan& plan) {
  const Topology& t = *plan.topology;
  if (const auto limit = plan.routing->hop_limit(); limit && !plan.faults.failures) return *limit + 2;
  std::uint32_t most = 0;
  const RouterId first = t.router_of({0});
  for (std::uint32_t e = 0; e < t.endpoints(); e += std::max(1u, t.endpoints_at(t.router_of({e})))) {
    most = std::max(most, t.distance(first, t.router_of({e})).value_or(0));
  }
  return 2 + (most > 0 ? most : 4);
}

BytesPerSecond fastest_link(const std::vector<LinkClass>& classes) {
  BytesPerSecond most = classes.front().rate;
  for (const LinkClass& l : classes) most = std::max(most, l.rate);
  return most;
}

Time longest_cable(const std::vector<LinkClass>& classes) {
  Time cable{0};
  for (const LinkClass& l : classes) cable = later(cable, l.cable);
  return cable;
}

// An upper bound: every link counts as the slowest and the longest one.
Time longest_round_trip(const std::vector<LinkClass>& classes, std::uint32_t links, Bytes both_ways) {
  BytesPerSecond rate = kUnlimited;
  for (const LinkClass& l : classes) rate = std::min(rate, l.rate);
  return longest_cable(classes) * (2 * links) + (both_ways * links) / rate;
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
      config::field("preset", &P::preset,
                    "Ultra Ethernet as of 1.0, or as of 2024, when its results were published: trimming, "
                    "nscc and packet-spraying where nothing else is set, and the rules of that time"),
      config::field("packet", &P::packet, "largest packet on the wire, header included")
          .range(2_B, 65'536_B),
      config::field("header", &P::header, "header of each packet").range(1_B, 4096_B),
      config::field("control", &P::control, "size of packets that carry acknowledgements or credits")
          .range(1_B, 4096_B),
      config::field("trimming", &P::trimming,
                    "switches cut packets that do not fit to their headers, which go first, instead of "
                    "dropping them; receivers have them sent again at once; default: with a preset"),
      config::field("round_trip", &P::round_trip,
                    "base round-trip time of a packet and its acknowledgement; windows, queues and marks "
                    "are scaled by it; default: of the longest path")
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
                    "queues and marks of links are scaled by their rate over the rate of hosts"),
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
          .range(0, 1 << 30)};
}

void EthernetParams::validate(const EthernetParams& p, config::Section& section) {
  if (p.header >= p.packet) {
    section.error(&EthernetParams::header, "the header (" + to_string(p.header) +
                                               ") must be smaller than the packet (" +
                                               to_string(p.packet) + ")");
  }
  if (p.queue && *p.queue < p.packet) {
    section.error(&EthernetParams::queue, "must hold a whole packet, at least " + to_string(p.packet));
  }
  if (p.idle_connections && p.connection == ConnectionOf::message) {
    section.error(&EthernetParams::idle_connections, "has no effect with connection 'message': remove one");
    section.error(&EthernetParams::connection, "'message' does not read 'idle_connections': remove one");
  }
  const Bytes control = std::max(p.control, p.header);
  QueueDisciplineContext queue{p.queue.value_or(p.packet)};
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

config::Choice<SendControl> send_control_of(std::optional<UecRules> preset, const NicParams& nic) {
  const std::string_view usual = !preset ? "window" : *preset == UecRules::v2024 ? "nscc-2024" : "nscc";
  return nic.sending().value_or(config::Choice<SendControl>(usual));
}

config::Choice<QueueDiscipline> EthernetParams::chosen_discipline() const {
  if (discipline) return *discipline;
  return config::Choice<QueueDiscipline>(trimming.value_or(preset.has_value()) ? "trim" : "drop");
}

bool EthernetParams::trims() const {
  QueueDisciplineContext context{packet};
  return chosen_discipline().make(context)->trims();
}

SendControlContext send_control_context(const EthernetSettings& s) {
  return {.rate = s.rate, .packet = s.packet, .header = s.header, .round_trip = s.round_trip,
          .trims = s.trims, .rules = s.rules()};
}

EthernetSettings ethernet_settings(const NetworkSettings& s, const NetworkPlan& plan) {
  const EthernetParams p = s.models.value_or_default<EthernetParams>("ethernet");
  const BytesPerSecond rate = endpoint_rate(s, *plan.topology);
  const std::vector<LinkClass> classes = link_classes(s, *plan.topology);
  const std::uint32_t links = longest_way(plan);
  const Time round_trip = p.round_trip.value_or(longest_round_trip(classes, links, p.packet + p.control));
  const SendControlContext way{.rate = rate, .packet = p.packet, .header = p.header,
                               .round_trip = round_trip};
  // In whole packets, at least one.
  const std::int64_t packets =
      std::max<std::int64_t>(1, (way.bandwidth_delay().n + p.packet.n - 1) / p.packet.n);
  const bool by_message = p.connection == ConnectionOf::message;
  const bool sprays = p.preset && plan.routing->spread() == Spread::by_packet;
  bool marks = true;
  if (!p.mark_hosts) {
    SendControlContext context = way;
    context.trims = p.trims();
    try {
      marks = send_control_of(p.preset, s.nic).make(context)->marks_at_hosts();
    } catch (const Error&) {  // check_send_control() reports it
    }
  }
  const Bytes queue = p.queue.value_or(p.packet * ((p.trims() ? 1 : 5) * packets));
  // In 2024, a quarter and three quarters of the queue, but switches took a quarter of what they were told.
  const bool old = p.preset == UecRules::v2024;
  const Bytes low = old ? Bytes{queue.n / 16} : p.packet * ((packets + 4) / 5);
  const Bytes high = old ? Bytes{queue.n * 3 / 16} : p.packet * ((4 * packets + 4) / 5);
  return {.packet = p.packet,
          .header = p.header,
          .control = p.control,
          .round_trip = round_trip,
          .queue = queue,
          .mark_low = p.mark_low.value_or(low),
          .mark_high = p.mark_high.value_or(high),
          .rate = rate,
          .preset = p.preset,
          .trims = p.trims(),
          .marker = p.marker.value_or(config::Choice<Marker>("linear")),
          .discipline = p.chosen_discipline(),
          .queues_by_rate = p.queues_by_rate,
          .forwarding = p.forwarding,
          .fastest = fastest_link(classes),
          .marks_hosts = p.mark_hosts.value_or(marks),
          .oversubscription = oversubscription(*plan.topology, classes),
          .balancer = sprays && !p.balancer ? config::Choice<Balancer>("mixed") : p.balancer,
          .longest = {links, longest_cable(classes)},
          .connections = {by_message, static_cast<std::size_t>(by_message ? 0 : p.kept_connections())}};
}

}  // namespace kasuri
