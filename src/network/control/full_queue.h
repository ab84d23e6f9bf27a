// SPDX-License-Identifier: MIT
// What disciplines of queues that refuse packets when they are full share.
#pragma once

#include "network/control/queue_discipline.h"

namespace kasuri {

enum class Refused { either, arriving, last };
constexpr auto names_of(Refused) { return name_table("either", "arriving", "last"); }

struct FullQueueParams {
  Refused victim = Refused::either;
  double control_queue = 2;
  std::int64_t control_turns = 0;

  static config::Fields<FullQueueParams> fields() {
    using P = FullQueueParams;
    return {config::field("victim", &P::victim,
                          "of a packet that does not fit and the last one that waits: the arriving one, "
                          "the last one, or either with the same chance"),
            config::field("control_queue", &P::control_queue,
                          "buffer for control packets and headers, in buffers for data")
                .range(0.01, 1000.0),
            config::field("control_turns", &P::control_turns,
                          "control packets in a row while data wait, then a data packet; 0: control "
                          "packets always go first")
                .range(0, 1000)};
  }
};

class FullQueue : public QueueDiscipline {
 public:
  FullQueue(const FullQueueParams& p, const QueueDisciplineContext& c)
      : victim_(p.victim),
        turns_(static_cast<std::uint32_t>(p.control_turns)),
        room_(c.queue),
        control_{static_cast<std::int64_t>(static_cast<double>(c.queue.n) * p.control_queue)} {}

  Verdict arrive(Bytes queued, Bytes size, bool waits, Chance& chance) const final {
    if (queued + size <= room_) return Verdict::queue;
    if (!waits || victim_ == Refused::arriving) return Verdict::refuse;
    // A fair coin, so that synchronised flows do not always lose the same one.
    return victim_ == Refused::last || chance.draw() < 0.5 ? Verdict::refuse_last : Verdict::refuse;
  }
  bool keeps_control(Bytes queued, Bytes size) const final { return queued + size <= control_; }
  bool control_first(std::uint32_t in_a_row) const final { return turns_ == 0 || in_a_row < turns_; }

 private:
  Refused victim_;
  std::uint32_t turns_;
  Bytes room_, control_;
};

}  // namespace kasuri
