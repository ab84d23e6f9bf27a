// SPDX-License-Identifier: MIT
// Tells the account of power which job each packet is of, where several jobs share a machine.
#pragma once

#include "nic/nic.h"
#include "power/model.h"

namespace kasuri {

class JobPackets final : public PacketObserver {
 public:
  // Observes from now on, and so does whoever did before; all must outlive it.
  JobPackets(Fabric& fabric, const Nics& nics, PowerModel& power)
      : f_(fabric), nics_(nics), power_(power), next_(fabric.observer) {
    f_.observer = this;
  }

  void entered(std::uint32_t, std::uint32_t, std::uint32_t, Time) override {}
  void left(std::uint32_t router, std::uint32_t port, std::uint32_t packet, Time head, Time tail,
            Time freed) override {
    const Packet& p = f_.packets[packet];
    power_.crossed(RouterId{router}, port, nics_.job_of(p.message), head - f_.traversal,
                   Bytes{p.bytes});
    if (next_) next_->left(router, port, packet, head, tail, freed);
  }
  void injected(std::uint32_t nic, std::uint32_t packet, Time head, Time tail) override {
    const Packet& p = f_.packets[packet];
    power_.crossed(EndpointId{nic}, nics_.job_of(p.message), head, Bytes{p.bytes});
    if (next_) next_->injected(nic, packet, head, tail);
  }
  void arrived(const Message& m, Time posted) override {
    if (next_) next_->arrived(m, posted);
  }

 private:
  Fabric& f_;
  const Nics& nics_;
  PowerModel& power_;
  PacketObserver* next_;
};

}  // namespace kasuri
