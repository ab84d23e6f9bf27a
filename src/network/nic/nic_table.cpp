// SPDX-License-Identifier: MIT
#include "network/nic/nic_table.h"

namespace kasuri {

NicTable::NicTable(Fabric& f, std::uint32_t per_node)
    : f_(f), per_node_(per_node), node_count_(f.endpoint_count() / per_node), stride_(stride(f.vcs)) {
  nics_.grow(stride_ * f.endpoint_count());
  nodes_.grow(node_count_);
  bool one_each = true;
  const std::int32_t buffer = f.link_classes[f.terminal_class()].buffer;
  for (std::uint32_t r = 0, index = 0; r < f.router_count(); ++r) {
    const RouterId id = f.router(r);
    one_each &= f.topology.endpoints_at(id) == 1;
    for (std::uint32_t k = 0; k < f.topology.endpoints_at(id); ++k, ++index) {
      Nic& n = (*this)[index];
      n = {};
      n.id = {f.topology.first_endpoint(id).v + k};
      n.peer = r;
      n.peer_port = static_cast<std::uint16_t>(f.topology.degree(id) + k);
      std::fill_n(room(n), f.vcs, buffer);
    }
  }
  if (one_each) return;
  for (std::uint32_t i = 0; i < f.endpoint_count(); ++i) {
    place_of_nic_.push_back((*this)[i].peer);
    if (i % per_node_ == 0) place_of_node_.push_back((*this)[i].peer);
  }
}

std::uint64_t NicTable::memory_bytes() const {
  return nics_.memory_bytes() + nodes_.memory_bytes() +
         (place_of_nic_.capacity() + place_of_node_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace kasuri
