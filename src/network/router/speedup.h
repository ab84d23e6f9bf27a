// SPDX-License-Identifier: MIT
// A switch that is faster than the links, with buffers at its outputs (combined input and output queueing,
// Chuang, Goel, McKeown & Prabhakar 1999): what an output's switch side is busy with, and how far a grant
// may run ahead of the link.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/pool.h"
#include "network/net/fabric.h"
#include "network/router/layout.h"

namespace kasuri {

// How packets pass the switch on their path to a link.
inline Serialisation switching(const LinkClass& c, double speedup) {
  if (speedup == 1) return c.flow;
  return Serialisation({static_cast<std::int64_t>(static_cast<double>(c.flow.rate().n) * speedup)});
}

class Speedup {
 public:
  // `factor`: of the rate of each link; `buffer`: bytes at each output, at least the largest packet.
  Speedup(double factor, Bytes buffer, const Fabric& f, const PortNumbers& ports)
      : ports_(ports), free_(ports.count()) {
    for (const LinkClass& c : f.link_classes) {
      through_.push_back(switching(c, factor));
      lead_.push_back(c.flow(Bytes{buffer.n - f.largest_packet}));
    }
  }

  // From when the switch may pass the next packet to an output; d_t' of input_queued.h.
  Time& free(std::uint32_t router, std::uint32_t port) {
    return free_[ports_.of(router, port)];
  }
  // How long before the link is free the next packet may come to the output.
  Time lead(std::uint32_t link_class) const { return lead_[link_class]; }
  // How long a packet takes through the switch.
  Time through(std::uint32_t link_class, Bytes n) const { return through_[link_class](n); }
  static std::size_t bytes_per_port() { return sizeof(Time); }

 private:
  const PortNumbers& ports_;
  std::vector<Serialisation> through_;  // by link class
  std::vector<Time> lead_;
  LazyArray<Time> free_;
};

}  // namespace kasuri
