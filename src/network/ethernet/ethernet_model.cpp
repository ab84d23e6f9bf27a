// SPDX-License-Identifier: MIT
// [ethernet]: switches that mark and drop packets, and NICs that acknowledge and retransmit, instead of
// routers with credits.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/core/errors.h"
#include "base/core/words.h"
#include "network/ethernet/ethernet_part.h"
#include "network/ethernet/hosts.h"
#include "network/ethernet/switches.h"
#include "network/model/link_classes.h"

namespace kasuri {
namespace {

constexpr const char* kEthernetMeaning =
    "Ethernet: switches that mark and drop packets instead of routers with credits";
const config::Describe<EthernetParams> ethernet_section{"ethernet", kEthernetMeaning};

// Keys of [nic] with an effect. Of [router], routing algorithms read `vcs`, and switches have a queue for
// each of `classes`.
constexpr std::array<std::string_view, 9> kNicKeys{
    "per_node",     "link_rate",          "cable_latency", "intra_node_rate", "intra_node_latency",
    "send_control", "receive_control",    "reliability",   "window"};

// Pause frames know eight priorities (IEEE 802.1Q-2018, clause 36); one is that of control packets.
constexpr std::uint32_t kMostClasses = 7;

class EthernetModel final : public NetworkModel {
 public:
  EthernetModel() : NetworkModel(Fidelity::packet, "ethernet", false, true) {}

  std::optional<config::Field> field() const override {
    return model_section<EthernetParams>("ethernet", kEthernetMeaning);
  }
  Capabilities can(const NetworkSettings& s) const override {
    const auto flow_control = s.models.value_or_default<EthernetParams>("ethernet").chosen_flow_control();
    return {.pauses = flow_control.name() != "none",
            .sleeping_links = true,
            .failures = true,
            .failures_in_run = true,
            .steady_state = true,
            .leaps = true,
            .queues = true};
  }
  std::string where(const NetworkSettings&) const override { return "in an Ethernet"; }
  std::string instead(const NetworkSettings&) const override { return "leave out [ethernet]"; }
  std::string no_deadlock(const NetworkSettings&) const override {
    return "Ethernet switches drop packets instead of waiting for buffers";
  }

