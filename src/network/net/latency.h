// SPDX-License-Identifier: MIT
// How long packets and messages took, by flow: the messages of a job of one class of traffic.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "network/net/message.h"
#include "base/stats/histogram.h"

namespace kasuri {

constexpr std::uint16_t flow_of(const Message& m) {
  return static_cast<std::uint16_t>(m.job * kTraffics + static_cast<std::uint16_t>(m.traffic));
}

struct FlowLatency {
  Histogram packets;   // from the head's injection until all is in memory
  Histogram queueing;  // of packets, from their message's hand-over to the injection
  Histogram messages;  // from the hand-over to the NIC until the receiver has it all
  Histogram local;     // the same of messages within a node
  Histogram completions;  // from the hand-over until the sender knows that all has arrived (Ethernet)

  FlowLatency& operator+=(const FlowLatency& o) {
    packets += o.packets;
    queueing += o.queueing;
    messages += o.messages;
    local += o.local;
    completions += o.completions;
    return *this;
  }

  template <class Archive>
  friend void transfer(Archive& a, FlowLatency& l) {
    transfer(a, l.packets), transfer(a, l.queueing), transfer(a, l.messages), transfer(a, l.local);
    transfer(a, l.completions);
  }
};

// Counts latencies of many flows. They are gathered in a batch first: a histogram's buckets come into the
// cache once for many values, not again and again between other work.
class Latencies {
 public:
  enum Kind : std::uint32_t { packet, queueing, message, local, completion };

  void count(std::size_t flows) {
    histograms_.resize(flows * kKinds);
    batch_.resize(kBatch);
  }
  bool counted() const { return !histograms_.empty(); }
  void add(std::uint16_t flow, Kind kind, Time t) {
    batch_[used_++] = {t, flow * kKinds + kind};
    if (used_ == kBatch) take_in();
  }
  // By flow; empty if none are counted.
  std::vector<FlowLatency> flows();

 private:
  static constexpr std::uint32_t kKinds = 5;
  static constexpr std::size_t kBatch = 512;
  struct Value {
    Time time;
    std::uint32_t histogram;
  };
  void take_in();

  std::vector<Histogram> histograms_;  // by flow, then kind
  std::vector<Value> batch_;
  std::size_t used_ = 0;
};

}  // namespace kasuri
