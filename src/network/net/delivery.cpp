// SPDX-License-Identifier: MIT
#include "network/net/delivery.h"

#include "base/core/saturated.h"

namespace kasuri {

DeliveryStatistics& DeliveryStatistics::operator+=(const DeliveryStatistics& o) {
  packets += o.packets;
  messages += o.messages;
  bytes += o.bytes;
  hops += o.hops;
  transfer += o.transfer;
  latency = saturated_sum(latency, o.latency);
  latency_max = later(latency_max, o.latency_max);
  queueing = saturated_sum(queueing, o.queueing);
  last = later(last, o.last);
  hash += o.hash;
  intra_node_messages += o.intra_node_messages;
  intra_node_bytes += o.intra_node_bytes;
  message_latency = saturated_sum(message_latency, o.message_latency);
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

}  // namespace kasuri
