// SPDX-License-Identifier: MIT
// What NICs have counted, put together.
#include "net/slow_links.h"
#include "nic/nic.h"
#include "nic/recovery.h"
#include "nic/window.h"

namespace kasuri {

DeliveryStatistics& DeliveryStatistics::operator+=(const DeliveryStatistics& o) {
  packets += o.packets;
  messages += o.messages;
  bytes += o.bytes;
  hops += o.hops;
  transfer += o.transfer;
  latency += o.latency;
  latency_max = later(latency_max, o.latency_max);
  queueing += o.queueing;
  last = later(last, o.last);
  hash += o.hash;
  intra_node_messages += o.intra_node_messages;
  intra_node_bytes += o.intra_node_bytes;
  message_latency += o.message_latency;
  message_latency_max = later(message_latency_max, o.message_latency_max);
  damaged_packets += o.damaged_packets;
  repeated_messages += o.repeated_messages;
  dropped_messages += o.dropped_messages;
  dropped_bytes += o.dropped_bytes;
  dropped_controls += o.dropped_controls;
  recovering += o.recovering;
  without_way += o.without_way;
  return *this;
}

NicUse Nics::use(std::uint32_t index) const {
  const Nic& n = nic(index);
  const Time slower = f_.slow ? f_.slow->of_nic(index) : Time{0};
  return {n.sent / send_.rate() + slower, n.received / receive_.rate(), n.sent,
          windows_ ? windows_->shut_for(index) : Time{0}};
}

}  // namespace kasuri
