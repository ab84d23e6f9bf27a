// SPDX-License-Identifier: MIT
// Links of one part of the machine that are slower than others or make errors, and packets that are on a
// link that fails. It stands between routers or NICs and the power model and observers, if there are any:
// their hooks are all that it needs.
//
// A link that makes errors repeats what was wrong itself, as link-level retry does (the replay buffers of
// PCI Express, the LLR of InfiniBand): of a packet of S bytes each transmission fails with probability
// 1 − (1 − BER)^(8 S), drawn from the run's seed by link and transmission, until one succeeds. Each
// failure holds the link for T_replay, in which the receiver asks for the rest and the sender goes back,
// and for S / B once more. What has come before the error goes on, so heads are not late, tails are.
#pragma once

#include <cstdint>
#include <vector>

#include "network/net/fabric.h"
#include "network/net/link_fault_table.h"

namespace kasuri {

class LinkFaults final : public LinkPower, public PacketObserver {
 public:
  // Enters itself into the fabric; what is there already is asked and told by it. `failures` may be
  // null.
  LinkFaults(const LinkFaultTable&, const Failures*, Fabric&);

  Time wanted(RouterId r, std::uint32_t port, Time idle, Time now) override {
    return power_ ? power_->wanted(r, port, idle, now) : now;
  }
  void used(RouterId r, std::uint32_t port, Time head, Time tail, Bytes size) override {
    if (power_) power_->used(r, port, head, tail, size);
  }
  Time wanted(EndpointId nic, Time idle, Time now) override {
    return power_ ? power_->wanted(nic, idle, now) : now;
  }
  void used(EndpointId nic, Time head, Time tail, const Packet& p) override {
    if (power_) power_->used(nic, head, tail, p);
  }
  void expected(EndpointId nic, EndpointId source, EndpointId destination, Time now) override {
    if (power_) power_->expected(nic, source, destination, now);
  }
  Time slowed(RouterId, std::uint32_t port, Time full) override;
  Time slowed(EndpointId nic, Time full, Bytes size) override;

  void entered(std::uint32_t router, std::uint32_t input_vc, std::uint32_t packet,
               Time head) override {
    if (observer_) observer_->entered(router, input_vc, packet, head);
  }
  void held(std::uint32_t packet, Hold why, Time now) override {
    if (observer_) observer_->held(packet, why, now);
  }
  void granted(const Grant&) override;
  void injected(const Injection&) override;
  void arrived(const Message& m, Time posted) override {
    if (observer_) observer_->arrived(m, posted);
  }

  // Memory for each link, in bytes.
  static std::size_t bytes_per_link(const LinkFaultTable&);
  // Links that have made errors, router by router.
  std::vector<LinkErrorRow> errors() const;

 private:
  struct Counter {
    std::uint64_t transmissions = 0;
    LinkErrors counted;
  };

  Time delayed(std::size_t link, std::uint32_t component, std::uint32_t stream, Time full,
               Time usual, Bytes size);

  Fabric& f_;
  const Failures* failures_;
  LinkPower* power_;
  PacketObserver* observer_;
  std::uint32_t stride_ = 0;    // outputs of each router, the most that one has
  std::vector<LinkFault> faults_;           // different ones; the first is none
  std::vector<std::uint16_t> kind_;         // of each output, then of each NIC: which of them
  std::vector<Counter> counters_;           // likewise; empty if no link makes errors
  std::vector<std::uint32_t> nic_router_;   // of each NIC
};

}  // namespace kasuri
