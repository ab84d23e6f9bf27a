// SPDX-License-Identifier: MIT
#include "network/nic/engines.h"

namespace kasuri {

NicEngines::NicEngines(const NicParams& p, const LinkClass& link, std::uint32_t nics)
    : p_(p),
      memory_(p, nics),
      whole_(p.forwarding == Forwarding::store_and_forward),
      link_(link.rate),
      send_(whole_ ? link_ : Serialisation(std::min(link.rate, p.dma_read_rate))),
      write_(p.dma_write_rate),
      receive_rate_(std::min(link.flow.rate(), p.dma_write_rate)),
      sends_take_time_(p.send_overhead > Time{0} || p.peer_change_time > Time{0}),
      writes_take_time_(p.dma_write_rate != kUnlimited || memory_.contended() || whole_),
      receives_take_time_(writes_take_time_ || p.receive_overhead > Time{0}) {
  engines_.grow(nics);
  peers_.grow(nics);
}

Time NicEngines::ready(std::uint32_t nic, const Message& m, Time now) {
  Time ready = now;
  if (sends_take_time_) {
    Time& free = engines_[nic].send;
    if (p_.peer_change_time > Time{0}) {
      std::uint32_t& peer = peers_[nic];
      if (peer != 0 && peer != m.destination.v + 1) free += p_.peer_change_time;
      peer = m.destination.v + 1;
    }
    free = later(free, now) + p_.send_overhead;
    if (m.ways & Message::kEngine) free += engine_time_;
    ready = free;
  }
  if (m.ways & Message::kFromNic) [[unlikely]] return ready;
  ready += p_.fetch(m.size);
  return whole_ ? memory_.read_whole(nic, ready, m.size) : ready;
}

Time NicEngines::passed(std::uint32_t nic, std::uint8_t ways, Time now) {
  if (!(ways & Message::kEngine) || !sends_take_time_) return now;
  Time& free = engines_[nic].send;
  return free = later(free, now) + engine_time_;
}

}  // namespace kasuri
