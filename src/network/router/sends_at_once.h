// SPDX-License-Identifier: MIT
// Routers that stand for NICs with several ports, or for endpoints with several links, as GPUs
// (Topology::sends_at_once). An input of other routers is busy until a packet has left, at the rate of the
// output. Here an input is read at the rate of its own link, so that several outputs that are slower send
// at once: with the notation of input_queued.h, the input port is free at
//   max(g + S/B_i, a_t + T_RC + T_VA + T_SA), B_i the rate of the link by which packets come,
// if that is earlier. The buffer is free when the packet has left, as elsewhere, but not before those of
// packets that came by the same input and were granted before it: credits are sent in this order.
// Likewise packets that arrive by several links are passed to the endpoint side by side: its link is free
//   at d_h + S/B, B its own rate, however long the last bytes of a packet take to come.
#pragma once

#include <memory>
#include <vector>

#include "network/net/fabric.h"
#include "network/router/layout.h"

namespace kasuri {

class SendsAtOnce {
 public:
  static bool needed(const Fabric& f) {
    for (std::uint32_t r = 0; r < f.router_count(); ++r) {
      if (f.topology.sends_at_once(f.router(r))) return true;
    }
    return false;
  }
  // Null if there are no such routers.
  static std::unique_ptr<SendsAtOnce> of(const Fabric& f, const PortNumbers& ports) {
    if (!needed(f)) return nullptr;
    auto all = std::make_unique<SendsAtOnce>();
    for (std::uint32_t r = 0; r < f.router_count(); ++r) {
      all->routers_.push_back(f.topology.sends_at_once(f.router(r)));
    }
    all->ports_ = &ports;
    all->released_.resize(ports.count());
    return all;
  }

  bool is_at(std::uint32_t router) const { return routers_[router]; }

  // When an input is free, and when the buffer.
  struct Free {
    Time input, buffer;
  };
  // `bytes` are granted at `now`, came by a link of class `by`, could all leave from `ready` on, and have
  // left at `released`.
  Free free(std::uint32_t router, std::uint32_t port, Time now, const LinkClass& by, Bytes bytes,
            Time ready, Time released) {
    if (!routers_[router]) return {released, released};
    const Time read = earlier(released, later(now + by.flow(bytes), ready));
    Time& last = released_[ports_->of(router, port)];
    last = later(last, released);
    return {read, last};
  }

 private:
  std::vector<bool> routers_;  // by local number
  const PortNumbers* ports_ = nullptr;
  std::vector<Time> released_;  // by port number: when the last buffer is free
};

}  // namespace kasuri