  bool reads(std::string_view section, std::string_view key) const override {
    if (section == "nic") return std::ranges::find(kNicKeys, key) != kNicKeys.end();
    if (section == "router") return key == "vcs" || key == "classes" || key.empty();
    if (section == "link" || section == "link.CLASS") return key == "rate" || key == "cable_latency";
    return true;
  }
  void check_settings(const NetworkSettings& s, config::Section root) const override {
    const EthernetParams p = s.models.value_or_default<EthernetParams>("ethernet");
    if (s.nic.window && *s.nic.window < p.largest()) {
      root.section("nic").error("window", "must hold a whole packet, at least " + to_string(p.largest()) +
                                              " (ethernet.packet)");
    }
    if (s.router.classes > kMostClasses) {
      root.section("router").error(
          "classes", fmt::format("an Ethernet has {} at most, and an eighth priority for control packets",
                                 kMostClasses));
    }
  }
  void check_plan(const NetworkSettings& s, const NetworkPlan& plan, config::Section root) const override {
    const SendControlContext context = send_control_context(ethernet_settings(s, plan));
    check_send_control(s.nic, context, root.section("nic"));
    check_receiver(s, context, root.section("nic"));
    if (ethernet_settings(s, plan).balancer && !plan.routing->sprays()) {
      root.section("ethernet").error("balancer", "chooses paths for packets, which the routing '" +
                                                     routing_name(s, *plan.topology) +
                                                     "' does for flows: set routing.type = "
                                                     "'packet-spraying', or remove it");
    }
    if (plan.routing->notifications()) {
      root.section(s.routing ? "routing" : "topology")
          .error("type", "routing '" + routing_name(s, *plan.topology) +
                             "' needs routers that send each other the lengths of their queues, which "
                             "Ethernet switches do not: set 'ecmp' or 'packet-spraying', or leave out "
                             "[ethernet]");
    }
    refuse_lost_hosts(s, plan, root);
    check_flow_control(s, plan, root);
    check_telemetry(s, plan, root);
  }
  static void check_flow_control(const NetworkSettings& s, const NetworkPlan& plan, config::Section root) {
    const EthernetSettings e = ethernet_settings(s, plan);
    config::Section section = root.section("ethernet");
    const Topology& t = *plan.topology;
    try {
      const std::vector<LinkClass> classes = link_classes(s, t);
      for (std::uint32_t r = 0; r < t.routers(); ++r) {
        FlowControlContext context = flow_control_context(e, t, classes, RouterId{r});
        const auto made = e.lossless.flow_control.make(context);
        if (made->priorities() == Priorities::all && e.lossless.answers_with_data) {
          section.error("flow_control",
                        "priorities 'all' pauses control packets, but none have a queue of "
                        "their own: set ethernet.acknowledgements = 'control', or remove it");
          section.error("acknowledgements",
                        "'data' leaves the priority of control packets without a queue: "
                        "set 'control', or remove 'priorities' of flow_control");
          break;
        }
        if (r == 0 && !made->pauses()) break;
      }
    } catch (const Error& error) {
      section.error("flow_control", error.what());
      root.section("link").error("cable_latency",
                                 "with the rate, it makes the default of the headroom that "
                                 "ethernet.flow_control.buffer must hold");
    }
    if (e.lossless.pauses && e.trims) {
      section.error("flow_control", "pauses so that nothing is lost, but switches trim packets: set "
                                    "trimming = false, or 'none'");
      section.error("trimming", "has no effect on packets that switches pause for: remove one");
    }
  }
  static void check_telemetry(const NetworkSettings& s, const NetworkPlan& plan, config::Section root) {
    const EthernetSettings e = ethernet_settings(s, plan);
    const auto chosen = send_control_of(e.preset, s.nic);
    try {
      SendControlContext context = send_control_context(e);
      if (!chosen.make(context)->needs_telemetry()) return;
    } catch (const Error&) {  // check_send_control() reports it
      return;
    }
    if (!e.lossless.telemetry) {
      root.section("nic").error("send_control",
                                fmt::format("'{}' needs telemetry, which the switches do not "
                                            "add (ethernet.telemetry)",
                                            chosen.name()));
      root.section("ethernet")
          .error("telemetry", fmt::format("must be true for send_control '{}': remove it, "
                                          "or set another one",
                                          chosen.name()));
    } else if (const std::uint32_t most = std::ranges::max(e.ways, {}, &WayKind::links).links;
               most > Telemetry::kMost + 1) {
      root.section("nic").error("send_control",
                                fmt::format("'{}' takes telemetry of {} switches at most, but "
                                            "the longest way has {}",
                                            chosen.name(), Telemetry::kMost, most - 1));
    }
  }
  // A send control that waits for grants, and a receiver that has none.
  void check_receiver(const NetworkSettings& s, SendControlContext context, config::Section nic) const {
    const auto preset = s.models.value_or_default<EthernetParams>("ethernet").preset;
    if (!s.nic.receive_control) return;
    const config::Choice<SendControl> chosen = send_control_of(preset, s.nic);
    std::string_view needed;
    try {
      needed = chosen.make(context)->receiver();
    } catch (const Error&) {  // check_send_control() reports it
    }
    const std::string_view found = s.nic.receive_control->name();
    // Its marks would replace those of switches.
    if (found == "edge-port") {
      nic.error("receive_control", "'edge-port' counts senders for the send control 'endpoint', which goes "
                                   "with routers with credits: remove it, or [ethernet]");
    }
    if (needed.empty() || needed == found) return;
    nic.error("send_control",
              fmt::format("'{}' needs receive_control '{}', not '{}'", chosen.name(), needed, found));
    nic.error("receive_control", fmt::format("'{}' gives '{}' nothing to send by: remove it, or set '{}'",
                                             found, chosen.name(), needed));
  }
  // Transports would repeat for ever what can no longer come.
  void refuse_lost_hosts(const NetworkSettings& s, const NetworkPlan& plan, config::Section root) const {
    const Failures* const f = plan.faults.failures.get();
    if (!f || f->epoch(f->epochs() - 1).unreachable_pairs == 0 ||
        (s.faults->unreachable == Unreachable::refuse && f->epochs() == 1)) {
      return;
    }
    root.section("faults").error("failures",
                                 "hosts of an Ethernet repeat lost packets until they come, but some hosts "
                                 "lose their last path for good: set 'until', or leave out [ethernet]");
  }
  // Switches hash flows to paths.
  std::string_view usual_routing(const NetworkSettings& s, const Topology& t) const override {
    const bool of_several_networks = t.planes() > 0 || t.servers().network;
    const bool sprays = s.models.value_or_default<EthernetParams>("ethernet").is_uec();
    return of_several_networks ? t.usual_routing() : sprays ? "packet-spraying" : "ecmp";
  }
  std::string_view usual_fabric_routing(const NetworkSettings& s) const override {
    const auto e = s.models.value_or_default<EthernetParams>("ethernet");
    return e.is_uec() ? "packet-spraying" : e.is_roce() ? "ecmp" : "";
  }
  std::string_view caveat(const Topology& t) const override {
    return t.servers().network ? "the links within servers are an Ethernet, too" : "";
  }
  std::string describe_switches(const NetworkSettings& s, const NetworkPlan& plan) const override {
    const EthernetSettings e = ethernet_settings(s, plan);
    const std::string_view forwarding =
        e.forwarding == Forwarding::cut_through ? "cut-through" : "store and forward";
    std::string ways = to_string(e.ways[0].round_trip);
    for (std::size_t k = 1; k < e.ways.size(); ++k) {
      const WayKind& faster = e.ways[k];
      ways += fmt::format(" ({} on paths of {})", to_string(faster.round_trip), to_string(faster.rate));
    }
    const std::string buffer =
        e.lossless.pauses ? fmt::format("lossless by {}", e.lossless.flow_control.name())
                          : fmt::format("{} of queue per output", to_string(e.queue));
    return fmt::format("Ethernet, {}, round trip {}, {}, marks from {} to {}", forwarding, ways, buffer,
                       to_string(e.marks.low), to_string(e.marks.high));
  }
  void resolve(NetworkSettings& s, const NetworkPlan& plan) const override {
    const EthernetSettings e = ethernet_settings(s, plan);
    EthernetParams p = s.models.value_or_default<EthernetParams>("ethernet");
    p.round_trip = e.ways[0].round_trip;
    p.queue = e.queue;
    p.mark_low = e.marks.low;
    p.mark_high = e.marks.high;
    s.models.set("ethernet", p);
  }

