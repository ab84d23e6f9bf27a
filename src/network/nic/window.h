// SPDX-License-Identifier: MIT
// Windows, as the connections of reliable transports have them (InfiniBand's RC: IBTA vol. 1, 9.7.5): of
// each message at most `nic.window` bytes are under way that the receiver has not acknowledged. What has
// no room in its window waits in memory, and the NIC goes on with other messages. So a slow receiver holds
// up those who send to it, but does not fill the buffers of the fabric with what waits for it, and
// messages that share a receiver get equal shares of it, wherever they come from.
//
// The receiver acknowledges whenever half a window is in memory, by a control packet (of the smallest
// size) that leaves before messages. Control packets have no windows, nor is the end of a message
// acknowledged: nobody waits for that.
//
// Where the receiver has become unreachable for good, no acknowledgement will come: from when the sender's
// NIC knows of it, the rest of the message leaves without a window and is lost on its way as messages are
// that have none (network/nic/recovery.h).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/core/pool.h"
#include "network/net/fabric.h"
#include "network/nic/nic_operations.h"
#include "network/nic/window_turns.h"

namespace kasuri {

class NicWindows final : public TransportClient {
 public:
  // `places`: of each node, for the event queue.
  NicWindows(NicOperations&, Fabric&, std::uint32_t per_node, Bytes window, const std::uint32_t* places);

  // By Message::ways.
  static bool has_window(std::uint8_t ways) {
    return !(ways & (Message::kFromNic | Message::kForNic | Message::kFirst));
  }
  // Messages go by the key that their sender and the number of their first packet make.
  // Whether the window of one that has begun has no room for this packet.
  bool is_full(std::uint64_t message, std::uint32_t bytes) const;
  void sent(std::uint64_t message, std::uint32_t record, std::uint32_t bytes, bool last);
  // A packet has come to NIC `at`, the last of its message or another, and will be in memory then.
  void received(std::uint64_t message, EndpointId at, std::uint32_t bytes, bool last, const Message&,
                Time in_memory);

  // Something to send, but no room in any window, from now on; and no more.
  void shut(std::uint32_t nic, Time now) {
    if (since_[nic] == Time{0}) since_[nic] = now + Time{1};
  }
  void open(std::uint32_t nic, Time now) {
    if (since_[nic] == Time{0}) return;
    shut_[nic] += now + Time{1} - since_[nic];
    since_[nic] = Time{0};
  }
  // For how long that was so.
  Time shut_for(std::uint32_t nic) const { return shut_[nic]; }
  // With failures: whether the epoch that the NIC knows has changed since it asked last.
  bool knows_more(std::uint32_t nic, std::uint32_t epoch) {
    return std::exchange(known_[nic], epoch) != epoch;
  }
  // Has a NIC look again when the epoch is known: then acknowledgements may no longer come.
  void look_again(std::uint32_t nic, std::uint32_t epoch);

  WindowTurns turns;  // of the NICs' queues

  void on_sent(const Message&) override {}
  void on_arrived(const Message&) override;

 private:
  bool acknowledge(const Event&);
  bool look(const Event&);

  NicOperations& nics_;
  std::uint8_t client_;
  EventKind acknowledge_, look_;
  Fabric& f_;
  std::uint32_t per_node_;
  std::int64_t window_;
  struct UnderWay {
    std::int64_t bytes;
    std::uint32_t record;
  };
  std::unordered_map<std::uint64_t, UnderWay> under_way_;           // at the sender
  std::unordered_map<std::uint64_t, std::int64_t> unacknowledged_;  // at the receiver
  LazyArray<Time> since_;     // by NIC: shut since then, one more; 0: not
  LazyArray<Time> shut_;      // by NIC
  std::vector<std::uint32_t> looks_at_;  // by NIC: the last epoch that it looks again at
  std::vector<std::uint32_t> known_;     // by NIC: the epoch in which its queue was looked through
  Pool<Message> acknowledgements_;  // of what is on its way to memory
};

}  // namespace kasuri
