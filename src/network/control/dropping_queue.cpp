// SPDX-License-Identifier: MIT
// Full queues drop packets.
#include "network/control/full_queue.h"

namespace kasuri {
namespace {

class DroppingQueue final : public FullQueue {
 public:
  DroppingQueue(const FullQueueParams& p, QueueDisciplineContext& c) : FullQueue(p, c) {}
  bool trims() const override { return false; }
};

const config::Register<DroppingQueue, FullQueueParams> dropping_queue{
    "drop", "packets without space in the queue are dropped"};

}  // namespace
}  // namespace kasuri
