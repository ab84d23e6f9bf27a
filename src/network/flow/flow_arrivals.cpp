// SPDX-License-Identifier: MIT
// What becomes of messages at flow level once they have left their path: ejection links, statistics, and
// what clients are told.
#include <algorithm>

#include "base/core/hash.h"
#include "base/core/saturated.h"
#include "network/flow/flow_capacities.h"
#include "network/flow/flow_network.h"

namespace kasuri {

// The head of a short message is at the ejection link.
bool FlowNetwork::reach(const Event& e) {
  const Record& r = records_[e.a];
  Nic& n = nics_[receiver(r)];
  const BytesPerSecond rate = r.message.ways & Message::kForNic ? link_rate_ : receive_rate_;
  const Time from = later(e.time, n.ejected);
  n.ejected = from + r.wire / rate;
  count_time(Time{0}, from - e.time);
  const Time done = from + r.wire / slower({r.bound}, rate);
  if (done > e.time) post(r.message.destination, e.target, done, e.a, land_);
  else landed(e.a);
  return true;
}

bool FlowNetwork::land(const Event& e) {
  landed(e.a);
  return true;
}

// All of it is in memory.
void FlowNetwork::landed(std::uint32_t i) {
  const Record& r = records_[i];
  Nic& n = nics_[receiver(r)];
  const Time now = f_.partition.now();
  n.received += r.wire;
  DeliveryStatistics& d = delivered_[r.message.job];
  const auto packets = static_cast<std::int64_t>(r.packets);
  // Each packet as if it had come at the message's mean rate, without queues.
  const Time each = r.latency + Time{(now - r.began - r.latency).ps / packets};
  d.packets += r.packets;
  d.bytes += r.wire;
  d.hops += static_cast<std::uint64_t>(scaled(packets, r.hops, kWholeFlow));
  d.transfer += Bytes{scaled(r.wire.n, r.hops, kWholeFlow)};
  d.latency = saturated_sum(d.latency, saturated_product(each, packets));
  d.latency_max = later(d.latency_max, each);
  d.queueing = saturated_sum(d.queueing, saturated_product(r.began - r.posted, packets));
  d.last = later(d.last, now);
  d.hash += mix(std::uint64_t{r.message.source.v} << 32 | r.message.destination.v,
                mix(static_cast<std::uint64_t>(r.message.size.n), static_cast<std::uint64_t>(now.ps)));
  if (latencies_.counted()) {
    const std::uint16_t flow = flow_of(r.message);
    latencies_.add(flow, Latencies::packet, each);
    latencies_.add(flow, Latencies::queueing, r.began - r.posted);
  }
  if (p_.receive_overhead == Time{0}) return arrived(i);
  n.receive = later(n.receive, now) + p_.receive_overhead;
  post(r.message.destination, r.message.destination.v, n.receive, i, complete_);
}

bool FlowNetwork::complete(const Event& e) {
  arrived(e.a);
  return true;
}

void FlowNetwork::arrived(std::uint32_t i) {
  const Record r = records_[i];
  records_.free(i);
  const Message& m = r.message;
  DeliveryStatistics& d = delivered_[m.job];
  const Time latency = f_.partition.now() - r.posted;
  const bool within = r.packets == 0;
  if (within) d.count_within_node(m);
  else d.count_message(latency);
  if (latencies_.counted()) {
    latencies_.add(flow_of(m), within ? Latencies::local : Latencies::message, latency);
  }
  if (f_.observer) f_.observer->arrived(m, r.posted);
  clients_[m.client]->on_arrived(m);
}

bool FlowNetwork::sent(const Event& e) {
  const Message m = records_[e.a].message;
  clients_[m.client]->on_sent(m);
  return true;
}

}  // namespace kasuri
