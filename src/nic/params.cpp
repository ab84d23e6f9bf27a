// SPDX-License-Identifier: MIT
// [nic]
#include "nic/nic.h"

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
      config::field("link_rate", &P::link_rate, "rate of the link to the router; default: link.rate")
          .range({1000}, 100'000_GBps),
      config::field("cable_latency", &P::cable_latency,
                    "latency of the cable to the router; default: link.cable_latency")
          .range(0_ps, 1_ms),
      config::field("dma_read_rate", &P::dma_read_rate, "memory to NIC")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("dma_write_rate", &P::dma_write_rate, "NIC to memory")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("scheduler", &P::scheduler,
                    "whether messages leave one after the other, or their packets in turn")
          .one_of({"first-come", "round-robin"}),
      config::field("window", &P::window,
                    "most bytes of a message under way that are not acknowledged; what waits for room lets "
                    "other messages pass; default: as many as there are")
          .at_least(1_B),
      config::field("forwarding", &P::forwarding,
                    "whether a message passes through the NICs packet by packet, or is read into the "
                    "sender's and put together in the receiver's as a whole")
          .one_of({"cut-through", "store-and-forward"}),
      config::field("dma_engines", &P::dma_engines,
                    "whether reading and writing have an engine each or take turns with one")
          .one_of({"separate", "shared"}),
      config::field("memory_rate", &P::memory_rate,
                    "bandwidth of a node's memory, shared by its NICs and by copies within the node")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("send_overhead", &P::send_overhead, "time of the NIC for each message sent")
          .range(0_ps, 1000_ms),
      config::field("receive_overhead", &P::receive_overhead,
                    "time of the NIC for each message received")
          .range(0_ps, 1000_ms),
      config::field("receive_buffer", &P::receive_buffer, "buffer between the fabric and the DMA")
          .range(1_B, Bytes{1 << 30}),
      config::field("intra_node_rate", &P::intra_node_rate, "copies within a node, one at a time")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("intra_node_latency", &P::intra_node_latency, "latency within a node")
          .range(0_ps, 1000_ms),
  };
}

void NicParams::validate(const NicParams& p, config::Section& section) {
  if (p.header >= p.packet) {
    section.error("header", "the header (" + to_string(p.header) +
                                ") must be smaller than the packet (" + to_string(p.packet) + ")");
  }
  if (p.smallest_packet > p.packet) {
    section.error("smallest_packet", "must not exceed the packet size (" + to_string(p.packet) +
                                         ")");
  }
  if (p.window && *p.window < p.packet) {
    section.error("window", "must hold a whole packet, at least " + to_string(p.packet));
  }
  if (p.receive_buffer < p.packet) {
    section.error("receive_buffer",
                  "must hold a whole packet, at least " + to_string(p.packet));
  }
}

}  // namespace kasuri
