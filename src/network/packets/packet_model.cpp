// SPDX-License-Identifier: MIT
// fidelity = "packet": packets through routers with credits and virtual channels.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/config/notes.h"
#include "network/control/send_control.h"
#include "network/model/link_classes.h"
#include "network/nic/nic_table.h"
#include "network/packets/packet_part.h"
#include "network/power/model.h"
#include "network/router/flit_input_queued.h"
#include "network/router/layout.h"
#include "network/router/output_queues.h"
#include "network/router/route_selection.h"
#include "network/router/speedup.h"

namespace kasuri {
namespace {

void check_buffers(const NetworkSettings& s, config::Section router) {
  if (s.router.buffer && *s.router.buffer < least_input_buffer(s)) {
    router.error("buffer", too_small_a_buffer(s, *s.router.buffer));
  }
  if ((s.router.speedup > 1 || s.router.queues_at_outputs()) && s.router.output_buffer < s.nic.packet) {
    router.error("output_buffer", "an output holds whole packets: at least " + to_string(s.nic.packet) +
                                      " (nic.packet), not " + to_string(s.router.output_buffer));
  }
}

// Flits of packets of all virtual channels enter the buffer of a NIC in turn, and none leaves it before its
// packet is whole: one must have space for its last flit when all others lack theirs.
void check_receive_buffer(const NetworkSettings& s, config::Section nic) {
  const Bytes last{(s.nic.packet.n - 1) % s.router.flit.n + 1};
  const Bytes least = last + (s.nic.packet - last) * s.router.all_vcs();
  if (!s.nic.receive_buffer || *s.nic.receive_buffer >= least) return;
  nic.error("receive_buffer",
            fmt::format("packets of the {} virtual channels would wait for the rest of each other there: "
                        "with {} routers at least {} B, not {} B; or lower nic.packet or router.vcs, or "
                        "run it anyway with --allow-deadlock (run.deadlock_check = false)",
                        s.router.all_vcs(), s.router.architecture, least.n, s.nic.receive_buffer->n));
}

// Wormholes hold channels of several routers at a time.
void check_wormholes(const NetworkSettings& s, const NetworkPlan& plan, config::Section root) {
  const std::string name = routing_name(s, *plan.topology);
  if (plan.routing->counts_packets()) {
    root.section("routing").error(
        "type", fmt::format("routing '{}' counts on buffers for whole packets, which {} routers do not "
                            "wait for; choose another, or router.architecture = \"input-queued\"",
                            name, s.router.architecture));
  } else if (plan.routing->escape_vcs() && !plan.routing->offers_all() && !s.router.wait_for_tail_credit) {
    root.section("router").error(
        "wait_for_tail_credit", fmt::format("the escape channels of routing '{}' need virtual channels "
                                            "with one packet each: set wait_for_tail_credit = true", name));
  }
}

// Bubble flow control lets packets into a ring only where two of the largest size have room.
void check_bubbles(const NetworkSettings& s, config::Section root) {
  const Bytes needed = s.nic.packet * 2;
  const std::string why = fmt::format("routing '{}' needs space for two of the largest packets: at least "
                                      "{}", s.routing->name(), to_string(needed));
  if (s.router.buffer && *s.router.buffer < needed) root.section("router").error("buffer", why);
  config::Section link = root.section("link");
  for (const auto& [name, params] : s.link.classes) {
    if (params.buffer && *params.buffer < needed) link.section(name).error("buffer", why);
    if (params.output_buffer && *params.output_buffer < needed) {
      link.section(name).error("output_buffer", why);
    }
  }
  if (!s.router.queues_at_outputs()) return;
  if (s.router.output_buffer < needed) root.section("router").error("output_buffer", why);
  if (s.router.output_pool.n > 0) {
    root.section("router").error(
        "output_pool", fmt::format("routing '{}' keeps space free in each virtual channel, which other "
                                   "channels would take from the pool: remove this key and raise "
                                   "output_buffer",
                                   s.routing->name()));
  }
}

// Packets on their way at a router that is neither idle nor jammed, from runs at half of saturation: each
// input port holds about one, with its event. Programs that talk to their neighbours have half as many.
std::uint64_t traffic_bytes(const Topology& t, bool programs) {
  const std::uint64_t ports = channel_count(t) + t.endpoints();
  return ports * (sizeof(Packet) + sizeof(Event)) / (programs ? 2 : 1);
}

class PacketModel final : public NetworkModel {
 public:
  PacketModel() : NetworkModel(Fidelity::packet, "", true, false) {}

