// SPDX-License-Identifier: MIT
// Full queues trim packets to their headers, which tell receivers at once what is missing (NDP: Handley et
// al., SIGCOMM 2017; Ultra Ethernet 1.0).
#include "network/control/full_queue.h"

namespace kasuri {
namespace {

class TrimmingQueue final : public FullQueue {
 public:
  TrimmingQueue(const FullQueueParams& p, QueueDisciplineContext& c) : FullQueue(p, c) {}
  bool trims() const override { return true; }
};

const config::Register<TrimmingQueue, FullQueueParams> trimming_queue{
    "trim", "packets without space in the queue are cut to their headers, which go first"};

}  // namespace
}  // namespace kasuri
