// SPDX-License-Identifier: MIT
#include "network/net/latency.h"

namespace kasuri {

void Latencies::take_in() {
  Histogram* const histograms = histograms_.data();
  for (const Value *v = batch_.data(), *end = v + used_; v != end; ++v) {
    histograms[v->histogram].add(v->time);
  }
  used_ = 0;
}

std::vector<FlowLatency> Latencies::flows() {
  take_in();
  std::vector<FlowLatency> all;
  for (std::size_t i = 0; i < histograms_.size(); i += kKinds) {
    const Histogram* h = &histograms_[i];
    all.push_back({h[packet], h[queueing], h[message], h[local], h[completion]});
  }
  return all;
}

}  // namespace kasuri