  Capabilities can(const NetworkSettings& s) const override {
    const bool whole = !s.router.moves_flits();
    return {.routers = true,
            .waits_for_buffers = true,
            .sleeping_links = whole,
            .joint_directions = whole,
            .wake_signals = whole,
            .link_rates = whole,
            .failures = whole,
            .failures_in_run = whole,
            .link_errors = whole,
            .steady_state = true};
  }
  std::string where(const NetworkSettings& s) const override {
    return "between " + s.router.architecture + " routers";
  }
  std::string instead(const NetworkSettings&) const override {
    return "set router.architecture = \"input-queued\"";
  }

  // No packet is lost for good but with its message.
  bool reads(std::string_view section, std::string_view key) const override {
    return section != "nic" || key != "reliability";
  }

  void check_settings(const NetworkSettings& s, config::Section root) const override {
    check_buffers(s, root.section("router"));
    config::Section nic = root.section("nic");
    if (!s.nic.receive_control || s.nic.sending()) return;
    config::note(nic, "receive_control", "'receive_control' has no effect without send_control or window");
  }
  void check_plan(const NetworkSettings& s, const NetworkPlan& plan, config::Section root) const override {
    check_send_control(s.nic, s.nic.sender(endpoint_rate(s, *plan.topology)), root.section("nic"));
    if (s.router.moves_flits()) check_wormholes(s, plan, root);
    if (plan.routing->counts_packets()) check_bubbles(s, root);
    if (plan.routing->offers_all() && !s.router.moves_flits()) {
      root.section("routing").error(
          "requests", fmt::format("{} routers ask for one channel and its escape: remove this key, or set "
                                  "router.architecture = \"flit-input-queued\"", s.router.architecture));
    }
  }
  void check_waiting(const NetworkSettings& s, config::Section root) const override {
    if (s.router.moves_flits()) check_receive_buffer(s, root.section("nic"));
  }

  std::uint64_t memory_bytes(const NetworkSettings& s, const NetworkPlan& plan,
                             bool programs) const override {
    const Topology& t = *plan.topology;
    const std::uint32_t vcs = s.router.all_vcs();
    const RouterLayout layout(t, vcs);
    std::uint64_t bytes = traffic_bytes(t, programs) + t.endpoints() * bytes_per_nic(s);
    bytes += layout.all_bytes + t.routers() * sizeof(std::uint64_t);
    if (s.router.moves_flits()) {
      bytes += std::uint64_t{t.routers()} * FlitInputQueued::bytes_per_router(layout);
    } else if (s.router.queues_at_outputs()) {
      bytes += layout.all_ports * OutputQueues::bytes_per_output(vcs);
    } else if (s.router.speedup > 1) {
      bytes += layout.all_ports * Speedup::bytes_per_port();
    }
    if (plan.routing->adaptive()) {
      bytes += RouteSelection::bytes(layout);
    }
    return bytes;
  }
  std::uint64_t bytes_per_nic(const NetworkSettings& s) const override {
    return NicTable::bytes_per_nic(s.router.all_vcs());
  }

  Lookahead lookahead(const NetworkSettings& s, const NetworkPlan& plan,
                      const std::vector<bool>& crossing) const override {
    const RouterParams& r = s.router;
    std::vector<LinkClass> classes = link_classes(s, *plan.topology);
    for (LinkClass& l : classes) l.flow = switching(l, r.speedup);  // after which credits return
    if (r.moves_flits()) {
      return Lookahead::of_flits(crossing, classes, r.switch_allocation_time + r.switch_traversal_time,
                                 r.switch_allocation_time);
    }
    // What links tell each other is not an event of a request time, as a head is.
    const bool signals = plan.power && PowerModel::needs_signals(*plan.power);
    return Lookahead(crossing, classes, (signals ? Time{0} : r.request_time()) + r.switch_traversal_time);
  }
  // Of routers that allocate virtual channels and the switch apart.
  std::span<const std::string_view> counted() const override {
    static constexpr std::array<std::string_view, 3> kKeys{"vc_allocation_wait_ps",
                                                           "switch_allocation_wait_ps", "allocated_hops"};
    return kKeys;
  }
  std::string describe_counts(std::span<const NetworkCount> n) const override {
    if (n.empty()) return "";
    const auto mean = [&](std::size_t i) {
      return to_string(
          Time{static_cast<std::int64_t>(n[i].value / std::max<std::uint64_t>(n[2].value, 1))});
    };
    return fmt::format("heads waited {} per hop (mean) for a virtual channel, {} for the switch", mean(0),
                       mean(1));
  }
  std::unique_ptr<NetworkPart> build(const PartContext& c) const override {
    return std::make_unique<PacketPart>(c);
  }
};

const PacketModel packets;

}  // namespace
}  // namespace kasuri
