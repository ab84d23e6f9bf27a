// SPDX-License-Identifier: MIT
#include "network/nic/params.h"

#include <algorithm>

#include "base/core/errors.h"
#include "network/control/receive_control.h"
#include "network/control/reliability.h"
#include "network/control/send_control.h"

namespace kasuri {

config::Fields<NicParams> NicParams::fields() {
  using P = NicParams;
  using namespace literals;
  return {
      config::field("per_node", &P::per_node, "NICs of each node").range(1, 64),
      config::field("packet", &P::packet, "largest packet on the wire, header included (MTU)")
          .range(1_B, 8'388'608_B),
      config::field("header", &P::header, "header of each packet").range(0_B, 65'536_B),
      config::field("smallest_packet", &P::smallest_packet, "smallest packet on the wire")
          .range(1_B, 65'536_B),
      config::field("link_rate", &P::link_rate,
                    "rate of the link to the router; default: link.rate, in servers of a hierarchy as much "
                    "as all links of the router carry; gpu_rate of nvswitch")
          .range({1000}, 100'000_GBps),
      config::field("cable_latency", &P::cable_latency,
                    "latency of the cable to the router; default: link.cable_latency")
          .range(0_ps, 1_ms),
      config::field("dma_read_rate", &P::dma_read_rate, "rate at which the NIC reads memory")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("dma_write_rate", &P::dma_write_rate, "rate at which the NIC writes memory")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("scheduler", &P::scheduler,
                    "order of sending: one message after the other (first-come), or one packet of each "
                    "message in turn (round-robin, the default for endpoints with several links)"),
      config::field("window", &P::window,
                    "largest number of unacknowledged bytes of a message; while a message waits, others "
                    "can pass it; default: no limit")
          .at_least(1_B),
      config::field("send_control", &P::send_control,
                    "when a connection may send; default: when the NIC gets to it, in Ethernet a window"),
      config::field("receive_control", &P::receive_control,
                    "what a receiver acknowledges, and when, with a send control; default: half-window for "
                    "windows of packets with credits, else coalesced"),
      config::field("reliability", &P::reliability,
                    "which packets are sent again where the network loses some; default: selective"),
      config::field("forwarding", &P::forwarding,
                    "pass messages through the NICs packet by packet (cut-through), or hold the whole "
                    "message in the sender's and in the receiver's NIC (store-and-forward)"),
      config::field("dma_engines", &P::dma_engines,
                    "one DMA engine each for reads and writes (separate), or one for both (shared)"),
      config::field("memory_rate", &P::memory_rate,
                    "memory bandwidth of a node, shared by its NICs and by copies within the node")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("send_overhead", &P::send_overhead, "NIC time for each message sent")
          .range(0_ps, 1000_ms),
      config::field("peer_change_time", &P::peer_change_time,
                    "additional NIC time for a message to another node than the one before, as for setting "
                    "up a connection")
          .range(0_ps, 1000_ms),
      config::field("inline_limit", &P::inline_limit,
                    "messages up to this size come to the NIC with their descriptor; of longer ones, it "
                    "fetches the data")
          .range(0_B, Bytes{1 << 30}),
      config::field("fetch_time", &P::fetch_time,
                    "latency of reading the beginning of a message longer than inline_limit from memory; "
                    "meanwhile the NIC works on other messages")
          .range(0_ps, 1000_ms),
      config::field("receive_overhead", &P::receive_overhead,
                    "NIC time for each message received")
          .range(0_ps, 1000_ms),
      config::field("receive_buffer", &P::receive_buffer,
                    "buffer for packets from the fabric, before DMA writes them to memory; with "
                    "flit-input-queued routers for a packet of each virtual channel; default: 16 KiB, more "
                    "where the link needs more to carry its rate")
          .range(1_B, Bytes{1 << 30}),
      config::field("intra_node_rate", &P::intra_node_rate,
                    "rate of copies within a node; a node makes one copy at a time")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("intra_node_latency", &P::intra_node_latency, "latency of messages within a node")
          .range(0_ps, 1000_ms),
      config::field("loopback", &P::loopback,
                    "where messages of a node to itself go: from memory to memory, or by a NIC to its "
                    "router and back")
          .one_of({"memory", "router"}),
  };
}

std::optional<config::Choice<SendControl>> NicParams::sending() const {
  if (!window) return send_control;
  config::Choice<SendControl> choice("window");
  const config::Shape& shape = choice.component->shape();
  const auto bytes = std::ranges::find(shape.fields(), "bytes", &config::Field::name);
  bytes->set(shape.address(choice.params), config::Value{{*window}});
  return choice;
}

SendControlContext NicParams::sender(BytesPerSecond rate) const {
  return {.rate = rate, .packet = packet, .header = header, .counts_senders = true};
}

void check_send_control(const NicParams& p, SendControlContext context, config::Section nic) {
  if (!p.send_control) return;
  try {
    const std::string needed(p.send_control->make(context)->receiver());
    if (!context.counts_senders || needed.empty()) return;
    if (!p.receive_control || p.receive_control->name() == needed) return;
    nic.error("receive_control", fmt::format("send_control '{}' needs '{}', not '{}': remove this key",
                                             p.send_control->name(), needed, p.receive_control->name()));
  } catch (const Error& e) {
    if (e.has_place() || e.code() != Exit::usage) throw;
    nic.section("send_control").error("", e.what());
  }
}

void NicParams::validate(const NicParams& p, config::Section& section) {
  if (p.header >= p.packet) {
    section.error(&NicParams::header, "the header (" + to_string(p.header) +
                                ") must be smaller than the packet (" + to_string(p.packet) + ")");
  }
  if (p.smallest_packet > p.packet) {
    section.error(&NicParams::smallest_packet, "must not exceed the packet size (" + to_string(p.packet) +
                                         ")");
  }
  if (p.window && p.send_control) {
    section.error(&NicParams::window,
                  "says the same as [nic.send_control] with type = \"window\" and bytes: remove one");
  }
  if (p.window && *p.window < p.packet) {
    section.error(&NicParams::window, "must hold a whole packet, at least " + to_string(p.packet));
  }
  if (p.receive_buffer && *p.receive_buffer < p.packet) {
    section.error(&NicParams::receive_buffer,
                  "must hold a whole packet, at least " + to_string(p.packet));
  }
}

}  // namespace kasuri
