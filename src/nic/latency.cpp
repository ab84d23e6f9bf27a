// SPDX-License-Identifier: MIT
#include "nic/latency.h"

namespace kasuri {

void Latencies::take_in() {
  constexpr std::array kHistograms{&FlowLatency::packets, &FlowLatency::queueing,
                                   &FlowLatency::messages, &FlowLatency::local};
  for (std::size_t i = 0; i < used_; ++i) {
    const Value& v = batch_[i];
    (flows_[v.where / 4].*kHistograms[v.where % 4]).add(v.time);
  }
  used_ = 0;
}

}  // namespace kasuri