  std::uint64_t memory_bytes(const NetworkSettings& s, const NetworkPlan& plan, bool) const override {
    const Topology& t = *plan.topology;
    const std::uint64_t ports = channel_count(t) + t.endpoints();
    const std::size_t added = ethernet_settings(s, plan).lossless.telemetry ? sizeof(Telemetry) : 0;
    const std::size_t each = Switches::bytes_per_output(s.router.classes);
    return ports * (each + sizeof(EthernetPacket) + sizeof(Event) + added) +
           t.endpoints() * bytes_per_nic(s);
  }
  std::uint64_t bytes_per_nic(const NetworkSettings&) const override {
    return EthernetHosts::bytes_per_nic();
  }
  std::uint64_t bytes_of_pairs(const NetworkSettings& s, std::uint64_t partners) const override {
    const EthernetParams p = s.models.value_or_default<EthernetParams>("ethernet");
    const auto keep = static_cast<std::uint64_t>(p.kept_connections());
    return partners * (EthernetSenders::kBytesPerPair + EthernetReceivers::kBytesPerPair) +
           std::min(partners, keep) * EthernetSenders::kBytesPerConnection;
  }

  // Independent of the cut, because notices go directly to their receivers.
  Lookahead lookahead(const NetworkSettings& s, const NetworkPlan& plan,
                      const std::vector<bool>&) const override {
    const Time between = shortest_cable(s, plan);
    return between == kNever ? Lookahead() : Lookahead::constant(between);
  }
  Time shortest_window() const override { return Time{20'000}; }
  std::string_view first_to_cross() const override { return "a packet between two switches"; }
  std::unique_ptr<NetworkPart> build(const PartContext& c) const override {
    return ethernet_part(c, shortest_cable(c.settings, c.plan));
  }

  std::span<const std::string_view> counted() const override {
    static constexpr std::array<std::string_view, 26> kKeys{
        "data_packets", "repeated_packets",   "acknowledgements", "marked_packets",   "dropped_packets",
        "timeouts",     "completed_messages", "completion_ps",    "completion_max_ps",
        "trimmed_packets", "grants", "requests", "completed_at_ps",
        "slowdown_milli", "slowdown_max_milli", "congested_at_hosts", "congested_between",
        "pauses", "pauses_at_hosts", "pauses_spread", "paused_ps", "held_packets", "victim_packets",
        "shares_1e5", "squared_shares_1e10", "open_pauses"};
    return kKeys;
  }
  // Pauses that are open last until the end.
  void conclude(std::span<NetworkCount> n, Time end) const override {
    n[20].value += n[25].value * static_cast<std::uint64_t>(end.ps);
  }
  std::string describe_counts(std::span<const NetworkCount> n) const override {
    const auto time = [&](std::size_t i, std::uint64_t by) {
      return to_string(Time{static_cast<std::int64_t>(n[i].value / std::max<std::uint64_t>(by, 1))});
    };
    const auto slower = [](std::uint64_t milli) {
      return fmt::format("{:.2f}", 1e-3 * static_cast<double>(milli));
    };
    const std::string pauses =
        n[17].value > 0 ? fmt::format(
                              "{} ({} for outputs to hosts, {} for outputs that paused) of {} in all, "
                              "{} held, {} victims; ",
                              grouped(n[17].value, "pause"), grouped(n[18].value), grouped(n[19].value),
                              time(20, 1), grouped(n[21].value), grouped(n[22].value))
                        : "";
    // Of what each message had of the throughput that it has alone (Jain, Chiu & Hawe 1984).
    const auto jain = [](std::uint64_t messages, std::uint64_t sum, std::uint64_t squares) {
      const auto x = static_cast<double>(sum);
      return squares == 0 ? 1 : x * x / (static_cast<double>(messages) * static_cast<double>(squares));
    };
    return pauses +
           fmt::format("{} ({} again after {}), {}; {} marked, {}{} dropped; messages acknowledged after "
                       "{} mean, {} at most: {} times as long as alone, {} at most; Jain's index {:.3f}",
                       grouped(n[0].value, "data packet"), grouped(n[1].value),
                       grouped(n[5].value, "timeout"),
                       grouped(n[2].value, "acknowledgement"), grouped(n[3].value),
                       n[9].value > 0 ? grouped(n[9].value) + " trimmed, " : "", grouped(n[4].value),
                       time(7, n[6].value), time(8, 1),
                       slower(n[13].value / std::max<std::uint64_t>(n[6].value, 1)), slower(n[14].value),
                       jain(n[6].value, n[23].value, n[24].value));
  }

 private:
  static Time shortest_cable(const NetworkSettings& s, const NetworkPlan& plan) {
    if (plan.topology->routers() < 2) return kNever;
    const std::vector<LinkClass> classes = link_classes(s, *plan.topology);
    Time shortest = kNever;
    for (std::size_t i = 0; i + 1 < classes.size(); ++i) shortest = earlier(shortest, classes[i].cable);
    return shortest;
  }
};

const EthernetModel ethernet_model;

}  // namespace
}  // namespace kasuri
